/* The first screen: all games as cards by family, those played last, and tables to join. */

import { card } from "./cards.js";
import { keptGames, showKept } from "./kept.js";
import { byId, make } from "./dom.js";

const LAST = 4; // games played last that are shown: a row of a wide window

export class Lobby {
  #families = [];
  #open;
  #enter;

  /* open: called with the name of a game that was chosen. enter: called with the room of a table. */
  constructor(open, enter) {
    this.#open = open;
    this.#enter = enter;
    byId("search").addEventListener("input", () => this.#filter());
    byId("surprise").addEventListener("click", () => {
      const games = this.#families.flatMap((family) => family.games);
      open(games[Math.floor(Math.random() * games.length)].name);
    });
  }

  setFamilies(families) {
    this.#families = families;
  }

  /* Makes the cards of all games, once: a page that opens a game needs none. */
  #makeCards() {
    const host = byId("families");
    if (host.children.length) return;
    const count = this.#families.reduce((sum, family) => sum + family.games.length, 0);
    byId("search").placeholder = `Search ${count} games`;
    this.#families.forEach((family, number) => {
      const section = make(host, "section", { class: "family", "aria-labelledby": `family-${number}` });
      const heading = make(section, "h2", { id: `family-${number}`, tabindex: -1 }, family.title);
      make(byId("to-families"), "button", { type: "button" }, family.title).addEventListener("click", () => {
        heading.scrollIntoView();
        heading.focus({ preventScroll: true });
      });
      const list = make(section, "ul", { class: "cards-list" });
      for (const game of family.games) {
        const item = card(list, game, () => this.#open(game.name));
        item.dataset.words = `${game.title} ${game.name} ${game.about} ${family.title}`.toLowerCase();
      }
    });
  }

  /* Shows the lobby with the games and tables of this moment. */
  async show() {
    this.#makeCards();
    const [games, answer] = await Promise.all([keptGames(), fetch("tables")]);
    this.#showLast(games);
    const known = new Set(games.filter((kept) => kept.yours).map((kept) => kept.room));
    const list = byId("joinable").querySelector("ul");
    list.replaceChildren();
    const others = (await answer.json()).filter((table) => !known.has(table.room));
    for (const { room, name, title } of others) {
      card(list, { name, title, about: "Join as the second player." }, () => this.#enter(room));
    }
    byId("joinable").hidden = !others.length;
  }

  /* Shows the games played last, those that wait for this browser first. */
  #showLast(games) {
    const waiting = games.filter((kept) => kept.invited && kept.yourTurn);
    const last = [...waiting, ...games.filter((kept) => !waiting.includes(kept))].slice(0, LAST);
    byId("continued").hidden = !games.length;
    showKept(byId("continued").querySelector("ul"), last, this.#enter, () => this.show());
  }

  #filter() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
    byId("lobby").classList.toggle("searching", words.length > 0);
    let found = 0;
    for (const section of byId("families").children) {
      let here = 0;
      for (const item of section.querySelectorAll(".card")) {
        item.hidden = !words.every((word) => item.dataset.words.includes(word));
        here += !item.hidden;
      }
      section.hidden = !here;
      found += here;
    }
    byId("nothing").hidden = found > 0;
  }
}
