"""The placement phase of Go-Chess: core against reference."""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from helpers.played_placements import (
    LETTERS,
    Core,
    core_placement,
)
from helpers.random_gochess import random_placement_walk
from reference.common import Board, of_colour
from reference.gochess import (
    CLOSENESS,
    SQUARES,
    GoChessPlacement,
    GoChessPosition,
    closeness,
)

if TYPE_CHECKING:
    from helpers.sample import Sample


SEED = 3
ORDINARY_SIZE, THOROUGH_SIZE = 150, 3_000

KINDS = {
    "clash",
    "second clash",
    "kings meet",
    "kings meet again",
    "barred choice",
    "shade restriction",
    "king refused",
    "lower case",
    "draw unplaceable",
    "black first",
    "white first",
    *(f"decided by {letter}" for letter in CLOSENESS),
    "decided by nothing",
}


def test_core_and_reference_agree_on_random_placements(sample: Sample) -> None:
    size = sample(ORDINARY_SIZE, THOROUGH_SIZE)
    rng = random.Random(SEED)
    seen: Counter[str] = Counter()
    for _ in range(size):
        compare_placement(rng, seen)
    if size >= ORDINARY_SIZE:
        assert set(seen) >= KINDS, sorted(seen.items())


def compare_placement(rng: random.Random, seen: Counter[str]) -> None:
    """Compare a placement from its start to its end in core and reference."""
    steps = random_placement_walk(rng)
    _, reference = next(steps)
    first = reference.fen()
    core = core_placement(first)
    compare_position(core, reference, first)
    for moves, after in steps:
        core = core.play(moves[-1])
        compare_position(core, after, f"position fen {first} moves {' '.join(moves)}")
        assert isinstance(reference, GoChessPlacement)
        seen.update(kinds_of(reference, moves[-1], after))
        reference = after
    seen[reference.status()] += 1


def compare_position(core: Core, reference: GoChessPlacement | GoChessPosition, where: str) -> None:
    assert core.fen() == reference.fen(), where
    assert core.turn == reference.turn, where
    assert str(core.status()) == reference.status(), where
    if isinstance(reference, GoChessPosition):
        assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), where
        return
    for colour in "wb":
        assert sorted(core.choices(colour)) == sorted(reference.choices(colour)), where


def kinds_of(
    before: GoChessPlacement, text: str, after: GoChessPlacement | GoChessPosition
) -> set[str]:
    """Return the names of the rare events in a turn, to be sure that each was compared."""
    again = bool(before.barred["w"])
    kinds = {"barred choice"} if again else set()
    kinds |= {"lower case"} if text.islower() else set()
    kinds |= set().union(*(refusals(before, colour) for colour in "wb"))
    white, black = (half[2:] for half in text.split(","))
    if white == black:
        kinds.add("second clash" if again else "clash")
    elif isinstance(after, GoChessPlacement) and after.left == before.left:
        kinds.add("kings meet again" if again else "kings meet")
    elif isinstance(after, GoChessPosition):
        kinds.add("white first" if after.turn == "w" else "black first")
        kinds.add(f"decided by {decider(after.board)}")
    return kinds


def refusals(placement: GoChessPlacement, colour: str) -> set[str]:
    """Return the rule, if any, that keeps the next piece from a free square."""
    piece = of_colour(placement.left[0], colour)
    free = [square for square in SQUARES if square not in placement.board]
    if all(placement.may_place(piece, square) for square in free):
        return set()
    return {"king refused" if piece in "Kk" else "shade restriction"}


def decider(board: Board) -> str:
    """Return the letter of the pieces whose distances decided who moves first."""
    distances = zip(LETTERS, closeness(board, "w"), closeness(board, "b"), strict=True)
    return next((letter for letter, white, black in distances if white != black), "nothing")
