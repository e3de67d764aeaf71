"""Sentences on draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from amalthea.protocol.drawing import english
from amalthea.protocol.drawing.common_rules import drawn_by_repetition, is_limit
from amalthea.protocol.drawing.english import uncapitalised, with_article
from amalthea.protocol.drawing.styles.pieces.sentences.endings import (
    ALL_PIECES,
    extinct_side,
    side_in_line,
)
from amalthea.protocol.drawing.styles.pieces.sentences.names import (
    any_piece,
    piece_name,
    piece_names,
    plural_names,
)

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.variant import ArmyVariant


def repetition(variant: ArmyVariant) -> Iterator[str]:
    """Yield how often a position must occur for a draw."""
    for condition in drawn_by_repetition(variant):
        yield f"The game is a draw {condition}."


def progress(variant: ArmyVariant) -> Iterator[str]:
    """Yield how many moves without progress are a draw, and what progress is."""
    plies = variant.draws.plies
    if not is_limit(plies):
        return
    made = ["a capture"]
    if variant.pawns and variant.pawns.irreversible:
        names = piece_names(variant, variant.pawns.irreversible)
        made.append(with_article(f"{english.either(names)} move"))
    if variant.promotions:
        made.append("a promotion")
    moves = f"{plies // 2} moves by each side" if plies % 2 == 0 else f"{plies} plies"
    yield f"The game is a draw after {moves} without {english.either(made)}."


def stalemate(variant: ArmyVariant) -> Iterator[str]:
    """Yield the rule of stalemate, if it is a draw."""
    if variant.ends.stalemate == "draw":
        checked = "is not in check but " if variant.royal else ""
        yield f"Stalemate is a draw: the side to move {checked}has no legal move."


def counting(variant: ArmyVariant) -> Iterator[str]:
    """Yield how many moves a nearly bare side counts."""
    rules = variant.ends.counting
    if rules is None:
        return
    limits = [
        f"{moves} against {_at_least(variant, letter, least)}"
        for letter, least, moves in rules.limits
    ]
    if rules.bare:
        limits.append(f"{rules.bare} otherwise")
    if limits:
        yield (
            "When no pawns are left, a side with nothing but its king counts its moves. The game is"
            " a draw as soon as the count exceeds the limit:"
            f" {english.both(limits)}."
        )
        if rules.from_pieces:
            yield "That count starts at the number of pieces on the board."
    if rules.honour:
        pieces = "other pieces beside its king"
        if rules.most < ALL_PIECES:
            pieces = f"at most {english.count(rules.most, 'piece')}"
        pawns = "" if rules.pawns else "When no pawns are left, "
        yield (
            f"{english.capitalised(f'{pawns}a side with {pieces}')} counts its moves, too."
            f" The game is a draw as soon as that count exceeds {rules.honour}."
        )


def _at_least(variant: ArmyVariant, letter: str, least: int) -> str:
    name = piece_name(variant, letter)
    return english.count(least, name) if least > 1 else with_article(name)


def extinctions(variant: ArmyVariant) -> Iterator[str]:
    """Yield with how few pieces a game is a draw."""
    for extinction in variant.ends.extinctions:
        if extinction.value == "draw":
            subject, condition = extinct_side(variant, extinction)
            yield f"The game is a draw if there is {uncapitalised(subject)}{condition}."


def lines(variant: ArmyVariant) -> Iterator[str]:
    """Yield which pieces in line are a draw."""
    for line in variant.ends.lines:
        if line.value == "draw":
            side = uncapitalised(side_in_line(variant, line))
            yield f"The game is a draw if there is {side}."


def no_square_left(variant: ArmyVariant) -> Iterator[str]:
    """Yield the draw of a piece that cannot be placed."""
    if variant.placement:
        yield "The game is a draw if a side has no square left for the piece that it must place."


def insufficient_material(variant: ArmyVariant) -> Iterator[str]:
    """Yield which material cannot win, if only mate wins."""
    if not variant.ends.only_mate_wins:
        return
    yield "Bare kings are a draw."
    material = variant.insufficient
    if material.lone:
        pieces = any_piece(variant, material.lone)
        yield f"A king with only {pieces} against a lone king is a draw."
    if material.same_shade:
        names = english.both(plural_names(variant, material.same_shade))
        yield (
            f"Kings with only {names} are a draw if all {names} stand on squares of the same"
            " colour."
        )
