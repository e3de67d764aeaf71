/* Elements of the page: making and finding them, asking, copying, saving, and pictures of pieces. */

const SVG = "http://www.w3.org/2000/svg";

const COPIED_MS = 2000; // for which a button says that it copied

export function byId(id) {
  return document.getElementById(id);
}

export function make(parent, tag, attributes = {}, text = "") {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.textContent = text;
  parent.append(element);
  return element;
}

/* The same for elements of pictures. */
export function draw(parent, tag, attributes = {}) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  parent.append(element);
  return element;
}

/* Saves a text as a file of the user's. */
export function saveText(name, text) {
  const saved = make(document.body, "a", { download: name, class: "hidden" });
  saved.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  saved.click();
  URL.revokeObjectURL(saved.href);
  saved.remove();
}

/* Asks a question and returns a promise of whether the answer was yes. yes, no: the words of the buttons. */
export function confirmed(text, yes, no) {
  const dialog = byId("sure");
  byId("sure-text").textContent = text;
  byId("sure-yes").textContent = yes;
  byId("sure-no").textContent = no;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(dialog.returnValue !== ""), { once: true });
  });
}

/* Copies a text, and says so on the button for a while. */
export async function copy(text, button) {
  const label = button.dataset.label ??= button.textContent;
  button.textContent = await isCopied(text) ? "Copied" : "Copying is not allowed here";
  setTimeout(() => { button.textContent = label; }, COPIED_MS);
}

/* Copies a text and returns whether that worked. Browsers have navigator.clipboard only on pages that are encrypted or
   come from this machine; on others the older way is left. */
async function isCopied(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const field = make(document.querySelector("dialog[open]") ?? document.body, "textarea", { class: "hidden" });
  field.value = text;
  field.select();
  const done = document.execCommand("copy");
  field.remove();
  return done;
}

/* A piece as a picture of its own, null if the board has no such piece. */
export function pieceSymbol(variant, token) {
  const piece = variant.pieces[token];
  if (!piece) return null;
  const [width, height] = piece.size ?? [1, 1];
  const picture = document.createDocumentFragment();
  const svg = draw(picture, "svg", { viewBox: `0 0 ${width * 100} ${height * 100}`, "aria-hidden": "true" });
  draw(svg, "use", { href: `#${piece.symbol}` });
  return svg;
}
