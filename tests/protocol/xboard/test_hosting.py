"""Games that XBoard does not know: how they are described to it, and what it shows."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

import amalthea
from amalthea.engine import variant_files, variants
from amalthea.engine.core.color import Color
from amalthea.engine.search.reports import BestMove
from amalthea.protocol.xboard.hosting import unshowable
from amalthea.protocol.xboard.picture import Picture
from amalthea.protocol.xboard.play import Play
from amalthea.protocol.xboard.squares import PASS, Squares
from helpers.sample import one_in
from helpers.xboard_talk import CecpTalk

HOSTED = ("gast", "gast14")
START = "rngabqkbagnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQKBAGNR"
IN_PASSING = "6k5/5p6/12/12/12/6P5/3P8/12/12/12/12/6K5 b - - 0 1"
FILE = """\
[tiny:chess]
maxFile = 6
maxRank = 6
startFen = rnqknr/pppppp/6/6/PPPPPP/RNQKNR w - - 0 1
doubleStep = false
castling = false
promotionRegionWhite = *6
promotionRegionBlack = *1
"""


def play(name: str, fen: str | None = None) -> Play:
    variant = variants.get(name)
    return Play(variant, fen or variant.start_fen(1), chess960=False, shown=True)


def test_gast_is_described_to_xboard(talk: CecpTalk) -> None:
    lines = talk.say("variant gast")
    assert lines[0] == f"setup (PNBRQ..GAKpnbrq..gak) 12x12+0_fairy {START} w - - 0 1"
    assert lines[1:] == [
        "piece P& fmR2fcB2ifmR4",
        "piece N& NCA",
        "piece B& B",
        "piece R& R",
        "piece G& BNCA",
        "piece A& RNCA",
        "piece Q& Q",
        "piece K& K",
    ]


def test_orthodox_chess_is_left_to_xboards_rules(talk: CecpTalk) -> None:
    assert talk.say("variant normal") == []


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("gess", "its stones have no moves of their own"),
        ("ganymede", "pieces cover two squares"),
        ("shogi", "pieces have promoted forms"),
        ("capahouse", "promoted pieces become pawns again when captured"),
    ],
)
def test_a_game_that_xboard_cannot_show_is_refused_with_the_reason(
    talk: CecpTalk, name: str, why: str
) -> None:
    (line,) = talk.say(f"variant {name}")
    assert line.startswith(f"tellusererror {name} cannot be shown here: {why}. Play it with")


@pytest.mark.parametrize(
    ("files", "ranks", "more", "fits"),
    [
        (16, 15, "", True),
        (16, 16, "", False),
        (12, 15, "pieceDrops = true\n", True),
        (13, 15, "pieceDrops = true\n", False),  # the holdings take four files
    ],
)
def test_boards_up_to_xboards_size_are_shown(
    tmp_path: Path, files: int, ranks: int, more: str, fits: bool
) -> None:
    rows = "/".join([f"k{files - 1}", *[str(files)] * (ranks - 2), f"K{files - 1}"])
    text = f"[wide]\nmaxFile = {files}\nmaxRank = {ranks}\nking = k\nrook = r\n{more}"
    path = tmp_path / "wide.ini"
    path.write_text(f"{text}startFen = {rows} w - - 0 1\n")
    (wide,) = variant_files.load(str(path))
    assert unshowable(wide) == (None if fits else f"its board is {files}x{ranks}")


def test_a_game_with_apostrophes_in_piece_letters_cannot_be_shown(tmp_path: Path) -> None:
    path = tmp_path / "odd.ini"
    text = "[odd]\nmaxFile = 5\nmaxRank = 5\nking = k\ncustomPiece1 = n':N\n"
    path.write_text(f"{text}startFen = k4/5/5/5/n'3K w - - 0 1\n")
    (odd,) = variant_files.load(str(path))
    assert unshowable(odd) == "letters of its pieces have apostrophes"


def test_xboard_is_not_offered_games_whose_moves_block_squares() -> None:
    assert unshowable(variants.get("duck")) == "its moves block squares"


def test_xboard_is_not_offered_games_whose_pieces_wait_behind_others() -> None:
    assert unshowable(variants.get("musketeer")) == "its pieces wait behind others"


def test_games_of_a_file_are_offered_and_described(talk: CecpTalk, tmp_path: Path) -> None:
    path = tmp_path / "games.ini"
    path.write_text(FILE)
    lines = talk.say(f"option VariantPath={path}")
    assert lines[-1].endswith(',tiny"')
    assert talk.say("variant tiny")[0].startswith("setup (PNBRQKpnbrqk) 6x6+0_fairy rnqknr/")


def test_holdings_are_shown_for_pieces_to_be_placed(talk: CecpTalk) -> None:
    talk.say("option Seed=3")
    setup, *pieces = talk.say("variant gochess")
    gap = "." * 30  # XBoard would promote a pawn at its own place in the row
    assert f"(.NBRQ{gap}PK.nbrq{gap}pk) 10x10+6_crazyhouse " in setup
    assert "[PPPPPPPPBBRRNNQKppppppppbbrrnnqk] w - - 0 1" in setup
    assert "piece P& mWcF" in pieces


def test_pieces_of_other_games_have_pictures_that_people_know(talk: CecpTalk) -> None:
    advisor, elephant, cannon, soldier = 5, 6, 11, 35
    row = talk.say("variant xiangqi")[0].split()[1].strip("()")
    assert [row[at] for at in (advisor, elephant, cannon, soldier)] == ["A", "B", "C", "P"]


def test_no_piece_is_shown_as_a_king_where_none_is_royal(talk: CecpTalk) -> None:
    row = talk.say("variant breakthrough")[0].split()[1].strip("()")
    assert row[len(row) // 2 - 1] == row[-1] == "."


def test_holdings_are_shown_for_captured_pieces_that_are_dropped(talk: CecpTalk) -> None:
    assert " 8x8+5_crazyhouse " in talk.say("variant chessgi")[0]
    assert talk.say("variant crazyhouse") == []  # XBoard's own


def test_a_game_named_like_one_of_xboards_is_described_by_its_own_rules(
    talk: CecpTalk, tmp_path: Path
) -> None:
    path = tmp_path / "house.ini"
    text = "pieceDrops = true\ncapturesToHand = true\ndropLoop = true\n"
    path.write_text(f"[crazyhouse:chess]\n{text}")
    assert talk.say("variant crazyhouse") == []
    talk.say(f"option VariantPath={path}")
    assert " 8x8+5_crazyhouse " in talk.say("variant crazyhouse")[0]


@pytest.mark.parametrize("name", ["chessgi", "crazyhouse"])
def test_setboard_reads_the_pieces_in_hand(talk: CecpTalk, name: str) -> None:
    talk.say(f"variant {name}", "force")
    board = "rnb1kbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR"
    assert talk.say(f"setboard {board}[QQp] w KQkq - 0 3", "usermove Q@d8") == []
    assert talk.front._play.fens[-1].startswith(f"rnbQk{board[5:]}[Qp] b ")
    assert talk.say(f"setboard {board}[-] w KQkq - 0 3") == []
    assert "Illegal" in talk.say("usermove Q@d8")[0]


def test_setboard_compares_the_pieces_in_hand(talk: CecpTalk) -> None:
    talk.say("variant chessgi", "force", "usermove e2e4", "usermove d7d5", "usermove e4d5")
    board = talk.front._play.fens[-1].split("[")[0]
    assert talk.say(f"setboard {board}[PN] b KQkq - 0 2", "usermove d8d5", "usermove N@e4") == []


def test_a_random_board_stays_until_a_move_is_played(talk: CecpTalk) -> None:
    """XBoard asks twice, and keeps the first answer."""
    first = talk.say("variant gochess")
    assert talk.say("new", "variant gochess") == first
    talk.say("force", f"usermove {talk.front._play.plain_text(talk.front._play.legal()[0])}")
    assert talk.say("new", "variant gochess") != first


def test_ten_ranks_are_numbered_from_0() -> None:
    squares = Squares(10)
    assert squares.name((0, 0)) == "a0"
    assert squares.square("j9") == (9, 9)
    assert Squares(12).name((0, 11)) == "a12"


# What XBoard shows.


def test_castling_with_two_partners_is_entered_as_two_moves(talk: CecpTalk) -> None:
    talk.say("variant gast", "force")
    talk.say("setboard 6k5/12/12/12/12/12/12/12/12/12/12/6K1A2R w K - 0 1")
    [refused] = talk.say("usermove g1k1")
    assert "two moves" in refused
    assert talk.say("usermove g1i1", "usermove g12g11", "usermove i1k1") == []
    assert talk.front._play.position.fen().startswith("12/6k5/12/12/12/12/12/12/12/12/12/7A1RK1")


def test_the_engine_plays_another_move_than_one_that_cannot_be_shown(talk: CecpTalk) -> None:
    talk.say("variant gast", "force")
    talk.say("setboard 6k5/12/12/12/12/12/12/12/12/12/12/6K1A2R w K - 0 1", "go")
    assert talk.report(BestMove("g1k1")) == []
    assert "g1k1" not in talk.pool.job.limits.searchmoves
    assert "g1i1" in talk.pool.job.limits.searchmoves
    assert talk.report(BestMove("g1i1")) == ["move g1i1"]


def test_a_long_en_passant_capture_is_entered_as_two_moves(talk: CecpTalk) -> None:
    talk.say("variant gast", "force", f"setboard {IN_PASSING}", "usermove f11f7")
    game = talk.front._play
    assert game.text("d6f8") == "d6f7,f7f8"
    assert game.text("g7f8") == "g7f8"
    [refused] = talk.say("usermove d6f8")
    assert "d6f7,f7f8" in refused
    assert talk.say("lift d6")[0].split("/")[5] == "3Y1C6"
    assert talk.say("put f7", "lift f7")[0].split("/")[4] == "5Y6"
    assert talk.say("usermove d6f7,f7f8") == []
    assert game.position.fen().startswith("6k5/12/12/12/5P6/6P5/12/")


@pytest.mark.parametrize("name", one_in(2, HOSTED))
def test_xboard_shows_every_move_of_random_games_correctly(name: str) -> None:
    """Castlings with two partners are left out; XBoard never gets one."""
    dice = random.Random(5)
    for _ in range(3):
        game = play(name)
        start = game.position.tokens()
        board = Picture(game.variant.files, game.variant.ranks, "P", "K", start)
        while game.status.state == "ongoing" and len(game.moves) < 150:
            legal = game.legal()
            found = ((move, game.text(move)) for move in dice.sample(legal, len(legal)))
            move, text = next(each for each in found if each[1] or each[0][0] != "g")
            assert text, move
            read = game.squares.read(text)
            assert read
            board = board.after(read, game.turn is Color.WHITE)
            game.play(move)
            assert board.pieces == game.position.tokens()


def test_a_pawn_that_does_not_promote_on_the_last_rank_is_not_shown() -> None:
    """XBoard would make it a queen."""
    board = Picture(8, 8, "P", "K", {(0, 6): "P"})
    move = Squares(8).read("a7a8")
    assert move
    assert board.after(move, white=True).pieces != {(0, 7): "P"}
    assert Picture(8, 8, "", "K", {(0, 6): "P"}).after(move, white=True).pieces == {(0, 7): "P"}


# Placing in turns.


def test_pieces_are_placed_in_turns_without_clashes() -> None:
    dice = random.Random(2)
    game = play("gochess")
    while game.choosing:
        assert game.turn == "w"
        game.play(dice.choice(game.legal()))
        assert game.turn == "b"
        clash = game.moves[-1].lower()
        assert clash not in game.legal()
        game.play(dice.choice(game.legal()))
    assert len(game.moves) == 32
    game.take_back(32)
    assert game.half is None
    assert game.position.fen() == game.fen


def black_begins() -> Play:
    """Return a game of pieces that are placed, where Black moves first."""
    for seed in range(20):
        dice = random.Random(seed)
        game = play("gochess")
        while game.choosing:
            game.play(dice.choice(game.legal()))
        if game.position.turn == "b":
            return game
    raise AssertionError("White always begins")


def test_a_pass_begins_a_game_in_which_black_begins() -> None:
    game = black_begins()
    assert game.passes
    assert game.legal() == [PASS]
    assert game.find("@@@@") == PASS
    game.play(PASS)
    assert game.turn == "b"
    assert not game.passes


def test_a_setboard_with_the_other_side_to_move_is_a_pass(talk: CecpTalk) -> None:
    talk.say("variant gochess", "force")
    game = talk.front._play = black_begins()
    board = game.position.fen().split(" ")[0]
    assert talk.say("playother", f"setboard {board}[-] b - - 0 17") == []
    assert talk.front._play is game
    assert game.moves[-1] == PASS
    assert talk.pool.searching


def test_drops_are_read(talk: CecpTalk) -> None:
    talk.say("option Seed=3", "variant gochess", "force")
    square = amalthea.new_game("gochess", talk.front._play.fen).position.choices("w")[0]
    assert square == "P@a1"
    assert talk.say("usermove P@a0") == []
    assert talk.say("usermove p@a0")[0].startswith("Illegal move")
    assert talk.say("usermove P@b0") == []
    assert talk.front._play.half is None


# Moves by the mouse.


def test_legal_squares_are_marked(talk: CecpTalk) -> None:
    talk.say("variant gast", "force")
    marked = talk.say("lift f2")
    assert marked == ["highlight 12/12/12/12/12/12/5Y6/5Y6/5Y6/5Y6/12/12"]
    assert talk.say("put f4", "lift f11") == ["highlight 12/12/12/12/12/12/12/12/12/12/12/12"]


def test_squares_to_drop_on_are_marked(talk: CecpTalk) -> None:
    talk.say("variant chessgi", "force", "usermove e2e4", "usermove d7d5", "usermove e4d5")
    talk.say("usermove d8d5")
    board = talk.front._play.fens[-1].split("[")[0].split("/")
    empty = [re.sub(r"\d", lambda run: "Y" * int(run[0]), rank) for rank in board]
    free = [re.sub(r"[^Y]+", lambda run: str(len(run[0])), rank) for rank in empty]
    free[0] = "8"  # where a pawn would promote
    assert talk.say("lift j1") == [f"highlight {'/'.join(free)}"]
    assert talk.say("put j1", "usermove P@e4") == []
    assert talk.say("lift _8")[0].count("Y") == sum(rank.count("Y") for rank in empty[:-1]) - 1
    assert (
        talk.say("lift _7", "lift j1") == ["highlight 8/8/8/8/8/8/8/8"] * 2
    )  # no knight; not the side to move


def test_squares_to_place_pieces_on_are_marked(talk: CecpTalk) -> None:
    talk.say("option Seed=3", "variant gochess", "force")
    marked = talk.say("lift l4")  # the pawn, fifth of the knight, the bishop, ...
    assert marked[0].count("Y") == len(talk.front._play.legal())
    assert talk.say("lift l0") == ["highlight 10/10/10/10/10/10/10/10/10/10"]


def test_promotions_are_offered_for_a_choice(talk: CecpTalk) -> None:
    talk.say("variant gast", "force")
    talk.say("setboard 6k5/P11/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1")
    assert talk.say("lift a11") == ["highlight M11/12/12/12/12/12/12/12/12/12/12/12"]
    assert talk.say("put a12") == ["choice QRBNGA"]
    assert talk.say("usermove a11a12g") == []
