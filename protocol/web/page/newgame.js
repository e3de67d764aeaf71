/* The dialog for a new game: variant, players, clock and start position. */

import { isNewcomer } from "./exercises.js";
import { keepSetting, setting } from "./memory.js";
import { byId } from "./dom.js";
import { levelText } from "./texts.js";

const PLAYERS = "new-players"; // kept as in a game that White begins
const KEPT = ["new-level", "new-movetime", "new-clock"];
const OTHER_SIDE = {
  "human engine": "engine human", "engine human": "human engine", "invite w": "invite b", "invite b": "invite w",
};

/* Exchanges the players' sides, for a game in which the other side begins. */
function exchanged(players) {
  return OTHER_SIDE[players] ?? players;
}

export class NewGame {
  #levels = [];
  #games = new Map();
  #first = "w"; // the side that begins the game that is chosen

  /* begin: called with the settings of a new game. reseat: called with other players for the
     current one. */
  constructor(begin, reseat) {
    byId("new-variant").addEventListener("change", () => {
      byId("new-fen").value = ""; // belongs to the other game
      this.#choose();
    });
    byId(PLAYERS).addEventListener("change", () => this.#showParts());
    byId("new-steps").querySelector("a").addEventListener("click", () => byId("new-dialog").close());
    byId("new-level").addEventListener("input", () => this.#showLevel());
    const dialog = byId("new-dialog");
    dialog.addEventListener("close", () => {
      const how = dialog.returnValue;
      dialog.returnValue = "";
      if (!how) return;
      for (const id of KEPT) keepSetting(id, byId(id).value);
      const players = byId(PLAYERS).value;
      keepSetting(PLAYERS, this.#first === "b" ? exchanged(players) : players);
      if (how === "start") begin(this.#settings());
      else reseat(this.#settings());
    });
  }

  /* levels: the name and the Elo of each level. games: all of them. */
  setGames(levels, games) {
    this.#levels = levels;
    this.#games = new Map(games.map((game) => [game.name, game]));
    for (const id of [...KEPT, PLAYERS]) byId(id).value = setting(id, byId(id).value);
    this.#choose();
  }

  /* Opens the dialog for a game. table: the current one, if any. */
  open(variant, fen = "", table = null) {
    byId("new-variant").value = variant;
    byId("new-keep").hidden = !table || table.invited;
    byId("new-ponder").checked = table?.ponder ?? false;
    byId("new-fen").value = fen;
    byId("new-more").open = fen !== "";
    this.#choose();
    byId("new-dialog").showModal();
  }

  /* The settings of a game that begins at once, against the engine unless players are given. */
  quick(variant, fen = "", players = null) {
    const { invite, ...settings } = this.#settings();
    const first = this.#games.get(variant)?.first ?? "w";
    const side = (each) => (each === first ? "human" : "engine");
    return { ...settings, variant, fen, players: players ?? { w: side("w"), b: side("b") } };
  }

  /* Shows the parts for the chosen game. Whoever was to move first in the game before still is. */
  #choose() {
    const name = byId("new-variant").value;
    const { first = "w", steps = false } = this.#games.get(name) ?? {};
    if (first !== this.#first) byId(PLAYERS).value = exchanged(byId(PLAYERS).value);
    this.#first = first;
    byId("new-steps").hidden = !isNewcomer(name, steps);
    byId("new-steps").querySelector("a").href = `#steps=${name}`;
    this.#showParts();
    this.#showLevel();
  }

  /* Shows the engine's settings if it plays. */
  #showParts() {
    const plays = byId(PLAYERS).value.includes("engine");
    for (const part of byId("new-dialog").querySelectorAll(".of-engine")) part.hidden = !plays;
  }

  #showLevel() {
    const level = Number(byId("new-level").value);
    byId("new-level-text").textContent = levelText(level, this.#levels, byId("new-variant").value);
  }

  #settings() {
    const [first, second] = byId("new-players").value.split(" ");
    const invites = first === "invite";
    const [base, more, perMove = 0] = byId("new-clock").value.split(" ").map(Number);
    return {
      variant: byId("new-variant").value,
      players: invites ? { w: "human", b: "human" } : { w: first, b: second },
      level: Number(byId("new-level").value),
      movetime: Number(byId("new-movetime").value),
      clock: { base, more, perMove: perMove > 0 },
      ponder: byId("new-ponder").checked,
      fen: byId("new-fen").value.trim(),
      ...(invites ? { invite: second } : {}),
    };
  }
}
