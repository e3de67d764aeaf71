"""PGN: every variant is read back, python-chess reads ours, unusual files, errors."""

from __future__ import annotations

import io
import random
from typing import TYPE_CHECKING

import chess
import chess.pgn
import pytest

import amalthea
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.core.status import label
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.records.pgn import LINE_WIDTH, Notes, PgnGame, read_pgn, to_pgn
from helpers.finished_games import CHESS_START, finished_game
from helpers.random_games import random_game
from helpers.sample import one_of_each_rule

if TYPE_CHECKING:
    from helpers.sample import Sample

SEEDS, SEEDS_THOROUGH = 4, 100  # of games of files one: their moves are written as in others
GESS_START = amalthea.variants.get("gess").start


def read_one(text: str) -> PgnGame:
    (found,) = read_pgn(text, "test.pgn")
    return found


def final_fen(variant: str, fen: str, moves: tuple[str, ...]) -> str:
    record = Game(amalthea.new_position(variant, fen))
    for move in moves:
        record.play(move)
    return record.position.fen()


def movetext(text: str) -> str:
    return text.split("\n\n", 1)[1].strip()


# There and back.


@pytest.mark.parametrize("variant", one_of_each_rule(amalthea.variants.names()))
def test_random_games_come_back_as_they_were(variant: str, sample: Sample) -> None:
    ordinary = SEEDS if variant in amalthea.variants.BUILT_IN else 1
    for seed in range(sample(ordinary, SEEDS_THOROUGH)):
        written = random_game(variant, seed)
        read = read_one(to_pgn(written, event="round trip"))
        assert (read.variant, read.moves, read.result) == (
            variant,
            written.moves,
            written.result,
        )
        fen = read.fen or amalthea.variants.get(variant).start
        assert fen == written.fen
        assert final_fen(variant, fen, read.moves) == final_fen(variant, fen, written.moves)
        assert read.tags["PlyCount"] == str(len(written.plies))


def test_many_games_of_many_variants_are_read_from_one_file(names: tuple[str, ...]) -> None:
    games = [random_game(name, 9, longest=30) for name in names]
    lines = io.StringIO("".join(map(to_pgn, games)))
    assert [(read.variant, read.moves) for read in read_pgn(lines, "all.pgn")] == [
        (written.variant, written.moves) for written in games
    ]


def test_python_chess_reads_every_chess_game_with_its_comments(sample: Sample) -> None:
    for seed in range(sample(10, 300)):
        written = random_game("chess", seed, longest=200)
        read = chess.pgn.read_game(io.StringIO(to_pgn(written)))
        assert read is not None
        assert not read.errors
        assert type(read.board()) is chess.Board
        end = read.end()
        final = final_fen("chess", CHESS_START, written.moves)
        assert end.board().fen(en_passant="legal") == final
        assert read.headers["Result"] == written.result
        comments = [node.comment for node in read.mainline()]
        for ply, comment in zip(written.plies[:-1], comments, strict=False):
            (thought,) = ply.thoughts.values()
            assert comment.endswith(f"{thought.seconds:.3f}s")
            assert ("M" in comment) == (thought.mate is not None)
        assert comments[-1].endswith(written.detail or label(written.reason))


def test_chess_from_a_position_of_its_own_is_read_from_there() -> None:
    fen = "r3k2r/1P6/8/8/8/8/8/R3K2R w KQkq - 3 30"
    moves = ("e1c1", "e8g8", "b7a8n", "f8a8")
    written = finished_game(1, "A", "B", "=", fen=fen, plies=tuple(map(Ply, moves)))
    text = to_pgn(written)
    assert movetext(text) == "30. O-O-O O-O 31. bxa8=N Rxa8 {repetition} 1/2-1/2"
    assert read_one(text).moves == moves
    by_python_chess = chess.pgn.read_game(io.StringIO(text))
    assert by_python_chess is not None
    assert [move.uci() for move in by_python_chess.mainline_moves()] == list(moves)


# What is written.


def test_a_whole_game_is_written_as_text() -> None:
    written = GameRecord(
        number=12,
        round=6,
        variant="chess",
        white='Dee "Two" \\ 1',
        black="Amalthea",
        fen=CHESS_START,
        plies=(
            Ply("f2f3"),
            Ply("e7e5"),
            Ply("g2g4", {Color.WHITE: Thought(0.1234, depth=12, cp=-35, nodes=10)}),
            Ply("d8h4", {Color.BLACK: Thought(2.0, depth=20, mate=1)}),
        ),
        winner=Color.BLACK,
        reason="checkmate",
        controls=dict.fromkeys(Color, "10+0.1"),
        started=1_700_000_000.0,
    )
    assert to_pgn(written, event="A match") == (
        '[Event "A match"]\n'
        '[Site "?"]\n'
        '[Date "2023.11.14"]\n'
        '[Round "6"]\n'
        '[White "Dee \\"Two\\" \\\\ 1"]\n'
        '[Black "Amalthea"]\n'
        '[Result "0-1"]\n'
        '[GameId "12"]\n'
        '[TimeControl "10+0.1"]\n'
        '[Termination "normal"]\n'
        '[PlyCount "4"]\n'
        "\n"
        "1. f3 e5 2. g4 {-0.35/12 0.123s} 2... Qh4# {-M1/20 2.000s, checkmate} 0-1\n"
        "\n"
    )
    assert read_one(to_pgn(written)).tags["White"] == 'Dee "Two" \\ 1'


def test_move_numbers_of_games_that_black_begins() -> None:
    moves = ("m6j9", "j15g12", "j10g10")
    written = finished_game(
        1, "A", "B", "=", variant="gess", fen=GESS_START, plies=tuple(map(Ply, moves))
    )
    assert movetext(to_pgn(written)) == "1... m6-j9 2. j15-g12 j10-g10 {repetition} 1/2-1/2"


def test_choices_of_both_sides_are_one_token_with_two_thoughts() -> None:
    written = random_game("gochess", 1)
    joint = written.plies[0]
    text = movetext(to_pgn(written)).replace("\n", " ")
    white, black = joint.thoughts[Color.WHITE], joint.thoughts[Color.BLACK]
    assert text.startswith(f"1. {joint.move} {{w ")
    assert f"{white.seconds:.3f}s, b " in text
    assert f"{black.seconds:.3f}s}} 2. {written.plies[1].move}" in text


def test_controls_that_differ_have_a_tag_each() -> None:
    text = to_pgn(finished_game(1, "A", "B", "1", controls={"w": "10+0.1", "b": "nodes 1000"}))
    assert '[WhiteTimeControl "10+0.1"]\n[BlackTimeControl "nodes 1000"]\n' in text


def test_game_without_moves_has_its_termination() -> None:
    written = finished_game(1, "A", "B", "0", reason="crash", detail='A died: "} {" [signal 9]')
    text = to_pgn(written)
    assert movetext(text) == '{crash: A died: ") (" [signal 9]} 0-1'
    assert '[Termination "abandoned"]' in text
    assert read_one(text).result == "0-1"


def test_names_stay_in_their_line() -> None:
    text = to_pgn(finished_game(1, "new\nline", "control\x07", "0"))
    assert '[White "new line"]\n[Black "control"]\n' in text


@pytest.mark.parametrize("shift", range(9))
def test_long_comments_are_broken_into_lines_that_all_readers_read(shift: int) -> None:
    detail = "tab\tnewline\n" + "x" * shift + " 95 % of a story" * 12
    text = to_pgn(finished_game(1, "A", "B", "0", reason="crash", detail=detail))
    lines = movetext(text).splitlines()
    assert all(len(line) <= LINE_WIDTH + 2 for line in lines)
    assert not any(line.startswith("%") for line in lines), "readers skip such lines"
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert read.comment.split() == f"crash: {detail}".split()


# What is read.

WILD = """\ufeff% an escaped line
[Event "Wild \\"one\\""]
[White "C:\\path"]
[FEN "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"]
[Result "1-0"]

{A comment (with
[lines] in it} 2.Nf3! Nc6 $1 (2...d6 3.d4 {ends (here)} (3.Bc4) 3...Nf6 ; 4. zz)
)
3. Bb5 a6?! ; the rest } of ( the line
4 Ba4 Nf6 5. 0-0!! Be7 6.Re1 $14 b5 7.Bb3 d6 1-0

1. e4 c5 2. e5 d5 3. exd6 e.p. *
[Event "third"]
[Result "1/2-1/2"]
[Variant "Standard"]

1... 1. d4
"""


def test_unusual_files_are_read() -> None:
    first, second, third = read_pgn(WILD, "wild.pgn")
    assert first.tags["Event"] == 'Wild "one"'
    assert first.tags["White"] == "C:\\path"
    assert first.moves[:4] == ("g1f3", "b8c6", "f1b5", "a7a6")
    assert first.moves[6] == "e1g1"
    assert len(first.moves) == 12
    assert (second.tags, second.fen, second.moves[-1], second.result) == ({}, None, "e5d6", "*")
    assert (third.variant, third.moves, third.result) == ("chess", ("d2d4",), "1/2-1/2")


def test_our_reading_of_annotated_chess_agrees_with_python_chess(sample: Sample) -> None:
    dice = random.Random(7)
    for seed in range(sample(5, 100)):
        tree = chess.pgn.read_game(io.StringIO(to_pgn(random_game("chess", seed, longest=60))))
        assert tree is not None
        for node in list(tree.mainline())[:-1]:
            if dice.random() < 0.3:
                node.nags.add(dice.randrange(1, 20))
            if dice.random() < 0.3:
                other = node.add_variation(dice.choice(list(node.board().legal_moves)))
                other.comment = "why ( not } this"
        text = str(tree)
        again = chess.pgn.read_game(io.StringIO(text))
        assert again is not None
        wanted = [move.uci() for move in again.mainline_moves()]
        assert list(read_one(text).moves) == wanted


def test_a_variants_name_is_read_in_any_case() -> None:
    text = f'[Variant "GESS"]\n[FEN "{GESS_START}"]\n\n1... m6j9 *'
    assert read_one(text).variant == "gess"
    assert read_one('[Variant "Gast"]\n\n1. e2e6 *').fen is None


def test_empty_file_has_no_games() -> None:
    assert list(read_pgn("", "empty.pgn")) == []
    assert list(read_pgn("\n\n; nothing\n{ here }\n", "empty.pgn")) == []


def test_games_without_moves_do_not_run_into_each_other() -> None:
    games = list(read_pgn('[Event "a"]\n\n[Event "b"]\n[White "W"]\n\n*\n', "bare.pgn"))
    assert [read.tags for read in games] == [{"Event": "a"}, {"Event": "b", "White": "W"}]


@pytest.mark.parametrize(
    ("text", "line", "column", "named"),
    [
        (
            '[Event "x"]\n\n1. e4 e5\n2. Ke3 *',
            4,
            4,
            "move 3, 'Ke3', is not a legal move in 'rnbqkbnr/",
        ),
        ("1. e4 xyz", 1, 7, "'xyz' is not a move"),
        ("1. e4 f6 2. d4 g5 3. Qh5+ --", 1, 27, "move 6, '--', is not a legal move"),
        ('[Variant "gast"]\n\n1. e2e6 e2e6 *', 3, 9, "move 2, 'e2e6'"),
        (
            '[Event "x"]\n[Variant "nonesuch"]\n\n*',
            2,
            1,
            "unknown variant 'nonesuch', expected one of chess",
        ),
        ('[Event "x"] [FEN "8/8 w - - 0 1"]\n\n*', 1, 13, "8/8"),
        ('[Variant "gochess"]\n\n*', 1, 1, "expected a FEN tag"),
        ("1. e4 {never\nclosed", 1, 7, "the comment that begins here is never closed"),
        ("1. e4\n(1. d4 {x}\n", 2, 1, "the variation that begins here is never closed"),
        ("1. e4 )", 1, 7, "unmatched ')'"),
        ("1. e4 }", 1, 7, "unmatched '}'"),
        ('[Event "x"]\n[White nobody]\n', 2, 1, 'expected [Name "value"]'),
        ("1. Nf3 d5 2. Nd4 d6 3. Nc3 e5 4. Nb5", 1, 18, "move 4, 'd6'"),
        ("1. Nf3 a6 2. d3 b6 3. Nd2 *", 1, 23, "move 5, 'Nd2' may be"),
    ],
)
def test_errors_are_named_with_line_and_column(
    text: str, line: int, column: int, named: str
) -> None:
    (error, *_) = (error for game in read_pgn(text, "bad.pgn") for error in game.errors)
    assert (error.line, error.column) == (line, column)
    assert str(error).startswith(f"bad.pgn line {line}, column {column}: ")
    assert named in str(error)
    assert "\n" not in str(error)


def test_games_before_and_after_an_error_are_still_read() -> None:
    games = list(read_pgn("1. e4 *\n1. e5 *\n1. d4 d5 2. d4 *\n1. c4 *", "half.pgn"))
    assert [game.moves for game in games] == [("e2e4",), (), ("d2d4", "d7d5"), ("c2c4",)]
    assert [len(game.errors) for game in games] == [0, 1, 1, 0]
    assert [game.is_readable for game in games] == [True, False, True, True]


def test_any_damage_is_an_error_of_a_game(names: tuple[str, ...], sample: Sample) -> None:
    dice = random.Random(11)
    texts = [to_pgn(random_game(name, 2, longest=12)) for name in names]
    refused = 0
    for _ in range(sample(80, 20_000)):
        text = list(dice.choice(texts))
        for _ in range(dice.randrange(1, 4)):
            text[dice.randrange(len(text))] = dice.choice('[]{}()"\\;%$0a+KQ/@,-\n ')
        found = list(read_pgn("".join(text), "damaged.pgn"))
        refused += any(game.errors for game in found)
    assert refused


def test_a_mark_right_behind_a_move_is_kept_like_a_glyph() -> None:
    game = read_one("1. e4! e5?! {dubious} 2. Nf3 $1 (2. f4!?) Nc6 *")
    assert game.moves == ("e2e4", "e7e5", "g1f3", "b8c6")
    assert game.annotations == {
        1: Annotation(("$1",)),
        2: Annotation(("$6",), "dubious"),
        3: Annotation(("$1",)),
    }


def test_glyphs_are_written_as_glyphs() -> None:
    read = read_one("1. e4! e5?! {dubious} 2. Nf3 {a!} *")
    plies = tuple(map(Ply, read.moves))
    game = GameRecord(1, 1, "chess", "A", "B", CHESS_START, plies, None, "")
    written = to_pgn(game, notes=Notes({}, read.annotations))
    assert movetext(written) == "1. e4 $1 1... e5 $6 {dubious} 2. Nf3 {a!} *"
    assert read_one(written).annotations == read.annotations


def test_signs_of_assessment_are_read_as_glyphs() -> None:
    read = read_one("1. e4 ! e5+- 2. Nf3 ± Nc6= 3. Bb5 $007 {x} $146 a6 $0 $1000 *")
    assert read.errors == ()
    assert {ply: each.glyphs for ply, each in read.annotations.items()} == {
        1: ("$1",),
        2: ("$18",),
        3: ("$16",),
        4: ("$10",),
        5: ("$7", "$146"),
        6: ("$0",),
    }
    assert str(read.annotations[5]) == "□ N x"


@pytest.mark.parametrize(
    ("glyphs", "shown"),
    [("$22", "⨀"), ("$45", "=∞"), ("$133 $36", "⇆ ↑"), ("$12", "="), ("$99", "$99")],
)
def test_glyphs_of_both_colours_are_shown_by_one_sign(glyphs: str, shown: str) -> None:
    read = read_one(f"1. e4 {glyphs} *")
    assert str(read.annotations[1]) == shown


def test_a_game_of_no_match_has_neither_a_round_nor_a_number() -> None:
    game = GameRecord(0, 0, "chess", "A", "B", CHESS_START, (Ply("e2e4"),), None, "")
    written = to_pgn(game)
    assert '[Round "?"]' in written
    assert "GameId" not in written


def test_pieces_in_lower_case_are_read() -> None:
    read = read_one("1. e4 e5 2. nf3 nc6 3. bb5 a6 4. bxc6 dxc6 5. o-o *")
    assert read.errors == ()
    assert read.moves == read_one("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *").moves


@pytest.mark.parametrize(
    ("tags", "date"),
    [({}, "2023.11.14"), ({"White": "A"}, "????.??.??"), ({"Date": "1851.06.21"}, "1851.06.21")],
)
def test_a_loaded_game_keeps_the_date_of_its_tags(tags: dict[str, str], date: str) -> None:
    game = GameRecord(1, 1, "chess", "A", "B", CHESS_START, (), None, "", started=1_700_000_000.0)
    assert f'[Date "{date}"]' in to_pgn(game, notes=Notes(tags, {}))
