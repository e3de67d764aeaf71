"""Openings: the same from the same seed, legal, going on, balanced; files and their faults."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.position import Position
from amalthea.engine.openings import Line, shipped
from amalthea.protocol import tool
from amalthea.protocol.match import MatchBroken, MatchError, openings
from amalthea.protocol.match.openings import Opening
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought

CHESS = variants.get("chess")
SOUND = """\
# two openings and an EPD

rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2
4k3/8/8/8/8/8/4P3/4K3 w - - bm e2e4; id "a win";
"""


BOOK = """\
\ufeff# openings as a book has them
rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1;
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR  w\tKQkq - 3 ; Open game
rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR W HAha - c0 "e4; e5"; fmvn 2;
4k3/8/8/8/8/8/4P3/4K3 w KQkq - - - # an ending
"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
"""
BOOK_FENS = [
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 3 1",
    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_openings_of_a_book_are_read_and_corrected(tmp_path: Path, ending: str) -> None:
    file = tmp_path / "book.epd"
    file.write_text(BOOK, encoding="utf-8", newline=ending)
    read = list(openings.read_file(CHESS, str(file)))
    assert [opening.fen for _, opening, _ in read] == BOOK_FENS
    assert [len(corrections) for _, _, corrections in read] == [0, 0, 2, 6, 0]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    file = tmp_path / "openings.epd"
    file.write_text(SOUND, encoding="utf-8")
    return file


@pytest.mark.parametrize("variant", [*variants.BUILT_IN])
def test_random_openings_depend_on_seed_and_round_only(variant: str) -> None:
    game = variants.get(variant)
    drawn = [openings.at_random(game, 4, 7, 0).opening(number) for number in (1, 2, 3)]
    again = openings.at_random(game, 4, 7, 0)
    assert [again.opening(number) for number in (3, 2, 1)] == drawn[::-1]
    assert len(set(drawn)) == 3
    assert openings.at_random(game, 4, 8, 0).opening(1) != drawn[0]
    for opening in drawn:
        record = opening.to_game(game)
        assert record.position.status().state == "ongoing"
        choices = sum("@" in move for move in opening.moves)
        assert len(opening.moves) - choices == 4
        assert len(record.position.choosers()) == 1


def test_players_place_their_own_pieces_on_a_new_board_each_round() -> None:
    game = variants.get("gochess")
    boards = [openings.at_random(game, 0, 1, 100).opening(number) for number in (1, 2)]
    assert [board.moves for board in boards] == [(), ()]
    assert boards[0].fen != boards[1].fen
    assert "[" in boards[0].fen


@pytest.mark.parametrize("variant", ["chess", "ganymede"])
def test_random_openings_are_balanced(variant: str) -> None:
    game = variants.get(variant)
    found = openings.at_random(game, 6, 1, 30)
    for number in range(1, 5):
        assert abs(openings.advantage(found.opening(number).to_game(game).position)) <= 30


def test_a_game_without_balanced_openings_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(openings, "advantage", lambda position: 500)
    monkeypatch.setattr(openings, "MAX_DRAWS", 5)
    with pytest.raises(MatchBroken, match="no opening of 5 for round 3 is within 40 centipawns"):
        openings.at_random(CHESS, 4, 1, 40).opening(3)


def test_without_a_wanted_balance_the_nearest_opening_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    leads = iter((500, -700, -360, 410, 900))
    asked: list[Position] = []

    def advantage(position: Position) -> int:
        asked.append(position)
        return next(leads)

    monkeypatch.setattr(openings, "advantage", advantage)
    monkeypatch.setattr(openings, "MAX_DRAWS", 5)
    found = openings.at_random(CHESS, 4, 1, None).opening(3)
    assert len(asked) == 5
    assert found.to_game(CHESS).position.fen() == asked[2].fen()


def test_the_advantage_is_found_by_a_short_repeatable_search() -> None:
    up_a_queen = new_position("chess", "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    assert openings.advantage(up_a_queen) > 500
    assert openings.advantage(up_a_queen) == openings.advantage(up_a_queen)


def few_lines() -> list[Line]:
    fen = CHESS.start_fen()
    return [Line(score, fen, (move,)) for score, move in ((-10, "a2a3"), (40, "b2b3"), (5, "c2c3"))]


@pytest.mark.parametrize("variant", variants.BUILT_IN)
def test_every_game_ships_with_distinct_openings(variant: str) -> None:
    game = variants.get(variant)
    lines = shipped(game)
    assert len(lines) >= 2000
    reached = set()
    for line in lines[:: len(lines) // 50]:
        position = Opening(line.fen, line.moves).to_game(game).position
        assert position.status().state == "ongoing"
        assert len(position.choosers()) == 1
        reached.add(position.key())
    assert len(reached) == len(lines[:: len(lines) // 50])
    assert len({(line.fen, line.moves) for line in lines}) == len(lines)
    assert max(abs(line.score) for line in lines) <= 370


def test_shipped_openings_are_balanced() -> None:
    for variant in ("chess", "gast"):
        game = variants.get(variant)
        for line in shipped(game)[::500]:
            position = Opening(line.fen, line.moves).to_game(game).position
            assert abs(openings.advantage(position)) < 250, line


def test_a_game_with_other_rules_or_another_name_has_no_shipped_openings() -> None:
    assert shipped(replace(CHESS, start="k7/8/8/8/8/8/8/K6R w - - 0 1")) == []
    assert shipped(replace(CHESS, name="mine")) == []


def test_the_seed_sets_the_order_of_a_set() -> None:
    lines = shipped(CHESS)
    first, again, other = (openings.from_set(CHESS, lines, seed, 0) for seed in (1, 1, 2))
    drawn = [first.opening(number) for number in range(1, 9)]
    assert [again.opening(number) for number in range(8, 0, -1)] == drawn[::-1]
    assert len(set(drawn)) == 8
    assert drawn != [other.opening(number) for number in range(1, 9)]


def test_an_exhausted_set_continues_with_random_moves() -> None:
    """So an engine that plays itself never plays the same pair twice."""
    found = openings.from_set(CHESS, few_lines(), 1, 0)
    drawn = [found.opening(number) for number in range(1, 13)]
    assert len(set(drawn)) == 12
    assert [len(opening.moves) for opening in drawn] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]
    for number, opening in enumerate(drawn):
        assert opening.moves[:1] == drawn[number % 3].moves
        assert opening.to_game(CHESS).position.status().state == "ongoing"
    assert found.opening(5) == drawn[4]


def test_no_two_rounds_of_a_long_match_have_the_same_opening() -> None:
    lines = shipped(CHESS)
    found = openings.from_set(CHESS, lines, 1, 0)
    rounds = range(1, len(lines) + 101)
    assert len({found.opening(number) for number in rounds}) == len(rounds)


def test_only_balanced_openings_of_a_set_are_played() -> None:
    found = openings.from_set(CHESS, few_lines(), 1, 15)
    assert {found.opening(number).moves for number in (1, 2)} == {("a2a3",), ("c2c3",)}
    longer = found.opening(3)
    assert len(longer.moves) == 2
    assert abs(openings.advantage(longer.to_game(CHESS).position)) <= 15
    assert len({openings.from_set(CHESS, few_lines(), 1).opening(at) for at in range(1, 7)}) == 6
    with pytest.raises(MatchError, match="--balance 4: no opening of chess is that balanced"):
        openings.from_set(CHESS, few_lines(), 1, 4)


def test_a_game_without_a_set_is_refused() -> None:
    with pytest.raises(MatchError, match="chess has no openings of its own"):
        openings.from_set(CHESS, (), 1)


def test_a_file_is_played_in_order_repeatedly(path: Path) -> None:
    found = openings.from_file(CHESS, str(path), True, 1, 0)
    fens = [found.opening(number).fen for number in range(1, 5)]
    assert [fen.split()[1] for fen in fens] == ["b", "w", "w", "b"]
    assert fens[2] == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"  # as it is read


def remarks(path: Path) -> Iterator[tuple[str, str]]:
    """Yield place and text of each correction of a file of chess."""
    for where, _, corrections in openings.read_file(CHESS, str(path)):
        yield from ((where, remark) for remark in corrections)


def test_corrected_openings_are_reported_once_with_their_line(path: Path) -> None:
    assert list(remarks(path)) == []
    path.write_text("4k3/8/8/8/8/8/4P3/4K3 w K - 0 1\n" * 3, encoding="utf-8")
    [line] = tool.remark_lines(remarks(path))
    assert line.startswith(f"--openings {path}: line 1: rights ")
    assert line.endswith(" (and so 2 more times)")
    assert openings.read_openings(CHESS, str(path))[0].fen == "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"


def test_an_exhausted_file_continues_with_random_moves(
    path: Path,
) -> None:
    drawn = openings.from_file(CHESS, str(path), True, 1, 0, vary=True)
    found = [drawn.opening(number) for number in range(1, 10)]
    assert [len(opening.moves) for opening in found] == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert len({opening.to_game(CHESS).position.fen() for opening in found}) == 9
    again = openings.from_file(CHESS, str(path), True, 1, 0, vary=True)
    assert [again.opening(number) for number in range(9, 0, -1)] == found[::-1]
    for opening in found[3:6]:
        before = openings.advantage(new_position(CHESS, opening.fen))
        after = openings.advantage(opening.to_game(CHESS).position)
        assert abs(before + after) <= openings.BALANCE_CP  # each of the side to move


def test_the_seed_sets_the_random_order_of_a_file(path: Path) -> None:
    def order(seed: int) -> list[str]:
        found = openings.from_file(CHESS, str(path), False, seed, 0)
        return [found.opening(number).fen for number in range(1, 4)]

    assert order(5) == order(5)
    assert sorted(order(5)) == sorted(
        opening.fen for opening in openings.read_openings(CHESS, str(path))
    )
    assert len({tuple(order(seed)) for seed in range(20)}) > 2


def test_unbalanced_openings_are_skipped(path: Path) -> None:
    found = openings.from_file(CHESS, str(path), True, 1, 100)
    assert {found.opening(number).fen.split()[2] for number in range(1, 6)} == {"KQkq"}
    path.write_text("4k3/8/8/8/8/8/4P3/4KQ2 w - - 0 1\n", encoding="utf-8")
    with pytest.raises(MatchBroken, match="no position is within --balance 100"):
        openings.from_file(CHESS, str(path), True, 1, 100).opening(1)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "expected at least one position"),
        ("# nothing\n\n", "expected at least one position"),
        (f"{SOUND}\nhello", "line 7: "),
        ("8/8/8/8/8/8/8/K7 w - - 0 1", "line 1: Black has 0 kings"),
        ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "line 1: the game is over in"),
        ("\xff", "line 1: "),
    ],
)
def test_invalid_file_is_refused(path: Path, text: str, said: str) -> None:
    path.write_text(text, encoding="latin-1")
    with pytest.raises(MatchError, match=said) as caught:
        openings.read_openings(CHESS, str(path))
    assert f"--openings {path}" in str(caught.value)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MatchError, match="No such file"):
        openings.read_openings(CHESS, str(tmp_path / "none"))


def test_the_opening_of_a_record_is_its_moves_without_thought() -> None:
    plies = (Ply("e2e4"), Ply("e7e5"), Ply("g1f3", {Color.WHITE: Thought(1.0)}))
    record = GameRecord(1, 1, "chess", "a", "b", "fen", plies, Color.WHITE, "crash")
    assert openings.of_game(record) == Opening("fen", ("e2e4", "e7e5"))


def test_games_in_pgn_are_openings_with_their_moves(tmp_path: Path) -> None:
    path = tmp_path / "openings.pgn.gz"
    text = '[Event "a"]\n\n1. e4 e5 {x} 2. Nf3 *\n\n1. d4 d5 (1... f5) 2. c4! *\n'
    from_there = '[FEN "4k3/8/8/8/8/8/4P3/4K3 w K - 0 1"]\n\n1. e4 *\n'
    path.write_bytes(gzip.compress(f"{text}\n{from_there}".encode()))
    first, second, third = openings.read_openings(CHESS, str(path))
    assert (first.fen, first.moves) == (CHESS.start, ("e2e4", "e7e5", "g1f3"))
    assert second.moves == ("d2d4", "d7d5", "c2c4")
    assert (third.fen, third.moves) == ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", ("e2e4",))
    assert len(list(remarks(path))) == 1
    drawn = openings.from_file(CHESS, str(path), True, 1, 0, vary=True)
    assert [drawn.opening(number) for number in (1, 2, 3)] == [first, second, third]
    assert drawn.opening(4).moves[:3] == first.moves
    assert len(drawn.opening(4).moves) == 4


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1. e4 e4 *", "line 1, column 7: move 2, 'e4'"),
        ("1. e4 -- *", "game 1: a null move is impossible in an opening"),
        ("1. f3 e5 2. g4 Qh4# *", "game 1: the game is over in"),
        ('[Variant "Crazyhouse"]\n\n1. e4 *', "game 1: the game is crazyhouse, expected chess"),
        ('[Variant "Chess960"]\n\n1. e4 *', "game 1: the game is Chess960, expected chess"),
        ('[Variant "Alice"]\n\n1. e4 *', "line 1, column 1: variant 'Alice' is not supported"),
    ],
)
def test_invalid_openings_in_pgn_are_refused(path: Path, text: str, said: str) -> None:
    path.write_text(text, encoding="utf-8")
    with pytest.raises(MatchError) as caught:
        openings.read_openings(CHESS, str(path))
    assert f"--openings {path}" in str(caught.value)
    assert said in str(caught.value)
