/* Boards as the server sends them: tokens of pieces by square, White's in capital letters. */

export const SIDES = ["w", "b"];

/* The side that a token belongs to, "" for a blocked square. */
export function sideOf(token) {
  if (token.toUpperCase() === token.toLowerCase()) return "";
  return token === token.toUpperCase() ? "w" : "b";
}

/* A board after changes, which are "" for squares that become empty. */
export function changedBoard(board, changes) {
  return Object.fromEntries(Object.entries({ ...board, ...changes }).filter(([, token]) => token));
}
