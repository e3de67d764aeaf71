/* The moves that were played in the position that is shown, by kept games, those of files and the engine's. */

import { client } from "./memory.js";
import { byId, make } from "./dom.js";

const LISTS = ["openings", "file-openings", "engine-openings"]; // by kept games, files, the engine

export class Openings {
  #shown = ""; // what was asked for last
  #look;

  /* look: called with a move that was clicked. ask: called when the part is opened. */
  constructor(look, ask) {
    this.#look = look;
    byId("openings-part").addEventListener("toggle", async () => {
      await ask();
      if (byId("openings-part").open) byId("openings-part").scrollIntoView({ block: "start" });
    });
  }

  /* Shows the moves of a position if the part is open. plies: changes with the games that are kept. */
  async show(variant, fen, plies) {
    const wanted = `${variant} ${fen} ${plies}`;
    if (!byId("openings-part").open || wanted === this.#shown) return;
    this.#shown = wanted;
    const path = `openings/${encodeURIComponent(variant)}?${new URLSearchParams({ fen })}`;
    const answer = await fetch(path, { headers: { "X-Client": client() } });
    if (!answer.ok || wanted !== this.#shown) return;
    const { kept, files, engine } = await answer.json();
    byId("openings-none").hidden = kept.moves.length > 0;
    byId("file-openings-about").textContent = files.about;
    byId("engine-openings-about").textContent = engine.about;
    [kept, files, engine].forEach(({ moves }, index) => this.#list(LISTS[index], moves));
  }

  /* Takes off the moves of a position that is no longer shown. */
  clear() {
    this.#shown = "";
    for (const id of LISTS) byId(id).replaceChildren();
  }

  #list(id, moves) {
    const list = byId(id);
    list.replaceChildren();
    for (const { move, text, games, white, draws, black } of moves) {
      const item = make(list, "li");
      make(item, "button", { type: "button" }, text).addEventListener("click", () => this.#look(move));
      make(item, "span", {}, `${games} ${games === 1 ? "game" : "games"}`);
      const ended = white + draws + black;
      const title = `White won ${white}, drawn ${draws}, Black won ${black}`;
      const bar = make(item, "span", { class: "results", role: "img", "aria-label": title, title });
      for (const [name, count] of Object.entries({ white, draws, black })) {
        if (count) make(bar, "span", { class: name }).style.flexGrow = count / ended;
      }
    }
  }
}
