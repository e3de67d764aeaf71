/* Which part of the page is shown, at which table it sits, and the address that says so. */

import { byId } from "./dom.js";
import { ExerciseGames, exercise } from "./exercises.js";
import { KeptGames } from "./kept.js";
import { send } from "./link.js";
import { Lobby } from "./lobby.js";
import { addressOf, asked, client } from "./memory.js";
import { NewGame } from "./newgame.js";
import { state } from "./state.js";

let room = "";
let hello = null; // the first message of every connection, null in the lobby
let shownHello = null; // that of the table that is shown

export const newGame = new NewGame(begin, (settings) => send({ type: "seats", ...settings }));
export const lobby = new Lobby((name) => newGame.open(name), enter);
const views = { // besides the game
  lobby, kept: new KeptGames(enter), puzzles: new ExerciseGames("puzzles"), steps: new ExerciseGames("steps"),
};

/* The first message of a connection, null where the page sits at no table. */
export function greeting() {
  return hello;
}

export function roomName() {
  return room;
}

/* Begins another game. The one before is kept, and the lobby shows it. */
export function begin(settings) {
  leaveExercise();
  join({ room: "", game: { moves: [], ...settings } });
}

/* Puts an exercise on the board, at a table that is not kept. */
export function practise({ fen }, variant, kind) {
  const settings = newGame.quick(variant, fen, { w: "human", b: "human" });
  leadBack(kind, kind === "puzzles" ? "Puzzles" : "First steps");
  join({ room: "", game: { ...settings, moves: [], practice: true } });
}

/* Goes to the table of a room. key: of a seat there. */
function enter(name, key = "") {
  leaveExercise();
  join({ room: name, key });
}

function leaveExercise() {
  exercise.stop();
  leadBack("games", "All games");
}

/* Sets the link at the top, which leads back to a part of the page. */
function leadBack(part, word) {
  byId("to-lobby").href = `#${part}`;
  byId("to-lobby-word").textContent = word;
}

function join(settings) {
  hello = { type: "hello", client: client(), ...settings };
  byId("game").inert = true; // until the game is shown
  send(hello);
  showView("game");
}

export function showView(name) {
  document.body.dataset.view = name;
  for (const each of ["game", ...Object.keys(views)]) byId(each).hidden = each !== name;
  for (const link of byId("tabs").children) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("open-load").disabled = byId("open-setup").disabled = name !== "game" || !state.table;
  if (name === "game") return;
  leaveExercise();
  byId("title").textContent = "Amalthea";
  document.title = "Amalthea";
  hello = null;
  scrollTo(0, 0);
  views[name].show();
}

/* Goes where the address says. onerror: called with the text of an error. */
export function follow(onerror) {
  const { room: wanted, key, kind, variant, fen, view: name } = asked();
  if (wanted && !key && wanted === room && document.body.dataset.view === "game") return;
  if (wanted) enter(wanted, key);
  else if (kind) exercise.start(kind, variant).catch((error) => onerror(String(error)));
  else if (fen) begin(newGame.quick(variant, fen, { w: "human", b: "human" }));
  else if (variant && document.body.dataset.shared) join({ room: "" });
  else if (variant) begin(newGame.quick(variant));
  else showView(name in views ? name : "lobby");
}

/* Makes the address that of the table, so that a reload and another browser find it. */
export function takeRoom(name) {
  const { room: wanted, key, variant } = asked();
  room = name;
  hello = shownHello = { ...hello, room: name };
  if (exercise.now) return; // its address is that of the exercises
  if (wanted === name && !key) return;
  if (variant || key) history.replaceState(null, "", addressOf(name));
  else history.pushState(null, "", addressOf(name));
}

/* Puts the game into the first message of the next connection, for a server that has lost it. */
export function rememberTable() {
  const { table, turns, sideLines } = state;
  if (table.invited && !table.yours) return; // somebody else's game
  const { variant, fen, players, level, movetime, ponder } = table;
  const clock = { base: table.clock[0], more: table.clock[1], perMove: table.perMove };
  const moves = turns.map((turn) => turn.move);
  const known = sideLines.map((each) => ({ ply: each.ply, line: each.line }));
  const played = { variant, fen, moves, players, level, movetime, clock, ponder, sideLines: known };
  const invite = table.invited ? { invite: table.yours } : {};
  const game = { ...played, ...invite, practice: Boolean(exercise.now) };
  hello = shownHello = { type: "hello", room, client: client(), game };
}

/* Returns to the table that is shown, because another one could not be opened. */
export function returnToTable() {
  hello = shownHello;
  if (!exercise.now) history.replaceState(null, "", addressOf(room));
  byId("game").inert = false;
}
