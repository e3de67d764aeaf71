/* Boards, symbols, rules and piece names of games. Each game is fetched once. */

import { byId } from "./panels.js";

const known = new Map();

/* Returns a promise of the game. Its symbols are on the page when it is fulfilled. */
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
    known.delete(name); // so that it can be fetched again
    throw error;
  }
}
