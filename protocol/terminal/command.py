"""`amalthea play --terminal`: its command line."""

from __future__ import annotations

import argparse
import io
import os
import sys
from functools import partial

from amalthea.engine.api import Position
from amalthea.engine.engine import DEFAULT_VARIANT
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.protocol import engine_settings, tool
from amalthea.protocol.engine_settings import NO_EFFECT
from amalthea.protocol.levels import check_level
from amalthea.protocol.terminal.session import Settings, TerminalSession, sides_of

FLAG = "--terminal"
_LEVEL = "expected --level N"
_NOT_BY_OPTION = {  # options that `--option` refuses here, with what is expected instead
    "MultiPV": NO_EFFECT,
    "Ponder": NO_EFFECT,
    "Skill Level": _LEVEL,
    "UCI_AnalyseMode": _LEVEL,
    "UCI_Chess960": NO_EFFECT,
}


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("play", lambda: _play(words))


def _play(words: list[str]) -> int:
    settings = _settings(parser().parse_args(words))
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    print("Type a move, or `help`.")
    session = TerminalSession(settings, input, print)
    if sys.stdin.isatty():
        _enable_completion(session)
    session.run()
    return 0


def _enable_completion(session: TerminalSession) -> None:
    """Make TAB complete moves and commands."""
    import readline

    def complete(text: str, number: int) -> str | None:
        matching = [word for word in session.words() if word.lower().startswith(text.lower())]
        return matching[number] if number < len(matching) else None

    readline.set_completer_delims(" ")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog=f"amalthea play {FLAG}",
        description="Play against the engine in this terminal.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("variant", metavar="VARIANT", nargs="?", default=DEFAULT_VARIANT, help="a game's name")
    add(FLAG, action="store_true", help="play in the terminal instead of the browser")
    add("--variants", metavar="FILE", help="a file with more games")
    add(
        "--sides",
        metavar="w|b|-",
        help="the side you play, - for both (default: the side that moves first)",
    )
    help_ = f"level of the engine, 0 to {FULL_SKILL} for full strength (default: {FULL_SKILL})"
    add("--level", metavar="N", type=int, default=FULL_SKILL, help=help_)
    help_ = "milliseconds of the engine for a move (default: 1000)"
    add("--movetime", metavar="MS", type=tool.WholeNumber(), default=1000, help=help_)
    tool.add_old_name(parser, "--seconds", "--movetime", tool.milliseconds)
    engine_settings.add_settings(parser)
    return parser


def _settings(options: argparse.Namespace) -> Settings:
    """Return the settings of a game. Raises UsageError, UnknownVariant and VariantError."""
    tool.load_variants(options.variants)
    check_level(options.level)
    variant = tool.named_variant("play", options.variant)
    sides = sides_of(options.sides) if options.sides else Position(variant).choosers[:1]
    colour = sys.stdout.isatty() and not os.environ.get("NO_COLOR")
    warn = partial(tool.warn, "play")
    engine = engine_settings.read_settings(options, variant, _NOT_BY_OPTION, warn)
    return Settings(variant.name, sides, options.level, options.movetime / 1000, colour, engine)
