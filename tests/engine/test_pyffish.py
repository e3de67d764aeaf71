"""The functions of pyffish: what they answer, and the same as pyffish where it is installed."""

from __future__ import annotations

import random

import pytest

import amalthea
from amalthea import pyffish
from amalthea.engine.api import Color
from helpers.sample import Sample

MATED = ["f2f3", "e7e5", "g2g4", "d8h4"]
SHUFFLED = ["g1f3", "g8f6", "f3g1", "f6g8"] * 2


def fen(variant: str) -> str:
    return pyffish.start_fen(variant)


def test_moves_and_fens_follow_the_game() -> None:
    assert "e2e4" in pyffish.legal_moves("chess", fen("chess"), [])
    after = pyffish.get_fen("chess", fen("chess"), ["e2e4"])
    assert after == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    assert pyffish.legal_moves("chess", fen("chess"), ["e2e4"]) == pyffish.legal_moves(
        "chess", after, []
    )
    sfen = pyffish.get_fen("shogi", fen("shogi"), ["c3c4"], False, True)
    assert sfen == "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2"


def test_ends_have_their_values_for_the_side_to_move() -> None:
    assert pyffish.game_result("chess", fen("chess"), MATED) == -pyffish.VALUE_MATE
    assert pyffish.game_end("chess", fen("chess"), MATED) == ("0-1", "Black wins by checkmate")
    assert pyffish.is_immediate_game_end("chess", fen("chess"), MATED)[0] is False
    assert pyffish.is_optional_game_end("chess", fen("chess"), SHUFFLED) == (True, 0)
    assert pyffish.is_optional_game_end("chess", fen("chess"), SHUFFLED[:4])[0] is False
    lone = "8/8/8/8/8/8/8/k7 w - - 0 1"
    assert pyffish.is_immediate_game_end("antichess", lone, []) == (True, pyffish.VALUE_MATE)


def test_checks_and_captures_are_recognised() -> None:
    assert pyffish.gives_check("chess", fen("chess"), MATED)
    assert not pyffish.gives_check("chess", fen("chess"), [])
    en_passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    assert pyffish.is_capture("chess", en_passant, [], "e5d6")
    assert not pyffish.is_capture("chess", en_passant, [], "e5e6")
    castling = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    assert not pyffish.is_capture("chess", castling, [], "e1h1", True)


@pytest.mark.parametrize(
    ("variant", "board", "move", "notation", "written"),
    [
        ("chess", None, "g1f3", pyffish.NOTATION_SAN, "Nf3"),
        ("chess", None, "g1f3", pyffish.NOTATION_LAN, "Ng1-f3"),
        ("chess", "7k/4P3/6K1/8/8/8/8/8 w - - 0 1", "e7e8q", pyffish.NOTATION_LAN, "e7-e8=Q#"),
        ("shogi", None, "c3c4", pyffish.NOTATION_DEFAULT, "P-76"),
        ("wolf", None, "e2e4", pyffish.NOTATION_DEFAULT, "e4"),  # its pawns are chess's
        ("shogi", None, "c3c4", pyffish.NOTATION_SHOGI_HODGES, "P-7f"),
        ("shogi", None, "c3c4", pyffish.NOTATION_SHOGI_HOSKING, "P76"),
        ("shogi", "4k4/9/9/9/9/9/9/9/4K4[G] w - - 0 1", "G@e5", 3, "G'55"),
        ("shogi", "4k4/9/9/9/9/3G1G3/9/9/4K4[] w - - 0 1", "d4e4", 4, "G6f-5f"),
        ("shogi", "4k4/9/9/9/3p5/3G1G3/9/9/4K4[] w - - 0 1", "d4d5", 5, "Gx65"),
        ("shogi", "k8/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "e7e8+", 5, "P-52+"),
        ("shogi", "k8/9/4P4/9/9/9/9/9/4K4[] w - - 0 1", "e7e8", 5, "P-52="),
        ("xiangqi", None, "h3e3", pyffish.NOTATION_XIANGQI_WXF, "C2=5"),
        ("xiangqi", None, "h1g3", pyffish.NOTATION_XIANGQI_WXF, "H2+3"),
        ("xiangqi", None, "h1g3", pyffish.NOTATION_JANGGI, "H08-87"),
        ("xiangqi", "3k5/9/9/9/9/4N4/9/4N4/9/4K4 w - - 0 1", "e5g6", 7, "H++3"),
        ("xiangqi", "3k5/9/9/9/9/4N4/9/4N4/9/4K4 w - - 0 1", "e3g2", 7, "H--3"),
        ("makruk", None, "b1d2", pyffish.NOTATION_THAI_SAN, "ม-ง๒"),
        ("makruk", None, "e3e4", pyffish.NOTATION_THAI_SAN, "จ๔"),
        ("makruk", None, "e3e4", pyffish.NOTATION_THAI_LAN, "บ จ๓-จ๔"),
        ("makruk", "8/8/8/4k3/8/2M5/1K1S4/R1R5 w - - 0 1", "a1b1", 8, "รก-ข๑"),
        ("makruk", "8/8/8/4k3/8/2M5/1K1S4/R1R5 w - - 0 1", "c3d4", 9, "ม็ ค๓-ง๔+"),
        ("sittuyin", None, "S@d2", pyffish.NOTATION_THAI_SAN, "ค@ง๒"),
        ("sittuyin", None, "S@d2", pyffish.NOTATION_THAI_LAN, "ค @ง๒"),
        ("ai-wok", None, "e1g2", pyffish.NOTATION_THAI_SAN, "ว-ช๒"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", 8, "O-O"),
        ("xiangqi", "3k5/9/4P4/4P4/4P4/9/9/9/9/4K4 w - - 0 1", "e7d7", 7, "25=6"),
    ],
)
def test_moves_are_written_in_notations_of_shogi_xiangqi_and_makruk(
    variant: str, board: str | None, move: str, notation: int, written: str
) -> None:
    assert pyffish.get_san(variant, board or fen(variant), move, False, notation) == written


def test_fens_are_checked_with_reasons() -> None:
    assert pyffish.validate_fen(fen("gast"), "gast") == pyffish.FEN_OK
    assert pyffish.validate_fen("", "chess") == pyffish.FEN_EMPTY
    wrong = "4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1"
    assert pyffish.validate_fen(wrong, "chess") == pyffish.FEN_INVALID
    assert "left out" in " ".join(pyffish.fen_errors(wrong, "chess"))


@pytest.mark.parametrize(
    ("variant", "written"),
    [
        ("crazyhouse", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/ w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"),
        ("makpong", "8/8/8/4k2K/5m~2/4m~3/8/8 w - 128 8 58"),
        ("seirawan", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[hEHe] w KQBCDFGkqbcdfg - 0 1"),
    ],
)
def test_other_ways_to_write_a_fen_are_valid(variant: str, written: str) -> None:
    assert pyffish.validate_fen(written, variant) == pyffish.FEN_OK


@pytest.mark.parametrize(
    "wrong",
    [
        "rnbqkbnr/ppp2ppp/4p3/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq  0 3",
        "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 a",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3 0 1",
    ],
)
def test_what_is_left_out_or_missing_makes_a_fen_invalid(wrong: str) -> None:
    assert pyffish.validate_fen(wrong, "chess") == pyffish.FEN_INVALID


@pytest.mark.parametrize(
    ("variant", "board", "material"),
    [
        ("atomic", "8/8/8/8/3K4/8/3k4/8 b - - 0 1", (True, True)),
        ("atomic", "k7/p7/8/8/8/8/8/K7 w - - 0 1", (True, False)),
        ("3check", "k7/n7/8/8/8/8/8/K7 w - - 1+2 0 1", (True, False)),
        ("placement", "k7/8/8/8/8/8/8/K7[] w - - 0 1", (True, True)),
        ("seirawan", "k7/8/8/8/8/8/8/4K3[E] w E - 0 1", (False, True)),
        ("sittuyin", "k7/8/8/8/8/8/8/KS6[] w - - 0 1", (False, True)),
        ("makpong", "k7/n7/8/8/8/8/8/K7 w - - 0 1", (True, False)),
        ("crazyhouse", "k7/8/8/8/8/8/8/K7[] w - - 0 1", (False, False)),
        ("kingofthehill", "k7/8/8/8/8/8/8/K7 w - - 0 1", (False, False)),
        ("coregal", "k7/q7/8/8/8/8/8/KQ6 w - - 0 1", (False, False)),
    ],
)
def test_a_bare_king_cannot_win_where_kings_neither_mate_nor_check(
    variant: str, board: str, material: tuple[bool, bool]
) -> None:
    assert pyffish.has_insufficient_material(variant, board, []) == material


def test_every_fen_that_is_written_is_valid(sample: Sample) -> None:
    dice = random.Random(45)
    names = pyffish.variants()
    for name in dice.sample(names, sample(8, len(names))):
        start, moves = fen(name), list[str]()
        for _ in range(sample(30, 200)):
            written = pyffish.get_fen(name, start, moves)
            assert pyffish.validate_fen(written, name) == pyffish.FEN_OK
            assert not pyffish.fen_errors(written, name)
            if pyffish.game_end(name, start, moves)[0] != "*":
                break
            moves.append(dice.choice(pyffish.legal_moves(name, start, moves)))


def test_games_are_read_from_a_text() -> None:
    pyffish.load_variant_config("[bare-kings:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - - 0 1\n")
    assert "bare-kings" in pyffish.variants()
    assert fen("bare-kings") == "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    pyffish.load_variant_config("[bare-kings:chess]\nstartFen = 4k3/8/8/8/8/8/8/3QK3 w - - 0 1\n")
    assert fen("bare-kings") == "4k3/8/8/8/8/8/8/3QK3 w - - 0 1"


def test_errors_of_a_text_are_reported_and_shipped_games_stay(
    capfd: pytest.CaptureFixture[str],
) -> None:
    start = fen("shogi")
    pyffish.load_variant_config("[shogi:chess]\n[bad:chess]\nmaxFile = 99\n")
    assert fen("shogi") == start
    first, second = capfd.readouterr().err.splitlines()
    assert "maxFile" in first
    assert "[shogi] is the name of a game that comes with the engine" in second


@pytest.mark.parametrize(
    "call",
    [
        lambda: pyffish.legal_moves("nope", fen("chess"), []),
        lambda: pyffish.legal_moves("chess", "8/8 w", []),
        lambda: pyffish.legal_moves("chess", fen("chess"), ["e2e5"]),
        lambda: pyffish.get_san("chess", fen("chess"), "e2e5"),
        lambda: pyffish.get_san("chess", fen("chess"), "e2e4", False, 99),
        lambda: pyffish.start_fen("nope"),
        lambda: pyffish.set_option("nope", 1),
        lambda: pyffish.is_capture("chess", fen("chess"), [], "e2e5"),
    ],
)
def test_a_wrong_argument_is_a_value_error(call: object) -> None:
    with pytest.raises(pyffish.error):
        call()  # type: ignore[operator]
    assert pyffish.legal_moves("chess", fen("chess"), [])


def test_material_of_chess_agrees_with_python_chess(sample: Sample) -> None:
    """A minor piece cannot mate a king with rooks and queens, either: this library is not sure."""
    import chess

    dice = random.Random(45)
    for _ in range(sample(300, 5_000)):
        board = chess.Board.empty()
        squares = dice.sample(chess.SQUARES, 5)
        for square, symbol in zip(
            squares, "Kk" + "".join(dice.choices("NnBbPpRQ ", k=3)), strict=True
        ):
            if symbol != " ":
                board.set_piece_at(square, chess.Piece.from_symbol(symbol))
        found = pyffish.validate_fen(board.fen(), "chess")
        if found != pyffish.FEN_OK:
            continue
        position = amalthea.Position("chess", board.fen())
        for color, side in ((Color.WHITE, chess.WHITE), (Color.BLACK, chess.BLACK)):
            expected = board.has_insufficient_material(side)
            if expected and board.queens | board.rooks:
                continue
            assert position.has_insufficient_material(color) == expected, board.fen()


@pytest.mark.parametrize(
    ("variant", "board", "moves", "started", "counts"),
    [
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - - 0 1", 2, 0, "128 1"),
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - - 0 1", 2, -1, "128 0"),
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - - 0 1", 2, 1, "128 2"),
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - - 0 1", 2, 10, "128 0"),
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - 128 129 50", 0, 0, "128 129"),
        ("makruk", "3k4/3m4/8/8/4K3/8/8/3NR3 w - 128 129 50", 0, 90, "128 9"),
        ("makruk", "3k4/8/8/8/4K3/8/8/3NR3 w - 32 10 50", 0, 90, "32 10"),
        ("cambodian", "3k4/8/8/8/4K3/8/8/3NR3 w DEde 30 10 200", 0, 280, "126 119"),
        ("cambodian", "3k4/8/8/8/4K3/8/8/3NR3 w DEde 30 10 200", 0, 300, "30 10"),
        ("chess", "4k3/8/8/8/8/8/8/4K2R w - - 5 20", 0, 3, "- 5"),
    ],
)
def test_few_pieces_are_counted_from_the_ply_at_which_that_began(
    variant: str, board: str, moves: int, started: int, counts: str
) -> None:
    """The values are those of pyffish."""
    line = ["e1e2", "d8c8"][:moves]
    found = pyffish.get_fen(variant, board, line, False, False, False, started)
    assert " ".join(found.split()[3:5]) == counts
    limit, count = counts.split()
    is_counted_out = limit != "-" and int(count) > int(limit)
    ended = pyffish.is_optional_game_end(variant, board, line, False, started)
    assert ended == (is_counted_out, 0)
    assert pyffish.is_immediate_game_end(variant, board, line)[0] is False


def test_pyffish_agrees_where_it_is_installed(sample: Sample) -> None:
    peer = pytest.importorskip("pyffish")
    from benchmarks.library import Comparison, shared

    comparison = Comparison(peer)
    names = shared(peer.variants())
    for name in random.Random(45).sample(names, sample(4, len(names))):
        comparison.play(name, 40, random.Random(name))
    calls = {call for call, _ in comparison.differences} - {"get_san", "get_san_moves"}
    assert not calls, comparison.examples


@pytest.mark.parametrize("variant", ["chess", "3check", "makruk", "gess", "gochess", "crazyhouse"])
def test_no_game_ends_by_a_claim_at_its_start(variant: str) -> None:
    assert pyffish.is_optional_game_end(variant, fen(variant), []) == (False, 0)
