/* What the page shows of the game: the board, both players, the moves and the controls that are of use. */

import { showBar, showLines } from "./analysis.js";
import { BoardView } from "./boardview.js";
import { byId } from "./dom.js";
import { exercise, isNewcomer } from "./exercises.js";
import { linkTo } from "./memory.js";
import { Openings } from "./openings.js";
import { analyses, arrows, mayHelp, opinions, shownScore, shownScores } from "./opinions.js";
import { showGraph, showMoves, showNotes } from "./panels.js";
import { showClocks, showEnd, showInvitation, showPlayers } from "./players.js";
import {
  firstMover, humans, isAbove, isOver, offered, premoveSide, shownBoard, shownBoards, shownFen, shownMoves,
  shownComment, shownPly, shownTurn, state,
} from "./state.js";
import { passOf, squareText, statusText, tokenName } from "./texts.js";

const CLOCK_MS = 100; // between two looks at the clocks

let actions = {}; // see connectScreen

export const view = new BoardView(byId("board"), {
  onmove: (move) => actions.play(move),
  onchoice: (offers, point, take) => actions.choose(offers, point, take),
  oncursor: (square, token) => {
    byId("cursor-text").textContent = squareText(square, token, state.game.names);
  },
  onhover: (token) => {
    view.host.title = token ? tokenName(token, state.game.names) : "";
  },
});

export const openings = new Openings(
  (move) => actions.look(state.shownLine?.ply ?? state.ply, [...shownMoves(), move]),
  () => showOpenings(),
);

/* Sets what clicks do: play(move), choose(offers, point, take), go(ply), look(ply, line) and
   deleteSideLine(ply, line). */
export function connectScreen(given) {
  actions = given;
  setInterval(() => showClocks(state.table, state.turns.length), CLOCK_MS);
}

export function show() {
  const { table, turns, ply, shownLine, game, sideLines } = state;
  const flip = state.flipped ?? isAbove(humans());
  if (view.flipped !== flip) view.turn(flip);
  showBoard();
  showBar(shownScore(), flip);
  byId("side-line").hidden = !shownLine?.turns.length;
  byId("side-moves").textContent = shownLine?.turns.map((turn) => turn.text).join(" ") ?? "";
  document.body.classList.toggle("white-above", isAbove("w") !== flip);
  const played = [...turns.slice(0, ply), ...(shownLine?.turns ?? [])];
  const { hands } = shownTurn() ?? table;
  showPlayers(table, game, state.levels, { boards: shownBoards(), turns: played, hands });
  showClocks(table, turns.length);
  showEnd(table);
  showInvitation(table, linkTo(table.room));
  showNewcomer();
  showNotes(state.notes.tags, shownComment());
  byId("fen").value = shownFen();
  showOpenings();
  showControls();
  showList(); // last, as the list fills the height that is left
  byId("previous").ariaDisabled = String(ply === 0 && !shownMoves().length);
  byId("next").ariaDisabled = String(ply === turns.length && !sideLines.length);
  Object.assign(document.body.dataset, {
    state: table.status.state, plies: turns.length, side: table.side, game: `${table.room} ${table.game}`,
    flipped: view.flipped,
  });
}

function showBoard() {
  const turn = shownTurn();
  const { hands, vital } = turn ?? state.table;
  view.show({
    board: shownBoard(),
    hands,
    marked: turn?.marked ?? [],
    signs: turn?.signs ?? "",
    options: offered(),
    arrows: arrows(),
    vital,
    attacked: turn?.attacked ?? [],
    premoveSide: premoveSide(),
  });
  byId("legal").replaceChildren(...offered().map(([text]) => new Option(text)));
}

function showOpenings() {
  openings.show(state.table.variant, shownFen(), state.turns.length);
}

/* Shows a link to the first steps to somebody who has never played the game. */
function showNewcomer() {
  const { variant } = state.table;
  const { board, exercises } = state.game;
  const part = byId("newcomer");
  part.hidden = Boolean(exercise.now) || isOver() || !isNewcomer(variant, exercises.includes("steps"));
  part.querySelector("span").textContent = board.title;
  part.querySelector("a").href = `#steps=${variant}`;
}

function showControls() {
  const { table, turns } = state;
  const over = isOver();
  const isOffered = table.offers && !table.yours.includes(table.offers);
  byId("analysis-part").hidden = !mayHelp();
  byId("review").hidden = over;
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

/* Shows the moves of the game, its side lines and the curve of its scores. */
export function showList() {
  const { turns, ply, sideLines, shownLine } = state;
  const { lines, marks } = opinions;
  const scores = shownScores();
  showGraph(scores, { ply, length: turns.length, marks }, actions.go);
  byId("scores-note").hidden = !lines.length && !scores.length;
  showMoves({ turns, at: shownPly(), scores, marks, sideLines, side: shownLine, first: firstMover() }, actions);
}

/* Shows the best lines in the position that is shown. */
export function showFound() {
  const { ply } = state; // these lines may still be shown with another position
  const line = shownMoves();
  showLines(analyses() ? opinions.lines : [], (moves) => actions.look(ply, [...line, ...moves]));
  showBar(shownScore(), view.flipped);
  showArrows();
}

export function showArrows() {
  view.point(arrows());
}

export function showStatus(text) {
  byId("status").textContent = text;
}

/* Shows the state of the game, behind a text if there is one. */
export function showTableStatus(before = "") {
  showStatus([before, statusText(state.table, state.turns, state.game.names)].filter(Boolean).join(". "));
}
