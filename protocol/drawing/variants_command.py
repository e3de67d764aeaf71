"""`amalthea variants`: the list of games, or one game in detail."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.protocol import tool
from amalthea.protocol.drawing.game_sheet import game_sheet, overview

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("variants", lambda: _show(words))


def _show(words: list[str]) -> int:
    parser = tool.Parser(
        prog="amalthea variants",
        description="List the games, or describe one game: its board, its pieces and its rules.",
        allow_abbrev=False,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", help="a game")
    parser.add_argument("--variants", metavar="FILE", help="a file with more games")
    written = parser.add_mutually_exclusive_group()
    written.add_argument("--html", type=Path, metavar="FILE", help="write an HTML page about NAME")
    written.add_argument(
        "--docs",
        type=Path,
        metavar="DIR",
        help="write Markdown pages with pictures, about NAME or every game with a guide",
    )
    options = parser.parse_intermixed_args(words)
    if options.html is not None and options.name is None:
        parser.error("--html needs the NAME of a game")
    for fault in tool.load_variants(options.variants):
        if options.name is None:
            tool.warn("variants", str(fault))
    game = variants.get(options.name) if options.name else None
    if options.docs is not None:
        _write_docs(options.docs, game)
    elif game is None:
        tool.say(overview(map(variants.get, variants.names())).rstrip("\n"))
    elif options.html is not None:
        from amalthea.protocol.drawing.game_page import game_page

        tool.write_file(options.html, game_page(game))
    else:
        tool.say(game_sheet(game).rstrip("\n"))
    return 0


def _write_docs(folder: Path, game: Variant | None) -> None:
    """Write the pages of one game, or of all games with a guide. Raises WriteError."""
    from amalthea.protocol.drawing.game_docs import game_docs
    from amalthea.protocol.drawing.guide import games_with_guides

    games = [game] if game else map(variants.get, games_with_guides())
    for path, text in game_docs(games).items():
        file = folder / path
        tool.make_folder(file.parent)
        tool.write_file(file, text)
