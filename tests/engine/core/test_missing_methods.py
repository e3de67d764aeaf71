"""A method that a class of positions or evaluators lacks raises an error that names it."""

from collections.abc import Callable

import pytest

from amalthea.engine import variants
from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator

ENTRIES: dict[str, Callable[[Position], object]] = {
    "legal_moves": lambda position: position.legal_moves(),
    "play": lambda position: position.play("e2e4"),
    "perft": lambda position: position.perft(2),
    "divide": lambda position: position.divide(1),
    "choices": lambda position: position.choices("w"),
}
METHODS = ("status", "fen", "flipped", "diagram")


class Half(Position):
    """A position that is not finished."""


class Rough(Evaluator):
    """An evaluator that is not finished."""


@pytest.mark.parametrize("entry", ENTRIES)
def test_position_without_move_generation_raises(entry: str) -> None:
    position = Half(variants.get("chess"))
    with pytest.raises(NotImplementedError, match="Half has no method 'generate'"):
        ENTRIES[entry](position)


@pytest.mark.parametrize("method", METHODS)
def test_a_method_that_is_missing_is_named(method: str) -> None:
    position = Half(variants.get("chess"))
    with pytest.raises(NotImplementedError, match=f"Half has no method '{method}'"):
        getattr(position, method)()


def test_optional_methods_have_defaults() -> None:
    position = Half(variants.get("chess"))
    assert not position.has_win()
    assert not position.in_check()
    position.verify()
    position.check()


@pytest.mark.parametrize("method", ["score", "terms"])
def test_evaluator_names_missing_methods(method: str) -> None:
    with pytest.raises(NotImplementedError, match=f"Rough has no method '{method}'"):
        getattr(Rough(), method)()
