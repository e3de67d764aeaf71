"""`amalthea variants`: the list of games, or one game in detail."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from amalthea.engine import variants
from amalthea.protocol import tool
from amalthea.protocol.drawing.game_sheet import EXAMPLE_SEED, game_sheet, overview

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation import PieceValue
    from amalthea.protocol.drawing.piece_sheet import PieceSheet


def main(words: list[str]) -> int:
    """Run the command and return its exit status."""
    return tool.run("variants", lambda: _show(parser().parse_args(words)))


def parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
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
    help_ = "print one JSON object for each game, or for NAME one with its pieces and rules"
    tool.add_json(written, help_)
    return parser


def _show(options: argparse.Namespace) -> int:
    if options.html is not None and options.name is None:
        raise tool.UsageError("--html needs the NAME of a game")
    for error in tool.load_variants(options.variants):
        if options.name is None:
            tool.warn("variants", str(error))
    game = variants.get(options.name) if options.name else None
    if options.docs is not None:
        _write_docs(options.docs, game)
    elif options.json:
        for each in [game] if game else map(variants.get, variants.names()):
            tool.write_json(_outline(each) | (_details(each) if game else {}))
    elif game is None:
        tool.write(overview(map(variants.get, variants.names())).rstrip("\n"))
    elif options.html is not None:
        from amalthea.protocol.drawing.game_page import game_page

        tool.write_file(options.html, game_page(game))
    else:
        tool.write(game_sheet(game).rstrip("\n"))
    return 0


def _outline(game: Variant) -> dict[str, Any]:
    """Return a game's name, size and start position as values of JSON."""
    return {
        "name": game.name,
        "title": game.title,
        "files": game.files,
        "ranks": game.ranks,
        "start": game.start_fen(EXAMPLE_SEED),
    }


def _details(game: Variant) -> dict[str, Any]:
    """Return a game's pieces, with moves in Betza notation and values, and its rules by subject."""
    from amalthea.engine.explanation import piece_values
    from amalthea.protocol.drawing.chapters import chapters

    found = list(chapters(game))
    values = {each.letter: each for each in piece_values(game)}
    return {
        "pieces": [
            _piece(each, values.get(each.letter)) for chapter in found for each in chapter.pieces
        ],
        "rules": {chapter.title: chapter.lines for chapter in found if chapter.lines},
    }


def _piece(piece: PieceSheet, value: PieceValue | None) -> dict[str, Any]:
    """Return a piece type as values of JSON."""
    return {
        "letter": piece.letter,
        "name": piece.name,
        "moves": piece.moves,
        "notes": piece.notes,
        "middlegame": value and value.middlegame,
        "endgame": value and value.endgame,
        "hand": value and value.hand,
    }


def _write_docs(folder: Path, game: Variant | None) -> None:
    """Write the pages of one game, or of all games with a guide. Raises WriteError."""
    from amalthea.protocol.drawing.game_docs import game_docs
    from amalthea.protocol.drawing.guide import games_with_guides

    games = [game] if game else map(variants.get, games_with_guides())
    for path, text in game_docs(games).items():
        file = folder / path
        tool.make_folder(file.parent)
        tool.write_file(file, text)
