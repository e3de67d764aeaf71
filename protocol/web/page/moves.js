/* The user's moves: by clicks, typed, chosen among several, and played only after a question. */

import { look } from "./browse.js";
import { arePromotions, choose, showPreviews } from "./chooser.js";
import { byId, confirmed } from "./dom.js";
import { exercise } from "./exercises.js";
import { send } from "./link.js";
import { analyses, askForLines } from "./opinions.js";
import { show, showStatus, view } from "./screen.js";
import { humans, offered, shownBoard, shownMoves, state } from "./state.js";

let readRequest = 0; // number of the last typed text that the server reads
let previewRequest = 0; // number of the last request for pictures of moves

/* sure: the user has confirmed it. */
export function playMove(move, sure = false) {
  const { shownLine, turns, table } = state;
  if (shownLine) {
    look(shownLine.ply, [...shownLine.line, move]);
  } else if (exercise.now && !exercise.accepts(move)) {
    show(); // without the move
  } else if (!send({ type: "move", move, ply: turns.length, sure })) {
    show();
    showStatus("Not connected.");
  } else if (analyses() && humans().length === 2 && !table.secret) {
    askForLines(turns.length + 1, []); // without waiting for the answer
  }
}

/* Asks about a move that loses at once. */
export function confirmMove({ move, text }) {
  show(); // without the move
  confirmed(text, "Play it", "Choose another move").then((sure) => {
    if (sure) playMove(move, true);
  });
}

/* Lets the user choose among several moves beside the square where they end. */
export function askWhich(offers, point, take) {
  choose(offers, state.game, point, take);
  if (arePromotions(offers)) return;
  previewRequest += 1;
  const moves = offers.map((offer) => offer.text);
  send({ type: "preview", request: previewRequest, ply: state.ply, line: shownMoves(), moves });
}

export function takePreview({ request, moves }) {
  if (request === previewRequest) showPreviews(moves, shownBoard(), state.game.board, view.flipped);
}

/* Asks the server which move a text means, in any notation. */
export function playTyped(text) {
  readRequest += 1;
  send({ type: "read", request: readRequest, text, ply: state.ply, line: shownMoves() });
}

export function takeRead({ request, move, error }) {
  if (request !== readRequest) return;
  const isOffered = offered().some(([text]) => text === move);
  if (error || !isOffered) {
    showStatus(error ?? "It is not your turn.");
    return;
  }
  byId("move").value = "";
  playMove(move);
}
