"""Puzzles in the terminal: answers, hints and streaks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from amalthea.protocol.exercises.exercise import Exercise
from amalthea.protocol.terminal import puzzles as command
from amalthea.protocol.terminal.puzzles import PuzzleSession

BACK_RANK = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"
PUZZLES = [
    Exercise(
        f"Puzzle {number}", "chess", "White wins in 1.", BACK_RANK, (("a1a8",),), "", ("a1a8",), 3
    )
    for number in range(1, 4)
]

LINE = ("a2a7", "h8g8", "b1b8")
TWO_ROOKS = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"
IN_TWO = Exercise(
    "Puzzle 4", "chess", "White wins in 2.", TWO_ROOKS, (("a2a7",), ("b1b8",)), "", LINE, 3
)


def said(lines: Iterable[str], puzzles: Sequence[Exercise] = PUZZLES) -> str:
    """Return all that a session writes while these lines are typed."""
    written: list[str] = []
    typed = iter(lines)

    def ask(_: str) -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    PuzzleSession(puzzles, False, ask, written.append).run()
    return "\n".join(written)


def test_answers_in_any_notation_are_counted_and_explained() -> None:
    text = said(["a1a8", "Ra8#", "next"])
    assert text.count("Right. The best line: Ra8#") == 2
    assert text.endswith("2 puzzles solved, 0 in a row.")


def test_replies_are_shown_until_the_last_answer_is_found() -> None:
    text = said(["Ra7", "hint", "Kh2", "Rb8"], [IN_TWO])
    assert "Right. The reply is Kg8.\n" in text
    assert "The answer begins on b1." in text
    assert "Not the best move. Try another one.\nRight. The best line: Ra7 Kg8 Rb8#" in text
    assert text.endswith("0 puzzles solved, 0 in a row.")


def test_help_and_wrong_moves_end_the_streak() -> None:
    text = said(["Ra8#", "Ra7", "Ra8#", "hint", "nonsense", "a1a8"])
    assert "Not the best move. Try another one." in text
    assert "The answer begins on a1." in text
    assert "nonsense is not a legal move here." in text
    assert text.endswith("1 puzzle solved, 0 in a row.")


@pytest.mark.parametrize("last", [["quit"], []])
def test_a_session_ends_at_any_time(last: list[str]) -> None:
    assert said(["Ra8#", *last]).endswith("1 puzzle solved, 1 in a row.")


def test_games_are_listed_and_others_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    assert "gast " in capsys.readouterr().out
    assert command.main(["atomic"]) == 2
    assert "no puzzles of atomic, expected one of chess gast" in capsys.readouterr().err
