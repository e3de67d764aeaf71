"""Ganymede Chess, rule by rule: castling, FEN, the end, a game."""

from __future__ import annotations

import re

import pytest

from amalthea import new_position
from amalthea.engine.errors import FenError
from helpers.ganymede_boards import START, Start, ganymede, squares
from helpers.played_games import PlayedGame, field, goals, placement
from reference.common import Fault

# Castling.

HOMES = "Kg1 Ra1 Rl1 kg12 ra12 rl12"
GRIFFONS = "Gb1 Gk1 gb12 gk12 Pc5 pc8 Pj5 pj8"  # their files shut
SHIELD = "Pa3 Pl3"  # keeps the rooks of both sides apart


def castling_goals(played: PlayedGame, king: str = "g1") -> set[str]:
    """Return the destinations of the king that are castlings."""
    return {goal for goal in goals(played, king) if goal[0] in "bk"}


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
def test_castling_moves_king_rook_and_griffon_and_ends_the_rights(
    start: Start, griffons: str, move: str, row: int, rank: str, rights: str
) -> None:
    turn = "w" if row else "b"
    played = start("ganymede", ganymede(f"{HOMES} {SHIELD} {griffons}", f"{turn} ALal - 3 9"))
    assert castling_goals(played, move[: 2 if row else 3]) == squares("b1 k1" if row else "b12 k12")
    played.play(move)
    assert placement(played)[row] == rank
    assert field(played, "rights") == rights
    assert field(played, "halfmove") == "4"


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
def test_squares_between_king_and_rook_must_be_free(start: Start, pieces: str, left: str) -> None:
    played = start("ganymede", ganymede(f"Kg1 Ra1 Rl1 ke12 {pieces}", "w AL - 0 1"))
    assert castling_goals(played) == squares(left)


def test_an_enemy_griffon_on_the_goal_is_in_the_way(start: Start) -> None:
    played = start("ganymede", ganymede("Kg1 Rl1 ke12 Bj2 Bl2 gk1", "w L - 0 1"))
    assert castling_goals(played) == set()


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
def test_castling_under_attack(start: Start, attacker: str, left: str) -> None:
    played = start("ganymede", ganymede(f"Kg1 Ra1 Rl1 ke12 {attacker}", "w AL - 0 1"))
    assert castling_goals(played) == squares(left)


@pytest.mark.parametrize("attacked", ["k1", "b1"])
def test_the_griffons_square_may_not_be_attacked_either(start: Start, attacked: str) -> None:
    played = start("ganymede", ganymede(f"Kg1 Ra1 Rl1 Gb1 Gk1 ke12 r{attacked[0]}5", "w AL - 0 1"))
    assert castling_goals(played) == {"b1", "k1"} - {attacked}


def test_castling_needs_the_right(start: Start) -> None:
    assert castling_goals(start("ganymede", ganymede(HOMES, "w L - 0 1"))) == {"k1"}
    assert castling_goals(start("ganymede", ganymede(HOMES, "w A - 0 1"))) == {"b1"}


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
def test_rights_end_with_the_first_move(start: Start, moves: str, rights: str) -> None:
    pieces = f"{HOMES} {SHIELD} Pf4 Pg4 pf9 pg9"
    played = start("ganymede", ganymede(pieces, "w AFGLafgl - 0 1")).play(moves)
    assert field(played, "rights") == rights


def test_a_captured_rook_takes_its_right_along(start: Start) -> None:
    played = start("ganymede", ganymede("Kg1 Ra1 Rl1 ke12 bf6", "b AL - 0 1")).play("f6a1+")
    assert field(played, "rights") == "L"


# FEN.


def origins(played: PlayedGame) -> set[str]:
    """Return the squares from which White can move, without g1, where its king stands."""
    names = {re.match("[a-l][0-9]+", move) for move in played.legal_moves()}
    return {name[0] for name in names if name} - {"g1"}


@pytest.mark.parametrize(
    ("row", "anchors"),
    [("WWWW8", "a6 c6"), ("1WWWW7", "b6 d6"), ("WW1WW7", "a6 d6"), ("wwWW8", "c6")],
)
def test_lying_walls_pair_from_the_left(start: Start, row: str, anchors: str) -> None:
    played = start("ganymede", f"6k5/12/12/12/12/12/{row}/12/12/12/12/6K5 w - - 0 1")
    assert placement(played)[6] == row
    assert origins(played) == squares(anchors)


def test_standing_walls_pair_from_the_top(start: Start) -> None:
    played = start("ganymede", "6k5/12/12/12/V11/V11/V11/V11/12/12/12/6K5 w - - 0 1")
    assert placement(played)[4:8] == ["V11"] * 4
    assert origins(played) == {"a5", "a7"}


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
        pytest.param(ganymede("Kg1 ke12 Pc2"), id="pawn behind its first rank"),
        pytest.param(ganymede("Kg1 ke12 Pc1"), id="pawn on rank 1"),
        pytest.param(ganymede("Kg1 ke12 Pc10"), id="pawn on rank 10"),
        pytest.param(ganymede("Kg1 ke12 pc3"), id="black pawn on rank 3"),
        pytest.param(ganymede("Kg1 ke12 pc11"), id="black pawn on rank 11"),
        pytest.param(ganymede("Kl1 kg9 Wf6 Wg6"), id="side not to move in check of a wall"),
    ],
)
def test_a_faulty_fen_is_refused(start: Start, fen: str) -> None:
    with pytest.raises((FenError, Fault)):
        start("ganymede", fen)


@pytest.mark.parametrize(
    ("fen", "understood"),
    [
        pytest.param(middle("12", rest="w - e6 0 1"), middle("12"), id="a target"),
        pytest.param(
            ganymede("Kg1 ke12 Ra1", "w AA - 0 1"),
            ganymede("Kg1 ke12 Ra1", "w A - 0 1"),
            id="right twice",
        ),
        pytest.param(
            ganymede("Kg1 ke12 Pe4", "w E - 0 1"), ganymede("Kg1 ke12 Pe4"), id="unknown right"
        ),
    ],
)
def test_impossible_fields_of_a_fen_are_left_out(fen: str, understood: str) -> None:
    position = new_position("ganymede", fen)
    assert position.fen() == new_position("ganymede", understood).fen()
    assert len(position.remarks) == 1


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
def test_rights_that_cannot_be_are_left_out(start: Start, fen: str, understood: str) -> None:
    assert start("ganymede", fen).fen().split()[2] == understood


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
def test_valid_fen_is_read_and_written_back(start: Start, fen: str) -> None:
    assert start("ganymede", fen).fen() == fen


# The end.


def test_a_wall_gives_checkmate(start: Start) -> None:
    played = start("ganymede", ganymede("Kf10 kf12 Wa8 Wb8 Vd9 Vd10")).play("a8a12")
    assert played.status() == "win w checkmate"


def test_stalemate_draws(start: Start) -> None:
    played = start("ganymede", ganymede("ka12 Qc9 Kl1")).play("c9b10")
    assert played.status() == "draw stalemate"


def test_a_turn_on_the_spot_saves_from_stalemate(start: Start) -> None:
    pieces = "ka12 sl11 Nl12 pl10 Bl9 Qc9 Kl1"
    played = start("ganymede", ganymede(pieces)).play("c9b10")
    assert sorted(played.legal_moves()) == ["l11l11l", "l11l11z"]
    assert played.status() == "ongoing"


def test_bare_kings_draw(start: Start) -> None:
    played = start("ganymede", ganymede("Kb2 wb3 wc3 kg12")).play("b2b3")
    assert played.status() == "draw bare"


@pytest.mark.parametrize("pieces", ["Nd3", "bd3", "Wd3 We3", "Sd3"])
def test_any_piece_beside_the_kings_plays_on(start: Start, pieces: str) -> None:
    assert start("ganymede", ganymede(f"Kf6 kg12 {pieces}")).status() == "ongoing"


def test_the_third_occurrence_draws(start: Start) -> None:
    played = start("ganymede", START).play("e2d4 e11d9 d4e2 d9e11 e2d4 e11d9 d4e2")
    assert played.status() == "ongoing"
    assert played.play("d9e11").status() == "draw repetition"


def test_another_setting_is_another_position(start: Start) -> None:
    played = start("ganymede", START).play("f3f3l f10f10l f3f3s f10f10s")
    turns = "f3f3z f10f10z f3f3s f10f10s"
    assert played.status() == "ongoing"
    assert played.play(turns).status() == "draw repetition"


def test_a_hundred_plies_without_progress_draw(start: Start) -> None:
    played = start("ganymede", ganymede("Kg1 kg12 Sd5 +Pa5", "w - - 98 80")).play("d5d5l")
    assert played.status() == "ongoing"
    assert played.play("g12g11").status() == "draw fiftymove"


def test_a_frogs_move_is_no_pawn_move(start: Start) -> None:
    played = start("ganymede", ganymede("Kg1 kg12 +Pa5", "w - - 99 80")).play("a5a6")
    assert played.status() == "draw fiftymove"


@pytest.mark.parametrize("move", ["a3a4", "d5d10", "b11b12+", "l9l10+"])
def test_pawn_move_capture_and_promotion_start_the_count_anew(start: Start, move: str) -> None:
    pieces = "Kg1 kg10 Wd5 We5 nd10 Pa3 Sb11 Pl9"
    played = start("ganymede", ganymede(pieces, "w - - 99 80")).play(move)
    assert field(played, "halfmove") == "0"


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
    """Return the ranks of a FEN for one of the seed's diagrams."""
    ranks = []
    for line in diagram.split("\n")[1:-1]:
        cells = "".join(FEN_OF_CELL.get(cell, cell) for cell in DIAGRAM_CELL.findall(line))
        ranks.append(re.sub(r"\.+", lambda run: str(len(run[0])), cells))
    return ranks


def test_the_sample_game_to_move_7(start: Start) -> None:
    played = start("ganymede", START).play("g4g6 g9g7 g3g5l h11g9 f4f6 g7f6 f3f6l")
    assert placement(played) == placement_of(AFTER_4)
    played.play("i11h8 g5h4s j10j8 h1b7 h12l8 i1g2 k12j9")
    assert field(played, "rights") == "ALafl"
    assert "e7" not in goals(played, "g2"), "no nightrider goes from g2 to e7"


def test_the_sample_game_from_move_8(start: Start) -> None:
    played = start("ganymede", "/".join(placement_of(AFTER_7)) + " w ALafl - 6 9")
    played.play("e1g3 j12h11 h2g4 g12k12 d2h6 f9f7")
    assert placement(played) == placement_of(AFTER_10)
    assert field(played, "rights") == "AL"
    played.play("g6f7 g9f7 h6f4 h8e7 f6e7s")
    wanted = placement_of(AFTER_13)
    wanted[4] = "9p1b"
    assert placement(played) == wanted
    assert placement(played.play("g10g4"))[8] == "5DsS4"
