/* The dialog for a new game: variant, players, clock and start position. */

import { byId } from "./panels.js";

export class NewGame {
  /* send: sends a message to the server. */
  constructor(send) {
    byId("new-variant").addEventListener("change", () => {
      byId("new-fen").value = ""; // belongs to the other game
    });
    byId("new-level").addEventListener("input", () => {
      byId("new-level-text").textContent = byId("new-level").value;
    });
    const dialog = byId("new-dialog");
    dialog.addEventListener("close", () => {
      const how = dialog.returnValue;
      dialog.returnValue = "";
      if (how) send(this.#settings(how === "start" ? "new" : "seats"));
    });
  }

  /* Opens the dialog with the settings of the current table and, if given, a start position. */
  open(table, variant, fen) {
    byId("new-variant").value = variant;
    byId("new-players").value = `${table.players.w} ${table.players.b}`;
    byId("new-level").value = table.level;
    byId("new-level-text").textContent = table.level;
    byId("new-ponder").checked = table.ponder;
    byId("new-fen").value = fen;
    byId("new-dialog").showModal();
  }

  #settings(type) {
    const [w, b] = byId("new-players").value.split(" ");
    const [base, more] = byId("new-clock").value.split(" ").map(Number);
    return {
      type,
      variant: byId("new-variant").value,
      players: { w, b },
      level: Number(byId("new-level").value),
      movetime: Number(byId("new-movetime").value),
      clock: { base, more },
      ponder: byId("new-ponder").checked,
      fen: byId("new-fen").value.trim(),
    };
  }
}
