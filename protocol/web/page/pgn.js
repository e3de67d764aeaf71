/* The dialog for loading and saving games as PGN. */

import { byId, make } from "./panels.js";

export class PgnDialog {
  /* send: sends a message to the server. name: returns the name of a saved file. */
  constructor(send, name) {
    this.#savesAs(name);
    byId("open-load").addEventListener("click", () => {
      byId("pgn").value = "";
      send({ type: "pgn" });
      byId("load-dialog").showModal();
    });
    byId("load-dialog").addEventListener("close", () => {
      if (byId("load-dialog").returnValue === "load") {
        send({ type: "load", text: byId("pgn").value });
      }
      byId("load-dialog").returnValue = "";
    });
    byId("file").addEventListener("change", async () => {
      const [file] = byId("file").files;
      if (file) byId("pgn").value = await file.text();
    });
  }

  /* Shows the current game unless the user has entered another one meanwhile. */
  offer(text) {
    if (!byId("pgn").value) byId("pgn").value = text;
  }

  #savesAs(name) {
    byId("save").addEventListener("click", () => {
      const saved = make(document.body, "a", { download: `${name()}.pgn`, class: "hidden" });
      saved.href = URL.createObjectURL(new Blob([byId("pgn").value], { type: "text/plain" }));
      saved.click();
      URL.revokeObjectURL(saved.href);
      saved.remove();
    });
  }
}
