"""Gess, rule by rule: rings, draws, FEN."""

from __future__ import annotations

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from helpers.gess_boards import (
    BLACK,
    BLACK_RING,
    GAMES,
    START,
    Start,
    bare,
    gess,
    is_on_board,
    ring,
    squares,
    stones,
)
from helpers.played_games import field, placement
from reference.common import Fault
from reference.gess import GessCvpPosition, GessPosition

# Rings and the end of the game.


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("white", "black", "turn", "status"),
    [
        ("d17", "q17", "w", "ongoing"),
        ("d17", "q17", "b", "ongoing"),
        ("d17", "", "w", "win w rings"),
        ("d17", "", "b", "win w rings"),
        ("", "q17", "w", "win b rings"),
        ("", "q17", "b", "win b rings"),
        ("", "", "w", "win w rings"),  # Black has moved last
        ("", "", "b", "win b rings"),
    ],
)
def test_side_without_a_ring_loses(
    start: Start, game: str, white: str, black: str, turn: str, status: str
) -> None:
    white_ring, black_ring = (ring(centre) if centre else "" for centre in (white, black))
    fen = bare(f"{white_ring} j10 k10", f"{black_ring} n5 o5", f"{turn} - - 0 1")
    played = start(game, fen)
    assert played.fen() == fen
    assert played.status() == status
    assert bool(played.legal_moves()) == (status == "ongoing")


@pytest.mark.parametrize("centre", ["c3", "c18", "r3", "r18", "j10", "c10", "j18"])
def test_a_ring_may_be_anywhere_on_the_board(start: Start, centre: str) -> None:
    assert start("gess", bare(ring(centre), ring("m14"))).status() == "ongoing"


@pytest.mark.parametrize("centre", ["b10", "s10", "j2", "j19", "b2", "t10", "a20"])
def test_a_ring_has_all_its_eight_stones_on_the_board(start: Start, centre: str) -> None:
    on_board = " ".join(filter(is_on_board, ring(centre).split()))
    assert start("gess", bare(on_board, ring("f5"))).status() == "win b rings"


@pytest.mark.parametrize("missing", ring("j10").split())
def test_seven_stones_are_no_ring(start: Start, missing: str) -> None:
    seven = " ".join(squares(ring("j10")) - {missing})
    assert start("gess", bare(seven, ring("f5"))).status() == "win b rings"
    assert start("gess", bare(seven, f"{ring('f5')} {missing}")).status() == "win b rings"


def test_a_stone_of_either_side_in_the_middle_makes_it_no_ring(start: Start) -> None:
    assert start("gess", bare(f"{ring('j10')} j10", ring("f5"))).status() == "win b rings"
    assert start("gess", bare(ring("j10"), f"{ring('f5')} j10")).status() == "win b rings"


def test_stones_around_a_ring_do_not_matter(start: Start) -> None:
    played = start("gess", bare(f"{ring('j10')} l10 l11", f"{ring('f5')} j12 k12"))
    assert played.status() == "ongoing"


def test_breaking_the_enemys_last_ring_wins(start: Start) -> None:
    played = start("gess", gess("q12 q13")).play("q12q15")
    assert played.status() == "win w rings"
    assert played.legal_moves() == []


def test_an_enemy_with_another_ring_plays_on(start: Start) -> None:
    played = start("gess", gess("q12 q13", ring("f5"))).play("q12q15")
    assert played.status() == "ongoing"
    assert played.legal_moves()


@pytest.mark.parametrize("move", ["c17c16", "d13d15"])
def test_breaking_the_own_last_ring_is_legal_and_loses(start: Start, move: str) -> None:
    """A part of the ring goes away; a piece stops on a part of it."""
    played = start("gess", gess("d13 d14")).play(move)
    assert played.status() == "win b rings"
    assert played.legal_moves() == []


@pytest.mark.parametrize("move", ["c17c16", "d13d15"])
def test_breaking_an_own_ring_and_keeping_another_plays_on(start: Start, move: str) -> None:
    assert start("gess", gess(f"d13 d14 {ring('f5')}")).play(move).status() == "ongoing"


def test_a_ring_that_moves_is_still_a_ring(start: Start) -> None:
    assert start("gess", gess()).play("d17c17").status() == "ongoing"
    assert start("gess", gess()).play("d17g14").status() == "ongoing"


def test_a_ring_moved_over_the_edge_is_broken(start: Start) -> None:
    assert start("gess", gess()).play("d17b17").status() == "win b rings"


@pytest.mark.parametrize(
    ("turn", "status"), [("w", "win b rings"), ("b", "win w rings")], ids=["White", "Black"]
)
def test_breaking_both_last_rings_loses(start: Start, turn: str, status: str) -> None:
    """A piece goes between two rings and stops on both."""
    mover, other = f"{ring('h10')} j5 j6", ring("l10")
    white, black = (mover, other) if turn == "w" else (other, mover)
    played = start("gess", bare(white, black, f"{turn} - - 0 1")).play("j5j8")
    assert played.status() == status
    assert played.legal_moves() == []


def test_a_ring_made_by_the_move_that_breaks_the_last_one_counts(start: Start) -> None:
    """The piece takes a corner away from one ring and closes another."""
    seven = " ".join(squares(ring("l12")) - {"k11"})
    played = start("gess", bare(f"{ring('f6')} {seven} i9", ring(BLACK_RING)))
    played.play("h8j10")
    assert stones(played, "w") == (squares(ring("f6")) - {"g7"}) | squares(f"{ring('l12')} i9")
    assert played.status() == "ongoing"


def test_there_is_no_check(start: Start) -> None:
    for turn in "wb":
        assert not start("gess", gess("q12 q13", rest=f"{turn} - - 0 1")).in_check()


def test_a_threatened_ring_need_not_be_saved(start: Start) -> None:
    played = start("gess", gess("q12 q13", "f5 g5", BLACK)).play("f5g5")
    assert played.status() == "ongoing"
    assert played.play("q12q15").status() == "win w rings"


# Draws, and the numbers of the FEN.

BARS = ("e5 f5 g5", "i9 j9 k9")  # White's and Black's
WHITE_AROUND = "f5g5 j9k9 g5h5 k9j9 h5f5 "  # back where it began, with Black to move
BLACK_AROUND = "j9k9 f5g5 k9l9 g5f5 l9j9 "


@pytest.mark.parametrize("game", GAMES)
def test_the_third_occurrence_draws(start: Start, game: str) -> None:
    played = start(game, gess(*BARS)).play("f5g5 j9k9 g5f5 k9j9 f5g5 j9k9 g5f5")
    assert played.status() == "ongoing"
    assert played.play("k9j9").status() == "draw repetition"


def test_the_same_stones_with_the_other_side_to_move_are_another_position(start: Start) -> None:
    played = start("gess", gess(*BARS)).play(WHITE_AROUND + BLACK_AROUND + WHITE_AROUND)
    assert stones(played, "w") | stones(played, "b") == squares(" ".join(BARS))
    assert played.status() == "ongoing"
    assert played.play(BLACK_AROUND).status() == "draw repetition"


@pytest.mark.parametrize("game", GAMES)
def test_a_hundred_plies_without_a_stone_removed_draw(start: Start, game: str) -> None:
    played = start(game, gess(*BARS, "w - - 98 80")).play("f5g5")
    assert field(played, "halfmove") == "99"
    assert played.status() == "ongoing"
    assert played.play("j9k9").status() == "draw fiftymove"
    assert played.legal_moves()


def test_repetition_is_named_before_the_hundredth_ply(start: Start) -> None:
    played = start("gess", gess(*BARS, "w - - 92 80"))
    played.play("f5g5 j9k9 g5f5 k9j9 f5g5 j9k9 g5f5 k9j9")
    assert field(played, "halfmove") == "100"
    assert played.status() == "draw repetition"


@pytest.mark.parametrize(
    ("white", "black", "move"),
    [
        ("j10 k10", "m11", "j10l10"),  # an enemy stone is removed
        ("j10 k10 m11", "", "j10l10"),  # an own one
        ("r10 s10", "", "r10s10"),  # a stone of the piece
    ],
)
def test_any_stone_removed_starts_the_count_anew(
    start: Start, white: str, black: str, move: str
) -> None:
    played = start("gess", gess(white, black, "w - - 99 80")).play(move)
    assert field(played, "halfmove") == "0"
    assert played.status() == "ongoing"


def test_rings_decide_before_any_draw(start: Start) -> None:
    rest = "w - - 100 80"
    assert start("gess", bare(ring("j10"), ring("f5"), rest)).status() == "draw fiftymove"
    assert start("gess", bare(ring("j10"), "f5", rest)).status() == "win w rings"


@pytest.mark.parametrize("game", GAMES)
def test_the_fullmove_number_rises_after_blacks_moves(start: Start, game: str) -> None:
    played = start(game, START).play("c3c4")
    assert played.fen().endswith(" w - - 1 2")
    assert played.play("c18c17").fen().endswith(" b - - 2 2")
    assert played.play("c4c3").fen().endswith(" w - - 3 3")


# FENs.

EMPTY = "/".join(["18"] * 18)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "board", [EMPTY, EMPTY.replace("18", 18 * "S"), EMPTY.replace("18", 9 * "Ss", 4)]
)
def test_any_number_of_stones_may_be_on_the_board(start: Start, game: str, board: str) -> None:
    assert start(game, f"{board} w - - 0 1").fen() == f"{board} w - - 0 1"


def test_the_ranks_are_written_from_the_19th_down_to_the_2nd(start: Start) -> None:
    played = start("gess", bare("b19 c19 s2", "s19 b18"))
    assert placement(played) == ["SS15s", "s17", *["18"] * 15, "17S"]


def test_the_numbers_may_be_left_out(start: Start) -> None:
    assert start("gess", START.removesuffix(" 0 1")).fen() == START
    assert start("gess", START.removesuffix(" 1")).fen() == START


def test_the_other_fields_may_be_left_out_too(start: Start) -> None:
    assert start("gess", START.removesuffix(" - - 0 1")).fen() == START
    assert start("gess", START.removesuffix(" b - - 0 1")).fen() == START.replace(" b ", " w ")


REFUSED = {
    "nothing": "",
    "seven fields": f"{EMPTY} w - - 0 1 -",
    "seventeen ranks": gess().replace("18/", "", 1),
    "nineteen ranks": f"18/{gess()}",
    "twenty ranks": f"18/18/{gess()}",
    "a rank too short": gess().replace("18", "17", 1),
    "a rank too long": gess().replace("18", "18S", 1),
    "digits are one number": gess().replace("18", "99", 1),
    "a number of three digits": gess().replace("18", "180", 1),
    "an endless number": gess().replace("18", 5_000 * "9", 1),
    "a nought": gess().replace("18", "018", 1),
    "an empty rank": gess().replace("18", "", 1),
    "another letter": gess().replace("18", "9K8", 1),
    "a letter outside ASCII": gess().replace("18", "9\u017f8", 1),
    "a blocked square": gess().replace("18", "9*8", 1),
    "a promoted stone": gess().replace("18", "9+S8", 1),
    "stones to be placed": gess().replace(" w", "[Ss] w"),
    "no side": gess(rest="- - - 0 1"),
    "another side": gess(rest="black - - 0 1"),
    "a right": gess(rest="w A - 0 1"),
    "a target": gess(rest="w - e6 0 1"),
    "a halfmove clock that is no number": gess(rest="w - - x 1"),
    "a fullmove number that is no number": gess(rest="w - - 0 one"),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_in_one_line(game: str, fen: str) -> None:
    with pytest.raises(FenError) as caught:
        new_position(game, fen)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("rest", "understood"),
    [
        ("B - - 0 1", "b - - 0 1"),
        ("w - - -1 1", "w - - 0 1"),
        ("w - - 0 10000", "w - - 0 9999"),
    ],
)
def test_a_fen_with_small_errors_is_read_with_a_correction(
    game: str, rest: str, understood: str
) -> None:
    position = new_position(game, gess(rest=rest))
    assert position.fen() == gess(rest=understood)
    assert len(position.remarks) == 1


@pytest.mark.parametrize("rules", [GessPosition, GessCvpPosition])
@pytest.mark.parametrize("fen", REFUSED.values(), ids=REFUSED.keys())
def test_a_faulty_fen_is_refused_by_the_reference(rules: type[GessPosition], fen: str) -> None:
    with pytest.raises(Fault):
        rules.from_fen(fen)
