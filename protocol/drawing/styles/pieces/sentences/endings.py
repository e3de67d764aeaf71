"""Sentences on what wins and what loses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.common_rules import is_limit
from amalthea.protocol.drawing.english import capitalised, with_article
from amalthea.protocol.drawing.styles.pieces.sentences.names import (
    any_piece,
    piece_name,
    piece_names,
    plural_names,
)
from amalthea.protocol.drawing.styles.pieces.sentences.places import on, owner, place

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.endings import Extinction, Goal, Line, PseudoRoyals
    from amalthea.engine.pieces.description.variant import ArmyVariant

ALL_PIECES = 64  # more than a side ever has

_VERB = {"win": "wins", "loss": "loses"}
_OTHER_VERB = {"win": "loses", "loss": "wins"}
_MATE = {
    "loss": "Checkmate wins: the enemy",
    "win": "A side that is checkmated wins: its",
    "draw": "Checkmate is a draw: the",
}
_DIRECTIONS = {"h": "rank", "v": "file", "d": "diagonal"}


def checkmate(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rule of checkmate."""
    if variant.royal and variant.ends.checking:
        yield (
            f"{_MATE[variant.ends.mate]} {piece_name(variant, variant.royal)} is attacked, and"
            " no legal move ends the attack."
        )


def pseudo_royal_mate(variant: ArmyVariant) -> Iterator[str]:
    """Yield which other pieces can be mated."""
    if royals := variant.ends.pseudo_royals:
        also = "also " if variant.royal else ""
        yield (
            f"A side is {also}checkmated if {own_royals(variant, royals)} is attacked and no legal"
            " move ends the attack."
        )


def own_royals(variant: ArmyVariant, royals: PseudoRoyals) -> str:
    """Return the pseudo-royal pieces as a side's own: "its last king"."""
    if royals.most == 1:
        return f"its last {english.either(piece_names(variant, royals.pieces))}"
    several = english.either(plural_names(variant, royals.pieces))
    if royals.most >= ALL_PIECES:
        return f"any of its {several}"
    return f"any of its {several}, while it has at most {english.number(royals.most)},"


def goals(variant: ArmyVariant) -> Iterator[str]:
    """Yield which pieces win by reaching which squares."""
    for goal in variant.ends.goals:
        yield from _goal(variant, goal)


def _goal(variant: ArmyVariant, goal: Goal) -> Iterator[str]:
    what = piece_name(variant, goal.piece) if goal.piece else "piece"
    counted = with_article(what) if goal.count == 1 else english.count(goal.count, what)
    side = owner(goal.region) or "A side"
    yield f"{side} wins by bringing {counted} to {place(variant, goal.region)}."
    there = "It must still be there" if goal.count == 1 else "They must still be there"
    if goal.held:
        yield f"{there} after the opponent's next move."
    if goal.safe:
        if goal.count == 1:
            yield "It does not count while it can be captured there."
        else:
            yield "They do not count while any of them can be captured there."
    if goal.filled:
        yield "Fewer are enough when no square is left there."
    if goal.answered:
        yield (
            f"If White's {what} arrives first and Black's can follow at once, Black has one more"
            " move. If both are there then, the game is a draw."
        )


def checks(variant: ArmyVariant) -> Iterator[str]:
    """Yield how many checks win."""
    if variant.ends.checks == 1:
        yield "Giving check wins."
    elif variant.ends.checks:
        yield f"Giving {english.number(variant.ends.checks)} checks wins."


def extinctions(variant: ArmyVariant) -> Iterator[str]:
    """Yield who wins or loses with few pieces left."""
    for extinction in variant.ends.extinctions:
        if extinction.value in _VERB:
            subject, condition = extinct_side(variant, extinction)
            yield f"{subject} {_VERB[extinction.value]}{condition}."


def extinct_side(variant: ArmyVariant, extinction: Extinction) -> tuple[str, str]:
    """Return the side that has few pieces left, and against how many that holds."""
    names = piece_names(variant, extinction.pieces) or ["piece"]
    left = f"at most {english.number(extinction.left)}" if extinction.left else "no"
    nouns = names if extinction.left == 1 else [english.plural(name) for name in names]
    subject = f"A side with {english.either([f'{left} {noun}' for noun in nouns])} left"
    least = extinction.against
    if not least:
        return subject, ""
    against = f" against {english.number(least)} or more"
    if extinction.claim:
        against += f" ({english.number(least + 1)} or more if it is to move)"
    return subject, against


def lines(variant: ArmyVariant) -> Iterator[str]:
    """Yield who wins or loses with pieces in line."""
    for line in variant.ends.lines:
        if line.value in _VERB:
            yield f"{side_in_line(variant, line)} {_VERB[line.value]}."


def side_in_line(variant: ArmyVariant, line: Line) -> str:
    """Return the side that has brought pieces in line."""
    nouns = english.either(plural_names(variant, line.pieces)) if line.pieces else "pieces"
    if "b" in line.ways:
        return f"A side that fills a square of {line.length} by {line.length} with {nouns}"
    directions = english.either([name for way, name in _DIRECTIONS.items() if way in line.ways])
    adjacent = "" if line.gaps else " side by side"
    return f"A side with {english.number(line.length)} {nouns}{adjacent} on one {directions}"


def stalemate(variant: ArmyVariant) -> Iterator[str]:
    """Yield who wins by stalemate, unless it is a draw."""
    value = variant.ends.stalemate
    if value not in _VERB:
        return
    checked = "is not in check but " if variant.royal else ""
    if variant.ends.by_count:
        yield (
            f"A side that {checked}has no legal move {_VERB[value]} if it has fewer pieces than"
            f" the opponent and {_OTHER_VERB[value]} if it has more; equal numbers are a draw."
        )
    else:
        yield f"A side that {checked}has no legal move {_VERB[value]}."


def repetition(variant: ArmyVariant) -> Iterator[str]:
    """Yield who wins by repetition, unless it is a draw."""
    draws = variant.draws
    if is_limit(draws.repetitions) and draws.repetition in _VERB:
        who = "White" if variant.ends.absolute else "the side to move"
        often = english.times(draws.repetitions)
        yield f"If the same position occurs {often}, {who} {_VERB[draws.repetition]}."


def perpetual_check(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rule of perpetual check."""
    if is_limit(variant.draws.repetitions) and variant.ends.perpetual:
        yield (
            "Perpetual check loses: a side may not repeat the position with moves that all give"
            " check."
        )


def chases(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rules of perpetual chases."""
    rules = variant.ends.chases
    if rules is None or not is_limit(variant.draws.repetitions):
        return
    yield (
        "A perpetual chase loses: a side may not repeat the position with moves that all attack"
        " the same piece anew, unless both sides do."
    )
    yield (
        "An attack on a protected piece is not a chase, nor is one on a piece of the attacker's"
        " type that could capture the attacker as well."
    )
    harmless = [letter for letter in (variant.royal, *rules.harmless) if letter]
    if harmless:
        attackers = english.both(plural_names(variant, harmless))
        yield f"Attacks by {attackers} are never a chase."
    for letter, others in rules.dearer:
        yield (
            f"{capitalised(any_piece(variant, [letter]))} may not chase"
            f" {any_piece(variant, others)} even if it is protected."
        )
    for letter, region in rules.spared:
        name = capitalised(any_piece(variant, [letter]))
        yield f"{name} {on(variant, region)} may always be attacked."


def drawn_games(variant: ArmyVariant) -> Iterator[str]:
    """Yield who wins drawn games."""
    winner = variant.ends.draws
    if winner:
        who = "the side with more pieces" if winner == "more" else winner
        yield f"Any draw counts as a win for {who}."
