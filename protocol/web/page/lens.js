/* A magnifier for boards whose squares are smaller than a finger. */

import { draw } from "./dom.js";

const SMALLEST = 30; // pixels of a square that a finger hits
const SIZE = 150; // pixels of the lens
const SQUARES = 3.5; // shown across it
const ABOVE = 36; // pixels between finger and lens

export class Lens {
  #element = null;

  /* Shows what is under a finger, if that is hard to see. board: see AmaltheaBoard. */
  show(board, event) {
    const scale = board.svg.getScreenCTM().a;
    if (event.pointerType !== "touch" || scale * board.variant.cell >= SMALLEST) return;
    this.#element ??= this.#make(board);
    const { x, y } = board.spot(event);
    const width = SQUARES * board.variant.cell;
    this.#element.setAttribute("viewBox", `${x - width / 2} ${y - width / 2} ${width} ${width}`);
    this.#element.style.left = `${Math.max(0, Math.min(innerWidth - SIZE, event.clientX - SIZE / 2))}px`;
    this.#element.style.top = `${Math.max(0, event.clientY - SIZE - ABOVE)}px`;
  }

  hide() {
    this.#element?.remove();
    this.#element = null;
  }

  #make(board) {
    const element = draw(document.body, "svg", {
      class: `${board.variant.class} lens`, width: SIZE, height: SIZE, "aria-hidden": "true",
    });
    for (const part of board.svg.children) element.append(part.cloneNode(true));
    return element;
  }
}
