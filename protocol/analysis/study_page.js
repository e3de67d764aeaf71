"use strict";

// Shows the lines, the arrows, the current move and the cursor of the plot for the position on the board. The page of a
// single position has neither moves nor plot. This script knows no rules.
(() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const board = amaltheaReplay(
    document.getElementById("board"), data.variant, data.frames, {});
  const moves = document.getElementById("moves");
  const plot = document.querySelector("#plot svg");
  const lines = document.getElementById("lines");
  let followed = 0; // the number of the line that the board follows
  let shown = -1; // the ply whose lines are listed

  function show(ply, at) {
    const moment = data.moments[ply];
    if (ply !== shown) listLines(moment.lines ?? []);
    shown = ply;
    document.getElementById("score").textContent = moment.score;
    document.getElementById("note").textContent = moment.note ?? "";
    if (!at) board.setArrows(moment.arrows ?? []);
    markStep(at);
    if (moves) markMove(ply);
    if (plot) placeCursor(ply);
  }

  function make(parent, tag, text, attributes = {}) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.textContent = text;
    parent.append(element, " ");
    return element;
  }

  /* List lines with their moves, each a button that shows the board after it. */
  function listLines(found) {
    lines.replaceChildren();
    found.forEach((line, number) => {
      const item = make(lines, "li", "");
      make(item, "b", line.score);
      make(item, "span", line.number, { class: "number" });
      line.moves.forEach((text, at) => {
        if (!line.frames) return make(item, "span", text);
        const step = { type: "button", "data-line": number, "data-at": at + 1 };
        return make(item, "button", text, step).addEventListener("click", () => follow(number, at + 1));
      });
      make(item, "span", `depth ${line.depth}`, { class: "number" });
    });
  }

  function follow(number, at) {
    followed = number;
    board.follow(data.moments[board.ply].lines[number].frames, at);
  }

  function markStep(at) {
    for (const step of lines.querySelectorAll("button")) {
      const here = Number(step.dataset.line) === followed && Number(step.dataset.at) === at;
      step.toggleAttribute("aria-current", here);
    }
  }

  function placeCursor(ply) {
    const { plies, left, right } = plot.dataset;
    const cursor = plot.querySelector(".cursor");
    const x = Number(left) + (right - left) * ply / Math.max(1, plies);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.visibility = "visible";
  }

  function markMove(ply) {
    let top = 0;
    for (const button of moves.querySelectorAll("button[data-ply]")) {
      const here = Number(button.dataset.ply) === ply;
      button.toggleAttribute("aria-current", here);
      if (here) top = button.parentElement.offsetTop - moves.offsetTop;
    }
    if (top < moves.scrollTop || top > moves.scrollTop + moves.clientHeight - 40) {
      moves.scrollTop = top - moves.clientHeight / 2;
    }
  }

  function plyAt(event) {
    const { plies, left, right } = plot.dataset;
    const point = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(plot.getScreenCTM().inverse());
    const share = (point.x - left) / (right - left);
    return Math.max(0, Math.min(Number(plies), Math.round(share * plies)));
  }

  moves?.addEventListener("click", (event) => {
    const { ply, from, line } = event.target.closest("button")?.dataset ?? {};
    if (ply !== undefined) board.go(Number(ply));
    if (from === undefined) return;
    board.go(Number(from));
    follow(Number(line), 1);
  });
  plot?.addEventListener("click", (event) => board.go(plyAt(event)));
  // The board handles these keys itself while it has the focus; this makes them work on the whole page.
  function key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const actions = {
      ArrowLeft: () => board.step(-1),
      ArrowRight: () => board.step(1),
      Home: () => board.go(0),
      End: () => board.go(board.length),
      Escape: () => board.go(board.ply),
    };
    if (!(event.key in actions)) return;
    event.preventDefault();
    actions[event.key]();
  }

  document.addEventListener("keydown", key);
  board.onchange = show;
  show(board.ply, 0);
})();
