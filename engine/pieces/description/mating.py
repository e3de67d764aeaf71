"""Mating material against a bare king: pieces that mate alone, and pieces that never do.

A king in a corner, at an edge or inside has at least two squares beside it in its rank or file, and
a king two squares away attacks at most one of them. So mate takes an attack on the king and on a
square beside it at once. No single piece without such an attack gives mate, nor do pieces of either
side that all stand on one shade and keep to it. Blocked squares and other kinds of kings would
change that.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.core.letters import is_piece

if TYPE_CHECKING:
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.variant import Square
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType

_LEAST_REACH = 8  # squares attacked from the middle of an empty board
_NEAR = 2  # steps
_BESIDE = ((1, 0), (0, 1))
_KING = frozenset((dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)


@lru_cache(maxsize=256)
def mates_alone(piece: PieceType, variant: PiecesVariant) -> bool:
    """Return True if a piece can be expected to force mate with its king; endgame tables are exact.

    It attacks two adjacent squares, near ones if it leaps, and enough squares to drive the other
    king.
    """
    if piece.royal or piece.region:
        return False
    attacked = _attacked(piece, variant)
    if len(_on_board(attacked, variant)) < _LEAST_REACH:
        return False
    if any(len(path.steps) > 1 for path in variant.paths(piece.moves)):
        return _side_by_side(attacked)
    near = frozenset((dx, dy) for dx, dy in attacked if max(abs(dx), abs(dy)) <= _NEAR)
    return _side_by_side(near)


@lru_cache(maxsize=64)
def never_mating(variant: PiecesVariant) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the letters of pieces that never mate alone, and of those that never leave one shade.

    Any number of the latter cannot mate while they all stand on one shade. The rules need not call
    such positions a draw, but nobody can win them.
    """
    if not variant.ends.only_mate_wins:
        return (), ()
    royal = variant.piece(variant.royal)
    if (
        variant.has_blocked_squares
        or variant.confines_kings()
        or _attacked(royal, variant) != _KING
    ):
        return (), ()
    promoting = {promotion.piece for promotion in variant.promotions}
    plain = [
        piece
        for piece in variant.pieces
        if not (piece.royal or piece.settings or piece.second_square or piece.letter in promoting)
        and not variant.hops(piece.moves)
    ]
    lone = [piece.letter for piece in plain if not _side_by_side(_attacked(piece, variant))]
    shade = [piece.letter for piece in plain if is_one_shade(piece, variant)]
    return tuple(lone), tuple(shade)


def insufficient_material(
    variant: PiecesVariant, contents: Tokens, hands: Mapping[str, int], side: Color
) -> bool:
    """Return True if a side cannot win with its pieces, however the other plays.

    That is a bare king; and where only mate wins also one piece that never mates alone, against a
    bare king, and pieces of both sides that all keep to the same shade. contents, hands: the board
    and the pieces in hand, by token.
    """
    drops = variant.drops
    may_get_pieces = drops and (drops.captured or drops.unlimited or drops.waiting)
    king = variant.drawing_king
    if may_get_pieces or not king:
        return False
    pieces = [(square, token) for square, token in contents.items() if is_piece(token)]
    others = [(at, token) for at, token in pieces if token.upper() != king]
    tokens = [*hands, *(token for _, token in others)]
    own = [token.upper() for token in tokens if token.isupper() == (side is Color.WHITE)]
    if not own and not _may_check_alone(variant.piece(king), variant):
        return True
    lone, one_shade = never_mating(variant)
    if not lone or hands:
        return False
    shades = {(file + rank) % 2 for (file, rank), _ in others}
    on_one_shade = len(shades) < 2 and all(token.upper() in one_shade for _, token in others)
    return not own or on_one_shade or (len(others) == 1 and own[0] in lone)


@lru_cache(maxsize=64)
def _may_check_alone(royal: PieceType, variant: PiecesVariant) -> bool:
    """Return True if a royal piece may attack the enemy's without being attacked by it.

    Black's moves are White's, mirrored by rank; so pieces attack each other if each leap has a
    twin to the other side. Longer ways may be blocked for one of them.
    """
    attacked = _attacked(royal, variant)
    leaps = all(len(path.steps) == 1 for path in variant.paths(royal.moves))
    plain = leaps and not royal.from_rank and not variant.hops(royal.moves)
    return not plain or any((-across, up) not in attacked for across, up in attacked)


@lru_cache(maxsize=256)
def is_one_shade(piece: PieceType, variant: PiecesVariant) -> bool:
    """Return True if a piece never leaves the shade of the board it stands on."""
    return all(
        sum(square) % 2 == 0
        for path in (*variant.paths(piece.moves), *variant.hops(piece.moves))
        for square, step in path.walk()
        if step.move or step.capture
    )


def _attacked(piece: PieceType, variant: PiecesVariant) -> frozenset[Square]:
    """Return the squares that a piece attacks on an unbounded empty board, relative to it."""
    paths = variant.paths(piece.moves)
    return frozenset(square for path in paths for square, step in path.walk() if step.capture)


def _on_board(attacked: frozenset[Square], variant: PiecesVariant) -> list[Square]:
    """Return the attacks that are on the board when the piece stands in the middle."""
    file, rank = variant.files // 2, variant.ranks // 2
    return [
        (dx, dy)
        for dx, dy in attacked
        if 0 <= file + dx < variant.files and 0 <= rank + dy < variant.ranks
    ]


def _side_by_side(attacked: frozenset[Square]) -> bool:
    """Return True if two of these squares are neighbours in a rank or a file."""
    return any((file + dx, rank + dy) in attacked for file, rank in attacked for dx, dy in _BESIDE)
