"""Ganymede Chess, rule by rule: how pieces and pawns move, turn and promote."""

from __future__ import annotations

import pytest

from helpers.ganymede_boards import BLACK, KINGS, Start, ganymede, reach, squares
from helpers.played_games import PlayedGame, field, goals, placement

# Pieces, from f6.

ROOK = squares("f1 f2 f3 f4 f5 f7 f8 f9 f10 f11 f12 a6 b6 c6 d6 e6 g6 h6 i6 j6 k6 l6")
BISHOP = squares("g7 h8 i9 j10 k11 l12 e7 d8 c9 b10 a11 e5 d4 c3 b2 a1 g5 h4 i3 j2 k1")
WAZIR = squares("e6 g6 f5 f7")
FERZ = squares("e5 e7 g5 g7")
KNIGHT = squares("d5 d7 h5 h7 e4 e8 g4 g8")
CAMEL = squares("c5 c7 i5 i7 e3 e9 g3 g9")
ZEBRA = squares("c4 c8 i4 i8 d3 d9 h3 h9")
THREELEAPER = squares("c6 i6 f3 f9")
TRIPPER = squares("c3 c9 i3 i9")
NIGHTRIDER = squares("h7 j8 l9 g8 h10 i12 e8 d10 c12 d7 b8 d5 b4 e4 d2 g4 h2 h5 j4 l3")
DABBABA_RIDER = squares("d6 b6 h6 j6 l6 f8 f10 f12 f4 f2")
TWO_ALFIL_LEAPS = squares("h8 j10 d8 b10 d4 b2 h4 j2")
GRIFFON_UP_RIGHT = squares("g7 h7 i7 j7 k7 l7 g8 g9 g10 g11 g12")
GRIFFON = GRIFFON_UP_RIGHT | squares(
    "e7 d7 c7 b7 a7 e8 e9 e10 e11 e12 e5 d5 c5 b5 a5 e4 e3 e2 e1 g5 h5 i5 j5 k5 l5 g4 g3 g2 g1"
)
MINI_ROSE = squares(
    "e9 f9 g9 d8 e8 g8 h8 c7 d7 e7 f7 g7 h7 i7 c6 e6 g6 i6 "
    "c5 d5 e5 f5 g5 h5 i5 d4 e4 g4 h4 e3 f3 g3"
)
AHEAD = squares("f7 f8 f9 f10 f11 f12 e7 d8 c9 b10 a11 g7 h8 i9 j10 k11 l12")
BEHIND = squares("f5 f4 f3 f2 f1 e5 d4 c3 b2 a1 g5 h4 i3 j2 k1")


@pytest.mark.parametrize(
    ("piece", "wanted"),
    [
        ("Q", ROOK | BISHOP),
        ("+Q", ROOK | BISHOP | KNIGHT),
        ("B", BISHOP),
        ("+B", BISHOP | WAZIR | THREELEAPER),
        ("R", ROOK),
        ("+R", ROOK | FERZ | TRIPPER),
        ("N", KNIGHT),
        ("+N", KNIGHT | CAMEL),
        ("I", NIGHTRIDER),
        ("+I", NIGHTRIDER | ZEBRA),
        ("G", GRIFFON),
        ("+G", GRIFFON | DABBABA_RIDER),
        ("O", MINI_ROSE),
        ("D", CAMEL | TWO_ALFIL_LEAPS),
        ("+D", CAMEL | BISHOP),
        ("+S", AHEAD | BEHIND),
        ("+P", FERZ | WAZIR | THREELEAPER),
    ],
)
def test_moves_of_each_piece_on_an_empty_board(start: Start, piece: str, wanted: set[str]) -> None:
    assert reach(start("ganymede", ganymede(f"{KINGS} {piece}f6")), "f6") == wanted
    black = f"{KINGS} {piece.lower()}f6"
    if piece != "+S":
        assert reach(start("ganymede", ganymede(black, BLACK)), "f6") == wanted


def test_the_king_goes_one_step(start: Start) -> None:
    assert reach(start("ganymede", ganymede("Kf6 kl10")), "f6") == WAZIR | FERZ


def test_a_goal_reached_in_several_ways_is_one_move(start: Start) -> None:
    moves = start("ganymede", ganymede(f"{KINGS} Of6 +Gh3 +Db5")).legal_moves()
    assert len(moves) == len(set(moves))


@pytest.mark.parametrize(
    ("piece", "fence", "lost"),
    [
        pytest.param("G", "Pg7", GRIFFON_UP_RIGHT, id="the ferz step must be empty to go on"),
        pytest.param("G", "ng7", GRIFFON_UP_RIGHT - {"g7"}, id="a capture ends the griffon's move"),
        pytest.param("G", "Ph7", squares("h7 i7 j7 k7 l7"), id="one line of the griffon"),
        pytest.param("G", "Pf7 Pg6", set(), id="the griffon does not mind its other neighbours"),
        pytest.param("+G", "Ph6", squares("h6 j6 l6"), id="a roc's leap blocked"),
        pytest.param("+G", "Pg6 Pi6", set(), id="a roc leaps over"),
        pytest.param("I", "Ph7", squares("h7 j8 l9"), id="a nightrider blocked"),
        pytest.param("I", "Pg7 Pg6 Ph6", set(), id="a nightrider leaps over"),
        pytest.param("I", "nj8", {"l9"}, id="a nightrider stopped by a capture"),
        pytest.param("D", "Ph8", squares("h8 j10"), id="a dragon's second leap needs the first"),
        pytest.param("D", "nh8", {"j10"}, id="a dragon stopped by a capture"),
        pytest.param("D", "Pg7 Pi9", set(), id="a dragon leaps over"),
    ],
)
def test_blocked_moves_of_each_piece(start: Start, piece: str, fence: str, lost: set[str]) -> None:
    free = reach(start("ganymede", ganymede(f"{KINGS} {piece}f6")), "f6")
    assert lost <= free
    assert reach(start("ganymede", ganymede(f"{KINGS} {piece}f6 {fence}")), "f6") == free - lost


def test_the_mini_rose_walks_and_never_leaps(start: Start) -> None:
    """With one neighbour free it goes round two circles, as far as the fence."""
    fence = "Pe5 Pe6 Pe7 Pf5 Pf7 Pg5 Pg7"
    played = start("ganymede", ganymede(f"{KINGS} Of6 {fence}"))
    assert reach(played, "f6") == squares("g6 h7 h8 g9 f9 e8 h5 h4 g3 f3 e4")


def test_the_mini_rose_stays_on_the_board(start: Start) -> None:
    played = start("ganymede", ganymede("Kg1 kg12 Oa6"))
    right_half = {name for name in MINI_ROSE if name[0] in "fghi"}
    moved = {chr(ord(name[0]) - 5) + name[1:] for name in right_half}
    assert reach(played, "a6") == moved


# Spearmen.

SPEARMEN = [
    ("S", "f7 f8 f9 f10 f11 f12", "f5 f4 f3 f2 f1"),
    ("L", "e7 d8 c9 b10 a11", "g5 h4 i3 j2 k1"),
    ("Z", "g7 h8 i9 j10 k11 l12", "e5 d4 c3 b2 a1"),
    ("s", "f5 f4 f3 f2 f1", "f7 f8 f9 f10 f11 f12"),
    ("l", "g5 h4 i3 j2 k1", "e7 d8 c9 b10 a11"),
    ("z", "e5 d4 c3 b2 a1", "g7 h8 i9 j10 k11 l12"),
]


def spearman_game(start: Start, piece: str, enemies: str = "") -> PlayedGame:
    turn = "w" if piece.isupper() else "b"
    return start("ganymede", ganymede(f"{KINGS} {piece}f6 {enemies}", f"{turn} - - 0 1"))


@pytest.mark.parametrize(("piece", "ahead", "behind"), SPEARMEN)
def test_a_spearman_slides_along_its_line(
    start: Start, piece: str, ahead: str, behind: str
) -> None:
    assert reach(spearman_game(start, piece), "f6") == squares(ahead) | squares(behind)


@pytest.mark.parametrize(("piece", "ahead", "behind"), SPEARMEN)
def test_a_spearman_captures_forward_only(
    start: Start, piece: str, ahead: str, behind: str
) -> None:
    enemy = "n" if piece.isupper() else "N"
    near_ahead, near_behind = ahead.split()[:2], behind.split()[:2]
    played = spearman_game(start, piece, f"{enemy}{near_ahead[1]} {enemy}{near_behind[1]}")
    assert reach(played, "f6") == {*near_ahead, near_behind[0]}


@pytest.mark.parametrize(("king", "checked"), [("f8", True), ("f4", False)])
def test_a_spearman_gives_check_forward_only(start: Start, king: str, checked: bool) -> None:
    assert start("ganymede", ganymede(f"Ka3 k{king} Sf6", BLACK)).in_check() is checked


def test_a_pikeman_captures_forward_only(start: Start) -> None:
    played = start("ganymede", ganymede(f"{KINGS} +Sf6 oe7 of8 og7 oe5 of4 og5"))
    assert goals(played, "f6") == squares("e7 f7 f8 g7 f5")
    played = start("ganymede", ganymede(f"{KINGS} +sf6 Oe7 Of8 Og7 Oe5 Of4 Og5", BLACK))
    assert goals(played, "f6") == squares("e5 f5 f4 g5 f7")


def test_a_spearman_may_turn_after_its_move_or_on_the_spot(start: Start) -> None:
    played = start("ganymede", ganymede(f"{KINGS} Lf6 Oe7 oh4"))
    assert goals(played, "f6") == squares("g5 g5s g5z f6s f6z")
    assert placement(played.play("f6g5z"))[7] == "6Z5"


def test_a_spearman_may_turn_after_a_capture(start: Start) -> None:
    played = start("ganymede", ganymede(f"{KINGS} Lf6 oe7")).play("f6e7s")
    assert placement(played)[5:7] == ["4S7", "12"]
    assert field(played, "halfmove") == "0"


def test_turning_on_the_spot_is_a_quiet_move(start: Start) -> None:
    played = start("ganymede", ganymede(f"{KINGS} sf6", "b - - 7 20")).play("f6f6z")
    assert played.fen().split()[1:] == ["w", "-", "-", "8", "21"]
    assert placement(played)[6] == "5z6"


def test_a_turn_may_give_check(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 ki9 Sf6")).play("f6f6z")
    assert played.in_check()


def test_a_pinned_spearman_may_turn_on_the_spot(start: Start) -> None:
    played = start("ganymede", ganymede("Ka6 rl6 kl10 Sf6"))
    assert goals(played, "f6") == {"f6l", "f6z"}


# Promotion.


@pytest.mark.parametrize("piece", [*"QBRNIGD"])
def test_a_piece_promotes_on_the_last_rank_whether_it_likes_or_not(
    start: Start, piece: str
) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl8 {piece}f10"))
    last = {goal for goal in goals(played, "f10") if goal[1:].startswith("12")}
    assert last
    assert all(goal.endswith("12+") for goal in last)
    assert f"+{piece}" in placement(played.play("f10" + min(last)))[0]


@pytest.mark.parametrize("piece", [*"qbrnigd"])
def test_black_promotes_on_the_first_rank(start: Start, piece: str) -> None:
    played = start("ganymede", ganymede(f"Ka5 kl8 {piece}f3", BLACK))
    last = {goal for goal in goals(played, "f3") if goal[1:] in ("1", "1+")}
    assert last
    assert all(goal.endswith("1+") for goal in last)
    assert f"+{piece}" in placement(played.play("f3" + min(last)))[11]


@pytest.mark.parametrize(("piece", "goal"), [("S", "f12"), ("L", "e12"), ("Z", "g12")])
def test_spearmen_become_pikemen_and_turn_no_more(start: Start, piece: str, goal: str) -> None:
    played = start("ganymede", ganymede(f"Ka3 kl8 {piece}f11"))
    assert {move for move in goals(played, "f11") if move.startswith(goal)} == {goal + "+"}
    assert "+S" in placement(played.play("f11" + goal + "+"))[0]


def test_a_move_along_the_last_rank_promotes_and_one_away_does_not(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 kl8 Nb12 Rf12"))
    assert goals(played, "b12") == squares("d11 c10 a10")
    assert {"a12+", "c12+", "f11"} & goals(played, "f12") == {"c12+", "f11"}


def test_a_spearman_on_the_last_rank_may_turn_and_stays_a_spearman(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 kl8 Sf12 of10"))
    assert goals(played, "f12") == squares("f11 f11l f11z f12l f12z")


@pytest.mark.parametrize("piece", ["O", "K", "+Q", "+G", "+S", "+P"])
def test_others_do_not_promote(start: Start, piece: str) -> None:
    kings = "kl5" if piece == "K" else "Ka3 kl8"
    played = start("ganymede", ganymede(f"{kings} {piece}f11"))
    last = {goal for goal in goals(played, "f11") if goal[1:].startswith("12")}
    assert last
    assert all(goal.endswith("12") for goal in last)


def test_a_wall_does_not_promote(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 kl8 Wf11 Wg11"))
    assert {"f12"} == {goal for goal in goals(played, "f11") if goal.startswith("f12")}


def test_pawns_become_frogs_on_the_enemy_pawns_rank(start: Start) -> None:
    played = start("ganymede", ganymede("Ka3 kl8 Pb9 oc10"))
    assert goals(played, "b9") == {"b10+", "c10+"}
    assert placement(played.play("b9c10+"))[2] == "2+P9"
    played = start("ganymede", ganymede("Ka5 kl8 pb4", BLACK))
    assert placement(played.play("b4b3+"))[9] == "1+p10"


# Pawns.


@pytest.mark.parametrize(
    ("pieces", "rest", "origin", "wanted"),
    [
        pytest.param("Pc3", "w - - 0 1", "c3", "c4 c5", id="from rank 3"),
        pytest.param("Pf3", "w - - 0 1", "f3", "f4 f5", id="from f3 as well"),
        pytest.param("Pc4", "w - - 0 1", "c4", "c5", id="only from there"),
        pytest.param("Pf4", "w F - 0 1", "f4", "f5 f6", id="unmoved on f4"),
        pytest.param("Pf4", "w - - 0 1", "f4", "f5", id="come to f4"),
        pytest.param("Pg4", "w G - 0 1", "g4", "g5 g6", id="unmoved on g4"),
        pytest.param("Pf4 Pg4", "w G - 0 1", "f4", "f5", id="the neighbour's right"),
        pytest.param("pc10", "b - - 0 1", "c10", "c9 c8", id="Black from rank 10"),
        pytest.param("pf9", "b f - 0 1", "f9", "f8 f7", id="Black unmoved on f9"),
        pytest.param("pg9", "b - - 0 1", "g9", "g8", id="Black come to g9"),
        pytest.param("Pc3 nc5", "w - - 0 1", "c3", "c4", id="goal occupied"),
        pytest.param("Pc3 nc4", "w - - 0 1", "c3", "", id="way occupied"),
        pytest.param("Pf4 nf5", "w F - 0 1", "f4", "", id="way from f4 occupied"),
        pytest.param("Pc5 nb6 nd6 nc6", "w - - 0 1", "c5", "b6 d6", id="captures"),
        pytest.param("Pc5 nc7 na7", "w - - 0 1", "c5", "c6", id="captures one step away only"),
    ],
)
def test_pawn_moves(start: Start, pieces: str, rest: str, origin: str, wanted: str) -> None:
    played = start("ganymede", ganymede(f"Kl1 kl12 {pieces}", rest))
    assert goals(played, origin) == squares(wanted)


def test_there_is_no_en_passant(start: Start) -> None:
    played = start("ganymede", ganymede("Kl1 kl12 Pc3 Pf4 pb5 pg6", "w F - 0 1")).play("c3c5")
    assert field(played, "target") == "-"
    assert "b5c4" not in played.legal_moves()


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        pytest.param("f4f5", "Gfg", id="one step"),
        pytest.param("g4g6 f9f7", "Fg", id="two steps"),
        pytest.param("g4h5 f9e8", "Fg", id="captures"),
        pytest.param("l1l2 h5f4", "Gfg", id="captured"),
        pytest.param("l1l2 l12l11", "FGfg", id="the king's moves do not matter"),
    ],
)
def test_the_rights_of_f_and_g_pawns_end_when_they_move_or_are_captured(
    start: Start, moves: str, rights: str
) -> None:
    played = start("ganymede", ganymede("Kl1 kl12 Pf4 Pg4 pf9 pg9 nh5 Ne8", "w FGfg - 0 1"))
    assert field(played.play(moves), "rights") == rights
