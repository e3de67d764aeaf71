/* The first screen: all games as cards by family, those played last, and tables to join. */

import { forgetGame, savedGames } from "./memory.js";
import { byId, make } from "./panels.js";

const LAST = 6; // games played last that are shown

/* now: the position as FEN, by default that of a new game. */
function card(list, { name, title, about, size = "", now = "" }, open) {
  const item = make(list, "li", { class: "card" });
  const button = make(item, "button", { type: "button", "data-game": name });
  const query = now ? `?${new URLSearchParams({ fen: now })}` : "";
  make(button, "img", { src: `picture/${encodeURIComponent(name)}${query}`, alt: "", loading: "lazy", width: 96, height: 96 });
  const words = make(button, "span", { class: "words" });
  make(words, "b", {}, title);
  make(words, "span", { class: "about" }, about);
  if (size) make(words, "span", { class: "size" }, size);
  button.addEventListener("click", open);
  return item;
}

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

  become(families) {
    this.#families = families;
    const host = byId("families");
    host.replaceChildren();
    const count = families.reduce((sum, family) => sum + family.games.length, 0);
    byId("search").placeholder = `Search ${count} games`;
    families.forEach((family, number) => {
      const section = make(host, "section", { class: "family", "aria-labelledby": `family-${number}` });
      make(section, "h2", { id: `family-${number}` }, family.title);
      const list = make(section, "ul", { class: "cards-list" });
      for (const game of family.games) {
        const item = card(list, game, () => this.#open(game.name));
        item.dataset.words = `${game.title} ${game.name} ${game.about} ${family.title}`.toLowerCase();
      }
    });
  }

  /* Shows the lobby with the games and tables of this moment. */
  async show() {
    this.#showLast();
    const tables = await (await fetch("tables")).json();
    const known = new Set(savedGames().map((kept) => kept.room));
    const list = byId("joinable").querySelector("ul");
    list.replaceChildren();
    const others = tables.filter((table) => !known.has(table.room));
    for (const { room, name, title } of others) {
      card(list, { name, title, about: "Join as the second player." }, () => this.#enter(room));
    }
    byId("joinable").hidden = !others.length;
  }

  #showLast() {
    const list = byId("continued").querySelector("ul");
    const games = savedGames().slice(0, LAST);
    list.replaceChildren();
    byId("continued").hidden = !games.length;
    for (const { room, title, game, plies, over, now } of games) {
      const moves = `${plies} ${plies === 1 ? "move" : "moves"}`;
      const about = over || `${moves}. Continue this game.`;
      const item = card(list, { name: game.variant, title, about, now }, () => this.#enter(room));
      item.dataset.room = room;
      const remove = make(item, "button", { type: "button", class: "forget", "aria-label": `Delete this game of ${title}` }, "\u00d7");
      remove.addEventListener("click", () => {
        forgetGame(room);
        this.#showLast();
      });
    }
  }

  #filter() {
    const words = byId("search").value.toLowerCase().split(/\s+/).filter(Boolean);
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
