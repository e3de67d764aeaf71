"""The net of one game for another that is akin to it: pieces that move alike on the same board.

The features of a net are pieces on squares. So each type of a game takes the rows of weights of the
other game's type that moves most like it, with its own computed value instead of that type's. A
type that moves like none of them has its computed value alone, and so has a piece in hand if the
other game has no drops. Games between both evaluations showed where that helps: see docs/nets.md.
"""

from __future__ import annotations

import re
from array import array
from dataclasses import replace
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import TOKEN
from amalthea.engine.evaluation import Counterpart, Kinship
from amalthea.engine.evaluation.net import BUCKETS, DIRECT
from amalthea.engine.evaluation.weights import PHASES
from amalthea.engine.pieces.evaluation.move_overlap import overlap
from amalthea.engine.pieces.evaluation.values import Appraisal, is_pawn
from amalthea.engine.pieces.evaluation.weights import DEFAULTS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from amalthea.engine.evaluation.net import Net
    from amalthea.engine.pieces.description.regions import Region
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType
    from amalthea.engine.pieces.evaluation.values import Table

_TOKEN = re.compile(TOKEN)
LEAST_SHARE = 0.5  # of the moves at the start that must be alike, see _share_alike
_LEAST_WITH_OTHER_PAWNS = 0.9  # likewise, if the pawns' rules differ, too
_LEAST_OVERLAP = 0.45  # of the moves of a type with those of its counterpart
_LEAST_OF_KINGS = 0.8  # likewise
_SAME_RULE = 0.1  # what each shared rule adds to the likeness
_DIRECT_BYTES = 4 * BUCKETS  # of a feature
_UNIT_BYTES = 2
_NOTHING = (0.0, 0.0)  # centipawns by phase


def kinship(
    variant: PiecesVariant, other: PiecesVariant, least_share: float = LEAST_SHARE
) -> Kinship | None:
    """Return how a game is akin to another one, None if it is not.

    Akin games have the same board and begin with pieces most of which move alike. Both are lost
    with a king that moves alike, or have no king and end alike; in neither or in both, one check
    ends the game. Captures and stalemate mean the same, and promotions are the same, or only pawns
    promote, no later than in the other game.
    """
    found = distant_kinship(variant, other)
    if found is None or not _capture_alike(variant, other) or not _mate_alike(variant, other):
        return None
    if variant.enclosing != other.enclosing:
        return None
    if not _promote_alike(variant, other):
        return None
    kings = {
        piece.letter
        for piece, counterpart in zip(variant.pieces, found.counterparts, strict=True)
        if counterpart is not None and other.pieces[counterpart.number].royal
    }
    if not _is_lost_with(variant, kings) and not _end_alike_without_kings(variant, other):
        return None
    share = found.likeness
    if share < least_share or (variant.pawns != other.pawns and share < _LEAST_WITH_OTHER_PAWNS):
        return None
    return replace(found, likeness=share + _SAME_RULE * _same_rules(variant, other))


def distant_kinship(variant: PiecesVariant, other: PiecesVariant) -> Kinship | None:
    """Return which types of another game move most like those of a game, whatever wins.

    None if the boards differ. The likeness is the share of the moves at the start that are alike.
    """
    if (variant.files, variant.ranks) != (other.files, other.ranks) or other.blocked:
        return None
    found = tuple(_counterpart(piece, variant, other) for piece in variant.pieces)
    return Kinship(other, found, _share_alike(variant, found))


def adapted(variant: PiecesVariant, kinship: Kinship, net: Net) -> bytes:
    """Return the arrays of an akin game's net, rearranged for the features of a game."""
    arrays = net.arrays
    end_of_direct = _DIRECT_BYTES * net.features
    first_row = end_of_direct + _DIRECT_BYTES
    row = _UNIT_BYTES * net.width
    direct, rows = [], []
    for source, worth in _sources(variant, kinship):
        sums = _direct_sums(worth)
        if source is None:
            rows.append(bytes(row))
        else:
            known = array("i", arrays[_DIRECT_BYTES * source : _DIRECT_BYTES * (source + 1)])
            sums = array("i", map(sum, zip(sums, known, strict=True)))
            rows.append(arrays[first_row + row * source : first_row + row * (source + 1)])
        direct.append(sums.tobytes())
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
            ends.draws == others.draws,
            _come_back(variant) == _come_back(other),
            variant.pawns == other.pawns,
        )
    )


def _come_back(variant: PiecesVariant) -> bool:
    """Return True if captured pieces come back to the board."""
    return variant.drops is not None and variant.drops.captured


def _mate_alike(variant: PiecesVariant, other: PiecesVariant) -> bool:
    """Return True if stalemate means the same, and one check wins both games or neither."""
    ends, others = variant.ends, other.ends
    return ends.stalemate == others.stalemate and (ends.checks == 1) == (others.checks == 1)


def _capture_alike(variant: PiecesVariant, other: PiecesVariant) -> bool:
    """Return True if explosions, walls and forced captures are in both games or in neither."""
    ends, others = variant.ends, other.ends
    explode = bool(variant.explosions), bool(other.explosions)
    build = bool(variant.walls), bool(other.walls)
    alike = explode[0] == explode[1] and build[0] == build[1]
    return alike and ends.forced_capture == others.forced_capture


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


def _counterpart(
    piece: PieceType, variant: PiecesVariant, other: PiecesVariant
) -> Counterpart | None:
    """Return the type of another game that moves most like a type, None if none does enough.

    Of types that move alike a king is taken rather for a king than for another. A pawn is taken for
    any pawn that promotes in the same places.
    """
    pawn = is_pawn(piece, variant)
    candidates = [
        (share, each.royal == piece.royal, -number)
        for number, each in enumerate(other.pieces)
        if (share := overlap(piece.moves, each.moves, variant.files, variant.ranks)) == 1.0
        or (each.royal == piece.royal and is_pawn(each, other) == pawn)
    ]
    if not candidates:
        return None
    share, _, number = max(candidates)
    counterpart = Counterpart(-number, share)
    if pawn:
        zones = _promotion_zones(piece, variant)
        same_zones = zones == _promotion_zones(other.pieces[counterpart.number], other)
        return counterpart if share > 0.0 or same_zones else None
    return counterpart if share >= (_LEAST_OF_KINGS if piece.royal else _LEAST_OVERLAP) else None


def _promotion_zones(piece: PieceType, variant: PiecesVariant) -> set[Region]:
    """Return the regions in which a type promotes."""
    return {each.zone for each in variant.promotions if each.piece == piece.letter}


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


def _share_alike(variant: PiecesVariant, counterparts: Sequence[Counterpart | None]) -> float:
    """Return the share of the moves of the pieces at the start that the other game has, too.

    Kings and pawns do not count. If the sides differ, it is the smaller share of the two.
    """
    letters = _TOKEN.findall(variant.start.split()[0])
    shares = []
    for of_side in (str.upper, str.lower):
        counts = [
            (letters.count(of_side(piece.letter)), counterpart.share if counterpart else 0.0)
            for piece, counterpart in zip(variant.pieces, counterparts, strict=True)
            if not piece.royal and not is_pawn(piece, variant)
        ]
        whole = sum(count for count, _ in counts)
        shares.append(sum(count * share for count, share in counts) / whole if whole else 0.0)
    return min(shares)


def _direct_sums(worth: Sequence[float]) -> array[int]:
    """Return the direct sums of a feature by bucket. worth: in centipawns, by phase."""
    midgame, endgame = worth
    early = [(bucket + 0.5) / BUCKETS for bucket in range(BUCKETS)]
    return array("i", (round(DIRECT * (midgame * part + endgame * (1 - part))) for part in early))


def _sources(
    variant: PiecesVariant, kinship: Kinship
) -> Iterator[tuple[int | None, Sequence[float]]]:
    """Yield, for each feature, that of the other net or None, and the centipawns to add by phase.

    Features come in the order of pieces.evaluation.features.
    """
    cells = variant.files * variant.ranks
    for piece, counterpart in zip(variant.pieces, kinship.counterparts, strict=True):
        for colour in range(2):
            worths = _worths(piece, colour, variant, kinship.other, counterpart)
            for cell, worth in enumerate(worths):
                yield (
                    None
                    if counterpart is None
                    else (2 * counterpart.number + colour) * cells + cell,
                    worth,
                )
    yield from ((None, _NOTHING) for _ in range(cells if variant.blocked else 0))
    if variant.drops:
        yield from _sources_in_hand(variant, kinship)


def _worths(
    piece: PieceType,
    colour: int,
    variant: PiecesVariant,
    other: PiecesVariant,
    counterpart: Counterpart | None,
) -> list[tuple[float, ...]]:
    """Return what to add to a type's counterpart on each square, in White's centipawns by phase.

    That is the computed value of the type less that of its counterpart; nothing if both move alike.
    """
    cells = range(variant.files * variant.ranks)
    if counterpart is not None and counterpart.share == 1.0:
        return [_NOTHING for _ in cells]
    sign = -1 if colour else 1
    own = _tables(piece, colour, variant)
    counterparts = (
        _tables(other.pieces[counterpart.number], colour, other) if counterpart else ({}, {})
    )
    squares = [(cell % variant.files, cell // variant.files) for cell in cells]
    return [
        tuple(
            sign * (table.get(square, 0.0) - less.get(square, 0.0))
            for table, less in zip(own, counterparts, strict=True)
        )
        for square in squares
    ]


def _tables(piece: PieceType, colour: int, variant: PiecesVariant) -> Sequence[Table]:
    appraisal = Appraisal(variant, dict(DEFAULTS), frozenset())
    return [appraisal.table(piece, colour, phase) for phase in PHASES]


def _sources_in_hand(
    variant: PiecesVariant, kinship: Kinship
) -> Iterator[tuple[int | None, Sequence[float]]]:
    """Yield the same as _sources for the pieces in hand."""
    other = kinship.other
    first = 2 * len(other.pieces) * variant.files * variant.ranks
    appraisal = Appraisal(variant, dict(DEFAULTS), frozenset())
    for piece, counterpart in zip(variant.pieces, kinship.counterparts, strict=True):
        worth = [appraisal.held(piece, phase) for phase in PHASES]
        for colour, sign in enumerate((1, -1)):
            if counterpart is None or not other.drops:
                yield None, [sign * centipawns for centipawns in worth]
            else:
                yield first + 2 * counterpart.number + colour, _NOTHING
