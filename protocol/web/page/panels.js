/* The panels beside the board: the move list, the notes and the evaluation graph. */

import { byId, draw, make } from "./dom.js";
import { isWithin } from "./state.js";
import { asWhite, scoreText, share } from "./texts.js";

const GRAPH = { width: 400, height: 90, slip: 4 };
const MARKS = { "??": "Blunder", "?": "Mistake", "?!": "Inaccuracy", "!": "Only good move" };

/* White's score after each ply: from the analysis of the game, its end, or from the engine's own moves if they are
   shown. */
export function scoresOf(turns, analysed, { state, winner }, showsEngines) {
  const found = [];
  if (showsEngines) turns.forEach((turn, index) => {
    for (const [side, score] of Object.entries(turn.scores)) {
      const white = asWhite(side, score);
      if (white.cp !== null || white.mate !== null) found[index] = white;
    }
  });
  for (const [ply, score] of analysed) found[ply] = score;
  if (state === "win" && found.length) found[turns.length] = { winner };
  return found;
}

/* The number before a move. first: the side that begins the game, whose moves come first in each pair. */
function numbered(turn, first) {
  if (turn.choosers.length > 1 || turn.choosers === first) return `${turn.number}.`;
  return `${first === "b" ? turn.number - 1 : turn.number}\u2026`;
}

/* at: the ply that is shown, null in a side line. marks: { mark, better } by ply. first: the side that begins. */
export function showMoves({ turns, at, scores, marks, sideLines, side, first }, { go, look, deleteSideLine }) {
  const list = byId("moves");
  const focused = list.contains(document.activeElement);
  list.replaceChildren();
  let column = 0; // of the two after the number, in which the next move stands
  const showLinesFrom = (ply) => {
    for (const line of linesFrom(sideLines, ply)) {
      showSideLine(list, line, { side, first }, { look, deleteSideLine });
      column = 0;
    }
  };
  turns.forEach((turn, index) => {
    const second = turn.choosers.length === 1 && turn.choosers !== first;
    if (column !== 1 || !second) {
      make(list, "li", { class: "number" }, numbered(turn, first));
      if (second) make(list, "li", { class: "skipped" });
    }
    column = second ? 0 : 1;
    showMove(make(list, "li", { class: turn.choosers.length > 1 ? "both" : "" }), turn, index + 1, { at, scores, marks, go });
    showLinesFrom(index);
  });
  showLinesFrom(turns.length);
  const current = list.querySelector("[aria-current]");
  if (focused) (current ?? list).focus({ preventScroll: true });
  if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
}

function showMove(item, turn, ply, { at, scores, marks, go }) {
  const button = make(item, "button", { type: "button", "data-ply": ply }, turn.text);
  const { mark, better } = marks.get(ply) ?? {};
  if (mark) {
    const title = better ? `${MARKS[mark]}, better ${better}` : MARKS[mark];
    make(button, "b", { class: "mistake", title }, mark);
  }
  const score = scores[ply] ? scoreText(scores[ply]) : "";
  if (score) make(button, "span", { class: "score" }, score);
  if (ply === at) button.setAttribute("aria-current", "step");
  button.addEventListener("click", () => go(ply));
}

/* Shows the tags of a loaded game, and the comment on the move that is shown. */
export function showNotes(tags, comment) {
  const list = byId("tags");
  const known = Object.entries(tags);
  list.hidden = !known.length;
  list.replaceChildren();
  for (const [name, value] of known) {
    make(list, "dt", {}, name);
    make(list, "dd", {}, value);
  }
  byId("comment").hidden = !comment;
  byId("comment").textContent = comment;
}

/* The lines that leave the game after so many plies. shared: how many first moves a line has in common with an earlier
   one of these. */
function linesFrom(sideLines, ply) {
  const found = [];
  for (const each of sideLines) {
    if (each.ply !== ply) continue;
    const common = (other) => {
      const apart = each.line.findIndex((move, index) => move !== other.line[index]);
      return apart < 0 ? each.line.length : apart;
    };
    found.push({ ...each, shared: Math.max(0, ...found.map(common)) });
  }
  return found;
}

function showSideLine(list, { ply, line, turns, shared }, { side, first }, { look, deleteSideLine }) {
  const item = make(list, "li", { class: shared ? "beside deeper" : "beside" });
  turns.forEach((turn, index) => {
    if (index < shared) return;
    const shows = index === shared || turn.choosers.length > 1 || turn.choosers === first;
    const text = shows ? `${numbered(turn, first)} ${turn.text}` : turn.text;
    const button = make(item, "button", { type: "button" }, text);
    const now = side?.ply === ply && side.line.length === index + 1;
    if (now && isWithin(side.line, line)) {
      button.setAttribute("aria-current", "step");
    }
    button.addEventListener("click", () => look(ply, line.slice(0, index + 1)));
  });
  const label = `Delete side line ${turns[shared].text}`;
  const remove = make(item, "button", { type: "button", class: "forget", "aria-label": label }, "\u00d7");
  remove.addEventListener("click", () => deleteSideLine(ply, line.slice(0, shared + 1)));
}

/* marks: as in showMoves; blunders and mistakes are points of the curve. */
export function showGraph(scores, { ply, length, marks }, go) {
  const host = byId("graph");
  host.replaceChildren();
  const known = Object.entries(scores).map(([at, score]) => [Number(at), share(score)]);
  if (known.length < 2) return;
  const { width, height } = GRAPH;
  const svg = draw(host, "svg", {
    viewBox: `0 0 ${width} ${height}`, role: "img",
    "aria-label": "Evaluation over the game, from White's point of view",
  });
  const x = (at) => (at / Math.max(1, length)) * width;
  const line = known.map(([at, part]) => `${x(at)},${(1 - part) * height}`).join(" ");
  const even = `${x(known[known.length - 1][0])},${height / 2} ${x(known[0][0])},${height / 2}`;
  draw(svg, "polygon", { class: "area", points: `${line} ${even}` });
  draw(svg, "line", { class: "even", x1: 0, x2: width, y1: height / 2, y2: height / 2 });
  draw(svg, "polyline", { class: "curve", points: line });
  for (const [at, part] of known) {
    if (!["?", "??"].includes(marks.get(at)?.mark)) continue;
    draw(svg, "circle", { class: "slip", cx: x(at), cy: (1 - part) * height, r: GRAPH.slip });
  }
  draw(svg, "line", { class: "now", x1: x(ply), x2: x(ply), y1: 0, y2: height });
  svg.addEventListener("click", (event) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((event.clientX - box.left) / box.width) * length));
  });
}
