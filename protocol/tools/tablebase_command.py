"""`amalthea tablebase`: makes the tables of endings of few pieces."""

from __future__ import annotations

import time
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.evaluation import tablebase_file
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol import tool


def main(words: list[str]) -> int:
    """Runs the command; returns the exit status."""
    return tool.run("tablebase", lambda: _make(words))


def _make(words: list[str]) -> int:
    parser = tool.Parser(
        prog="amalthea tablebase",
        description="Makes endgame tables, of what is named and of what captures leave of it.",
        allow_abbrev=False,
    )
    parser.add_argument("game", metavar="GAME", help="whose rules")
    parser.add_argument(
        "material",
        metavar="PIECES",
        nargs="+",
        help="White's and Black's, each from the king on: KQK, KRKN",
    )
    parser.add_argument("--variants", metavar="FILE", help="a file of further games")
    parser.add_argument(
        "--to", type=Path, metavar="FOLDER", default=Path(), help="where to, this folder otherwise"
    )
    options = parser.parse_intermixed_args(words)
    tool.load_variants(options.variants)
    variant = variants.get(options.game)
    tables = kind_of(variant).tablebases(variant, options.material)
    tool.make_folder(options.to)
    began = time.monotonic()
    for header, values in tables:
        path = options.to / f"{header.pieces}-{header.rules}{tablebase_file.ENDING}"
        tool.write_whole(path, tablebase_file.packed(header, values))
        took, began = time.monotonic() - began, time.monotonic()
        size = f"{2 * header.nodes:,} positions, mate in {header.longest} at most"
        tool.say(f"{path}: {size}, {took:.1f} s")
    return 0
