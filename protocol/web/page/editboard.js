/*
 * The board for setting up positions. Clicks and strokes place the selected piece; HAND moves pieces
 * and ERASER removes them. It knows no rules.
 */

import { PointedBoard } from "./pointedboard.js";

export const HAND = "hand";
export const ERASER = "eraser";

/* The distance between two squares in files and ranks. */
function apart(from, to) {
  return [to.charCodeAt(0) - from.charCodeAt(0), Number(to.slice(1)) - Number(from.slice(1))];
}

export class EditBoard extends PointedBoard {
  #hands = {};
  #pieces = {};
  #lifted = null; // the anchor of the piece that HAND has picked up
  #stroke = null; // the action of the pressed pointer
  tool = HAND;

  /* onchange: called with the pieces by square. oncursor: called with a square and its piece. */
  constructor(host, { onchange, oncursor }) {
    super(host);
    this.onchange = onchange;
    this.oncursor = oncursor;
    host.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  setVariant(variant) {
    const keys = "arrow keys move the cursor, Enter places or picks up a piece, Delete removes it";
    super.setVariant(variant, `${variant.title} position editor: ${keys}`);
    this.#hands = {};
    this.show({});
  }

  show(pieces) {
    this.#pieces = { ...pieces };
    this.#lifted = null;
    this.cancel();
    this.redraw();
  }

  /* Shows the pieces in hand, which can only be set up in the FEN. */
  hold(hands) {
    this.#hands = hands;
    this.redraw();
  }

  /* -- editing -- */

  reaches(square) {
    return this.board.has(square);
  }

  /* The anchor of the piece that covers a square, or null. */
  #anchor(square) {
    const covers = ([at, token]) => this.board.covered(at, token).includes(square);
    return Object.entries(this.#pieces).find(covers)?.[0] ?? null;
  }

  /* The anchor of a token that is to cover a square, moved inward at the edge of the board. */
  #fitting(square, token) {
    const cells = this.board.covered(square, token);
    const [width, height] = this.variant.pieces[token].size ?? [1, 1];
    const beyond = (cell) => !this.reaches(cell);
    if (!cells.some(beyond)) return square;
    const left = width > 1 && beyond(this.board.beside(square, width - 1, 0)) ? 1 - width : 0;
    const down = height > 1 && beyond(this.board.beside(square, 0, height - 1)) ? 1 - height : 0;
    return this.board.beside(square, left, down);
  }

  #put(square, token) {
    const anchor = this.#fitting(square, token);
    for (const cell of this.board.covered(anchor, token)) this.#erase(cell);
    this.#pieces[anchor] = token;
  }

  #erase(square) {
    const anchor = this.#anchor(square);
    if (anchor) delete this.#pieces[anchor];
  }

  /* Handles Enter or a click. */
  pick(square) {
    if (this.#lifted !== null) {
      const token = this.#pieces[this.#lifted];
      const stays = this.#anchor(square) === this.#lifted;
      if (!stays) {
        delete this.#pieces[this.#lifted];
        this.#put(square, token);
      }
      this.#lifted = null;
      if (!stays) this.#changed();
    } else if (this.tool === HAND) {
      this.#lifted = this.#anchor(square);
    } else {
      this.#paint(square, this.#tokenFor(square));
    }
    this.redraw();
  }

  /* The token that the tool places on a square: none if the same one is there already. */
  #tokenFor(square) {
    const anchor = this.#anchor(square);
    const same = anchor !== null && this.#pieces[anchor] === this.tool;
    return this.tool === ERASER || same ? "" : this.tool;
  }

  #paint(square, token) {
    const before = JSON.stringify(this.#pieces);
    if (token) this.#put(square, token);
    else this.#erase(square);
    if (JSON.stringify(this.#pieces) !== before) this.#changed();
  }

  #changed() {
    this.onchange({ ...this.#pieces });
  }

  /* -- drawing -- */

  redraw() {
    if (!this.board) return;
    this.board.place(this.#pieces);
    this.board.hold(this.#hands);
    this.layer.replaceChildren();
    if (this.#lifted !== null) {
      const token = this.#pieces[this.#lifted];
      for (const square of this.board.covered(this.#lifted, token)) this.box(square, "lifted");
    }
    this.showCursor();
  }

  /* -- the pointer -- */

  #at(event) {
    const square = this.board.square(this.board.spot(event));
    return square && this.reaches(square) ? square : null;
  }

  down(event) {
    const square = this.board && this.#at(event);
    if (!square) return;
    this.host.setPointerCapture(event.pointerId);
    this.cursor = square;
    const erases = event.button === 2;
    if (!erases && event.button !== 0) return;
    if (erases || this.tool !== HAND) {
      const token = erases ? "" : this.#tokenFor(square);
      this.#stroke = { token, square };
      this.#lifted = null;
      this.#paint(square, token);
      this.redraw();
      return;
    }
    this.#stroke = { anchor: this.#lifted === null ? this.#anchor(square) : null, square };
    this.press(event);
  }

  move(event) {
    const stroke = this.#stroke;
    if (!stroke) return;
    if (stroke.token !== undefined) {
      const square = this.#at(event);
      if (!square || square === stroke.square) return;
      for (const each of this.#between(stroke.square, square)) this.#paint(each, stroke.token);
      stroke.square = square;
      this.redraw();
      return;
    }
    if (stroke.anchor) {
      this.follow(event, (ghost) => this.board.put(ghost, stroke.anchor, this.#pieces[stroke.anchor]));
    }
  }

  up(event) {
    const stroke = this.#stroke;
    this.#stroke = null;
    const dragged = this.release();
    if (!stroke || stroke.token !== undefined) return;
    const square = this.#at(event);
    if (!dragged) {
      if (square === stroke.square) this.pick(square);
      return;
    }
    const token = this.#pieces[stroke.anchor];
    delete this.#pieces[stroke.anchor];
    if (square) {
      const [files, ranks] = apart(stroke.square, stroke.anchor); // where the piece was grabbed
      const goal = this.board.beside(square, files, ranks);
      this.#put(this.reaches(goal) ? goal : square, token);
    }
    this.#changed();
    this.redraw();
  }

  /* The squares from one to another, the latter included: a quick pointer skips some. */
  #between(from, to) {
    const [files, ranks] = apart(from, to);
    const steps = Math.max(Math.abs(files), Math.abs(ranks));
    const part = (whole, step) => Math.round((whole * (step + 1)) / steps);
    return Array.from({ length: steps }, (_, step) =>
      this.board.beside(from, part(files, step), part(ranks, step)));
  }

  cancel() {
    this.#stroke = null;
    this.release();
  }

  /* -- keys -- */

  act(key) {
    if (key === "Delete" || key === "Backspace") {
      if (this.cursor) this.#paint(this.cursor, "");
    } else if (key === "Escape" && this.#lifted !== null) {
      this.#lifted = null;
    } else {
      return false;
    }
    return true;
  }

  keyed() {
    if (!this.cursor) return;
    const anchor = this.#anchor(this.cursor);
    this.oncursor(this.cursor, anchor ? this.#pieces[anchor] : "");
  }
}
