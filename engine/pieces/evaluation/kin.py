"""The net of one game for another that is akin to it: pieces that move alike on the same board.

What a net knows is pieces on squares. So each type of a game takes the rows of the other game's
type that moves as it does. A type that the other game lacks is worth what the computed evaluation
says, and so is a piece in hand if the other game has no drops. Games between both evaluations
showed where that helps: see docs/nets.md.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import TOKEN
from amalthea.engine.evaluation import Kinship
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
_LEAST_WITH_OTHER_PAWNS = 0.7  # likewise, if the pawns' rules differ, too
_SAME_RULE = 0.1  # as a share of the pieces, of a likeness
_DIRECT_BYTES = 4 * BUCKETS  # of a feature
_UNIT_BYTES = 2


def kinship(
    variant: PiecesVariant, other: PiecesVariant, least_share: float = LEAST_SHARE
) -> Kinship | None:
    """Return how a game is akin to another one, None if it is not.

    Akin games have the same board and begin with pieces most of which move alike. Both are lost
    with a king that moves alike, or have no king and end alike. Captures and stalemate mean the
    same, and promotions are the same, or only pawns promote, no later than in the other game.
    """
    if (variant.files, variant.ranks) != (other.files, other.ranks) or other.blocked:
        return None
    if not _capture_alike(variant, other) or variant.ends.stalemate != other.ends.stalemate:
        return None
    if not _promote_alike(variant, other):
        return None
    types = _types(variant, other)
    kings = {
        piece.letter
        for piece, alike in zip(variant.pieces, types, strict=True)
        if alike is not None and other.pieces[alike].royal
    }
    if not _is_lost_with(variant, kings) and not _end_alike_without_kings(variant, other):
        return None
    share = _share_alike(variant, types)
    if share < least_share or (variant.pawns != other.pawns and share < _LEAST_WITH_OTHER_PAWNS):
        return None
    first_held = 2 * len(other.pieces) * variant.files * variant.ranks
    likeness = share + _SAME_RULE * _same_rules(variant, other)
    return Kinship(types, first_held if other.drops else None, likeness)


def adapted(variant: PiecesVariant, kinship: Kinship, net: Net) -> bytes:
    """Return the arrays of the net of a game that is akin for the features of a game."""
    arrays = net.arrays
    end_of_direct = _DIRECT_BYTES * net.features
    first_row = end_of_direct + _DIRECT_BYTES
    row = _UNIT_BYTES * net.width
    direct, rows = [], []
    for source, worth in _sources(variant, kinship):
        if source is None:
            direct.append(_direct_sums(worth))
            rows.append(bytes(row))
        else:
            direct.append(arrays[_DIRECT_BYTES * source : _DIRECT_BYTES * (source + 1)])
            rows.append(arrays[first_row + row * source : first_row + row * (source + 1)])
    output_bias, rest = arrays[end_of_direct:first_row], arrays[first_row + row * net.features :]
    return b"".join((*direct, output_bias, *rows, rest))


def _same_rules(variant: PiecesVariant, other: PiecesVariant) -> int:
    """Return how many of the rules that matter to an evaluation are the same."""
    ends, others = variant.ends, other.ends
    return sum(
        (
            bool(ends.checks) == bool(others.checks),
            ends.goals == others.goals,
            ends.extinctions == others.extinctions,
            _come_back(variant) == _come_back(other),
            variant.pawns == other.pawns,
        )
    )


def _come_back(variant: PiecesVariant) -> bool:
    """Return True if captured pieces come back to the board."""
    return variant.drops is not None and variant.drops.captured


def _capture_alike(variant: PiecesVariant, other: PiecesVariant) -> bool:
    ends, others = variant.ends, other.ends
    explode = bool(variant.explosions), bool(other.explosions)
    return explode[0] == explode[1] and ends.forced_capture == others.forced_capture


def _end_alike_without_kings(variant: PiecesVariant, other: PiecesVariant) -> bool:
    """Return True if both games have no king and end by the same rules, apart from stalemate."""
    if any(piece.royal for each in (variant, other) for piece in each.pieces):
        return False
    ends = [replace(each.ends, stalemate_by_count=False) for each in (variant, other)]
    return ends[0] == ends[1]


def _is_lost_with(variant: PiecesVariant, kings: set[str]) -> bool:
    """Return True if both sides begin with one of these types and lose without it."""
    ends = variant.ends
    vital = {variant.royal} if ends.mate == "loss" and ends.checking else set()
    vital |= {letter for end in ends.extinctions if end.value == "loss" for letter in end.pieces}
    letters = {letter.lstrip("+") for letter in _TOKEN.findall(variant.start.split()[0])}
    return any({king.upper(), king.lower()} <= letters for king in kings & vital)


def _types(variant: PiecesVariant, other: PiecesVariant) -> tuple[int | None, ...]:
    """Return for each type the one that moves alike, a king rather for a king than for another.

    A pawn is taken for the other game's pawn if none moves alike.
    """
    known: dict[object, int] = {}
    for at, piece in reversed(list(enumerate(other.pieces))):
        moves = _moves(piece, other)
        known[moves] = known[moves, piece.royal] = at
    pawn = next((at for at, piece in enumerate(other.pieces) if is_pawn(piece, other)), None)
    return tuple(
        known.get(
            (_moves(piece, variant), piece.royal),
            known.get(_moves(piece, variant), pawn if is_pawn(piece, variant) else None),
        )
        for piece in variant.pieces
    )


def _moves(piece: PieceType, variant: PiecesVariant) -> frozenset[object]:
    return frozenset((*variant.paths(piece.moves), *variant.hops(piece.moves)))


def _promote_alike(variant: PiecesVariant, other: PiecesVariant) -> bool:
    """Return True if only pawns promote, no later than in the other game, or all pieces alike."""
    if variant.promotions == other.promotions:
        return True
    pawns = {piece.letter for piece in variant.pieces if is_pawn(piece, variant)}
    only_pawns = {each.piece for each in variant.promotions} <= pawns
    return only_pawns and _first_promotion(variant) <= _first_promotion(other)


def _first_promotion(variant: PiecesVariant) -> int:
    """Return the first rank of White's promotions, 0 if there are none."""
    zones = (each.zone.squares(0, variant.files, variant.ranks) for each in variant.promotions)
    return min((rank for zone in zones for _, rank in zone), default=0)


def _share_alike(variant: PiecesVariant, types: Sequence[int | None]) -> float:
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
    variant: PiecesVariant, kinship: Kinship
) -> Iterator[tuple[int | None, tuple[float, float]]]:
    """Yield for each feature that of the other net, or None and the centipawns of its own.

    Features come in the order of pieces.evaluation.features.
    """
    cells = variant.files * variant.ranks
    appraisal = Appraisal(variant, dict(DEFAULTS), frozenset())
    squares = [(cell % variant.files, cell // variant.files) for cell in range(cells)]
    for piece, alike in zip(variant.pieces, kinship.types, strict=True):
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
    if not variant.drops:
        return
    for piece, alike in zip(variant.pieces, kinship.types, strict=True):
        early, late = (appraisal.held(piece, phase) for phase in PHASES)
        for colour, sign in enumerate((1, -1)):
            if alike is None or kinship.first_held is None:
                yield None, (sign * early, sign * late)
            else:
                yield kinship.first_held + 2 * alike + colour, (0.0, 0.0)
