/* The page: shows what the server sends and sends it what the user does. */

import { arrowOf, arrowsOf, showBar, showLines } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { Exercise, ExerciseGames, isNewcomer, keepPlayed } from "./exercises.js";
import { gameOf } from "./games.js";
import { Link } from "./link.js";
import { choose, showPreviews, arePromotions } from "./chooser.js";
import { byId, confirmed, copy } from "./dom.js";
import { Lobby } from "./lobby.js";
import { KeptGames } from "./kept.js";
import { addressOf, asked, client, keepSetting, linkTo, setting } from "./memory.js";
import { NewGame } from "./newgame.js";
import { Openings } from "./openings.js";
import { scoresOf, showGraph, showMoves, showNotes } from "./panels.js";
import { PgnDialog } from "./pgn.js";
import { showClocks, showEnd, showInvitation, showPlayers } from "./players.js";
import { Setup } from "./setup.js";
import { sound } from "./sound.js";
import { ownSides, passOf, sideName, squareText, statusText, tokenName, turnText } from "./texts.js";

let game = null; // board, symbols, rules and names of the variant that is played
let table = null; // the last state that the server sent
let turns = [];
let boards = [];
let ply = 0; // how many turns are shown
let shownLine = null; // the side line that is shown: { ply, line, turns, options }
let sideLines = []; // all side lines of the game: { ply, line, turns }
let lookRequest = 0; // number of the last request for another position
let lookPending = false; // whether its answer is still awaited
let pendingMove = null; // a move typed meanwhile, to be played in that position
let readRequest = 0; // number of the last typed text that the server reads
let previewRequest = 0; // number of the last request for pictures of moves
let marks = new Map(); // by ply: the mark of the move, and a better one
let levels = [];
let notes = { tags: {}, comments: {} }; // of a loaded game
let hello = null; // the first message of every connection, null in the lobby
let shownHello = null; // that of the table that is shown
let analysed = new Map();
let lines = [];
let hint = null;
let threat = null; // in the position that is shown
let flipped = null; // null: from the point of view of the user's side
let waiting = Promise.resolve(); // messages are handled one after the other

const REPLY_MS = 400; // until an exercise answers

const view = new BoardView(byId("board"), {
  onmove: playMove,
  onchoice: askWhich,
  oncursor: (square, token) => {
    byId("cursor-text").textContent = squareText(square, token, game.names);
  },
  onhover: (token) => {
    view.host.title = token ? tokenName(token, game.names) : "";
  },
});

/* -- the server -- */

const link = new Link(
  () => hello,
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
const newGame = new NewGame(begin, (settings) => send({ type: "seats", ...settings }));
const openings = new Openings(
  (move) => look(shownLine?.ply ?? ply, [...(shownLine?.line ?? []), move]),
  () => openings.show(table.variant, shownFen(), turns.length),
);
const pgn = new PgnDialog(send, () => table.variant);
const setup = new Setup(send, (variant, fen) => newGame.open(variant, fen, table));
const lobby = new Lobby((name) => newGame.open(name), enter);
const views = { // besides the game
  lobby, kept: new KeptGames(enter), puzzles: new ExerciseGames("puzzles"), steps: new ExerciseGames("steps"),
};
const exercise = new Exercise({
  begin: practise,
  play: (move) => playMove(move),
  show: (line) => {
    look(0, line); // it becomes a side line,
    look(0, line.slice(0, 1)); // which begins here
  },
  open: (name) => newGame.open(name),
  game: () => game,
  redraw: () => view.point(arrows()),
  levelName: (level) => levels[level]?.name ?? "",
  plies: () => turns.length,
});

/* Begins another game. The one before is kept, and the lobby shows it. */
function begin(settings) {
  leaveExercise();
  join({ type: "hello", room: "", client: client(), game: { moves: [], ...settings } });
}

/* Puts an exercise on the board, at a table that is not kept. */
function practise({ fen }, variant, kind) {
  const settings = newGame.quick(variant, fen, { w: "human", b: "human" });
  leadBack(kind, kind === "puzzles" ? "Puzzles" : "First steps");
  join({ type: "hello", room: "", client: client(), game: { ...settings, moves: [], practice: true } });
}

/* Goes to the table of a room. key: of a seat there. */
function enter(name, key = "") {
  leaveExercise();
  join({ type: "hello", room: name, client: client(), key });
}

function leaveExercise() {
  exercise.stop();
  leadBack("games", "All games");
}

/* Lets the link in the head lead to a part of the page. */
function leadBack(part, word) {
  byId("to-lobby").href = `#${part}`;
  byId("to-lobby-word").textContent = word;
}

function join(message) {
  hello = message;
  byId("game").inert = true; // until the game is shown
  link.send(hello);
  showView("game");
}

function showView(name) {
  document.body.dataset.view = name;
  for (const each of ["game", ...Object.keys(views)]) byId(each).hidden = each !== name;
  for (const link of byId("tabs").children) {
    if (link.dataset.view === name) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byId("open-load").disabled = byId("open-setup").disabled = name !== "game" || !table;
  if (name === "game") return;
  leaveExercise();
  byId("title").textContent = "Amalthea";
  document.title = "Amalthea";
  hello = null;
  scrollTo(0, 0);
  views[name].show();
}

/* Goes where the address says. */
function follow() {
  const { room: wanted, key, kind, variant, fen, view: name } = asked();
  if (wanted && !key && wanted === room && document.body.dataset.view === "game") return;
  if (wanted) enter(wanted, key);
  else if (kind) exercise.start(kind, variant).catch((error) => showError(String(error)));
  else if (fen) begin(newGame.quick(variant, fen, { w: "human", b: "human" }));
  else if (variant && document.body.dataset.shared) join({ type: "hello", room: "", client: client() });
  else if (variant) begin(newGame.quick(variant));
  else showView(name in views ? name : "lobby");
}

/* The address becomes that of the table, so that a reload and another browser find it. */
function onRoom(name) {
  const { room: wanted, key, variant } = asked();
  room = name;
  hello = shownHello = { ...hello, room: name };
  if (exercise.now) return; // its address is that of the exercises
  if (wanted === name && !key) return;
  if (variant || key) history.replaceState(null, "", addressOf(name));
  else history.pushState(null, "", addressOf(name));
}

/* Lets the next connection bring the game, for a server that has not kept it. */
function rememberTable() {
  const { variant, fen, players, level, movetime, ponder } = table;
  const clock = { base: table.clock[0], more: table.clock[1], perMove: table.perMove };
  const moves = turns.map((turn) => turn.move);
  const known = sideLines.map((each) => ({ ply: each.ply, line: each.line }));
  const played = { variant, fen, moves, players, level, movetime, clock, ponder, sideLines: known };
  if (table.invited && !table.yours) return; // somebody else's game
  const invite = table.invited ? { invite: table.yours } : {};
  hello = shownHello = { type: "hello", room, client: client(), game: { ...played, ...invite, practice: Boolean(exercise.now) } };
}

let room = "";

async function receive(message) {
  if (!hello) return; // of a table that was left
  if (message.type === "room") onRoom(message.room);
  else if (message.type === "table") await receiveTable(message);
  else if (message.type === "look") receiveLook(message);
  else if (message.type === "side lines") receiveSideLines(message);
  else if (message.type === "lines") receiveLines(message);
  else if (message.type === "threat") receiveThreat(message);
  else if (message.type === "reviewed") receiveAnalysis(message);
  else if (message.type === "review") message.positions.forEach(receiveAnalysis);
  else if (message.type === "hint") receiveHint(message);
  else if (message.type === "read") receiveRead(message);
  else if (message.type === "preview") receivePreview(message);
  else if (message.type === "confirm") confirmMove(message);
  else if (message.type === "pgn") pgn.offer(message.text);
  else if (message.type === "mail") pgn.mail(message.text);
  else if (message.type === "games") pgn.list(message.games);
  else if (message.type === "setup") setup.receive(message);
  else if (message.type === "notice") showStatus(message.text);
  else if (message.type === "error") showError(message.text);
}

/* Undoes what the page has shown ahead of the server's answer. */
function showError(text) {
  lookPending = false;
  pendingMove = null;
  if (byId("setup-dialog").open) setup.showError(text);
  if (byId("load-dialog").open) pgn.showError(text);
  byId("lobby-notice").hidden = Boolean(table);
  byId("lobby-notice").textContent = text;
  if (!table) location.hash = "games";
  else returnToTable();
  showStatus(text);
}

/* Shows the table again, also where another one could not be opened. */
function returnToTable() {
  hello = shownHello;
  if (!exercise.now) history.replaceState(null, "", addressOf(room));
  byId("game").inert = false;
  show();
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
  const kept = (found) => (isNew ? new Map() : new Map([...found].filter(([at]) => at <= known)));
  if (isNew || table.tags) notes = { tags: table.tags ?? {}, comments: table.comments ?? {} };
  analysed = kept(analysed);
  marks = kept(marks);
  if (changed || isNew) byId("review-text").textContent = "";
  hint = null;
  if ((followed && !shownLine) || isNew || ply > turns.length) ply = turns.length;
  if (isNew || shownLine?.ply > turns.length) shownLine = null;
  if (isNew) {
    forgetGame();
    const known = setting("flipped", {});
    flipped = known.room === room ? known.flipped : exercise.flips(isAbove(table.turn));
    pgn.loaded();
  }
  byId("game").inert = false;
  if (changed && !isNew) sound(soundOf(turns[turns.length - 1]));
  showView("game");
  if (isNew) {
    byId("panel").scrollTop = 0;
    scrollTo(0, 0);
  }
  if (table.status.state !== "ongoing" && humans() && !exercise.now) keepPlayed(table.variant);
  byId("title").textContent = game.board.title;
  const calls = table.invited && table.side && !table.vacant; // somebody else waits, perhaps behind another tab
  document.title = `${calls ? "Your move" : game.board.title} \u2013 Amalthea`;
  rememberTable();
  show();
  showStatus([changed && !isNew ? turnText(turns[turns.length - 1]) : "", statusText(table, turns, game.names)]
    .filter(Boolean).join(". "));
  if (!shownLine) analyse();
  if (exercise.reply) setTimeout(replyToAnswer, REPLY_MS, room, turns.length);
}

/* Takes off the page what belonged to the game before, and what was asked about it. */
function forgetGame() {
  cancelLook();
  sideLines = [];
  lines = [];
  threat = null;
  showLines([], null);
  byId("threat-text").textContent = "";
  byId("move").value = "";
  for (const id of ["chooser", "sure"]) byId(id).close();
  view.forget();
  openings.clear();
}

/* Plays the reply to the answer of an exercise, unless the exercise has been left. */
function replyToAnswer(at, plies) {
  if (at === room && plies === turns.length && exercise.reply) playMove(exercise.reply);
}

function soundOf(turn) {
  if (table.status.state !== "ongoing") return "end";
  if (turn.check) return "check";
  const [before, after] = boards.slice(-2).map((board) => Object.keys(board).length);
  return after < before ? "capture" : "move";
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
  game.draw(byId("characters").checked);
  byId("characters-part").hidden = !game.characters;
  byId("rules").innerHTML = game.rules;
  byId("rules-part").open = false;
  view.setVariant(game.board);
}

/* -- what is shown -- */

function show() {
  const over = table.status.state !== "ongoing";
  const flip = flipped ?? isAbove(humans());
  if (view.flipped !== flip) view.turn(flip);
  const shown = shownLine?.turns.length ? shownLine.turns[shownLine.turns.length - 1] : turns[ply - 1];
  view.show({
    board: shownBoard(),
    hands: (shown ?? table).hands,
    marked: shown?.marked ?? [],
    signs: shown?.signs ?? "",
    options: offered(),
    arrows: arrows(),
    vital: (shown ?? table).vital,
    attacked: shown?.attacked ?? [],
    premoveSide: premoveSide(),
  });
  byId("legal").replaceChildren(...offered().map(([text]) => new Option(text)));
  const scores = shownScores();
  showBar(analyses() ? lines[0] ?? scores[ply] : null, flip);
  byId("side-line").hidden = !shownLine?.turns.length;
  byId("side-moves").textContent = shownLine?.turns.map((turn) => turn.text).join(" ") ?? "";
  document.body.classList.toggle("white-above", isAbove("w") !== flip);
  const played = [...turns.slice(0, ply), ...(shownLine?.turns ?? [])];
  showPlayers(table, game, levels, { boards: shownBoards(), turns: played, hands: (shown ?? table).hands });
  showClocks(table, turns.length);
  showEnd(table);
  showInvitation(table, linkTo(room));
  byId("analysis-part").hidden = !mayHelp();
  byId("review").hidden = over;
  byId("newcomer").hidden = Boolean(exercise.now) || over || !isNewcomer(table.variant, game.exercises.includes("steps"));
  byId("newcomer").querySelector("span").textContent = game.board.title;
  byId("newcomer").querySelector("a").href = `#steps=${table.variant}`;
  showNotes(notes, shownLine?.line.length ? null : ply);
  byId("fen").value = shownFen();
  openings.show(table.variant, shownFen(), turns.length);
  showControls();
  showList(scores); // last, as the list fills the height that is left
  byId("previous").ariaDisabled = String(ply === 0 && !shownLine?.line.length);
  byId("next").ariaDisabled = String(ply === turns.length && !sideLines.length);
  document.body.dataset.state = table.status.state;
  document.body.dataset.plies = turns.length;
  document.body.dataset.side = table.side;
  document.body.dataset.game = `${room} ${table.game}`;
  document.body.dataset.flipped = view.flipped;
}

function showControls() {
  const over = table.status.state !== "ongoing";
  const isOffered = table.offers && !table.yours.includes(table.offers);
  byId("go").hidden = !table.paused;
  byId("back").hidden = table.invited;
  byId("pass").hidden = !table.side || !passOf(offered());
  byId("hint").hidden = table.invited || over;
  byId("draw").hidden = byId("resign").hidden = over || !humans();
  byId("draw").disabled = table.secret || (table.offers && !isOffered);
  byId("draw").textContent = isOffered ? "Accept draw" : table.offers ? "Draw offered" : "Offer draw";
  byId("draw").classList.toggle("primary", Boolean(isOffered));
  byId("hint").disabled = !table.side;
  const decides = (turn) => [...turn.choosers].some((each) => table.players[each] === "human");
  const isAlone = Object.values(table.players).every((each) => each === "engine");
  byId("back").disabled = !over && !table.chosen && !(isAlone ? turns.length : turns.some(decides));
}

function showList(scores) {
  const at = shownLine?.line.length ? null : ply;
  showGraph(scores, { ply, length: turns.length, marks }, goTo);
  byId("scores-note").hidden = !lines.length && !scores.length;
  const acts = { go: goTo, look, deleteSideLine };
  showMoves({ turns, at, scores, marks, sideLines, side: shownLine, first: firstMover() }, acts);
}

/* The side whose moves come first in the list. A game that Black begins may begin with a move of White's here. */
function firstMover() {
  const [, turn, ...rest] = table.fen.split(" ");
  return game.first === "b" && rest[rest.length - 1] === "1" ? turn : game.first;
}

/* Whether the engine may give its opinion: not while two people play each other. */
function mayHelp() {
  return !table.invited || table.status.state !== "ongoing";
}

/* Whether the engine's analysis is shown. */
function analyses() {
  return byId("analyse").checked && mayHelp();
}

/* The scores that are shown. Those of the engine's own moves are kept back while somebody plays against it. */
function shownScores() {
  const over = table.status.state !== "ongoing";
  return scoresOf(turns, analysed, table.status, over || analyses() || !humans());
}

/* The side that may enter a premove, "" for none. */
function premoveSide() {
  const own = humans();
  const waiting = table.waiting && !table.side && !table.secret && !table.paused;
  const plans = waiting && !shownLine && ply === turns.length && !game.board.patches;
  return plans && own.length === 1 ? own : "";
}

/* The sides that this page plays. */
function humans() {
  return ownSides(table);
}

/* Whether a side, if it is only one, starts in the upper half of the board. */
function isAbove(playing) {
  return playing === game.above;
}

function shownBoard() {
  return shownBoards().pop();
}

/* The boards up to the position that is shown. */
function shownBoards() {
  const found = boards.slice(0, ply + 1);
  for (const turn of shownLine?.turns ?? []) found.push(changedBoard(found[found.length - 1], turn.changes));
  return found;
}

function shownFen() {
  if (shownLine?.turns.length) return shownLine.turns[shownLine.turns.length - 1].fen;
  return ply ? turns[ply - 1].fen : table.fen;
}

/* The moves that can be played in the position that is shown. */
function offered() {
  if (exercise.reply && !shownLine) return [];
  if (shownLine) return shownLine.secret ? [] : shownLine.options;
  return ply === turns.length ? table.options : [];
}

function arrows() {
  const found = analyses() ? arrowsOf(lines) : [];
  if (threat && byId("threat").checked) found.push(arrowOf(threat, "bad"));
  if (exercise.hinted) found.push([exercise.hinted, exercise.hinted, "best"]);
  const hinted = hint && !shownLine && ply === turns.length ? arrowOf(hint, "best") : null;
  return hinted ? [...found, hinted] : found;
}

function showStatus(text) {
  byId("status").textContent = text;
}

setInterval(() => showClocks(table, turns.length), 100);

/* -- moves -- */

function playMove(move, sure = false) {
  if (shownLine) {
    look(shownLine.ply, [...shownLine.line, move]);
  } else if (exercise.now && !exercise.accepts(move)) {
    show(); // without the move
  } else if (!link.send({ type: "move", move, ply: turns.length, sure })) {
    showError("Not connected.");
  } else if (analyses() && humans().length === 2 && !table.secret) {
    askForLines(turns.length + 1, []); // without waiting for the answer
  }
}

function goTo(goal) {
  cancelLook();
  shownLine = null;
  ply = Math.min(Math.max(goal, 0), turns.length);
  lines = [];
  show();
  const shown = turns[ply - 1];
  showStatus(ply < turns.length && shown ? turnText(shown) : statusText(table, turns, game.names));
  analyse();
}

/* Asks about a move that loses at once. */
function confirmMove({ move, text }) {
  show(); // without the move
  confirmed(text, "Play it", "Choose another move").then((sure) => {
    if (sure) playMove(move, true);
  });
}

/* Lets the user choose among several moves beside the square where they end. */
function askWhich(offers, point, take) {
  choose(offers, game, point, take);
  if (arePromotions(offers)) return;
  previewRequest += 1;
  const moves = offers.map((offer) => offer.text);
  link.send({ type: "preview", request: previewRequest, ply, line: shownLine?.line ?? [], moves });
}

function receivePreview({ request, moves }) {
  if (request === previewRequest) showPreviews(moves, shownBoard(), game.board, view.flipped);
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
  if (analyses()) askForLines(at, line);
}

/* Deletes the last move of a side line and what follows it. */
function deleteSideLine(at, line) {
  link.send({ type: "forget", ply: at, line });
  const within = shownLine?.ply === at && line.every((move, index) => move === shownLine.line[index]);
  if (!within) return;
  if (line.length > 1) look(at, line.slice(0, -1));
  else goTo(at);
}

function receiveSideLines(message) {
  sideLines = message.lines;
  rememberTable();
  showList(shownScores());
}

/* Steps one move forward or back, in the side line that is shown or in the game. */
function step(by) {
  const at = shownLine?.line.length ? shownLine.ply : ply;
  const line = shownLine?.line ?? [];
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
  shownLine = { ply: at, line, turns: tried, options, secret };
  ply = at;
  lines = [];
  show();
  if (tried.length) {
    const texts = [turnText(tried[tried.length - 1]), message.status.text];
    showStatus(texts.filter(Boolean).join(". "));
    exercise.tell(byId("status").textContent);
  }
  analyse(true);
  if (typed) playTyped(typed);
}

/* -- analysis -- */

function analyse(known = false) {
  const on = analyses();
  const browsing = ply < turns.length;
  if (browsing && !shownLine && !known) {
    look(ply, []); // for the moves that may be tried there
    return;
  }
  askForThreat();
  if (!on && !analyse.on) return;
  analyse.on = on;
  askForLines(ply, shownLine?.line ?? []);
}

/* Asks for the best lines. The server continues an analysis that is already running. */
function askForLines(at, line) {
  const on = analyses();
  link.send({ type: "analyse", on, ply: at, line, lines: Number(byId("lines").value) });
}

/* Whether a message is about the position that is shown. */
function isShown(message) {
  return message.ply === ply && message.line.join() === (shownLine?.line ?? []).join();
}

/* Asks what the opponent would play if the side to move passed. */
function askForThreat() {
  const on = byId("threat").checked && mayHelp();
  if (!on && !askForThreat.on) return;
  askForThreat.on = on;
  threat = null;
  byId("threat-text").textContent = "";
  link.send({ type: "threat", on, ply, line: shownLine?.line ?? [] });
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
  const line = shownLine?.line ?? [];
  if (!isShown(message) || !analyses()) return;
  lines = message.lines;
  if (!line.length && lines.length) {
    analysed.set(ply, { cp: lines[0].cp, mate: lines[0].mate }); // one score for one position
    showList(shownScores());
  }
  const at = ply; // these lines may still be shown with another position
  showLines(lines, (moves) => look(at, [...line, ...moves]));
  showBar(lines[0], view.flipped);
  view.point(arrows());
}

function receiveAnalysis(message) {
  const { ply: at, plies, cp, mate, mark, better, accuracy } = message;
  analysed.set(at, { cp, mate });
  if (mark) marks.set(at, { mark, better });
  else marks.delete(at);
  const found = Object.entries(accuracy).map(([of, value]) => `${sideName(of)} ${value} %`);
  byId("review-text").textContent = at < plies ? `Analysing: ${at} of ${plies} moves.`
    : found.length ? `Accuracy: ${found.join(", ")}.` : "";
  showList(shownScores());
}

function receiveHint(message) {
  if (message.ply !== turns.length) return;
  hint = message.move;
  showStatus(`Hint: ${message.text}`);
  view.point(arrows());
}

/* -- controls -- */

/* A click on a board of the rules shows it as large as the window lets it be. */
byId("rules").addEventListener("click", (event) => {
  const board = event.target.closest(".start, .example svg");
  if (!board) return;
  byId("large-board").replaceChildren(board.cloneNode(true));
  byId("large").showModal();
});
byId("large").addEventListener("click", () => byId("large").close());

function onClick(id, act) {
  byId(id).addEventListener("click", act);
}

onClick("first", () => goTo(0));
onClick("previous", () => step(-1));
onClick("next", () => step(1));
onClick("last", () => goTo(turns.length));
onClick("flip", () => {
  flipped = !view.flipped;
  keepSetting("flipped", { room, flipped });
  show();
});
onClick("back", () => {
  cancelLook();
  shownLine = null;
  link.send({ type: "back" });
});
onClick("go", () => link.send({ type: "go" }));
onClick("pass", () => playMove(passOf(offered())));
onClick("hint", () => link.send({ type: "hint" }));
onClick("draw", () => link.send({ type: "draw" }));
onClick("resign", async () => {
  const who = table.side || humans()[0];
  if (await confirmed(`Resign as ${sideName(who)}?`, "Resign", "Play on")) link.send({ type: "resign", side: who });
});
onClick("menu", () => {
  const { classList } = document.body;
  byId("menu").ariaExpanded = String(classList.toggle("menu-open"));
});
byId("menu-items").addEventListener("click", (event) => {
  if (event.target.closest("button")) byId("menu").click();
});
byId("rules-part").addEventListener("toggle", () => {
  if (byId("rules-part").open) byId("rules-part").scrollIntoView({ block: "start" });
});
onClick("leave-side", () => goTo(ply));
onClick("forget-side", () => deleteSideLine(shownLine.ply, shownLine.line));
for (const id of ["review", "end-review"]) onClick(id, () => link.send({ type: "review" }));
onClick("end-save", () => byId("open-load").click());
onClick("rematch", () => {
  const { variant, players: { w, b }, level, movetime, clock: [base, more], perMove, ponder } = table;
  const settings = { variant, players: { w: b, b: w }, level, movetime, clock: { base, more, perMove }, ponder };
  if (table.invited) link.send({ type: "new" });
  else begin({ ...settings, fen: "" });
});
onClick("copy-invitation", () => copy(linkTo(room), byId("copy-invitation")));
onClick("copy-seat", () => copy(addressOf(room, table.key), byId("copy-seat")));
byId("characters").checked = setting("characters", false);
byId("characters").addEventListener("change", () => {
  keepSetting("characters", byId("characters").checked);
  game.draw(byId("characters").checked);
  show();
});
byId("threat").addEventListener("change", askForThreat);
byId("lines").addEventListener("change", () => analyse(true));
byId("analyse").checked = setting("analyse", false);
byId("analyse").addEventListener("change", () => {
  keepSetting("analyse", byId("analyse").checked);
  if (!byId("analyse").checked) {
    lines = [];
    shownLine = null;
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

/* Lets the server say which move a text means, which may be written as anywhere. */
function playTyped(text) {
  readRequest += 1;
  link.send({ type: "read", request: readRequest, text, ply, line: shownLine?.line ?? [] });
}

function receiveRead({ request, move, error }) {
  if (request !== readRequest) return;
  const isOffered = offered().some(([text]) => text === move);
  if (error || !isOffered) {
    showStatus(error ?? "It is not your turn.");
    return;
  }
  byId("move").value = "";
  playMove(move);
}

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (byId("game").inert || byId("game").hidden) return;
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
  const found = await (await fetch("games")).json();
  levels = found.levels;
  for (const list of ["new-variant", "setup-variant"]) {
    for (const family of found.families) {
      const group = document.createElement("optgroup");
      group.label = family.title;
      group.append(...family.games.map((each) => new Option(each.title, each.name)));
      byId(list).append(group);
    }
  }
  newGame.setGames(levels, found.families.flatMap((family) => family.games));
  byId("open-new").disabled = false;
  lobby.setFamilies(found.families);
}

onClick("open-new", () => newGame.open(table?.variant ?? "chess", "", hello && !exercise.now ? table : null));
onClick("open-setup", () => setup.open(table.variant, shownFen()));

onClick("share", async () => {
  const query = new URLSearchParams({ variant: table.variant, fen: shownFen() });
  const address = `${location.origin}${location.pathname}${location.search}#${query}`;
  byId("fen").value = address;
  byId("fen").select();
  await copy(address, byId("share"));
});

window.addEventListener("popstate", follow);
listGames().then(follow);
