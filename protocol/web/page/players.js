/* Both players beside the board, their clocks and captures, and the panel at a game's end. */

import { byId, pieceSymbol } from "./dom.js";
import { clockText, ownSides, playerName, sideName } from "./texts.js";
import { SIDES, sideOf } from "./tokens.js";

const THIS_COMPUTER = ["127.0.0.1", "localhost", "[::1]"];

/* How many of each enemy piece a side has captured: { token: count }. boards: one after each turn. */
export function capturedBy(side, boards, turns) {
  const found = {};
  turns.forEach((turn, index) => {
    if (turn.choosers !== side) return;
    const lost = {};
    for (const [square, after] of Object.entries(turn.changes)) {
      const before = boards[index][square] ?? "";
      for (const [token, by] of [[before, 1], [after, -1]]) {
        if (token && sideOf(token) !== side) lost[token] = (lost[token] ?? 0) + by;
      }
    }
    for (const [token, count] of Object.entries(lost)) {
      if (count > 0) found[token] = (found[token] ?? 0) + count;
    }
  });
  return found;
}

/* How many pieces a side has on the board, and how many are left to place if they may run out. */
function countText(side, board, hands, { files, ranks }) {
  const own = Object.values(board).filter((token) => sideOf(token) === side).length;
  const held = Object.entries(hands).filter(([token]) => sideOf(token) === side);
  const left = held.reduce((sum, [, count]) => sum + count, 0);
  const runsOut = held.length && left < files * ranks - Object.keys(board).length;
  return `${own} on the board${runsOut ? `, ${left} left` : ""}`;
}

/* boards, turns: up to the position that is shown. hands: in that position. */
export function showPlayers(table, game, levels, { boards, turns, hands }) {
  for (const side of SIDES) {
    const bar = byId(`player-${side}`);
    bar.querySelector(".name").textContent = playerName(side, table, levels);
    bar.classList.toggle("to-move", table.waiting.includes(side));
    bar.querySelector(".clock").hidden = !table.clock[0];
    const taken = bar.querySelector(".taken");
    taken.replaceChildren();
    if (game.counts) {
      taken.textContent = countText(side, boards[boards.length - 1], hands, game.board);
      continue; // pieces change sides and are not captured
    }
    if (game.board.hands) continue; // captured pieces are in hand
    for (const [token, count] of Object.entries(capturedBy(side, boards, turns))) {
      const symbol = pieceSymbol(game.board, token);
      if (!symbol) continue;
      taken.append(symbol);
      if (count > 1) taken.append(`\u00d7${count} `);
    }
  }
}

/* Shows the clocks. Only the server decides when one has run out. */
export function showClocks(table, begun) {
  if (!table?.clock[0]) return;
  for (const side of SIDES) {
    const runs = begun && table.waiting.includes(side);
    const spent = runs ? performance.now() - table.receivedAt : 0;
    byId(`clock-${side}`).textContent = clockText(table.left[side] - spent);
  }
}

/* Shows the result of a finished game. */
export function showEnd(table) {
  const { state, winner, text } = table.status;
  byId("end").hidden = state === "ongoing";
  byId("status").classList.toggle("hidden", state !== "ongoing");
  if (state === "ongoing") return;
  const people = ownSides(table);
  const wins = `${sideName(winner)} wins`;
  byId("end-result").textContent = state === "draw" ? "Draw"
    : people.length === 1 ? (people === winner ? "You win" : "You lose") : wins;
  byId("end-reason").textContent = text;
  const offered = table.invited && table.yours && table.rematch.includes(table.yours);
  byId("rematch").hidden = table.invited && (!table.yours || table.deserted);
  byId("rematch").disabled = offered;
  byId("rematch").textContent = !table.invited ? "Rematch" : offered ? "Rematch offered"
    : table.rematch ? "Accept rematch" : "Offer rematch";
  byId("end-left").hidden = !table.deserted;
}

/* Shows the link by which another person joins, and the one of this browser's own seat. */
export function showInvitation(table, address) {
  const isLocal = THIS_COMPUTER.includes(new URL(address).hostname);
  byId("invited").hidden = !table.vacant && !table.key;
  byId("invited-text").textContent = table.vacant ? `Send this link to your opponent: ${address}`
    : "Your own link brings you back to your seat with any browser. Keep it to yourself.";
  byId("invited-local").hidden = !table.vacant || !isLocal;
  byId("invited").classList.toggle("last", !table.vacant);
  byId("copy-invitation").hidden = !table.vacant;
  byId("copy-seat").hidden = !table.key;
}
