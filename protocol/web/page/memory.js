/* What a browser keeps: its settings, the games that it has played, its word for the server. */

const GAMES = "amalthea-games"; // in the local storage, the last one first
const SETTINGS = "amalthea-settings";
const CLIENT = "amalthea-client";
const MOST_GAMES = 24;

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

/* The word by which a server knows this browser again at a table of two people. */
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

/* All kept games, the last one first: { room, title, game, plies, over, at }. */
export function savedGames() {
  return read(GAMES, []);
}

/* The kept game of a room, or undefined. */
export function savedGame(room) {
  return savedGames().find((each) => each.room === room);
}

/* Keeps all that a restarted server needs to restore a game. before: the room that it had. */
export function saveGame(kept, before) {
  const others = savedGames().filter((each) => each.room !== kept.room && each.room !== before);
  write(GAMES, [kept, ...others].slice(0, MOST_GAMES));
}

export function forgetGame(room) {
  write(GAMES, savedGames().filter((each) => each.room !== room));
}

/* What the address asks for: a room, a position, a game's name, or nothing of these. */
export function asked() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (wanted.has("game")) return { room: wanted.get("game") };
  if (wanted.has("fen")) return { variant: wanted.get("variant") ?? "chess", fen: wanted.get("fen") };
  if (location.hash) return {};
  const variant = new URLSearchParams(location.search).get("variant") ?? document.body.dataset.default;
  return variant ? { variant } : {};
}

/* The address of a room, for another browser. */
export function addressOf(room) {
  return `${location.origin}${location.pathname}${location.search}#game=${room}`;
}
