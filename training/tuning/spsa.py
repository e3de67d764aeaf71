"""A tuning from its current state on: hand out pairs, learn from them, save the state."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from math import floor
from pathlib import Path

from amalthea.engine import variants
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.storage.files import Products
from amalthea.protocol.tool import warn
from amalthea.training.tuning.page import write_page
from amalthea.training.tuning.pairs import Pair, Side, learn_from, side_of
from amalthea.training.tuning.parameters import Parameter
from amalthea.training.tuning.state import State

Signs = dict[str, int]


def tune(
    state: State, more: int, path: Path, executor: Executor, on_saved: Callable[[int], None]
) -> None:
    """Play `more` pairs. The state and its page are saved regularly.

    Raises JobsFailed and WriteError; pairs in progress are lost then.
    """
    waiting: deque[Signs] = deque()  # of the pairs in progress
    products = Products()

    def learn(points: float) -> int:
        state.learn(waiting.popleft(), points)
        return state.pairs

    def save() -> None:
        state.record_values()
        state.write(path)
        for message in products.write("page", lambda: write_page(path.with_suffix(".html"), state)):
            warn("tune", message)

    learn_from(_pairs(state, state.pairs + more, waiting), executor, learn, save, on_saved)


def _pairs(state: State, last: int, waiting: deque[Signs]) -> Iterator[Pair]:
    """Yield pairs, each made of the values at the time when it is handed out."""
    settings, parameters = state.settings, state.parameters()
    for number in range(state.pairs, last):
        rng = random.Random(f"{settings.seed} {number}")
        signs = {each.name: rng.choice((-1, 1)) for each in parameters}
        waiting.append(signs)
        yield Pair(
            variant=variants.get(settings.games[number % len(settings.games)]),
            sides=(
                _side(parameters, state.values, signs, 1, rng),
                _side(parameters, state.values, signs, -1, rng),
            ),
            nodes=settings.nodes,
            number=number + 1,
            seed=settings.seed,
        )


def _side(
    parameters: list[Parameter],
    values: Mapping[str, float],
    signs: Signs,
    factor: int,
    rng: random.Random,
) -> Side:
    """Return the parameters after all steps, rounded by chance so that fractions count."""
    moved = {
        each.name: round(
            each.clamped(
                floor(values[each.name] + factor * signs[each.name] * each.step + rng.random())
            )
        )
        for each in parameters
    }
    return side_of(parameters, moved)
