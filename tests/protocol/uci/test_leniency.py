"""Positions and moves with small errors: positions are accepted with a warning for each."""

from __future__ import annotations

import pytest

from helpers.dialogue import Dialogue, errors
from helpers.talk import Talk

LONG = "expected long notation, {} in UCI notation"
WARNING = "info string warning: "
CHESS_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def answer_and_fen(talk: Talk, command: str) -> tuple[list[str], str]:
    """Return the answer to a command, and the FEN of the position afterwards."""
    answer = talk.say(command)
    (line,) = (line for line in talk.say("d") if line.startswith("Fen: "))
    return answer, line.removeprefix("Fen: ")


@pytest.mark.parametrize(
    ("command", "fen", "warnings"),
    [
        pytest.param("fen 4k3/8/8/8/8/8/8/4K2R w KQ - 0 1", "w K - 0 1", ["a1"], id="right"),
        pytest.param(
            "fen 4k3/8/8/8/8/8/8/3K3R w KQkq - 0 1",
            "w - - 0 1",
            ["e1", "a1", "h8", "a8"],
            id="rights",
        ),
        pytest.param(f"fen {CHESS_START}", "w - - 0 1", ["'w - - 0 1'"], id="placement only"),
        pytest.param(CHESS_START, "w - - 0 1", ["'w - - 0 1'"], id="a bare placement"),
        pytest.param(f"fen {CHESS_START} b", "b - - 0 1", ["'- - 0 1'"], id="no rights"),
        pytest.param(f"fen {CHESS_START} b KQkq", "b KQkq - 0 1", ["'- 0 1'"], id="no target"),
        pytest.param(f"fen {CHESS_START} b KQkq -", "b KQkq - 0 1", [], id="no numbers"),
        pytest.param(
            f'fen {CHESS_START} W KQkq  e3 - 20 bm e4; id "a; b"; moves e2e4',
            "b KQkq - 0 20",
            ["after the FEN", "'W'", "'-' read as 0", "'e3'"],
            id="as a book has it",
        ),
        pytest.param(
            "fen 7k/4P3/8/8/8/8/8/K7 w - - 0 1 moves e7e8Q",
            "b - - 0 1",
            ["'e7e8Q' read as 'e7e8q'"],
            id="promotion",
        ),
    ],
)
def test_each_correction_is_reported_and_the_position_accepted(
    talk: Talk, command: str, fen: str, warnings: list[str]
) -> None:
    answer, shown = answer_and_fen(talk, f"position {command}")
    assert len(answer) == len(warnings)
    for line, named in zip(answer, warnings, strict=True):
        assert line.startswith(WARNING)
        assert named in line
    assert shown.split(" ", 1)[1] == fen
    assert talk.say("go depth 1") == []
    assert talk.pool.searching


def test_a_corrected_position_is_searched() -> None:
    with Dialogue() as talk:
        assert len(talk.answer(f"position {CHESS_START}")) == 1
        assert talk.search("go depth 1")[-1] != "bestmove (none)"


def test_kqkq_rights_are_understood_in_gast(talk: Talk) -> None:
    talk.say("setoption name UCI_Variant value gast")
    answer, shown = answer_and_fen(
        talk, "position fen r2a2k1a2r/12/12/12/12/12/12/12/12/12/12/R2A2K1A2R w KQkq - 0 1"
    )
    assert [line.startswith(WARNING) for line in answer] == [True] * 4
    assert shown.endswith(" w ALal - 0 1")


def test_warning_is_printed_once(talk: Talk) -> None:
    assert len(talk.say(f"position {CHESS_START}")) == 1
    assert talk.say("status", "position startpos") == ["status ongoing"]


def test_an_invalid_fen_is_still_an_error(talk: Talk) -> None:
    for fen in (
        f"{CHESS_START} x",
        f"{CHESS_START} w KX",
        f"{CHESS_START} w KQkq e",
        f"{CHESS_START} w KQkq - 0 1 e2e4",
        "8/8/8/8/8/8/8/8",
    ):
        answer = talk.say(f"position fen {fen}")
        assert errors(answer) == answer
        assert len(answer) == 1


def test_help_names_all_commands(talk: Talk) -> None:
    first, second = talk.say("help")
    assert {"position", "go", "eval", "variants", "help"} <= set(first.split())
    helped = "bench, eval, go, load, perft have --help"
    assert second == f"{helped}; docs/protocol.md describes all commands"


@pytest.mark.parametrize(
    ("command", "meaning"),
    [
        ("position startpos moves Nf3", "'Nf3' is g1f3"),
        ("position startpos moves e2e4 e7e5 nf3", "'nf3' is g1f3"),
        ("go depth 1 searchmoves Nf3", "'nf3' is g1f3"),
    ],
)
def test_a_move_in_short_notation_is_refused_with_its_long_notation(
    talk: Talk, command: str, meaning: str
) -> None:
    answer = talk.say(command)
    assert answer[0].startswith("info string error: ")
    assert answer[0].endswith(LONG.format(meaning))


def test_an_illegal_move_has_no_long_notation(talk: Talk) -> None:
    (line,) = talk.say("position startpos moves e2e4 Nf3")
    assert line.endswith("KQkq - 0 1'")
