"""`amalthea tablebase`: make endgame tables."""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

from amalthea.engine import variants
from amalthea.engine.evaluation import tablebase_file
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol import tool
from amalthea.protocol.progress import Progress
from amalthea.protocol.storage.files import replace_file


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("tablebase", lambda: _make(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = tool.Parser(
        prog="amalthea tablebase",
        description="Make endgame tables, with those that captures and promotions lead to.",
        allow_abbrev=False,
    )
    parser.add_argument("game", metavar="GAME", help="the game's name")
    parser.add_argument(
        "material",
        metavar="PIECES",
        nargs="+",
        help="White's and then Black's pieces, each from the king on: KQK, KRKN",
    )
    parser.add_argument("--variants", metavar="FILE", help="a file with more games")
    parser.add_argument(
        "--output",
        type=Path,
        metavar="FOLDER",
        default=Path(),
        help="output folder (default: this one)",
    )
    tool.add_old_name(parser, "--to", "--output", Path)
    tool.add_quiet(parser)
    return parser


def _make(options: argparse.Namespace) -> int:
    tool.load_variants(options.variants)
    variant = variants.get(options.game)
    with Progress(sys.stderr, variant.name, options.quiet) as progress:

        def show(material: str, share: float) -> None:
            progress.update(share, material)

        progress.begin("tables")
        tables = kind_of(variant).tablebases(variant, options.material, show)
        tool.make_folder(options.output)
        start = time.monotonic()
        for header, values in tables:
            path = options.output / f"{header.pieces}-{header.rules}{tablebase_file.ENDING}"
            replace_file(path, tablebase_file.packed(header, values))
            seconds, start = time.monotonic() - start, time.monotonic()
            size = f"{2 * header.nodes:,} positions, mate in {header.longest} at most"
            progress.clear()
            tool.write(f"{path}: {size}, {seconds:.1f} s")
    return 0
