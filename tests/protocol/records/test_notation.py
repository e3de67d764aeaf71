"""Moves as people write them: read back in every game, authors' own signs, short forms."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import chess.pgn
import pytest

import amalthea
from amalthea.engine.api import Position
from amalthea.engine.errors import IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.protocol.records.game_record import Ply
from amalthea.protocol.records.notation import COORDINATES, line_written
from amalthea.protocol.records.pgn import read_pgn, to_pgn
from helpers.finished_games import finished_game
from helpers.random_games import random_game
from helpers.sample import one_of_each_rule

if TYPE_CHECKING:
    from helpers.sample import Sample

ALSO_PYTHON_CHESS = ("kingofthehill", "3check", "racingkings", "crazyhouse")


def written(variant: str, fen: str | None, moves: str) -> list[str]:
    return list(line_written(Position(variant, fen), moves.split()))


def read(variant: str, fen: str | None, words: str) -> list[str]:
    position = Position(variant, fen)
    return [position.push(word).text for word in words.split()]


@pytest.mark.parametrize("variant", one_of_each_rule(amalthea.variants.names()))
def test_every_legal_move_has_a_word_of_its_own_that_is_read_back(
    variant: str, sample: Sample
) -> None:
    for seed in range(sample(1, 10)):
        played = random_game(variant, seed, longest=sample(12, 100))
        followed = new_game(variant, played.fen)
        for at, move in enumerate(played.moves):
            position = followed.position
            if at % 5 == 0 and len(position.choosers()) == 1:
                before, legal = position.fen(), position.legal_moves()
                kind = kind_of(followed.variant)
                for text in legal[:: 1 + len(legal) // 12]:
                    (word,) = written(variant, before, text)
                    if variant != "chess":
                        assert kind.moves_matching(followed.variant, position, word) == [text]
                    assert read(variant, before, word) == [text]
            followed.play(move)


@pytest.mark.parametrize(
    ("letter", "move", "word"),
    [
        ("L", "f11e12+", "Sf11e12=+S"),
        ("Z", "f11g12+", "Sf11g12=+S"),
        ("S", "f11f12+", "Sf11f12=+S"),
        ("B", "f11g12+", "Bf11g12=+B"),
    ],
)
def test_leaning_letters_promote_to_plain_ones(letter: str, move: str, word: str) -> None:
    fen = f"12/5{letter}6/12/12/12/12/12/12/12/12/k11/11K w - - 0 1"
    assert written("ganymede", fen, move) == [word]
    assert read("ganymede", fen, word) == [move]


def test_forms_that_a_move_takes_back_are_named() -> None:
    fen = "p+nks+l/5/5/L4/1SK+NP[] b - - 0 1"
    assert written("kyotoshogi", fen, "e5e4-") == ["+Le5e4=L"]
    for word in ("+Le4=L", "+Le4", "e5e4-"):
        assert read("kyotoshogi", fen, word) == ["e5e4-"]


@pytest.mark.parametrize("variant", one_of_each_rule(amalthea.variants.names()))
def test_games_come_back_from_coordinates(variant: str, sample: Sample) -> None:
    """For letters see test_pgn."""
    played = random_game(variant, 5, longest=sample(40, 120))
    (found,) = read_pgn(to_pgn(played, notation=COORDINATES), "there and back")
    assert found.moves == played.moves


def test_letters_captures_promotions_checks_and_mates_are_written() -> None:
    fen = "5k6/R11/1R10/12/12/12/12/12/12/12/12/5K6 w - - 0 1"
    assert written("gast", fen, "b10b12") == ["Rb10b12#"]
    fen = "5r6/4P7/12/12/12/12/12/12/12/12/k11/6K5 w - - 0 1"
    assert written("gast", fen, "e11e12a a2a1") == ["e11e12=A", "Ka2a1"]
    assert written("gast", fen, "e11f12n") == ["e11xf12=N"]
    fen = "12/12/12/12/12/12/12/12/12/12/12/k1Q3K5 b - - 0 1"
    assert written("gast", fen, "a1a2 c1c2") == ["Ka1a2", "Qc1c2+"]


def test_moves_of_ganymede_chess_have_the_authors_own_signs() -> None:
    assert written("ganymede", None, "g4g6 g9g7 g3g5l h11g9") == [
        "g4g6",
        "g9g7",
        "Sg3g5\\S\\",
        "Nh11g9",
    ]


def test_the_authors_game_of_ganymede_chess_is_read() -> None:
    """These are its first moves in the author's own signs, which say how spearmen stand."""
    words = "g6 g7 S-g5\\S\\ N-g9 f6 gxf6 Sfxf6\\S\\ D-h8 S-h4|S| j8 B-b7 B-l8 NN-g2 G-j9"
    moves = "g4g6 g9g7 g3g5l h11g9 f4f6 g7f6 f3f6l i11h8 g5h4s j10j8 h1b7 h12l8 i1g2 k12j9"
    assert " ".join(read("ganymede", None, words)) == moves


def test_castling_is_read_in_letters_and_zeros() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    assert written("kingofthehill", fen, "e1g1 e8c8") == ["O-O", "O-O-O"]
    assert read("kingofthehill", fen, "0-0 O-O-O") == ["e1g1", "e8c8"]


def test_where_two_castlings_go_one_way_the_squares_say_which() -> None:
    fen = "6k5/12/12/12/12/12/12/12/12/12/12/R2A2K1A2R w ADIL - 0 1"
    assert written("gast", fen, "g1i1") == ["Kg1i1"]
    assert read("gast", fen, "Kg1i1") == ["g1i1"]
    with pytest.raises(IllegalMove, match=r"'O-O' may be g1i1 or g1k1|'O-O' may be g1k1 or g1i1"):
        read("gast", fen, "O-O")


def test_gess_has_a_hyphen() -> None:
    assert written("gess", None, "m6j9 j15g12") == ["m6-j9", "j15-g12"]
    assert read("gess", None, "m6-j9 j15g12") == ["m6j9", "j15g12"]


def test_coordinates_are_the_engines_own() -> None:
    assert line_written(Position("gast"), ["c1d4"], COORDINATES) == ("c1d4",)


def test_unambiguous_short_forms_are_read() -> None:
    assert read("gast", None, "e6 Na10 Nd3+") == ["e2e6", "b12a10", "b1d3"]
    with pytest.raises(IllegalMove, match="'Nc2' may be a1c2 or e1c2"):
        read("gast", "5k6/12/12/12/12/12/12/12/12/12/12/N3N1K5 w - - 0 1", "Nc2")
    with pytest.raises(IllegalMove):
        read("gast", None, "Qz9")


@pytest.mark.parametrize("word", ["0000", "--", "Z0", "@@@@"])
def test_null_moves_are_read_and_written(word: str) -> None:
    for name, first in (("chess", "e2e4"), ("gast", "e2e6"), ("gess", "m6j9"), ("shogi", "c3c4")):
        text = f'[Variant "{name}"]\n\n1. {first} {word} 2. {word} *'
        (game,) = read_pgn(text, "null")
        assert game.errors == ()
        assert game.moves == (first, "0000", "0000")
        assert line_written(Position(name), game.moves)[1:] == ("--", "--")
        assert line_written(Position(name), game.moves, COORDINATES)[1:] == (
            ("--", "--") if name == "chess" else ("0000", "0000")
        )


def test_a_null_move_passes_the_turn_and_is_taken_back() -> None:
    position = Position(moves=["e2e4"])
    before = position.fen()
    with pytest.raises(IllegalMove, match="null moves need null=True"):
        position.push("--")
    move = position.push("--", null=True)
    assert (str(move), move.piece, move.effects) == ("0000", None, ())
    assert position.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert position.push("Nf3").text == "g1f3"
    assert position.copy().fen() == position.fen()
    assert [str(position.pop()) for _ in range(2)] == ["g1f3", "0000"]
    assert position.fen() == before


def test_a_null_move_in_check_is_refused() -> None:
    position = Position(moves=["e2e4", "f7f6", "d2d4", "g7g5", "d1h5"])
    with pytest.raises(IllegalMove, match="a null move is impossible in"):
        position.push("--", null=True)


def test_reading_goes_on_after_an_illegal_move_with_the_next_game() -> None:
    text = "1. e4 e5 2. Ke3 Ke6 *\n\n1. d4 *\n"
    first, second = read_pgn(text, "long")
    assert first.moves == ("e2e4", "e7e5")
    assert [str(error) for error in first.errors] == [
        "long line 1, column 13: move 3, 'Ke3', is not a legal move in"
        " 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2':"
        " a king does not move like that"
    ]
    assert second.moves == ("d2d4",)


def test_games_and_variations_without_end_are_cut() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 "
    (game,) = read_pgn(shuffle * 2_501, "endless")
    assert len(game.moves) == 10_000
    assert "line 1, column 40001: a game of more than 10,000 moves" in str(game.errors[0])
    (game,) = read_pgn(f"1. e4 ({shuffle * 25_001})", "endless")
    assert "more than 100,000 moves in the variations" in str(game.errors[0])


@pytest.mark.parametrize("variant", ALSO_PYTHON_CHESS)
def test_python_chess_reads_the_variants_that_it_knows(variant: str, sample: Sample) -> None:
    for seed in range(sample(3, 50)):
        played = random_game(variant, seed, longest=100)
        found = chess.pgn.read_game(io.StringIO(to_pgn(played)))
        assert found is not None
        assert found.errors == []
        assert [move.uci() for move in found.mainline_moves()] == list(played.moves)


def test_python_chess_skips_unknown_games(names: tuple[str, ...]) -> None:
    games = [random_game(name, 3, longest=30) for name in names]
    last = finished_game(99, "A", "B", "=", plies=(Ply("e2e4"), Ply("e7e5")))
    stream = io.StringIO("".join(map(to_pgn, [*games, last])))
    for _ in games:
        headers = chess.pgn.read_headers(stream)
        assert headers is not None
        if "Variant" in headers:
            assert headers["SetUp"] == "1"
            assert headers["FEN"]
    found = chess.pgn.read_game(stream)
    assert found is not None
    assert [move.uci() for move in found.mainline_moves()] == ["e2e4", "e7e5"]
