/* The buttons, switches and keys of the game. */

import { analyse, ask, deleteSideLine, goTo, keepTyped, leaveLine, step } from "./browse.js";
import { byId, confirmed, copy } from "./dom.js";
import { send } from "./link.js";
import { addressOf, keepSetting, linkTo, setting } from "./memory.js";
import { playMove, playTyped } from "./moves.js";
import { askForThreat, opinions } from "./opinions.js";
import { begin, roomName } from "./rooms.js";
import { show, showArrows, showFound, view } from "./screen.js";
import { humans, offered, shownFen, state } from "./state.js";
import { passOf, sideName } from "./texts.js";

function onClick(id, act) {
  byId(id).addEventListener("click", act);
}

/* -- beside the board -- */

onClick("first", () => goTo(0));
onClick("previous", () => step(-1));
onClick("next", () => step(1));
onClick("last", () => goTo(state.turns.length));
onClick("flip", () => {
  state.flipped = !view.flipped;
  keepSetting("flipped", { room: roomName(), flipped: state.flipped });
  show();
});
onClick("back", () => {
  leaveLine();
  send({ type: "back" });
});
for (const kind of ["go", "hint", "draw"]) onClick(kind, () => send({ type: kind }));
onClick("pass", () => playMove(passOf(offered())));
onClick("resign", async () => {
  const side = state.table.side || humans()[0];
  if (await confirmed(`Resign as ${sideName(side)}?`, "Resign", "Play on")) send({ type: "resign", side });
});
onClick("leave-side", () => goTo(state.ply));
onClick("forget-side", () => deleteSideLine(state.shownLine.ply, state.shownLine.line));

byId("typed").addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("move").value.trim();
  if (!keepTyped(text)) playTyped(text);
});

/* -- after the game -- */

for (const id of ["review", "end-review"]) onClick(id, () => send({ type: "review" }));
onClick("end-save", () => byId("open-load").click());
onClick("rematch", () => {
  const { variant, players: { w, b }, level, movetime, clock: [base, more], perMove, ponder, invited } = state.table;
  const settings = { variant, players: { w: b, b: w }, level, movetime, clock: { base, more, perMove }, ponder };
  if (invited) send({ type: "new" });
  else begin({ ...settings, fen: "" });
});

/* -- links and the menu -- */

onClick("menu", () => {
  byId("menu").ariaExpanded = String(document.body.classList.toggle("menu-open"));
});
byId("menu-items").addEventListener("click", (event) => {
  if (event.target.closest("button")) byId("menu").click();
});
onClick("copy-invitation", () => copy(linkTo(roomName()), byId("copy-invitation")));
onClick("copy-seat", () => copy(addressOf(roomName(), state.table.key), byId("copy-seat")));
onClick("share", async () => {
  const query = new URLSearchParams({ variant: state.table.variant, fen: shownFen() });
  const address = `${location.origin}${location.pathname}${location.search}#${query}`;
  byId("fen").value = address;
  byId("fen").select();
  await copy(address, byId("share"));
});

/* -- the rules -- */

/* A click on a board of the rules shows it as large as the window lets it be. */
onClick("rules", (event) => {
  const board = event.target.closest(".start, .example svg");
  if (!board) return;
  byId("large-board").replaceChildren(board.cloneNode(true));
  byId("large").showModal();
});
onClick("large", () => byId("large").close());
byId("rules-part").addEventListener("toggle", () => {
  if (byId("rules-part").open) byId("rules-part").scrollIntoView({ block: "start" });
});

/* -- switches -- */

/* Calls a function when a switch is changed, whose state is kept. */
function onSwitch(id, act) {
  byId(id).checked = setting(id, false);
  byId(id).addEventListener("change", () => {
    keepSetting(id, byId(id).checked);
    act(byId(id).checked);
  });
}

onSwitch("characters", (on) => {
  state.game.draw(on);
  show();
});
onSwitch("analyse", (on) => {
  if (!on) {
    opinions.lines = [];
    state.shownLine = null;
  }
  show();
  showFound();
  analyse();
});
byId("threat").addEventListener("change", () => {
  askForThreat();
  showArrows();
});
byId("lines").addEventListener("change", ask);

/* -- keys -- */

const KEYS = {
  ArrowLeft: () => step(-1), ArrowRight: () => step(1),
  Home: () => goTo(0), End: () => goTo(state.turns.length), f: () => byId("flip").click(),
  x: () => byId("threat").click(),
};

document.addEventListener("keydown", (event) => {
  const typing = event.target.closest("input:not([type=checkbox]), textarea, select, dialog");
  if (byId("game").inert || byId("game").hidden) return;
  if (typing || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  if (!KEYS[event.key]) return;
  event.preventDefault();
  KEYS[event.key]();
});
