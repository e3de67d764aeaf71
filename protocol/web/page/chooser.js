/* The choice among several moves: each is shown as the part of the board that it changes. */

import { byId, make, pieceSymbol } from "./dom.js";
import { changedBoard } from "./tokens.js";

const AROUND = 1; // squares shown around those that change
const SIZE = 96; // pixels of the longer side of a picture

/* The part of a board that shows all of some squares: [x, y, width, height]. */
function part(board, squares) {
  const { cell, grid: { size: [width, height] } } = board.variant;
  const corners = squares.map((square) => board.corner(square));
  const low = (axis) => Math.min(...corners.map((corner) => corner[axis])) - AROUND * cell;
  const high = (axis) => Math.max(...corners.map((corner) => corner[axis])) + (1 + AROUND) * cell;
  const [left, top] = [Math.max(0, low(0)), Math.max(0, low(1))];
  const [right, bottom] = [Math.min(width, high(0)), Math.min(height, high(1))];
  return [left, top, right - left, bottom - top];
}

/* Draws the board after each move into its button. shown: the board before. moves: what each
   changes, with its marks. */
export function showPreviews(moves, shown, variant, flipped) {
  const buttons = [...byId("choices").querySelectorAll("button")];
  const changed = [...new Set(moves.flatMap((move) => [...Object.keys(move.changes), ...move.marked]))];
  moves.forEach(({ changes, marked, signs }, index) => {
    const picture = buttons[index]?.querySelector(".picture");
    if (!picture) return;
    picture.replaceChildren();
    const board = new AmaltheaBoard(picture, variant);
    board.turn(flipped);
    board.place(changedBoard(shown, changes));
    board.mark(marked, signs);
    const [left, top, width, height] = part(board, changed);
    const scale = SIZE / Math.max(width, height);
    board.svg.setAttribute("viewBox", [left, top, width, height].join(" "));
    board.svg.setAttribute("width", width * scale);
    board.svg.setAttribute("height", height * scale);
    board.svg.setAttribute("aria-hidden", "true");
    board.svg.removeAttribute("role");
  });
}

/* Whether the moves differ only in what the piece becomes, so that its picture says all. */
export function arePromotions(offers) {
  const tokens = new Set(offers.map((offer) => offer.token.replace("+", "")));
  const places = new Set(offers.map((offer) => [offer.lift, offer.drop].join()));
  return places.size === 1 && tokens.size === offers.length && !tokens.has("");
}

/* Lets the user choose one of several moves beside a point of the window. */
export function choose(offers, game, [x, y], take) {
  const dialog = byId("chooser");
  const choices = byId("choices");
  const promotions = arePromotions(offers);
  choices.replaceChildren();
  choices.classList.toggle("column", promotions);
  for (const offer of offers) {
    const name = game.names[offer.token.toUpperCase()] ?? "";
    const label = `${name} ${offer.text}`.trim();
    const button = make(choices, "button", { type: "button", "data-move": offer.text, "aria-label": label, title: label });
    const picture = make(button, "span", { class: "picture" });
    const symbol = pieceSymbol(game.board, offer.token);
    if (promotions && symbol) picture.append(symbol);
    if (!promotions) make(button, "span", { class: "small" }, offer.text);
    button.addEventListener("click", () => {
      dialog.close();
      take(offer);
    });
  }
  dialog.showModal();
  const box = dialog.getBoundingClientRect();
  const within = (at, size, whole) => Math.max(8, Math.min(at, whole - size - 8));
  dialog.style.left = `${within(x - box.width / 2, box.width, innerWidth)}px`;
  dialog.style.top = `${within(y, box.height, innerHeight)}px`;
}
