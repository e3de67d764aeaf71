"""The command `amalthea gtp`: an engine for GUIs of Go that let it say what is played."""

from __future__ import annotations

import argparse

from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.errors import clip
from amalthea.engine.search.limits import Limits
from amalthea.protocol import tool
from amalthea.protocol.console import Console, LineReader
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from amalthea.protocol.gtp.loop import converse

_INPUT, _OUTPUT, _ERRORS = 0, 1, 2  # descriptors
_SECONDS = 2.0  # for a move where the GUI gives no time
_LONGEST_S = 1e6  # for a move
_SEED = 1  # of a start that is drawn: every process of one GUI has to draw the same


def main(words: list[str]) -> int:
    """Runs it; returns the exit status."""
    return tool.run("gtp", lambda: _run(words))


def _run(words: list[str]) -> int:
    asked = _read(words)
    tool.load_variants(asked.variants)
    gtp = GtpFrontEnd(Console(_OUTPUT), Console(_ERRORS), _limits(asked))
    try:
        gtp.engine.set_option("Seed", str(asked.seed))
        gtp.engine.set_option("UCI_Variant", asked.variant)
        for setting in asked.option:
            name, _, value = setting.partition("=")
            gtp.engine.set_option(name, value)
        gtp.begin(asked.fen)
        converse(gtp, LineReader(_INPUT))
        return 0
    finally:
        gtp.close()


def _limits(asked: argparse.Namespace) -> Limits:
    """Of a move; of those that are named, whichever is reached first."""
    if asked.seconds is None and not asked.nodes and not asked.depth:
        asked.seconds = _SECONDS
    movetime = None if asked.seconds is None else max(1, round(asked.seconds * 1000))
    return Limits(nodes=asked.nodes, depth=asked.depth, movetime=movetime)


def _read(words: list[str]) -> argparse.Namespace:
    """Raises UsageError."""
    parser = tool.Parser(
        prog="amalthea gtp",
        description="Speaks GTP on standard input and output; docs/guis.md tells more.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", nargs="?", default=DEFAULT_VARIANT, help="the game's name")
    add("--variants", metavar="FILE", help="a file of further games")
    add("--fen", metavar="FEN", help="the first position, if it is not that of a new game")
    add(
        "--seed",
        metavar="N",
        type=int,
        default=_SEED,
        help=f"which start is drawn where it is random ({_SEED})",
    )
    add("--seconds", metavar="S", type=_positive, help=f"for a move without a clock ({_SECONDS})")
    add("--nodes", metavar="N", type=tool.WholeNumber(), help="searched for a move")
    add("--depth", metavar="N", type=tool.WholeNumber(), help="searched for a move")
    add("--option", metavar="NAME=VALUE", action="append", default=[], help="as in UCI")
    return parser.parse_args(words)


def _positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value <= _LONGEST_S:
        expected = f"a number above 0, up to {_LONGEST_S:.0f}"
        raise argparse.ArgumentTypeError(f"{clip(text)}, expected {expected}")
    return value
