/*
 * A replay: a finished game to step through on a board.
 *
 *   const replay = amaltheaReplay(element, variantData, frames, { ply: 0, flipped: false });
 *   replay.go(12);  replay.ply;  replay.length;  replay.flip();  replay.flipped;
 *   replay.setArrows([["e2", "e4", "best"]]);      // shown until the next step
 *   replay.follow(lineFrames, 1);  replay.at;      // show a line of play from this ply, after 1 move
 *   replay.onchange = (ply, at) => { ... };
 *
 * variantData, frames and the symbols of the page come from protocol/drawing/replay.py; board.js is
 * loaded first. This script knows no rules. The keys left, right, home, end and f work while the focus
 * is inside the element; in a line left and right step along it, and Escape leaves it.
 */
const amaltheaReplay = (() => {
  function make(parent, tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  /* Return the views of a game before and after each ply: {board: {square: token},
     hands: {token: count}, marked, signs}. */
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
    #line = null; // the views of the line of play that was shown last
    #at = 0; // the number of its moves that are shown, 0 outside a line
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

    /* The number of moves of a line that are shown after this ply, 0 outside a line. */
    get at() { return this.#at; }

    get flipped() { return this.#board.flipped; }

    /* Show the position after `ply` plies, or the nearest one that exists. */
    go(ply) {
      const goal = Math.min(Math.max(Math.round(ply) || 0, 0), this.length);
      if (goal === this.#ply && !this.#at) return;
      this.#ply = goal;
      this.#line = null;
      this.#turnTo(0);
    }

    /* Show a line of play after `at` of its moves; 0 leaves the line. */
    follow(frames, at) {
      this.#line = views(frames);
      this.#turnTo(Math.min(Math.max(at, 0), this.#line.length - 1));
    }

    /* Step `by` moves, along the line of play if one is shown. */
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
      // `disabled` would take the focus from a button, and with it the keys.
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
      const actions = {
        ArrowLeft: () => this.step(-1),
        ArrowRight: () => this.step(1),
        Escape: () => this.go(this.#ply),
        Home: () => this.go(0),
        End: () => this.go(this.length),
        f: () => this.flip(),
      };
      const act = actions[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    }
  }

  return (element, variantData, frames, options) =>
    new Replay(element, variantData, frames, options);
})();
