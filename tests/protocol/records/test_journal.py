"""The journal: games are read back, an incomplete end is cut off, other content is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.errors import StorageError
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.records.journal import GrowingJournal, Journal, outline, read_games

PLAN = {"variant": "chess", "engines": {"é": 1}}


def journal_game(number: int) -> GameRecord:
    plies = (Ply("e2e4"), Ply("e7e5", {Color.BLACK: Thought(0.5, 9.5, 7, -12, None, 100)}))
    return GameRecord(
        number, (number + 1) // 2, "chess", "a", "é", "fen", plies, None, "repetition"
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Return the path of a journal with two games."""
    with Journal(tmp_path / "games.jsonl") as journal:
        assert journal.plan is None
        journal.begin(PLAN)
        for number in (2, 1):
            journal.append(journal_game(number))
    return tmp_path / "games.jsonl"


def test_written_games_are_read_back(path: Path) -> None:
    with Journal(path) as journal:
        assert journal.plan == PLAN
        assert journal.games == [outline(journal_game(2)), outline(journal_game(1))]
        journal.append(journal_game(3))
    assert read_games(path) == [journal_game(2), journal_game(1), journal_game(3)]


def test_errors_of_a_growing_journal_name_their_lines(path: Path) -> None:
    growing = GrowingJournal(path)
    assert [game.number for game in growing.new_games()] == [2, 1]
    with Journal(path) as journal:
        journal.append(journal_game(3))
    assert [game.number for game in growing.new_games()] == [3]
    with path.open("ab") as file:
        file.write(path.read_bytes().splitlines(keepends=True)[1])
    with pytest.raises(StorageError, match="line 5: game 2 is a duplicate"):
        growing.new_games()


def test_an_outline_has_the_opening_the_length_and_the_result() -> None:
    whole, kept = journal_game(1), outline(journal_game(1))
    assert (kept.fen, kept.result, kept.reason) == (whole.fen, whole.result, whole.reason)
    assert kept.plies[0] == whole.plies[0]
    assert len(kept.plies) == len(whole.plies)
    assert kept.plies[1].thoughts
    assert kept.plies[1].move == ""


def test_incomplete_last_line_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for length in range(0, len(whole) + 1, 7):
        path.write_bytes(whole[:length])
        kept = sum(length >= len(b"".join(lines[: count + 1])) for count in range(3))
        assert len(read_games(path)) == max(0, kept - 1)
        with Journal(path) as journal:
            assert (journal.plan is None) == (kept == 0)
            if journal.plan is None:
                journal.begin(PLAN)
            journal.append(journal_game(9))
        assert path.read_bytes().startswith(b"".join(lines[: max(1, kept)]))
        assert read_games(path)[-1] == journal_game(9)
        assert len(read_games(path)) == max(1, kept)


def test_a_meaningless_last_line_is_cut_off(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + b"\x00\x00\x00\n")
    assert len(read_games(path)) == 2
    with Journal(path):
        pass
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (0, "line 1: expected the plan of a match"),
        (1, "line 2: not a finished game: number: expected whole number, got text"),
        (2, "line 3: not a finished game: number"),
    ],
)
def test_other_files_are_refused(path: Path, line: int, said: str) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[line] = b'{"number": "x"}\n' if line else b"{}\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(StorageError, match=said):
        Journal(path)
    assert path.read_bytes() == b"".join(lines)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", 1.5),
        ("number", True),
        ("winner", "x"),
        ("winner", ["w"]),
        ("reason", None),
        ("controls", {"w": 3}),
        ("seconds", float("nan")),
        ("started", "now"),
        ("plies", "e2e4"),
        ("plies", ["e2e4"]),
        ("plies", [{"move": 4}]),
        ("plies", [{"move": "e2e4", "thoughts": {"x": {"seconds": 1.0}}}]),
        ("plies", [{"move": "e2e4", "thoughts": {"w": {"seconds": "1"}}}]),
        ("plies", [{"move": "e2e4", "thoughts": {"w": {"seconds": 1, "depth": 2.5}}}]),
    ],
)
def test_a_field_of_the_wrong_kind_is_refused(path: Path, field: str, value: object) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    lines[2] = json.dumps({**journal_game(1).to_json(), field: value}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    with pytest.raises(StorageError, match="line 3: not a finished game: "):
        read_games(path)


def test_a_line_nested_without_end_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b"[" * 200_000 + b"\n" + lines[2])
    with pytest.raises(StorageError, match="line 2: "):
        read_games(path)


def test_duplicate_game_is_refused(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines(keepends=True)[1])
    with pytest.raises(StorageError, match="line 4: game 2 is a duplicate"):
        Journal(path)


@pytest.mark.parametrize("text", ["my notes\n", "my notes", '{"matches": '])
def test_a_file_that_is_no_journal_is_left_alone(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(StorageError, match="line 1: expected the plan of a match"):
        Journal(path)
    assert path.read_text() == text


def test_damage_before_the_end_is_refused(path: Path) -> None:
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + lines[1][:30] + b"\n" + lines[2])
    with pytest.raises(StorageError, match=r"games\.jsonl: line 2: "):
        read_games(path)


def test_two_matches_do_not_write_one_journal(path: Path) -> None:
    with Journal(path), pytest.raises(StorageError, match="another match is writing it"):
        Journal(path)
    with Journal(path) as journal:
        assert len(journal.games) == 2


def test_a_journal_that_cannot_be_opened_is_a_storage_error(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="No such file"):
        read_games(tmp_path / "none")
    with pytest.raises(StorageError, match="directory"):
        Journal(tmp_path)
