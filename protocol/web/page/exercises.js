/* Puzzles and first steps: their cards, and the panel of the one that is on the board. */

import { card } from "./cards.js";
import { keepSetting, setting } from "./memory.js";
import { byId, make } from "./dom.js";

const SOLVED = "solved"; // settings: names of solved exercises, and streaks, by kind and game
const STREAKS = "streaks";
const PLAYED = "played"; // names of games that were finished

async function read(path) {
  const answer = await fetch(`exercises/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.statusText}`);
  return answer.json();
}

/* Whether somebody has neither finished a game nor solved a first step of it. steps: whether it has any. */
export function isNewcomer(name, steps) {
  return steps && !solvedOf(`steps/${name}`).length && !setting(PLAYED, []).includes(name);
}

/* Remembers that a game was finished. */
export function keepPlayed(name) {
  const known = setting(PLAYED, []);
  if (!known.includes(name)) keepSetting(PLAYED, [...known, name]);
}

function solvedOf(set) {
  return setting(SOLVED, {})[set] ?? [];
}

/* The part of the page that shows the games of a kind of exercises. */
export class ExerciseGames {
  #kind;

  /* kind: "puzzles" or "steps". */
  constructor(kind) {
    this.#kind = kind;
  }

  async show() {
    const kind = this.#kind;
    const list = byId(`${kind}-games`);
    const games = await read(kind);
    list.replaceChildren();
    for (const { name, title, count } of games) {
      const solved = solvedOf(`${kind}/${name}`).length;
      const about = solved < count ? `${solved} of ${count} solved.` : `All ${count} solved.`;
      const item = card(list, { name, title, about }, () => {
        location.hash = `${kind}=${name}`;
      });
      make(item.querySelector(".words"), "progress", { max: count, value: solved, "aria-label": `Solved of ${title}` });
    }
  }
}

/* The exercise on the board. */
class Exercise {
  #set = "";
  #all = [];
  #at = 0;
  #repeats = false; // whether all were solved when the user began with them
  #clean = true; // whether there was neither a wrong move nor help so far
  #solved = false;
  #actions = null; // see connect
  hinted = ""; // the square of the hint that is shown

  /* actions: begin(exercise, game, kind), which puts it on the board, play(move), show(line), redraw(), levelName(level),
     open(name), which offers a new game, game(), the one on the board, and plies(), the number of moves played. */
  connect(actions) {
    this.#actions = actions;
    byId("exercise-hint").addEventListener("click", () => {
      this.#fail();
      this.hinted = this.now.hints[actions.plies() / 2];
      actions.redraw();
    });
    byId("exercise-answer").addEventListener("click", () => {
      this.#fail();
      actions.play(this.now.line[actions.plies()]);
    });
    byId("exercise-why").addEventListener("click", () => {
      actions.show(this.now.line);
      this.#say(`${this.now.why} Step through the line with \u203a or the right arrow key.`.trim(), "");
    });
    byId("exercise-play").addEventListener("click", () => actions.open(this.#set.split("/")[1]));
    byId("exercise-puzzles").addEventListener("click", () => {
      location.hash = this.#set.replace("steps/", "puzzles=");
    });
    byId("exercise-next").addEventListener("click", () => this.#next());
  }

  /* The exercise that is on the board, null without one. */
  get now() {
    return this.#all[this.#at] ?? null;
  }

  /* Whether the board is flipped, null if no exercise says so. isAbove: whether the side to move starts above. */
  flips(isAbove) {
    if (!this.now) return null;
    return this.#set.startsWith("puzzles") && isAbove; // the texts of first steps say up and down
  }

  /* Begins with the first exercise of a game that is not solved yet. */
  async start(kind, game) {
    this.#set = `${kind}/${game}`;
    this.#all = await read(`${kind}/${encodeURIComponent(game)}`);
    this.#repeats = this.#all.every((each) => this.#isSolved(each));
    this.#at = Math.max(0, this.#all.findIndex((each) => !this.#isSolved(each)));
    this.#begin();
  }

  /* Takes the exercise off the board. */
  stop() {
    this.#all = [];
    byId("exercise").hidden = true;
    delete document.body.dataset.exercise;
  }

  /* Returns whether a move may be played now, and tells the user whether it is right. */
  accepts(move) {
    if (this.#solved) return true;
    if (this.reply) return move === this.reply;
    const asked = this.#actions.plies() / 2;
    const isRight = this.now.answers[asked].includes(move);
    if (isRight && asked + 1 === this.now.answers.length) this.#solve();
    else if (isRight) this.#say("Right. Find the next move.", "right");
    else {
      this.#fail();
      this.#say("Not the best move. Try another one.", "wrong");
    }
    this.hinted = "";
    return isRight;
  }

  /* The reply to the answer that was played last, "" if none is expected. */
  get reply() {
    const plies = this.#actions.plies();
    return this.now && !this.#solved && plies % 2 ? this.now.line[plies] : "";
  }

  /* Shows a text about the move that the board shows. */
  tell(text) {
    if (this.now) this.#say(text, "");
  }

  #isSolved(exercise) {
    return solvedOf(this.#set).includes(exercise.name);
  }

  #begin() {
    const [kind, game] = this.#set.split("/");
    const { name, task, level } = this.now;
    this.#clean = true;
    this.hinted = "";
    document.body.dataset.exercise = kind;
    byId("exercise").hidden = false;
    const number = `Puzzle ${this.#at + 1} of ${this.#all.length}`;
    byId("exercise-name").textContent = level === null ? name : `${number} \u00b7 ${this.#actions.levelName(level)}`;
    byId("exercise-task").textContent = task;
    byId("exercise-said").textContent = "";
    this.#showSolved(false);
    this.#actions.begin(this.now, game, kind);
  }

  /* Shows all exercises of the game by level, and which are solved. */
  #showAll() {
    const host = byId("exercise-all");
    host.replaceChildren();
    let list = null;
    let heading = null;
    this.#all.forEach((each, index) => {
      const level = each.level === null ? "" : this.#actions.levelName(each.level);
      if (level !== heading) {
        if (level) make(host, "h3", {}, level);
        list = make(host, "p", {});
        heading = level;
      }
      const solved = this.#isSolved(each);
      const button = make(list, "button", { type: "button", class: solved ? "solved" : "" }, String(index + 1));
      if (solved) button.ariaLabel = `${index + 1}, solved`;
      if (index === this.#at) button.setAttribute("aria-current", "step");
      button.addEventListener("click", () => this.#goTo(index));
    });
  }

  #showSolved(solved) {
    this.#solved = solved;
    this.#showAll();
    for (const id of ["exercise-hint", "exercise-answer"]) byId(id).hidden = solved;
    byId("exercise-why").hidden = !solved || this.now.line.length < 2;
    this.#showWayOn(solved);
    const streak = setting(STREAKS, {})[this.#set] ?? 0;
    byId("exercise-streak").textContent = [`${solvedOf(this.#set).length} of ${this.#all.length} solved`,
      streak > 1 ? `${streak} in a row` : ""].filter(Boolean).join(", ");
  }

  /* Offers the next exercise, or the game where none is left. */
  #showWayOn(solved) {
    const next = this.#upcoming();
    const isDone = solved && !next;
    byId("exercise-next").hidden = !next || (!solved && next === this.now);
    byId("exercise-next").classList.toggle("primary", solved);
    const back = `Back to ${this.#all.indexOf(next) + 1} of ${this.#all.length}, not solved yet`;
    byId("exercise-next").textContent = !solved ? "Skip" : next === this.now ? "Try it alone"
      : this.#all.indexOf(next) < this.#at ? back : "Next";
    byId("exercise-done").hidden = !isDone;
    if (!isDone) return;
    const { board, exercises } = this.#actions.game();
    byId("exercise-play").textContent = `Play ${board.title}`;
    byId("exercise-puzzles").hidden = this.#set.startsWith("puzzles") || !exercises.includes("puzzles");
  }

  #solve() {
    if (this.#clean) {
      this.#keep(STREAKS, (setting(STREAKS, {})[this.#set] ?? 0) + 1);
      if (!this.#isSolved(this.now)) this.#keep(SOLVED, [...solvedOf(this.#set), this.now.name]);
    }
    const praise = this.#clean ? "Right." : "Solved with help; it counts once you find it alone.";
    this.#say(`${praise} ${this.now.why}`, "right");
    this.#showSolved(true);
  }

  #fail() {
    this.#clean = false;
    this.#keep(STREAKS, 0);
    this.#showSolved(false);
  }

  #keep(name, value) {
    keepSetting(name, { ...setting(name, {}), [this.#set]: value });
  }

  #say(text, sort) {
    byId("exercise-said").textContent = text;
    byId("exercise-said").className = sort;
  }

  /* The next exercise that is not solved, the current one last; undefined if all are. Once all have been solved it is
     the next one in order. */
  #upcoming() {
    if (this.#repeats) return this.#all[this.#at + 1];
    const later = [...this.#all.slice(this.#at + 1), ...this.#all.slice(0, this.#at + 1)];
    return later.find((each) => !this.#isSolved(each));
  }

  #next() {
    this.#goTo(this.#all.indexOf(this.#upcoming()));
  }

  #goTo(index) {
    this.#at = index;
    this.#begin();
  }
}

export const exercise = new Exercise();
