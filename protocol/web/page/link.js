/* The WebSocket to the server, which reconnects by itself. */

const SHORTEST_MS = 300;
const LONGEST_MS = 5000;

class Link {
  #socket = null;
  #wait = SHORTEST_MS;
  #connected = null; // null: not known yet
  #hello;
  #onmessage;
  #onchange;

  /* hello: returns the first message, null if there is none yet. onmessage: called with every message. onchange: called with
     whether the page is connected. */
  constructor(hello, onmessage, onchange) {
    this.#hello = hello;
    this.#onmessage = onmessage;
    this.#onchange = onchange;
    this.#open();
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /* Reports changes only, not every failed attempt to connect. */
  #setConnected(connected) {
    if (connected === this.#connected) return;
    this.#connected = connected;
    this.#onchange(connected);
  }

  #open() {
    const address = new URL("socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = SHORTEST_MS;
      const hello = this.#hello();
      if (hello) this.send(hello);
      else this.#setConnected(true);
    });
    socket.addEventListener("message", (event) => this.#onmessage(JSON.parse(event.data)));
    // The first answer shows the game, so only then is the page connected.
    socket.addEventListener("message", () => this.#setConnected(true), { once: true });
    socket.addEventListener("close", () => {
      this.#setConnected(false);
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_MS);
    });
  }
}

let link = null;

/* Opens the page's connection; the arguments are those of Link. */
export function connect(hello, onmessage, onchange) {
  link = new Link(hello, onmessage, onchange);
}

/* Sends the server a message and returns whether it could. */
export function send(message) {
  return link.send(message);
}
