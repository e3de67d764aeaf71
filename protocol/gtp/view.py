"""View of a game for a GUI: stones, and graphics of GoGui.

Pieces are stones in their side's colour, with their letters as labels unless all are alike.
"""

from __future__ import annotations

from collections.abc import Iterator

from amalthea.engine.core.board import Tokens
from amalthea.engine.core.color import Color
from amalthea.protocol.gtp.board import Board, point, points, shown, side_of
from amalthea.protocol.gtp.clicked_game import ClickedGame
from amalthea.protocol.gtp.clicks import squares_of

_STONES = {Color.BLACK: "X", Color.WHITE: "O", None: "?"}  # "?": a blocked square
_EMPTY = "."
_DARK, _OUTSIDE, _BLOCKED = "#7a4a20", "#8f8a80", "#000000"
_LIFTED, _LAST = "#7fb3e6", "#e6d27f"


def stones(game: ClickedGame) -> str:
    """Return the answer to `gogui-rules_board`."""
    signs = {
        square: _STONES[side_of(token)]
        for cell, token in game.position.contents().items()
        for square in game.board.covered(cell, token)
    }
    return "\n".join(
        " ".join(signs.get(square, _EMPTY) for square in row) for row in game.board.rows()
    )


def graphics(game: ClickedGame) -> str:
    """Return the answer to `gogui-rules_board_gfx`: squares, letters, last move and clicks."""
    board = game.board
    contents = game.position.contents()
    lines = [*_ground(board), *_blocked(board, contents), *_last_move(game)]
    lines += _selection(game, contents)
    if not board.uniform_tokens():
        lines += _letters(board, contents, set(_choices(game)))
    lines.append(f"TEXT {status(game)}")
    return "\n".join(lines)


def status(game: ClickedGame) -> str:
    """Return the state of the game in one line."""
    if game.is_over:
        return result(game)
    side = game.side.label
    if game.choosing:
        placed = game.ways.moves(())[0].partition("@")[0].upper()
        return f"{side} places {placed} in secret"
    check = ", in check" if game.position.in_check() else ""
    if not game.clicked:
        return f"{side} to move{check}"
    made = " ".join(map(point, game.clicked))
    choices = [name or "as it is" for name in _choices(game).values()]
    if choices:
        return f"{side}: {made}, choose {', '.join(choices)}"
    return f"{side}: {made}, click the destination{check}"


def result(game: ClickedGame) -> str:
    """Return the result of the game, in words."""
    ending = game.position.status()
    if ending.state == "ongoing":
        return "The game goes on"
    return ending.ending


def score(game: ClickedGame) -> str | None:
    """Return the result for `final_score`, in which a win counts one point."""
    ending = game.position.status()
    if ending.state == "ongoing":
        return None
    return f"{ending.winner.upper()}+1" if ending.winner else "0"


def diagram(game: ClickedGame) -> str:
    """Return the board as text for people."""
    position = game.position
    return f"{position.diagram()}\n{position.fen()}\n{status(game)}"


def moves(game: ClickedGame) -> str:
    """Return the moves so far, numbered."""
    return "\n".join(f"{number}. {shown(move)}" for number, move in enumerate(game.moves, 1))


def _ground(board: Board) -> Iterator[str]:
    """Yield the colours of the squares, chequered if the pieces have letters."""
    outside = [square for square in board.squares() if not board.inside(square)]
    if outside:
        yield f"COLOR {_OUTSIDE} {points(outside)}"
    if not board.uniform_tokens():
        dark = filter(board.dark, filter(board.inside, board.squares()))
        yield f"COLOR {_DARK} {points(dark)}"


def _blocked(board: Board, contents: Tokens) -> Iterator[str]:
    """Yield the colour of blocked squares, which GoGui does not draw by itself."""
    blocked = [board.name(cell) for cell, token in contents.items() if not side_of(token)]
    if blocked:
        yield f"COLOR {_BLOCKED} {points(blocked)}"


def _letters(board: Board, contents: Tokens, taken: set[str]) -> Iterator[str]:
    labels = [
        f"{point(square)} {token.upper()}"
        for cell, token in contents.items()
        if side_of(token)
        for square in board.covered(cell, token)
        if square not in taken
    ]
    if labels:
        yield f"LABEL {' '.join(labels)}"


def _last_move(game: ClickedGame) -> Iterator[str]:
    if game.moves and not game.clicked:
        yield f"COLOR {_LAST} {points(dict.fromkeys(squares_of(game.moves[-1])))}"


def _selection(game: ClickedGame, contents: Tokens) -> Iterator[str]:
    """Yield the selected piece, its destinations, and the choices of a third click."""
    if not game.clicked or game.is_over:
        return
    first = game.clicked[0]
    token = contents.get(game.board.cell(first), "")
    yield f"COLOR {_LIFTED} {points(game.board.footprint(first, token))}"
    choices = _choices(game)
    if choices:
        named = (f"{point(square)} {name.upper() or '='}" for square, name in choices.items())
        yield f"LABEL {' '.join(named)}"
    yield f"CIRCLE {points(game.ways.next(game.clicked))}"


def _choices(game: ClickedGame) -> dict[str, str]:
    """Return the choices of a third click by square, none if another click is due."""
    possible = game.ways.next(game.clicked) if game.clicked else {}
    return dict(possible) if any(possible.values()) else {}
