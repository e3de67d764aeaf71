"""Comparison of the core with the slow rules of a game's description over a random walk."""

from __future__ import annotations

import random
from collections import Counter

from amalthea import new_position
from amalthea.engine.core.position import Position as Core
from amalthea.engine.pieces.description.variant import PiecesVariant
from reference.common import opponent
from reference.described import DescribedPosition

PLIES = 30
CAPTURE = 0.5  # chance to capture where that is possible
SPECIAL = 0.3  # to promote, castle, capture in passing
CHILDREN = 3  # moves tried at each position


def compare_walk(
    game: PiecesVariant,
    rules: type[DescribedPosition],
    rng: random.Random,
    seen: Counter[str],
    plies: int = PLIES,
    fen: str | None = None,
) -> None:
    reference, core = rules.from_fen(fen or game.start), new_position(game, fen)
    fens: list[str] = []
    for _ in range(plies):
        fens.append(core.fen())
        compare_position(game, core, reference)
        compare_children(core, reference, rng)
        seen.update(move.kind.split()[0] for move in reference.legal if move.kind)
        seen.update(reference.status().split()[-1:])
        if not reference.legal:
            break
        move = choose(reference, rng)
        core.play(move)
        reference = reference.play(move)
    compare_position(game, core, reference)
    for before in reversed(fens if core.fen() != fens[-1] else fens[:-1]):
        core.undo()
        assert core.fen() == before


def choose(reference: DescribedPosition, rng: random.Random) -> str:
    special = [move for move in reference.legal if move.kind]
    captures = [move for move in reference.legal if reference.captures(move)]
    if special and rng.random() < SPECIAL:
        return str(rng.choice(special))
    if captures and rng.random() < CAPTURE:
        return str(rng.choice(captures))
    return str(rng.choice(reference.legal))


def compare_position(game: PiecesVariant, core: Core, reference: DescribedPosition) -> None:
    where = f"{game!r}: {reference.fen()}"
    assert core.fen() == reference.fen(), where
    assert sorted(core.legal_moves()) == sorted(reference.legal_moves()), where
    assert core.in_check() == reference.in_check(), where
    assert str(core.status()) == reference.status(), where
    core.verify()
    if reference.in_check_of(reference.board, opponent(reference.turn)):
        return  # a pass in check has ended the game, and no FEN can show it
    again = new_position(game, core.fen())
    assert (again.fen(), again.key()) == (core.fen(), core.key()), where


def compare_children(core: Core, reference: DescribedPosition, rng: random.Random) -> None:
    """Play some moves and undo them."""
    fen, key = core.fen(), core.key()
    for move in rng.sample(reference.legal, min(CHILDREN, len(reference.legal))):
        child = reference.after(move)
        core.play(str(move))
        assert core.fen() == child.fen(), f"{move} in {fen}"
        core.undo()
        assert (core.fen(), core.key()) == (fen, key), f"undo of {move} in {fen}"
