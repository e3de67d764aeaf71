"""Betza notation: what each atom, modifier, rider and bent form reaches, and every refusal."""

from __future__ import annotations

import random
from itertools import accumulate

import pytest

from amalthea.engine.errors import BetzaError, VariantError
from amalthea.engine.pieces.description.betza import Path, Step, parse, terms
from amalthea.engine.text import clip

LIMIT = 11  # a 12x12 board
Square = tuple[int, int]


def ends(path: Path) -> list[Square]:
    """Return the square after each step of a path, relative to its start."""
    steps = ((step.dx, step.dy) for step in path.steps)
    return list(accumulate(steps, lambda at, leap: (at[0] + leap[0], at[1] + leap[1])))


def reached(text: str, limit: int = LIMIT) -> set[Square]:
    return {end for path in parse(text, limit) for end in ends(path)}


def moves_and_captures(text: str, limit: int = LIMIT) -> tuple[set[Square], set[Square]]:
    moves: set[Square] = set()
    captures: set[Square] = set()
    for path in parse(text, limit):
        for step, end in zip(path.steps, ends(path), strict=True):
            moves |= {end} if step.move else set()
            captures |= {end} if step.capture else set()
    return moves, captures


def drawn(diagram: str) -> set[Square]:
    """Return the squares marked x around the O of a diagram, whose top row is farthest forward."""
    rows = [row.split() for row in diagram.strip().splitlines()]
    at = {(x, -y): cell for y, row in enumerate(rows) for x, cell in enumerate(row)}
    (ox, oy) = next(square for square, cell in at.items() if cell == "O")
    return {(x - ox, y - oy) for (x, y), cell in at.items() if cell == "x"}


def on_board(text: str, file: int, rank: int, files: int = 12, ranks: int = 12) -> set[Square]:
    """Return the squares that a lone piece reaches on an empty board, counted from 0."""
    found: set[Square] = set()
    for path in parse(text, max(files, ranks) - 1):
        for dx, dy in ends(path):
            square = (file + dx, rank + dy)
            if not (0 <= square[0] < files and 0 <= square[1] < ranks):
                break
            found.add(square)
    return found


class TestAtoms:
    @pytest.mark.parametrize(
        ("atoms", "leap"),
        [
            ("W", (1, 0)),
            ("F", (1, 1)),
            ("D", (2, 0)),
            ("N", (2, 1)),
            ("A", (2, 2)),
            ("H", (3, 0)),
            ("LC", (3, 1)),
            ("JZ", (3, 2)),
            ("G", (3, 3)),
        ],
    )
    def test_leaper_reaches_its_leap_turned_and_mirrored(self, atoms: str, leap: Square) -> None:
        a, b = leap
        expected = {(x * i, y * j) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)}
        for atom in atoms:
            assert reached(atom) == expected
            assert all(len(path.steps) == 1 for path in parse(atom, LIMIT))

    def test_compounds_are_the_sum_of_their_parts(self) -> None:
        assert reached("K") == reached("WF")
        assert reached("R") == reached("WW") == reached("W0")
        assert reached("B") == reached("FF")
        assert reached("Q") == reached("RB") == reached("KK")

    def test_rook_is_four_paths_of_equal_steps(self) -> None:
        paths = parse("R", 7)
        assert len(paths) == 4
        assert Path((Step(0, 1, move=True, capture=True),) * 7) in paths

    def test_atoms_add_up(self) -> None:
        assert reached("NLA") == reached("N") | reached("L") | reached("A")
        assert len(reached("NLA")) == 20

    def test_a_mode_that_is_repeated_says_no_more(self) -> None:
        assert parse("mfmWmmfF", LIMIT) == parse("mfWmfF", LIMIT)

    def test_no_notation_is_no_moves(self) -> None:
        assert parse("", LIMIT) == ()

    def test_equal_paths_appear_once_and_sorted(self) -> None:
        assert parse("LCNL", LIMIT) == parse("NC", LIMIT)
        assert parse("FW", LIMIT) == tuple(sorted(parse("WF", LIMIT)))


class TestWalks:
    def test_a_walk_makes_a_leap_again_and_stops_at_its_end_only(self) -> None:
        assert reached("aW") == reached("WAFD") - reached("A") | reached("D")
        assert moves_and_captures("aW") == (reached("FD"), reached("FD"))
        assert moves_and_captures("caW") == (set(), reached("FD"))

    def test_an_area_of_three_steps_of_a_king_is_each_square_of_it(self) -> None:
        around = {(x, y) for x in range(-3, 4) for y in range(-3, 4)} - {(0, 0)}
        moves, captures = moves_and_captures("KaKaaK")
        assert moves == captures == around

    def test_no_walk_leads_over_its_start_or_twice_over_a_square(self) -> None:
        for text in ("aK", "aaK", "aaW", "aN"):
            for path in parse(text, LIMIT):
                squares = [(0, 0), *ends(path)]
                assert len(set(squares)) == len(squares)

    def test_of_walks_to_a_square_those_over_fewest_squares_are_kept(self) -> None:
        straight = [path for path in parse("KaKaaK", LIMIT) if ends(path)[-1] == (3, 3)]
        assert [ends(path) for path in straight] == [[(1, 1), (2, 2), (3, 3)]]
        assert not any(
            max(map(abs, ends(path)[-1])) == 1 and len(path.steps) > 1
            for path in parse("KaKaaK", LIMIT)
        )

    def test_walks_end_at_the_limit(self) -> None:
        assert reached("aN", 3) == {at for at in reached("aN") if max(map(abs, at)) <= 3}


class TestRidersThatSkipASquare:
    def test_their_first_leap_is_of_two_squares(self) -> None:
        assert reached("jR", 5) == reached("R", 5) - reached("W")
        assert all(ends(path)[0] in reached("A") for path in parse("jB", 5))
        assert moves_and_captures("jB", 5)[0] == reached("B", 5) - reached("F")

    def test_a_range_counts_the_skipped_square(self) -> None:
        assert reached("jsR3") == {(2, 0), (3, 0), (-2, 0), (-3, 0)}
        assert moves_and_captures("jR3-4")[0] == reached("R4") - reached("R2")


class TestLameLeapersAndHoppers:
    def test_hoppers_over_any_number_of_pieces_are_told_apart(self) -> None:
        assert {path.hops for path in parse("RcppR", 5)} == {"", "pp"}
        assert moves_and_captures("cppR", 5)[1] == reached("R", 5)

    def test_a_lame_leap_is_straight_steps_then_diagonal_ones(self) -> None:
        horse = [path for path in parse("nN", LIMIT) if ends(path)[-1] == (1, 2)]
        assert [ends(path) for path in horse] == [[(0, 1), (1, 2)]]
        assert [(step.move, step.capture) for step in horse[0].steps] == [
            (False, False),
            (True, True),
        ]
        elephant = [path for path in parse("nZ", LIMIT) if ends(path)[-1] == (-3, 2)]
        assert [ends(path) for path in elephant] == [[(-1, 0), (-2, 1), (-3, 2)]]

    def test_the_cannon_moves_like_a_rook_and_captures_by_hopping(self) -> None:
        paths = parse("mRcpR", LIMIT)
        assert {path.hops for path in paths} == {"", "p"}
        assert all(step.capture == bool(path.hops) for path in paths for step in path.steps)

    def test_a_path_too_short_for_a_hop_is_left_out(self) -> None:
        assert parse("pW", LIMIT) == ()
        assert {path.hops for path in parse("gQ", LIMIT)} == {"g"}


class TestDirections:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("fW", {(0, 1)}),
            ("bW", {(0, -1)}),
            ("lW", {(-1, 0)}),
            ("rW", {(1, 0)}),
            ("ffW", {(0, 1)}),
            ("vW", {(0, 1), (0, -1)}),
            ("sW", {(1, 0), (-1, 0)}),
            ("fsW", {(0, 1), (1, 0), (-1, 0)}),
            ("frblD", {(0, 2), (2, 0), (0, -2), (-2, 0)}),
            ("fbH", {(0, 3), (0, -3)}),
        ],
    )
    def test_orthogonal_letters_add(self, text: str, expected: set[Square]) -> None:
        assert reached(text) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("fF", {(1, 1), (-1, 1)}),
            ("bF", {(1, -1), (-1, -1)}),
            ("lF", {(-1, 1), (-1, -1)}),
            ("rA", {(2, 2), (2, -2)}),
            ("flF", {(-1, 1)}),
            ("lfF", {(-1, 1)}),
            ("brG", {(3, -3)}),
            ("fsF", {(1, 1), (-1, 1)}),
            ("fbF", {(1, 1), (-1, 1), (1, -1), (-1, -1)}),
            ("flbrF", {(-1, 1), (1, -1)}),
            ("vF", {(1, 1), (-1, 1), (1, -1), (-1, -1)}),
        ],
    )
    def test_diagonal_pairs_narrow(self, text: str, expected: set[Square]) -> None:
        assert reached(text) == expected

    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("fN", {(1, 2), (-1, 2)}),
            ("ffN", {(1, 2), (-1, 2)}),
            ("fsN", {(2, 1), (-2, 1)}),
            ("ffNfsN", {(1, 2), (-1, 2), (2, 1), (-2, 1)}),
            ("bN", {(1, -2), (-1, -2)}),
            ("bsN", {(2, -1), (-2, -1)}),
            ("rN", {(2, 1), (2, -1)}),
            ("rfL", {(1, 3)}),
            ("frL", {(3, 1)}),
            ("blJ", {(-3, -2)}),
            ("lbJ", {(-2, -3)}),
            ("vN", {(1, 2), (-1, 2), (1, -2), (-1, -2)}),
            ("sN", {(2, 1), (-2, 1), (2, -1), (-2, -1)}),
            ("rvN", {(1, 2), (1, -2)}),
        ],
    )
    def test_oblique_last_letter_leads(self, text: str, expected: set[Square]) -> None:
        assert reached(text) == expected

    def test_both_halves_of_king_and_queen_follow_single_letters(self) -> None:
        assert reached("fK") == {(-1, 1), (0, 1), (1, 1)}
        assert reached("bQ") == reached("bRbB")


class TestModes:
    def test_move_capture_and_both(self) -> None:
        assert moves_and_captures("mW") == (reached("W"), set())
        assert moves_and_captures("cW") == (set(), reached("W"))
        assert moves_and_captures("W") == moves_and_captures("mcW") == (reached("W"),) * 2

    def test_modifiers_come_in_any_order(self) -> None:
        assert parse("ifmR4", LIMIT) == parse("fimR4", LIMIT) == parse("mfiR4", LIMIT)

    def test_initial_marks_only_its_own_atom(self) -> None:
        assert {path.initial for path in parse("ifmR4", LIMIT)} == {True}
        initial = {path.initial: ends(path) for path in parse("fmWifmR2", LIMIT)}
        assert initial == {False: [(0, 1)], True: [(0, 1), (0, 2)]}

    def test_modifiers_end_with_their_atom(self) -> None:
        moves, captures = moves_and_captures("fmWN")
        assert captures == reached("N")
        assert moves == reached("N") | {(0, 1)}


class TestRiders:
    @pytest.mark.parametrize(("text", "leap"), [("DD", (0, 2)), ("NN", (1, 2)), ("AA", (2, 2))])
    def test_doubled_atom_rides_to_the_edge(self, text: str, leap: Square) -> None:
        dx, dy = leap
        expected = [(dx * i, dy * i) for i in range(1, 6)]
        assert expected in [ends(path) for path in parse(text, LIMIT)]

    @pytest.mark.parametrize(
        ("text", "longest"), [("R4", 4), ("B2", 2), ("W3", 3), ("N2", 2), ("AA2", 2), ("R1", 1)]
    )
    def test_number_limits_the_leaps(self, text: str, longest: int) -> None:
        assert {len(path.steps) for path in parse(text, LIMIT)} == {longest}

    @pytest.mark.parametrize(
        ("text", "ways"),
        [("B2-", {2, 3, 4, 5, 6}), ("R2-4", {2, 3, 4}), ("W3-3", {3}), ("R1-", {1, 2, 3, 4, 5, 6})],
    )
    def test_a_rider_has_its_least_number_of_leaps(self, text: str, ways: set[int]) -> None:
        moves, captures = moves_and_captures(text, 6)
        assert {max(abs(x), abs(y)) for x, y in moves} == ways
        assert captures == moves

    def test_a_rider_that_is_longer_than_the_board_is_left_out(self) -> None:
        assert parse("R4-", 3) == ()

    def test_zero_is_unlimited(self) -> None:
        assert parse("N0", LIMIT) == parse("NN", LIMIT) == parse("NN0", LIMIT)

    @pytest.mark.parametrize("text", ["R", "R99", "NN", "G3", "qN", "[F?R]", "[N?NN]"])
    def test_no_path_leaves_the_largest_board(self, text: str) -> None:
        assert all(max(abs(x), abs(y)) <= 5 for x, y in reached(text, 5))

    def test_leap_longer_than_the_board_is_left_out(self) -> None:
        assert parse("GH", 2) == ()


class TestCircular:
    def test_circular_king_is_the_mini_rose(self) -> None:
        assert reached("qK") == drawn("""
            . . x x x . .
            . x x . x x .
            x x x x x x x
            x . x O x . x
            x x x x x x x
            . x x . x x .
            . . x x x . .
        """)

    def test_circle_turns_one_way_and_stops_before_its_start(self) -> None:
        paths = parse("qK", LIMIT)
        assert len(paths) == 16
        assert {len(path.steps) for path in paths} == {7}
        round_trip = [(0, 1), (1, 2), (2, 2), (3, 1), (3, 0), (2, -1), (1, -1)]
        assert round_trip in [ends(path) for path in paths]

    def test_circular_knight_is_the_rose(self) -> None:
        assert [(1, 2), (3, 3), (5, 2), (6, 0), (5, -2), (3, -3), (1, -2)] in [
            ends(path) for path in parse("qN", LIMIT)
        ]

    def test_circle_may_be_cut_short(self) -> None:
        assert {len(path.steps) for path in parse("qW", LIMIT)} == {3}


class TestBent:
    def test_a_griffon_reaches_these_squares_near_by(self) -> None:
        assert reached("[F?R]", 3) == drawn("""
            . . x . x . .
            . . x . x . .
            x x x . x x x
            . . . O . . .
            x x x . x x x
            . . x . x . .
            . . x . x . .
        """)

    def test_a_griffon_reaches_these_squares_of_its_board(self) -> None:
        assert on_board("[F?R]", 0, 0) == {(1, r) for r in range(1, 12)} | {
            (f, 1) for f in range(1, 12)
        }
        from_g6 = on_board("[F?R]", 6, 5)
        assert from_g6 == (
            {(f, r) for f in (5, 7) for r in range(12) if r != 5}
            | {(f, r) for r in (4, 6) for f in range(12) if f != 6}
        )
        assert len(from_g6) == 40

    def test_griffon_may_stop_on_the_corner_and_passes_it(self) -> None:
        assert [(1, 1), (1, 2), (1, 3)] in [ends(path) for path in parse("[F?R]", 3)]
        assert len(parse("[F?R]", LIMIT)) == 8

    def test_the_giraffe_of_tamerlane_chess_begins_three_squares_away(self) -> None:
        assert moves_and_captures("[F-R3-]", 5)[0] == drawn("""
            . . . . x . x . . . .
            . . . . x . x . . . .
            . . . . . . . . . . .
            . . . . . . . . . . .
            x x . . . . . . . x x
            . . . . . O . . . . .
            x x . . . . . . . x x
            . . . . . . . . . . .
            . . . . . . . . . . .
            . . . . x . x . . . .
            . . . . x . x . . . .
        """)
        assert [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5)] in [
            ends(path) for path in parse("[F-R3-]", 5)
        ]

    def test_griffon_that_may_stop_early_or_late(self) -> None:
        late, captures = moves_and_captures("[F-R3-]", 5)
        assert moves_and_captures("[F?R3-]", 5)[0] == late | reached("F", 5)
        assert captures == late

    def test_modes_hold_for_all_steps(self) -> None:
        moves, captures = moves_and_captures("m[F?R]")
        assert moves == reached("[F?R]")
        assert captures == set()

    def test_a_bent_rider_has_its_first_step_and_its_length(self) -> None:
        assert [(0, 1), (1, 2), (2, 3)] in [ends(path) for path in parse("[W?B2]", LIMIT)]
        assert len(parse("[W?B]", LIMIT)) == 8

    def test_roc_adds_the_dabbaba_rider(self) -> None:
        assert reached("[F?R]DD") == reached("[F?R]") | reached("DD")


class TestPieces:
    """The pieces of the rules page, by what is special in them."""

    def test_a_dragon_reaches_these_squares(self) -> None:
        assert reached("LAA2") == drawn("""
            x . . . . . . . x
            . . . x . x . . .
            . . x . . . x . .
            . x . . . . . x .
            . . . . O . . . .
            . x . . . . . x .
            . . x . . . x . .
            . . . x . x . . .
            x . . . . . . . x
        """)
        # the second leap needs the square of the first
        assert [(2, 2), (4, 4)] in [ends(path) for path in parse("LAA2", LIMIT)]

    def test_spearman_captures_forward_only(self) -> None:
        moves, captures = moves_and_captures("fRbmR")
        assert captures == {(0, y) for y in range(1, 12)}
        assert moves == captures | {(0, -y) for y in range(1, 12)}

    def test_a_leaning_spearman_captures_ahead_and_moves_back(self) -> None:
        moves, captures = moves_and_captures("flBbrmB", 2)
        assert captures == {(-1, 1), (-2, 2)}
        assert moves == captures | {(1, -1), (2, -2)}

    def test_a_pikeman_captures_ahead_and_moves_back(self) -> None:
        moves, captures = moves_and_captures("fBbmBfRbmR", 2)
        assert captures == reached("fBfR", 2)
        assert moves == captures | reached("bBbR", 2)

    def test_a_pawn_of_gast_moves_and_captures_up_to_two_squares(self) -> None:
        moves, captures = moves_and_captures("fmR2fcB2")
        assert moves == {(0, 1), (0, 2)}
        assert captures == {(1, 1), (2, 2), (-1, 1), (-2, 2)}

    def test_a_pawn_of_chess_moves_ahead_and_captures_aslant(self) -> None:
        moves, captures = moves_and_captures("fmWfcFimfR2")
        assert moves == {(0, 1), (0, 2)}
        assert captures == {(1, 1), (-1, 1)}

    def test_guard_reaches_the_corner_in_two_ways(self) -> None:
        ways = [path for path in parse("BNLA", LIMIT) if (2, 2) in ends(path)]
        assert sorted(len(path.steps) for path in ways) == [1, 11]


class TestTerms:
    def test_notation_is_cut_at_its_atoms(self) -> None:
        assert terms("fmR2fcB2ifmR4[F?R]AA2N") == (
            "fmR2", "fcB2", "ifmR4", "[F?R]", "AA2", "N"
        )  # fmt: skip
        assert terms("") == ()

    def test_faults_are_those_of_parse(self) -> None:
        with pytest.raises(BetzaError, match="column 2"):
            terms("NX")


FAULTS = [
    ("fmXY", "unknown letter 'X' at column 3, expected an atom, one of W F D"),
    ("R fW", "unknown letter ' ' at column 2"),
    ("N\N{ARABIC-INDIC DIGIT TWO}", "at column 2"),
    ("3", "unknown letter '3' at column 1"),
    ("fm", "text ends at column 3, expected an atom"),
    ("Nf", "text ends at column 3"),
    ("pgR", r"a hopper with modes 'pg' at column 1, expected only m or c"),
    ("ipR", r"a hopper with modes 'ip' at column 1, expected only m or c"),
    ("nNN", r"a lame rider at column 1, expected a single leap"),
    ("jW", "'j' before 'W' at column 1, expected a rider along lines: R3, B"),
    ("jNN", "'j' before 'N' at column 1"),
    ("pjR", r"a hopper with modes 'pj' at column 1, expected only m or c"),
    ("pppR", r"a hopper with modes 'ppp' at column 1"),
    ("faK", "a walk with directions or other modes at column 1, expected only m or c"),
    ("iaK", "a walk with directions or other modes at column 1"),
    ("aaaK", "3 times 'a' at column 1, expected at most 2"),
    ("aR", "a rider after 'a', 'R' at column 2, expected a single leap"),
    ("oR", r"unsupported modifier 'o' \(cylindrical\) at column 1"),
    ("yR", r"unsupported modifier 'y' \(speeding up\) at column 1"),
    ("zB", r"unsupported modifier 'z' \(crooked\) at column 1"),
    ("fceF", r"unsupported modifier 'e' \(en passant\) at column 3"),
    ("hN", "misplaced letter 'N' at column 2, expected l or r after h, or f, b, l or r before it"),
    ("vhN", "misplaced letter 'N' at column 3, expected l or r after h"),
    ("h", "text ends at column 2, expected l or r after h"),
    ("WfhF", "halves of 'F' at column 2, expected N, L, C, J or Z"),
    ("hlQ", "halves of 'Q' at column 1, expected N"),
    ("tFR", r"unsupported modifier 't' \(then\) at column 1"),
    ("frK", "directions 'fr' are ambiguous before 'K' at column 1"),
    ("NfsQ", "directions 'fs' are ambiguous before 'Q' at column 2"),
    ("RR", "doubled 'R' at column 2, expected no doubling"),
    ("R123", "range '123' at column 2, expected at most 2 digits"),
    ("qR", "a rider after 'q', 'R' at column 2, expected a single leap"),
    ("qNN", "a rider after 'q', 'N' at column 2"),
    ("fqK", "a circular move with directions or other modes at column 1"),
    ("]", "misplaced letter ']' at column 1"),
    ("N?", "misplaced letter '\\?' at column 2"),
    ("[F?R", "unclosed '\\[' at column 1, expected '\\]' at column 5"),
    ("[F?RB]", "misplaced letter 'B' at column 5, expected '\\]'"),
    ("R-", "unknown letter '-' at column 2, expected an atom"),
    ("R4-2", "range '4-2' at column 2, expected the least and the most leaps"),
    ("R0-2", "range '0-2' at column 2"),
    ("R2-123", "range '123' at column 4, expected at most 2 digits"),
    ("pR2-", "a hopper with a least number of leaps at column 1, expected none"),
    ("qN2-", "a rider after 'q', 'N' at column 2"),
    ("nN2-", "a lame rider at column 1"),
    ("[F2-R]", "a rider as first part, 'F' at column 2, expected a single leap"),
    ("[FR]", "misplaced letter 'R' at column 3, expected '\\?' or '-'"),
    ("[F", "text ends at column 3, expected '\\?' or '-'"),
    ("[", "text ends at column 2, expected an atom"),
    ("[]", "misplaced letter '\\]' at column 2, expected an atom"),
    ("[fF?R]", "misplaced letter 'f' at column 2, expected an atom"),
    ("[R?F]", "a rider as first part, 'R' at column 2, expected a single leap"),
    ("W[FF?R]", "a rider as first part, 'F' at column 3"),
    ("f[F?R]", "a bent move with directions or other modes at column 1"),
    ("q[F?R]", "a bent move with directions or other modes at column 1"),
]


class TestHalves:
    """Halves of an oblique leap: four of its eight directions."""

    @pytest.mark.parametrize(
        ("text", "diagram"),
        [
            (
                "fhN",
                """
                . x . x .
                x . . . x
                . . O . .
                """,
            ),
            (
                "lhN",
                """
                . x . . .
                x . . . .
                . . O . .
                x . . . .
                . x . . .
                """,
            ),
            (
                "hrN",
                """
                . . . x .
                x . . . .
                . . O . .
                . . . . x
                . x . . .
                """,
            ),
            (
                "hlN",
                """
                . x . . .
                . . . . x
                . . O . .
                x . . . .
                . . . x .
                """,
            ),
        ],
    )
    def test_reach(self, text: str, diagram: str) -> None:
        assert reached(text) == drawn(diagram)

    def test_two_make_a_whole(self) -> None:
        for atom in "NLCJZ":
            assert reached(f"hl{atom}hr{atom}") == reached(f"fhbh{atom}") == reached(atom)
            assert reached(f"lh{atom}") == {(-x, y) for x, y in reached(f"rh{atom}")}

    def test_others_may_stand_around_them(self) -> None:
        moves, captures = moves_and_captures("mfhNcfW")
        assert moves == reached("fhN")
        assert captures == {(0, 1)}
        assert parse("fhmnN", LIMIT) == parse("mnfhN", LIMIT)
        assert reached("hlNN", 4) == reached("hlN") | {(2 * x, 2 * y) for x, y in reached("hlN")}


class TestFaults:
    @pytest.mark.parametrize(("text", "message"), FAULTS)
    def test_fault_is_named_with_its_column(self, text: str, message: str) -> None:
        with pytest.raises(BetzaError, match=message) as caught:
            parse(text, LIMIT)
        assert clip(text, 40) in str(caught.value)

    def test_errors_are_variant_errors(self) -> None:
        assert issubclass(BetzaError, VariantError)
        assert issubclass(BetzaError, ValueError)

    def test_any_text_is_read_or_refused(self) -> None:
        random_text = random.Random(1969)
        alphabet = "WFDNAHLCJZGKRBQfblrvsmciqpgnhjoyz[?]0123456789-+ é٣\n\0"
        weights = [4] * 30 + [1] * (len(alphabet) - 30)
        accepted = 0
        for _ in range(20_000):
            length = random_text.randint(0, 10)
            text = "".join(random_text.choices(alphabet, weights, k=length))
            try:
                paths = parse(text, LIMIT)
            except BetzaError:
                continue
            accepted += 1
            assert list(paths) == sorted(set(paths))
        assert 1_000 < accepted < 19_000

    def test_long_text_is_read_in_linear_time(self) -> None:
        assert parse("N" * 20_001, LIMIT) == parse("NNN", LIMIT)
        with pytest.raises(BetzaError, match="at column 2"):
            parse("R" + "9" * 20_000, LIMIT)
