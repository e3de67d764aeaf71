"""Measure waiting times in the browser: the lobby, moves from the click on, and drags.

    .venv/bin/python scripts/bench.py play
    .venv/bin/python scripts/bench.py play gess gast --moves 40

Two players make random moves in a headless Chromium while the engine analyses. The page measures
times from the second click of a move: until the move is drawn, until the server's answer is in the
list of moves, and until the first line of play of the new position appears. "frame" is the time
between two pictures while a piece is dragged. Above the table stands how long the lobby takes to
show its cards, on the first visit of a new server and on another one.
"""

from __future__ import annotations

import random
import re
import statistics
from collections.abc import Sequence

from playwright.sync_api import Browser

from amalthea.engine import variants
from command_line import find_tests, new_parser

find_tests()

from helpers.browser import open_browser  # noqa: E402
from helpers.play_page import PlayPage, board_of, open_play, served  # noqa: E402

SQUARE = re.compile(r"[a-t]\d+")
GAMES = ("chess", "gast", "ganymede", "gess")
COLUMNS = ("drawn", "listed", "line", "frame")
DRAGS = 3  # of each game
STEPS = 60  # of a drag
FRAMES = """() => {
  window.frameTimes = [];
  let before = 0;
  const note = (now) => {
    if (before) frameTimes.push(now - before);
    before = now;
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
}"""
WATCH = """() => {
  let times = {};
  let at = 0;
  window.moveTimes = () => times;
  const note = (name) => {
    if (name in times) return;
    times[name] = NaN;
    const mine = times;
    requestAnimationFrame(() => setTimeout(() => { mine[name] = performance.now() - at; }));
  };
  addEventListener("pointerup", () => { at = performance.now(); times = {}; }, true);
  const watch = (selector, name) => new MutationObserver((all) => {
    if (all.some((each) => each.addedNodes.length)) note(name);
  }).observe(document.querySelector(selector), { childList: true });
  watch("#board .pieces", "drawn");
  watch("#moves", "listed");
  watch("#found", "line");
}"""


def main() -> None:
    """Run the benchmark and print the table."""
    arguments = new_parser(__doc__)
    arguments.add_argument("variants", nargs="*", default=GAMES, metavar="GAME", help="games")
    help_ = "number of moves in each game (default: 30)"
    arguments.add_argument("--moves", type=int, default=30, metavar="N", help=help_)
    options = arguments.parse_args()
    with open_browser() as browser:
        show_lobby(browser)
        show_games(browser, options.variants, options.moves)


def show_lobby(browser: Browser) -> None:
    """Print the milliseconds until the lobby of a new server shows its cards."""
    with served() as address:
        for visit in ("first", "second"):
            page = browser.new_page()
            page.goto(address)
            page.locator(".card svg, .card img").first.wait_for()
            print(f"lobby, {visit} visit {page.evaluate('performance.now()'):14.0f} ms")
            page.context.close()


def show_games(browser: Browser, names: Sequence[str], moves: int) -> None:
    """Print the table of all games."""
    print(f"{'ms: median, 90 %':24}" + "".join(f"{name:>16}" for name in COLUMNS))
    with served(variants.get(names[0]).name) as address:
        for name in names:
            seat = open_play(browser, address)
            seat.open()
            found = play_moves(seat, name, moves)
            found["frame"] = drag(seat, name)
            print(f"{name:24}" + "".join(f"{percentiles(found[each]):>16}" for each in COLUMNS))
            seat.page.context.close()


def play_moves(seat: PlayPage, name: str, moves: int) -> dict[str, list[float]]:
    """Return the milliseconds of each move by column."""
    rng, board = random.Random(name), board_of(name)
    found: dict[str, list[float]] = {column: [] for column in COLUMNS}
    seat.begin(name, "human human")
    seat.page.check("#analyse")
    seat.page.evaluate(WATCH)
    for _ in range(moves):
        if seat.data["state"] != "ongoing":
            seat.begin(name, "human human")
        move = rng.choice(seat.legal())
        is_first = "@" in move and seat.data["side"] == "w"  # the first of two secret choices
        seat.play(move, board, plies=not is_first)
        if is_first:
            seat.until(lambda data: data["side"] == "b")
        seat.page.wait_for_timeout(300)  # let the engine analyse
        for column, value in seat.page.evaluate("moveTimes()").items():
            if value is not None:
                found[column].append(value)
    return found


def drag(seat: PlayPage, name: str) -> list[float]:
    """Return the milliseconds of the frames in which a piece is dragged."""
    page, board = seat.page, board_of(name)
    seat.begin(name, "human human")
    squares = [SQUARE.match(move) for move in seat.legal()]
    start = next((found[0] for found in squares if found), "")
    if not start:
        return []
    x, y = seat.point(start, board)
    page.mouse.move(x, y)
    page.mouse.down()
    page.evaluate(FRAMES)
    for step in range(DRAGS * STEPS):
        page.mouse.move(x + step % STEPS * 3, y - step % STEPS * 4)
    frames: list[float] = page.evaluate("frameTimes")
    page.mouse.up()
    return frames


def percentiles(values: list[float]) -> str:
    """Return the median and the 90th percentile as text."""
    if len(values) < 2:
        return "-"
    return f"{statistics.median(values):.0f}  {statistics.quantiles(values, n=10)[-1]:.0f}"
