"""The command `amalthea gtp`: an engine for GoGui that plays any game."""

from __future__ import annotations

import argparse

from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.search.limits import Limits
from amalthea.protocol import engine_settings, tool
from amalthea.protocol.console import Console, LineReader
from amalthea.protocol.gtp.front_end import GtpFrontEnd
from amalthea.protocol.gtp.loop import converse

_INPUT, _OUTPUT, _ERRORS = 0, 1, 2  # file descriptors
_MOVETIME = 2_000  # for a move without a clock
_SEED = 1  # of random start positions; all processes of one GUI have to draw the same one


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("gtp", lambda: _run(words))


def _run(words: list[str]) -> int:
    options = parser().parse_args(words)
    tool.load_variants(options.variants)
    console = Console(_OUTPUT)
    gtp = GtpFrontEnd(console, Console(_ERRORS), _limits(options))
    try:
        gtp.engine.set_option("Seed", str(options.seed))
        gtp.engine.set_option("UCI_Variant", options.variant)
        for name, value in engine_settings.named_values(options.option):
            gtp.engine.set_option(name, value)
        gtp.begin(options.fen)
        converse(gtp, LineReader(_INPUT), console)
        return 0
    finally:
        gtp.close()


def _limits(options: argparse.Namespace) -> Limits:
    """Return the limits of a move; the first one reached ends the search."""
    is_open = not (options.movetime or options.nodes or options.depth)
    movetime = _MOVETIME if is_open else options.movetime
    return Limits(nodes=options.nodes, depth=options.depth, movetime=movetime)


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea gtp",
        description="Speak GTP on standard input and output, for GoGui; see docs/guis.md.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", nargs="?", default=DEFAULT_VARIANT, help="the game's name")
    add("--variants", metavar="FILE", help="a file with more games")
    add("--fen", metavar="FEN", help="the first position (default: the start position)")
    add(
        "--seed",
        metavar="N",
        type=int,
        default=_SEED,
        help=f"seed of random start positions (default: {_SEED})",
    )
    help_ = f"milliseconds for a move without a clock (default: {_MOVETIME})"
    add("--movetime", metavar="MS", type=tool.WholeNumber(), help=help_)
    tool.add_old_name(parser, "--seconds", "--movetime", tool.milliseconds)
    add("--nodes", metavar="N", type=tool.WholeNumber(), help="nodes for a move")
    add("--depth", metavar="N", type=tool.WholeNumber(), help="depth for a move")
    engine_settings.add_option(parser)
    return parser
