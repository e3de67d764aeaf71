/* The dialog for loading and saving games as PGN. */

import { client } from "./memory.js";
import { byId, copy, saveText } from "./dom.js";

export class PgnDialog {
  #send;

  /* send: sends a message to the server. name: returns the name of a saved file. */
  constructor(send, name) {
    this.#send = send;
    byId("save").addEventListener("click", () => saveText(`${name()}.pgn`, byId("pgn").value));
    byId("mail").addEventListener("click", () => send({ type: "mail" }));
    byId("open-load").addEventListener("click", () => {
      if (!byId("pgn-fault").textContent) byId("pgn").value = ""; // otherwise it is to be corrected
      this.showError("");
      this.#choose([]);
      send({ type: "pgn" });
      byId("load-dialog").showModal();
    });
    byId("load").addEventListener("click", () => this.#load());
    byId("pgn").addEventListener("input", () => this.#choose([]));
    byId("file").addEventListener("change", async () => {
      const [file] = byId("file").files;
      if (!file) return;
      byId("pgn").value = await file.text();
      this.#choose([]);
    });
  }

  /* Shows the current game unless the user has entered another one. */
  offer(text) {
    if (!byId("pgn").value) byId("pgn").value = text;
  }

  /* Shows and copies a text to be mailed, which its receiver can load. */
  async mail(text) {
    byId("pgn").value = text;
    byId("pgn").select();
    await copy(text, byId("mail"));
  }

  /* Lets the user choose among the games of a text. */
  list(titles) {
    this.#choose(titles);
    byId("pgn-game").focus();
  }

  /* Closes the dialog: another game is on the board. */
  loaded() {
    byId("load-dialog").close();
    byId("pgn").value = "";
  }

  /* Shows why a text cannot be loaded. The text stays. */
  showError(text) {
    byId("pgn-fault").textContent = text;
  }

  #load() {
    this.showError("");
    const chosen = byId("pgn-choice").hidden ? {} : { number: Number(byId("pgn-game").value) };
    this.#send({ type: "load", client: client(), text: byId("pgn").value, ...chosen });
  }

  #choose(titles) {
    byId("pgn-choice").hidden = !titles.length;
    byId("pgn-game").replaceChildren(...titles.map((title, number) => new Option(title, number)));
  }
}
