"use strict";

/*
 * The picture of a board in a page.
 *
 *   const board = new AmaltheaBoard(element, variantData);
 *   board.place({ e1: "K" });  board.mark(["e2", "e4"], signs);
 *   board.point([["e2", "e4", "best", signs]]);
 *
 * variantData, the symbols of the page and the signs come from protocol/drawing/replay.py. The signs
 * are SVG from White's point of view. This script knows no rules.
 */
const AmaltheaBoard = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  // Arrows as protocol/drawing/board_svg.py draws them, in units of a square of 100.
  const ARROW = { start: 22, end: 8, head: 36, half: 8, ring: 40 };
  const STROKE = 5;
  const COUNT = { size: 0.3, x: 0.93 };  // text of a count, relative to the size of a piece in hand

  function draw(parent, tag, attributes = {}) {
    const element = document.createElementNS(SVG, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  }

  /* The picture of one board, which knows the layout of squares but not the game. */
  class Board {
    constructor(parent, variant) {
      this.variant = variant;
      this.holes = new Set(variant.holes);
      this.flipped = false;
      const label = `${variant.title} board`;
      this.svg = draw(parent, "svg", {
        class: variant.class, viewBox: variant.view.join(" "), role: "img", "aria-label": label,
      });
      const layers = ["ground", "marks", "hands", "pieces", "signs", "arrows"];
      for (const layer of layers) this[layer] = draw(this.svg, "g", { class: layer });
      this.turn(false);
    }

    turn(flipped) {
      this.flipped = flipped;
      this.ground.innerHTML = this.variant.boards[Number(flipped)];
    }

    /* Return the upper left corner of a piece on a square that covers so many files and ranks. */
    corner(square, [width, height] = [1, 1]) {
      const { cell, grid } = this.variant;
      const [file, rank] = this.#numbers(square);
      const x = grid.start[0] + file * grid.file[0] + rank * grid.rank[0];
      const y = grid.start[1] + file * grid.file[1] + rank * grid.rank[1] - (height - 1) * cell;
      return this.flipped ? [grid.size[0] - x - width * cell, grid.size[1] - y - height * cell] : [x, y];
    }

    /* Return the file and the rank of a square, from 0. */
    #numbers(square) {
      const { origin } = this.variant;
      return [square.charCodeAt(0) - 97 - origin, Number(square.slice(1)) - 1 - origin];
    }

    /* Return whether a square belongs to the board. */
    has(square) {
      const [file, rank] = this.#numbers(square);
      const { files, ranks } = this.variant;
      return file >= 0 && rank >= 0 && file < files && rank < ranks && !this.holes.has(square);
    }

    /* Return the position of a pointer event in the picture. */
    spot(event) {
      const place = this.svg.getScreenCTM().inverse();
      return new DOMPoint(event.clientX, event.clientY).matrixTransform(place);
    }

    /* Return the square at a point, also a labelled one just outside the board, or null. */
    square({ x, y }) {
      const { files, ranks, origin } = this.variant;
      const [file, rank] = this.#nearest(x, y);
      const known = (at, size) => at >= -origin && at < size + origin;
      if (!known(file, files) || !known(rank, ranks)) return null;
      const found = `${String.fromCharCode(97 + file + origin)}${rank + 1 + origin}`;
      return this.holes.has(found) ? null : found;
    }

    /* Return the file and the rank of the square whose middle is nearest to a point. */
    #nearest(x, y) {
      const { cell, grid: { start, file: [fx, fy], rank: [rx, ry], size: [width, height] } } = this.variant;
      const dx = (this.flipped ? width - x : x) - start[0] - cell / 2;
      const dy = (this.flipped ? height - y : y) - start[1] - cell / 2;
      const area = fx * ry - fy * rx;
      const file = Math.floor((dx * ry - dy * rx) / area);
      const rank = Math.floor((fx * dy - fy * dx) / area);
      const distance = ([at, on]) => Math.hypot(dx - at * fx - on * rx, dy - at * fy - on * ry);
      const around = [[file, rank], [file + 1, rank], [file, rank + 1], [file + 1, rank + 1]];
      return around.reduce((best, each) => (distance(each) < distance(best) ? each : best));
    }

    /* Return the square so many files and ranks from another one, on the board or not. */
    beside(square, files, ranks) {
      return `${String.fromCharCode(square.charCodeAt(0) + files)}${Number(square.slice(1)) + ranks}`;
    }

    /* Return the squares that a token covers when its anchor is on a square. */
    covered(square, token) {
      const [width, height] = this.variant.pieces[token].size ?? [1, 1];
      const found = [];
      for (let file = 0; file < width; file += 1) {
        for (let rank = 0; rank < height; rank += 1) found.push(this.beside(square, file, rank));
      }
      return found;
    }

    place(board) {
      this.pieces.replaceChildren();
      this.uses = {};
      for (const [square, token] of Object.entries(board)) {
        if (!this.holes.has(square)) this.uses[square] = this.put(this.pieces, square, token);
      }
    }

    /* Return the drawn piece whose anchor is on a square. */
    drawn(square) {
      return this.uses[square];
    }

    put(layer, square, token) {
      const { pieces, cell } = this.variant;
      const { symbol, size = [1, 1], turns = false } = pieces[token];
      const [x, y] = this.corner(square, size);
      const use = draw(layer, "use", {
        href: `#${symbol}`, x, y, width: size[0] * cell, height: size[1] * cell,
      });
      this.#turn(use, turns, x + cell / 2, y + cell / 2);
      return use;
    }

    /* Turn a drawing that shows a direction around a point of a flipped board. */
    #turn(use, turns, x, y) {
      if (turns && this.flipped) use.setAttribute("transform", `rotate(180 ${x} ${y})`);
    }

    /* Show the pieces in hand if the game has a place for them, given as {token: count}. */
    hold(held) {
      this.hands.replaceChildren();
      if (!this.variant.hands) return; // they need not be seen
      for (const [token, many] of Object.entries(held)) {
        const [x, y] = this.handCorner(token);
        const size = this.variant.hands.pitch;
        const { symbol, turns = false } = this.variant.pieces[token];
        const use = draw(this.hands, "use", { href: `#${symbol}`, x, y, width: size, height: size });
        this.#turn(use, turns, x + size / 2, y + size / 2);
        if (many === 1) continue;
        const [left, top] = [x + COUNT.x * size, y + size / 2];
        const count = { class: "count", x: left, y: top, "font-size": COUNT.size * size };
        draw(this.hands, "text", count).textContent = many;
      }
    }

    /* Return the upper left corner of a token's place in its hand. */
    handCorner(token) {
      const { tokens, pitch, tops } = this.variant.hands;
      const side = tokens[0].includes(token) ? 0 : 1;
      return [tokens[side].indexOf(token) * pitch, tops[Number((side === 0) !== this.flipped)]];
    }

    /* Return the token whose place in a hand contains a point, or null. */
    inHand({ x, y }) {
      if (!this.variant.hands) return null;
      const { tokens, pitch } = this.variant.hands;
      const near = (token) => {
        const [left, top] = this.handCorner(token);
        return x >= left && x < left + pitch && y >= top && y < top + pitch;
      };
      return tokens.flat().find(near) ?? null;
    }

    mark(squares, signs = "") {
      this.marks.replaceChildren();
      this.signs.replaceChildren();
      if (signs) this.sign(this.signs, signs);
      for (const square of squares) {
        if (this.variant.patches) {
          this.patch(this.marks, square, "patch");
          continue;
        }
        this.fill(this.marks, square, "mark");
      }
    }

    /* Draw the shape of a square over it. */
    fill(layer, square, classes) {
      const [x, y] = this.corner(square);
      draw(layer, "path", { class: classes, d: this.variant.grid.outline, transform: `translate(${x} ${y})` });
    }

    /* Add a glow to the marks of squares on which a royal piece is attacked. */
    alarm(squares) {
      const { cell } = this.variant;
      for (const square of squares) {
        const [x, y] = this.corner(square).map((edge) => edge + cell / 2);
        for (const r of [48, 38, 28]) draw(this.marks, "circle", { class: "attacked", cx: x, cy: y, r });
      }
    }

    /* Draw a frame around the 3x3 squares around a square, clipped to the picture. */
    patch(layer, square, classes) {
      const { cell, view: [left, top, width, height] } = this.variant;
      const [x, y] = this.corner(square);
      const x1 = Math.max(x - cell, left + STROKE);
      const y1 = Math.max(y - cell, top + STROKE);
      const x2 = Math.min(x + 2 * cell, left + width - STROKE);
      const y2 = Math.min(y + 2 * cell, top + height - STROKE);
      draw(layer, "rect", { class: classes, x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: 6 });
    }

    /* Draw further signs of a move. */
    sign(layer, signs) {
      const [width, height] = this.variant.grid.size;
      const group = draw(layer, "g", { class: "signs" });
      if (this.flipped) group.setAttribute("transform", `rotate(180 ${width / 2} ${height / 2})`);
      group.innerHTML = signs;
      for (const use of this.flipped ? group.querySelectorAll(".waiting") : []) {
        const [x, y, size] = ["x", "y", "width"].map((name) => Number(use.getAttribute(name)));
        use.setAttribute("transform", `rotate(180 ${x + size / 2} ${y + size / 2})`);
      }
    }

    point(arrows) {
      this.arrows.replaceChildren();
      for (const [from, to, kind = "best", signs = ""] of arrows) this.arrow(from, to, kind, signs);
    }

    arrow(from, to, kind, signs) {
      const { cell, patches } = this.variant;
      if (signs) this.sign(this.arrows, signs);
      if (signs && from === to) return;
      if (patches) for (const end of [from, to]) this.patch(this.arrows, end, `span ${kind}`);
      const [x, y] = this.corner(from).map((edge) => edge + cell / 2);
      const [toX, toY] = this.corner(to).map((edge) => edge + cell / 2);
      if (from === to) {
        draw(this.arrows, "circle", { class: `ring ${kind}`, cx: x, cy: y, r: ARROW.ring });
        return;
      }
      const tip = Math.hypot(toX - x, toY - y) - ARROW.end;
      const neck = tip - ARROW.head;
      const { start, half } = ARROW;
      const angle = Math.atan2(toY - y, toX - x) * 180 / Math.PI;
      draw(this.arrows, "path", {
        class: `arrow ${kind}`,
        d: `M${start} ${-half}H${neck}v${-2 * half}L${tip} 0L${neck} ${3 * half}v${-2 * half}H${start}z`,
        transform: `translate(${x} ${y}) rotate(${angle})`,
      });
    }
  }

  return Board;
})();
