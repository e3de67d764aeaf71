"""Comparison of the compiled core with the reference rules over random walks."""

from __future__ import annotations

import random
from collections import Counter

from amalthea import new_position
from amalthea.engine.core.position import Position as Core
from helpers.games import GAMES
from helpers.random_walks import Walk, walks
from reference import Position
from reference.common import Move

SPECIAL_CHILDREN = 16  # most moves with a special rule to play at each position
ORDINARY_CHILDREN = 3  # most moves without one


def compare_known(game: str, size: int, seed: int) -> None:
    """Compare walks, which in a run of full size must meet all special kinds of the game."""
    seen = compare_walks(game, size, seed)
    if size >= GAMES[game].compared[0]:
        missed = sorted(GAMES[game].kinds - set(seen))
        assert missed == [], f"never met: {missed}"


def compare_walks(game: str, size: int, seed: int) -> Counter[str]:
    """Compare `size` positions and their children; return the special facts that were met."""
    seen: Counter[str] = Counter()
    for rng, steps in walks(game, seed):
        core: Core | None = None
        fens: list[str] = []
        for walk, reference in steps:
            if core is None:
                core = new_position(game, walk.fen)
            else:
                core.play(walk.moves[-1])
            fens.append(core.fen())
            compare_position(core, reference, walk)
            seen.update(reference.facts_here())
            seen.update(compare_children(core, reference, rng, walk))
            seen["positions"] += 1
        assert core is not None
        for fen in reversed(fens[:-1]):
            core.undo()
            assert core.fen() == fen, f"after undo, {walk}"
        if seen["positions"] >= size:
            return seen
    raise AssertionError("walks never end")


def compare_position(core: Core, reference: Position, walk: Walk) -> None:
    assert core.fen() == reference.fen(), str(walk)
    assert core.turn == reference.turn, str(walk)
    assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), str(walk)
    assert core.in_check() == reference.in_check(), str(walk)
    assert str(core.status()) == reference.status(), str(walk)


def compare_children(core: Core, reference: Position, rng: random.Random, walk: Walk) -> set[str]:
    """Play and undo special moves and some others; return the special facts that were met."""
    special = [move for move in reference.legal if move.kind]
    plain = [move for move in reference.legal if not move.kind]
    fen, key = core.fen(), core.key()
    seen: set[str] = set()
    chosen = some_of_each(rng, special, SPECIAL_CHILDREN) + some_of(rng, plain, ORDINARY_CHILDREN)
    for move in chosen:
        child = reference.after(move)
        core.play(str(move))
        assert core.fen() == child.fen(), f"{move} after {walk}"
        assert core.in_check() == child.in_check(), f"{move} after {walk}"
        core.undo()
        assert (core.fen(), core.key()) == (fen, key), f"undo of {move} after {walk}"
        seen |= reference.facts(move)
    return seen


def some_of_each(rng: random.Random, moves: list[Move], most: int) -> list[Move]:
    """Return one move of every kind, then any others."""
    if len(moves) <= most:
        return moves
    drawn = rng.sample(moves, len(moves))
    first = {move.kind: move for move in drawn}
    return [*first.values(), *(move for move in drawn if first[move.kind] is not move)][:most]


def some_of(rng: random.Random, moves: list[Move], most: int) -> list[Move]:
    return moves if len(moves) <= most else rng.sample(moves, most)
