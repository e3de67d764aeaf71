/* The texts that the page shows. */

const SIDES = { w: "White", b: "Black" };
export function sideName(side) {
  return SIDES[side] ?? "";
}

/* The side and name of a token. names: of the pieces by letter. */
export function tokenName(token, names) {
  if (token.toUpperCase() === token.toLowerCase()) return "blocked square";
  const colour = sideName(token === token.toUpperCase() ? "w" : "b");
  return `${colour} ${names[token.toUpperCase()] ?? "stone"}`;
}

/* A square and its piece, for screen readers. */
export function squareText(square, token, names) {
  return `${square}: ${token ? tokenName(token, names) : "empty"}`;
}

/* The state of the game as one line. names: of the pieces by letter. */
export function statusText(table, turns, names) {
  if (table.status.state !== "ongoing") return table.status.text;
  const last = turns[turns.length - 1];
  const clash = last?.clash ? "The choices clash: choose again. " : "";
  const check = last?.check ? "Check. " : "";
  if (table.secret) {
    if (!table.side) return `${clash}The engine is choosing in secret.`;
    const piece = names[table.options[0]?.[3].toUpperCase()] ?? "piece";
    return `${clash}${sideName(table.side)} to place in secret: ${piece}. Pick a square.`;
  }
  const who = sideName(table.turn);
  if (table.paused) return `${check}${who} to move. Paused.`;
  if (table.side) return `${check}${who} to move.`;
  return table.waiting ? `${check}The engine (${who}) is thinking.` : "The game has reached its maximum length.";
}

export function turnText(turn) {
  const sides = [...turn.choosers].map(sideName).join(" and ");
  return `${sides}: ${turn.text}${turn.check ? ", check" : ""}`;
}

/* Milliseconds as minutes and seconds. */
export function clockText(milliseconds) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/* White's score in pawns or moves to mate. */
export function scoreText({ cp, mate }) {
  if (mate !== null && mate !== undefined) return `#${mate}`;
  if (cp === null || cp === undefined) return "";
  const digits = Math.abs(cp) < 1000 ? 2 : 1; // fits the width of the bar
  return `${cp >= 0 ? "+" : "\u2212"}${(Math.abs(cp) / 100).toFixed(digits)}`;
}

/* White's share of the evaluation bar, 0 to 1. */
export function share({ cp, mate }) {
  if (mate !== null && mate !== undefined) return mate > 0 ? 1 : 0;
  return 1 / (1 + Math.exp(-(cp ?? 0) / 150));
}

/* A side's score from White's point of view. */
export function asWhite(side, { cp, mate }) {
  const sign = side === "w" ? 1 : -1;
  const turned = (value) => (value === null || value === undefined ? null : sign * value);
  return { cp: turned(cp), mate: turned(mate) };
}
