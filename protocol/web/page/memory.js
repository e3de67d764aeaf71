/* The game that a tab keeps over a reload, and the position in the page's address. */

const KEY = "amalthea-game"; // in the session storage

/* The game that the tab has saved, { room, game }, or null. */
export function savedGame() {
  try {
    return JSON.parse(sessionStorage.getItem(KEY));
  } catch {
    return null;
  }
}

/* A game from the position in the address, or null. The address is cleared. */
export function gameFromAddress() {
  const query = new URLSearchParams(location.hash.slice(1));
  if (!query.has("fen")) return null;
  history.replaceState(null, "", location.pathname);
  return {
    variant: query.get("variant") ?? "chess",
    fen: query.get("fen"),
    moves: [],
    players: { w: "human", b: "human" },
    level: 20,
    movetime: 1000,
  };
}

/* Saves all that a restarted server needs to restore the game of a room. */
export function saveGame(room, game) {
  sessionStorage.setItem(KEY, JSON.stringify({ room, game }));
}
