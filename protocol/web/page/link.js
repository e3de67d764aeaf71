/* The socket to the server. It opens again by itself; what is said meanwhile is said after that. */

const SHORTEST_MS = 300;
const LONGEST_MS = 5000;

export class Link {
  #socket = null;
  #wait = SHORTEST_MS;
  #linked = null; // until it is known
  #hello;
  #hear;
  #changed;

  /* hello: makes the first message; hear: gets every message; changed: whether there is a link. */
  constructor(hello, hear, changed) {
    this.#hello = hello;
    this.#hear = hear;
    this.#changed = changed;
    this.#open();
  }

  send(message) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /* Another vain attempt is no news. */
  #tell(linked) {
    if (linked === this.#linked) return;
    this.#linked = linked;
    this.#changed(linked);
  }

  #open() {
    const address = new URL("socket", location.href);
    address.protocol = address.protocol.replace("http", "ws");
    address.hash = "";
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      this.#wait = SHORTEST_MS;
      this.send(this.#hello());
    });
    socket.addEventListener("message", (event) => this.#hear(JSON.parse(event.data)));
    // Linked is who has been answered: what comes first shows the game anew.
    socket.addEventListener("message", () => this.#tell(true), { once: true });
    socket.addEventListener("close", () => {
      this.#tell(false);
      setTimeout(() => this.#open(), this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_MS);
    });
  }
}
