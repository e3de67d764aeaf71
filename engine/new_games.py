"""New positions and games of a variant."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.errors import FenError
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position


def new_position(
    variant: str | Variant = "chess", fen: str | None = None, chess960: bool = False
) -> Position:
    """Return a position of a variant, by default its start position.

    chess960: castle from any array as in Chess960, written as king takes rook; the variant of the
        position includes that. It is implied by names like "chess960".

    Raises UnknownVariant and FenError, and TypeError for an argument of another type.

    >>> len(new_position("chess").legal_moves())
    20
    """
    if isinstance(variant, str):
        chess960 = chess960 or variants.find(variant).chess960
        variant = variants.get(variant)
    elif not isinstance(variant, Variant):
        raise TypeError(f"variant: {type(variant).__name__}, expected a game or its name")
    if not isinstance(fen, str | None):
        raise TypeError(f"fen: {type(fen).__name__}, expected a text")
    kind = kind_of(variant)
    text = variant.start_fen() if fen is None else fen
    return kind.position(kind.chess960(variant, text) if chess960 else variant, text)


def start_fault(variant: Variant, fen: str) -> str:
    """Return why the first position of a game from a file is refused, "" if it is not.

    Loading a file leaves that open, as it takes long for many games.
    """
    if variants.comes_along(variant):
        return ""
    try:
        new_position(variant, fen)
    except FenError as error:
        return f"the first position of {variant.name} is refused: {error}"
    return ""


def recognise_chess960(variant: Variant, fen: str) -> Variant:
    """Return the variant as Chess960 plays it if that fits the castling rights of a FEN better.

    Many programs write such FENs without naming Chess960.
    """
    needed = _corrections(variant, fen)
    if not needed:
        return variant
    try:
        chess960 = kind_of(variant).chess960(variant, fen)
    except FenError:
        return variant
    return chess960 if _corrections(chess960, fen) < needed else variant


def _corrections(variant: Variant, fen: str) -> float:
    """Return the number of corrections that a FEN needs, infinity for an invalid one."""
    try:
        return len(new_position(variant, fen).remarks)
    except FenError:
        return inf


def new_game(
    variant: str | Variant = "chess",
    fen: str | None = None,
    moves: Iterable[str] = (),
    chess960: bool = False,
) -> Game:
    """Return a game that starts from a position, by default a new game, after some moves.

    chess960: see `new_position`.

    Raises UnknownVariant, FenError, and IllegalMove with the number of the move, from 1.

    >>> new_game("chess", moves=["e2e4"]).moves
    ['e2e4']
    """
    game = Game(new_position(variant, fen, chess960))
    game.play_all(moves)
    return game


def after_null_move(position: Position) -> Position | None:
    """Return the position with the other side to move, as after a null move.

    Returns None if that makes no sense: in check, while both sides choose, after the end.
    """
    if len(position.choosers()) > 1 or position.status().state != "ongoing":
        return None
    placement, side, rights, _, *counts, fullmove = position.fen().split()
    number = str(int(fullmove) + (side == "b"))
    fen = " ".join((placement, "b" if side == "w" else "w", rights, "-", *counts, number))
    try:
        after = kind_of(position.variant).position(position.variant, fen)
    except FenError:  # the side to move could capture the king
        return None
    return after if after.status().state == "ongoing" else None
