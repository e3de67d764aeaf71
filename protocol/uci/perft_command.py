"""`amalthea perft`: count the leaves of the move tree by first move."""

from __future__ import annotations

import argparse

from amalthea.engine.engine import Engine
from amalthea.engine.errors import PhaseError, WorkerError
from amalthea.engine.events import EngineError, Event, PerftLine, PerftTotal
from amalthea.protocol import tool
from amalthea.protocol.uci.answers import perft_total
from amalthea.protocol.uci.parsing import MOST_PERFT_PLIES

_NAME = "perft"


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run(_NAME, lambda: _count(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description="Count the positions after DEPTH plies, below each legal move: a test of move"
        " generation.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", help="the game's name")
    add("depth", metavar="DEPTH", type=tool.WholeNumber(MOST_PERFT_PLIES), help="plies")
    tool.add_position(parser)
    tool.add_json(parser)
    return parser


def _count(options: argparse.Namespace) -> int:
    game = tool.read_game(_NAME, options)
    moves: dict[str, int] = {}
    totals: list[PerftTotal] = []

    def on_event(event: Event) -> None:
        match event:
            case PerftLine(move, nodes):
                moves[move] = nodes
                if not options.json:
                    tool.write(f"{move}: {nodes}")
            case PerftTotal():
                totals.append(event)
            case EngineError(text):
                tool.warn(_NAME, text)

    with Engine(on_event) as engine:
        engine.set_game(game)
        try:
            engine.perft(options.depth)
        except PhaseError as error:
            raise tool.UsageError("there is nothing to count while both sides choose") from error
        engine.wait()
    if not totals or not totals[0].complete:
        raise WorkerError("the count was stopped before its end")
    (total,) = totals
    if options.json:
        values = {"variant": game.variant.name, "fen": game.position.fen(), "depth": options.depth}
        time_ms = round(total.seconds * 1000)
        tool.write_json({**values, "nodes": total.nodes, "time_ms": time_ms, "moves": moves})
    else:
        tool.write("\n".join(perft_total(total)).rstrip("\n"))
    return 0
