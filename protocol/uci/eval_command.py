"""`amalthea eval`: the static evaluation of a position, term by term."""

from __future__ import annotations

import argparse
from dataclasses import asdict
from typing import Any

from amalthea.engine.core.variant import square_name
from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.evaluation import Explanation
from amalthea.engine.explanation import explain
from amalthea.protocol import tool
from amalthea.protocol.uci.answers import evaluation

_NAME = "eval"


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run(_NAME, lambda: _evaluate(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea {_NAME}",
        description="Show the static evaluation of a position term by term, in pawns, for White,"
        " for Black and their difference, and the values of the piece types, in centipawns; with a"
        " net, also what each piece adds to its score.",
        allow_abbrev=False,
    )
    help_ = f"the game's name (default: {DEFAULT_VARIANT})"
    parser.add_argument(
        "variant", metavar="VARIANT", nargs="?", default=DEFAULT_VARIANT, help=help_
    )
    tool.add_position(parser)
    tool.add_json(parser)
    return parser


def _evaluate(options: argparse.Namespace) -> int:
    game = tool.read_game(_NAME, options)
    found = explain(game.position)
    if options.json:
        place = {"variant": game.variant.name, "fen": game.position.fen()}
        tool.write_json({**place, **_values(found)})
    else:
        tool.write("\n".join(evaluation(found, game.variant)))
    return 0


def _values(found: Explanation) -> dict[str, Any]:
    """Return an evaluation as values of JSON, in centipawns from White's view."""
    return {
        "total": found.total,
        "hand_written": found.hand,
        "net": found.net,
        "terms": [asdict(term) for term in found.terms],
        "pieces": [
            {"square": square_name(*each.square), "piece": each.token, "worth": each.worth}
            for each in found.pieces
        ],
        "values": [asdict(value) for value in found.values],
    }
