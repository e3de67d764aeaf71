"""The play phase of Go-Chess, rule by rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from helpers.played_games import PlayedGame, field, goals, placement
from reference.common import Fault, square_named
from reference.gochess import BLOCK, GoChessPosition

Start = Callable[[str, str], PlayedGame]
TOP_RANK = "a10 b10 c10 d10 e10 f10 g10 h10 i10 j10"
BOTTOM_RANK = "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1"
BLACK = "b - - 0 1"


def gochess(pieces: str, rest: str = "w - - 0 1", blocks: str = TOP_RANK) -> str:
    """Return the FEN of pieces named as in "Kg1 pa9" on a board with these squares blocked."""
    board = dict.fromkeys(map(square_named, blocks.split()), BLOCK)
    board |= {square_named(piece[1:]): piece[0] for piece in pieces.split()}
    return f"{GoChessPosition(board, 'w', frozenset(), None, 0, 1).placement()} {rest}"


# Pawns.


@pytest.mark.parametrize(("pawn", "rest"), [("P", "w - - 0 1"), ("p", BLACK)])
def test_a_pawn_moves_one_square_in_four_directions(start: Start, pawn: str, rest: str) -> None:
    played = start("gochess", gochess(f"Ka1 kj9 {pawn}e5", rest))
    assert goals(played, "e5") == {"e6", "e4", "d5", "f5"}


@pytest.mark.parametrize(
    ("pawn", "others", "rest"),
    [("P", "nd4 nd6 nf4 nf6", "w - - 0 1"), ("p", "Nd4 Nd6 Nf4 Nf6", BLACK)],
)
def test_a_pawn_captures_in_all_four_diagonal_directions(
    start: Start, pawn: str, others: str, rest: str
) -> None:
    played = start("gochess", gochess(f"Ka1 kj9 {pawn}e5 {others}", rest))
    assert goals(played, "e5") == {"e6", "e4", "d5", "f5", "d4", "d6", "f4", "f6"}


@pytest.mark.parametrize("goal", ["d4", "d6", "f4", "f6"])
def test_a_diagonal_capture_takes_the_piece(start: Start, goal: str) -> None:
    played = start("gochess", gochess(f"Ka1 kj9 Pe5 b{goal}")).play(f"e5{goal}")
    assert played.fen() == gochess(f"Ka1 kj9 P{goal}", BLACK)


def test_a_pawn_neither_captures_straight_nor_moves_diagonally(start: Start) -> None:
    played = start("gochess", gochess("Ka1 kj9 Pe5 ne6 nd5 Pf5"))
    assert goals(played, "e5") == {"e4"}


def test_a_pawn_captures_no_own_piece_and_no_block(start: Start) -> None:
    played = start("gochess", gochess("Ka1 kj8 Pe9 Nd8"))
    assert goals(played, "e9") == {"d9", "f9", "e8"}


@pytest.mark.parametrize("rank", range(1, 11))
@pytest.mark.parametrize(("pawn", "turn"), [("P", "w"), ("p", "b")])
def test_a_pawn_promotes_on_no_rank(start: Start, pawn: str, turn: str, rank: int) -> None:
    blocks = "a4 a5 a6 a7 j4 j5 j6 j7 b5 i5"
    played = start("gochess", gochess(f"Ka1 kj9 {pawn}d{rank}", f"{turn} - - 0 1", blocks))
    assert goals(played, f"d{rank}") >= {f"c{rank}", f"e{rank}"}
    played.play(f"d{rank}e{rank}")
    opposite = "b" if turn == "w" else "w"
    fullmove = 1 if turn == "w" else 2
    rest = f"{opposite} - - 1 {fullmove}"
    assert played.fen() == gochess(f"Ka1 kj9 {pawn}e{rank}", rest, blocks)


@pytest.mark.parametrize(
    ("pawn", "rest", "move"), [("Pd9", "w - - 0 1", "d9d10"), ("pd2", BLACK, "d2d1")]
)
def test_the_step_onto_the_last_rank_is_a_plain_move(
    start: Start, pawn: str, rest: str, move: str
) -> None:
    blocks = "a4 a5 a6 a7 j4 j5 j6 j7 b5 i5"
    played = start("gochess", gochess(f"Ka3 kj9 {pawn}", rest, blocks))
    assert [text for text in played.legal_moves() if text.startswith(move)] == [move]


@pytest.mark.parametrize("corner", ["a1", "j1", "a10", "j10"])
def test_pawns_may_stand_in_the_corners(start: Start, corner: str) -> None:
    blocks = "a4 a5 a6 a7 j4 j5 j6 j7 b5 i5"
    assert len(goals(start("gochess", gochess(f"Kd3 kf8 P{corner}", blocks=blocks)), corner)) == 2


@pytest.mark.parametrize("square", ["d4", "d6", "f4", "f6"])
def test_a_pawn_gives_check_in_all_four_diagonal_directions(start: Start, square: str) -> None:
    assert start("gochess", gochess(f"Ke5 kj9 p{square}")).in_check()
    assert start("gochess", gochess(f"ke5 Kj9 P{square}", BLACK)).in_check()


@pytest.mark.parametrize("square", ["e4", "e6", "d5", "f5", "c3", "g7"])
def test_a_pawn_gives_no_other_check(start: Start, square: str) -> None:
    assert not start("gochess", gochess(f"Ke5 kj9 p{square}")).in_check()


# Blocked squares.


@pytest.mark.parametrize(
    ("piece", "reached"),
    [
        ("R", "e6 e4 e3 d5 f5 g5 h5"),
        ("B", "d6 c7 f6 d4 f4 g3 h2"),
        ("Q", "e6 e4 e3 d5 f5 g5 h5 d6 c7 f6 d4 f4 g3 h2"),
    ],
)
def test_riders_stop_before_blocked_squares(start: Start, piece: str, reached: str) -> None:
    blocks = "e7 e2 c5 i5 b8 g7 c3 i1 a10 j10"
    played = start("gochess", gochess(f"Kj7 ka9 {piece}e5", blocks=blocks))
    assert goals(played, "e5") == set(reached.split())


def test_knights_leap_over_blocked_squares_but_not_onto_them(start: Start) -> None:
    around = "d4 d5 d6 e4 e6 f4 f5 f6"
    played = start("gochess", gochess("Ka1 kj9 Ne5", blocks=f"{around} c4 g6"))
    assert goals(played, "e5") == {"c6", "d3", "d7", "f3", "f7", "g4"}


def test_neither_king_nor_pawn_enters_a_blocked_square(start: Start) -> None:
    blocks = "a2 b2 d5 e6 f6 d4 i1 i2 i3 i4"
    played = start("gochess", gochess("Ka1 kj9 Pe5", blocks=blocks))
    assert goals(played, "a1") == {"b1"}
    assert goals(played, "e5") == {"f5", "e4"}


def test_a_blocked_square_stops_check_and_pin(start: Start) -> None:
    blocks = "e4 g10 f10 h10 i10 j10 a10 b10 c10 d10"
    played = start("gochess", gochess("Ke1 ka9 re8 Ne2", blocks=blocks))
    assert not played.in_check()
    assert goals(played, "e2") == {"c1", "c3", "d4", "f4", "g1", "g3"}


def test_blocked_squares_are_written_as_they_were_read(start: Start) -> None:
    fen = gochess("Ka1 kj9", blocks="a10 b10 d10 j10 c7 d7 h3 i3 f1 j1")
    assert fen == "**1*5*/9k/10/2**6/10/10/10/7**1/10/K4*3* w - - 0 1"
    assert start("gochess", fen).fen() == fen


def test_blocked_squares_stay_where_they_are(start: Start) -> None:
    played = start("gochess", gochess("Ka1 kj9 Pe5 nd6", blocks=BOTTOM_RANK.replace("a1", "a10")))
    played.play("e5d6 j9j8 d6d7 j8j9")
    assert placement(played) == ["*9", "9k", "10", "3P6", *["10"] * 5, "K*********"]


# Nothing else of orthodox chess.


def test_there_is_no_castling(start: Start) -> None:
    played = start("gochess", gochess("Ke1 Ra1 Rj1 kd9"))
    assert goals(played, "e1") == {"d1", "d2", "e2", "f2", "f1"}


REFUSED = {
    "no blocked square": gochess("Ka1 kj9", blocks=""),
    "nine blocked squares": gochess("Ka1 kj10"),
    "eleven blocked squares": gochess("Ka1 kj9", blocks=f"{TOP_RANK} e5"),
    "a right": gochess("Ke1 Rj1 kj9", "w J - 0 1"),
    "an orthodox right": gochess("Ke1 Rj1 kj9", "w K - 0 1"),
    "no white king": gochess("kj9"),
    "no black king": gochess("Ka1"),
    "two white kings": gochess("Ka1 Ka3 kj9"),
    "side not to move in check": gochess("Ka1 kj9 Rj2"),
    "side not to move in check by a pawn behind it": gochess("Ka1 ke5 Pd6"),
    "kings side by side": gochess("Ke4 ke5"),
    "both sides to move, nothing to be placed": gochess("Ka1 kj9", "- - - 0 1"),
    "brackets in the play phase": gochess("Ka1 kj9").replace(" w", "[Kk] w"),
    "empty brackets": gochess("Ka1 kj9").replace(" w", "[] w"),
    "another game's piece": gochess("Ka1 kj9 Ge5"),
    "a promoted piece": gochess("Ka1 kj9").replace("9k", "8+Pk"),
    "a rank too long": gochess("Ka1 kj9").replace("9k", "10k"),
    "nine ranks": gochess("Ka1 kj9").replace("10/", "", 1),
    "eight ranks of eight": "4k3/8/8/8/8/8/8/4K3 w - - 0 1",
}


@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_in_one_line(fen: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position("gochess", fen)
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(Fault):
        GoChessPosition.from_fen(fen)


@pytest.mark.parametrize("pieces", ["Ka1 kj9 pe5", "Ka1 kj9"])
def test_a_target_of_en_passant_is_left_out(pieces: str) -> None:
    position = new_position("gochess", gochess(pieces, "w - e6 0 1"))
    assert position.fen() == new_position("gochess", gochess(pieces)).fen()
    assert len(position.remarks) == 1


# The end.


CAGE = "a2 b2 c10 d10 e10 f10 g10 h10 i10 j10"  # a king on a1 can go to b1 only


def test_checkmate_with_the_help_of_blocks(start: Start) -> None:
    played = start("gochess", gochess("ka1 Kj9 Rf5", blocks=CAGE))
    assert played.play("f5f1").status() == "win w checkmate"


def test_stalemate_against_blocks(start: Start) -> None:
    played = start("gochess", gochess("ka1 Kj9 Nd5", blocks=CAGE)).play("d5c3")
    assert played.legal_moves() == []
    assert played.status() == "draw stalemate"


def test_blocks_do_not_keep_kings_from_being_bare(start: Start) -> None:
    assert start("gochess", gochess("Kb2 rb3 kg8")).play("b2b3").status() == "draw bare"


@pytest.mark.parametrize("piece", ["N", "B", "n", "P", "p"])
def test_any_piece_beside_the_kings_plays_on(start: Start, piece: str) -> None:
    assert start("gochess", gochess(f"Kf6 kj9 {piece}d2")).status() == "ongoing"


def test_the_third_occurrence_draws(start: Start) -> None:
    played = start("gochess", gochess("Ka1 Rb1 kj9 rj7"))
    played.play("b1b2 j7i7 b2b1 i7j7 b1b2 j7i7 b2b1")
    assert played.status() == "ongoing"
    assert played.play("i7j7").status() == "draw repetition"


def test_pawns_going_to_and_fro_repeat_the_position(start: Start) -> None:
    there_and_back = "e5e6 g5f5 e6e5 f5g5 "
    played = start("gochess", gochess("Ka1 Pe5 kj9 pg5")).play(there_and_back)
    assert played.status() == "ongoing"
    assert played.play(there_and_back).status() == "draw repetition"


@pytest.mark.parametrize("first", ["g1g2", "e5e6", "e5d5", "e5e4"])
def test_a_hundred_plies_without_a_capture_draw_pawn_moves_or_not(start: Start, first: str) -> None:
    played = start("gochess", gochess("Kg1 Pe5 kj9 pj5", "w - - 98 80")).play(first)
    assert field(played, "halfmove") == "99"
    assert played.status() == "ongoing"
    assert played.play("j5j6").status() == "draw fiftymove"


@pytest.mark.parametrize("capture", ["d5d9", "e5f4", "g1g2"])
def test_a_capture_starts_the_count_anew(start: Start, capture: str) -> None:
    pieces = "Kg1 Rd5 Pe5 kj9 nd9 pf4 bg2"
    played = start("gochess", gochess(pieces, "w - - 99 80")).play(capture)
    assert field(played, "halfmove") == "0"
    assert played.status() == "ongoing"


def test_checkmate_on_the_hundredth_ply_wins(start: Start) -> None:
    played = start("gochess", gochess("ka1 Kj9 Rf5", "w - - 99 80", CAGE))
    assert played.play("f5f1").status() == "win w checkmate"
