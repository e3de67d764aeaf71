// The report's list of games, sorted and filtered, and the view of one game. The boards are
// replay.js's; everything shown was computed when the page was written.

const find = (id) => document.getElementById(id);

function element(name, text, properties = {}) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return Object.assign(made, properties);
}

function drawn(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, text] of Object.entries(attributes)) made.setAttribute(key, text);
  return made;
}

// ---- the list of games ----

const heads = [...document.querySelectorAll(".games th")];
const rows = [...document.querySelectorAll(".games tbody tr")];
const columns = { white: 2, black: 3, result: 4, reason: 5 };
const byText = new Intl.Collator(undefined, { numeric: true });

const value = (row, column) => row.cells[column].dataset.value ?? row.cells[column].textContent;

function sort(column, rising) {
  const head = heads[column];
  for (const other of heads) other.ariaSort = "none";
  head.ariaSort = rising ? "ascending" : "descending";
  const order = rising ? 1 : -1;
  rows.sort((one, other) => order * byText.compare(value(one, column), value(other, column)));
  document.querySelector(".games tbody").append(...rows);
}

function matches(row, player, result, reason) {
  const [white, black, ended, why] = Object.values(columns).map((column) => value(row, column));
  if (player && player !== white && player !== black) return false;
  if (reason && reason !== why) return false;
  if (result === "won") return ended === (player === white ? "1-0" : "0-1");
  if (result === "lost") return ended === (player === white ? "0-1" : "1-0");
  return !result || result === ended;
}

function filter() {
  const [player, result, reason] = ["player", "result", "reason"].map((id) => find(id));
  for (const choice of ["won", "lost"]) {
    const option = result.querySelector(`[value=${choice}]`);
    option.disabled = !player.value;
    if (option.disabled && option.selected) result.value = "";
  }
  for (const row of rows) {
    row.hidden = !matches(row, player.value, result.value, reason.value);
  }
  find("shown").textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
}

// ---- one game ----

const SIDES = { w: "White", b: "Black" };
const signed = (number, digits) =>
  (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(digits);

function scoreText(score) {
  if (typeof score === "string") return score.replace("M-", "−M").replace(/^M/, "+M");
  return score == null ? "" : signed(score / 100, 2);
}

// Black's chances, 0 to 1.
function chance(score) {
  const mate = typeof score === "string";
  const cp = mate ? (score.startsWith("M-") ? -Infinity : Infinity) : score;
  return 1 - amaltheaChances(cp);
}

function clockText(seconds) {
  if (seconds == null) return "";
  const short = Math.max(0, seconds);
  if (short < 60) return short.toFixed(1);
  const whole = Math.floor(short);
  const two = (part) => String(part).padStart(2, "0");
  const rest = `${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`;
  return whole < 3600 ? rest.replace(/^0/, "") : `${Math.floor(whole / 3600)}:${rest}`;
}

const secondsText = (seconds) => (seconds == null ? "" : seconds.toFixed(seconds < 10 ? 2 : 1));

// Returns the data packed by game_list.py.
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const json = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Response(json).json();
}

class GameView {
  constructor(game, variant) {
    this.game = game;
    this.list = find("moves");
    this.fillHead();
    this.fillMoves();
    this.drawOpinions();
    const board = element("div"); // a new one: the old one's listeners go with it
    find("board").replaceChildren(board);
    this.replay = amaltheaReplay(board, variant, game.frames, {});
    this.replay.onchange = (ply) => this.follow(ply);
    this.follow(this.replay.ply);
  }

  fillHead() {
    const game = this.game;
    find("game-title").textContent = `${game.white} – ${game.black}`;
    const facts = [`Game ${game.number}`, `round ${game.round}`, game.started, game.time];
    const spans = facts.filter(Boolean).map((fact) => element("span", fact));
    find("game-facts").replaceChildren(...spans.flatMap((span) => [" · ", span]).slice(1));
    const detail = game.detail && game.detail !== game.reason ? ` (${game.detail})` : "";
    find("end").textContent = `${game.result.replaceAll("1/2", "½")} · ${game.reason}${detail}`;
  }

  fillMoves() {
    this.entries = this.game.rows.map(([ply, number, side, move, score, depth, seconds, left]) => {
      const row = element("tr");
      const step = element("button", move, { type: "button", onclick: () => this.replay.go(ply) });
      const cells = [scoreText(score), depth ?? "", secondsText(seconds), clockText(left)];
      const moveCell = element("td");
      moveCell.append(element("i", "", { className: `side ${side}`, title: SIDES[side] }), step);
      const numbered = number ? `${number}${side === "b" ? "…" : "."}` : ""; // none while placing
      row.append(element("td", numbered, { className: "number" }));
      row.append(moveCell);
      row.append(...cells.map((text) => element("td", text, { className: "number" })));
      return { row, ply, side, score, left };
    });
    find("plies").replaceChildren(...this.entries.map((entry) => entry.row));
    this.list.scrollTop = 0;
  }

  // Both players' scores over the game, White's advantage upwards.
  drawOpinions() {
    const graph = find("opinions");
    const length = Math.max(1, ...this.entries.map((entry) => entry.ply));
    graph.setAttribute("viewBox", `0 0 ${length} 100`);
    const lines = Object.keys(SIDES).map((side) => {
      const scored = this.entries.filter((entry) => entry.side === side && entry.score != null);
      const places = scored.map(({ ply, score }) => `${ply} ${100 * chance(score)}`);
      return drawn("path", { class: side, d: places.length ? `M${places.join("L")}` : "" });
    });
    this.now = drawn("path", { class: "now" });
    graph.replaceChildren(drawn("path", { class: "even", d: `M0 50H${length}` }), ...lines, this.now);
    graph.onclick = (event) => {
      const box = graph.getBoundingClientRect();
      this.replay.go(Math.round(((event.clientX - box.left) / box.width) * length));
    };
    graph.toggleAttribute("hidden", !this.entries.some((entry) => entry.score != null));
  }

  // Marks the moves of a ply, and shows what was known of both players by then.
  follow(ply) {
    for (const entry of this.entries) {
      entry.row.ariaCurrent = entry.ply === ply ? "true" : null;
    }
    this.now.setAttribute("d", `M${ply} 0V100`);
    this.reveal(this.entries.find((entry) => entry.ply === ply)?.row);
    const known = this.entries.filter((entry) => entry.ply <= ply);
    const last = (side, what) => known.findLast((e) => e.side === side && e[what] != null)?.[what];
    const players = Object.keys(SIDES).map((side) => {
      const row = element("tr");
      const name = element("th", "", { scope: "row" });
      const player = side === "w" ? this.game.white : this.game.black;
      name.append(element("i", "", { className: `side ${side}`, title: SIDES[side] }), player);
      const score = scoreText(last(side, "score"));
      row.append(name, element("td", score, { className: `number score ${side}` }));
      const clock = clockText(last(side, "left")) || this.game.controls[side] || "";
      row.append(element("td", clock, { className: "number clock" }));
      return row;
    });
    find("players").replaceChildren(...players);
  }

  // Scrolls the list alone: scrollIntoView would move the page under the reader's hands.
  reveal(row) {
    if (!row) {
      this.list.scrollTop = 0;
      return;
    }
    const head = this.list.querySelector("thead").offsetHeight;
    const above = row.offsetTop - head - this.list.scrollTop;
    const below = row.offsetTop + row.offsetHeight - this.list.clientHeight - this.list.scrollTop;
    if (above < 0) this.list.scrollTop += above;
    if (below > 0) this.list.scrollTop += below;
  }
}

// ---- going from one to the other ----

const variants = JSON.parse(find("variants").textContent);
let view = null;
let listScroll = 0;

function link(anchor, row) {
  anchor.toggleAttribute("href", Boolean(row));
  if (row) anchor.href = row.querySelector("a").hash;
}

async function openGame(number) {
  const packed = find(`data-${number}`);
  if (find("game").hidden) listScroll = scrollY;
  const game = await unpack(packed.textContent);
  if (location.hash !== `#game-${number}`) return; // the reader has gone on meanwhile
  find("overview").hidden = true;
  find("game").hidden = false;
  const shown = rows.filter((row) => !row.hidden || row.id === `row-${number}`);
  const place = shown.findIndex((row) => row.id === `row-${number}`);
  link(find("previous"), shown[place - 1]);
  link(find("next"), shown[place + 1]);
  view = new GameView(game, variants[game.variant]);
  scrollTo(0, 0);
  find("game").focus({ preventScroll: true });
}

function closeGame() {
  if (!view) return;
  const row = find(`row-${view.game.number}`);
  view = null;
  find("board").replaceChildren();
  find("game").hidden = true;
  find("overview").hidden = false;
  scrollTo(0, listScroll);
  row.querySelector("a").focus({ preventScroll: listScroll > 0 });
}

function route() {
  const number = location.hash.match(/^#game-(\d+)$/)?.[1];
  if (number && find(`data-${number}`)) openGame(number);
  else closeGame();
}

// The board handles these keys itself while it has the focus; this makes them work on the whole page.
function key(event) {
  if (!view || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
  const { replay } = view;
  const actions = {
    ArrowLeft: () => replay.go(replay.ply - 1),
    ArrowRight: () => replay.go(replay.ply + 1),
    Home: () => replay.go(0),
    End: () => replay.go(replay.length),
    f: () => replay.flip(),
    Escape: () => { location.hash = "#games"; },
  };
  const act = actions[event.key];
  if (!act) return;
  event.preventDefault();
  act();
}

heads.forEach((head, column) => {
  head.querySelector("button").addEventListener("click", () => {
    sort(column, head.ariaSort !== "ascending");
  });
});
for (const id of ["player", "result", "reason"]) find(id).addEventListener("change", filter);
addEventListener("hashchange", route);
addEventListener("keydown", key);
filter();
route();
