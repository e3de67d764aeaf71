/* Boards, symbols, rules and piece names of games. Each game is fetched once. */

import { setting } from "./memory.js";
import { byId, draw } from "./dom.js";

const known = new Map();

/* Returns a promise of the game. Its symbols are on the page when it is fulfilled. Its method `draw` draws its pieces
   anew, as characters or not. */
export function gameOf(name) {
  if (!known.has(name)) known.set(name, load(name));
  return known.get(name);
}

async function load(name) {
  try {
    const answer = await fetch(`game/${encodeURIComponent(name)}`);
    if (!answer.ok) throw new Error(`${name}: ${answer.statusText}`);
    const game = await answer.json();
    const defs = draw(byId("symbols"), "defs");
    const figures = { symbols: game.symbols, pieces: game.board.pieces };
    game.draw = (characters) => {
      const { symbols, pieces } = (characters && game.characters) || figures;
      defs.innerHTML = symbols;
      game.board.pieces = pieces;
    };
    game.draw(setting("characters", false));
    return game;
  } catch (error) {
    known.delete(name); // so that it can be fetched again
    throw error;
  }
}
