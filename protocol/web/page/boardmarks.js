/* What is drawn above the pieces of the board for playing, and pieces that slide to where they moved. view: see
   PointedBoard. */

import { draw } from "./dom.js";

const DOT = 15;
const CROSS = 24;
const CAPTURE_RING = 43; // on hexagons, which have no room for corners
const CORNER = 26; // length of the marks in the corners of a capture
const SLIDE_MS = 150;
const MOST_SLIDING = 4; // pieces of a move; more are not followed by the eye
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

/* Marks a square that a move goes to. */
export function dot(view, square, classes) {
  const [x, y] = view.middle(square);
  draw(view.layer, "circle", { class: classes, cx: x, cy: y, r: DOT });
}

/* Marks a square on which something is captured. */
export function cross(view, square, classes) {
  const [x, y] = view.middle(square);
  if (view.variant.grid.hexagonal) {
    draw(view.layer, "circle", { class: classes, cx: x, cy: y, r: CAPTURE_RING });
    return;
  }
  const half = view.variant.cell / 2 - 6;
  const edge = half - CORNER;
  const corner = ([h, v]) => `M${h * half} ${v * edge}V${v * half}H${h * edge}`;
  const d = view.variant.patches
    ? `M${-CROSS} ${-CROSS}L${CROSS} ${CROSS}M${-CROSS} ${CROSS}L${CROSS} ${-CROSS}`
    : [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join("");
  draw(view.layer, "path", { class: classes, d, transform: `translate(${x} ${y})` });
}

/* Draws a frame around all squares between two corners. */
export function outline(view, low, high) {
  const { cell } = view.variant;
  const [[x1, y1], [x2, y2]] = [view.board.corner(low), view.board.corner(high)];
  draw(view.layer, "rect", {
    class: "vital", x: Math.min(x1, x2), y: Math.min(y1, y2), rx: cell / 4,
    width: Math.abs(x1 - x2) + cell, height: Math.abs(y1 - y2) + cell,
  });
}

/* Draws a frame around a piece in hand that is lifted. */
export function boxInHand(view, token) {
  const [x, y] = view.board.handCorner(token);
  const { pitch } = view.variant.hands;
  draw(view.layer, "rect", { class: "lifted", x, y, width: pitch, height: pitch });
}

/* Lets the pieces that moved between two boards slide from where they were drawn before. */
export function slide(view, before, after) {
  const left = Object.keys(before).filter((square) => before[square] !== after[square]);
  const come = Object.keys(after).filter((square) => before[square] !== after[square]);
  if (STILL.matches || view.variant.patches || come.length > MOST_SLIDING) return;
  for (const square of come) {
    const from = left.findIndex((each) => before[each] === after[square]);
    if (from < 0) continue;
    const [[x, y], [toX, toY]] = [left[from], square].map((each) => view.board.corner(each));
    left.splice(from, 1);
    const start = `translate(${x - toX}px, ${y - toY}px)`;
    view.board.drawn(square)?.animate([{ transform: start }, {}], { duration: SLIDE_MS, easing: "ease-out" });
  }
}
