/* The page: shows what the server sends and sends it what the user does. */

import { arrowOf, arrowsOf, showBar, showLines } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { gameOf } from "./games.js";
import { Link } from "./link.js";
import { gameFromAddress, saveGame, savedGame } from "./memory.js";
import { NewGame } from "./newgame.js";
import { byId, choose, scoresOf, showGraph, showMoves } from "./panels.js";
import { PgnDialog } from "./pgn.js";
import { Setup } from "./setup.js";
import { clockText, sideName, squareText, statusText, turnText } from "./texts.js";

let game = null; // board, symbols, rules and names of the variant that is played
let table = null; // the last state that the server sent
let turns = [];
let boards = [];
let ply = 0; // how many turns are shown
let side = null; // the side line that is shown: { ply, line, turns, options }
let sideLines = []; // all side lines of the game: { ply, line, turns }
let lookRequest = 0; // number of the last request for another position
let lookPending = false; // whether its answer is still awaited
let pendingMove = null; // a move typed meanwhile, to be played in that position
let analysed = new Map();
let lines = [];
let hint = null;
let threat = null; // in the position that is shown
let flipped = null; // null: from the point of view of the user's side
let waiting = Promise.resolve(); // messages are handled one after the other

const view = new BoardView(byId("board"), {
  onmove: playMove,
  onchoice: (offers, take) => choose(offers, game, take),
  oncursor: (square, token) => {
    byId("cursor-text").textContent = squareText(square, token, game.names);
  },
});

/* -- the server -- */

const link = new Link(
  () => {
    const known = savedGame();
    const fromAddress = gameFromAddress();
    if (fromAddress) return { type: "hello", room: "", game: fromAddress };
    if (known) return { type: "hello", room: known.room, game: known.game };
    const variant = new URLSearchParams(location.search).get("variant") ?? "";
    return { type: "hello", room: "", variant };
  },
  (message) => {
    waiting = waiting.then(() => receive(message)).catch((error) => showStatus(String(error)));
  },
  (connected) => {
    document.body.classList.toggle("unlinked", !connected);
    cancelLook();
    if (!connected) showStatus("Connection lost. Reconnecting\u2026");
    else if (table) showStatus(statusText(table, turns, game.names));
    if (connected) setup.reconnected();
  },
);

const send = (message) => link.send(message);
const newGame = new NewGame(send);
const pgn = new PgnDialog(send, () => table.variant);
const setup = new Setup(send, (variant, fen) => newGame.open(table, variant, fen));

function saveTable() {
  const { variant, fen, players, level, movetime, ponder } = table;
  const clock = { base: table.clock[0], more: table.clock[1] };
  const moves = turns.map((turn) => turn.move);
  const known = sideLines.map((each) => ({ ply: each.ply, line: each.line }));
  const played = { variant, fen, moves, players, level, movetime, clock, ponder };
  saveGame(table.room, { ...played, sideLines: known });
}

let room = "";

async function receive(message) {
  if (message.type === "room") room = message.room;
  else if (message.type === "table") await receiveTable(message);
  else if (message.type === "look") receiveLook(message);
  else if (message.type === "side lines") receiveSideLines(message);
  else if (message.type === "lines") receiveLines(message);
  else if (message.type === "threat") receiveThreat(message);
  else if (message.type === "reviewed") receiveAnalysis(message);
  else if (message.type === "hint") receiveHint(message);
  else if (message.type === "pgn") pgn.offer(message.text);
  else if (message.type === "setup") setup.receive(message);
  else if (message.type === "notice") showStatus(message.text);
  else if (message.type === "error") showError(message.text);
}

/* Undoes what the page has shown ahead of the server's answer. */
function showError(text) {
  lookPending = false;
  pendingMove = null;
  if (table) show();
  if (byId("setup-dialog").open) setup.showError(text);
  showStatus(text);
}

async function receiveTable(message) {
  const followed = ply === turns.length;
  const isNew = table?.room !== room || message.game !== table.game;
  table = { ...message, room, receivedAt: performance.now() };
  if (!game || game.board.name !== message.variant) await loadGame(message.variant);
  const known = Math.min(message.since, turns.length);
  const changed = message.turns.length > 0;
  turns = [...turns.slice(0, known), ...message.turns];
  buildBoards(known);
  analysed = isNew ? new Map() : new Map([...analysed].filter(([at]) => at <= known));
  hint = null;
  if ((followed && !side) || isNew || ply > turns.length) ply = turns.length;
  if (isNew || side?.ply > turns.length) side = null;
  if (isNew) {
    sideLines = [];
    flipped = null;
  }
  if (changed && !isNew) click();
  saveTable();
  show();
  showStatus([changed && !isNew ? turnText(turns[turns.length - 1]) : "", statusText(table, turns, game.names)]
    .filter(Boolean).join(". "));
  if (!side) analyse();
}

function buildBoards(from) {
  boards = from && boards.length > from ? boards.slice(0, from + 1) : [table.start];
  for (const turn of turns.slice(boards.length - 1)) {
    boards.push(changedBoard(boards[boards.length - 1], turn.changes));
  }
}

function changedBoard(board, changes) {
  const next = { ...board, ...changes };
  for (const square in changes) if (!changes[square]) delete next[square];
  return next;
}

async function loadGame(name) {
  game = await gameOf(name);
  byId("rules").innerHTML = game.rules;
  byId("title").textContent = game.board.title;
  document.title = `${game.board.title} \u2013 Amalthea`;
  view.become(game.board);
}

/* -- what is shown -- */

function show() {
  const flip = flipped ?? isAbove(humans());
  if (view.flipped !== flip) view.turn(flip);
  const shown = side?.turns.length ? side.turns[side.turns.length - 1] : turns[ply - 1];
  view.show({
    board: shownBoard(),
    hands: (shown ?? table).hands,
    marked: side && !side.turns.length ? [] : shown?.marked ?? [],
    signs: side && !side.turns.length ? "" : shown?.signs ?? "",
    options: offered(),
    arrows: arrows(),
    vital: (shown ?? table).vital,
  });
  byId("legal").replaceChildren(...offered().map(([text]) => new Option(text)));
  const scores = scoresOf(turns, analysed);
  showList(scores);
  showBar(byId("analyse").checked ? lines[0] ?? scores[ply] : null, flip);
  byId("side-line").hidden = !side?.turns.length;
  byId("side-moves").textContent = side?.turns.map((turn) => turn.text).join(" ") ?? "";
  showClocks();
  byId("fen").value = shownFen();
  byId("go").hidden = !table.paused;
  const over = table.status.state !== "ongoing";
  byId("resign").disabled = over || !humans();
  byId("draw").disabled = over || table.secret || !humans();
  byId("hint").disabled = !table.side;
  byId("back").disabled = !turns.length && !table.chosen && !over;
  byId("previous").ariaDisabled = String(ply === 0 && !side?.line.length);
  byId("next").ariaDisabled = String(ply === turns.length && !sideLines.length);
  document.body.dataset.state = table.status.state;
  document.body.dataset.plies = turns.length;
  document.body.dataset.side = table.side;
  document.body.dataset.game = `${room} ${table.game}`;
  document.body.dataset.flipped = view.flipped;
}

function showList(scores) {
  const at = side?.line.length ? null : ply;
  showMoves({ turns, at, scores, sideLines, side }, { go: goTo, look, deleteSideLine });
  showGraph(scores, ply, turns.length, goTo);
}

function humans() {
  return ["w", "b"].filter((each) => table.players[each] === "human").join("");
}

/* Whether the only side that a person plays starts in the upper half of the board. */
function isAbove(playing) {
  if (playing.length !== 1) return false;
  const isOurs = (token) => token.toLowerCase() !== token.toUpperCase()
    && (playing === "w") === (token === token.toUpperCase());
  const pieces = Object.entries(table.start).filter(([, token]) => isOurs(token));
  if (!pieces.length) return playing === "b";
  const mean = pieces.reduce((sum, [square]) => sum + Number(square.slice(1)), 0) / pieces.length;
  return mean - game.board.origin > (game.board.ranks + 1) / 2;
}

function shownBoard() {
  if (!side) return boards[ply];
  return side.turns.reduce((board, turn) => changedBoard(board, turn.changes), boards[side.ply]);
}

function shownFen() {
  if (side?.turns.length) return side.turns[side.turns.length - 1].fen;
  return ply ? turns[ply - 1].fen : table.fen;
}

/* The moves that can be played in the position that is shown. */
function offered() {
  if (side) return side.secret ? [] : side.options;
  return ply === turns.length ? table.options : [];
}

function arrows() {
  const found = byId("analyse").checked ? arrowsOf(lines) : [];
  if (threat && byId("threat").checked) found.push(arrowOf(threat, "bad"));
  const hinted = hint && !side && ply === turns.length ? arrowOf(hint, "best") : null;
  return hinted ? [...found, hinted] : found;
}

function showStatus(text) {
  byId("status").textContent = text;
}

/* Shows the clocks. Only the server decides when one has run out. */
function showClocks() {
  byId("clocks").hidden = !table?.clock[0];
  if (byId("clocks").hidden) return;
  for (const each of ["w", "b"]) {
    const runs = turns.length && table.waiting.includes(each);
    const spent = runs ? performance.now() - table.receivedAt : 0;
    byId(`clock-${each}`).textContent = clockText(table.left[each] - spent);
  }
}

setInterval(showClocks, 200);

let sounds = null;

/* Plays a short click for a move if sound is on. */
function click() {
  if (!byId("sound").checked) return;
  sounds ??= new AudioContext();
  const tone = new OscillatorNode(sounds, { frequency: 330 });
  const gain = new GainNode(sounds, { gain: 0.15 });
  tone.connect(gain).connect(sounds.destination);
  tone.start();
  tone.stop(sounds.currentTime + 0.06);
}

/* -- moves -- */

function playMove(move) {
  if (side) {
    look(side.ply, [...side.line, move]);
  } else if (!link.send({ type: "move", move, ply: turns.length })) {
    showError("Not connected.");
  } else if (byId("analyse").checked && humans().length === 2 && !table.secret) {
    askForLines(turns.length + 1, []); // without waiting for the answer
  }
}

function goTo(goal) {
  cancelLook();
  side = null;
  ply = Math.min(Math.max(goal, 0), turns.length);
  lines = [];
  show();
  const shown = turns[ply - 1];
  showStatus(ply < turns.length && shown ? turnText(shown) : statusText(table, turns, game.names));
  analyse();
}

/* Ignores the answer to the last request for another position. */
function cancelLook() {
  lookRequest += 1;
  lookPending = false;
  pendingMove = null;
}

/* Asks the server for the position after another line from a position of the game. */
function look(at, line) {
  cancelLook();
  lookPending = link.send({ type: "look", request: lookRequest, ply: at, line });
  if (byId("analyse").checked) askForLines(at, line);
}

/* Deletes the last move of a side line and what follows it. */
function deleteSideLine(at, line) {
  link.send({ type: "forget", ply: at, line });
  const within = side?.ply === at && line.every((move, index) => move === side.line[index]);
  if (!within) return;
  if (line.length > 1) look(at, line.slice(0, -1));
  else goTo(at);
}

function receiveSideLines(message) {
  sideLines = message.lines;
  saveTable();
  showList(scoresOf(turns, analysed));
}

/* Steps one move forward or back, in the side line that is shown or in the game. */
function step(by) {
  const at = side?.line.length ? side.ply : ply;
  const line = side?.line ?? [];
  if (by < 0 && line.length > 1) look(at, line.slice(0, -1));
  else if (by < 0 && line.length) goTo(at);
  else if (by > 0 && (line.length || ply === turns.length)) {
    const goesOn = (each) => each.ply === at && each.line.length > line.length
      && line.every((move, index) => move === each.line[index]);
    const known = sideLines.find(goesOn);
    if (known) look(at, known.line.slice(0, line.length + 1));
  } else goTo(ply + by);
}

function receiveLook(message) {
  if (message.request !== lookRequest) return;
  const typed = pendingMove;
  cancelLook();
  const { ply: at, line, turns: tried, options, secret } = message;
  side = { ply: at, line, turns: tried, options, secret };
  ply = at;
  lines = [];
  show();
  if (tried.length) showStatus(turnText(tried[tried.length - 1]));
  analyse(true);
  if (typed) playTyped(typed);
}

/* -- analysis -- */

function analyse(known = false) {
  const on = byId("analyse").checked;
  const browsing = ply < turns.length;
  if (on && browsing && !side && !known) {
    look(ply, []);
    return;
  }
  askForThreat();
  if (!on && !analyse.on) return;
  analyse.on = on;
  askForLines(ply, side?.line ?? []);
}

/* Asks for the best lines. The server continues an analysis that is already running. */
function askForLines(at, line) {
  const on = byId("analyse").checked;
  link.send({ type: "analyse", on, ply: at, line, lines: Number(byId("lines").value) });
}

/* Whether a message is about the position that is shown. */
function isShown(message) {
  return message.ply === ply && message.line.join() === (side?.line ?? []).join();
}

/* Asks what the opponent would play if the side to move passed. */
function askForThreat() {
  const on = byId("threat").checked;
  if (!on && !askForThreat.on) return;
  askForThreat.on = on;
  threat = null;
  byId("threat-text").textContent = "";
  link.send({ type: "threat", on, ply, line: side?.line ?? [] });
  view.point(arrows());
}

function receiveThreat(message) {
  if (!isShown(message) || !byId("threat").checked) return;
  threat = message.move;
  byId("threat-text").textContent = message.move
    ? `Threat: ${message.text}` : "No threat: the side to move cannot pass here.";
  view.point(arrows());
}

function receiveLines(message) {
  const line = side?.line ?? [];
  if (!isShown(message) || !byId("analyse").checked) return;
  lines = message.lines;
  const at = ply; // these lines may still be shown with another position
  showLines(lines, (moves) => look(at, [...line, ...moves]));
  showBar(lines[0], view.flipped);
  view.point(arrows());
}

function receiveAnalysis(message) {
  analysed.set(message.ply, { cp: message.cp, mate: message.mate });
  const scores = scoresOf(turns, analysed);
  showList(scores);
}

function receiveHint(message) {
  if (message.ply !== turns.length) return;
  hint = message.move;
  showStatus(`Hint: ${message.move}`);
  view.point(arrows());
}

/* -- controls -- */

function onClick(id, act) {
  byId(id).addEventListener("click", act);
}

onClick("first", () => goTo(0));
onClick("previous", () => step(-1));
onClick("next", () => step(1));
onClick("last", () => goTo(turns.length));
onClick("flip", () => {
  flipped = !view.flipped;
  show();
});
onClick("back", () => {
  cancelLook();
  side = null;
  link.send({ type: "back" });
});
onClick("go", () => link.send({ type: "go" }));
onClick("hint", () => link.send({ type: "hint" }));
onClick("draw", () => link.send({ type: "draw" }));
onClick("resign", () => {
  const who = table.side || humans()[0];
  if (confirm(`Resign as ${sideName(who)}?`)) link.send({ type: "resign", side: who });
});
onClick("leave-side", () => goTo(ply));
onClick("forget-side", () => deleteSideLine(side.ply, side.line));
onClick("review", () => link.send({ type: "review" }));
byId("threat").addEventListener("change", askForThreat);
byId("lines").addEventListener("change", () => analyse(true));
byId("analyse").addEventListener("change", () => {
  if (!byId("analyse").checked) {
    lines = [];
    side = null;
    showLines([], null);
  }
  show();
  analyse();
});

byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("move").value.trim();
  if (lookPending) pendingMove = text;
  else playTyped(text);
});

function playTyped(text) {
  const offer = offered().find(([move]) => move.toLowerCase() === text.toLowerCase());
  if (!offer) {
    showStatus(`${text} is not a legal move here.`);
    return;
  }
  byId("move").value = "";
  playMove(offer[0]);
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (typing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const acts = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1),
    Home: () => goTo(0), End: () => goTo(turns.length), f: () => byId("flip").click(),
    x: () => byId("threat").click(),
  };
  if (acts[event.key]) {
    event.preventDefault();
    acts[event.key]();
  }
});

/* -- other games -- */

async function listGames() {
  const { games } = await (await fetch("games")).json();
  for (const list of ["new-variant", "setup-variant"]) {
    for (const each of games) byId(list).append(new Option(each.title, each.name));
  }
}

onClick("open-new", () => newGame.open(table, table.variant, ""));
onClick("open-setup", () => setup.open(table.variant, shownFen()));

onClick("share", async () => {
  const query = new URLSearchParams({ variant: table.variant, fen: shownFen() });
  const address = `${location.origin}/#${query}`;
  byId("fen").value = address;
  byId("fen").select();
  await navigator.clipboard?.writeText(address).catch(() => {});
});

listGames();
