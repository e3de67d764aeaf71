"""Secret choices: the equilibrium of matrix games, and advice that can be followed."""

from __future__ import annotations

import itertools
import mmap
import random
from collections.abc import Callable
from statistics import fmean
from typing import TYPE_CHECKING

import pytest

import amalthea
from amalthea.engine.choosing import Advice, ChooserContext, DepthSearch
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import square_name
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.pieces.evaluation.fitted import appraised
from amalthea.engine.pieces.placement.chooser import PlacementChooser
from amalthea.engine.pieces.placement.equilibrium import Matrix, solve
from amalthea.engine.pieces.placement.position import PlacementPosition
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import Searcher
from amalthea.engine.search.transposition_table import Table
from helpers.games import army

if TYPE_CHECKING:
    from helpers.sample import Sample

ROUNDS = 20  # more than a placement has; the debug build plays the first two
SEEDS = 12  # of players who err


def exploitability(payoffs: Matrix) -> float:
    """Return what both players together could gain by leaving the mixed strategies found."""
    found = solve(payoffs)
    rows = [
        sum(share * payoff for share, payoff in zip(found.columns, row, strict=True))
        for row in payoffs
    ]
    columns = [
        sum(share * payoff for share, payoff in zip(found.rows, column, strict=True))
        for column in zip(*payoffs, strict=True)
    ]
    return float(max(rows) - min(columns))


def test_rock_paper_scissors_is_played_evenly() -> None:
    found = solve([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert found.rows == pytest.approx([1 / 3] * 3, abs=0.01)
    assert found.value == pytest.approx(0, abs=0.01)


def test_a_game_with_a_known_mixed_solution_is_solved() -> None:
    # 3 0 / 1 2: the rows mix 1/4 and 3/4, the columns 1/2 and 1/2, worth 3/2.
    found = solve([[3, 0], [1, 2]])
    assert found.rows == pytest.approx([0.25, 0.75], abs=0.02)
    assert found.columns == pytest.approx([0.5, 0.5], abs=0.02)
    assert found.value == pytest.approx(1.5, abs=0.02)


def test_a_saddle_point_is_played_always() -> None:
    found = solve([[4, 2, 5], [3, 1, 9], [1, 0, 7]])
    assert found.rows[0] > 0.97
    assert found.columns[1] > 0.97
    assert found.value == pytest.approx(2, abs=0.1)


def test_nobody_gains_much_by_leaving_the_mixes_of_random_games() -> None:
    dice = random.Random(8)
    for size in (2, 5, 12):
        for _ in range(10):
            payoffs = [[dice.uniform(-500, 500) for _ in range(size)] for _ in range(size)]
            assert exploitability(payoffs) < 0.02 * 1000


def test_a_single_choice_is_taken() -> None:
    found = solve([[7.0]])
    assert (found.rows, found.columns, found.value) == ((1.0,), (1.0,), 7.0)


def test_choices_are_drawn_by_their_shares() -> None:
    advice = Advice(1, (("P@a1", 0.75), ("P@b2", 0.25)), 0, 1)
    drawn = [advice.draw(random.Random(seed)) for seed in range(400)]
    assert 260 <= drawn.count("P@a1") <= 340
    assert set(drawn) == {"P@a1", "P@b2"}


# Advice.


def chooser(
    position: PlacementPosition,
    side: str,
    seed: int = 1,
    error_cp: float = 0.0,
    weigh: tuple[str, ...] = (),
) -> PlacementChooser:
    table = Table(mmap.mmap(-1, 1 << 20))
    control = Control(mmap.mmap(-1, CONTROL_BYTES))

    def make_search(at: Position, evaluator: Evaluator) -> DepthSearch:
        searcher = Searcher(at, evaluator, table, control)

        def search(depth: int) -> tuple[int, int]:
            searcher.start(1, 0, ())
            for plies in range(1, depth + 1):
                searcher.iterate(plies, 1)
            return searcher.line(0).score, searcher.node_count()

        return search

    context = ChooserContext(HandWritten(), make_search, random.Random(seed), (), weigh, error_cp)
    return PlacementChooser(position, side, context)


def after(calls: int) -> Callable[[], bool]:
    """Return a function that is True from the call after so many on."""
    asked = itertools.count(1)
    return lambda: next(asked) > calls


@pytest.mark.parametrize("calls", [0, 30, 700])  # for none, for some squares, within the matrix
def test_advice_is_legal_through_a_whole_placement(calls: int, sample: Sample) -> None:
    dice = random.Random(2)
    position: Position = amalthea.new_position(
        "gochess", amalthea.variants.get("gochess").start_fen(calls)
    )
    for _ in range(sample(ROUNDS, ROUNDS)):
        if not isinstance(position, PlacementPosition):
            assert position.turn in ("w", "b")
            return
        side = dice.choice("wb")
        for advice in chooser(position, side).deepen(after(calls)):
            texts = [text for text, _ in advice.shares]
            assert set(texts) <= set(position.choices(side))
            assert sum(share for _, share in advice.shares) == pytest.approx(1)
        pair = {side: texts[0]}
        other = "b" if side == "w" else "w"
        pair[other] = dice.choice(position.choices(other))
        position = position.play(f"{pair['w']},{pair['b']}")
    assert sample(ROUNDS, ROUNDS) < ROUNDS, "the placement never ends"


def test_choices_made_in_haste_cannot_be_foreseen() -> None:
    position = amalthea.new_position("gochess", amalthea.variants.get("gochess").start_fen(1))
    assert isinstance(position, PlacementPosition)
    hasty = [chooser(position, "w", seed).deepen(lambda: True) for seed in range(10)]
    drawn = {next(advices).draw(random.Random(1)) for advices in hasty}
    assert len(drawn) > 5


@pytest.mark.thorough
def test_who_errs_more_chooses_worse_squares(sample: Sample) -> None:
    seeds = sample(SEEDS, SEEDS)
    game = army("gochess")
    position = amalthea.new_position(game, game.start_fen(1))
    assert isinstance(position, PlacementPosition)
    worths = appraised(game, HandWritten(), position.placed.blocked)
    table = worths.table(game.piece(position.letter), 0, "midgame")
    worth = {f"{position.letter}@{square_name(*at)}": value for at, value in table.items()}

    def chosen(seed: int, error_cp: float) -> float:
        advices = chooser(position, "w", seed, error_cp).deepen(after(900))
        return worth[next(advices).draw(random.Random(seed))]

    context = [fmean(chosen(seed, error_cp) for seed in range(seeds)) for error_cp in (0, 20, 400)]
    assert seeds < SEEDS or context == sorted(context, reverse=True)
    assert len(set(context)) == 3


def test_drawn_boards_have_ten_different_blocks_and_follow_their_seed() -> None:
    game = army("gochess")
    assert game.random_start
    assert not amalthea.variants.get("gast").random_start
    starts = [game.start_fen(seed) for seed in range(50)]
    assert all(start.count("*") == game.blocked for start in starts)
    assert len(set(starts)) == 50
    assert starts[7] == game.start_fen(7)
    assert game.start_fen() != game.start_fen()
    for start in starts:
        assert amalthea.new_position(game, start).fen() == start


def test_a_choice_made_in_haste_has_no_worth() -> None:
    position = amalthea.new_position("gochess", amalthea.variants.get("gochess").start_fen(1))
    assert isinstance(position, PlacementPosition)
    (advice,) = chooser(position, "w").deepen(lambda: True)
    assert (advice.value, advice.values) == (None, ())


def test_a_choice_that_is_to_be_weighed_gets_its_worth_however_bad_it_is() -> None:
    """A rook beside a pawn that takes it is no candidate; the squares with a share are worth it."""
    game = army("gochess")
    rows = ["*" * 10, "10", "1BB7", "1pppppppp1", "10", "10", "1PPPPPPPP1", "1bb7", "10", "10"]
    position = amalthea.new_position(game, f"{'/'.join(rows)}[RRNNQKrrnnqk] - - - 0 1")
    assert isinstance(position, PlacementPosition)
    choosing = chooser(position, "w", weigh=("R@a6",))
    advice = next(choosing.deepen(lambda: False))
    worths = dict(advice.values)
    likely = [text for text, _ in advice.shares]
    assert list(worths)[: len(likely)] == likely
    assert "R@a6" in worths
    assert advice.value is not None
    assert worths["R@a6"] < advice.value
    assert all(abs(worths[text] - advice.value) < 20 for text in likely)
    assert set(worths) <= set(position.choices("w"))
