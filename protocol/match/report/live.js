
// ---- a match in progress: events of its server after the page was made ----

const initial = JSON.parse(find("live").textContent);
const inPlay = new Map(); // boards of games in play, by the games' numbers

class LiveBoard {
  constructor({ number, variant, players }) {
    this.figure = element("figure");
    this.heads = {};
    this.figure.append(this.head("b", players.b));
    const place = element("div", undefined, { className: "amalthea-replay" });
    this.figure.append(place, this.head("w", players.w));
    this.caption = element("figcaption");
    this.figure.append(this.caption);
    this.number = number;
    this.board = new AmaltheaBoard(place, variants[variant]);
    find("playing").append(this.figure);
  }

  head(side, name) {
    const head = element("p");
    const score = element("span", "", { className: "number score" });
    const clock = element("span", "", { className: "number clock" });
    const player = element("span", name, { className: "name" });
    head.append(element("i", "", { className: `side ${side}`, title: SIDES[side] }), player, score, clock);
    this.heads[side] = { head, score, clock };
    return head;
  }

  show({ board, hands, marked, signs, last, turn, left, scores }) {
    this.board.mark(marked, signs);
    this.board.place(board);
    this.board.hold(hands);
    this.caption.textContent = [`Game ${this.number}`, last].filter(Boolean).join(" · ");
    for (const side of Object.keys(SIDES)) {
      const { head, score, clock } = this.heads[side];
      score.textContent = scoreText(scores[side]);
      clock.textContent = clockText(left[side]);
      head.classList.toggle("turn", turn.includes(side));
    }
  }
}

function addGame({ row, data }) {
  const fresh = document.createElement("template");
  fresh.innerHTML = `<table><tbody>${row}</tbody></table>${data}`;
  const added = fresh.content.querySelector("tr");
  if (find(added.id)) return;
  find("variants").after(fresh.content.querySelector("script"));
  document.querySelector(".games tbody").append(added);
  rows.push(added);
  const reason = value(added, columns.reason);
  const known = [...find("reason").options].some((option) => option.value === reason);
  if (!known) find("reason").append(element("option", reason));
}

function showPlaying(numbers) {
  for (const [number, board] of inPlay) {
    if (numbers.includes(number)) continue;
    board.figure.remove();
    inPlay.delete(number);
  }
}

function update({ match, games = [], standing, facts, boards = [], playing, ended }) {
  if (match !== initial.match) { // another one, at the same address
    location.reload();
    return;
  }
  games.forEach(addGame);
  if (games.length) {
    const sorted = heads.findIndex((head) => head.ariaSort !== "none");
    sort(sorted, heads[sorted].ariaSort === "ascending");
    filter();
  }
  if (standing !== undefined) find("standing").innerHTML = standing;
  if (facts !== undefined) find("facts").innerHTML = facts;
  for (const board of boards) {
    if (!inPlay.has(board.number)) inPlay.set(board.number, new LiveBoard(board));
    inPlay.get(board.number).show(board);
  }
  if (playing) showPlaying(playing);
  find("link").textContent = ended ? "the match has ended" : "";
  if (ended) {
    showPlaying([]);
    source.close();
  }
}

sort(0, true); // rows came in the order in which the games ended
const source = new EventSource(`events?since=${initial.count}`);
source.onmessage = (event) => update(JSON.parse(event.data));
source.onerror = () => { find("link").textContent = "the match does not answer"; };
