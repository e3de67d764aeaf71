"""Evaluation of games that goals, checks, extinction or the last move decide."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import pairwise, product
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.pieces.evaluation.fitted import appraised
from amalthea.engine.pieces.evaluation.nearness import nearness
from helpers.games import army
from helpers.scores import score_of
from reference.common import Fault, colour_of, opponent
from reference.described import DescribedPosition, rules_of

if TYPE_CHECKING:
    from helpers.sample import Sample


def test_nearness_counts_a_pieces_own_moves() -> None:
    hill = army("kingofthehill")
    near = nearness(hill.piece("K"), hill, 0)
    assert near[3, 3] == near[4, 4] == 1
    assert near[0, 0] == near[7, 3] == 0
    assert near[2, 2] == near[2, 5] == pytest.approx(2 / 3)


def test_a_piece_without_a_goal_is_near_none() -> None:
    hill = army("kingofthehill")
    assert nearness(hill.piece("Q"), hill, 0) == {}
    assert nearness(army("chess").piece("K"), army("chess"), 0) == {}


@pytest.mark.parametrize(
    ("game", "near", "far"),
    [
        ("kingofthehill", "8/8/2K5/8/8/8/8/7k w - - 0 1", "7K/8/8/8/8/8/8/7k w - - 0 1"),
        ("racingkings", "8/4K3/8/8/8/8/k7/8 w - - 0 1", "8/8/8/8/8/8/k3K3/8 w - - 0 1"),
    ],
)
def test_a_king_near_its_goal_is_worth_more(game: str, near: str, far: str) -> None:
    near_score, far_score = (score_of(army(game), fen, HandWritten()) for fen in (near, far))
    assert near_score > far_score + 50


@pytest.mark.parametrize("game", ["breakthrough", "jesonmor"])
def test_other_pieces_near_a_goal_are_worth_more_the_nearer_they_are(game: str) -> None:
    variant = army(game)
    (letter,) = {goal.piece for goal in variant.ends.goals if goal.piece}
    piece = variant.piece(letter)
    near = nearness(piece, variant, 0)
    table = appraised(variant, HandWritten(), frozenset()).table(piece, 0, "midgame")
    by_nearness = (
        [table[each] for each in table if near[each] == step] for step in sorted(set(near.values()))
    )
    means = [sum(values) / len(values) for values in by_nearness]
    gains = [after - before for before, after in pairwise(means)]
    assert min(gains) > 0
    assert gains[-1] > gains[0]


def race(game: str, fen: str) -> tuple[int, int]:
    """Return both sides' values of the race; the terms add up."""
    return term("race", game, fen)


def term(name: str, game: str, fen: str) -> tuple[int, int]:
    """Return both sides' values of a term; the terms add up."""
    by_hand = position_and_evaluator(army(game), fen, (), HandWritten())[1]
    listed, total = by_hand.terms()
    assert total == by_hand.score()
    return next((white, black) for each, white, black in listed if each == name)


def scattered(pieces: str, dice: random.Random) -> str:
    """Return a FEN of those pieces on squares of the lower ranks drawn at random."""
    squares: list[str] = ["1"] * 64
    for at, piece in zip(dice.sample(range(8, 64), len(pieces)), pieces, strict=True):
        squares[at] = piece
    rows = ("".join(squares[start : start + 8]) for start in range(0, 64, 8))
    board = "/".join(re.sub("1+", lambda empty: str(len(empty[0])), row) for row in rows)
    return f"{board} {dice.choice('wb')} - - 0 1"


def slow_race(position: DescribedPosition, side: str) -> int:
    """Return the moves that a king needs to the last rank; a guarded square costs one more."""
    (king,) = position.royals(position.board, side)
    board = {square: piece for square, piece in position.board.items() if square != king}
    reached = {king: 0}
    settled: set[tuple[int, int]] = set()
    while True:
        moves, (x, y) = min((moves, at) for at, moves in reached.items() if at not in settled)
        if y == 7:
            return moves
        settled.add((x, y))
        for square in product(range(max(0, x - 1), min(8, x + 2)), range(max(0, y - 1), y + 2)):
            if square in board and colour_of(board[square]) == side:
                continue
            cost = 2 if position.attacked(board, square, opponent(side)) else 1
            reached[square] = min(moves + cost, reached.get(square, 99))


class TestRace:
    def test_a_runner_that_is_shut_in_has_no_way(self) -> None:
        shut = "8/8/h1h1h1h1/1F6/8/8/8/8 w - - 0 1"
        assert race("fox-and-hounds", shut.replace("h1h1h1h1", "1h1h1h1h")) != (0, 0)
        assert race("fox-and-hounds", "8/8/8/h1h5/1F6/h1h5/8/8 w - - 0 1") == (0, 0)

    def test_fewer_moves_are_worth_more_and_half_a_move_whose_turn_it_is(self) -> None:
        far = race("fox-and-hounds", "8/8/8/8/8/4F3/8/h7 b - - 0 1")[0]
        near = race("fox-and-hounds", "8/8/8/4F3/8/8/8/h7 b - - 0 1")[0]
        turn = race("fox-and-hounds", "8/8/8/4F3/8/8/8/h7 w - - 0 1")[0]
        assert 0 < far < near < turn

    @pytest.mark.parametrize(
        ("placement", "moves"),
        [("8/8/8/8/4K3/8/k7/8", 4), ("8/8/r6r/8/4K3/8/k7/8", 5), ("8/4K3/8/8/8/8/k7/8", 1)],
    )
    def test_a_king_that_cannot_be_lost_is_worth_much_near_its_goal(
        self, placement: str, moves: int
    ) -> None:
        for side, half_moves in (("b", 2 * moves), ("w", 2 * moves - 1)):
            value = race("racingkings", f"{placement} {side} - - 0 1")[0]
            assert value == 8 * 3200 // (8 + half_moves**2)

    def test_an_attacked_square_on_the_way_of_a_king_at_risk_counts_as_two_moves_more(self) -> None:
        for upper_ranks, moves in (("7r/8/8/8/8", 2), ("8/8/8/8/r7", 2 + 2)):
            fen = f"{upper_ranks}/8/4n3/k3K3 w - - 0 1"
            position, by_hand = position_and_evaluator(
                army("kingofthehill"), fen, (), HandWritten()
            )
            position.play("e1e2")
            whole = 2 * 1600 // (2 + 2 * moves)
            one_of_two_enemies_is_gone = whole // 2
            assert by_hand.terms()[0][-1][:2] == ("race", one_of_two_enemies_is_gone)

    def test_the_way_is_the_shortest_past_what_is_guarded(self, sample: Sample) -> None:
        """Compare with a slow search that takes the nearest square of all."""
        rules, dice = rules_of(army("racingkings")), random.Random(8)
        found: Counter[int] = Counter()
        for _ in range(sample(60, 2_000)):
            fen = scattered("KRRNBkrrnb", dice)
            try:
                position = rules.from_fen(fen)
            except Fault:  # a king is attacked
                continue
            for side, value in zip("wb", race("racingkings", fen), strict=True):
                moves = slow_race(position, side)
                half_moves = 2 * moves - (position.turn == side and moves > 0)
                assert value == 8 * 3200 // (8 + half_moves**2), (fen, side)
                found[moves] += 1
        assert max(found) > 7

    def test_both_kings_run(self) -> None:
        white, black = race("racingkings", "8/8/8/8/K6k/8/8/8 w - - 0 1")
        assert white > black > 0

    def test_a_king_that_can_be_mated_runs_where_few_enemies_are_left(self) -> None:
        start = army("kingofthehill").start
        assert race("kingofthehill", start) == (0, 0)
        few = position_and_evaluator(army("kingofthehill"), start, (), HandWritten())
        position, by_hand = few
        for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
            position.play(move)
        assert ("race", 0, 0) in by_hand.terms()[0]

    def test_many_of_a_kind_do_not_run_alone(self) -> None:
        assert race("breakthrough", army("breakthrough").start) == (0, 0)


def test_where_nobody_can_be_mated_kings_need_no_shelter() -> None:
    fen = "8/8/8/8/8/k7/2RRR3/K3QBN1 w - - 0 1"
    listed = position_and_evaluator(army("racingkings"), fen, (), HandWritten())[1].terms()[0]
    assert ("king safety", 0, 0) in listed


@pytest.mark.parametrize(
    ("left", "worth"),
    [("3+3", (0, 0)), ("2+3", (167, 0)), ("1+3", (667, 0)), ("1+2", (667, 167))],
)
def test_checks_given_are_worth_more_the_fewer_are_left(left: str, worth: tuple[int, int]) -> None:
    fen = f"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - {left} 0 1"
    plain = fen.replace(left, "3+3")
    by_hand = position_and_evaluator(army("3check"), fen, (), HandWritten())[1]
    listed, total = by_hand.terms()
    assert ("checks given", *worth) in listed
    level = score_of(army("3check"), plain, HandWritten())
    assert total == level + worth[0] - worth[1]


@pytest.mark.parametrize(
    ("game", "board", "worth"),
    [
        ("kinglet", "4k3/p7/8/8/8/8/PP6/4K3", (500, 0)),
        ("kinglet", "4k3/ppp5/8/8/8/8/PPPP4/4K3", (750, 667)),
        ("threekings", "rkbqkbkr/8/8/8/8/8/8/RKBQKBKR", (0, 0)),
    ],
)
def test_the_last_pieces_of_a_type_are_worth_more_the_fewer_are_left(
    game: str, board: str, worth: tuple[int, int]
) -> None:
    assert term("last pieces", game, f"{board} w - - 0 1") == worth


class TestTerritory:
    """Squares that a side reaches first, 40 each; 8 for the turn where both come at once."""

    @pytest.mark.parametrize(
        ("game", "fen", "squares"),
        [
            ("isolation", "**1p**/******/******/******/***1**/**1P1*/**111*/******", 6 - 1),
            ("snailtrail", "p1*****/*******/*******/*******/*******/*****11/*****1P", 3 - 1),
            ("joust", "8/********/*******n/********/*1******/********/N*******/**1*****", 2 - 1),
        ],
    )
    def test_a_square_belongs_to_the_side_that_comes_there_first(
        self, game: str, fen: str, squares: int
    ) -> None:
        white, black = term("territory", game, f"{fen} w - - 0 1")
        assert white - black == 40 * squares

    def test_the_turn_decides_about_a_square_that_both_reach_at_once(self) -> None:
        fen = "p1P2**/***1***/*******/*******/*******/*******/******* {} - - 0 1"
        whites_turn, blacks_turn = (
            term("territory", "snailtrail", fen.format(turn)) for turn in "wb"
        )
        assert whites_turn == (40 * 3 + 8, 0)
        assert blacks_turn == (40 * 3 - 8, 0)

    @pytest.mark.parametrize("game", ["chess", "fox-and-hounds"])
    def test_it_is_a_term_only_where_moves_block_squares(self, game: str) -> None:
        by_hand = position_and_evaluator(army(game), army(game).start, (), HandWritten())[1]
        assert "territory" not in {name for name, *_ in by_hand.terms()[0]}

    @pytest.mark.parametrize("game", ["amazons", "isolation7x7", "joust"])
    def test_sides_that_stand_alike_differ_by_the_turn_alone(self, game: str) -> None:
        fen = army(game).start
        white, black = term("territory", game, fen)
        assert white - black > 0  # the turn
        moved = term("territory", game, fen.replace(" w ", " b "))
        assert moved[1] - moved[0] == white - black
