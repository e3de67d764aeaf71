"""Sources of an analysis: how each kind is read, and the message of each error."""

from __future__ import annotations

import gzip
import json
import lzma
from pathlib import Path

import pytest

from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.analysis.moments import Moment
from amalthea.protocol.analysis.sources import Games, Suite, read_source, remarks
from amalthea.protocol.analysis.study import CheckedGame

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PGN = """\
[Event "one"]
[White "Anna"]
[Black "Bert"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "two"]
[White "Carl"]
[Black "Dora"]
[Variant "gast"]
[Result "*"]

1. e2e6 e11e8 *
"""


def game_line(number: int, variant: str, fen: str, moves: str) -> dict[str, object]:
    """Return a line of a match's log."""
    return {
        "number": number,
        "round": 1,
        "variant": variant,
        "white": "one",
        "black": "two",
        "winner": "b",
        "reason": "checkmate",
        "fen": fen,
        "plies": [{"move": move} for move in moves.split()],
    }


def position(*words: str, moves: str = "", variant: str | None = None) -> Moment:
    found = read_source(words, moves.split(), variant, None)
    assert isinstance(found, Moment)
    return found


def games(path: Path, number: int | None = None, variant: str | None = None) -> list[CheckedGame]:
    found = read_source([str(path)], [], variant, number)
    assert isinstance(found, Games)
    return list(found.games)


# Positions.


def test_the_start_position_is_the_default() -> None:
    assert position("startpos").fen == START
    assert position("startpos", variant="gast").variant.files == 12
    assert position("startpos", variant="gess").turn == "b"
    assert position("startpos", variant="gochess").turn is None


def test_a_fen_may_be_one_argument_or_several() -> None:
    fen = "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 3 7"
    assert position(fen) == position(*fen.split())
    assert position(fen).number == 7
    assert position(" ".join(fen.split()[:4])).fen == "6k1/5ppp/8/8/8/8/8/R3K2R w KQ - 0 1"


def test_moves_are_played_from_the_given_position() -> None:
    found = position("startpos", moves="e4 e7e5 Nf3")
    assert found.moves == ("e2e4", "e7e5", "g1f3")
    assert found.root == START
    assert found.turn == "b"
    assert position(START, moves="e4 e5 Nf3").fen == found.fen


def test_moves_of_games_without_san_are_coordinates() -> None:
    assert position("startpos", moves="e2e6", variant="gast").moves == ("e2e6",)


def test_a_position_after_a_placement_is_its_own_root() -> None:
    fen = "2*2k4/1N3np3/10/10/**7*/6K3/8*1/5*1*2/1*8/4**4 b - - 6 4"
    assert position(fen, variant="gochess").root == fen


@pytest.mark.parametrize(
    ("words", "moves", "variant", "complaint"),
    [
        (["startpos"], "e4 e4", None, "move 2, 'e4', is illegal in"),
        (["startpos"], "e2e9", "gast14", "move 1, 'e2e9'"),
        (["startpos"], "", "nonesuch", "unknown variant 'nonesuch'"),
        (["8/8", "w", "-", "-"], "", None, "placement '8/8' has 2 ranks, expected 8 (read as"),
        (["nothing.pgn"], "", None, "cannot read 'nothing.pgn': No such file"),
        (["a/b.epd"], "", None, "cannot read 'a/b.epd': No such file"),
        ([""], "", None, "cannot read '.': "),
    ],
)
def test_an_invalid_position_is_named_in_the_error(
    words: list[str], moves: str, variant: str | None, complaint: str
) -> None:
    with pytest.raises(AmaltheaError) as found:
        read_source(words, moves.split(), variant, None)
    assert str(found.value).startswith(complaint)


def test_game_numbers_need_a_file_and_moves_need_a_position(tmp_path: Path) -> None:
    with pytest.raises(AmaltheaError, match=r"^--game: "):
        read_source(["startpos"], [], None, 1)
    suite = tmp_path / "a.epd"
    suite.write_text(f"{START} bm e4;")
    with pytest.raises(AmaltheaError, match=r"^--moves: "):
        read_source([str(suite)], ["e4"], None, None)
    with pytest.raises(AmaltheaError, match=r"^--game: "):
        read_source([str(suite)], [], None, 1)


# Files.


@pytest.mark.parametrize("name", ["a.epd", "positions"])
def test_a_suite_is_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(f"# two\n{START} bm e4;\n{START}; am a4;\n")
    found = read_source([str(path)], [], None, None)
    assert isinstance(found, Suite)
    assert [each.name for each in found.problems] == ["line 2", "line 3"]


@pytest.mark.parametrize("name", ["a.pgn", "games"])
def test_games_of_a_pgn_file_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_text(PGN)
    first, second = games(path)
    assert first.title == "Anna - Bert"
    assert first.moves == ("f2f3", "e7e5", "g2g4", "d8h4")
    assert first.result == "0-1"
    assert str(first.moments[-1].status) == "win b checkmate"
    assert second.variant.name == "gast"
    assert second.where == f"{path}, game 2"
    assert games(path, 2) == [second]
    assert games(path, 1, "chess") == [first]


def test_moves_without_tags_are_read_as_a_game(tmp_path: Path) -> None:
    path = tmp_path / "bare"
    path.write_text("1. e4 e5 2. Nf3 *\n")
    (found,) = games(path)
    assert len(found.moments) == 4


def test_games_without_a_variant_tag_are_of_the_requested_variant(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text("1. e2e6 e11e8 *\n")
    (found,) = games(path, variant="gast")
    assert (found.variant.name, found.moves) == ("gast", ("e2e6", "e11e8"))


def test_corrections_of_a_fen_are_reported_with_their_place(tmp_path: Path) -> None:
    bare = "4k3/8/8/8/8/8/4P3/4K3 w KQ - 0 1"
    path = tmp_path / "a.pgn"
    path.write_text(f'[FEN "{bare}"]\n\n1. e4 *\n')
    suite = tmp_path / "a.epd"
    suite.write_text(f"{bare} bm e4;\n")
    for words, where in (([bare], ""), ([str(suite)], "line 1")):
        source = read_source(words, [], None, None)
        assert not isinstance(source, Games)
        found = list(remarks(source))
        assert found
        assert {place for place, _ in found} == {where}
        assert all("left out" in remark for _, remark in found)
    said: list[str] = []
    read_source([str(path)], [], None, None, said.append)
    assert said
    assert all(line.startswith(f"{path}, game 1: ") and "left out" in line for line in said)
    assert position("startpos").remarks == ()


@pytest.mark.parametrize("name", ["a.jsonl", "log"])
def test_games_of_a_log_are_read(tmp_path: Path, name: str) -> None:
    fen = "2*2k4/1N3np3/10/10/**7*/6K3/8*1/5*1*2/1*8/4**4 b - - 6 4"
    lines = [{"match": {"title": "x"}}, game_line(1, "chess", START, "e2e4 e7e5")]
    path = tmp_path / name
    text = "\n".join(json.dumps(each) for each in (*lines, game_line(7, "gochess", fen, "")))
    path.write_text(f'{text}\n{{"number": 3, "rou')
    first, second = games(path)
    assert games(path, 7) == [second]
    with pytest.raises(AmaltheaError, match="no game 2, expected --game from 1 to 7"):
        games(path, 2)
    assert (first.white, first.black, first.result) == ("one", "two", "0-1")
    assert first.moves == ("e2e4", "e7e5")
    assert second.moments[0].fen == fen


@pytest.mark.parametrize(
    ("text", "number", "variant", "complaint"),
    [
        (PGN, 3, None, "{path}: no game 3, expected --game from 1 to 2"),
        (PGN, None, "chess", "{path}, game 2: the game is gast, but --variant is chess"),
        ("", None, None, "{path}: the file has no game"),
        ("1. e5 e4 *", None, None, "{path}: no game can be read"),
        ("1. e4 *\n\n1. e5 *", 2, None, "{path}: no game can be read"),
    ],
)
def test_errors_in_games_are_named(
    tmp_path: Path, text: str, number: int | None, variant: str | None, complaint: str
) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text)
    with pytest.raises(AmaltheaError) as found:
        games(path, number, variant)
    assert str(found.value).startswith(complaint.format(path=path))


def test_what_cannot_be_read_is_reported_and_the_other_games_are_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    unknown = '[Variant "Bughouse"]\n\n1. Nf3 *'
    path.write_text(f"1. e4 e4 *\n\n{unknown}\n\n1. e5 *\n\n1. d4 -- 2. c4 *\n")
    said: list[str] = []
    found = read_source([str(path)], [], None, None, said.append)
    assert isinstance(found, Games)
    assert [game.where for game in found.games] == [f"{path}, game 1", f"{path}, game 4"]
    assert found.has_more
    assert found.total == 3 + 2 + 2 + 4, "of the moves as written"
    assert [line.split(": ")[0] for line in said] == [
        f"{path} line 1, column 7",
        f"{path} line 3, column 1",
        f"{path} line 7, column 4",
    ]
    last = games(path, 4)[0]
    assert last.moves == ("d2d4", "0000", "c2c4")
    assert [moment.turn for moment in last.moments] == ["w", "b", "w", "b"]


@pytest.mark.parametrize("name", ["a.pgn.gz", "a.gz", "a.pgn", "a"])
def test_compressed_games_and_suites_are_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(gzip.compress(PGN.encode()))
    assert [game.title for game in games(path)] == ["Anna - Bert", "Carl - Dora"]
    suite = tmp_path / name.replace("pgn", "epd")
    suite.write_bytes(lzma.compress(f"{START} bm e4;\n".encode()))
    found = read_source([str(suite)], [], None, None)
    assert isinstance(found, Suite)


def test_chess960_is_analysed_with_its_castlings(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    fen = "nrknbbqr/pppppppp/8/8/8/8/PPPPPPPP/NRK2BQR w KQkq - 0 1"
    path.write_text(f'[FEN "{fen}"]\n\n1. O-O-O d5 *\n')
    (game,) = games(path)
    assert game.variant.chess960
    assert game.moves == ("c1b1", "d7d5")
    assert game.moments[0].move_texts(game.moves) == ("O-O-O", "d5")


def test_an_illegal_move_of_a_log_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    lines = [{"match": {}}, game_line(1, "chess", START, "e2e4 e2e4")]
    path.write_text("".join(f"{json.dumps(each)}\n" for each in lines))
    with pytest.raises(AmaltheaError) as found:
        games(path)
    assert str(found.value).startswith(f"{path}, game 1: move 2, 'e2e4', is illegal in")


def test_a_directory_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AmaltheaError, match="Is a directory"):
        read_source([str(tmp_path)], [], None, None)


def test_control_characters_in_names_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(PGN.replace("Anna", "An\x1b[2Jna"))
    assert games(path, 1)[0].white == "An?[2Jna"
