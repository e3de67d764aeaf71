/* What a tab keeps of its game over a reload, and the position that an address names. */

const KEPT = "amalthea-game"; // of the tab's memory

/* What the tab keeps of the game at hand, { room, game }; null where it keeps none. */
export function kept() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

/* A game from the position that the address names; null where it names none; it is taken once. */
export function fromLink() {
  const asked = new URLSearchParams(location.hash.slice(1));
  if (!asked.has("fen")) return null;
  history.replaceState(null, "", location.pathname);
  return {
    variant: asked.get("variant") ?? "chess",
    fen: asked.get("fen"),
    moves: [],
    players: { w: "human", b: "human" },
    level: 20,
    movetime: 1000,
  };
}

/* Keeps the game of a room: what a server that has lost it needs to know. */
export function keep(room, game) {
  sessionStorage.setItem(KEPT, JSON.stringify({ room, game }));
}
