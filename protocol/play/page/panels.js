/* The parts of the page beside the board: the list of moves, the choice among several, a graph. */

import { asWhite, scoreText, share } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const GRAPH = { width: 400, height: 90 };
const BAD = 0.15; // of the evaluation bar, lost with one move
const WORSE = 0.3;

export function byId(id) {
  return document.getElementById(id);
}

export function make(parent, tag, attributes = {}, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/* By number of plies, White's view of the position then: as judged afterwards, or as thought. */
export function scoresOf(turns, judged) {
  const found = [];
  turns.forEach((turn, index) => {
    for (const [side, score] of Object.entries(turn.scores)) {
      const white = asWhite(side, score);
      if (white.cp !== null || white.mate !== null) found[index] = white;
    }
  });
  for (const [ply, score] of judged) found[ply] = score;
  return found;
}

/* "?" or "??" for a move that lost much, "" for any other. */
export function mistake(turn, index, scores) {
  const before = scores[index];
  const after = scores[index + 1];
  if (!before || !after || turn.choosers.length !== 1) return "";
  const lost = (share(before) - share(after)) * (turn.choosers === "w" ? 1 : -1);
  if (lost > WORSE) return "??";
  return lost > BAD ? "?" : "";
}

export function showMoves(turns, ply, scores, go) {
  const list = byId("moves");
  list.replaceChildren();
  turns.forEach((turn, index) => {
    const item = make(list, "li");
    const number = turn.choosers === "b" ? `${turn.number}\u2026` : `${turn.number}.`;
    const button = make(item, "button", { type: "button" }, `${number} ${turn.text}`);
    const sign = mistake(turn, index, scores);
    if (sign) make(button, "b", { class: "mistake" }, sign);
    const score = scores[index + 1];
    if (score) make(button, "span", { class: "score" }, scoreText(score));
    if (index + 1 === ply) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => go(index + 1));
  });
  const current = list.querySelector("[aria-current]");
  if (current) list.scrollTop = current.offsetTop - list.offsetTop - list.clientHeight / 2;
}

export function showGraph(scores, ply, length, go) {
  const host = byId("graph");
  host.replaceChildren();
  const known = Object.entries(scores).map(([at, score]) => [Number(at), share(score)]);
  if (known.length < 2) return;
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${GRAPH.width} ${GRAPH.height}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", "White's share of the evaluation over the game");
  const x = (at) => (at / Math.max(1, length)) * GRAPH.width;
  const line = known.map(([at, part]) => `${x(at)},${(1 - part) * GRAPH.height}`).join(" ");
  const shape = (tag, attributes) => {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    svg.append(element);
  };
  const { width, height } = GRAPH;
  shape("line", { class: "even", x1: 0, x2: width, y1: height / 2, y2: height / 2 });
  shape("polyline", { class: "curve", points: line });
  shape("line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: height });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * length));
  });
  host.append(svg);
}

/* Asks which of several moves is meant; each is shown by what the piece becomes. */
export function choose(offers, game, take) {
  const dialog = byId("chooser");
  const choices = byId("choices");
  choices.replaceChildren();
  for (const offer of offers) {
    const button = make(choices, "button", { type: "button", "data-move": offer.text });
    const piece = game.board.pieces[offer.token];
    if (piece) {
      const [width, height] = piece.size ?? [1, 1];
      const svg = document.createElementNS(SVG, "svg");
      svg.setAttribute("viewBox", `0 0 ${width * 100} ${height * 100}`);
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#${piece.symbol}`);
      svg.setAttribute("aria-hidden", "true");
      svg.append(use);
      button.append(svg);
    }
    const name = game.names[offer.token.toUpperCase()] ?? "";
    make(button, "span", {}, `${name} ${offer.text}`.trim());
    button.addEventListener("click", () => {
      dialog.close();
      take(offer);
    });
  }
  dialog.showModal();
}
