"""Forced wins and only defences in Gess: the engine finds them, the reference rules confirm them.

The positions are those of scripts/find_tactics.py, which tells what a line means. The reference is
too slow to prove them again: where a claim is about every move it is given some of them, drawn at
random, and where it is about one move the core says which.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

import amalthea
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score
from helpers.paths import SUITES
from helpers.random_walks import walks
from helpers.sample import one_in
from reference.common import Move, opponent
from reference.gess import GessPosition

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from helpers.sample import Sample

SUITE = SUITES / "gess-proofs.epd"
LINE = re.compile(r'(.*) bm (.*); id "(win|save) in (\d)"; c0 "(.*)"; variant gess;')
LINES, LINES_THOROUGH = 4, 500  # of moves that the reference follows after each move of a position
OTHERS, OTHERS_THOROUGH = 2, {1: 500, 2: 100, 3: 50}  # moves that are no solution; by turns
CHILDREN, CHILDREN_THOROUGH = 6, 100
POSITIONS, POSITIONS_THOROUGH = 2, 200  # lost ones, and ones with a saving move, each
SOME_MOVES = 12
SEED = 4


@dataclass(frozen=True)
class Tactic:
    """What a line of the suite says."""

    fen: str
    solutions: frozenset[str]
    aim: str
    turns: int
    origin: str

    def __str__(self) -> str:
        return f"{self.aim} in {self.turns}, {self.origin}"


def tactic(line: str) -> Tactic:
    match = LINE.fullmatch(line)
    assert match, line
    fen, solutions, aim, turns, origin = match.groups()
    return Tactic(fen, frozenset(solutions.split()), aim, int(turns), origin)


TACTICS = [tactic(line) for line in SUITE.read_text().splitlines()]


def test_the_suite_has_enough_positions_of_each_length() -> None:
    assert len(TACTICS) == len({each.fen for each in TACTICS}) >= 40
    for turns in (1, 2, 3):
        assert len([each for each in TACTICS if each.turns == turns]) >= 12
    assert {each.fen.split()[1] for each in TACTICS} == {"w", "b"}


# The engine.


@pytest.mark.parametrize(
    ("turns", "nodes", "share"), [(1, 2_000, 1.0), (2, 10_000, 1.0), (3, 50_000, 0.9)]
)
def test_the_engine_solves_every_tactic(
    turns: int, nodes: int, share: float, sample: Sample
) -> None:
    """The nodes are fewer than it searches in a tenth of a second."""
    tactics = [each for each in TACTICS if each.turns == turns]
    tried = tactics[: sample(-(-len(tactics) // 3), len(tactics))]
    unsolved = [str(each) for each in tried if not is_solved(each, nodes)]
    assert len(unsolved) <= (1 - share) * len(tried), unsolved


def is_solved(each: Tactic, nodes: int) -> bool:
    mate = each.turns if each.aim == "win" else None
    result = amalthea.analyse("gess", each.fen, limits=Limits(nodes=nodes, mate=mate))
    return result.best in each.solutions


# The reference rules.


@pytest.mark.parametrize("each", one_in(8, TACTICS), ids=str)
def test_the_reference_rules_confirm_every_tactic(each: Tactic, sample: Sample) -> None:
    referee = Referee(random.Random(each.fen))
    lines = sample(LINES, LINES_THOROUGH)
    position = GessPosition.from_fen(each.fen)
    solving = [move for move in position.legal if str(move) in each.solutions]
    others = [move for move in position.legal if str(move) not in each.solutions]
    assert len(solving) == len(each.solutions)
    for move in solving:
        after = position.after(move)
        if each.aim == "win":
            referee.confirm_loss(after, each.turns - 1, lines)
            if each.turns > 1:
                referee.deny_loss(after, each.turns - 2, 1)
        else:
            referee.deny_win(after, each.turns, lines)
    is_at_once = (each.aim, each.turns) == ("win", 1)
    assert has_win(position) == is_at_once
    most = len(others) if is_at_once else sample(OTHERS, OTHERS_THOROUGH[each.turns])
    for move in referee.some_of(others, most):
        after = position.after(move)
        if each.aim == "win":
            referee.deny_loss(after, each.turns - 1, 1)
        else:
            referee.confirm_win(after, each.turns, 1)


@pytest.mark.parametrize("each", one_in(4, TACTICS), ids=str)
def test_has_win_agrees_with_the_reference(each: Tactic, sample: Sample) -> None:
    dice = random.Random(each.fen)
    position = GessPosition.from_fen(each.fen)
    drawn = dice.sample(position.legal, sample(CHILDREN, CHILDREN_THOROUGH))
    for near in [position, *map(position.after, drawn)]:
        assert amalthea.new_position("gess", near.fen()).has_win() == has_win(near), near.fen()


def has_win(position: GessPosition) -> bool:
    """Return True if some move wins at once; moves at a ring are tried first."""
    moves = sorted(position.legal, key=lambda move: not move.kind)
    return any(position.after(move).winner == position.turn for move in moves)


class Referee:
    """Confirms and denies by the reference rules that a side can force a win in so many turns.

    lines: how many lines of play to follow at most.
    """

    def __init__(self, dice: random.Random) -> None:
        self._dice = dice

    def confirm_win(self, position: GessPosition, turns: int, lines: int) -> None:
        """Assert that the side to move has won or can force a win within so many of its turns."""
        if position.winner:
            assert position.winner == position.turn, position.fen()
        elif turns <= 1 or has_win(position):
            assert has_win(position), position.fen()
        else:
            move = first_move_where(position, lambda core: loses(core, turns - 1))
            self.confirm_loss(position.after(move), turns - 1, lines)

    def confirm_loss(self, position: GessPosition, turns: int, lines: int) -> None:
        """Assert that the side to move has lost or the enemy can force it within so many turns."""
        if position.winner or turns == 0:
            assert position.winner == opponent(position.turn), position.fen()
            return
        replies = self.some_of(position.legal, round(lines ** (1 / turns)))
        for reply in replies:
            self.confirm_win(position.after(reply), turns, lines // len(replies))

    def deny_win(self, position: GessPosition, turns: int, lines: int) -> None:
        """Assert that the side to move has not won and cannot force a win within so many turns."""
        assert position.winner != position.turn, position.fen()
        if turns == 0 or position.winner:
            return
        assert not has_win(position), position.fen()
        if turns > 1:
            moves = self.some_of(position.legal, round(lines ** (1 / (turns - 1))))
            for move in moves:
                self.deny_loss(position.after(move), turns - 1, lines // len(moves))

    def deny_loss(self, position: GessPosition, turns: int, lines: int) -> None:
        """Assert that the side to move has not lost, and not by force within so many turns."""
        assert position.winner != opponent(position.turn), position.fen()
        if turns > 0 and not position.winner:
            reply = first_move_where(position, lambda core: not wins(core, turns))
            self.deny_win(position.after(reply), turns, lines)

    def some_of(self, moves: list[Move], most: int) -> list[Move]:
        return moves if len(moves) <= most else self._dice.sample(moves, most)


# By the core.


def first_move_where(position: GessPosition, holds: Callable[[Position], bool]) -> Move:
    """Return the first move after which this holds for the core's position."""
    core = amalthea.new_position("gess", position.fen())
    return next(move for move in position.legal if holds_after(core, str(move), holds))


def wins(core: Position, turns: int) -> bool:
    """Return True if the side to move has won or can force a win within so many of its turns."""
    if core.has_win() or core.status().winner == core.turn:
        return True
    return turns > 1 and any(
        holds_after(core, move, lambda core: loses(core, turns - 1)) for move in core.legal_moves()
    )


def loses(core: Position, turns: int) -> bool:
    """Return True if the side to move has lost or loses by force within so many turns."""
    if core.status().state != "ongoing":
        return core.status().winner not in (None, core.turn)
    return all(
        holds_after(core, move, lambda core: wins(core, turns)) for move in core.legal_moves()
    )


def holds_after(core: Position, move: str, holds: Callable[[Position], bool]) -> bool:
    """Return what holds after a move, and undo the move."""
    core.play(move)
    held = holds(core)
    core.undo()
    return held


# No answer to a threat is overlooked, and none is imagined.


def test_a_loss_in_one_is_reported_exactly_where_no_move_helps(sample: Sample) -> None:
    """Every move is tried: a side is lost in one turn if the other wins after each of them."""
    wanted = sample(POSITIONS, POSITIONS_THOROUGH)
    seen = {True: 0, False: 0}
    for _, steps in walks("gess", SEED):
        for walk, reference in steps:
            if not reference.legal or walk.moves == ():
                continue
            position = amalthea.new_position("gess", reference.fen())
            if position.has_win() or not loses_after_most_moves(position):
                continue
            lost = not any(avoids_loss(position, move) for move in position.legal_moves())
            found = amalthea.analyse("gess", position.fen(), limits=Limits(depth=2)).lines[0].score
            assert (found == Score(-1, mate=True)) == lost, position.fen()
            seen[lost] += 1
        if min(seen.values()) >= wanted:
            break
    assert min(seen.values()) >= wanted


def loses_after_most_moves(position: Position) -> bool:
    """Return True if the side to move would lose at once after most of some moves."""
    moves = position.legal_moves()[:: max(1, len(position.legal_moves()) // SOME_MOVES)]
    return sum(not avoids_loss(position, move) for move in moves) > len(moves) / 2


def avoids_loss(position: Position, move: str) -> bool:
    """Return True if a move does not lose: it draws, or the enemy's next move cannot win."""
    position.play(move)
    state = position.status().state
    safe = state == "draw" or (state == "ongoing" and not position.has_win())
    position.undo()
    return safe
