/* The table as the server sent it, and which of its positions is shown. */

import { exercise } from "./exercises.js";
import { ownSides } from "./texts.js";
import { changedBoard } from "./tokens.js";

export const state = {
  game: null, // board, symbols, rules and names of the variant that is played
  table: null, // the last state that the server sent
  turns: [],
  boards: [], // before the first turn and after each
  ply: 0, // how many turns are shown
  shownLine: null, // the side line that is shown: { ply, line, turns, options, secret }
  sideLines: [], // all side lines of the game: { ply, line, turns, comments }
  notes: { tags: {}, comments: {} }, // of a loaded game
  levels: [],
  flipped: null, // null: from the point of view of the user's side
};

export function isOver() {
  return state.table.status.state !== "ongoing";
}

/* The sides that this page plays. */
export function humans() {
  return ownSides(state.table);
}

/* Whether a side starts in the upper half of the board. playing: "w" or "b"; false for both or none. */
export function isAbove(playing) {
  return playing === state.game.above;
}

/* The moves of the side line that is shown, none in the game. */
export function shownMoves() {
  return state.shownLine?.line ?? [];
}

/* The turn after which the position is shown, undefined for the first one. */
export function shownTurn() {
  const { shownLine, turns, ply } = state;
  return shownLine?.turns.length ? shownLine.turns.at(-1) : turns[ply - 1];
}

export function shownFen() {
  return shownTurn()?.fen ?? state.table.fen;
}

/* The boards up to the position that is shown. */
export function shownBoards() {
  const found = state.boards.slice(0, state.ply + 1);
  for (const turn of state.shownLine?.turns ?? []) found.push(changedBoard(found.at(-1), turn.changes));
  return found;
}

export function shownBoard() {
  return shownBoards().at(-1);
}

/* The ply that is shown, null in a side line. */
export function shownPly() {
  return shownMoves().length ? null : state.ply;
}

/* Whether a line begins with all moves of another one. */
export function isWithin(beginning, line) {
  return beginning.every((move, index) => move === line[index]);
}

/* The comment on the move that is shown, "" for none. */
export function shownComment() {
  const line = shownMoves();
  if (!line.length) return state.notes.comments[state.ply] ?? "";
  const holds = (each) => each.ply === state.shownLine.ply && isWithin(line, each.line);
  return state.sideLines.find((each) => holds(each) && each.comments[line.length])?.comments[line.length] ?? "";
}

/* The moves that can be played in the position that is shown. */
export function offered() {
  const { shownLine, table, turns, ply } = state;
  if (exercise.reply && !shownLine) return [];
  if (shownLine) return shownLine.secret ? [] : shownLine.options;
  return ply === turns.length ? table.options : [];
}

/* The side that may enter a premove, "" for none. */
export function premoveSide() {
  const { table, turns, ply, shownLine, game } = state;
  const own = humans();
  const waiting = table.waiting && !table.side && !table.secret && !table.paused;
  const plans = waiting && !shownLine && ply === turns.length && !game.board.patches;
  return plans && own.length === 1 ? own : "";
}

/* The side whose moves come first in the list: the one that begins the game by its rules. In a game that Black begins,
   a first position with move number 1 may have White to move; then it is White. */
export function firstMover() {
  const { first } = state.game;
  const [, turn, ...rest] = state.table.fen.split(" ");
  return first === "b" && rest.at(-1) === "1" ? turn : first;
}

/* Keeps the first `known` turns and adds new ones, with their boards. */
export function takeTurns(known, turns) {
  state.turns = [...state.turns.slice(0, known), ...turns];
  state.boards = known && state.boards.length > known ? state.boards.slice(0, known + 1) : [state.table.start];
  for (const turn of state.turns.slice(state.boards.length - 1)) {
    state.boards.push(changedBoard(state.boards.at(-1), turn.changes));
  }
}
