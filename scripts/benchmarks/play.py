"""Measure waiting times in the browser: from a click to the drawn move and to the first line.

    .venv/bin/python scripts/bench.py play
    .venv/bin/python scripts/bench.py play gess gast --moves 40

Two players make random moves in a headless Chromium while the engine analyses. The page measures
times from the second click of a move: until the move is drawn, until the server's answer is in the
list of moves, and until the first line of play of the new position appears.
"""

from __future__ import annotations

import random
import statistics

from amalthea.engine import variants
from command_line import find_tests, new_parser

find_tests()

from helpers.browser import open_browser  # noqa: E402
from helpers.play_page import PlayPage, board_of, open_play, served  # noqa: E402

GAMES = ("chess", "gast", "ganymede", "gess")
COLUMNS = ("drawn", "listed", "line")
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
    print(f"{'ms: median, 90 %':24}" + "".join(f"{name:>16}" for name in COLUMNS))
    with served(variants.get(options.variants[0]).name) as address, open_browser() as browser:
        for name in options.variants:
            seat = open_play(browser, address)
            seat.open()
            found = play_moves(seat, name, options.moves)
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


def percentiles(values: list[float]) -> str:
    """Return the median and the 90th percentile as text."""
    if len(values) < 2:
        return "-"
    return f"{statistics.median(values):.0f}  {statistics.quantiles(values, n=10)[-1]:.0f}"
