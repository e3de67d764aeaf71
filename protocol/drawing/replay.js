/*
 * A finished game on a board, to step through.
 *
 *   const replay = amaltheaReplay(element, variantData, frames, { ply: 0, flipped: false });
 *   replay.go(12);  replay.ply;  replay.length;  replay.flip();  replay.flipped;
 *   replay.setArrows([["e2", "e4", "best"]]);      // until the next step
 *   replay.follow(lineFrames, 1);  replay.at;      // a line of play from this ply on, and how far
 *   replay.onchange = (ply, at) => { ... };
 *
 * variantData and frames come from protocol/drawing/replay.py, as do the page's symbols; board.js
 * comes first. Nothing here knows a rule. Left, right, home, end and f work while the focus is inside
 * the element; within a line left and right step along it, Escape leaves it.
 */
const amaltheaReplay = (() => {
  function make(parent, tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  /* What is shown of a game, for each ply and before: {board: {square: token}, hands: {token: how
     many}, marked, signs}. */
  function views({ start, changes, marked, signs, hands = [] }) {
    const found = [{ board: start, hands: hands[0] ?? {}, marked: [], signs: "" }];
    changes.forEach((change, ply) => {
      const board = { ...found[ply].board, ...change };
      for (const square in change) if (!change[square]) delete board[square];
      found.push({ board, hands: hands[ply + 1] ?? {}, marked: marked[ply], signs: signs[ply] });
    });
    return found;
  }

  class Replay {
    #board;
    #views;
    #line = null; // the views of a line that is followed,
    #at = 0; // and how far
    #arrows = [];
    #ply = -1;
    #controls;

    onchange = null;

    constructor(element, variant, frames, { ply = 0, flipped = false } = {}) {
      element.classList.add("amalthea-replay");
      element.tabIndex = 0;
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", `${variant.title} game, arrow keys step through it`);
      this.#views = views(frames);
      this.#board = new AmaltheaBoard(element, variant);
      this.#controls = this.#makeControls(element);
      element.addEventListener("keydown", (event) => this.#key(event));
      if (flipped) this.#board.turn(true);
      this.go(ply);
    }

    get ply() { return this.#ply; }

    get length() { return this.#views.length - 1; }

    /* How many moves of a line are shown after this ply, 0 while none is followed. */
    get at() { return this.#at; }

    get flipped() { return this.#board.flipped; }

    /* Shows the position after that many plies, the nearest one there is. */
    go(ply) {
      const goal = Math.min(Math.max(Math.round(ply) || 0, 0), this.length);
      if (goal === this.#ply && !this.#at) return;
      this.#ply = goal;
      this.#line = null;
      this.#turnTo(0);
    }

    /* Shows a line of play after so many of its moves; none of them leaves it. */
    follow(frames, at) {
      this.#line = views(frames);
      this.#turnTo(Math.min(Math.max(at, 0), this.#line.length - 1));
    }

    /* One move back or ahead, along a line while one is followed. */
    step(by) {
      if (!this.#at) this.go(this.#ply + by);
      else this.#turnTo(Math.min(this.#at + by, this.#line.length - 1));
    }

    #turnTo(at) {
      this.#at = at;
      this.#arrows = [];
      this.#show();
      this.onchange?.(this.#ply, at);
    }

    flip() {
      this.#board.turn(!this.#board.flipped);
      this.#show();
    }

    setArrows(arrows) {
      this.#arrows = arrows;
      this.#board.point(arrows);
    }

    #show() {
      const { board, hands, marked, signs } = this.#at ? this.#line[this.#at] : this.#views[this.#ply];
      this.#board.mark(marked, signs);
      this.#board.place(board);
      this.#board.hold(hands);
      this.#board.point(this.#arrows);
      const { slider, count, back, ahead } = this.#controls;
      slider.value = this.#ply;
      count.textContent = this.#at ? `${this.#ply} + ${this.#at}` : `${this.#ply} / ${this.length}`;
      // Not `disabled`: a button that has the focus must keep it, for the keys.
      for (const button of back) button.ariaDisabled = !this.#at && this.#ply === 0;
      for (const button of ahead) button.ariaDisabled = !this.#at && this.#ply === this.length;
    }

    #makeControls(element) {
      const bar = make(element, "div", { class: "controls" });
      const button = (sign, label, act) => {
        const made = make(bar, "button", { type: "button", "aria-label": label, title: label }, sign);
        made.addEventListener("click", act);
        return made;
      };
      const first = button("\u00ab", "First position", () => this.go(0));
      const previous = button("\u2039", "Previous move", () => this.step(-1));
      const slider = make(bar, "input", {
        type: "range", min: 0, max: this.length, step: 1, "aria-label": "Ply",
      });
      slider.addEventListener("input", () => this.go(slider.valueAsNumber));
      const next = button("\u203a", "Next move", () => this.step(1));
      const last = button("\u00bb", "Last position", () => this.go(this.length));
      const count = make(bar, "output", { "aria-label": "Plies shown" });
      button("\u21c5", "Flip the board", () => this.flip());
      return { slider, count, back: [first, previous], ahead: [next, last] };
    }

    #key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const acts = {
        ArrowLeft: () => this.step(-1),
        ArrowRight: () => this.step(1),
        Escape: () => this.go(this.#ply),
        Home: () => this.go(0),
        End: () => this.go(this.length),
        f: () => this.flip(),
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
  }

  return (element, variantData, frames, options) =>
    new Replay(element, variantData, frames, options);
})();
