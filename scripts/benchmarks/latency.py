r"""Measure how long short commands take: from `go nodes N` to `bestmove`, and for `position`.

    .venv/bin/python scripts/bench.py latency
    .venv/bin/python scripts/bench.py latency --beside /usr/games/fairy-stockfish --games chess

For each N, searches start after 2, 3, 4, … moves of a random game, the same for each engine; the
engines take turns. Nodes per second are the nodes of a search by the measured time.

A `position` command is measured until the answer to the `isready` that follows it. In rows with
"new" the previous command had the moves of another game, in rows with "next" the same moves without
the last two.
An engine is left out of games that it does not offer in UCI_Variant.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial

from amalthea.engine.core.game import Game
from amalthea.engine.core.status import State
from amalthea.engine.new_games import new_game
from amalthea.engine.options import Combo
from amalthea.protocol.uci_client.info_lines import read_info
from amalthea.protocol.uci_client.process import UciProcess
from command_line import command, new_parser, settings

GAMES = ("chess", "gast", "gess")
NODES = (1, 100, 1000, 3000, 10_000, 100_000)
PLIES = (2, 40, 200)  # moves of the `position` commands
SEARCHED_PLIES = range(2, 60)  # moves before a search
REPEATS = (5, 300)  # fewest and most measurements of a row

Sample = tuple[float, int]  # milliseconds, and nodes of a search
Measure = Callable[[UciProcess, int], Sample]  # of an engine, by the number of the repeat


def main() -> None:
    """Run the benchmark and print a table for each game."""
    arguments = new_parser(__doc__)
    add = arguments.add_argument
    add("--beside", metavar="ENGINE", help="command of another engine to measure in turn")
    help_ = f"games to measure (default: {' '.join(GAMES)})"
    add("--games", nargs="+", default=GAMES, metavar="GAME", help=help_)
    help_ = f"limits of the searches (default: {' '.join(map(str, NODES))})"
    add("--nodes", nargs="*", type=int, default=NODES, metavar="N", help=help_)
    help_ = "time for each engine and row (default: 2)"
    add("--seconds", type=float, default=2.0, help=help_)
    help_ = "option of every engine that has it; Threads is 1 unless given here"
    add("--option", action="append", default=[], metavar="NAME=VALUE", help=help_)
    options = arguments.parse_args()
    commands = [command("ours"), *([options.beside] if options.beside else [])]
    for name in options.games:
        with ExitStack() as stack:
            started = [stack.enter_context(UciProcess(each)) for each in commands]
            engines = [engine for engine in started if set_up(engine, name, options.option)]
            columns = "".join(f"{engine.name:>36}" for engine in engines)
            print(f"{name:28}{columns}\nms: median, 95 %; nodes/s", flush=True)
            for row, measure in rows(name, options.nodes):
                cells = [cell(taken) for taken in samples(engines, measure, options.seconds)]
                print(f"{row:28}{''.join(cells)}", flush=True)


def set_up(engine: UciProcess, name: str, given: Sequence[str]) -> bool:
    """Set an engine up for a game; return False if it does not offer that game."""
    engine.start_uci({"Threads": "1"} | settings(given) | {"UCI_Variant": name})
    games = engine.options.get("uci_variant")
    return name in games.choices if isinstance(games, Combo) else name == "chess"


def rows(name: str, limits: Sequence[int]) -> Iterator[tuple[str, Measure]]:
    """Yield the name of each row of a game, and what to measure."""
    game, other = random_games(name)
    yield "isready", lambda engine, _: isready(engine)
    for nodes in limits:
        yield f"go nodes {nodes}", partial(search, game, nodes)
    for plies in PLIES:
        line = game[:plies]
        yield f"position of {plies} moves, new", partial(set_position, other[:plies], line)
        yield f"position of {plies} moves, next", partial(set_position, line[:-2], line)


def random_games(name: str) -> list[list[str]]:
    """Return the moves of two random games that are long enough and begin differently."""
    games: list[list[str]] = []
    rng = random.Random(name)
    while len(games) < 2:
        game = new_game(name)
        while len(game.moves) < max(PLIES) and play_on(game, rng):
            pass
        if len(game.moves) == max(PLIES) and not (games and games[0][0] == game.moves[0]):
            games.append(game.moves)
    return games


def play_on(game: Game, rng: random.Random) -> bool:
    """Play a random move that does not end the game; return False if there is none."""
    moves = game.position.legal_moves()
    for move in rng.sample(moves, len(moves)):
        game.play(move)
        if game.position.status().state == State.ONGOING:
            return True
        game.undo()
    return False


def samples(engines: list[UciProcess], measure: Measure, seconds: float) -> list[list[Sample]]:
    """Return the samples of each engine; they take turns."""
    for engine in engines:
        engine.send("ucinewgame")
        isready(engine)
    fewest, most = REPEATS
    taken: list[list[Sample]] = []
    until = time.perf_counter() + seconds * len(engines)
    while len(taken) < most and (len(taken) < fewest or time.perf_counter() < until):
        taken.append([measure(engine, len(taken)) for engine in engines])
    return [list(each) for each in zip(*taken, strict=True)]


def search(game: Sequence[str], nodes: int, engine: UciProcess, number: int) -> Sample:
    """Search a position of a game; return the time from `go` to the best move."""
    engine.send(moves_line(game[: SEARCHED_PLIES[number % len(SEARCHED_PLIES)]]))
    isready(engine)
    began = time.perf_counter()
    engine.send(f"go nodes {nodes}")
    lines = engine.read_until("bestmove")
    infos = [info for info in (read_info(line.text) for line in lines) if info]
    return (lines[-1].at - began) * 1000, max((info.nodes or 0 for info in infos), default=0)


def set_position(
    before: Sequence[str], moves: Sequence[str], engine: UciProcess, _number: int
) -> Sample:
    """Set up a position after another one; return the time until the engine is ready."""
    engine.send(moves_line(before))
    isready(engine)
    return isready(engine, moves_line(moves))


def isready(engine: UciProcess, *lines: str) -> Sample:
    """Send lines and `isready`; return the time until `readyok`."""
    began = time.perf_counter()
    engine.send(*lines, "isready")
    return (engine.read_until("readyok")[-1].at - began) * 1000, 0


def moves_line(moves: Sequence[str]) -> str:
    """Return the `position` command for moves from the start position."""
    return " ".join(["position startpos", *(["moves"] if moves else []), *moves])


def cell(taken: Sequence[Sample]) -> str:
    """Return the median and the 95th percentile, and the median of the nodes per second."""
    times = sorted(elapsed_ms for elapsed_ms, _ in taken)
    high = times[max(0, round(0.95 * len(times)) - 1)]
    speed = statistics.median(nodes / elapsed_ms * 1000 for elapsed_ms, nodes in taken)
    return f"{statistics.median(times):12.3f}{high:10.3f}{f'{speed:,.0f}' if speed else '-':>14}"
