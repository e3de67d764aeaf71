"""Correction history: errors apply to positions with the same partial key."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.core.position import Position
from amalthea.engine.new_games import new_game
from amalthea.engine.search.correction_history import CorrectionHistory


def position_after(name: str, *moves: str) -> Position:
    game = new_game(variants.get(name))
    for move in moves:
        game.play(move)
    return game.position


def test_a_new_or_cleared_history_corrects_nothing() -> None:
    corrections, start = CorrectionHistory(), position_after("chess")
    assert corrections.correction(start) == 0
    corrections.update(start, 80, 6)
    assert corrections.correction(start) > 0
    corrections.clear()
    assert corrections.correction(start) == 0


@pytest.mark.parametrize("name", ["chess", "gast", "gast14", "ganymede"])
def test_the_correction_approaches_the_error_within_bounds(name: str) -> None:
    corrections, start = CorrectionHistory(), position_after(name)
    seen = []
    for _ in range(200):
        corrections.update(start, -300, 10)
        seen.append(corrections.correction(start))
    assert seen == sorted(seen, reverse=True)
    assert seen[0] < 0
    assert -400 < seen[-1] == seen[-2]
    corrections.update(start, 300, 10)
    assert corrections.correction(start) > seen[-1]


def test_a_deeper_search_changes_the_correction_more() -> None:
    shallow, deep, start = CorrectionHistory(), CorrectionHistory(), position_after("chess")
    shallow.update(start, 100, 2)
    deep.update(start, 100, 9)
    assert 0 < shallow.correction(start) < deep.correction(start)


def test_each_equal_part_of_a_position_adds_its_correction() -> None:
    corrections = CorrectionHistory()
    corrections.update(position_after("chess"), 300, 10)
    whole = corrections.correction(position_after("chess"))
    pieces = position_after("chess", "a2a3", "a7a6")
    blacks = position_after("chess", "g1f3", "a7a6", "a2a3", "a6a5")
    assert whole > corrections.correction(pieces) > corrections.correction(blacks) > 0
    assert corrections.correction(position_after("chess", "g1f3", "g8f6", "e2e4", "e7e5")) == 0
    assert corrections.correction(position_after("chess", "g1f3", "g8f6", "f3g1", "f6g8")) == whole


def test_each_side_to_move_has_its_own_corrections() -> None:
    corrections = CorrectionHistory()
    corrections.update(position_after("chess"), 300, 10)
    assert corrections.correction(position_after("chess", "e2e4")) == 0


def test_keys_of_parts_are_equal_after_moves_and_from_a_fen() -> None:
    corrections = CorrectionHistory()
    moves = ["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "d5a5", "g1f3", "c8g4", "f1e2", "b8c6", "e1g1"]
    corrections.update(position_after("chess", *moves), 300, 10)
    learned = corrections.correction(position_after("chess", *moves))
    again = new_game(variants.get("chess"), position_after("chess", *moves).fen()).position
    assert corrections.correction(again) == learned > 0


def test_games_of_stones_have_no_partial_keys() -> None:
    corrections, start = CorrectionHistory(), position_after("gess")
    corrections.update(start, 300, 10)
    assert corrections.correction(start) == 0


def test_the_last_two_moves_correct_any_position_after_them() -> None:
    corrections = CorrectionHistory()
    corrections.update(position_after("chess"), 300, 10, line=7)
    unlike = position_after("chess", "g1f3", "g8f6", "e2e4", "e7e5")
    assert corrections.correction(unlike, line=7) > 0
    assert corrections.correction(unlike, line=8) == corrections.correction(unlike) == 0
    assert corrections.correction(position_after("chess", "e2e4"), line=7) == 0  # the other side
    stones = position_after("gess")
    corrections.update(stones, -300, 10, line=9)
    assert corrections.correction(stones, line=9) < 0
