"""The net of one game for another that is akin to it: pieces that move alike on the same board.

What a net knows is pieces on squares. So each type of a game takes the rows of the other game's
type that moves as it does. A type that the other game lacks, and every piece in hand, is worth what
the computed evaluation says. Games between both evaluations showed where that helps: see
docs/nets.md.
"""

from __future__ import annotations

import re
from array import array
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import TOKEN
from amalthea.engine.evaluation.net import BUCKETS, DIRECT
from amalthea.engine.evaluation.weights import PHASES
from amalthea.engine.pieces.evaluation.values import Appraisal, is_pawn
from amalthea.engine.pieces.evaluation.weights import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amalthea.engine.evaluation.net import Net
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType

_TOKEN = re.compile(TOKEN)
LEAST_SHARE = 0.5  # of the pieces at the start that must move alike, see _share_alike
_DIRECT_BYTES = 4 * BUCKETS  # of a feature
_UNIT_BYTES = 2

Types = tuple[int | None, ...]  # by type, the number of the other game's type


def kin_types(
    variant: PiecesVariant, other: PiecesVariant, least_share: float = LEAST_SHARE
) -> Types:
    """Return the other game's type for each type of a game, () unless the games are akin.

    Akin games have the same board, begin with pieces most of which move alike, and are lost with a
    king that moves alike. Captures and stalemate mean the same, and only pawns promote, no later
    than in the other game.
    """
    if (variant.files, variant.ranks) != (other.files, other.ranks) or other.blocked:
        return ()
    if variant.explosions or variant.ends.stalemate != other.ends.stalemate:
        return ()
    if not _promote_alike(variant, other):
        return ()
    types = _types(variant, other)
    kings = {
        piece.letter
        for piece, alike in zip(variant.pieces, types, strict=True)
        if alike is not None and other.pieces[alike].royal
    }
    if not _is_lost_with(variant, kings) or _share_alike(variant, types) < least_share:
        return ()
    return types


def adapted(variant: PiecesVariant, types: Types, net: Net) -> bytes:
    """Return the arrays of another game's net for the features of a game."""
    arrays = net.arrays
    end_of_direct = _DIRECT_BYTES * net.features
    first_row = end_of_direct + _DIRECT_BYTES
    row = _UNIT_BYTES * net.width
    direct, rows = [], []
    for source, worth in _sources(variant, types):
        if source is None:
            direct.append(_direct_sums(worth))
            rows.append(bytes(row))
        else:
            direct.append(arrays[_DIRECT_BYTES * source : _DIRECT_BYTES * (source + 1)])
            rows.append(arrays[first_row + row * source : first_row + row * (source + 1)])
    output_bias, rest = arrays[end_of_direct:first_row], arrays[first_row + row * net.features :]
    return b"".join((*direct, output_bias, *rows, rest))


def _is_lost_with(variant: PiecesVariant, kings: set[str]) -> bool:
    """Return True if both sides begin with one of these types and lose without it.

    Captures must not be compulsory either, or a side could not protect it.
    """
    ends = variant.ends
    vital = {variant.royal} if ends.mate == "loss" and ends.checking else set()
    vital |= {letter for end in ends.extinctions if end.value == "loss" for letter in end.pieces}
    letters = {letter.lstrip("+") for letter in _TOKEN.findall(variant.start.split()[0])}
    present = any({king.upper(), king.lower()} <= letters for king in kings & vital)
    return present and not ends.forced_capture


def _types(variant: PiecesVariant, other: PiecesVariant) -> Types:
    """Return for each type the one that moves alike, or else the other game's pawn for a pawn."""
    known = {_moves(piece, other): at for at, piece in reversed(list(enumerate(other.pieces)))}
    pawn = next((at for at, piece in enumerate(other.pieces) if is_pawn(piece, other)), None)
    return tuple(
        known.get(_moves(piece, variant), pawn if is_pawn(piece, variant) else None)
        for piece in variant.pieces
    )


def _moves(piece: PieceType, variant: PiecesVariant) -> frozenset[object]:
    return frozenset((*variant.paths(piece.moves), *variant.hops(piece.moves)))


def _promote_alike(variant: PiecesVariant, other: PiecesVariant) -> bool:
    """Return True if only pawns promote, and no later than in the other game."""
    pawns = {piece.letter for piece in variant.pieces if is_pawn(piece, variant)}
    only_pawns = {each.piece for each in variant.promotions} <= pawns
    return only_pawns and _first_promotion(variant) <= _first_promotion(other)


def _first_promotion(variant: PiecesVariant) -> int:
    """Return the first rank of White's promotions, 0 if there are none."""
    zones = (each.zone.squares(0, variant.files, variant.ranks) for each in variant.promotions)
    return min((rank for zone in zones for _, rank in zone), default=0)


def _share_alike(variant: PiecesVariant, types: Types) -> float:
    """Return the share of the pieces at the start that have a type in the other game.

    Kings and pawns do not count. If the sides differ, it is the smaller share of the two.
    """
    letters = _TOKEN.findall(variant.start.split()[0])
    shares = []
    for of_side in (str.upper, str.lower):
        counts = [
            (letters.count(of_side(piece.letter)), alike is not None)
            for piece, alike in zip(variant.pieces, types, strict=True)
            if not piece.royal and not is_pawn(piece, variant)
        ]
        whole = sum(count for count, _ in counts)
        shares.append(sum(count for count, alike in counts if alike) / whole if whole else 0.0)
    return min(shares)


def _direct_sums(worth: Sequence[float]) -> bytes:
    """Return the direct sums of a feature by bucket. worth: in centipawns, by phase."""
    midgame, endgame = worth
    early = [(bucket + 0.5) / BUCKETS for bucket in range(BUCKETS)]
    sums = [round(DIRECT * (midgame * share + endgame * (1 - share))) for share in early]
    return array("i", sums).tobytes()


def _sources(
    variant: PiecesVariant, types: Types
) -> Iterator[tuple[int | None, tuple[float, float]]]:
    """Yield for each feature that of the other net, or None and the centipawns of its own.

    Features come in the order of pieces.evaluation.features.
    """
    cells = variant.files * variant.ranks
    appraisal = Appraisal(variant, dict(DEFAULTS), frozenset())
    squares = [(cell % variant.files, cell // variant.files) for cell in range(cells)]
    for piece, alike in zip(variant.pieces, types, strict=True):
        for colour, sign in enumerate((1, -1)):
            if alike is not None:
                first = (2 * alike + colour) * cells
                yield from ((first + cell, (0.0, 0.0)) for cell in range(cells))
                continue
            tables = [appraisal.table(piece, colour, phase) for phase in PHASES]
            for square in squares:
                early, late = (sign * table.get(square, 0.0) for table in tables)
                yield None, (early, late)
    yield from ((None, (0.0, 0.0)) for _ in range(cells if variant.blocked else 0))
    for piece in variant.pieces if variant.drops else ():
        early, late = (appraisal.held(piece, phase) for phase in PHASES)
        yield None, (early, late)
        yield None, (-early, -late)
