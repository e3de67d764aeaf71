"""Gast's Chess, rule by rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helpers.played_games import PlayedGame, board, field, goals, placement

Start = Callable[[str, str], PlayedGame]
START = (
    "rngabqkbagnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQKBAGNR w ADILadil - 0 1"
)


def gast(pieces: str, rest: str = "w - - 0 1") -> str:
    return board("gast", pieces, rest)


# Pieces.


def test_the_knight_leaps_to_the_far_corners_of_three_rectangles(start: Start) -> None:
    short = "d5 d7 h5 h7 e4 e8 g4 g8"
    camel = "c5 c7 i5 i7 e3 e9 g3 g9"
    alfil = "d4 d8 h4 h8"
    played = start("gast", gast("Kg1 kg12 Nf6"))
    assert goals(played, "f6") == {*short.split(), *camel.split(), *alfil.split()}


def test_leaps_pass_over_anything(start: Start) -> None:
    fence = "Pe5 Pe6 Pe7 Pf5 Pf7 Pg5 Pg6 Pg7"
    played = start("gast", gast(f"Kg1 kg12 Nf6 {fence}"))
    assert len(goals(played, "f6")) == 20


@pytest.mark.parametrize(("piece", "rider"), [("G", "B"), ("A", "R")])
def test_guard_and_archer_add_the_knight_to_a_rider(start: Start, piece: str, rider: str) -> None:
    def of(letter: str) -> set[str]:
        return goals(start("gast", gast(f"Kg1 kl11 {letter}f6")), "f6")

    assert of(piece) == of("N") | of(rider)


def test_a_goal_reached_by_leap_and_by_slide_is_one_move(start: Start) -> None:
    moves = start("gast", gast("Kg1 kl11 Gf6")).legal_moves()
    assert len(moves) == len(set(moves))


def test_a_leap_gives_check_over_pieces(start: Start) -> None:
    assert start("gast", gast("Kg1 kg12 Bh1 Ph2 Pg2 nj2")).in_check()


# Pawns.


@pytest.mark.parametrize(
    ("pawn", "steps"),
    [
        ("Pb2", "b3 b4 b5 b6"),
        ("Pb3", "b4 b5 b6"),
        ("Pb4", "b5 b6"),
        ("Pb6", "b7 b8"),
        ("Pb9", "b10 b11"),
    ],
)
def test_the_pawns_reach_depends_on_its_rank(start: Start, pawn: str, steps: str) -> None:
    assert goals(start("gast", gast(f"Kg1 kg12 {pawn}")), pawn[1:]) == set(steps.split())


@pytest.mark.parametrize(("pawn", "steps"), [("pb11", "b10 b9 b8 b7"), ("pb10", "b9 b8 b7")])
def test_black_pawns_count_from_their_own_side(start: Start, pawn: str, steps: str) -> None:
    played = start("gast", gast(f"Kg1 kg12 {pawn}", "b - - 0 1"))
    assert goals(played, pawn[1:]) == set(steps.split())


def test_a_pawn_passes_over_nothing(start: Start) -> None:
    assert goals(start("gast", gast("Kg1 kg12 Pb2 rb5")), "b2") == {"b3", "b4"}


def test_a_pawn_captures_one_or_two_squares_diagonally(start: Start) -> None:
    played = start("gast", gast("Kl1 kl12 Pd4 re5 rb6"))
    assert goals(played, "d4") == {"d5", "d6", "e5", "b6"}


@pytest.mark.parametrize(("between", "captures"), [("rc5", {"c5"}), ("Rc5", set())])
def test_the_long_capture_needs_the_square_between_empty(
    start: Start, between: str, captures: set[str]
) -> None:
    played = start("gast", gast(f"Kl1 kl12 Pd4 {between} rb6"))
    assert goals(played, "d4") == {"d5", "d6"} | captures


def test_a_pawn_gives_check_from_two_squares_away(start: Start) -> None:
    assert start("gast", gast("Kg1 kg12 pi3")).in_check()
    assert not start("gast", gast("Kg1 kg12 pi3 Nh2")).in_check()


def test_promotion_offers_six_pieces_and_no_other_move(start: Start) -> None:
    played = start("gast", gast("Kg1 kg9 Pb11"))
    assert goals(played, "b11") == {"b12" + piece for piece in "qrbnga"}
    assert placement(played.play("b11b12g"))[0] == "1G10"


def test_a_pawn_may_promote_from_two_ranks_below(start: Start) -> None:
    played = start("gast", gast("Kg1 kg9 Pb10 rd12"))
    long_moves = {goal + piece for goal in ("b12", "d12") for piece in "qrbnga"}
    assert goals(played, "b10") == {"b11"} | long_moves


def test_black_promotes_on_the_first_rank(start: Start) -> None:
    played = start("gast", gast("Kg4 kg12 pb2", "b - - 0 1"))
    assert placement(played.play("b2b1a"))[11] == "1a10"


# En passant.


def test_the_target_is_the_square_passed_last(start: Start) -> None:
    played = start("gast", START).play("c2c6")
    assert field(played, "target") == "c5"
    assert field(played.play("j11j7"), "target") == "j8"


@pytest.mark.parametrize("moves", ["c2c3", "c2c4", "c2c5", "c2c3 l11l10 c3c6", "c2c4 l11l10 c4c6"])
def test_shorter_moves_set_no_target(start: Start, moves: str) -> None:
    assert field(start("gast", START).play(moves), "target") == "-"


def test_en_passant_by_one_diagonal_step(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 Pc2 pd6")).play("c2c6 d6c5")
    assert placement(played)[6:8] == ["12", "2p9"]


def test_en_passant_by_two_diagonal_steps(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 Pc2 pe7")).play("c2c6 e7c5")
    assert placement(played)[5:8] == ["12", "12", "2p9"]


def test_white_takes_en_passant_too(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 pc11 Pb7 Pe6", "b - - 0 1")).play("c11c7")
    assert {"b7c8", "e6c8"} <= set(played.legal_moves())
    assert placement(played.play("e6c8"))[4:7] == ["2P9", "1P10", "12"]


def test_en_passant_by_two_needs_the_square_between_empty(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 Pc2 pe7 nd6")).play("c2c6")
    assert "e7c5" not in played.legal_moves()


def test_en_passant_lasts_one_move(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 Pc2 pd6")).play("c2c6 g12g11 g1g2")
    assert "d6c5" not in played.legal_moves()


@pytest.mark.parametrize("target", ["c3", "c4"])
def test_only_the_square_passed_last_can_be_taken_on(start: Start, target: str) -> None:
    played = start("gast", gast("Kg1 kg12 Pc2 pd4 pd5")).play("c2c6")
    assert target not in {move[2:] for move in played.legal_moves() if move[0] == "d"}


def test_en_passant_is_illegal_when_both_pawns_leave_the_kings_rank(start: Start) -> None:
    played = start("gast", gast("Kg1 ka6 Pc2 pd6 Rf6")).play("c2c6")
    assert "d6c5" not in played.legal_moves()
    assert field(played, "target") == "c5"


def test_en_passant_by_two_is_illegal_for_a_pinned_pawn(start: Start) -> None:
    played = start("gast", gast("Kg1 ke10 Pc2 pe7 Re2")).play("c2c6")
    assert "e7c5" not in played.legal_moves()


# Castling.

HOMES = "Kg1 Ra1 Ad1 Ai1 Rl1 kg12 ra12 ad12 ai12 rl12"
SHIELD = "Pa3 Pd3 Pi3 Pl3"  # keeps the archers and rooks of both sides apart


def castling_goals(played: PlayedGame, king: str) -> set[str]:
    """Return the destinations of the king on the first rank that are castlings."""
    near = {chr(ord(king[0]) + step) for step in (-1, 0, 1)}
    return {goal for goal in goals(played, king) if goal[0] not in near}


@pytest.mark.parametrize(
    ("move", "rank", "rights"),
    [
        pytest.param("g1i1", "R2A3AK2R", "Ladil", id="archer castling, king's side"),
        pytest.param("g1e1", "R3KA2A2R", "Aadil", id="archer castling, queen's side"),
        pytest.param("g1k1", "R2A3A1RK1", "adil", id="double castling, king's side"),
        pytest.param("g1c1", "2KR1A2A2R", "adil", id="double castling, queen's side"),
    ],
)
def test_white_castles_with_archers(start: Start, move: str, rank: str, rights: str) -> None:
    played = start("gast", gast(f"{HOMES} {SHIELD}", "w ADILadil - 0 1"))
    assert castling_goals(played, "g1") == {"i1", "e1", "k1", "c1"}
    played.play(move)
    assert placement(played)[11] == rank
    assert field(played, "rights") == rights


@pytest.mark.parametrize(
    ("move", "rank", "rights"),
    [
        pytest.param("g12i12", "r2a3ak2r", "ADILl", id="archer castling, king's side"),
        pytest.param("g12e12", "r3ka2a2r", "ADILa", id="archer castling, queen's side"),
        pytest.param("g12k12", "r2a3a1rk1", "ADIL", id="double castling, king's side"),
        pytest.param("g12c12", "2kr1a2a2r", "ADIL", id="double castling, queen's side"),
    ],
)
def test_black_castles_with_archers(start: Start, move: str, rank: str, rights: str) -> None:
    played = start("gast", gast(f"{HOMES} {SHIELD}", "b ADILadil - 0 1")).play(move)
    assert placement(played)[0] == rank
    assert field(played, "rights") == rights


@pytest.mark.parametrize(
    ("moves", "rank"),
    [
        pytest.param("g1i1 l12l11 i1k1", "R2A3A1RK1", id="king's side"),
        pytest.param("g1e1 l12l11 e1c1", "2KR1A2A2R", id="queen's side"),
    ],
)
def test_the_rook_may_follow_the_archer(start: Start, moves: str, rank: str) -> None:
    played = start("gast", gast(f"{HOMES} {SHIELD}", "w ADILadil - 0 1")).play(moves)
    assert placement(played)[11] == rank
    assert field(played, "rights") == "adi"


@pytest.mark.parametrize(("move", "rank"), [("g1k1", "R8RK1"), ("g1c1", "2KR7R")])
def test_without_archers_between_the_king_castles_directly(
    start: Start, move: str, rank: str
) -> None:
    played = start("gast", gast("Kg1 Ra1 Rl1 kg12", "w AL - 0 1"))
    assert castling_goals(played, "g1") == {"k1", "c1"}
    played.play(move)
    assert placement(played)[11] == rank
    assert field(played, "rights") == "-"


def test_an_archer_that_has_moved_castles_no_more_and_stands_in_the_way(start: Start) -> None:
    played = start("gast", gast("Kg1 Ra1 Ad1 Ai1 Rl1 kg12", "w ADL - 0 1"))
    assert castling_goals(played, "g1") == {"e1", "c1"}


def test_a_rook_that_has_moved_castles_no_more(start: Start) -> None:
    played = start("gast", gast("Kg1 Ra1 Ad1 Ai1 Rl1 kg12", "w DIL - 0 1"))
    assert castling_goals(played, "g1") == {"i1", "k1", "e1"}


@pytest.mark.parametrize(
    ("blocker", "left"),
    [
        pytest.param("Bh1", {"e1", "c1"}, id="beside the king: nothing on that side"),
        pytest.param("Bj1", {"i1", "e1", "c1"}, id="behind the archer: the archer only"),
        pytest.param("Bb1", {"i1", "k1", "e1"}, id="beside the rook: the archer only"),
        pytest.param("nb1", {"i1", "k1", "e1"}, id="an enemy is in the way as well"),
    ],
)
def test_castling_needs_the_squares_between_empty(
    start: Start, blocker: str, left: set[str]
) -> None:
    played = start("gast", gast(f"Kg1 Ra1 Ad1 Ai1 Rl1 kg12 {blocker}", "w ADIL - 0 1"))
    assert castling_goals(played, "g1") == left


@pytest.mark.parametrize(
    ("attacker", "left"),
    [
        pytest.param("rg5", set(), id="in check: no castling"),
        pytest.param("rh5", {"e1", "c1"}, id="the first square passed is attacked"),
        pytest.param("ri5", {"e1", "c1"}, id="the archer's own square is passed or the goal"),
        pytest.param("rj5", {"i1", "e1", "c1"}, id="attacked beyond the archer's goal"),
        pytest.param("rk5", {"i1", "e1", "c1"}, id="the rook's goal is attacked"),
        pytest.param("rf5", {"i1", "k1"}, id="queen's side, first square"),
        pytest.param("rd5", {"i1", "k1", "e1"}, id="queen's side, behind the archer's goal"),
        pytest.param("rb5", {"i1", "k1", "e1", "c1"}, id="only the rook passes b1"),
        pytest.param("ra5", {"i1", "k1", "e1", "c1"}, id="the rook may be attacked"),
        pytest.param("pj3", {"e1", "c1"}, id="a pawn attacks h1 from two squares away"),
        pytest.param("pj3 Pi2", {"i1", "k1", "e1", "c1"}, id="unless something stands between"),
    ],
)
def test_castling_under_attack(start: Start, attacker: str, left: set[str]) -> None:
    played = start("gast", gast(f"Kg1 Ra1 Ad1 Ai1 Rl1 kb12 {attacker}", "w ADIL - 0 1"))
    assert castling_goals(played, "g1") == left


def test_the_second_castling_obeys_attacks_too(start: Start) -> None:
    safe = start("gast", gast("Ki1 Ah1 Rl1 kg12 rg5", "w L - 0 1"))
    assert castling_goals(safe, "i1") == {"k1"}
    for attacker in ("ri5", "rj5", "rk5"):
        played = start("gast", gast(f"Ki1 Ah1 Rl1 kg12 {attacker}", "w L - 0 1"))
        assert castling_goals(played, "i1") == set()


def test_castling_may_not_open_a_line_on_the_king(start: Start) -> None:
    """The archer that leaves d1 was all that stood between the rook on a1 and e1."""
    played = start("gast", gast("Kg1 Ad1 ra1 kg12", "w D - 0 1"))
    assert castling_goals(played, "g1") == set()


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        pytest.param("g1g2", "adil", id="king moved"),
        pytest.param("g1g2 g12g11 g2g1 g11g12", "-", id="kings moved and came back"),
        pytest.param("a1b1", "DILadil", id="rook moved"),
        pytest.param("i1k2", "ADLadil", id="archer moved"),
        pytest.param("a1b1 l12k12 b1a1 k12l12", "DILadi", id="rooks moved and came back"),
        pytest.param("g1i1 l12k12 i1h2", "adi", id="moved after castling"),
        pytest.param("g1i1 l12k12 l1k1", "adi", id="the last rook moved after castling"),
        pytest.param("g1i1 l12k12 a1b1", "Ladi", id="the other rook has no right any more"),
    ],
)
def test_rights_end_with_the_first_move(start: Start, moves: str, rights: str) -> None:
    played = start("gast", gast(f"{HOMES} {SHIELD}", "w ADILadil - 0 1")).play(moves)
    assert field(played, "rights") == rights


def test_a_captured_piece_takes_its_right_along(start: Start) -> None:
    played = start("gast", gast("Kg1 Ra1 Ad1 Ai1 Rl1 kb12 bd8", "b ADIL - 0 1")).play("d8a5")
    assert field(played, "rights") == "ADIL"
    played = start("gast", gast("Kg1 Ra1 Ad1 Ai1 Rl1 kb12 bf3", "b ADIL - 0 1")).play("f3d1")
    assert field(played, "rights") == "AIL"


def test_after_a_castling_the_other_sides_partners_are_lost(start: Start) -> None:
    played = start("gast", gast(f"{HOMES} {SHIELD}", "w ADILadil - 0 1")).play("g1e1 l12l11")
    assert castling_goals(played, "e1") == {"c1"}


# The end.


def test_checkmate_wins(start: Start) -> None:
    played = start("gast", gast("Kf10 Qb11 kf12")).play("b11f11")
    assert played.status() == "win w checkmate"


def test_stalemate_draws(start: Start) -> None:
    played = start("gast", gast("ka12 Qc9 Kl1")).play("c9b10")
    assert played.status() == "draw stalemate"


def test_bare_kings_draw(start: Start) -> None:
    assert start("gast", gast("Kb2 rb3 kg12")).play("b2b3").status() == "draw bare"


@pytest.mark.parametrize("piece", ["N", "B", "G", "n"])
def test_any_piece_beside_the_kings_plays_on(start: Start, piece: str) -> None:
    assert start("gast", gast(f"Kf6 kg12 {piece}d3")).status() == "ongoing"


def test_the_third_occurrence_draws(start: Start) -> None:
    played = start("gast", START).play("b1c3 b12c10 c3b1 c10b12 b1c3 b12c10 c3b1")
    assert played.status() == "ongoing"
    assert played.play("c10b12").status() == "draw repetition"


def test_a_position_with_other_rights_is_another_position(start: Start) -> None:
    there_and_back = "i1h1 g12g11 h1i1 g11g12 "
    played = start("gast", gast("Kg1 Ai1 kg12", "w I - 0 1")).play(2 * there_and_back)
    assert played.status() == "ongoing"
    assert played.play(there_and_back).status() == "draw repetition"


def test_a_position_with_a_legal_en_passant_is_another_position(start: Start) -> None:
    there_and_back = "g12h12 g1h1 h12g12 h1g1 "
    played = start("gast", gast("Kg1 kg12 Pc2 pe7")).play("c2c6 " + 2 * there_and_back)
    assert played.status() == "ongoing"
    assert played.play(there_and_back).status() == "draw repetition"


def test_a_target_without_a_legal_capture_makes_no_difference(start: Start) -> None:
    there_and_back = "g12h12 g1h1 h12g12 h1g1 "
    played = start("gast", gast("Kg1 kg12 Pc2 pf7")).play("c2c6 " + 2 * there_and_back)
    assert played.status() == "draw repetition"


def test_a_target_under_a_pin_makes_no_difference(start: Start) -> None:
    there_and_back = "e10e11 g1h1 e11e10 h1g1 "
    played = start("gast", gast("Kg1 ke10 Pc2 pe7 Re2")).play("c2c6 " + 2 * there_and_back)
    assert played.status() == "draw repetition"


def test_a_hundred_plies_without_progress_draw(start: Start) -> None:
    played = start("gast", gast("Kg1 kg12 Ad5", "w - - 98 80")).play("g1g2")
    assert played.status() == "ongoing"
    assert played.play("g12g11").status() == "draw fiftymove"


def test_castling_is_no_progress(start: Start) -> None:
    played = start("gast", gast("Kg1 Rl1 kg12", "w L - 99 80")).play("g1k1")
    assert played.status() == "draw fiftymove"


@pytest.mark.parametrize("move", ["a2a3", "d5d9", "b11b12q"])
def test_pawn_move_capture_and_promotion_start_the_count_anew(start: Start, move: str) -> None:
    played = start("gast", gast("Kg1 kg10 Ad5 nd9 Pa2 Pb11", "w - - 99 80")).play(move)
    assert field(played, "halfmove") == "0"
