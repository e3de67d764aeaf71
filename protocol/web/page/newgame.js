/* The dialog for a new game: variant, players, clock and start position. */

import { keepSetting, setting } from "./memory.js";
import { byId } from "./panels.js";
import { levelText } from "./texts.js";

const KEPT = ["new-players", "new-level", "new-movetime", "new-clock"];

export class NewGame {
  #levels = [];

  /* begin: called with the settings of a new game. reseat: called with other players for the
     current one. */
  constructor(begin, reseat) {
    byId("new-variant").addEventListener("change", () => {
      byId("new-fen").value = ""; // belongs to the other game
      this.#showLevel();
    });
    byId("new-level").addEventListener("input", () => this.#showLevel());
    const dialog = byId("new-dialog");
    dialog.addEventListener("close", () => {
      const how = dialog.returnValue;
      dialog.returnValue = "";
      if (!how) return;
      for (const id of KEPT) keepSetting(id, byId(id).value);
      if (how === "start") begin(this.#settings());
      else reseat(this.#settings());
    });
  }

  /* levels: the name and the Elo of each level. */
  become(levels) {
    this.#levels = levels;
    for (const id of KEPT) byId(id).value = setting(id, byId(id).value);
    this.#showLevel();
  }

  /* Opens the dialog for a game. table: the current one, if any. */
  open(variant, fen = "", table = null) {
    byId("new-variant").value = variant;
    byId("new-keep").hidden = !table || table.invited;
    byId("new-ponder").checked = table?.ponder ?? false;
    byId("new-fen").value = fen;
    this.#showLevel();
    byId("new-dialog").showModal();
  }

  /* The settings of a game that begins at once, against the engine unless players are given. */
  quick(variant, fen = "", players = { w: "human", b: "engine" }) {
    const { invite, ...settings } = this.#settings();
    return { ...settings, variant, fen, players };
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
