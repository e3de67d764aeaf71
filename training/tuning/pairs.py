"""A pair of games between two settings of the numbers, wherever it is played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from amalthea.engine.core.game import Game
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.openings import shipped
from amalthea.engine.search.constants import set_constants
from amalthea.engine.search.searcher import Line
from amalthea.engine.search.solo import SoloSearcher
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match.openings import Openings, at_random, from_set
from amalthea.training import duel
from amalthea.training.selfplay import TABLE_MIB
from amalthea.training.tuning.numbers import Number

SAVED_EVERY = 20  # pairs
RANDOM_PLIES = 8  # where a game has no openings of its own
BALANCE_CP = 150  # of such openings


@dataclass(frozen=True, slots=True)
class Side:
    """Settings of one player, each by name. weights: None for the usual evaluation."""

    weights: Mapping[str, int] | None
    constants: Mapping[str, int]


def side_of(numbers: Sequence[Number], values: Mapping[str, int]) -> Side:
    """A player with these values of the numbers."""
    weights = {each.name: values[each.name] for each in numbers if not each.searched}
    constants = {each.name: values[each.name] for each in numbers if each.searched}
    return Side(weights or None, constants)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games from one opening, that of a number from 1, with colours swapped."""

    variant: Variant
    sides: tuple[Side, Side]
    nodes: int
    number: int
    seed: int


def play_pair(pair: Pair) -> float:
    """What the first side won, from -1 for both games lost to 1."""
    opening = _openings(pair.variant, pair.seed).opening(pair.number)
    return sum(_play(pair, opening.played(pair.variant), first) for first in "wb") - 1


def learn_from(
    pairs: Iterator[Pair],
    executor: Executor,
    learn: Callable[[float], int],
    save: Callable[[], None],
    tell: Callable[[int], None],
) -> None:
    """Plays pairs and learns from each. What is known is on the disk every now and then, and at the
    end, however it comes.

    learn: takes what the first side won, and says how many pairs are known now. tell: hears that,
    when it is saved. Raises TrainBroken.
    """
    known = saved = 0
    try:
        for points in executor.map(play_pair, pairs):
            known = learn(points)
            if known % SAVED_EVERY == 0:
                save()
                saved = known
                tell(known)
    finally:
        if known != saved:
            save()
            tell(known)


@lru_cache(maxsize=16)
def _openings(variant: Variant, seed: int) -> Openings:
    if lines := shipped(variant):
        return from_set(variant, lines, seed)
    return at_random(variant, RANDOM_PLIES, seed, BALANCE_CP)


def _play(pair: Pair, game: Game, first: str) -> float:
    """The points of the first side, who has that colour."""
    players = [_searcher(side) for side in pair.sides]

    def search(now: Game) -> Line:
        mover = int(now.position.turn != first)
        # This process has one set of them, and the players take turns.
        set_constants(pair.sides[mover].constants)
        return players[mover].search(now, pair.nodes)

    return duel.points(game, first, search)


def _searcher(side: Side) -> SoloSearcher:
    known: Sequence[tuple[str, int]] = tuple((side.weights or {}).items())
    return SoloSearcher(TABLE_MIB, None if side.weights is None else HandWritten(tuple(known)))
