/* What the server tells of a game: its board, symbols, rules and names. Each is asked for once. */

import { byId } from "./panels.js";

const known = new Map();

/* Its symbols are on the page when this is there. */
export function gameOf(name) {
  if (!known.has(name)) known.set(name, load(name));
  return known.get(name);
}

async function load(name) {
  try {
    const answer = await fetch(`game/${encodeURIComponent(name)}`);
    if (!answer.ok) throw new Error(`${name}: ${answer.statusText}`);
    const game = await answer.json();
    byId("symbols").insertAdjacentHTML("beforeend", `<defs>${game.symbols}</defs>`);
    return game;
  } catch (error) {
    known.delete(name); // so that it can be asked for again
    throw error;
  }
}
