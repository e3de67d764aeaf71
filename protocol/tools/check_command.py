"""`amalthea check`: report errors in a variant file, and differences from Fairy-Stockfish."""

from __future__ import annotations

import argparse
from itertools import chain

from amalthea.engine import variant_loading
from amalthea.protocol import FAILED, tool


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea check",
        description="Check a variant file and report its errors; changes nothing.",
        allow_abbrev=False,
    )
    help_ = "a variant file; docs/variants.md describes it"
    parser.add_argument("file", metavar="FILE", help=help_)
    tool.add_json(parser)
    return parser


def main(words: list[str]) -> int:
    """Run the command; return 0 if the file has no error."""
    return tool.run("check", lambda: _check(parser().parse_args(words)))


def _check(options: argparse.Namespace) -> int:
    valid, errors, warnings = variant_loading.check_variants(options.file)
    status = FAILED if errors else 0
    if options.json:
        listed = [
            {"variant": name, "error": str(error)}
            for name, found in errors.items()
            for error in found
        ]
        valid_names = [variant.name for variant in valid]
        tool.write_json({"valid": valid_names, "errors": listed, "warnings": warnings})
        return status
    for error in chain.from_iterable(errors.values()):
        tool.write(str(error))
    for warning in warnings:
        tool.write(f"{warning} (a warning)")
    names = " ".join(variant.name for variant in valid) or "none"
    tool.write(f"valid: {names}; with errors: {len(errors)}; warnings: {len(warnings)}")
    return status
