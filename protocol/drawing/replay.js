"use strict";

/*
 * A finished game on a board, to step through.
 *
 *   const replay = amaltheaReplay(element, variantData, frames, { ply: 0, flipped: false });
 *   replay.go(12);  replay.ply;  replay.length;  replay.flip();  replay.flipped;
 *   replay.setArrows([["e2", "e4", "best"]]);      // until the next step
 *   replay.onchange = (ply) => { ... };
 *
 * variantData and frames come from protocol/drawing/replay.py, as do the page's symbols: nothing
 * here knows a rule. Left, right, home, end and f work while the focus is inside the element.
 */
const amaltheaReplay = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  // Arrows as protocol/drawing/board.py draws them, in units of a cell of 100.
  const ARROW = { start: 22, end: 8, head: 36, half: 8, ring: 40 };
  const STROKE = 5;

  function make(parent, tag, attributes = {}, text = "") {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element);
    return element;
  }

  function draw(parent, tag, attributes = {}) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
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

  /* The picture of one board; it knows where squares lie, not what has happened. */
  class Board {
    constructor(parent, variant) {
      this.variant = variant;
      this.flipped = false;
      const label = `${variant.title} board`;
      this.svg = draw(parent, "svg", {
        class: variant.class, viewBox: variant.view.join(" "), role: "img", "aria-label": label,
      });
      const layers = ["ground", "marks", "pieces", "arrows"];
      for (const layer of layers) this[layer] = draw(this.svg, "g", { class: layer });
      this.turn(false);
    }

    turn(flipped) {
      this.flipped = flipped;
      this.ground.innerHTML = this.variant.boards[Number(flipped)];
    }

    /* The upper left corner of what begins on a square and covers so many files and ranks. */
    corner(square, [width, height] = [1, 1]) {
      const { files, ranks, origin, cell } = this.variant;
      const file = square.charCodeAt(0) - 97 - origin;
      const rank = Number(square.slice(1)) - 1 - origin;
      return this.flipped
        ? [(files - file - width) * cell, rank * cell]
        : [file * cell, (ranks - rank - height) * cell];
    }

    place(board) {
      this.pieces.replaceChildren();
      for (const [square, token] of Object.entries(board)) this.put(square, token);
    }

    put(square, token) {
      const { pieces, cell } = this.variant;
      const { symbol, size = [1, 1], turns = false } = pieces[token];
      const [x, y] = this.corner(square, size);
      const use = draw(this.pieces, "use", {
        href: `#${symbol}`, x, y, width: size[0] * cell, height: size[1] * cell,
      });
      if (turns && this.flipped) {
        use.setAttribute("transform", `rotate(180 ${x + cell / 2} ${y + cell / 2})`);
      }
    }

    mark(squares) {
      this.marks.replaceChildren();
      for (const square of squares) {
        if (this.variant.patches) {
          this.patch(this.marks, square, "patch");
          continue;
        }
        const [x, y] = this.corner(square);
        const { cell } = this.variant;
        draw(this.marks, "rect", { class: "mark", x, y, width: cell, height: cell });
      }
    }

    /* The 3x3 cells around a square, as far as the picture goes. */
    patch(layer, square, classes) {
      const { cell, view: [left, top, width, height] } = this.variant;
      const [x, y] = this.corner(square);
      const x1 = Math.max(x - cell, left + STROKE);
      const y1 = Math.max(y - cell, top + STROKE);
      const x2 = Math.min(x + 2 * cell, left + width - STROKE);
      const y2 = Math.min(y + 2 * cell, top + height - STROKE);
      draw(layer, "rect", { class: classes, x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: 6 });
    }

    point(arrows) {
      this.arrows.replaceChildren();
      for (const [from, to, kind = "best"] of arrows) this.arrow(from, to, kind);
    }

    arrow(from, to, kind) {
      const { cell, patches } = this.variant;
      if (patches) for (const end of [from, to]) this.patch(this.arrows, end, `span ${kind}`);
      const [x, y] = this.corner(from).map((edge) => edge + cell / 2);
      const [toX, toY] = this.corner(to).map((edge) => edge + cell / 2);
      if (from === to) {
        draw(this.arrows, "circle", { class: `ring ${kind}`, cx: x, cy: y, r: ARROW.ring });
        return;
      }
      const tip = Math.hypot(toX - x, toY - y) - ARROW.end;
      const neck = tip - ARROW.head;
      const { start, half } = ARROW;
      const angle = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
      draw(this.arrows, "path", {
        class: `arrow ${kind}`,
        d: `M${start} ${-half}H${neck}v${-2 * half}L${tip} 0L${neck} ${3 * half}v${-2 * half}H${start}z`,
        transform: `translate(${x} ${y}) rotate(${angle})`,
      });
    }
  }

  class Replay {
    #board;
    #boards;
    #marked;
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
      this.#board = new Board(element, variant);
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
