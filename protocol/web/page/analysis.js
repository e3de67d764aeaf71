/* The engine's analysis of the position that is shown: best lines, arrows, evaluation bar. */

import { byId, make } from "./dom.js";
import { scoreText, share } from "./texts.js";

const SQUARE = /[a-t][1-9][0-9]?/g;
const SHOWN = 12; // moves of a line

export function arrowOf(move, kind) {
  const squares = move.match(SQUARE) ?? []; // a third one is a wall, which gets no arrow
  return squares.length ? [squares[0], squares[Math.min(1, squares.length - 1)], kind] : null;
}

export function arrowsOf(lines) {
  const arrows = lines.filter((line) => line.arrow).map(({ arrow: [from, to, signs] }, index) =>
    index ? [from, to, "other"] : [from, to, "best", signs]);
  return arrows.reverse();
}

/* Lines change several times a second. A button that is replaced between press and release would
   get no click, so lines are not replaced while the pointer is down. */
let pressed = false;
let waiting = null; // lines to show when the pointer is up again

byId("found").addEventListener("pointerdown", () => { pressed = true; });
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => setTimeout(release));

function release() {
  pressed = false;
  if (waiting) showLines(...waiting);
}

/* step: called with the moves of a line up to the one that was clicked. */
export function showLines(lines, step) {
  waiting = pressed ? [lines, step] : null;
  if (pressed) return;
  const list = byId("found");
  list.replaceChildren();
  for (const line of lines) {
    const item = make(list, "li");
    make(item, "b", {}, scoreText(line));
    make(item, "span", { class: "depth" }, ` ${line.depth} `);
    line.moves.slice(0, SHOWN).forEach((_, index) => {
      const button = make(item, "button", { type: "button" }, line.texts[index]);
      button.addEventListener("click", () => step(line.moves.slice(0, index + 1)));
    });
  }
}

export function showBar(score, flipped) {
  const bar = byId("bar");
  bar.hidden = !score;
  document.body.classList.toggle("with-bar", Boolean(score));
  if (!score) return;
  const text = scoreText(score);
  bar.classList.toggle("flipped", flipped);
  byId("bar-fill").style.height = `${Math.round(100 * share(score))}%`;
  byId("bar-text").textContent = text;
  bar.setAttribute("aria-label", `Evaluation ${text}, from White's point of view`);
}
