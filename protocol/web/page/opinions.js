/* What the engine thinks of the position that is shown and of the game: asked for and kept, not drawn. */

import { arrowOf, arrowsOf } from "./analysis.js";
import { byId } from "./dom.js";
import { exercise } from "./exercises.js";
import { send } from "./link.js";
import { scoresOf } from "./panels.js";
import { humans, isOver, shownMoves, state } from "./state.js";
import { sideName } from "./texts.js";

export const opinions = {
  lines: [], // the best lines in the position that is shown
  hint: null, // a move
  threat: null, // a move in the position that is shown
  analysed: new Map(), // by ply: the score
  marks: new Map(), // by ply: the mark of the move, and a better one
};

/* Forgets scores and marks of later plies than these, and the hint. */
export function keepOpinions(plies) {
  const kept = (found) => new Map([...found].filter(([at]) => at <= plies));
  opinions.analysed = kept(opinions.analysed);
  opinions.marks = kept(opinions.marks);
  opinions.hint = null;
}

/* Forgets everything, for another game. */
export function forgetOpinions() {
  Object.assign(opinions, { lines: [], hint: null, threat: null, analysed: new Map(), marks: new Map() });
  byId("threat-text").textContent = "";
  byId("review-text").textContent = "";
}

/* Whether the engine may give its opinion: not while two people play each other. */
export function mayHelp() {
  return !state.table.invited || isOver();
}

/* Whether the engine's analysis is shown. */
export function analyses() {
  return byId("analyse").checked && mayHelp();
}

/* The scores that are shown. Those of the engine's own moves are kept back while somebody plays against it. */
export function shownScores() {
  return scoresOf(state.turns, opinions.analysed, state.table.status, isOver() || analyses() || !humans());
}

/* The score of the position that is shown, null if it is not to be shown. */
export function shownScore() {
  return analyses() ? opinions.lines[0] ?? shownScores()[state.ply] : null;
}

export function arrows() {
  const { lines, threat, hint } = opinions;
  const found = analyses() ? arrowsOf(lines) : [];
  if (threat && byId("threat").checked) found.push(arrowOf(threat, "bad"));
  if (exercise.hinted) found.push([exercise.hinted, exercise.hinted, "best"]);
  const hinted = hint && !state.shownLine && state.ply === state.turns.length ? arrowOf(hint, "best") : null;
  return hinted ? [...found, hinted] : found;
}

/* -- questions -- */

let asksForLines = false; // whether the last request to the server started an analysis
let asksForThreat = false; // likewise, a search for the threat

/* Asks for the best lines in the position that is shown, if they are wanted or were before. */
export function askForShown() {
  if (analyses() || asksForLines) askForLines(state.ply, shownMoves());
}

/* Asks for the best lines. The server continues an analysis that is already running. */
export function askForLines(ply, line) {
  asksForLines = analyses();
  send({ type: "analyse", on: asksForLines, ply, line, lines: Number(byId("lines").value) });
}

/* Asks what the opponent would play if the side to move passed. */
export function askForThreat() {
  const on = byId("threat").checked && mayHelp();
  if (!on && !asksForThreat) return;
  asksForThreat = on;
  opinions.threat = null;
  byId("threat-text").textContent = "";
  send({ type: "threat", on, ply: state.ply, line: shownMoves() });
}

/* -- answers: each returns whether it is for the position that is shown -- */

function isShown(message) {
  return message.ply === state.ply && message.line.join() === shownMoves().join();
}

export function takeThreat(message) {
  if (!isShown(message) || !byId("threat").checked) return false;
  opinions.threat = message.move;
  byId("threat-text").textContent = message.move
    ? `Threat: ${message.text}` : "No threat: the side to move cannot pass here.";
  return true;
}

export function takeLines(message) {
  if (!isShown(message) || !analyses()) return false;
  opinions.lines = message.lines;
  const [best] = message.lines;
  if (!message.line.length && best) opinions.analysed.set(state.ply, { cp: best.cp, mate: best.mate });
  return true;
}

export function takeHint(message) {
  if (message.ply !== state.turns.length) return false;
  opinions.hint = message.move;
  return true;
}

/* Takes the score of one position of the game that is analysed as a whole. */
export function takeReview({ ply, plies, cp, mate, mark, better, accuracy }) {
  opinions.analysed.set(ply, { cp, mate });
  if (mark) opinions.marks.set(ply, { mark, better });
  else opinions.marks.delete(ply);
  const found = Object.entries(accuracy).map(([side, value]) => `${sideName(side)} ${value} %`);
  byId("review-text").textContent = ply < plies ? `Analysing: ${ply} of ${plies} moves.`
    : found.length ? `Accuracy: ${found.join(", ")}.` : "";
}
