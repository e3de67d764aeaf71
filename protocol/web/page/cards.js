/* Cards with a small board, of games to begin and of games to continue. */

import { make } from "./dom.js";

/* now: the position as FEN, by default that of a new game. */
export function card(list, { name, title, about, size = "", now = "" }, open) {
  const item = make(list, "li", { class: "card" });
  const button = make(item, "button", { type: "button", "data-game": name });
  const query = now ? `?${new URLSearchParams({ fen: now })}` : "";
  const src = `picture/${encodeURIComponent(name)}${query}`;
  make(button, "img", { loading: "lazy", src, alt: "", width: 96, height: 96 }); // lazy only if it is set before src
  const words = make(button, "span", { class: "words" });
  make(words, "b", {}, title);
  make(words, "span", { class: "about" }, about);
  if (size) make(words, "span", { class: "size" }, size);
  button.addEventListener("click", open);
  return item;
}
