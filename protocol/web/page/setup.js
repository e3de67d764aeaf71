/* The dialog for setting up a position. The server writes its FEN and checks it. */

import { EditBoard, ERASER, HAND } from "./editboard.js";
import { gameOf } from "./games.js";
import { byId, make, pieceSymbol } from "./dom.js";
import { castlingText, squareText, tokenName } from "./texts.js";
import { sideOf } from "./tokens.js";

const TYPING_MS = 250;
const SIDES = { w: "White", b: "Black", "-": "Both sides place pieces" };

export class Setup {
  #send;
  #game = null;
  #board = {};
  #fen = "";
  #rights = ""; // as chosen; the FEN has those that the position allows
  #request = 0;
  #busy = false; // whether an answer is awaited
  #sent = {}; // the request that awaits it
  #next = null; // the next request, sent after that answer
  #readsFen = false; // whether the request was to read a FEN
  #showsNotes = false; // whether to show what the server corrected
  #typing = 0;
  #edit;

  /* send: sends a message and returns whether it could. onplay: called with a game's name and a
     FEN. */
  constructor(send, onplay) {
    this.#send = send;
    this.#edit = new EditBoard(byId("setup-board"), {
      onchange: (board) => this.#ask({ board }),
      oncursor: (square, token) => {
        byId("setup-cursor").textContent = squareText(square, token, this.#game.names);
      },
    });
    byId("setup-variant").addEventListener("change", () => this.#setGame(byId("setup-variant").value, ""));
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
    await this.#setGame(name, fen);
  }

  /* Repeats the request that was lost with the connection. */
  reconnected() {
    if (!byId("setup-dialog").open || !this.#busy) return;
    const lost = this.#next ?? this.#sent;
    this.#next = null;
    this.#busy = false;
    this.#ask(lost);
  }

  /* Handles an answer of the server. */
  receive(answer) {
    if (answer.request !== this.#request) return;
    this.#setBusy(false);
    const next = this.#next;
    this.#next = null;
    if (next) this.#ask(next);
    else this.#show(answer);
  }

  showError(text) {
    this.#setBusy(false);
    this.#next = null;
    this.#showMessage(text, true);
  }

  #setBusy(busy) {
    this.#busy = busy;
    byId("setup-dialog").setAttribute("aria-busy", String(busy));
  }

  async #setGame(name, fen) {
    this.#setBusy(true);
    try {
      this.#game = await gameOf(name);
    } catch (error) {
      this.showError(String(error));
      return;
    }
    this.#edit.setVariant(this.#game.board);
    this.#choices();
    this.#setBusy(false);
    this.#ask({ fen });
  }

  #type() {
    clearTimeout(this.#typing);
    const fen = byId("setup-fen").value.trim();
    if (fen && fen !== this.#fen) this.#ask({ fen });
  }

  /* Removes all pieces of both sides, but no blocked squares. */
  #clear() {
    const board = Object.fromEntries(Object.entries(this.#board).filter(([, token]) => !sideOf(token)));
    this.#edit.show(board);
    this.#ask({ board });
  }

  /* Asks the server to read a FEN or, without one, to write that of the position set up. */
  #ask({ fen, board, rights }) {
    if (board) this.#board = board;
    if (rights !== undefined) this.#rights = rights;
    if (this.#busy) {
      this.#next = { fen, board, rights };
      return;
    }
    this.#sent = { fen, board, rights };
    this.#request += 1;
    const request = { type: "setup", request: this.#request, variant: this.#game.board.name };
    const written = {
      fen: this.#fen, board: this.#board, side: byId("setup-side").value || "w", rights: this.#rights,
    };
    this.#readsFen = fen !== undefined;
    this.#showsNotes = this.#readsFen || rights !== undefined;
    this.#setBusy(this.#send({ ...request, ...(fen === undefined ? written : { fen }) }));
    if (!this.#busy) this.#showMessage("Not connected.", true);
  }

  #show(answer) {
    this.#fen = answer.fen;
    this.#edit.hold(answer.hands);
    if (this.#readsFen) {
      this.#rights = answer.rights;
      if (answer.board) {
        this.#board = answer.board;
        this.#edit.show(answer.board);
      }
    }
    if (document.activeElement !== byId("setup-fen") || !this.#readsFen) byId("setup-fen").value = answer.fen;
    const sides = answer.sides.map((side) => new Option(SIDES[side], side));
    byId("setup-side").replaceChildren(...sides);
    byId("setup-side").value = answer.sides.includes(answer.side) ? answer.side : "w";
    this.#showRights(answer);
    const notes = this.#showsNotes ? answer.notes : [];
    if (answer.status.state !== "ongoing") notes.push(`The game is over in this position. ${answer.status.text}`);
    this.#showMessage(answer.error || notes.join(". "), Boolean(answer.error));
  }

  #showMessage(text, wrong) {
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
        label.append(` ${castlingText(letter, possible)}`);
        box.addEventListener("change", () => this.#toggle());
      }
    }
    for (const box of group.querySelectorAll("input")) box.checked = rights.includes(box.value);
  }

  #toggle() {
    const boxes = [...byId("setup-rights").querySelectorAll("input:checked")];
    this.#ask({ rights: boxes.map((box) => box.value).join("") });
  }

  /* The palette of pieces, as radio buttons for keyboards and screen readers. */
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
    label.append(pieceSymbol(this.#game.board, tool));
  }
}
