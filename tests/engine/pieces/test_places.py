"""Squares that pieces may not leave, kings that face each other, and moves bound to places."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.errors import FenError
from amalthea.engine.new_games import new_game
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.search.solo import SoloSearcher
from helpers.described_comparison import compare_walk
from helpers.games import army
from helpers.paths import PALACES
from reference.described import rules_of

GAMES = {variant.name: variant for variant in variant_files.load(str(PALACES))}
COUNTS = {  # of minixiangqi, xiangqi and manchu by Fairy-Stockfish, `go perft 3`
    "palace7": (19, 331, 6_664),
    "palace9": (44, 1_920, 79_666),
    "banner9": (18, 860, 17_648),
}


@pytest.fixture
def palace() -> PiecesVariant:
    return GAMES["palace9"]


def goals(game: PiecesVariant, fen: str, origin: str) -> set[str]:
    moves = new_position(game, f"{fen} - - 0 1").legal_moves()
    return {move.removeprefix(origin) for move in moves if move.startswith(origin)}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_those_of_another_engine(name: str) -> None:
    position = new_position(GAMES[name])
    assert tuple(position.perft(depth) for depth in (1, 2, 3)) == COUNTS[name]


@pytest.mark.parametrize("name", COUNTS)
def test_games_go_as_the_slow_rules_say(name: str) -> None:
    game = GAMES[name]
    compare_walk(game, rules_of(game), random.Random(name), Counter())


@pytest.mark.parametrize("name", COUNTS)
def test_the_search_plays_them(name: str) -> None:
    line = SoloSearcher(1).search(new_game(GAMES[name]), 5_000)
    assert line.moves[0] in new_position(GAMES[name]).legal_moves()


class TestPalace:
    def test_king_and_advisor_stay_in_it(self, palace: PiecesVariant) -> None:
        fen = "3k5/9/9/9/9/9/9/5A3/9/5K3 w"
        assert goals(palace, fen, "f1") == {"e1", "f2"}
        assert goals(palace, fen, "f3") == {"e2"}

    def test_elephants_do_not_cross_the_river_nor_leap_over_pieces(
        self, palace: PiecesVariant
    ) -> None:
        assert goals(palace, "3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c5") == {"a3", "e3"}
        assert goals(palace, "3k5/9/9/9/9/2B6/3P5/9/9/4K4 w", "c5") == {"a3"}

    def test_a_piece_gives_no_check_where_it_cannot_go(self, palace: PiecesVariant) -> None:
        confined = "4k4/9/9/9/9/9/9/3a5/4P4/5K3 w"
        assert not new_position(palace, f"{confined} - - 0 1").in_check()

    def test_a_piece_that_began_outside_may_come_in(self, palace: PiecesVariant) -> None:
        assert goals(palace, "3k5/9/9/9/9/9/9/9/6A2/4K4 w", "g2") == {"f1", "f3"}


class TestSoldier:
    def test_goes_sideways_only_across_the_river(self, palace: PiecesVariant) -> None:
        assert goals(palace, "3k5/9/9/9/9/2P6/9/9/9/4K4 w", "c5") == {"c6"}
        assert goals(palace, "3k5/9/9/9/2P6/9/9/9/9/4K4 w", "c6") == {"c7", "b6", "d6"}
        assert goals(palace, "3k5/9/9/9/9/2p6/9/9/9/4K4 b", "c5") == {"c4", "b5", "d5"}

    def test_gives_check_sideways_only_there(self, palace: PiecesVariant) -> None:
        assert new_position(palace, "3kP4/9/9/9/9/9/9/9/9/5K3 b - - 0 1").in_check()
        assert not new_position(palace, "9/9/9/9/9/9/9/3kP4/9/5K3 b - - 0 1").in_check()


class TestFacingKings:
    def test_may_not_be_set_up(self, palace: PiecesVariant) -> None:
        with pytest.raises(FenError, match="the kings face each other"):
            new_position(palace, "4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1")

    def test_the_only_piece_between_keeps_its_file(self, palace: PiecesVariant) -> None:
        found = goals(palace, "4k4/9/9/9/9/4P4/9/9/9/4K4 w", "e5")
        assert found == {"e6"}
        assert goals(palace, "4k4/9/9/9/4R4/9/9/9/9/4K4 b", "e10") == {"d10", "f10"}
        assert {square[0] for square in goals(palace, "4k4/9/9/9/4N4/9/9/9/9/4K4 w", "e6")} == set()

    def test_a_king_does_not_step_into_sight(self, palace: PiecesVariant) -> None:
        assert goals(palace, "3k5/9/9/9/9/9/9/9/9/4K4 w", "e1") == {"e2", "f1"}

    def test_a_capture_may_open_the_file(self, palace: PiecesVariant) -> None:
        """The soldier between may be taken only by what then stands there itself."""
        fen = "4k4/9/9/9/4p4/9/9/9/9/4K4 w"
        assert goals(palace, fen, "e1") == {"d1", "f1", "e2"}
        position = new_position(palace, "4k4/9/9/2N6/4p4/9/9/9/9/4K4 w - - 0 1")
        assert "c7e6" in position.legal_moves()
        position.play("c7e6")
        assert position.legal_moves()


LEAPS = """
[leaps:chess]
king = k:KimN
janggiCannon = c
castling = false
rights = e1:k
safeLeap = true
startFen = 4k3/pppppppp/8/8/8/8/PPPPPPPP/2C1K1C1 w Ee - 0 1
"""


class TestKoreanCannon:
    """Cannon that neither hops over nor captures pieces of its own type."""

    FEN = "3k5/9/9/9/9/9/9/{}/9/4K4 w"

    @pytest.fixture
    def korean(self, palace: PiecesVariant) -> PiecesVariant:
        pieces = tuple(
            replace(piece, moves="pR", ignores_own_type=True) if piece.letter == "C" else piece
            for piece in palace.pieces
        )
        return replace(palace, pieces=pieces)

    @pytest.mark.parametrize(
        ("rank", "found"),
        [
            ("C1P6", {"d3", "e3", "f3", "g3", "h3", "i3"}),
            ("C1p2r3", {"d3", "e3", "f3"}),
            ("C1p2R3", {"d3", "e3"}),
            ("C1p2c3", {"d3", "e3"}),
            ("C1c2r3", set()),
            ("C1N2C3", {"d3", "e3"}),
            ("C8", set()),
        ],
    )
    def test_where_it_goes(self, korean: PiecesVariant, rank: str, found: set[str]) -> None:
        assert goals(korean, self.FEN.format(rank), "a3") == found

    def test_it_gives_check_only_over_other_pieces(self, korean: PiecesVariant) -> None:
        for hurdle, checks in (("p", True), ("n", True), ("c", False)):
            fen = f"3k5/9/9/9/9/9/9/4c4/4{hurdle}4/4K4 w - - 0 1"
            assert new_position(korean, fen).in_check() == checks

    def test_a_king_who_leaps_is_seen_where_one_of_its_like_stands(self, tmp_path: Path) -> None:
        path = tmp_path / "leaps.ini"
        path.write_text(LEAPS, encoding="utf-8")
        (leaps,) = variant_files.load(str(path))
        assert isinstance(leaps, PiecesVariant)
        for fen, may in (
            ("4k3/3C1p1C/8/8/8/8/8/4K3 b e - 0 1", False),
            ("4k3/3C1p2/8/8/8/8/8/4K3 b e - 0 1", True),
            ("4k3/3C3C/8/8/8/8/8/4K3 b e - 0 1", True),
        ):
            moves = new_position(leaps, fen).legal_moves()
            assert ("e8d6" in moves) == may, fen
            assert sorted(moves) == sorted(rules_of(leaps).from_fen(fen).legal_moves())

    def test_games_go_as_the_slow_rules_say(self, korean: PiecesVariant) -> None:
        compare_walk(korean, rules_of(korean), random.Random(7), Counter())


class TestKoreanPalace:
    """Palace with diagonal lines, along which some pieces go, each in its own way."""

    @pytest.fixture
    def janggi(self) -> PiecesVariant:
        return army("janggicasual")

    @pytest.mark.parametrize(
        ("fen", "origin", "found"),
        [
            ("3k5/9/9/9/9/9/9/9/4K4/9 w", "e2", "d1 e1 f1 d2 f2 d3 e3 f3 e2"),
            ("3k5/9/9/9/9/9/9/4K4/9/9 w", "e3", "d3 f3 e2 e3"),
            ("3k5/9/9/9/9/9/9/3A5/9/5K3 w", "d3", "e3 d2 e2"),
            ("9/4P4/3k5/9/9/9/9/9/9/5K3 w", "e9", "d9 f9 e10 d10 f10"),
            ("4k4/9/5P3/9/9/9/9/9/9/5K3 w", "f8", "e8 g8 f9 e9"),
            ("4k4/9/4P4/9/9/9/9/9/9/5K3 w", "e8", "d8 f8 e9"),
            ("4k4/9/9/9/9/9/9/3C5/4N4/5K3 w", "d3", ""),
            ("4k4/9/9/9/9/9/9/3C5/4N4/3K5 w", "d3", "f1"),
            ("4k4/9/9/9/9/9/9/3C5/4c4/3K5 w", "d3", ""),
        ],
    )
    def test_where_pieces_go(
        self, janggi: PiecesVariant, fen: str, origin: str, found: str
    ) -> None:
        assert goals(janggi, fen, origin) == set(found.split())

    def test_a_rook_is_stopped_on_the_lines_as_elsewhere(self, janggi: PiecesVariant) -> None:
        fen = "4k4/9/9/9/9/9/9/3R5/{}/3K5 w"
        for middle, along in (("9", {"e2", "f1"}), ("4p4", {"e2"}), ("4N4", set())):
            found = goals(janggi, fen.format(middle), "d3")
            assert found & {"e2", "f1"} == along

    def test_a_side_in_check_may_not_pass(self, janggi: PiecesVariant) -> None:
        assert "e2" in goals(janggi, "3k5/9/9/9/9/9/9/9/4K4/9 w", "e2")
        assert "e2" not in goals(janggi, "3k5/9/9/9/9/9/9/3r5/4K4/9 w", "e2")

    def test_passing_changes_nothing_but_the_turn(self, janggi: PiecesVariant) -> None:
        position = new_position(janggi)
        board, key = position.fen().split()[0], position.key()
        position.play("e2e2")
        assert position.fen().split()[:2] == [board, "b"]
        position.play("e9e9")
        assert position.fen().split()[:2] == [board, "w"]
        assert position.key() == key
        position.undo()
        position.undo()
        assert position.fen() == janggi.start

    def test_the_slow_rules_agree(self, janggi: PiecesVariant) -> None:
        compare_walk(janggi, rules_of(janggi), random.Random(3), Counter())
