/* What a browser keeps: its settings, and the secret word by which the server knows it. The server keeps the games. */

const SETTINGS = "amalthea-settings";
const CLIENT = "amalthea-client";

function read(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage the page works, but forgets.
  }
}

/* The secret word of this browser, made when it is first needed; "" if the browser stores nothing. */
export function client() {
  const known = read(CLIENT, null);
  if (known) return known;
  const made = [...crypto.getRandomValues(new Uint8Array(12))];
  write(CLIENT, made.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  return read(CLIENT, "");
}

export function setting(name, otherwise) {
  return read(SETTINGS, {})[name] ?? otherwise;
}

export function keepSetting(name, value) {
  write(SETTINGS, { ...read(SETTINGS, {}), [name]: value });
}

/* What the address asks for: a room, a position, a game's name, or nothing of these. */
export function asked() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has("game")) return { room: wanted.get("game"), key: wanted.get("seat") ?? "" };
  if (wanted.has("fen")) return { variant: wanted.get("variant") ?? "chess", fen: wanted.get("fen") };
  for (const kind of ["puzzles", "steps"]) {
    if (wanted.get(kind)) return { kind, variant: wanted.get(kind) };
  }
  if (location.hash) return { view: location.hash.slice(1) };
  const variant = new URLSearchParams(location.search).get("variant") ?? document.body.dataset.default;
  return variant ? { variant } : {};
}

/* The address of a room on this page. key: that of a seat, to be taken there. */
export function addressOf(room, key = "") {
  const seat = key ? `&seat=${key}` : "";
  return `${location.origin}${location.pathname}${location.search}#game=${room}${seat}`;
}

/* The address of a room for somebody else. */
export function linkTo(room) {
  const { link } = document.body.dataset;
  return link ? `${link}#game=${room}` : addressOf(room);
}
