"""Side lines of a game: kept as a tree, following its moves, deleted, saved and restored."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.board import Move
from amalthea.engine.core.color import Color
from amalthea.engine.errors import IllegalMove
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.pgn import read_pgn, read_variations
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.side_lines import MOST_SIDE_LINES, SideLines, SideLinesError
from amalthea.protocol.web.table import HUMAN, Seats, Table
from amalthea.protocol.web.table_pgn import table_pgn

PEOPLE = Seats({"w": HUMAN, "b": HUMAN})


def lines_of(*texts: str) -> SideLines:
    """Return the side lines of texts "PLY MOVE MOVE ..."."""
    lines = SideLines()
    for text in texts:
        ply, *moves = text.split()
        lines.keep(Variation(int(ply), tuple(moves)), [{"text": move} for move in moves])
    return lines


def lines_as_text(lines: SideLines) -> list[str]:
    for each in lines.to_json():
        assert [turn["text"] for turn in each["turns"]] == list(each["line"])
    return [f"{each['ply']} {' '.join(each['line'])}" for each in lines.to_json()]


def test_a_longer_line_replaces_its_beginning() -> None:
    lines = lines_of("1 a", "2 x", "1 a b", "1 a c", "1 a", "1 a b d")
    assert lines_as_text(lines) == ["1 a b d", "2 x", "1 a c"]


def test_deleting_a_move_deletes_all_that_follow() -> None:
    lines = lines_of("1 a b c", "1 a b d", "1 a e", "2 a b")
    lines.forget(Variation(1, ("a", "b")))
    assert lines_as_text(lines) == ["1 a e", "2 a b"]
    lines.forget(Variation(1, ("a", "e")))
    assert lines_as_text(lines) == ["1 a", "2 a b"]
    lines.forget(Variation(1, ("a",)))
    lines.forget(Variation(2, ("nothing",)))
    assert lines_as_text(lines) == ["2 a b"]


def test_side_lines_follow_the_game_forward_and_back() -> None:
    lines = lines_of("1 a b", "1 c", "3 d")
    lines.follow(["m", "a", "n"])
    assert lines_as_text(lines) == ["2 b", "1 c", "3 d"]
    lines.follow(["m"])
    assert lines_as_text(lines) == ["1 c"]


def test_the_number_of_side_lines_is_limited() -> None:
    lines = lines_of(*(f"1 m{number}" for number in range(MOST_SIDE_LINES)))
    with pytest.raises(SideLinesError, match="delete one"):
        lines.keep(Variation(1, ("more",)), [{}])
    lines.keep(Variation(1, ("m0", "further")), [{"text": "m0"}, {"text": "further"}])
    assert len(list(lines)) == MOST_SIDE_LINES


def keep_line(table: Table, ply: int, *moves: str) -> None:
    line = Variation(ply, moves)
    table.keep(line, table.with_line(line))


def test_side_lines_are_saved_with_the_game_and_exclude_its_moves() -> None:
    table = Table(variants.get("chess"), PEOPLE, None, ["e2e4", "e7e5"])
    keep_line(table, 0, "e2e4", "c7c5", "g1f3")
    keep_line(table, 0, "e2e4", "e7e5")
    assert list(table.side_lines) == [Variation(1, ("c7c5", "g1f3"))]
    assert "1. e4 e5 (1... c5 2. Nf3) *" in table_pgn(table)
    table.choose(Color.WHITE, "g1f3")
    assert len(list(table.side_lines)) == 1
    table.take_back()
    table.take_back()
    assert len(list(table.side_lines)) == 1
    table.take_back()
    assert list(table.side_lines) == []


def test_a_side_line_before_the_first_move_is_saved_as_the_game() -> None:
    table = Table(variants.get("gess"), PEOPLE)
    moves = [move.text for move in table.position.legal_moves]
    keep_line(table, 0, moves[0])
    keep_line(table, 0, moves[1])
    (read,) = read_pgn(table_pgn(table), "saved")
    assert read.moves == (moves[0],)
    assert read_variations(read, "saved").lines == [Variation(0, (moves[1],))]


def test_an_illegal_side_line_is_refused() -> None:
    table = Table(variants.get("chess"), PEOPLE, None, ["e2e4"])
    with pytest.raises(IllegalMove, match="e2e5"):
        table.with_line(Variation(0, ("e2e5",)))


def test_a_step_of_a_side_line_plays_one_move(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(variants.get("chess"), PEOPLE, None, ["e2e4", "e7e5", "g1f3", "b8c6"])
    keep_line(table, 4, "f1b5")
    played: list[str] = []
    push = Position.push

    def counted_push(position: Position, move: Move | str, *, null: bool = False) -> Move:
        played.append(str(move))
        return push(position, move, null=null)

    monkeypatch.setattr(Position, "push", counted_push)
    keep_line(table, 4, "f1b5", "a7a6")
    assert played == ["a7a6"]
    keep_line(table, 4, "f1b5")
    assert played == ["a7a6"]
    keep_line(table, 3, "d7d6")
    assert played == ["a7a6", "d7d6"]


def test_comments_on_side_lines_are_shown() -> None:
    annotations = {1: Annotation(("$6",), "[%clk 0:03:00]"), 2: Annotation((), "at last")}
    lines = SideLines()
    lines.keep(Variation(0, ("c2c4", "e7e5"), annotations), [{"text": "c4"}, {"text": "e5"}])
    assert [each["comments"] for each in lines.to_json()] == [{1: "?!", 2: "at last"}]
