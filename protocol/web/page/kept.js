/* The games that the server keeps: continued, found again, deleted and saved as PGN. */

import { card } from "./cards.js";
import { client } from "./memory.js";
import { byId, confirmed, make, saveText } from "./dom.js";
import { agoText, sideName } from "./texts.js";

const STATES = {
  all: () => true,
  turn: (kept) => kept.yourTurn && !kept.ending,
  running: (kept) => !kept.ending,
  finished: (kept) => kept.ending,
};

async function ask(path, method = "GET") {
  return fetch(path, { method, headers: { "X-Client": client() } });
}

/* All kept games of this browser, the last one first. */
export async function keptGames() {
  return (await ask("kept")).json();
}

function opponent({ players, invited, yours }) {
  if (invited) return yours ? `You are ${sideName(yours)}.` : "Two others play.";
  if (!yours) return "Engine against engine.";
  return yours.length > 1 ? "Two players." : `You are ${sideName(yours)} against Amalthea.`;
}

/* What a finished game was for the person who played one side of it, "" for others. */
function outcome({ yours, result }) {
  if (yours.length !== 1 || !["1-0", "0-1"].includes(result)) return "";
  return (result === "1-0") === (yours === "w") ? "You won: " : "You lost: ";
}

function state(kept) {
  const { plies, ending, invited, yourTurn } = kept;
  if (ending) return `${outcome(kept)}${ending}`;
  const moves = `${plies} ${plies === 1 ? "move" : "moves"}.`;
  return invited ? `${moves} ${yourTurn ? "It is your turn." : "Waiting for the other side."}` : moves;
}

/* enter: called with the room of a game that was chosen. changed: called after a deletion. */
export function showKept(list, games, enter, changed) {
  list.replaceChildren();
  for (const kept of games) {
    const { room, name, title, now, saved } = kept;
    const size = agoText(1000 * saved, Date.now());
    const about = `${opponent(kept)} ${state(kept)}`;
    const item = card(list, { name, title, about, size, now }, () => enter(room));
    item.dataset.room = room;
    const remove = make(item, "button", { type: "button", class: "forget", "aria-label": `Delete this game of ${title}` }, "\u00d7");
    remove.addEventListener("click", async () => {
      const text = `Delete this unfinished game of ${title}?${kept.invited ? " Your opponent keeps it." : ""}`;
      if (!kept.ending && !await confirmed(text, "Delete", "Keep")) return;
      await ask(`kept/${encodeURIComponent(room)}`, "DELETE");
      changed();
    });
  }
}

export class KeptGames {
  #games = [];
  #enter;

  /* enter: called with the room of a game that was chosen. */
  constructor(enter) {
    this.#enter = enter;
    byId("kept-search").addEventListener("input", () => this.#list());
    byId("kept-state").addEventListener("change", () => this.#list());
    byId("kept-export").addEventListener("click", async () => {
      saveText("amalthea-games.pgn", await (await ask("kept.pgn")).text());
    });
  }

  async show() {
    this.#games = await keptGames();
    this.#list();
  }

  #list() {
    const words = byId("kept-search").value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = (kept) => {
      const text = `${kept.title} ${kept.name} ${opponent(kept)} ${state(kept)}`.toLowerCase();
      return words.every((word) => text.includes(word));
    };
    const found = this.#games.filter((kept) => STATES[byId("kept-state").value](kept) && fits(kept));
    showKept(byId("kept-games"), found, this.#enter, () => this.show());
    byId("kept-export").disabled = !this.#games.length;
    byId("kept-none").hidden = found.length > 0;
    byId("kept-none").textContent = this.#games.length ? "No game fits." : "You have not played yet.";
  }
}
