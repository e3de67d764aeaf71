"""Constants of the search: they can be set only in builds for tuning."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

from amalthea.engine import variants
from amalthea.engine.engine import Engine
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.events import Info
from amalthea.engine.new_games import new_game
from amalthea.engine.options import OptionError, Spin
from amalthea.engine.search.constants import set_constants, tunable_constants
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.solo import SoloSearcher
from helpers.sample import one_in

pytestmark = pytest.mark.long

MIDDLE = "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P1B2/2P1PN2/PP1N1PPP/R2QKB1R b KQkq - 1 6"
FULL = "r2q1rk1/1b1nbppp/p2p1n2/1p2p3/4P3/PB1P1N1P/1PP2PP1/R1BQRNK1 w - - 0 14"
ENDING = "8/5pk1/4p1p1/1R6/3P4/2r1P1P1/5PK1/8 w - - 0 40"

GUARD_S = 300.0  # only against hanging
Case = tuple[int, str, str, Evaluation | None]

needs_tuning = pytest.mark.skipif(not tunable_constants(), reason="a build for play")
needs_play = pytest.mark.skipif(bool(tunable_constants()), reason="a build for tuning")


def nodes_to_depth(depth: int, options: dict[str, str]) -> int:
    last: list[int] = []

    def listen(event: object) -> None:
        if isinstance(event, Info):
            last.append(event.nodes)

    with Engine(listen) as played:
        for name, value in {"Threads": "1", **options}.items():
            played.set_option(name, value)
        played.go(Limits(depth=depth))
        assert played.wait(GUARD_S)
    return last[-1]


@needs_play
def test_the_release_build_has_no_tunable_constants() -> None:
    with pytest.raises(ValueError, match="'NULL_EVAL_CP' is not a tunable"):
        set_constants({"NULL_EVAL_CP": 100})
    with Engine(lambda event: None) as played, pytest.raises(OptionError, match="unknown option"):
        played.set_option("NULL_EVAL_CP", "100")


@needs_tuning
def test_every_constant_is_within_its_bounds() -> None:
    known = tunable_constants()
    assert len(known) > 30
    for name, each in known.items():
        assert each.low <= each.value <= each.high, name
        assert each.low < each.high, name


@needs_tuning
@pytest.mark.parametrize("at", ["low", "high"])
@pytest.mark.parametrize("name", one_in(20, tunable_constants()))
def test_the_search_runs_with_every_constant_at_its_bounds(name: str, at: str) -> None:
    constant = tunable_constants()[name]
    set_constants({name: getattr(constant, at)})
    try:
        assert SoloSearcher(4).search(new_game("chess"), 3000).moves
    finally:
        set_constants({name: constant.value})


def search_cases() -> Iterator[Case]:
    """Yield (depth, game, FEN, evaluation) of searches that use all constants, cheapest first."""
    hand = HandWritten()
    for depth in (6, 9):
        yield depth, "chess", MIDDLE, None
        yield depth, "chess", MIDDLE, hand
        yield depth, "chess", ENDING, hand
        yield depth, "gast", variants.get("gast").start, hand
    yield 10, "chess", FULL, hand  # this position reads histories whatever the nets are


CASES = tuple(search_cases())


def nodes_of(depth: int, name: str, fen: str, evaluation: Evaluation | None) -> int:
    position, evaluator = position_and_evaluator(variants.get(name), fen, evaluation=evaluation)
    return SoloSearcher(4).make_search(position, evaluator)(depth)[1]


@cache
def default_nodes(case: Case) -> int:
    """Return the node counts with default constants; to be called before one is set."""
    return nodes_of(*case)


@needs_tuning
@pytest.mark.parametrize("name", one_in(20, tunable_constants()))
def test_every_constant_changes_a_search(name: str) -> None:
    """Each constant changes a search, and setting it back restores the search."""
    each = tunable_constants()[name]

    def changes_nodes(case: Case) -> bool:
        usual = default_nodes(case)
        try:
            for value in (each.low, each.high):
                set_constants({name: value})
                if nodes_of(*case) != usual:
                    return True
        finally:
            set_constants({name: each.value})
        return False

    assert any(map(changes_nodes, CASES))
    assert nodes_of(*CASES[0]) == default_nodes(CASES[0])


@needs_tuning
def test_constants_are_options_of_the_engine() -> None:
    usual = nodes_to_depth(7, {})
    changed = nodes_to_depth(7, {"REVERSE_FUTILITY_CP": "30", "LMP_MOVES": "1"})
    assert changed != usual
    default = tunable_constants()["REVERSE_FUTILITY_CP"].value
    assert nodes_to_depth(7, {"reverse_futility_cp": str(default)}) == usual
    with Engine(lambda event: None) as played:
        assert isinstance(played.options.find("NULL_EVAL_CP"), Spin)
        with pytest.raises(OptionError, match="whole number from 50 to 500"):
            played.set_option("NULL_EVAL_CP", "20")


@needs_tuning
def test_an_invalid_constant_is_refused() -> None:
    with pytest.raises(ValueError, match="'nothing' is not a tunable"):
        set_constants({"nothing": 1})
    with pytest.raises(ValueError, match="NULL_DEPTH_DIVISOR 0: expected 2 to 10"):
        set_constants({"NULL_DEPTH_DIVISOR": 0})
