"""Ganymede Chess, rule by rule."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from engine.errors import FenError
from reference.common import Fault
from rules.stories import Story, board, field, goals, placement

Tell = Callable[[str, str], Story]
START = (
    "rgoibqkbiogr/ww1dn2nd1ww/pppppssppppp/5pp5/12/12/12/12/5PP5/PPPPPSSPPPPP/"
    "WW1DN2ND1WW/RGOIBQKBIOGR w AFGLafgl - 0 1"
)
KINGS = "Ka3 kl10"  # on no line or leap of a piece on f6
BLACK = "b - - 0 1"


def ganymede(pieces: str, rest: str = "w - - 0 1") -> str:
    """A FEN; a wall is named on both its cells, as in "Wa2 Wb2"."""
    return board("ganymede", pieces, rest)


def reach(story: Story, square: str) -> set[str]:
    """The squares a piece may go to, whatever it becomes there."""
    return {goal.rstrip("+slzvw") for goal in goals(story, square)} - {square}


def squares(text: str) -> set[str]:
    return set(text.split())


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
def test_where_a_piece_goes_on_an_empty_board(tell: Tell, piece: str, wanted: set[str]) -> None:
    assert reach(tell("ganymede", ganymede(f"{KINGS} {piece}f6")), "f6") == wanted
    black = f"{KINGS} {piece.lower()}f6"
    if piece != "+S":
        assert reach(tell("ganymede", ganymede(black, BLACK)), "f6") == wanted


def test_the_king_goes_one_step(tell: Tell) -> None:
    assert reach(tell("ganymede", ganymede("Kf6 kl10")), "f6") == WAZIR | FERZ


def test_a_goal_reached_in_several_ways_is_one_move(tell: Tell) -> None:
    moves = tell("ganymede", ganymede(f"{KINGS} Of6 +Gh3 +Db5")).legal_moves()
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
def test_what_stands_in_the_way(tell: Tell, piece: str, fence: str, lost: set[str]) -> None:
    free = reach(tell("ganymede", ganymede(f"{KINGS} {piece}f6")), "f6")
    assert lost <= free
    assert reach(tell("ganymede", ganymede(f"{KINGS} {piece}f6 {fence}")), "f6") == free - lost


def test_the_mini_rose_walks_and_never_leaps(tell: Tell) -> None:
    """With one neighbour free it goes round two circles, as far as the fence."""
    fence = "Pe5 Pe6 Pe7 Pf5 Pf7 Pg5 Pg7"
    story = tell("ganymede", ganymede(f"{KINGS} Of6 {fence}"))
    assert reach(story, "f6") == squares("g6 h7 h8 g9 f9 e8 h5 h4 g3 f3 e4")


def test_the_mini_rose_stays_on_the_board(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg1 kg12 Oa6"))
    right_half = {name for name in MINI_ROSE if name[0] in "fghi"}
    moved = {chr(ord(name[0]) - 5) + name[1:] for name in right_half}
    assert reach(story, "a6") == moved


# Spearmen.

SPEARMEN = [
    ("S", "f7 f8 f9 f10 f11 f12", "f5 f4 f3 f2 f1"),
    ("L", "e7 d8 c9 b10 a11", "g5 h4 i3 j2 k1"),
    ("Z", "g7 h8 i9 j10 k11 l12", "e5 d4 c3 b2 a1"),
    ("s", "f5 f4 f3 f2 f1", "f7 f8 f9 f10 f11 f12"),
    ("l", "g5 h4 i3 j2 k1", "e7 d8 c9 b10 a11"),
    ("z", "e5 d4 c3 b2 a1", "g7 h8 i9 j10 k11 l12"),
]


def spearman_story(tell: Tell, piece: str, enemies: str = "") -> Story:
    turn = "w" if piece.isupper() else "b"
    return tell("ganymede", ganymede(f"{KINGS} {piece}f6 {enemies}", f"{turn} - - 0 1"))


@pytest.mark.parametrize(("piece", "ahead", "behind"), SPEARMEN)
def test_a_spearman_slides_along_its_line(tell: Tell, piece: str, ahead: str, behind: str) -> None:
    assert reach(spearman_story(tell, piece), "f6") == squares(ahead) | squares(behind)


@pytest.mark.parametrize(("piece", "ahead", "behind"), SPEARMEN)
def test_a_spearman_captures_forward_only(tell: Tell, piece: str, ahead: str, behind: str) -> None:
    enemy = "n" if piece.isupper() else "N"
    near_ahead, near_behind = ahead.split()[:2], behind.split()[:2]
    story = spearman_story(tell, piece, f"{enemy}{near_ahead[1]} {enemy}{near_behind[1]}")
    assert reach(story, "f6") == {*near_ahead, near_behind[0]}


@pytest.mark.parametrize(("king", "checked"), [("f8", True), ("f4", False)])
def test_a_spearman_gives_check_forward_only(tell: Tell, king: str, checked: bool) -> None:
    assert tell("ganymede", ganymede(f"Ka3 k{king} Sf6", BLACK)).in_check() is checked


def test_a_pikeman_captures_forward_only(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"{KINGS} +Sf6 oe7 of8 og7 oe5 of4 og5"))
    assert goals(story, "f6") == squares("e7 f7 f8 g7 f5")
    story = tell("ganymede", ganymede(f"{KINGS} +sf6 Oe7 Of8 Og7 Oe5 Of4 Og5", BLACK))
    assert goals(story, "f6") == squares("e5 f5 f4 g5 f7")


def test_a_spearman_may_turn_after_its_move_or_on_the_spot(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"{KINGS} Lf6 Oe7 oh4"))
    assert goals(story, "f6") == squares("g5 g5s g5z f6s f6z")
    assert placement(story.play("f6g5z"))[7] == "6Z5"


def test_a_spearman_may_turn_after_a_capture(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"{KINGS} Lf6 oe7")).play("f6e7s")
    assert placement(story)[5:7] == ["4S7", "12"]
    assert field(story, "halfmove") == "0"


def test_turning_on_the_spot_is_a_quiet_move(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"{KINGS} sf6", "b - - 7 20")).play("f6f6z")
    assert story.fen().split()[1:] == ["w", "-", "-", "8", "21"]
    assert placement(story)[6] == "5z6"


def test_a_turn_may_give_check(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 ki9 Sf6")).play("f6f6z")
    assert story.in_check()


def test_a_pinned_spearman_may_turn_on_the_spot(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka6 rl6 kl10 Sf6"))
    assert goals(story, "f6") == {"f6l", "f6z"}


# Promotion.


@pytest.mark.parametrize("piece", [*"QBRNIGD"])
def test_a_piece_promotes_on_the_last_rank_whether_it_likes_or_not(tell: Tell, piece: str) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl8 {piece}f10"))
    last = {goal for goal in goals(story, "f10") if goal[1:].startswith("12")}
    assert last
    assert all(goal.endswith("12+") for goal in last)
    assert f"+{piece}" in placement(story.play("f10" + min(last)))[0]


@pytest.mark.parametrize("piece", [*"qbrnigd"])
def test_black_promotes_on_the_first_rank(tell: Tell, piece: str) -> None:
    story = tell("ganymede", ganymede(f"Ka5 kl8 {piece}f3", BLACK))
    last = {goal for goal in goals(story, "f3") if goal[1:] in ("1", "1+")}
    assert last
    assert all(goal.endswith("1+") for goal in last)
    assert f"+{piece}" in placement(story.play("f3" + min(last)))[11]


@pytest.mark.parametrize(("piece", "goal"), [("S", "f12"), ("L", "e12"), ("Z", "g12")])
def test_spearmen_become_pikemen_and_turn_no_more(tell: Tell, piece: str, goal: str) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl8 {piece}f11"))
    assert {move for move in goals(story, "f11") if move.startswith(goal)} == {goal + "+"}
    assert "+S" in placement(story.play("f11" + goal + "+"))[0]


def test_a_move_along_the_last_rank_promotes_and_one_away_does_not(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 kl8 Nb12 Rf12"))
    assert goals(story, "b12") == squares("d11 c10 a10")
    assert {"a12+", "c12+", "f11"} & goals(story, "f12") == {"c12+", "f11"}


def test_a_spearman_on_the_last_rank_may_turn_and_stays_a_spearman(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 kl8 Sf12 of10"))
    assert goals(story, "f12") == squares("f11 f11l f11z f12l f12z")


@pytest.mark.parametrize("piece", ["O", "K", "+Q", "+G", "+S", "+P"])
def test_others_do_not_promote(tell: Tell, piece: str) -> None:
    kings = "kl5" if piece == "K" else "Ka3 kl8"
    story = tell("ganymede", ganymede(f"{kings} {piece}f11"))
    last = {goal for goal in goals(story, "f11") if goal[1:].startswith("12")}
    assert last
    assert all(goal.endswith("12") for goal in last)


def test_a_wall_does_not_promote(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 kl8 Wf11 Wg11"))
    assert {"f12"} == {goal for goal in goals(story, "f11") if goal.startswith("f12")}


def test_pawns_become_frogs_on_the_enemy_pawns_rank(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 kl8 Pb9 oc10"))
    assert goals(story, "b9") == {"b10+", "c10+"}
    assert placement(story.play("b9c10+"))[2] == "2+P9"
    story = tell("ganymede", ganymede("Ka5 kl8 pb4", BLACK))
    assert placement(story.play("b4b3+"))[9] == "1+p10"


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
def test_pawn_moves(tell: Tell, pieces: str, rest: str, origin: str, wanted: str) -> None:
    story = tell("ganymede", ganymede(f"Kl1 kl12 {pieces}", rest))
    assert goals(story, origin) == squares(wanted)


def test_there_is_no_en_passant(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kl1 kl12 Pc3 Pf4 pb5 pg6", "w F - 0 1")).play("c3c5")
    assert field(story, "target") == "-"
    assert "b5c4" not in story.legal_moves()


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
def test_the_rights_of_the_f_and_g_pawns(tell: Tell, moves: str, rights: str) -> None:
    story = tell("ganymede", ganymede("Kl1 kl12 Pf4 Pg4 pf9 pg9 nh5 Ne8", "w FGfg - 0 1"))
    assert field(story.play(moves), "rights") == rights


# Walls.

LYING, STANDING = "Wf6 Wg6", "Vf6 Vf7"


def test_a_lying_wall_slides_like_a_rook_and_pivots_about_either_cell(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl10 {LYING}"))
    along = squares("a6 b6 c6 d6 e6 g6 h6 i6 j6 k6")
    across = squares("f1 f2 f3 f4 f5 f7 f8 f9 f10 f11 f12")
    assert goals(story, "f6") == along | across | squares("f6v f5v g6v g5v")


def test_a_standing_wall_slides_like_a_rook_and_pivots_about_either_cell(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl10 {STANDING}"))
    along = squares("f1 f2 f3 f4 f5 f7 f8 f9 f10 f11")
    across = squares("a6 b6 c6 d6 e6 g6 h6 i6 j6 k6 l6")
    assert goals(story, "f6") == along | across | squares("f6w e6w f7w e7w")


@pytest.mark.parametrize(
    ("wall", "move", "rows"),
    [
        (LYING, "f6f6v", {5: "5V6", 6: "5V6"}),
        (LYING, "f6f5v", {6: "5V6", 7: "5V6"}),
        (LYING, "f6g6v", {5: "6V5", 6: "6V5"}),
        (LYING, "f6g5v", {6: "6V5", 7: "6V5"}),
        (LYING, "f6g6", {6: "6WW4"}),
        (LYING, "f6f9", {3: "5WW5", 6: "12"}),
        (STANDING, "f6f6w", {5: "12", 6: "5WW5"}),
        (STANDING, "f6e6w", {5: "12", 6: "4WW6"}),
        (STANDING, "f6f7w", {5: "5WW5", 6: "12"}),
        (STANDING, "f6e7w", {5: "4WW6", 6: "12"}),
        (STANDING, "f6f7", {4: "5V6", 5: "5V6", 6: "12"}),
        (STANDING, "f6h6", {5: "7V4", 6: "7V4"}),
    ],
)
def test_where_a_wall_comes_to_stand(
    tell: Tell, wall: str, move: str, rows: dict[int, str]
) -> None:
    ranks = placement(tell("ganymede", ganymede(f"Ka1 kl11 {wall}")).play(move))
    assert {row: ranks[row] for row in rows} == rows
    assert sum(rank.count(letter) for rank in ranks for letter in "WV") == 2


@pytest.mark.parametrize(
    ("neighbour", "lost"),
    [("f7", "f6v"), ("f5", "f5v"), ("g7", "g6v"), ("g5", "g5v")],
)
@pytest.mark.parametrize("piece", ["O", "o"])
def test_a_pivot_needs_its_new_cell_empty(
    tell: Tell, piece: str, neighbour: str, lost: str
) -> None:
    story = tell("ganymede", ganymede(f"{KINGS} {LYING} {piece}{neighbour}"))
    pivots = {goal for goal in goals(story, "f6") if goal.endswith("v")}
    assert pivots == squares("f6v f5v g6v g5v") - {lost}


def test_a_pivot_stays_on_the_board(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg4 kj10 Wa1 Wb1 Vl1 Vl2"))
    assert {goal for goal in goals(story, "a1") if goal.endswith("v")} == {"a1v", "b1v"}
    assert {goal for goal in goals(story, "l1") if goal.endswith("w")} == {"k1w", "k2w"}


@pytest.mark.parametrize(
    ("pieces", "ahead"),
    [
        pytest.param("of9", "f7 f8 f9", id="an enemy before the left cell"),
        pytest.param("og9", "f7 f8 f9", id="an enemy before the right cell"),
        pytest.param("of9 og9", "f7 f8 f9", id="enemies before both"),
        pytest.param("Of9", "f7 f8", id="an own piece before one cell"),
        pytest.param("of9 Og9", "f7 f8", id="an enemy beside an own piece"),
        pytest.param("of9 og10", "f7 f8 f9", id="the first enemy stops the wall"),
        pytest.param("oe9 oh9", "f7 f8 f9 f10 f11 f12", id="enemies beside the track"),
        pytest.param("wf9 wg9", "f7 f8 f9", id="a wall before the wall"),
        pytest.param("vf9 vf10 vg9 vg10", "f7 f8 f9", id="two walls before the wall"),
    ],
)
def test_what_stops_a_wall_across_its_axis(tell: Tell, pieces: str, ahead: str) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl2 {LYING} {pieces}"))
    assert goals(story, "f6") & squares("f7 f8 f9 f10 f11 f12") == squares(ahead)


@pytest.mark.parametrize(
    ("pieces", "right"),
    [
        pytest.param("oi6", "g6 h6", id="an enemy"),
        pytest.param("Oi6", "g6", id="an own piece"),
        pytest.param("Oi7 oi5", "g6 h6 i6 j6 k6", id="pieces beside the track"),
        pytest.param("oh6", "g6", id="the leading cell is right of the anchor's goal"),
    ],
)
def test_along_its_axis_only_the_leading_cell_counts(tell: Tell, pieces: str, right: str) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl2 {LYING} {pieces}"))
    assert goals(story, "f6") & squares("g6 h6 i6 j6 k6") == squares(right)


def test_a_wall_captures_two_pieces_in_one_move(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl2 {LYING} of9 ng9", "w - - 5 9")).play("f6f9")
    assert placement(story)[3] == "5WW5"
    assert not {"n", "o"} & set(story.fen().split()[0])
    assert field(story, "halfmove") == "0"


def test_a_wall_captures_one_of_two_walls_cells_and_both_go(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Ka3 kl2 {LYING} wg9 wh9 vf9 vf10")).play("f6f9")
    assert placement(story)[2:4] == ["12", "5WW5"]


def test_a_standing_wall_captures_two_pieces_sideways(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Ka3 kl2 vc6 vc7 Oh6 Nh7", BLACK)).play("c6h6")
    assert placement(story)[5:7] == ["7v4", "7v4"]


@pytest.mark.parametrize("cell", ["f9", "g9"])
def test_a_wall_is_captured_on_either_of_its_cells(tell: Tell, cell: str) -> None:
    rider = cell[0] + "4"
    story = tell("ganymede", ganymede(f"Ka3 kl2 R{rider} wf9 wg9")).play(rider + cell)
    assert placement(story)[3] == ("5R6" if cell == "f9" else "6R5")


@pytest.mark.parametrize("cell", ["f9", "f10"])
def test_a_standing_wall_is_captured_on_either_of_its_cells(tell: Tell, cell: str) -> None:
    rider = "a" + cell[1:]
    story = tell("ganymede", ganymede(f"Kb3 kl2 R{rider} vf9 vf10")).play(rider + cell)
    assert placement(story)[2:4] == (["12", "5R6"] if cell == "f9" else ["5R6", "12"])


@pytest.mark.parametrize(
    ("pieces", "checked"),
    [
        pytest.param("kf9", True, id="before the left cell, companion empty"),
        pytest.param("kg9", True, id="before the right cell"),
        pytest.param("kg9 of9", True, id="an enemy as companion is captured as well"),
        pytest.param("kg9 Pf9", False, id="an own piece as companion blocks"),
        pytest.param("kg9 of8", False, id="something before the king"),
        pytest.param("kg9 og8", False, id="something else before the king"),
        pytest.param("ke9", False, id="beside the track"),
        pytest.param("kk6", True, id="along the axis"),
        pytest.param("ka6", True, id="along the axis, the other way"),
        pytest.param("kk6 oi6", False, id="something on the axis"),
        pytest.param("kk6 oi7 Pi5", True, id="beside the axis"),
        pytest.param("kg2", True, id="downwards"),
        pytest.param("kg7", True, id="next to the wall"),
        pytest.param("ke7", False, id="diagonally next to it"),
    ],
)
def test_a_wall_gives_check_where_it_could_capture(tell: Tell, pieces: str, checked: bool) -> None:
    assert tell("ganymede", ganymede(f"Kl12 {LYING} {pieces}", BLACK)).in_check() is checked


@pytest.mark.parametrize(
    ("pieces", "checked"),
    [("ka6", True), ("ka7", True), ("ka7 Pa6", False), ("kf12", True), ("kg5", False)],
)
def test_a_standing_wall_gives_check(tell: Tell, pieces: str, checked: bool) -> None:
    assert tell("ganymede", ganymede(f"Kl12 {STANDING} {pieces}", BLACK)).in_check() is checked


def test_a_pinned_wall_may_not_leave_the_line_with_both_cells(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Kf2 {LYING} rf11 kl10"))
    assert goals(story, "f6") == squares("f3 f4 f5 f7 f8 f9 f10 f11 e6 f6v f5v")


def test_a_companion_that_steps_aside_uncovers_a_walls_check(tell: Tell) -> None:
    story = tell("ganymede", ganymede(f"Kl12 {LYING} Nf9 kg9"))
    assert story.play("f9d8").in_check()


def test_a_double_capture_takes_two_rights_at_once(tell: Tell) -> None:
    fen = ganymede("Kl1 kl12 Pf4 Pg4 wf7 wg7", "b FG - 0 1")
    assert field(tell("ganymede", fen).play("f7f4"), "rights") == "-"


# Castling.

HOMES = "Kg1 Ra1 Rl1 kg12 ra12 rl12"
GRIFFONS = "Gb1 Gk1 gb12 gk12 Pc5 pc8 Pj5 pj8"  # their files shut
SHIELD = "Pa3 Pl3"  # keeps the rooks of both sides apart


def castling_goals(story: Story, king: str = "g1") -> set[str]:
    """The goals of the king that are castlings."""
    return {goal for goal in goals(story, king) if goal[0] in "bk"}


@pytest.mark.parametrize(
    ("griffons", "move", "row", "rank", "rights"),
    [
        pytest.param("", "g1k1", 11, "R8RK1", "al", id="king's side"),
        pytest.param("", "g1b1", 11, "1KR8R", "al", id="queen's side"),
        pytest.param("", "g12k12", 0, "r8rk1", "AL", id="Black, king's side"),
        pytest.param("", "g12b12", 0, "1kr8r", "AL", id="Black, queen's side"),
        pytest.param(GRIFFONS, "g1k1", 11, "RG4G2RK1", "al", id="with griffon, king's side"),
        pytest.param(GRIFFONS, "g1b1", 11, "1KR3G3GR", "al", id="with griffon, queen's side"),
        pytest.param(GRIFFONS, "g12k12", 0, "rg4g2rk1", "AL", id="Black with griffon, k"),
        pytest.param(GRIFFONS, "g12b12", 0, "1kr3g3gr", "AL", id="Black with griffon, q"),
    ],
)
def test_castling(tell: Tell, griffons: str, move: str, row: int, rank: str, rights: str) -> None:
    turn = "w" if row else "b"
    story = tell("ganymede", ganymede(f"{HOMES} {SHIELD} {griffons}", f"{turn} ALal - 3 9"))
    assert castling_goals(story, move[: 2 if row else 3]) == squares("b1 k1" if row else "b12 k12")
    story.play(move)
    assert placement(story)[row] == rank
    assert field(story, "rights") == rights
    assert field(story, "halfmove") == "4"


@pytest.mark.parametrize(
    ("pieces", "left"),
    [
        pytest.param("Bh1", "b1", id="beside the king"),
        pytest.param("nj1", "b1", id="an enemy in between"),
        pytest.param("Gj1", "b1", id="a griffon elsewhere"),
        pytest.param("+Gk1", "b1", id="a roc on the goal"),
        pytest.param("Bk1", "b1", id="another piece on the goal"),
        pytest.param("Gk1 Bi1", "b1", id="a griffon on the goal and a bishop before it"),
        pytest.param("Gk1", "b1 k1", id="a griffon on the goal"),
        pytest.param("+Gb1", "k1", id="a roc on the queen's side"),
        pytest.param("Bc1", "k1", id="queen's side, beyond nothing but the goal"),
        pytest.param("Gc1", "k1", id="queen's side, a griffon elsewhere"),
        pytest.param("Gb1", "b1 k1", id="queen's side, a griffon on the goal"),
        pytest.param("Wh1 Wi1", "b1", id="a wall in between"),
    ],
)
def test_what_may_stand_between_king_and_rook(tell: Tell, pieces: str, left: str) -> None:
    story = tell("ganymede", ganymede(f"Kg1 Ra1 Rl1 ke12 {pieces}", "w AL - 0 1"))
    assert castling_goals(story) == squares(left)


def test_an_enemy_griffon_on_the_goal_is_in_the_way(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg1 Rl1 ke12 Bj2 Bl2 gk1", "w L - 0 1"))
    assert castling_goals(story) == set()


@pytest.mark.parametrize(
    ("attacker", "left"),
    [
        pytest.param("rg5", "", id="in check"),
        pytest.param("rh5", "b1", id="first square passed"),
        pytest.param("rj5", "b1", id="last square passed"),
        pytest.param("rk5", "b1", id="the goal"),
        pytest.param("rl5", "b1 k1", id="the rook may be attacked"),
        pytest.param("rf5", "k1", id="queen's side, first square"),
        pytest.param("rc5", "k1", id="queen's side, last square passed"),
        pytest.param("rb5", "k1", id="queen's side, the goal"),
        pytest.param("ra5", "b1 k1", id="queen's side, the rook"),
        pytest.param("wj5 wk5", "b1", id="a wall before two squares"),
        pytest.param("wk5 wl5", "b1", id="a wall before the goal and the rook"),
    ],
)
def test_castling_under_attack(tell: Tell, attacker: str, left: str) -> None:
    story = tell("ganymede", ganymede(f"Kg1 Ra1 Rl1 ke12 {attacker}", "w AL - 0 1"))
    assert castling_goals(story) == squares(left)


@pytest.mark.parametrize("attacked", ["k1", "b1"])
def test_the_griffons_square_may_not_be_attacked_either(tell: Tell, attacked: str) -> None:
    story = tell("ganymede", ganymede(f"Kg1 Ra1 Rl1 Gb1 Gk1 ke12 r{attacked[0]}5", "w AL - 0 1"))
    assert castling_goals(story) == {"b1", "k1"} - {attacked}


def test_castling_needs_the_right(tell: Tell) -> None:
    assert castling_goals(tell("ganymede", ganymede(HOMES, "w L - 0 1"))) == {"k1"}
    assert castling_goals(tell("ganymede", ganymede(HOMES, "w A - 0 1"))) == {"b1"}


@pytest.mark.parametrize(
    ("moves", "rights"),
    [
        pytest.param("g1g2", "FGafgl", id="king moved"),
        pytest.param("a1b1", "FGLafgl", id="rook moved"),
        pytest.param("l1l2 l12l11", "AFGafg", id="rooks moved"),
        pytest.param("g1k1", "FGafgl", id="castled"),
        pytest.param("a3a4 g12b12", "AFGLfg", id="Black castled"),
    ],
)
def test_rights_end_with_the_first_move(tell: Tell, moves: str, rights: str) -> None:
    pieces = f"{HOMES} {SHIELD} Pf4 Pg4 pf9 pg9"
    story = tell("ganymede", ganymede(pieces, "w AFGLafgl - 0 1")).play(moves)
    assert field(story, "rights") == rights


def test_a_captured_rook_takes_its_right_along(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg1 Ra1 Rl1 ke12 bf6", "b AL - 0 1")).play("f6a1+")
    assert field(story, "rights") == "L"


# FEN.


def origins(story: Story) -> set[str]:
    """The squares from which White, whose king is on g1, can move something else."""
    names = {re.match("[a-l][0-9]+", move) for move in story.legal_moves()}
    return {name[0] for name in names if name} - {"g1"}


@pytest.mark.parametrize(
    ("row", "anchors"),
    [("WWWW8", "a6 c6"), ("1WWWW7", "b6 d6"), ("WW1WW7", "a6 d6"), ("wwWW8", "c6")],
)
def test_lying_walls_pair_from_the_left(tell: Tell, row: str, anchors: str) -> None:
    story = tell("ganymede", f"6k5/12/12/12/12/12/{row}/12/12/12/12/6K5 w - - 0 1")
    assert placement(story)[6] == row
    assert origins(story) == squares(anchors)


def test_standing_walls_pair_from_the_top(tell: Tell) -> None:
    story = tell("ganymede", "6k5/12/12/12/V11/V11/V11/V11/12/12/12/6K5 w - - 0 1")
    assert placement(story)[4:8] == ["V11"] * 4
    assert origins(story) == {"a5", "a7"}


def middle(row: str, below: str = "12", rest: str = "w - - 0 1") -> str:
    return f"6k5/12/12/12/12/{row}/{below}/12/12/12/12/6K5 {rest}"


@pytest.mark.parametrize(
    "fen",
    [
        pytest.param(middle("W11"), id="half a wall"),
        pytest.param(middle("WWW9"), id="a wall and a half"),
        pytest.param(middle("11W", "W11"), id="a wall round the edge"),
        pytest.param(middle("Ww10"), id="halves of two colours"),
        pytest.param(middle("WV10", "1V10"), id="halves of two kinds"),
        pytest.param(middle("W11", "W11"), id="a lying wall stood up"),
        pytest.param(middle("VV10"), id="a standing wall laid down"),
        pytest.param(middle("V11"), id="half a standing wall"),
        pytest.param(middle("V11", "v11"), id="standing halves of two colours"),
        pytest.param(middle("+W+W10"), id="promoted walls"),
        pytest.param(middle("+K11"), id="a promoted king"),
        pytest.param(middle("+O11"), id="a promoted mini-rose"),
        pytest.param(middle("+L11"), id="a leaning pikeman"),
        pytest.param(middle("++Q11"), id="promoted twice"),
        pytest.param(middle("11+"), id="a plus sign alone"),
        pytest.param(middle("A11"), id="another game's piece"),
        pytest.param(middle("W>10"), id="half a wall as the reference keeps it"),
        pytest.param(middle("12", rest="w - e6 0 1"), id="a target"),
        pytest.param(ganymede("Kg1 ke12 Ra1", "w AA - 0 1"), id="right twice"),
        pytest.param(ganymede("Kg1 ke12 Pe4", "w E - 0 1"), id="unknown right"),
        pytest.param(ganymede("Kg1 ke12 Pc2"), id="pawn behind its first rank"),
        pytest.param(ganymede("Kg1 ke12 Pc1"), id="pawn on rank 1"),
        pytest.param(ganymede("Kg1 ke12 Pc10"), id="pawn on rank 10"),
        pytest.param(ganymede("Kg1 ke12 pc3"), id="black pawn on rank 3"),
        pytest.param(ganymede("Kg1 ke12 pc11"), id="black pawn on rank 11"),
        pytest.param(ganymede("Kl1 kg9 Wf6 Wg6"), id="side not to move in check of a wall"),
    ],
)
def test_a_faulty_fen_is_refused(tell: Tell, fen: str) -> None:
    with pytest.raises((FenError, Fault)):
        tell("ganymede", fen)


@pytest.mark.parametrize(
    ("fen", "understood"),
    [
        pytest.param(middle("12", rest="w A - 0 1"), "-", id="right without rook"),
        pytest.param(middle("12", rest="w F - 0 1"), "-", id="right without pawn"),
        pytest.param(ganymede("Kf1 ke12 Ra1", "w A - 0 1"), "-", id="right without king"),
        pytest.param(ganymede("Kg1 ke12 pf4", "w F - 0 1"), "-", id="right of an enemy pawn"),
        pytest.param(ganymede("Kg1 ke12 Ra1 Rl1", "w KQ - 0 1"), "AL", id="rights as in chess"),
        pytest.param(ganymede("Kg1 ke12 Pg4", "w KG - 0 1"), "G", id="a pawn never castles"),
    ],
)
def test_rights_that_cannot_be_are_left_out(tell: Tell, fen: str, understood: str) -> None:
    assert tell("ganymede", fen).fen().split()[2] == understood


@pytest.mark.parametrize(
    "fen",
    [
        START,
        ganymede("Kg1 ke12 Pf4 Pc9 pc4 pd10", "b F - 0 1"),
        ganymede("Kf1 ke12 Pf4 Pg4", "w FG - 0 1"),
        ganymede("Kg1 kl11 Oa12 Sb12 Lc12 Nd12 oa1 sb1", "w - - 12 34"),
        ganymede("Kg1 kl12 +Qa3 +Bb3 +Rc3 +Nd3 +Ie3 +Gf3 +Dg3 +Si3 +Pj3", "b - - 0 1"),
    ],
)
def test_a_sound_fen_is_read_and_written(tell: Tell, fen: str) -> None:
    assert tell("ganymede", fen).fen() == fen


# The end.


def test_checkmate_by_a_wall(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kf10 kf12 Wa8 Wb8 Vd9 Vd10")).play("a8a12")
    assert story.status() == "win w checkmate"


def test_stalemate(tell: Tell) -> None:
    story = tell("ganymede", ganymede("ka12 Qc9 Kl1")).play("c9b10")
    assert story.status() == "draw stalemate"


def test_a_turn_on_the_spot_saves_from_stalemate(tell: Tell) -> None:
    pieces = "ka12 sl11 Nl12 pl10 Bl9 Qc9 Kl1"
    story = tell("ganymede", ganymede(pieces)).play("c9b10")
    assert sorted(story.legal_moves()) == ["l11l11l", "l11l11z"]
    assert story.status() == "ongoing"


def test_bare_kings_draw(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kb2 wb3 wc3 kg12")).play("b2b3")
    assert story.status() == "draw bare"


@pytest.mark.parametrize("pieces", ["Nd3", "bd3", "Wd3 We3", "Sd3"])
def test_any_piece_beside_the_kings_plays_on(tell: Tell, pieces: str) -> None:
    assert tell("ganymede", ganymede(f"Kf6 kg12 {pieces}")).status() == "ongoing"


def test_the_third_occurrence_draws(tell: Tell) -> None:
    story = tell("ganymede", START).play("e2d4 e11d9 d4e2 d9e11 e2d4 e11d9 d4e2")
    assert story.status() == "ongoing"
    assert story.play("d9e11").status() == "draw repetition"


def test_another_setting_is_another_position(tell: Tell) -> None:
    story = tell("ganymede", START).play("f3f3l f10f10l f3f3s f10f10s")
    turns = "f3f3z f10f10z f3f3s f10f10s"
    assert story.status() == "ongoing"
    assert story.play(turns).status() == "draw repetition"


def test_a_hundred_plies_without_progress_draw(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg1 kg12 Sd5 +Pa5", "w - - 98 80")).play("d5d5l")
    assert story.status() == "ongoing"
    assert story.play("g12g11").status() == "draw fiftymove"


def test_a_frogs_move_is_no_pawn_move(tell: Tell) -> None:
    story = tell("ganymede", ganymede("Kg1 kg12 +Pa5", "w - - 99 80")).play("a5a6")
    assert story.status() == "draw fiftymove"


@pytest.mark.parametrize("move", ["a3a4", "d5d10", "b11b12+", "l9l10+"])
def test_pawn_move_capture_and_promotion_start_the_count_anew(tell: Tell, move: str) -> None:
    pieces = "Kg1 kg10 Wd5 We5 nd10 Pa3 Sb11 Pl9"
    story = tell("ganymede", ganymede(pieces, "w - - 99 80")).play(move)
    assert field(story, "halfmove") == "0"


# The seed's sample game, with its own diagrams.

AFTER_4 = r"""
r g o i b q k b i o g r
www . d n . . . d . www
p p p p p s s p p p p p
. . . . . p n . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . .\S\P . . . . .
. . . . . .\S\. . . . .
. . . . . . . . . . . .
P P P P P . . P P P P P
WWW . D N . . N D . WWW
R G O I B Q K B I O G R
"""
AFTER_7 = r"""
r g o i b q k . . o . r
www . d n . . . . . www
p p p p p s s p p i p p
. . . . . p n . . g . .
. . . . . . . d . p . b
. B . . I . . . . . . .
. . . . .\S\P . . . . .
. . . . . . . . . . . .
. . . . . . . S . . . .
P P P P P . . P P P P P
WWW . D N . . N D . WWW
R G O I B Q K . . O G R
"""
AFTER_10 = r"""
r g o i b q . . . r k .
www . d n . . o . . www
p p p p p s s p p i p p
. . . . . . n . . g . .
. . . . . . . d . p . b
. B . . I p . . . . . .
. . . . .\S\P D . . . .
. . . . . . . . . . . .
. . . . . . N S . . . .
P P P P P . B P P P P P
WWW . . N . . . D . WWW
R G O I . Q K . . O G R
"""
# The author's dragon is still on h8, though it has taken on e7 and been taken there.
AFTER_13 = r"""
r g o i b q . . . r k .
www . d n . . o . . www
p p p p p s s p p i p p
. . . . . . . . . g . .
. . . . . . . d . p . b
. B . . S n . . . . . .
. . . . . . . . . . . .
. . . . . . . . . . . .
. . . . . D N S . . . .
P P P P P . B P P P P P
WWW . . N . . . D . WWW
R G O I . Q K . . O G R
"""
DIAGRAM_CELL = re.compile(r"WWW|www|\\S\\|[A-Za-z.]")
FEN_OF_CELL = {"WWW": "WW", "www": "ww", "\\S\\": "L"}


def placement_of(diagram: str) -> list[str]:
    """The FEN's ranks of one of the seed's diagrams."""
    ranks = []
    for line in diagram.split("\n")[1:-1]:
        cells = "".join(FEN_OF_CELL.get(cell, cell) for cell in DIAGRAM_CELL.findall(line))
        ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return ranks


def test_the_sample_game_to_move_7(tell: Tell) -> None:
    story = tell("ganymede", START).play("g4g6 g9g7 g3g5l h11g9 f4f6 g7f6 f3f6l")
    assert placement(story) == placement_of(AFTER_4)
    story.play("i11h8 g5h4s j10j8 h1b7 h12l8 i1g2 k12j9")
    assert field(story, "rights") == "ALafl"
    assert "e7" not in goals(story, "g2"), "no nightrider goes from g2 to e7"


def test_the_sample_game_from_move_8(tell: Tell) -> None:
    story = tell("ganymede", "/".join(placement_of(AFTER_7)) + " w ALafl - 6 9")
    story.play("e1g3 j12h11 h2g4 g12k12 d2h6 f9f7")
    assert placement(story) == placement_of(AFTER_10)
    assert field(story, "rights") == "AL"
    story.play("g6f7 g9f7 h6f4 h8e7 f6e7s")
    wanted = placement_of(AFTER_13)
    wanted[4] = "9p1b"
    assert placement(story) == wanted
    assert placement(story.play("g10g4"))[8] == "5DsS4"
