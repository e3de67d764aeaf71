/*
 * What the board that is played on and the board that is set up have in common: a cursor that keys
 * move, frames around squares, copies of pieces that follow the pointer. Nothing here knows a rule.
 */

const SVG = "http://www.w3.org/2000/svg";
const DRAG_PX = 6; // from which a pointer that is down drags
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

export function draw(parent, tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/*
 * board, variant, layer (of what is drawn upon the board): there from `become` on. What a board of
 * this sort brings along: redraw(); down(event), move(event), up(event), cancel() for the pointer;
 * pick(square) for Enter; act(key) for other keys, true for those that it knows; keyed(stepped)
 * after each; reaches(square), whether the cursor may go there.
 */
export class PointedBoard {
  board = null;
  variant = null;
  layer = null;
  cursor = null;
  #pressed = null; // where the pointer went down
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

  /* Another game's board. label: what it is, for those who do not see it. */
  become(variant, label) {
    this.variant = variant;
    this.host.replaceChildren();
    this.host.setAttribute("aria-label", label);
    this.board = new AmaltheaBoard(this.host, variant);
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
    const [x, y] = this.board.corner(square);
    const { cell } = this.variant;
    draw(this.layer, "rect", { class: classes, x, y, width: cell, height: cell });
  }

  /* Where the keys are, while it is keys that are used. */
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

  /* Once the pointer has gone some way, copies of pieces go with it. copy: draws them into a group. */
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

  /* The pointer is up; whether anything has followed it. */
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

  #step(files, ranks) {
    const { origin } = this.variant;
    const first = `${String.fromCharCode(97 + origin)}${1 + origin}`;
    const sign = this.flipped ? -1 : 1;
    const next = this.cursor ? this.board.beside(this.cursor, sign * files, sign * ranks) : first;
    if (!this.reaches(next)) return false;
    this.cursor = next;
    return true;
  }
}
