/*
 * The board for playing. Squares are picked by click, drag or keys and matched with the moves that
 * the server offers, see picking.js.
 */

import { boxInHand, cross, dot, outline, slide } from "./boardmarks.js";
import { draw } from "./dom.js";
import { Lens } from "./lens.js";
import { goals, inHand, Picking } from "./picking.js";
import { PointedBoard } from "./pointedboard.js";
import { sideOf } from "./tokens.js";

/* Whether the text of a move ends with the square to click at last. It does not if what the piece becomes follows. */
const endsWithLast = (offer) => offer.text.endsWith(offer.last);

export class BoardView extends PointedBoard {
  #state = "";
  #shown = {};
  #hands = {};
  #picking = new Picking();
  #drag = null;
  #hovered = null;
  #drawn = {}; // pieces as they are drawn
  #ownArrows = []; // arrows that the user has drawn
  #arrowStart = null; // the square on which the user has begun an arrow
  #premoveSide = ""; // the side that may enter a premove, "" for none
  #premove = []; // its squares
  #lens = new Lens();

  /* onmove: called with a move's text. onchoice: called with several offers, a point of the window and a function that
     takes an offer. onhover: called with the piece under the pointer. oncursor: called with a square and its piece. */
  constructor(host, { onmove, onchoice, oncursor, onhover }) {
    super(host);
    this.onmove = onmove;
    this.onchoice = onchoice;
    this.oncursor = oncursor;
    this.onhover = onhover;
    host.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  setVariant(variant) {
    super.setVariant(variant, `${variant.title} board: arrow keys move the cursor, Enter selects a square`);
    this.#shown = {};
    this.#hands = {};
    this.#state = "";
    this.#drawn = {};
    this.forget();
  }

  /* Takes what the user has entered or drawn off the board, for another game. */
  forget() {
    this.#ownArrows = [];
    this.#premove = [];
    this.cancel();
    this.#picking.drop();
  }

  show({ board, hands, marked, signs, options, arrows, vital, attacked, premoveSide }) {
    const state = JSON.stringify([board, hands, options]);
    const isNew = state !== this.#state;
    this.#state = state;
    this.#shown = board;
    this.#hands = hands;
    this.#picking.take(options);
    this.marked = marked;
    this.signs = signs;
    this.arrows = arrows;
    this.vital = vital;
    this.attacked = attacked;
    this.#premoveSide = premoveSide;
    if (isNew) {  // otherwise a lifted piece stays lifted: an update may come between two clicks
      this.cancel();
      this.#picking.drop();
      this.#ownArrows = [];
    }
    const before = this.#drawn;
    this.redraw();
    if (isNew) slide(this, before, this.#shown);
    if (!premoveSide) this.#playPremove();
  }

  /* Plays the premove if it is legal. */
  #playPremove() {
    const [from, to] = this.#premove;
    this.#premove = [];
    const goes = (offer) => offer.lift.includes(from) && goals(offer).includes(to);
    const { offers } = this.#picking;
    const offer = to && offers.find(goes);
    if (offer) this.#decide(offer.last ? offers.filter(goes) : [offer]);
    else if (from) this.redraw();
  }

  /* Handles a press on a square while the other side thinks. */
  #extendPremove(square) {
    const token = this.#shown[square] ?? "";
    const isOwn = sideOf(token) === this.#premoveSide;
    if (this.#premove.length === 1 && square !== this.#premove[0]) this.#premove.push(square);
    else this.#premove = isOwn && !this.#premove.length ? [square] : [];
    this.redraw();
  }

  point(arrows) {
    this.arrows = arrows;
    this.board.point([...arrows, ...this.#ownArrows]);
  }

  /* Handles a click on a square. */
  pick(square) {
    const offers = this.#picking.pick(square, this.variant.hands);
    this.redraw();
    if (offers.length) this.#decide(offers);
  }

  /* Handles a click on a piece in hand. */
  pickHand(token) {
    this.#picking.pickHand(token);
    this.redraw();
  }

  #decide(offers) {
    const take = (offer) => {
      this.#preview(offer);
      this.onmove(offer.text);
    };
    const forms = [...new Map(offers.map((offer) => [offer.token, offer])).values()];
    const goesOn = new Set(offers.map((offer) => offer.last)).size > 1;
    if (offers.length === 1) take(offers[0]);
    else if (goesOn && (forms.length === 1 || !offers.every(endsWithLast))) this.#awaitLast(offers);
    else if (goesOn) {
      const alike = (form) => offers.filter((offer) => offer.token === form.token);
      this.onchoice(forms, this.#inWindow(forms[0].drop[0]), (form) => this.#decide(alike(form)));
    } else this.onchoice(offers, this.#inWindow(offers[0].last || offers[0].drop[0]), take);
  }

  /* Lets the user click the last square. */
  #awaitLast(offers) {
    this.#picking.ends = offers;
    this.#preview(offers.find(endsWithLast) ?? offers[0]);
    for (const { last } of offers) dot(this, last, "place");
  }

  /* The middle of a square in the window. */
  #inWindow(square) {
    const [x, y] = this.middle(square);
    const at = new DOMPoint(x, y).matrixTransform(this.board.svg.getScreenCTM());
    return [at.x, at.y];
  }

  /* Draws a moved piece at once; the server's answer then shows the result. Placements may be
     secret, and the result of moving stones is not known here. */
  #preview({ lift, drop, token }) {
    if (!lift.length || !token || this.variant.patches) return;
    const board = { ...this.#shown };
    for (const square of [...lift, ...drop]) delete board[square];
    board[drop[0]] = token;
    this.board.place(board);
    this.#drawn = board;
    this.layer.replaceChildren();
  }

  /* -- drawing -- */

  redraw() {
    if (!this.board) return;
    this.board.place(this.#shown);
    this.#drawn = this.#shown;
    this.board.hold(this.#hands);
    this.board.mark(this.marked ?? [], this.signs);
    this.board.alarm(this.attacked ?? []);
    this.point(this.arrows ?? []);
    this.layer.replaceChildren();
    for (const [low, high] of this.vital ?? []) outline(this, low, high);
    for (const square of this.#premove) this.box(square, "premove");
    this.showCursor();
    const { from, picked, ends, lifted } = this.#picking;
    if (ends.length) {
      this.#awaitLast(ends);
      return;
    }
    if (from === null) {
      this.#showPlaces();
      return;
    }
    if (this.variant.patches) this.board.patch(this.layer, from, "lifted-patch");
    for (const square of picked[0].lift) this.box(square, "lifted");
    if (lifted !== null) boxInHand(this, lifted);
    for (const square of new Set(picked.flatMap(goals))) this.#markGoal(square);
  }

  /* Marks the squares that a click places a piece on. */
  #showPlaces() {
    const { offers } = this.#picking;
    if (!this.#picking.places(this.variant.hands)) return;
    for (const { lift, drop } of offers) if (!lift.length) for (const square of drop) dot(this, square, "place");
  }

  #markGoal(square) {
    const taken = this.#taken(square);
    if (!taken.length) dot(this, square, "move");
    else cross(this, square, taken.some((token) => this.#isMover(token)) ? "capture own" : "capture");
  }

  /* Whether a piece belongs to the same side as the lifted one. */
  #isMover(token) {
    const lifted = this.#around(this.#picking.from).map((cell) => this.#shown[cell]).find(Boolean);
    return Boolean(lifted) && sideOf(lifted) === sideOf(token);
  }

  /* The other pieces on the square. */
  #taken(square) {
    const own = new Set(this.#around(this.#picking.from));
    for (const offer of this.#picking.picked) for (const cell of offer.lift) own.add(cell);
    const around = new Set(this.#around(square).filter((cell) => !own.has(cell)));
    const covers = ([at, token]) => this.board.covered(at, token).some((cell) => around.has(cell));
    return Object.entries(this.#shown).filter(covers).map(([, token]) => token);
  }

  #around(square) {
    if (!this.variant.patches) return [square];
    const found = [];
    for (const x of [-1, 0, 1]) for (const y of [-1, 0, 1]) found.push(this.board.beside(square, x, y));
    return found;
  }

  /* -- the pointer -- */

  down(event) {
    if (!this.board) return;
    if (event.button === 2) this.#arrowStart = this.board.square(this.board.spot(event));
    if (event.button !== 0) return;
    if (this.#ownArrows.length) {
      this.#ownArrows = [];
      this.point(this.arrows);
    }
    this.#lens.show(this.board, event);
    const start = this.board.spot(event);
    const held = this.board.inHand(start);
    if (held) {
      this.pickHand(held);
      const square = inHand(held);
      this.#drag = { square, lifts: this.#picking.from === square };
      this.press(event);
      return;
    }
    const square = this.board.square(start);
    if (!square) {
      this.#picking.drop();
      this.redraw();
      return;
    }
    if (this.#premoveSide) {
      this.#extendPremove(square);
      return;
    }
    const wasPicked = this.#picking.from === square;
    const lifts = !this.#picking.ends.length && this.#picking.lifts(square);
    const goes = this.#picking.at(square).length > 0;
    this.cursor = square;
    if (lifts && !wasPicked && !goes) this.pick(square);
    this.#drag = { square, lifts: this.#picking.from === square, wasPicked, goes };
    this.press(event);
  }

  move(event) {
    if (event.buttons) this.#lens.show(this.board, event);
    if (!this.#drag) this.#hover(event);
    else if (this.#drag.lifts) this.follow(event, (ghost) => this.#copy(ghost));
  }

  /* Names the piece under the pointer, or frames the 3x3 area that a click would lift. */
  #hover(event) {
    if (!this.board || event.pointerType !== "mouse") return;
    const square = this.board.square(this.board.spot(event));
    if (square === this.#hovered) return;
    this.#hovered = square;
    if (!this.variant.patches) {
      this.onhover(this.#shown[square] ?? "");
      return;
    }
    this.layer.querySelector(".hover")?.remove();
    const goes = this.#picking.picked.some((offer) => goals(offer).includes(square));
    if (square && (goes || this.#picking.lifts(square))) {
      this.board.patch(this.layer, square, "hover");
    }
  }

  /* Adds an arrow or a circle of the user's, or removes the same one. */
  #toggleArrow(square) {
    const from = this.#arrowStart;
    this.#arrowStart = null;
    if (!from || !square) return;
    const others = this.#ownArrows.filter(([start, end]) => start !== from || end !== square);
    const isNew = others.length === this.#ownArrows.length;
    this.#ownArrows = isNew ? [...others, [from, square, "played"]] : others;
    this.point(this.arrows);
  }

  up(event) {
    this.#lens.hide();
    if (event.button === 2) this.#toggleArrow(this.board.square(this.board.spot(event)));
    const drag = this.#drag;
    const square = this.board?.square(this.board.spot(event));
    if (this.#premoveSide && this.#premove.length === 1 && square && square !== this.#premove[0]) this.#extendPremove(square);
    if (!drag) return;
    this.#drag = null;
    if (this.release()) {
      if (square && square !== drag.square) this.pick(square);
    } else if (square === drag.square && (drag.wasPicked || drag.goes || !drag.lifts)) {
      this.pick(square);
    }
  }

  /* Draws copies of the lifted pieces, which follow the pointer. */
  #copy(ghost) {
    const lifted = new Set(this.#around(this.#picking.from));
    for (const square of this.#picking.picked[0].lift) lifted.add(square);
    for (const [square, token] of Object.entries(this.#shown)) {
      if (lifted.has(square)) this.board.put(ghost, square, token);
    }
    const token = this.#picking.lifted;
    if (token === null) return;
    const [x, y] = this.board.handCorner(token);
    const size = this.variant.hands.pitch;
    const { symbol } = this.variant.pieces[token];
    draw(ghost, "use", { href: `#${symbol}`, x, y, width: size, height: size });
  }

  cancel() {
    this.#drag = null;
    this.#lens.hide();
    this.release();
  }

  /* -- keys -- */

  act(key) {
    if (key !== "Escape") return false;
    this.#picking.drop();
    return true;
  }

  keyed(stepped) {
    if (stepped) this.oncursor(this.cursor, this.#shown[this.cursor] ?? "");
  }

  reaches(square) {
    const [x, y] = this.middle(square);
    return this.board.square({ x, y }) !== null;
  }
}
