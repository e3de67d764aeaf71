/*
 * A finished game on a board, to step through.
 *
 *   const replay = amaltheaReplay(element, variantData, frames, { ply: 0, flipped: false });
 *   replay.go(12);  replay.ply;  replay.length;  replay.flip();  replay.flipped;
 *   replay.setArrows([["e2", "e4", "best"]]);      // until the next step
 *   replay.onchange = (ply) => { ... };
 *
 * variantData and frames come from protocol/drawing/replay.py, as do the page's symbols; board.js
 * comes first. Nothing here knows a rule. Left, right, home, end and f work while the focus is inside the element.
 */
const amaltheaReplay = (() => {
  function make(parent, tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  /* The boards of a game, one for each ply and one before: {square: token}. */
  function boards(frames) {
    const found = [frames.start];
    for (const changes of frames.changes) {
      const board = { ...found[found.length - 1], ...changes };
      for (const square in changes) if (!changes[square]) delete board[square];
      found.push(board);
    }
    return found;
  }

  class Replay {
    #board;
    #boards;
    #marked;
    #hands;
    #arrows = [];
    #ply = -1;
    #controls;

    onchange = null;

    constructor(element, variant, frames, { ply = 0, flipped = false } = {}) {
      element.classList.add("amalthea-replay");
      element.tabIndex = 0;
      element.setAttribute("role", "group");
      element.setAttribute("aria-label", `${variant.title} game, arrow keys step through it`);
      this.#boards = boards(frames);
      this.#marked = [[], ...frames.marked];
      this.#hands = frames.hands ?? [];
      this.#board = new AmaltheaBoard(element, variant);
      this.#controls = this.#makeControls(element);
      element.addEventListener("keydown", (event) => this.#key(event));
      if (flipped) this.#board.turn(true);
      this.go(ply);
    }

    get ply() { return this.#ply; }

    get length() { return this.#boards.length - 1; }

    get flipped() { return this.#board.flipped; }

    /* Shows the position after that many plies, the nearest one there is. */
    go(ply) {
      const goal = Math.min(Math.max(Math.round(ply) || 0, 0), this.length);
      if (goal === this.#ply) return;
      this.#ply = goal;
      this.#arrows = [];
      this.#show();
      this.onchange?.(goal);
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
      this.#board.mark(this.#marked[this.#ply]);
      this.#board.place(this.#boards[this.#ply]);
      this.#board.hold(this.#hands[this.#ply] ?? {});
      this.#board.point(this.#arrows);
      const { slider, count, back, ahead } = this.#controls;
      slider.value = this.#ply;
      count.textContent = `${this.#ply} / ${this.length}`;
      // Not `disabled`: a button that has the focus must keep it, for the keys.
      for (const button of back) button.ariaDisabled = this.#ply === 0;
      for (const button of ahead) button.ariaDisabled = this.#ply === this.length;
    }

    #makeControls(element) {
      const bar = make(element, "div", { class: "controls" });
      const button = (sign, label, act) => {
        const made = make(bar, "button", { type: "button", "aria-label": label, title: label }, sign);
        made.addEventListener("click", act);
        return made;
      };
      const first = button("\u00ab", "First position", () => this.go(0));
      const previous = button("\u2039", "Previous move", () => this.go(this.#ply - 1));
      const slider = make(bar, "input", {
        type: "range", min: 0, max: this.length, step: 1, "aria-label": "Ply",
      });
      slider.addEventListener("input", () => this.go(slider.valueAsNumber));
      const next = button("\u203a", "Next move", () => this.go(this.#ply + 1));
      const last = button("\u00bb", "Last position", () => this.go(this.length));
      const count = make(bar, "output", { "aria-label": "Plies shown" });
      button("\u21c5", "Flip the board", () => this.flip());
      return { slider, count, back: [first, previous], ahead: [next, last] };
    }

    #key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const acts = {
        ArrowLeft: () => this.go(this.#ply - 1),
        ArrowRight: () => this.go(this.#ply + 1),
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
