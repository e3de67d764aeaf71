/* The page: takes what the server sends and lets its parts show it. */

import "./controls.js";
import { analyse, cancelLook, deleteSideLine, goTo, leaveLine, look, takeLook, takeSideLines } from "./browse.js";
import { byId, make } from "./dom.js";
import { exercise, keepPlayed } from "./exercises.js";
import { gameOf } from "./games.js";
import { connect, send } from "./link.js";
import { setting } from "./memory.js";
import { askWhich, confirmMove, playMove, playTyped, takePreview, takeRead } from "./moves.js";
import { forgetOpinions, keepOpinions, takeHint, takeLines, takeReview, takeThreat } from "./opinions.js";
import { PgnDialog } from "./pgn.js";
import {
  follow, greeting, lobby, newGame, practise, rememberTable, returnToTable, roomName, showView, takeRoom,
} from "./rooms.js";
import {
  connectScreen, openings, show, showArrows, showFound, showList, showStatus, showTableStatus, view,
} from "./screen.js";
import { Setup } from "./setup.js";
import { sound } from "./sound.js";
import { humans, isAbove, isOver, shownFen, state, takeTurns } from "./state.js";
import { turnText } from "./texts.js";

const REPLY_MS = 400; // until an exercise answers

let waiting = Promise.resolve(); // messages are handled one after the other

const pgn = new PgnDialog(send, () => state.table.variant);
const setup = new Setup(send, (variant, fen) => newGame.open(variant, fen, state.table));

connectScreen({ play: playMove, choose: askWhich, go: goTo, look, deleteSideLine });
exercise.connect({
  begin: practise,
  play: playMove,
  show: (line) => {
    look(0, line); // it becomes a side line,
    look(0, line.slice(0, 1)); // which begins here
  },
  open: (name) => newGame.open(name),
  game: () => state.game,
  redraw: showArrows,
  levelName: (level) => state.levels[level]?.name ?? "",
  plies: () => state.turns.length,
});
connect(
  greeting,
  (message) => {
    waiting = waiting.then(() => take(message)).catch((error) => showStatus(String(error)));
  },
  (connected) => {
    document.body.classList.toggle("unlinked", !connected);
    cancelLook();
    if (!connected) showStatus("Connection lost. Reconnecting\u2026");
    else if (state.table) showTableStatus();
    if (connected) setup.reconnected();
  },
);

/* -- messages -- */

const TAKE = { // by type
  room: ({ room }) => takeRoom(room),
  table: takeTable,
  look: (message) => {
    const typed = takeLook(message);
    if (typed) playTyped(typed);
  },
  "side lines": (message) => {
    takeSideLines(message);
    rememberTable();
  },
  lines: (message) => {
    if (!takeLines(message)) return;
    if (!message.line.length && message.lines.length) showList();
    showFound();
  },
  threat: (message) => {
    if (takeThreat(message)) showArrows();
  },
  reviewed: (message) => takeReviews([message]),
  review: ({ positions }) => takeReviews(positions),
  hint: (message) => {
    if (!takeHint(message)) return;
    showStatus(`Hint: ${message.text}`);
    showArrows();
  },
  read: takeRead,
  preview: takePreview,
  confirm: confirmMove,
  pgn: ({ text }) => pgn.offer(text),
  mail: ({ text }) => pgn.mail(text),
  games: ({ games }) => pgn.list(games),
  setup: (message) => setup.receive(message),
  notice: ({ text }) => showStatus(text),
  error: ({ text }) => showError(text),
};

async function take(message) {
  if (greeting()) await TAKE[message.type]?.(message); // otherwise it is of a table that was left
}

function takeReviews(positions) {
  positions.forEach(takeReview);
  showList();
}

/* Undoes what the page has shown ahead of the server's answer. */
function showError(text) {
  cancelLook();
  if (byId("setup-dialog").open) setup.showError(text);
  if (byId("load-dialog").open) pgn.showError(text);
  byId("lobby-notice").hidden = Boolean(state.table);
  byId("lobby-notice").textContent = text;
  if (state.table) {
    returnToTable();
    show();
  } else location.hash = "games";
  showStatus(text);
}

/* -- the table -- */

async function takeTable(message) {
  const { table: before, ply, turns: { length } } = state;
  const room = roomName();
  const isNew = before?.room !== room || message.game !== before.game;
  const changed = message.turns.length > 0;
  state.table = { ...message, room, receivedAt: performance.now() };
  if (state.game?.board.name !== message.variant) await loadGame(message.variant);
  const known = Math.min(message.since, length);
  takeTurns(known, message.turns);
  if (isNew) forgetGame();
  else keepOpinions(known);
  if (changed) byId("review-text").textContent = "";
  if (isNew || message.tags) state.notes = { tags: message.tags ?? {}, comments: message.comments ?? {} };
  const { turns } = state;
  const followed = ply === length && !state.shownLine;
  if (followed || isNew || ply > turns.length) state.ply = turns.length;
  if (state.shownLine?.ply > turns.length) state.shownLine = null;
  byId("game").inert = false;
  if (changed && !isNew) sound(soundOf(turns.at(-1)));
  showView("game");
  if (isNew) {
    byId("panel").scrollTop = 0;
    scrollTo(0, 0);
  }
  if (isOver() && humans() && !exercise.now) keepPlayed(message.variant);
  showTitle();
  rememberTable();
  show();
  showTableStatus(changed && !isNew ? turnText(turns.at(-1)) : "");
  if (!state.shownLine) analyse();
  if (exercise.reply) setTimeout(replyToAnswer, REPLY_MS, room, turns.length);
}

/* Takes off the page what belonged to the game before, and what was asked about it. */
function forgetGame() {
  leaveLine();
  forgetOpinions();
  state.sideLines = [];
  const known = setting("flipped", {});
  const isKept = known.room === state.table.room;
  state.flipped = isKept ? known.flipped : exercise.flips(isAbove(state.table.turn));
  byId("move").value = "";
  for (const id of ["chooser", "sure"]) byId(id).close();
  view.forget();
  openings.clear();
  pgn.loaded();
  showFound();
}

async function loadGame(name) {
  state.game = await gameOf(name);
  state.game.draw(byId("characters").checked);
  byId("characters-part").hidden = !state.game.characters;
  byId("rules").innerHTML = state.game.rules;
  byId("rules-part").open = false;
  view.setVariant(state.game.board);
}

function showTitle() {
  const { table, game: { board: { title } } } = state;
  const calls = table.invited && table.side && !table.vacant; // somebody else waits, perhaps behind another tab
  byId("title").textContent = title;
  document.title = `${calls ? "Your move" : title} \u2013 Amalthea`;
}

/* Plays the reply to the answer of an exercise, unless the exercise has been left. */
function replyToAnswer(room, plies) {
  if (room === roomName() && plies === state.turns.length && exercise.reply) playMove(exercise.reply);
}

function soundOf(turn) {
  if (isOver()) return "end";
  if (turn.check) return "check";
  const [before, after] = state.boards.slice(-2).map((board) => Object.keys(board).length);
  return after < before ? "capture" : "move";
}

/* -- other games -- */

async function listGames() {
  const { levels, families } = await (await fetch("games")).json();
  state.levels = levels;
  for (const list of ["new-variant", "setup-variant"]) {
    for (const { title, games } of families) {
      make(byId(list), "optgroup", { label: title }).append(...games.map((each) => new Option(each.title, each.name)));
    }
  }
  newGame.setGames(levels, families.flatMap((family) => family.games));
  byId("open-new").disabled = false;
  lobby.setFamilies(families);
}

byId("open-new").addEventListener("click", () => {
  newGame.open(state.table?.variant ?? "chess", "", greeting() && !exercise.now ? state.table : null);
});
byId("open-setup").addEventListener("click", () => setup.open(state.table.variant, shownFen()));
window.addEventListener("popstate", () => follow(showError));
listGames().then(() => follow(showError));
