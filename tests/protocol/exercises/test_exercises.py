"""Puzzles and first steps: every answer is legal, there is one, and its line can be played."""

from __future__ import annotations

import pytest

from amalthea.engine.api import Position
from amalthea.engine.search.limits import FULL_SKILL
from amalthea.protocol.exercises import KINDS
from amalthea.protocol.exercises.exercise import Exercise
from amalthea.protocol.exercises.puzzles import read
from helpers.sample import Sample

GAMES = [(kind, game) for kind, exercises in KINDS.items() for game in exercises.games()]


def after(exercise: Exercise, moves: tuple[str, ...]) -> int:
    """Return the key of the position after legal moves."""
    return Position(exercise.variant, exercise.fen, moves).key()


@pytest.mark.parametrize(("kind", "game"), GAMES)
def test_each_exercise_has_one_answer_and_a_line_that_shows_it(
    kind: str, game: str, sample: Sample
) -> None:
    exercises = KINDS[kind].of(game)
    assert len({each.name for each in exercises}) == len(exercises)
    for each in exercises[:: sample(25, 1) if kind == "puzzles" else 1]:
        reached = after(each, each.answers[0][:1])
        alike = [
            move.text for move in each.position.legal_moves if after(each, (move.text,)) == reached
        ]
        assert sorted(alike) == sorted(each.answers[0])
        assert Position(each.variant, each.fen, each.line).ply == len(each.line)
        for asked, answers in enumerate(each.answers):
            assert each.line[2 * asked] in answers
            assert {move.text for move in each.before(asked).legal_moves} >= set(answers)
        assert all(each.hints)
        assert each.task.endswith(".")


def test_a_puzzle_that_wins_in_several_moves_is_asked_until_it_is_won() -> None:
    line = '8/8/8/8/8/k7/8/1K4R1 b - - bm a3b3; pv a3b3 g1g3 b3a4; c2 "a3a4|a3b4"'
    found = read("chess", f'{line}; id "chess 007"; c0 "mate in 2"; c1 "3";\n')[0]
    assert found.answers == (("a3b3",), ("a3a4", "a3b4"))
    assert found.task == "Black to move wins in 2."
    fewer = line.partition("; c2")[0]
    assert read("chess", f'{fewer}; id "chess 8"; c0 "mate in 2"; c1 "3";\n')[0].task == (
        "Black to move wins in 2: find the first move."
    )


def test_puzzles_begin_with_the_easiest() -> None:
    for game in KINDS["puzzles"].games():
        levels = [each.level for each in KINDS["puzzles"].of(game)]
        assert None not in levels
        assert levels == sorted(levels, key=lambda level: level or 0)
        assert set(levels) <= set(range(FULL_SKILL + 1))


def test_gess_has_eight_first_steps_and_the_other_seed_games_have_some() -> None:
    steps = KINDS["steps"]
    assert set(steps.games()) == {"gast", "ganymede", "gochess", "gess", "troop"}
    assert len(steps.of("gess")) == 8
    assert steps.of("gess")[-2].task.startswith("Who has no ring left has lost.")
