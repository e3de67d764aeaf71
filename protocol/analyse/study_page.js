"use strict";

// Keeps the moves, the plot and the arrows where the board stands. The board knows the rules'
// outcome; nothing here does.
(() => {
  const data = JSON.parse(document.getElementById("game").textContent);
  const board = amaltheaReplay(
    document.getElementById("board"), data.variant, data.frames, {});
  const buttons = [...document.querySelectorAll("#moves button")];
  const moves = document.getElementById("moves");
  const plot = document.querySelector("#plot svg");
  const cursor = plot.querySelector(".cursor");
  const { plies, left, right } = plot.dataset;

  function show(ply) {
    const place = data.places[ply];
    board.setArrows(place.arrow ? [place.arrow] : []);
    document.getElementById("score").textContent = place.score;
    document.getElementById("line").textContent =
      place.line ? `${place.line} (depth ${place.depth})` : "";
    placeCursor(ply);
    markMove(ply);
  }

  function placeCursor(ply) {
    const x = Number(left) + (right - left) * ply / Math.max(1, plies);
    cursor.setAttribute("x1", x);
    cursor.setAttribute("x2", x);
    cursor.style.visibility = "visible";
  }

  function markMove(ply) {
    buttons.forEach((button, at) => button.toggleAttribute("aria-current", at + 1 === ply));
    const top = ply ? buttons[ply - 1].parentElement.offsetTop - moves.offsetTop : 0;
    if (top < moves.scrollTop || top > moves.scrollTop + moves.clientHeight - 40) {
      moves.scrollTop = top - moves.clientHeight / 2;
    }
  }

  function plyAt(event) {
    const point = new DOMPoint(event.clientX, event.clientY)
      .matrixTransform(plot.getScreenCTM().inverse());
    const share = (point.x - left) / (right - left);
    return Math.max(0, Math.min(Number(plies), Math.round(share * plies)));
  }

  buttons.forEach((button, at) => button.addEventListener("click", () => board.go(at + 1)));
  plot.addEventListener("click", event => board.go(plyAt(event)));
  // The board minds its keys while it has the focus; elsewhere on the page they mean the same.
  function key(event) {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    const goals = {
      ArrowLeft: board.ply - 1, ArrowRight: board.ply + 1, Home: 0, End: board.length,
    };
    if (!(event.key in goals)) return;
    event.preventDefault();
    board.go(Math.max(0, Math.min(board.length, goals[event.key])));
  }

  document.addEventListener("keydown", key);
  board.onchange = show;
  show(board.ply);
})();
