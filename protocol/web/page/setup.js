/* The dialog in which a position is set up. What its FEN is, and whether it can be played, the
   server says. */

import { EditBoard, ERASER, HAND } from "./editboard.js";
import { gameOf } from "./games.js";
import { byId, make } from "./panels.js";
import { endText, squareText, tokenName } from "./texts.js";

const SVG = "http://www.w3.org/2000/svg";
const TYPING_MS = 250;
const SIDES = { w: "White", b: "Black", "-": "Both sides place pieces" };

export class Setup {
  #send;
  #game = null;
  #board = {};
  #fen = "";
  #rights = ""; // as they were asked for; the FEN has those of them that can be
  #asked = 0;
  #open = false; // whether an answer is awaited
  #next = null; // what to ask for after it
  #reads = false; // whether a FEN was asked to be read
  #noted = false; // whether a person wants to know what was mended in what was asked
  #typing = 0;
  #edit;

  /* send: tells the server something; whether that was possible. onplay: gets the name of a game
     and a FEN. */
  constructor(send, onplay) {
    this.#send = send;
    this.#edit = new EditBoard(byId("setup-board"), {
      onchange: (board) => this.#ask({ board }),
      oncursor: (square, token) => {
        byId("setup-cursor").textContent = squareText(square, token, this.#game.names);
      },
    });
    byId("setup-variant").addEventListener("change", () => this.#become(byId("setup-variant").value, ""));
    byId("setup-side").addEventListener("change", () => this.#ask({}));
    byId("setup-start").addEventListener("click", () => this.#ask({ fen: "" }));
    byId("setup-clear").addEventListener("click", () => this.#clear());
    byId("setup-flip").addEventListener("click", () => this.#edit.turn(!this.#edit.flipped));
    byId("setup-fen").addEventListener("input", () => {
      clearTimeout(this.#typing);
      this.#typing = setTimeout(() => this.#type(), TYPING_MS);
    });
    byId("setup-fen").addEventListener("change", () => this.#type());
    byId("setup-fen").addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault(); // it would close the dialog
      this.#type();
    });
    const dialog = byId("setup-dialog");
    dialog.addEventListener("close", () => {
      const plays = dialog.returnValue === "play";
      dialog.returnValue = "";
      if (plays) onplay(this.#game.board.name, this.#fen);
    });
  }

  async open(name, fen) {
    byId("setup-dialog").showModal();
    byId("setup-variant").value = name;
    await this.#become(name, fen);
  }

  /* What was asked before the connection was lost is asked again. */
  relinked() {
    if (!byId("setup-dialog").open || !this.#open) return;
    this.#open = false;
    this.#ask(this.#next ?? {});
  }

  /* An answer, or what was wrong with the question. */
  hear(told) {
    if (told.request !== this.#asked) return;
    this.#await(false);
    const next = this.#next;
    this.#next = null;
    if (next) this.#ask(next);
    else this.#show(told);
  }

  refuse(text) {
    this.#await(false);
    this.#next = null;
    this.#say(text, true);
  }

  #await(open) {
    this.#open = open;
    byId("setup-dialog").setAttribute("aria-busy", String(open));
  }

  async #become(name, fen) {
    this.#await(true);
    try {
      this.#game = await gameOf(name);
    } catch (error) {
      this.refuse(String(error));
      return;
    }
    this.#edit.become(this.#game.board);
    this.#choices();
    this.#await(false);
    this.#ask({ fen });
  }

  #type() {
    clearTimeout(this.#typing);
    const fen = byId("setup-fen").value.trim();
    if (fen && fen !== this.#fen) this.#ask({ fen });
  }

  /* Empties the board but for what is neither White's nor Black's. */
  #clear() {
    const rest = ([, token]) => token.toUpperCase() === token.toLowerCase();
    const board = Object.fromEntries(Object.entries(this.#board).filter(rest));
    this.#edit.show(board);
    this.#ask({ board });
  }

  /* fen: to be read. Otherwise it is to be written, of the board and all else that is chosen. */
  #ask({ fen, board, rights }) {
    if (board) this.#board = board;
    if (rights !== undefined) this.#rights = rights;
    if (this.#open) {
      this.#next = { fen, board, rights };
      return;
    }
    this.#asked += 1;
    const asked = { type: "setup", request: this.#asked, variant: this.#game.board.name };
    const written = {
      fen: this.#fen, board: this.#board, side: byId("setup-side").value || "w", rights: this.#rights,
    };
    this.#reads = fen !== undefined;
    this.#noted = this.#reads || rights !== undefined;
    this.#await(this.#send({ ...asked, ...(fen === undefined ? written : { fen }) }));
    if (!this.#open) this.#say("Not connected.", true);
  }

  #show(told) {
    this.#fen = told.fen;
    this.#edit.hold(told.hands);
    if (this.#reads) {
      this.#rights = told.rights;
      if (told.board) {
        this.#board = told.board;
        this.#edit.show(told.board);
      }
    }
    if (document.activeElement !== byId("setup-fen") || !this.#reads) byId("setup-fen").value = told.fen;
    const sides = told.sides.map((side) => new Option(SIDES[side], side));
    byId("setup-side").replaceChildren(...sides);
    byId("setup-side").value = told.sides.includes(told.side) ? told.side : "w";
    this.#showRights(told);
    const notes = this.#noted ? told.notes : [];
    if (told.status.state !== "ongoing") notes.push(`The game is over in this position. ${endText(told.status)}`);
    this.#say(told.fault || notes.join(". "), Boolean(told.fault));
  }

  #say(text, wrong) {
    const fault = byId("setup-fault");
    fault.textContent = text;
    fault.classList.toggle("wrong", wrong);
    byId("setup-play").disabled = wrong;
  }

  #showRights({ rights, possible }) {
    const group = byId("setup-rights");
    const boxes = [...group.querySelectorAll("input")];
    group.hidden = !possible;
    if (boxes.map((box) => box.value).join("") !== possible) {
      for (const label of group.querySelectorAll("label")) label.remove();
      for (const letter of possible) {
        const label = make(group, "label");
        const box = make(label, "input", { type: "checkbox", value: letter });
        label.append(` ${letter}`);
        box.addEventListener("change", () => this.#toggle());
      }
    }
    for (const box of group.querySelectorAll("input")) box.checked = rights.includes(box.value);
  }

  #toggle() {
    const boxes = [...byId("setup-rights").querySelectorAll("input:checked")];
    this.#ask({ rights: boxes.map((box) => box.value).join("") });
  }

  /* What can be taken in hand: radio buttons, so that keys and screen readers know them. */
  #choices() {
    const palette = byId("palette");
    for (const label of palette.querySelectorAll("label")) label.remove();
    this.#choice(HAND, "Move", null);
    this.#choice(ERASER, "Remove", null);
    for (const rest of palette.querySelectorAll(".break")) rest.remove();
    let before = "";
    for (const [token, piece] of Object.entries(this.#game.board.pieces)) {
      const [side] = tokenName(token, this.#game.names).split(" ");
      if (side !== before) make(palette, "span", { class: "break" });
      before = side;
      this.#choice(token, tokenName(token, this.#game.names), piece);
    }
    palette.querySelector("input").checked = true;
    this.#edit.tool = HAND;
  }

  #choice(tool, name, piece) {
    const label = make(byId("palette"), "label", { title: name });
    const input = make(label, "input", { type: "radio", name: "tool", value: tool, "aria-label": name });
    input.addEventListener("change", () => {
      this.#edit.tool = tool;
    });
    if (!piece) {
      make(label, "span", {}, name);
      return;
    }
    const [width, height] = piece.size ?? [1, 1];
    const svg = document.createElementNS(SVG, "svg");
    svg.setAttribute("viewBox", `0 0 ${width * 100} ${height * 100}`);
    svg.setAttribute("aria-hidden", "true");
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${piece.symbol}`);
    svg.append(use);
    label.append(svg);
  }
}
