"""The rules of games of pieces as English sentences, one entry of RULES for each rule.

An entry names its chapter, the fields of the description that its sentences describe, and the
function that yields them, none for a game without the rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from amalthea.protocol.drawing import common_rules
from amalthea.protocol.drawing.styles.pieces.sentences import (
    castling,
    draws,
    drops,
    endings,
    movement,
    notation,
    placement,
    promotion,
)

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant, Drops


class RuleText(NamedTuple):
    """Sentences of one rule: their chapter, the fields they describe, and their function."""

    chapter: str
    fields: tuple[str, ...]
    sentences: Callable[[ArmyVariant], Iterator[str]]


def _for_drops(
    sentences: Callable[[ArmyVariant, Drops], Iterator[str]],
) -> Callable[[ArmyVariant], Iterator[str]]:
    """Return sentences on drops that a game without drops does not have."""

    def of_game(variant: ArmyVariant) -> Iterator[str]:
        if variant.drops:
            yield from sentences(variant, variant.drops)

    return of_game


RULES = (
    RuleText("Aim", ("ends.mate",), endings.checkmate),
    RuleText("Aim", ("ends.pseudo_royals",), endings.pseudo_royal_mate),
    RuleText("Aim", ("ends.goals",), endings.goals),
    RuleText("Aim", ("ends.checks",), endings.checks),
    RuleText("Aim", ("ends.extinctions",), endings.extinctions),
    RuleText("Aim", ("ends.lines",), endings.lines),
    RuleText("Aim", ("ends.stalemate", "ends.by_count"), endings.stalemate),
    RuleText("Aim", ("draws.repetition", "ends.absolute"), endings.repetition),
    RuleText("Aim", ("ends.perpetual",), endings.perpetual_check),
    RuleText("Aim", ("ends.chases",), endings.chases),
    RuleText("Aim", ("ends.draws",), endings.drawn_games),
    RuleText("Aim", ("start",), common_rules.first_move),
    RuleText("Before play", ("blocked",), placement.blocked_squares),
    RuleText("Before play", ("placement",), placement.placement),
    RuleText("Pieces", ("pieces",), movement.capturing),
    RuleText("Pieces", ("pieces.royal",), movement.safety),
    RuleText("Pieces", ("ends.pseudo_royals",), movement.pseudo_royals),
    RuleText("Pieces", ("ends.checking",), movement.checking),
    RuleText("Pieces", ("passes",), movement.passing),
    RuleText("Pieces", ("flying_general",), movement.flying_general),
    RuleText("Pieces", ("safe_leap",), movement.safe_leap),
    RuleText("Pieces", ("ends.must_capture",), movement.forced_capture),
    RuleText("Pieces", ("ends.king_stays",), movement.king_stays),
    RuleText("Pieces", ("stranding",), movement.stranding),
    RuleText("Pieces", ("blocked",), movement.blocked_squares),
    RuleText("Pieces", ("pieces.from_rank", "pieces.region"), movement.rank_numbers),
    RuleText("En passant", ("pawns.en_passant",), movement.en_passant),
    RuleText("Promotion", ("promotions",), promotion.promotions),
    RuleText("Promotion", ("limits",), promotion.limits),
    RuleText("Drops", ("drops.captured",), _for_drops(drops.captured)),
    RuleText("Drops", ("drops.held",), _for_drops(drops.held)),
    RuleText("Drops", ("drops",), _for_drops(drops.dropping)),
    RuleText("Drops", ("drops.regions",), _for_drops(drops.regions)),
    RuleText("Drops", ("drops.most_on_file",), _for_drops(drops.most_on_file)),
    RuleText("Drops", ("drops.never_mating",), _for_drops(drops.never_mating)),
    RuleText("Drops", ("drops.checking",), _for_drops(drops.checking)),
    RuleText("Drops", ("drops.promoted",), _for_drops(drops.promoted)),
    RuleText("Drops", ("drops.first",), _for_drops(drops.first)),
    RuleText("Turns", ("pieces.settings",), movement.turns),
    RuleText(
        "Pieces on two squares", ("pieces.covers", "pieces.pivots"), movement.two_square_pieces
    ),
    RuleText("Castling", ("castlings", "rights"), castling.castlings),
    RuleText("Draws", ("draws.repetitions",), draws.repetition),
    RuleText("Draws", ("draws.plies", "pawns.resetting"), draws.progress),
    RuleText("Draws", ("ends.stalemate",), draws.stalemate),
    RuleText("Draws", ("ends.counting",), draws.counting),
    RuleText("Draws", ("ends.extinctions",), draws.extinctions),
    RuleText("Draws", ("ends.lines",), draws.lines),
    RuleText("Draws", ("placement",), draws.no_square_left),
    RuleText("Draws", ("insufficient",), draws.insufficient_material),
    RuleText("Notation", (), notation.notation),
)


def chapters(variant: ArmyVariant) -> Mapping[str, list[str]]:
    """Return the sentences of a game by chapter, in order."""
    found: dict[str, list[str]] = {}
    for rule in RULES:
        found.setdefault(rule.chapter, []).extend(rule.sentences(variant))
    return found
