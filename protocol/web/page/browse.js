/* Steps through the game and its side lines. The server sends the positions of side lines. */

import { byId } from "./dom.js";
import { exercise } from "./exercises.js";
import { send } from "./link.js";
import { analyses, askForLines, askForShown, askForThreat, opinions } from "./opinions.js";
import { show, showArrows, showList, showStatus, showTableStatus } from "./screen.js";
import { isWithin, shownMoves, state } from "./state.js";
import { turnText } from "./texts.js";

let request = 0; // number of the last request for another position
let isPending = false; // whether its answer is still awaited
let typed = null; // a move typed meanwhile, to be played in that position

/* Ignores the answer to the last request for another position. */
export function cancelLook() {
  request += 1;
  isPending = false;
  typed = null;
}

/* Keeps a typed move for the position that is awaited; returns false if none is awaited. */
export function keepTyped(text) {
  if (isPending) typed = text;
  return isPending;
}

/* Asks the server for the position after another line from a position of the game. */
export function look(ply, line) {
  cancelLook();
  isPending = send({ type: "look", request, ply, line });
  if (analyses()) askForLines(ply, line);
}

/* Shows the position; returns the move that was typed for it, null if none was. */
export function takeLook(message) {
  if (message.request !== request) return null;
  const wanted = typed;
  cancelLook();
  const { ply, line, turns, options, secret } = message;
  state.shownLine = { ply, line, turns, options, secret };
  state.ply = ply;
  opinions.lines = [];
  show();
  if (turns.length) {
    showStatus([turnText(turns.at(-1)), message.status.text].filter(Boolean).join(". "));
    exercise.tell(byId("status").textContent);
  }
  ask();
  return wanted;
}

/* Leaves the side line, if one is shown. */
export function leaveLine() {
  cancelLook();
  state.shownLine = null;
}

export function goTo(goal) {
  const { turns } = state;
  leaveLine();
  state.ply = Math.min(Math.max(goal, 0), turns.length);
  opinions.lines = [];
  show();
  const shown = turns[state.ply - 1];
  if (state.ply < turns.length && shown) showStatus(turnText(shown));
  else showTableStatus();
  analyse();
}

/* Steps one move forward or back, in the side line that is shown or in the game. */
export function step(by) {
  const { ply, turns, sideLines } = state;
  const line = shownMoves();
  const at = line.length ? state.shownLine.ply : ply;
  if (by < 0 && line.length > 1) look(at, line.slice(0, -1));
  else if (by < 0 && line.length) goTo(at);
  else if (by > 0 && (line.length || ply === turns.length)) {
    const goesOn = (each) => each.ply === at && each.line.length > line.length && isWithin(line, each.line);
    const known = sideLines.find(goesOn);
    if (known) look(at, known.line.slice(0, line.length + 1));
  } else goTo(ply + by);
}

/* Deletes the last move of a side line and what follows it. */
export function deleteSideLine(ply, line) {
  send({ type: "forget", ply, line });
  if (state.shownLine?.ply !== ply || !isWithin(line, state.shownLine.line)) return;
  if (line.length > 1) look(ply, line.slice(0, -1));
  else goTo(ply);
}

export function takeSideLines(message) {
  state.sideLines = message.lines;
  showList();
}

/* Lets the engine think about the position that is shown. */
export function analyse() {
  const isEarlier = state.ply < state.turns.length && !state.shownLine;
  if (isEarlier) look(state.ply, []); // for the moves that may be tried there
  else ask();
}

/* Asks the engine about the position that is shown. */
export function ask() {
  askForThreat();
  showArrows();
  askForShown();
}
