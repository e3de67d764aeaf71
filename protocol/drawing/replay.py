"""Data and text for HTML pages in which finished games can be replayed.

The rules are applied here; the script (replay.js) only puts symbols on squares.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import files as package_files
from typing import TYPE_CHECKING, Any

from amalthea.engine.core.board import BLOCKED
from amalthea.protocol.drawing.board_svg import (
    background,
    board_class,
    frame,
    last_move,
    style_sheet,
    waiting_signs,
)
from amalthea.protocol.drawing.grid import CELL, grid
from amalthea.protocol.drawing.hands import hands, layout
from amalthea.protocol.drawing.squares import extent, name, origin
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbol_id, symbols

if TYPE_CHECKING:
    from amalthea.engine.api import Position
    from amalthea.engine.core.board import Move
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.style import Style


def frames(start: Position, moves: Iterable[str]) -> dict[str, Any]:
    """Return every position of a game, for JSON.

    start: {square: token} of the first board; a token is the piece as FEN writes it, on the anchor
        of a piece that covers several squares.
    changes: for each ply {square: token} of the squares that change, "" for empty ones.
    marked: for each ply the squares of its move.
    signs: for each ply further signs of the move as SVG, from White's point of view.
    hands: {token: count} of every position, in games with drops.

    Raises IllegalMove.
    """
    position, variant = start.copy(), start.variant
    data: dict[str, Any] = {"start": board(position), "changes": [], "marked": [], "signs": []}
    held = [hands(position)]
    for text in moves:
        move = position.push(text, null=True)
        data["changes"].append(changes(move))
        last = last_move_data(position)
        data["marked"].append(last["marked"])
        data["signs"].append(last["signs"])
        held.append(hands(position))
    if style_of(variant).shows_hands:
        data["hands"] = held
    return data


def board(position: Position) -> dict[str, str]:
    """Return the token on each square by its name, for JSON, in the order of a FEN."""
    tokens = sorted(position.tokens().items(), key=lambda each: (-each[0][1], each[0][0]))
    return {name(at, position.variant): token for at, token in tokens}


def changes(move: Move) -> dict[str, str]:
    """Return {square: token} of the squares that a move changes, "" for empty ones."""
    effects = sorted(move.effects)
    found = {square.name: after.symbol if after else "" for square, _, after in effects}
    if move.unblocks:
        found[move.unblocks.name] = ""
    if move.blocks:
        found[move.blocks.name] = BLOCKED
    return found


def last_move_data(position: Position) -> dict[str, Any]:
    """Return the marks and the signs of the last move of a position, see `frames`.

    Pieces that wait behind others are among the signs.
    """
    marked, signs = last_move(position)
    waiting = waiting_signs(style_of(position.variant), position.fen())
    return {"marked": marked, "signs": signs + waiting}


def board_data(position: Position) -> dict[str, Any]:
    """Return one position for JSON, with the marks of the last move; see `frames`."""
    return {"board": board(position), "hands": hands(position), **last_move_data(position)}


def variant_data(variant: Variant) -> dict[str, Any]:
    """Return the data on a game's board and pieces that the script needs, for JSON.

    grid: where the squares are, see `Grid`, with the path of a square's outline.
    holes: squares that do not belong to the board.
    boards: the empty board as SVG, upright and flipped.
    pieces: for each token the id of its symbol, the files and ranks that it covers if it covers
        several squares, and whether it turns with the board.
    hands: their layout, see `layout`.
    """
    style, plan = style_of(variant), grid(variant)
    view = frame(style)
    return {
        "name": variant.name,
        "title": variant.title,
        "files": variant.files,
        "ranks": variant.ranks,
        "origin": origin(variant),
        "patches": style.patches,
        "class": board_class(style),
        "cell": CELL,
        "grid": {
            "start": plan.start,
            "file": plan.file,
            "rank": plan.rank,
            "size": [plan.width, plan.height],
            "outline": plan.path(0, 0),
            "hexagonal": variant.hexagonal,
        },
        "holes": [name(at, variant) for at in sorted(variant.holes)],
        "view": [view.x, view.y, view.width, view.height],
        "hands": layout(style),
        "boards": [background(style, flipped) for flipped in (False, True)],
        "pieces": pieces_data(style),
    }


def symbols_svg(variant: Variant) -> str:
    """Return an invisible `<svg>` with the symbols of a game, which a page needs once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"'
        f' style="position:absolute"><defs>{symbols_of(variant)}</defs></svg>'
    )


def symbols_of(variant: Variant, characters: bool = False) -> str:
    """Return the symbols of all pieces of a game, for an `<svg>` of the page's own."""
    style = style_of(variant, characters)
    return symbols(style, style.tokens())


def pieces_data(style: Style) -> dict[str, Any]:
    """Return the data of each token, as in `variant_data`."""
    return {token: _piece(style, token) for token in style.tokens()}


def replay_script() -> str:
    """Return the script that defines `amaltheaReplay`, for a `<script>` element."""
    return board_script() + _resource("replay.js")


def board_script() -> str:
    """Return the script that defines `AmaltheaBoard`, the picture of one board."""
    return _resource("board.js")


def chances_script() -> str:
    """Return the script that defines `amaltheaChances`, the winning chances of a score."""
    return _resource("chances.js")


def replay_style() -> str:
    """Return the style sheet of boards and their controls, for a `<style>` element."""
    return style_sheet() + _resource("replay.css")


def _resource(file: str) -> str:
    return package_files(__package__).joinpath(file).read_text(encoding="utf-8")


def _piece(style: Style, token: str) -> dict[str, Any]:
    size = extent(style.variant, token)
    piece: dict[str, Any] = {"symbol": symbol_id(style, token)}
    if size != (1, 1):
        piece["size"] = size
    if style.turns(token):
        piece["turns"] = True
    return piece
