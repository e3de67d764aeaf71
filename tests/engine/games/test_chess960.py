"""Chess960: every array and every odd castling, against python-chess and by hand."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import chess
import chess.variant
import pytest

import amalthea
from amalthea.engine import variant_files, variants
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.game_kinds import kind_of

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

ARRAYS = 960
ARRAYS_TO_DEPTH_3 = 50, ARRAYS
GAME_POSITIONS = 800, 50_000
DRAWN_BOARDS = 800, 50_000
TWO_ARRAYS = 20, 200
LONGEST_GAME = 60  # moves of each side
CASTLES = 0.7  # chance to castle where that is legal


def position_of(board: chess.Board) -> Position:
    return amalthea.new_position("chess", board.fen(), chess960=True)


def fen_of(board: chess.Board) -> str:
    return board.shredder_fen(en_passant="legal")


def legal(board: chess.Board) -> list[str]:
    return sorted(move.uci() for move in board.legal_moves)


def leaves(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in list(board.legal_moves):
        board.push(move)
        total += leaves(board, depth - 1)
        board.pop()
    return total


def array(number: int, blacks: int | None = None) -> chess.Board:
    """Return the start position of a number. blacks: the number of Black's array, if it differs."""
    board = chess.Board.from_chess960_pos(number)
    if blacks is None:
        return board
    back = chess.Board.from_chess960_pos(blacks).fen().split("/")[0]
    return chess.Board("/".join([back, *board.fen().split("/")[1:]]), chess960=True)


# Against python-chess.


@pytest.mark.parametrize("first", range(0, ARRAYS, 96))
def test_every_array_is_read_and_counted(first: int) -> None:
    for number in range(first, first + 96):
        board = array(number)
        position = position_of(board)
        assert position.fen() == fen_of(board)
        assert position.perft(2) == leaves(board, 2), board.fen()


def test_arrays_have_as_many_leaves_as_python_chess_counts(sample: Sample) -> None:
    numbers = random.Random(1).sample(range(ARRAYS), sample(*ARRAYS_TO_DEPTH_3))
    for number in numbers:
        board = array(number)
        assert position_of(board).perft(3) == leaves(board, 3), board.fen()


def test_sides_may_begin_with_different_arrays(sample: Sample) -> None:
    rng = random.Random(2)
    for _ in range(sample(*TWO_ARRAYS)):
        board = array(rng.randrange(ARRAYS), rng.randrange(ARRAYS))
        position = position_of(board)
        assert position.fen() == fen_of(board)
        assert position.perft(3) == leaves(board, 3), board.fen()


def random_game(rng: random.Random) -> Iterator[tuple[chess.Board, Position]]:
    """Yield every position of a game from a random array in which players like to castle."""
    board = array(rng.randrange(ARRAYS), rng.choice([None, rng.randrange(ARRAYS)]))
    position = position_of(board)
    while not board.is_game_over() and board.fullmove_number <= LONGEST_GAME:
        yield board, position
        moves = list(board.legal_moves)
        castlings = [move for move in moves if board.is_castling(move)]
        move = rng.choice(castlings if castlings and rng.random() < CASTLES else moves)
        board.push(move)
        position.play(move.uci())


def test_random_games_agree(sample: Sample) -> None:
    rng = random.Random(3)
    size = sample(*GAME_POSITIONS)
    tried = castled = 0
    while tried < size:
        for board, position in random_game(rng):
            assert position.fen() == fen_of(board)
            assert sorted(position.legal_moves()) == legal(board), board.fen()
            again = position_of(board)
            assert (again.fen(), again.key()) == (position.fen(), position.key())
            assert again.remarks == []
            tried += 1
        castled += sum(board.is_castling(move) for move in undone(board, position))
    assert castled > size / 200


def undone(board: chess.Board, position: Position) -> Iterator[chess.Move]:
    """Take a game back; yield each move."""
    while board.move_stack:
        move = board.pop()
        position.undo()
        assert position.fen() == fen_of(board)
        yield move


def board_data(rng: random.Random, kind_of_board: type[chess.Board]) -> chess.Board:
    """Return a king and rooks with rights on the first rank, and few other pieces, most Black's."""
    board = kind_of_board(None, chess960=True)
    left, king, right = sorted(rng.sample(range(8), 3))
    board.set_piece_at(king, chess.Piece(chess.KING, chess.WHITE))
    for rook in (left, right):
        board.set_piece_at(rook, chess.Piece(chess.ROOK, chess.WHITE))
        board.castling_rights |= chess.BB_SQUARES[rook]
    board.set_piece_at(rng.randrange(56, 64), chess.Piece(chess.KING, chess.BLACK))
    for _ in range(rng.randint(0, 6)):
        square = rng.choice([rng.randrange(8), rng.randrange(64)])
        kind = rng.choice([chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN, chess.PAWN])
        pawn_behind = kind == chess.PAWN and not 8 <= square < 56
        if not board.piece_at(square) and not pawn_behind:
            board.set_piece_at(square, chess.Piece(kind, rng.random() < 0.3))
    return board


@pytest.mark.parametrize(
    ("game", "kind_of_board"), [("chess", chess.Board), ("atomic", chess.variant.AtomicBoard)]
)
def test_drawn_boards_agree(game: str, kind_of_board: type[chess.Board], sample: Sample) -> None:
    rng = random.Random(4)
    size = sample(*DRAWN_BOARDS)
    able = tried = 0
    while tried < size:
        board = board_data(rng, kind_of_board)
        if not board.is_valid():
            continue
        position = amalthea.new_position(game, board.fen(), chess960=True)
        assert position.fen() == fen_of(board)
        assert sorted(position.legal_moves()) == legal(board), board.fen()
        able += any(map(board.is_castling, board.legal_moves))
        tried += 1
    assert size / 4 < able < size


def test_pieces_in_hand_agree() -> None:
    rng = random.Random(5)
    for number in (0, 518, 959):
        board = chess.variant.CrazyhouseBoard(array(number).fen(), chess960=True)
        position = amalthea.new_position("crazyhouse", board.fen(), chess960=True)
        for _ in range(100):
            assert sorted(position.legal_moves()) == legal(board), board.fen()
            again = amalthea.new_position("crazyhouse", board.fen(), chess960=True)
            assert sorted(again.legal_moves()) == legal(board), board.fen()
            if board.is_game_over():
                break
            move = rng.choice(list(board.legal_moves))
            board.push(move)
            position.play(move.uci())


# By hand.


@pytest.mark.parametrize(
    ("fen", "castling"),
    [
        ("7k/8/8/8/8/8/2PP4/1RK4q w Q - 0 1", "c1b1"),
        ("8/k7/8/8/8/6B1/1N6/R1K2r1R w KQ - 0 1", "c1a1"),
        ("k7/8/8/8/8/8/8/q5KR w H - 0 1", "g1h1"),
    ],
)
def test_a_king_that_explodes_does_not_castle_out_of_check_where_it_stands(
    fen: str, castling: str
) -> None:
    assert castling not in amalthea.new_position("atomic", fen, chess960=True).legal_moves()


class Case(NamedTuple):
    rank: str  # White's first
    rights: str
    castlings: dict[str, str]  # move: the first rank after it
    others: str = "8/8/8/8/8/8"  # the ranks between


CASES = {
    "the king stays": Case("6KR", "H", {"g1h1": "5RK1"}),
    "the rook stays": Case("4KR2", "F", {"e1f1": "5RK1"}),
    "both stay in file but change": Case("5KR1", "G", {"f1g1": "5RK1"}),
    "they pass each other": Case("1K5R", "H", {"b1h1": "5RK1"}),
    "the king goes outwards": Case("RK6", "A", {"b1a1": "2KR4"}),
    "the king goes where the rook stands": Case("2RK4", "C", {"d1c1": "2KR4"}),
    "the rook goes where the king stands": Case("R2K4", "A", {"d1a1": "2KR4"}),
    "the king stays on the queen's side": Case("R1K5", "A", {"c1a1": "2KR4"}),
    "either side": Case("R3K2R", "HA", {"e1a1": "2KR3R", "e1h1": "R4RK1"}),
    "the inner rook": Case("5KRR", "G", {"f1g1": "5RKR"}),
    "the rook's far way is shut": Case("RK1N4", "A", {}),
    "the king's far way is shut": Case("1K1N3R", "H", {}),
    "somebody stands on the king's goal": Case("4KRN1", "F", {}),
    "an outer rook does not mind": Case("4KR1R", "F", {"e1f1": "5RKR"}),
    "in check": Case("1K5R", "H", {}, "8/1r6/8/8/8/8"),
    "an attacked square on the king's way": Case("1K5R", "H", {}, "8/3r4/8/8/8/8"),
    "the king's goal attacked": Case("1K5R", "H", {}, "8/6r1/8/8/8/8"),
    "an attacked square on the rook's way only": Case(
        "R2K4", "A", {"d1a1": "2KR4"}, "8/1r6/8/8/8/8"
    ),
    "the rook is attacked": Case("R2K4", "A", {"d1a1": "2KR4"}, "8/r7/8/8/8/8"),
    "the rook's goal attacked": Case("6KR", "H", {"g1h1": "5RK1"}, "8/5r2/8/8/8/8"),
    "the rook shields the king's goal": Case("rR1K4", "B", {}),
    "the rook shields the king himself": Case("qRK5", "B", {}),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
def test_castlings_are_those_of_python_chess(case: Case) -> None:
    fen = f"4k3/{case.others}/{case.rank} w {case.rights} - 0 1"
    board = chess.Board(fen, chess960=True)
    position = amalthea.new_position("chess", fen, chess960=True)
    assert position.fen() == fen
    assert sorted(position.legal_moves()) == legal(board)
    assert {m.uci() for m in board.legal_moves if board.is_castling(m)} == set(case.castlings)
    for move, rank in case.castlings.items():
        position.play(move)
        assert position.fen().split()[0].split("/")[-1] == rank
        assert position.fen().split()[2] == "-"
        position.undo()
        assert position.fen() == fen


def test_castling_may_be_the_only_legal_move() -> None:
    fen = "4k1r1/8/b7/8/8/5b1p/5PBP/6KR w H - 0 1"
    position = amalthea.new_position("chess", fen, chess960=True)
    assert position.legal_moves() == ["g1h1"]
    assert position.status().state == "ongoing"


def test_castling_is_found_by_the_kings_squares_too() -> None:
    position = amalthea.new_position("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", chess960=True)
    position.play("e1g1")
    assert position.fen().startswith("4k3/8/8/8/8/8/8/5RK1 b - ")


def test_a_step_of_the_king_is_not_taken_for_castling() -> None:
    position = amalthea.new_position("chess", "4k3/8/8/8/8/8/8/5K1R w K - 0 1", chess960=True)
    position.play("f1g1")
    assert position.fen().startswith("4k3/8/8/8/8/8/8/6KR b - ")


def test_king_takes_rook_is_no_castling_of_orthodox_chess() -> None:
    position = amalthea.new_position("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(IllegalMove):
        position.play("e1h1")


# FEN.


@pytest.mark.parametrize(
    ("rights", "written"),
    [
        ("KQkq", "HBgb"),
        ("HBgb", "HBgb"),
        ("BHbg", "HBgb"),
        ("Hb", "Hb"),
        ("Kq", "Hb"),
        ("Dk", "Dg"),
        ("-", "-"),
    ],
)
def test_rights_are_read_by_side_and_file_and_written_by_file(rights: str, written: str) -> None:
    fen = f"1r3kr1/8/8/8/8/8/8/1R1RK2R w {rights} - 0 1"
    position = amalthea.new_position("chess", fen, chess960=True)
    assert position.fen().split()[2] == written
    assert position.remarks == []


@pytest.mark.parametrize(
    ("fen", "left", "remarks"),
    [
        ("4k3/8/8/8/8/8/8/1R2K3 w KQkq - 0 1", "B", 3),
        ("4k3/8/8/8/8/8/4K3/7R w K - 0 1", "-", 1),
        ("4k3/8/8/8/8/8/2K5/2R5 w C - 0 1", "-", 1),
        ("4k3/8/8/8/8/8/8/1R2K3 w EF - 0 1", "-", 2),
        ("4k3/8/8/8/8/8/8/4K2R w HH - 0 1", "H", 1),
        ("4k3/8/8/8/8/8/8/4K2R w KH - 0 1", "H", 1),
    ],
)
def test_rights_that_cannot_be_are_left_out(fen: str, left: str, remarks: int) -> None:
    position = amalthea.new_position("chess", fen, chess960=True)
    assert position.fen().split()[2] == left
    assert len(position.remarks) == remarks


@pytest.mark.parametrize("rights", ["J", "X", "é", "--"])
def test_rights_without_sense_are_refused(rights: str) -> None:
    with pytest.raises(FenError):
        amalthea.new_position("chess", f"4k3/8/8/8/8/8/8/4K2R w {rights} - 0 1", chess960=True)


def test_a_position_flipped_twice_is_the_same() -> None:
    for number in (0, 345, 518, 959):
        position = position_of(array(number, 700))
        flipped = amalthea.new_position(position.variant, position.flipped())
        assert amalthea.new_position(position.variant, flipped.flipped()).fen() == (
            position.fen().replace(" b ", " w ")
        )


# Other games.


CAPABLANCA = """[capa:chess]
maxFile = 10
archbishop = a
chancellor = c
castlingKingFile = f
castlingKingsideFile = i
castlingQueensideFile = c
startFen = rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1
"""


def test_a_wide_board_is_played_from_any_array(tmp_path: Path) -> None:
    path = tmp_path / "capa.ini"
    path.write_text(CAPABLANCA)
    (variant,) = variant_files.read(str(path)).variants
    pawns = "pppppppppp/10/10/10/10/PPPPPPPPPP"
    fen = f"1r5k1r/{pawns}/RK6R1 w KQkq - 0 1"
    position = amalthea.new_position(variant, fen, chess960=True)
    assert position.fen().split()[2] == "IAjb"
    position.play("b1i1")
    position.play("h8b8")
    assert position.fen() == f"2kr5r/{pawns}/R6RK1 w - - 2 2"


@pytest.mark.parametrize("file", "bcdefg")
def test_a_duck_moves_after_castling_from_any_file(file: str) -> None:
    empty = "abcdefgh".index(file) - 1
    rank = f"R{empty or ''}K{5 - empty or ''}R"
    fen = f"4k3/8/8/8/8/8/8/{rank} w HA - 0 1"
    position = amalthea.new_position("duck", fen, chess960=True)
    for partner, after in (("a", "2KR3R"), ("h", "R4RK1")):
        castlings = [
            move for move in position.legal_moves() if move.startswith(f"{file}1{partner}1,")
        ]
        assert len(castlings) == 64 - 4
        for move in castlings:
            position.play(move)
            ranks = position.fen().split()[0].split("/")
            assert "*" in ranks["87654321".index(move[-1])]
            assert move.endswith("1") or ranks[-1] == after
            position.undo()
            assert position.fen() == fen


def test_castling_with_one_of_several_partners_is_written_the_same_way() -> None:
    fen = "6k5/12/12/12/12/12/12/12/12/12/12/R2A2K4R w ADL - 0 1"
    position = amalthea.new_position("gast", fen, chess960=True)
    assert {"g1d1", "g1l1", "g1c1"} <= set(position.legal_moves())
    assert not {"g1e1", "g1k1"} & set(position.legal_moves())


@pytest.mark.parametrize("game", ["gess", "gochess"])
def test_games_without_castling_do_not_change(game: str) -> None:
    plain = amalthea.variants.get(game)
    fen = plain.start_fen(1)
    assert amalthea.new_position(plain, fen, chess960=True).variant == plain


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "capablanca", "3check"])
def test_arrays_at_random_have_kings_between_rooks_and_bishops_on_both_shades(name: str) -> None:
    variant = variants.get(name)
    arrays = {kind_of(variant).shuffled(variant, seed) for seed in range(100)}
    assert len(arrays) > 80
    for fen in arrays:
        position = amalthea.Position(name, fen, chess960=True)
        assert position.remarks == ()
        ranks = fen.split("[")[0].split()[0].split("/")
        array = ranks[-1]
        assert ranks[0] == array.lower()
        assert array.index("R") < array.index("K") < array.rindex("R")
        assert array.index("B") % 2 != array.rindex("B") % 2


def test_games_without_plain_castling_keep_their_array() -> None:
    for name in ("makruk", "gess", "xiangqi"):
        variant = variants.get(name)
        assert kind_of(variant).shuffled(variant, 1) == variant.start_fen(1)


def test_a_dressed_letter_on_an_earlier_rank_is_not_taken_for_the_king(tmp_path: Path) -> None:
    path = tmp_path / "dressed.ini"
    path.write_text(
        "[dressed:chess]\ncustomPiece1 = k':W\n"
        "startFen = rnbqkbnr/rppk'pppr/8/8/8/8/RPPK'PPPR/RNBQKBNR w KQkq - 0 1\n"
    )
    (variant,) = variant_files.read(str(path)).variants
    ranks = kind_of(variant).shuffled(variant, 1).split()[0].split("/")
    assert ranks[-2] == "RPPK'PPPR"
    assert ranks[-1] != "RNBQKBNR"
    assert sorted(ranks[-1]) == sorted("RNBQKBNR")
