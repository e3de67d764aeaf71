/*
 * The board for playing. Squares are picked by click, drag or keys and matched with the moves that
 * the server offers. It knows no rules.
 *
 * A move offered is [text, cells to lift, cells to drop on, what the piece becomes, cells of partners
 * of a castling, which may be clicked, too, the cell to click at last: one that it blocks, or the
 * end of its second step].
 */

import { boxInHand, cross, dot, outline, slide } from "./boardmarks.js";
import { draw } from "./dom.js";
import { Lens } from "./lens.js";
import { PointedBoard } from "./pointedboard.js";
import { sideOf } from "./tokens.js";

const HAND = "@";

/* The name of a piece in hand as a picked square. */
function inHand(token) {
  return HAND + token;
}

function cells(text) {
  return text ? text.split(" ") : [];
}

/* Whether nothing follows the last square of a move's text: what a piece becomes by two steps does. */
const endsWithLast = (offer) => offer.text.endsWith(offer.last);

export class BoardView extends PointedBoard {
  #state = "";
  #shown = {};
  #hands = {};
  #options = [];
  #picked = [];
  #ends = []; // moves that differ in the square to click at last
  #from = null;
  #drag = null;
  #hovered = null;
  #drawn = {}; // pieces as they are drawn
  #own = []; // arrows of the user
  #ownFrom = null;
  #premoveSide = ""; // the side that may enter a premove, "" for none
  #premove = []; // its squares
  #lens = new Lens();

  /* onmove: called with a move's text. onchoice: called with several offers, a point of the window
     and a function that takes an offer. onhover: called with the piece under the pointer. oncursor: called with a square and its piece. */
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
    this.#own = [];
    this.#premove = [];
    this.cancel();
    this.#drop();
  }

  show({ board, hands, marked, signs, options, arrows, vital, attacked, premoveSide }) {
    const state = JSON.stringify([board, hands, options]);
    const isNew = state !== this.#state;
    this.#state = state;
    this.#shown = board;
    this.#hands = hands;
    this.#options = options.map(([text, lift, drop, token, partners, last]) => ({
      text, lift: cells(lift), drop: cells(drop), token, partners: cells(partners), last,
    }));
    this.marked = marked;
    this.signs = signs;
    this.arrows = arrows;
    this.vital = vital;
    this.attacked = attacked;
    this.#premoveSide = premoveSide;
    if (isNew) {  // otherwise a lifted piece stays lifted: an update may come between two clicks
      this.cancel();
      this.#drop();
      this.#own = [];
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
    const goes = (offer) => offer.lift.includes(from) && this.#goals(offer).includes(to);
    const offer = to && this.#options.find(goes);
    if (offer) this.#decide(offer.last ? this.#options.filter(goes) : [offer]);
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
    this.board.point([...arrows, ...this.#own]);
  }

  /* Whether a click on an empty square places a piece: there are no hands, or nothing but one kind of drop. */
  #places() {
    const [first] = this.#options;
    return !this.variant.hands || this.#options.every(({ lift, token }) => !lift.length && token === first.token);
  }

  /* Handles a click on a square. */
  pick(square) {
    if (this.#ends.length) {
      const offers = this.#ends.filter((offer) => offer.last === square);
      this.#drop();
      if (offers.length) this.#decide(offers);
      else this.redraw();
      return;
    }
    if (this.#from !== null) {
      const offers = this.#offersAt(square);
      if (offers.length) {
        this.#drop();
        this.redraw();
        this.#decide(offers);
        return;
      }
    }
    const isOn = (offer) => !offer.lift.length && offer.drop.includes(square);
    const placed = this.#places() ? this.#options.filter(isOn) : [];
    if (placed.length) {
      this.#decide(placed);
      return;
    }
    const lifted = this.#options.filter((offer) => offer.lift.includes(square));
    if (this.#from === square || !lifted.length) {
      this.#drop();
    } else {
      this.#from = square;
      this.#picked = lifted;
    }
    this.redraw();
  }

  /* The moves of the lifted piece that end on a square, or the castlings with its piece. */
  #offersAt(square) {
    const ending = this.#picked.filter((offer) => this.#goals(offer).includes(square));
    return ending.length ? ending : this.#picked.filter((offer) => offer.partners.includes(square));
  }

  /* Handles a click on a piece in hand. */
  pickHand(token) {
    const own = (offer) => !offer.lift.length && offer.token.replace("+", "") === token;
    const isPicked = this.#from === inHand(token);
    this.#drop();
    const lifted = isPicked ? [] : this.#options.filter(own);
    if (lifted.length) {
      this.#from = inHand(token);
      this.#picked = lifted;
    }
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
    this.#ends = offers;
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

  /* The squares to drop an offer's piece on: those it newly covers, otherwise all. */
  #goals(offer) {
    const fresh = offer.drop.filter((square) => !offer.lift.includes(square));
    return fresh.length ? fresh : offer.drop;
  }

  #drop() {
    this.#ends = [];
    this.#from = null;
    this.#picked = [];
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
    if (this.#ends.length) {
      this.#awaitLast(this.#ends);
      return;
    }
    if (this.#from === null) {
      for (const offer of this.#places() ? this.#options : []) {
        if (!offer.lift.length) for (const square of offer.drop) dot(this, square, "place");
      }
      return;
    }
    if (this.variant.patches) this.board.patch(this.layer, this.#from, "lifted-patch");
    for (const square of this.#picked[0].lift) this.box(square, "lifted");
    if (this.#from.startsWith(HAND)) boxInHand(this, this.#from.slice(HAND.length));
    const goals = new Set(this.#picked.flatMap((offer) => this.#goals(offer)));
    for (const square of goals) this.#goal(square);
  }

  #goal(square) {
    const taken = this.#taken(square);
    if (!taken.length) dot(this, square, "move");
    else cross(this, square, taken.some((token) => this.#isMover(token)) ? "capture own" : "capture");
  }

  /* Whether a piece belongs to the side that the lifted one belongs to. */
  #isMover(token) {
    const lifted = this.#around(this.#from).map((cell) => this.#shown[cell]).find(Boolean);
    return Boolean(lifted) && sideOf(lifted) === sideOf(token);
  }

  /* The other pieces on the square. */
  #taken(square) {
    const own = new Set(this.#around(this.#from));
    for (const offer of this.#picked) for (const cell of offer.lift) own.add(cell);
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
    if (event.button === 2) this.#ownFrom = this.board.square(this.board.spot(event));
    if (event.button !== 0) return;
    if (this.#own.length) {
      this.#own = [];
      this.point(this.arrows);
    }
    this.#lens.show(this.board, event);
    const start = this.board.spot(event);
    const held = this.board.inHand(start);
    if (held) {
      this.pickHand(held);
      const square = inHand(held);
      this.#drag = { square, lifts: this.#from === square };
      this.press(event);
      return;
    }
    const square = this.board.square(start);
    if (!square) {
      this.#drop();
      this.redraw();
      return;
    }
    if (this.#premoveSide) {
      this.#extendPremove(square);
      return;
    }
    const wasPicked = this.#from === square;
    const lifts = !this.#ends.length && this.#options.some((offer) => offer.lift.includes(square));
    const goes = this.#offersAt(square).length > 0;
    this.cursor = square;
    if (lifts && !wasPicked && !goes) this.pick(square);
    this.#drag = { square, lifts: this.#from === square, wasPicked, goes };
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
    const goes = this.#picked.some((offer) => this.#goals(offer).includes(square));
    if (square && (goes || this.#options.some((offer) => offer.lift.includes(square)))) {
      this.board.patch(this.layer, square, "hover");
    }
  }

  /* Adds an arrow or a circle of the user's, or removes the same one. */
  #point(square) {
    const from = this.#ownFrom;
    this.#ownFrom = null;
    if (!from || !square) return;
    const others = this.#own.filter(([start, end]) => start !== from || end !== square);
    this.#own = others.length < this.#own.length ? others : [...others, [from, square, "played"]];
    this.point(this.arrows);
  }

  up(event) {
    this.#lens.hide();
    if (event.button === 2) this.#point(this.board.square(this.board.spot(event)));
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
    const lifted = new Set(this.#around(this.#from));
    for (const square of this.#picked[0].lift) lifted.add(square);
    for (const [square, token] of Object.entries(this.#shown)) {
      if (lifted.has(square)) this.board.put(ghost, square, token);
    }
    if (!this.#from.startsWith(HAND)) return;
    const token = this.#from.slice(HAND.length);
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
    this.#drop();
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
