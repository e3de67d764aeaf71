"""Data and text for HTML pages in which finished games can be replayed.

The rules are applied here; the script (replay.js) only puts symbols on squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files as package_files
from typing import TYPE_CHECKING, Any

from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.protocol.drawing.board_svg import background, board_class, frame, style_sheet
from amalthea.protocol.drawing.hands import hands, layout
from amalthea.protocol.drawing.plane import CELL
from amalthea.protocol.drawing.scene import Scene, extent, name, origin, scene, squares_to_mark
from amalthea.protocol.drawing.styles import style_of
from amalthea.protocol.drawing.symbols import symbol_id, symbols

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.drawing.style import Style


def frames(variant: Variant, fen: str, moves: Sequence[str]) -> dict[str, Any]:
    """Return every position of a game, for JSON.

    start: {square: token} of the first board; a token is the piece as FEN writes it, on the anchor
        of a piece that covers several squares.
    changes: for each ply {square: token} of the squares that change, "" for empty ones.
    marked: for each ply the squares of its move.
    signs: for each ply further signs of the move as SVG, from White's point of view.
    hands: {token: count} of every position, in games with drops.

    Raises FenError and IllegalMove.
    """
    game = new_game(variant, fen)
    before = scene(variant, game.position.fen())
    style = style_of(variant)
    data: dict[str, Any] = {"start": _by_square_name(before, variant)}
    data |= {"changes": [], "marked": [], "signs": []}
    held = [hands(variant, game.position.fen())]
    for move in moves:
        game.play(move)
        after = scene(variant, game.position.fen())
        data["changes"].append(_by_square_name(_changes(before, after), variant))
        data["marked"].append(squares_to_mark(move, before, after, variant))
        data["signs"].append(style.signs(move, before, after))
        held.append(hands(variant, game.position.fen()))
        before = after
    if kind_of(variant).holdable(variant):
        data["hands"] = held
    return data


def board_data(variant: Variant, before: str, move: str, fen: str) -> dict[str, Any]:
    """Return one position for JSON, with the marks of the last move if there is one.

    See `frames`. Raises FenError.
    """
    after = scene(variant, fen)
    shown = {"board": _by_square_name(after, variant), "hands": hands(variant, fen)}
    if not move:
        return {**shown, "marked": [], "signs": ""}
    old = scene(variant, before)
    signs = style_of(variant).signs(move, old, after)
    return {**shown, "marked": squares_to_mark(move, old, after, variant), "signs": signs}


def variant_data(variant: Variant) -> dict[str, Any]:
    """Return the data on a game's board and pieces that the script needs, for JSON.

    boards: the empty board as SVG, upright and flipped.
    pieces: for each token the id of its symbol, the files and ranks that it covers if it covers
        several squares, and whether it turns with the board.
    hands: their layout, see `layout`.
    """
    style = style_of(variant)
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
        "view": [view.x, view.y, view.width, view.height],
        "hands": layout(style),
        "boards": [background(style, flipped) for flipped in (False, True)],
        "pieces": {token: _piece(style, token) for token in style.tokens()},
    }


def symbols_svg(variant: Variant) -> str:
    """Return an invisible `<svg>` with the symbols of a game, which a page needs once."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true"'
        f' style="position:absolute"><defs>{symbols_of(variant)}</defs></svg>'
    )


def symbols_of(variant: Variant) -> str:
    """Return the symbols of all pieces of a game, for an `<svg>` of the page's own."""
    style = style_of(variant)
    return symbols(style, style.tokens())


def replay_script() -> str:
    """Return the script that defines `amaltheaReplay`, for a `<script>` element."""
    return board_script() + _resource("replay.js")


def board_script() -> str:
    """Return the script that defines `AmaltheaBoard`, the picture of one board."""
    return _resource("board.js")


def replay_style() -> str:
    """Return the style sheet of boards and their controls, for a `<style>` element."""
    return style_sheet() + _resource("replay.css")


def board_style() -> str:
    """Return the style sheet for the content of a board."""
    return style_sheet()


def _resource(file: str) -> str:
    return package_files(__package__).joinpath(file).read_text(encoding="utf-8")


def _by_square_name(board: Scene, variant: Variant) -> dict[str, str]:
    return {name(at, variant): token for at, token in board.items()}


def _changes(before: Scene, after: Scene) -> Scene:
    cells = sorted(before.keys() | after.keys())
    return {at: after.get(at, "") for at in cells if before.get(at) != after.get(at)}


def _piece(style: Style, token: str) -> dict[str, Any]:
    size = extent(style.variant, token)
    piece: dict[str, Any] = {"symbol": symbol_id(style, token)}
    if size != (1, 1):
        piece["size"] = size
    if style.turns(token):
        piece["turns"] = True
    return piece
