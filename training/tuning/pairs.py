"""A pair of games between two settings of the parameters, and the loop that learns from pairs."""

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
from amalthea.training.playout import play_out
from amalthea.training.selfplay import TABLE_MIB
from amalthea.training.tuning.parameters import Parameter

SAVED_EVERY = 20  # pairs
RANDOM_PLIES = 8  # for games without openings of their own
BALANCE_CP = 150  # for such openings


@dataclass(frozen=True, slots=True)
class Side:
    """The parameters of one player by name. weights: None for the default evaluation."""

    weights: Mapping[str, int] | None
    constants: Mapping[str, int]


def side_of(parameters: Sequence[Parameter], values: Mapping[str, int]) -> Side:
    """Return a player with these values of the parameters."""
    weights = {each.name: values[each.name] for each in parameters if not each.is_constant}
    constants = {each.name: values[each.name] for each in parameters if each.is_constant}
    return Side(weights or None, constants)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two games with one opening, whose number counts from 1, and exchanged colours."""

    variant: Variant
    sides: tuple[Side, Side]
    nodes: int
    number: int
    seed: int


def play_pair(pair: Pair) -> float:
    """Return the result of the first side, from -1 for two losses to 1."""
    opening = _openings(pair.variant, pair.seed).opening(pair.number)
    return sum(_play(pair, opening.to_game(pair.variant), first) for first in "wb") - 1


def learn_from(
    pairs: Iterator[Pair],
    executor: Executor,
    learn: Callable[[float], int],
    save: Callable[[], None],
    on_saved: Callable[[int], None],
) -> None:
    """Play pairs and learn from each; save the state regularly and at the end.

    Args:
        pairs: the pairs to play.
        executor: plays them.
        learn: takes the first side's result and returns the number of pairs so far.
        save: writes the state.
        on_saved: called with that number after the state was saved.

    Raises JobsFailed and WriteError.

    """
    learned = saved = 0
    try:
        for points in executor.map(play_pair, pairs):
            learned = learn(points)
            if learned % SAVED_EVERY == 0:
                save()
                saved = learned
                on_saved(learned)
    finally:
        if learned != saved:
            save()
            on_saved(learned)


@lru_cache(maxsize=16)
def _openings(variant: Variant, seed: int) -> Openings:
    if lines := shipped(variant):
        return from_set(variant, lines, seed)
    return at_random(variant, RANDOM_PLIES, seed, BALANCE_CP)


def _play(pair: Pair, game: Game, first: str) -> float:
    """Return the points of the first side, which plays that colour."""
    players = [_searcher(side) for side in pair.sides]

    def search(now: Game) -> Line:
        mover = int(now.position.turn != first)
        # The constants are global in this process, and the players take turns.
        set_constants(pair.sides[mover].constants)
        return players[mover].search(now, pair.nodes)

    return play_out(game, first, search)


def _searcher(side: Side) -> SoloSearcher:
    if side.weights is None:
        return SoloSearcher(TABLE_MIB)
    return SoloSearcher(TABLE_MIB, HandWritten(tuple(side.weights.items())))
