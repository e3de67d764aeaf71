/* The texts that the page shows. */

import { SIDES, sideOf } from "./tokens.js";

const NAMES = { w: "White", b: "Black" };

export function sideName(side) {
  return NAMES[side] ?? "";
}

/* The side and name of a token. names: of the pieces by letter. */
export function tokenName(token, names) {
  const side = sideOf(token);
  if (!side) return names[token] ?? "blocked square";
  return `${sideName(side)} ${names[token.toUpperCase()] ?? "stone"}`;
}

/* A square and its piece, for screen readers. */
export function squareText(square, token, names) {
  return `${square}: ${token ? tokenName(token, names) : "empty"}`;
}

/* A castling right in words. possible: all letters of the game, sides of the king or files. */
export function castlingText(letter, possible) {
  const colour = sideName(sideOf(letter));
  if (!/^[KQ]+$/i.test(possible)) return `${colour}, with the piece on file ${letter.toLowerCase()}`;
  return `${colour}, on the ${letter.toUpperCase() === "K" ? "king" : "queen"}'s side`;
}

/* The sides that this page plays. */
export function ownSides({ players, yours }) {
  return SIDES.filter((side) => players[side] === "human" && yours.includes(side)).join("");
}

/* The state of the game as one line. names: of the pieces by letter. */
export function statusText(table, turns, names) {
  if (table.status.state !== "ongoing") return table.status.text;
  const last = turns[turns.length - 1];
  const clash = last?.clash ? "The choices clash: choose again. " : "";
  if (table.secret) {
    if (!table.side) return `${clash}${table.invited ? "The other side" : "The engine"} is choosing in secret.`;
    const piece = names[table.options[0]?.[3].toUpperCase()] ?? "piece";
    return `${clash}${sideName(table.side)} to place in secret: ${piece}. Pick a square.`;
  }
  const who = sideName(table.turn);
  const own = ownSides(table);
  if (table.vacant) return "Waiting for the other player.";
  if (table.deserted) return "Your opponent has deleted this game.";
  if (own && table.offers && !own.includes(table.offers)) {
    return `Your opponent offers a draw${table.side ? ". It is your move." : "."}`;
  }
  if (table.paused) return `${who} to move. Paused.`;
  if (table.side && table.options.length === 1 && passOf(table.options)) return `${who} cannot move and has to pass.`;
  if (table.side) return own.length === 1 ? "Your move." : `${who} to move.`;
  if (!table.waiting) return "The game has reached its maximum length.";
  if (!table.invited) return `The engine (${who}) is thinking.`;
  return own ? "Waiting for your opponent's move." : `${who} to move.`;
}

/* The move among options by which a side passes: a piece's move to its own square. "" without one. */
export function passOf(options) {
  const [text = ""] = options.find(([move, from, to]) => from === to && move === from + to) ?? [];
  return text;
}

export function turnText(turn) {
  const sides = [...turn.choosers].map(sideName).join(" and ");
  const known = /[+#]$/.test(turn.text); // SAN has a sign for check
  return `${sides}: ${turn.text}${turn.check && !known ? ", check" : ""}`;
}

/* The number and the name of a level, with its Elo where it was measured. */
export function levelText(level, levels, variant) {
  const { name = "", elo = null } = levels[level] ?? {};
  return `${level} \u00b7 ${name}${elo && variant === "chess" ? ` \u00b7 about ${elo} Elo` : ""}`;
}

/* Who plays a side. */
export function playerName(side, table, levels) {
  if (table.players[side] === "engine") return `Amalthea, level ${levelText(table.level, levels, table.variant)}`;
  if (table.players[side === "w" ? "b" : "w"] === "engine") return "You";
  if (!table.invited) return sideName(side);
  if (table.yours === side) return `You (${sideName(side)})`;
  return table.vacant && table.yours ? "Nobody yet" : `${table.yours ? "Opponent" : "Player"} (${sideName(side)})`;
}

/* How long ago something was, of which both times are in milliseconds: "5 minutes ago", "yesterday". */
export function agoText(then, now) {
  const written = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  const minutes = Math.round((then - now) / 60000);
  if (minutes > -1) return "just now";
  if (minutes > -60) return written.format(minutes, "minute");
  if (minutes > -24 * 60) return written.format(Math.round(minutes / 60), "hour");
  const days = Math.round(minutes / (24 * 60));
  return days > -14 ? written.format(days, "day") : new Date(then).toLocaleDateString();
}

/* Milliseconds as days and hours, or as minutes and seconds, with tenths near the end. */
export function clockText(milliseconds) {
  const tenths = Math.max(0, Math.ceil(milliseconds / 100));
  if (tenths < 200) return `0:${String(Math.floor(tenths / 10)).padStart(2, "0")}.${tenths % 10}`;
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return `${Math.floor(hours / 24)} d ${hours % 24} h`;
  if (hours) return `${hours}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/* White's score in pawns or moves to mate. */
export function scoreText({ cp, mate }) {
  if (mate !== null && mate !== undefined) return `${mate < 0 ? "\u2212" : ""}#${Math.abs(mate)}`;
  if (cp === null || cp === undefined) return "";
  const digits = Math.abs(cp) < 1000 ? 2 : 1; // fits the width of the bar
  return `${cp >= 0 ? "+" : "\u2212"}${(Math.abs(cp) / 100).toFixed(digits)}`;
}

/* White's share of the evaluation bar, 0 to 1. winner: of a game that is over. */
export function share({ cp, mate, winner }) {
  if (winner) return winner === "w" ? 1 : 0;
  if (mate !== null && mate !== undefined) return mate > 0 ? 1 : 0;
  return amaltheaChances(cp ?? 0);
}

/* A side's score from White's point of view. */
export function asWhite(side, { cp, mate }) {
  const sign = side === "w" ? 1 : -1;
  const turned = (value) => (value === null || value === undefined ? null : sign * value);
  return { cp: turned(cp), mate: turned(mate) };
}
