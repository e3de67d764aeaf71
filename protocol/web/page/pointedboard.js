/*
 * Base of the boards for playing and for setting up positions: a cursor for keys, frames around
 * squares, copies of pieces that follow the pointer. It knows no rules.
 */

import { draw } from "./dom.js";

const DRAG_PX = 6; // pixels from which a pressed pointer drags
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/*
 * board, variant and layer (drawn above the board) exist after `setVariant`. Subclasses define redraw();
 * down(event), move(event), up(event) and cancel() for the pointer; pick(square) for Enter; act(key)
 * for other keys, which returns whether it knows the key; keyed(stepped), called after each key; and
 * reaches(square), which returns whether the cursor may go there.
 */
export class PointedBoard {
  board = null;
  variant = null;
  layer = null;
  cursor = null;
  #pressed = null; // where the pointer was pressed
  #ghost = null;

  constructor(host) {
    this.host = host;
    host.tabIndex = 0;
    host.setAttribute("role", "application");
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("blur", () => this.redraw());
    host.addEventListener("focus", () => this.redraw());
    host.addEventListener("pointerdown", (event) => this.down(event));
    host.addEventListener("pointermove", (event) => this.move(event));
    host.addEventListener("pointerup", (event) => this.up(event));
    host.addEventListener("pointercancel", () => this.cancel());
  }

  /* Shows the board of another game. label: for screen readers. */
  setVariant(variant, label) {
    this.variant = variant;
    this.host.replaceChildren();
    this.host.setAttribute("aria-label", label);
    this.board = new AmaltheaBoard(this.host, variant);
    const [, , width, height] = variant.view;
    this.host.closest("main, dialog").style.setProperty("--aspect", width / height);
    this.layer = draw(this.board.svg, "g", { class: "picks" });
    this.cursor = null;
  }

  get flipped() { return this.board.flipped; }

  turn(flipped) {
    this.board.turn(flipped);
    this.redraw();
  }

  /* -- drawing -- */

  box(square, classes) {
    this.board.fill(this.layer, square, classes);
  }

  /* Frames the cursor while the keyboard is used. */
  showCursor() {
    if (this.cursor && this.host.matches(":focus-visible")) this.box(this.cursor, "cursor");
  }

  middle(square) {
    return this.board.corner(square).map((edge) => edge + this.variant.cell / 2);
  }

  /* -- the pointer -- */

  press(event) {
    this.release();
    this.#pressed = { client: [event.clientX, event.clientY], spot: this.board.spot(event) };
  }

  /* Lets copies of pieces follow a dragged pointer. copy: draws them into a group. */
  follow(event, copy) {
    const { client: [x, y], spot } = this.#pressed;
    if (!this.#ghost) {
      if (Math.hypot(event.clientX - x, event.clientY - y) < DRAG_PX) return;
      this.#ghost = draw(this.board.svg, "g", { class: "ghost" });
      copy(this.#ghost);
    }
    this.host.setPointerCapture(event.pointerId);
    const now = this.board.spot(event);
    this.#ghost.setAttribute("transform", `translate(${now.x - spot.x} ${now.y - spot.y})`);
  }

  /* Ends a press and returns whether it was a drag. */
  release() {
    const followed = this.#ghost !== null;
    this.#ghost?.remove();
    this.#ghost = null;
    this.#pressed = null;
    return followed;
  }

  /* -- keys -- */

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.board) return;
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") {
      if (this.cursor) this.pick(this.cursor);
    } else if (!step && !this.act(event.key)) {
      return;
    }
    const stepped = step !== undefined && this.#step(...step);
    event.preventDefault();
    this.redraw();
    this.keyed(stepped);
  }

  /* Moves the cursor. Beside a hexagon there are two on the next file: the one on its rank goes first. */
  #step(files, ranks) {
    const sign = this.flipped ? -1 : 1;
    const ways = this.variant.grid.hexagonal && files ? [[files, ranks], [files, files]] : [[files, ranks]];
    const goal = ([x, y]) => this.board.beside(this.cursor, sign * x, sign * y);
    const next = this.cursor ? ways.map(goal).find((square) => this.reaches(square)) : this.#first();
    if (!next) return false;
    this.cursor = next;
    return true;
  }

  /* The square where the cursor appears: a1, or the lowest one of the first file. */
  #first() {
    const { origin, ranks } = this.variant;
    const file = String.fromCharCode(97 + origin);
    const numbers = Array.from({ length: ranks }, (_, rank) => `${file}${rank + 1 + origin}`);
    return numbers.find((square) => this.reaches(square));
  }
}
