"""`amalthea check`: what is wrong with a variant file, and what other programs would change."""

from __future__ import annotations

from itertools import chain

from amalthea.engine import game_kinds
from amalthea.protocol import FAILED, tool


def main(words: list[str]) -> int:
    """Runs the command; returns the exit status, which tells whether every section is sound."""
    return tool.run("check", lambda: _check(words))


def _check(words: list[str]) -> int:
    parser = tool.Parser(
        prog="amalthea check",
        description="Tells what is wrong with a file of variants and changes nothing.",
        allow_abbrev=False,
    )
    parser.add_argument("file", metavar="FILE", help="a variant file, as docs/variants.md tells")
    options = parser.parse_args(words)
    sound, faults, warnings = game_kinds.check_variants(options.file)
    for fault in chain.from_iterable(faults.values()):
        tool.say(str(fault))
    for warning in warnings:
        tool.say(f"{warning} (a warning)")
    names = " ".join(variant.name for variant in sound) or "none"
    tool.say(f"sound: {names}; with faults: {len(faults)}; warnings: {len(warnings)}")
    return FAILED if faults else 0
