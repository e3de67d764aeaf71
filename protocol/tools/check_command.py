"""`amalthea check`: report errors in a variant file, and differences from Fairy-Stockfish."""

from __future__ import annotations

from itertools import chain

from amalthea.engine import variant_loading
from amalthea.protocol import FAILED, tool


def main(words: list[str]) -> int:
    """Run the command; return 0 if the file has no error."""
    return tool.run("check", lambda: _check(words))


def _check(words: list[str]) -> int:
    parser = tool.Parser(
        prog="amalthea check",
        description="Check a variant file and report its errors; changes nothing.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "file", metavar="FILE", help="a variant file; docs/variants.md describes it"
    )
    options = parser.parse_args(words)
    valid, errors, warnings = variant_loading.check_variants(options.file)
    for error in chain.from_iterable(errors.values()):
        tool.say(str(error))
    for warning in warnings:
        tool.say(f"{warning} (a warning)")
    names = " ".join(variant.name for variant in valid) or "none"
    tool.say(f"valid: {names}; with errors: {len(errors)}; warnings: {len(warnings)}")
    return FAILED if errors else 0
