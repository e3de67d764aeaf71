"""The fingerprint of a game of pieces: which nets and tables fit it.

It covers the board, how the pieces move on it, what they become, and how the game ends, but neither
the names of game and pieces nor the first position. Every name and every default below is part of
a format: shipped and users' files carry the result. Change none of them; append what is new.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.fingerprint import fingerprint, without_defaults
from amalthea.engine.pieces.description.regions import Region

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.chase_rules import Chases
    from amalthea.engine.pieces.description.endings import (
        Counting,
        Ends,
        Extinction,
        Goal,
        Line,
        PseudoRoyals,
    )
    from amalthea.engine.pieces.description.variant import (
        ArmyVariant,
        Drops,
        EnPassant,
        PawnRules,
        PieceType,
        Promotion,
    )


@lru_cache(maxsize=64)
def rules_of(variant: ArmyVariant) -> str:
    """Return the fingerprint of a game's rules."""
    return fingerprint(named_values(variant))


def named_values(variant: ArmyVariant) -> Iterator[tuple[str, object]]:
    """Yield what a fingerprint is made from: the rules that a game has, by name."""
    yield "files", variant.files
    yield "ranks", variant.ranks
    yield "pieces", [_piece(piece) for piece in variant.pieces]
    found = without_defaults(
        ("blocked_squares", variant.blocked, 0),
        ("pawns", _pawns(variant.pawns) if variant.pawns else {}, {}),
        ("promotions", [_promotion(each) for each in variant.promotions], []),
        ("promotion_limits", dict(variant.limits), {}),
        ("immobility_allowed", variant.stranding, True),
        ("facing_kings_forbidden", variant.flying_general, False),
        ("king_leap_avoids_attacks", variant.safe_leap, False),
        ("passing", list(variant.passes), [False, False]),
    )
    yield from found.items()
    yield from _ends(variant.ends).items()
    if variant.drops:
        yield "drops", _drops(variant.drops)


def _place(place: int | Region | None) -> object:
    """Return an own rank as its number, a region as its squares."""
    if isinstance(place, Region):
        black = None if place.black is None else list(place.black)
        return without_defaults(("white", list(place.white), None), ("black", black, None))
    return place


def _piece(piece: PieceType) -> Mapping[str, object]:
    places = ([_place(place), moves] for place, moves in piece.from_rank.items())
    return without_defaults(
        ("letter", piece.letter, ""),
        ("moves", piece.moves, ""),
        ("moves_from", sorted(places, key=str), []),
        ("royal", piece.royal, False),
        ("region", _place(piece.region), None),
        ("ignores_own_type", piece.aloof, False),
        ("settings", list(piece.settings), []),
        ("second_square", list(piece.covers or ()), []),
        ("pivots_into", piece.pivots, None),
    )


def _pawns(pawns: PawnRules) -> Mapping[str, object]:
    passing = _en_passant(pawns.en_passant) if pawns.en_passant else {}
    resetting = None if pawns.resetting is None else list(pawns.resetting)
    return without_defaults(
        ("letter", pawns.letter, ""),
        ("first_rank", pawns.first_rank, 0),
        ("en_passant", passing, {}),
        ("resetting_draw_count", resetting, None),
    )


def _en_passant(rules: EnPassant) -> Mapping[str, object]:
    return without_defaults(
        ("steps", rules.steps, 0),
        ("always_shown", rules.always_shown, False),
        ("other_steps", rules.also, 0),
        ("every_square", rules.every, False),
        ("captured", list(rules.taken), []),
        ("capturing", list(rules.takers), []),
        ("region", _place(rules.region), None),
    )


def _promotion(promotion: Promotion) -> Mapping[str, object]:
    return without_defaults(
        ("piece", promotion.piece, ""),
        ("place", _place(promotion.rank), None),
        ("to", list(promotion.to), []),
        ("optional", promotion.optional, False),
        ("on_leaving", promotion.leaving, False),
        ("by_capture_only", promotion.capturing, False),
        ("from_rank", promotion.coming, 0),
    )


def _drops(drops: Drops) -> Mapping[str, object]:
    regions = {letter: _place(region) for letter, region in drops.regions.items()}
    return without_defaults(
        ("captured_pieces", drops.captured, False),
        ("held_as", dict(drops.held), {}),
        ("regions", regions, {}),
        ("most_on_file", dict(drops.most_on_file), {}),
        ("never_mating", list(drops.never_mating), []),
        ("may_check", drops.checking, True),
        ("promoted", drops.promoted, False),
        ("first", list(drops.first), []),
    )


def _ends(ends: Ends) -> Mapping[str, object]:
    return without_defaults(
        ("stalemate", ends.stalemate, "draw"),
        ("stalemate_by_piece_count", ends.by_count, False),
        ("checkmate", ends.mate, "loss"),
        ("extinctions", [_extinction(each) for each in ends.extinctions], []),
        ("goals", [_goal(each) for each in ends.goals], []),
        ("checks_to_win", ends.checks, 0),
        ("checking_allowed", ends.checking, True),
        ("forced_capture", ends.must_capture, False),
        ("pseudo_royals", _pseudo_royals(ends.pseudo_royals) if ends.pseudo_royals else {}, {}),
        ("checked_king_stays", ends.king_stays, False),
        ("counting", _counting(ends.counting) if ends.counting else None, None),
        ("perpetual_check_loses", ends.perpetual, False),
        ("chases", _chases(ends.chases) if ends.chases else None, None),
        ("repetition_value_for_white", ends.absolute, False),
        ("draws_won_by", ends.draws, ""),
        ("lines", [_line(each) for each in ends.lines], []),
    )


def _extinction(extinction: Extinction) -> Mapping[str, object]:
    return without_defaults(
        ("pieces", list(extinction.pieces), []),
        ("left", extinction.left, 0),
        ("against", extinction.against, 0),
        ("claim", extinction.claim, False),
        ("value", extinction.value, "loss"),
    )


def _goal(goal: Goal) -> Mapping[str, object]:
    return without_defaults(
        ("piece", goal.piece, None),
        ("region", _place(goal.region), None),
        ("count", goal.count, 1),
        ("answered", goal.answered, False),
        ("held", goal.held, False),
        ("safe", goal.safe, False),
        ("filled", goal.filled, False),
    )


def _pseudo_royals(rules: PseudoRoyals) -> Mapping[str, object]:
    return without_defaults(
        ("pieces", list(rules.pieces), []),
        ("most", rules.most, 1),
        ("all_together", rules.duple, False),
    )


def _counting(rules: Counting) -> Mapping[str, object]:
    return without_defaults(
        ("bare_king", rules.bare, 0),
        ("limits", [list(limit) for limit in rules.limits], []),
        ("few_pieces", rules.honour, 0),
        ("few_pieces_at_most", rules.most, 64),
        ("with_pawns", rules.pawns, False),
        ("from_piece_count", rules.from_pieces, True),
    )


def _chases(rules: Chases) -> Mapping[str, object]:
    return without_defaults(
        ("harmless", list(rules.harmless), []),
        ("dearer", [[letter, list(others)] for letter, others in rules.dearer], []),
        ("spared", [[letter, _place(region)] for letter, region in rules.spared], []),
    )


def _line(line: Line) -> Mapping[str, object]:
    return without_defaults(
        ("length", line.length, 0),
        ("pieces", list(line.pieces), []),
        ("directions", line.ways, "hvd"),
        ("gaps", line.gaps, False),
        ("value", line.value, "win"),
    )
