/*
 * What a person has picked of the moves that the server offers: the square or the piece in hand that is
 * lifted, and the moves that are left to choose from. It knows no rules and draws nothing.
 *
 * A move offered is [text, cells to lift, cells to drop on, what the piece becomes, cells of partners
 * of a castling, which may be clicked, too, the cell to click at last: one that it blocks, or the
 * end of its second step].
 */

const HAND = "@";

/* The name of a piece in hand as a picked square. */
export function inHand(token) {
  return HAND + token;
}

function cells(text) {
  return text ? text.split(" ") : [];
}

/* The squares to drop an offer's piece on: those it newly covers, otherwise all. */
export function goals(offer) {
  const fresh = offer.drop.filter((square) => !offer.lift.includes(square));
  return fresh.length ? fresh : offer.drop;
}

export class Picking {
  offers = [];
  from = null; // the square or the piece in hand that is lifted
  picked = []; // the moves of what is lifted
  ends = []; // moves that differ in the square to click at last

  /* Takes the moves of a position. What is lifted stays lifted. */
  take(moves) {
    this.offers = moves.map(([text, lift, drop, token, partners, last]) => ({
      text, lift: cells(lift), drop: cells(drop), token, partners: cells(partners), last,
    }));
  }

  drop() {
    this.ends = [];
    this.from = null;
    this.picked = [];
  }

  /* The token of the piece in hand that is lifted, null if it is a square or nothing. */
  get lifted() {
    return this.from?.startsWith(HAND) ? this.from.slice(HAND.length) : null;
  }

  lifts(square) {
    return this.offers.some((offer) => offer.lift.includes(square));
  }

  /* Whether a click on an empty square drops a piece: if no hands are shown, or all moves are drops of one piece.
     hands: their layout, null if none are shown. */
  places(hands) {
    const [first] = this.offers;
    return !hands || this.offers.every(({ lift, token }) => !lift.length && token === first.token);
  }

  /* The moves of the lifted piece that end on a square, or the castlings with its piece. */
  at(square) {
    const ending = this.picked.filter((offer) => goals(offer).includes(square));
    return ending.length ? ending : this.picked.filter((offer) => offer.partners.includes(square));
  }

  /* Follows a click on a square: returns the moves that it means, or lifts or drops its piece. */
  pick(square, hands) {
    if (this.ends.length) {
      const ended = this.ends.filter((offer) => offer.last === square);
      this.drop();
      return ended;
    }
    const meant = this.from === null ? [] : this.at(square);
    if (meant.length) {
      this.drop();
      return meant;
    }
    const isOn = (offer) => !offer.lift.length && offer.drop.includes(square);
    const placed = this.places(hands) ? this.offers.filter(isOn) : [];
    if (!placed.length) this.#lift(square, (offer) => offer.lift.includes(square));
    return placed;
  }

  /* Lifts a piece in hand, or drops it again. */
  pickHand(token) {
    this.#lift(inHand(token), (offer) => !offer.lift.length && offer.token.replace("+", "") === token);
  }

  #lift(from, isOf) {
    const lifted = this.from === from ? [] : this.offers.filter(isOf);
    this.drop();
    if (!lifted.length) return;
    this.from = from;
    this.picked = lifted;
  }
}
