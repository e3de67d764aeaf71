"""Orthodox chess, rule by rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from helpers.played_games import PlayedGame, board, field, goals, placement

Start = Callable[[str, str], PlayedGame]
START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


def test_every_piece_moves_as_in_any_chess_book(start: Start) -> None:
    def count(piece: str) -> int:
        return len(goals(start("chess", board("chess", f"Ka1 kh8 {piece}d3")), "d3"))

    assert {piece: count(piece) for piece in "QRBNP"} == {"Q": 25, "R": 14, "B": 11, "N": 8, "P": 1}


def test_double_step_needs_both_squares_empty(start: Start) -> None:
    played = start("chess", board("chess", "Ka1 kh8 Pb2 Pd2 nd3 Pf2 nf4"))
    assert goals(played, "b2") == {"b3", "b4"}
    assert goals(played, "d2") == set()
    assert goals(played, "f2") == {"f3"}


def test_promotion_offers_four_pieces_and_no_other_move(start: Start) -> None:
    played = start("chess", board("chess", "Ka1 kh3 Pb7 nc8"))
    assert goals(played, "b7") == {goal + piece for goal in ("b8", "c8") for piece in "qrbn"}
    assert placement(played.play("b7c8n"))[0] == "2N5"


# En passant.


def test_en_passant_takes_the_pawn_that_passed(start: Start) -> None:
    played = start("chess", board("chess", "Ke1 ke8 Pe5 pd7", "b - - 0 1")).play("d7d5")
    assert field(played, "target") == "d6"
    assert placement(played.play("e5d6"))[2:4] == ["3P4", "8"]


def test_en_passant_lasts_one_move(start: Start) -> None:
    played = start("chess", board("chess", "Ke1 ke8 Pe5 pd7", "b - - 0 1"))
    assert "e5d6" not in played.play("d7d5 e1e2 e8e7").legal_moves()


def test_en_passant_is_illegal_when_both_pawns_leave_the_kings_rank(start: Start) -> None:
    played = start("chess", board("chess", "Ka5 Pd5 rh5 pc7 ke1", "b - - 0 1")).play("c7c5")
    assert "d5c6" not in played.legal_moves()
    assert field(played, "target") == "-"


def test_en_passant_is_illegal_for_a_pawn_pinned_on_its_file(start: Start) -> None:
    played = start("chess", board("chess", "Kd1 Pd5 rd8 pc7 ka8", "b - - 0 1")).play("c7c5")
    assert "d5c6" not in played.legal_moves()


def test_en_passant_along_the_pinning_diagonal_is_legal(start: Start) -> None:
    played = start("chess", board("chess", "Kg2 Pd5 bb7 pc7 kh8", "b - - 0 1")).play("c7c5")
    assert "d5c6" in played.legal_moves()


def test_en_passant_may_take_the_pawn_that_gives_check(start: Start) -> None:
    played = start("chess", board("chess", "Kd4 Pf5 pe7 ke8", "b - - 0 1")).play("e7e5")
    assert played.in_check()
    assert "f5e6" in played.legal_moves()


# Castling.

HOMES = "Ke1 Ra1 Rh1 ke8 ra8 rh8"


@pytest.mark.parametrize(
    ("move", "rank", "rights"),
    [("e1g1", "R4RK1", "kq"), ("e1c1", "2KR3R", "kq")],
)
def test_white_castles(start: Start, move: str, rank: str, rights: str) -> None:
    played = start("chess", board("chess", HOMES, "w KQkq - 0 1")).play(move)
    assert placement(played)[7] == rank
    assert field(played, "rights") == rights


@pytest.mark.parametrize(("move", "rank"), [("e8g8", "r4rk1"), ("e8c8", "2kr3r")])
def test_black_castles(start: Start, move: str, rank: str) -> None:
    played = start("chess", board("chess", HOMES, "b KQkq - 0 1")).play(move)
    assert placement(played)[0] == rank
    assert field(played, "rights") == "KQ"


@pytest.mark.parametrize(
    ("attacker", "left"),
    [
        pytest.param("re5", set(), id="out of check: never"),
        pytest.param("rf5", {"c1"}, id="through an attacked square: never"),
        pytest.param("rg5", {"c1"}, id="onto an attacked square: never"),
        pytest.param("rd5", {"g1"}, id="queen's side through an attacked square: never"),
        pytest.param("rb5", {"c1", "g1"}, id="the rook may pass an attacked square"),
        pytest.param("ra5", {"c1", "g1"}, id="the rook may be attacked"),
        pytest.param("ph2", {"c1"}, id="a pawn attacks g1, though it cannot go there"),
    ],
)
def test_castling_under_attack(start: Start, attacker: str, left: set[str]) -> None:
    played = start("chess", board("chess", f"Ke1 Ra1 Rh1 kb8 {attacker}", "w KQ - 0 1"))
    assert goals(played, "e1") & {"c1", "g1"} == left


@pytest.mark.parametrize("blocker", ["Bb1", "Bc1", "Bd1", "nb1"])
def test_castling_needs_every_square_between_empty(start: Start, blocker: str) -> None:
    played = start("chess", board("chess", f"Ke1 Ra1 kb8 {blocker}", "w Q - 0 1"))
    assert "e1c1" not in played.legal_moves()


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        pytest.param("e1e2", "kq", id="king moved"),
        pytest.param("h1h2", "Qkq", id="rook moved"),
        pytest.param("h1h8", "Qq", id="rook took a rook"),
        pytest.param("e1e2 e8e7 e2e1 e7e8", "-", id="kings moved and came back"),
        pytest.param("a1a7 h8h2 a7a1 h2h8", "Kq", id="rooks moved and came back"),
    ],
)
def test_rights_end_with_the_first_move_or_capture(start: Start, moves: str, rights: str) -> None:
    played = start("chess", board("chess", HOMES, "w KQkq - 0 1")).play(moves)
    assert field(played, "rights") == rights


# Check.


def test_a_pinned_piece_moves_along_its_pin_only(start: Start) -> None:
    played = start("chess", board("chess", "Ke1 Re3 re7 ka8"))
    assert goals(played, "e3") == {"e2", "e4", "e5", "e6", "e7"}


def test_only_the_king_answers_a_double_check(start: Start) -> None:
    played = start("chess", board("chess", "Ke1 Qa5 re8 nd3 kh8"))
    assert {move[:2] for move in played.legal_moves()} == {"e1"}


def test_the_king_cannot_flee_along_the_line_of_check(start: Start) -> None:
    played = start("chess", board("chess", "Ke2 re8 ka8"))
    assert played.in_check()
    assert not goals(played, "e2") & {"e1", "e3"}


# The end.


def test_fools_mate(start: Start) -> None:
    assert start("chess", START).play("f2f3 e7e5 g2g4 d8h4").status() == "win b checkmate"


def test_stalemate_draws(start: Start) -> None:
    assert start("chess", board("chess", "kh8 Kf7 Qg5")).play("g5g6").status() == "draw stalemate"


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ("", "draw bare"),
        ("Nc3", "draw insufficient"),
        ("nc3", "draw insufficient"),
        ("bc3", "draw insufficient"),
        ("Bc3 bd4", "draw insufficient"),
        ("Bc3 Bd4 be5", "draw insufficient"),
        ("Bc3 bc4", "ongoing"),
        ("Bc3 Bc4", "ongoing"),
        ("Nc3 Nd4", "ongoing"),
        ("Nc3 nd4", "ongoing"),
        ("Nc3 bd4", "ongoing"),
        ("Pc3", "ongoing"),
        ("Rc3", "ongoing"),
    ],
)
def test_insufficient_material_draws_and_other_material_does_not(
    start: Start, pieces: str, status: str
) -> None:
    assert start("chess", board("chess", f"Ka1 kh7 {pieces}")).status() == status


def test_the_third_occurrence_draws(start: Start) -> None:
    played = start("chess", START).play("g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1")
    assert played.status() == "ongoing"
    assert played.play("f6g8").status() == "draw repetition"


def test_a_position_with_other_rights_is_another_position(start: Start) -> None:
    there_and_back = "h1h2 e8e7 h2h1 e7e8 "
    played = start("chess", board("chess", "Ke1 Rh1 Pa2 ke8", "w K - 0 1")).play(2 * there_and_back)
    assert played.status() == "ongoing"
    assert played.play(there_and_back).status() == "draw repetition"


def test_a_position_with_a_legal_en_passant_is_another_position(start: Start) -> None:
    there_and_back = "e8d8 e1d1 d8e8 d1e1 "
    played = start("chess", board("chess", "Ke1 Pe2 pd4 ke8")).play("e2e4 " + 2 * there_and_back)
    assert played.status() == "ongoing"
    assert played.play(there_and_back).status() == "draw repetition"


def test_a_target_without_a_legal_capture_makes_no_difference(start: Start) -> None:
    there_and_back = "e8d8 e1d1 d8e8 d1e1 "
    played = start("chess", board("chess", "Ke1 Pe2 pa4 ke8")).play("e2e4 " + 2 * there_and_back)
    assert played.status() == "draw repetition"


def test_a_hundred_plies_without_progress_draw(start: Start) -> None:
    played = start("chess", board("chess", "Kg6 Ra1 kg8", "w - - 98 80")).play("a1a2")
    assert played.status() == "ongoing"
    assert played.play("g8f8").status() == "draw fiftymove"


def test_mate_on_the_hundredth_ply_wins(start: Start) -> None:
    played = start("chess", board("chess", "Kg6 Ra1 kg8", "w - - 99 80")).play("a1a8")
    assert played.status() == "win w checkmate"


@pytest.mark.parametrize("move", ["a2a3", "b1b8"])
def test_a_pawn_move_or_capture_starts_the_count_anew(start: Start, move: str) -> None:
    played = start("chess", board("chess", "Kg5 Pa2 Rb1 nb8 kh7", "w - - 99 80")).play(move)
    assert field(played, "halfmove") == "0"
    assert played.status() == "ongoing"
