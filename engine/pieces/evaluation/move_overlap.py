"""How much two pieces have in common: the goals that both reach, by how often they do."""

from __future__ import annotations

from functools import lru_cache

from amalthea.engine.pieces.description.betza import parse

# A goal: (dx, dy), by capture, with a first move only, and what it hops over.
_Goals = dict[tuple[int, int, bool, bool, str], float]

_EMPTY = 0.7  # chance that a square on the way is empty
_CAPTURE = 4.0  # what a capture counts for against a quiet move: a piece is what it attacks
_BEYOND = 2.0  # likewise a goal that only the other piece reaches: stronger ones mislead
_MOST = 0.999  # of pieces whose goals differ


def overlap(moves: str, others: str, files: int, ranks: int) -> float:
    """Return the share of a piece's goals that another piece reaches, too, on the same board.

    What only the other one reaches lowers it. It is 1.0 if, and only if, both move alike. moves,
    others: in Betza notation. Games between evaluations chose the constants: see docs/nets.md.
    """
    goals, known = _goals(moves, files, ranks), _goals(others, files, ranks)
    if goals == known:
        return 1.0
    common = sum(min(often, known.get(goal, 0.0)) for goal, often in goals.items())
    whole = sum(goals.values()) + _BEYOND * (sum(known.values()) - common)
    return min(common / whole, _MOST) if whole else 0.0


@lru_cache(maxsize=1024)
def _goals(moves: str, files: int, ranks: int) -> _Goals:
    """Return how often a piece reaches each of its goals from a random square.

    That is the probability that the goal is on the board and the squares on the way are empty.
    """
    goals: _Goals = {}
    for path in parse(moves, max(files, ranks) - 1):
        dx = dy = 0
        chance = 1.0
        for step in path.steps:
            dx, dy = dx + step.dx, dy + step.dy
            often = chance * max(0, files - abs(dx)) * max(0, ranks - abs(dy)) / (files * ranks)
            if step.move:
                goal = dx, dy, False, path.initial, path.hops
                goals[goal] = goals.get(goal, 0.0) + often
            if step.capture:
                goal = dx, dy, True, path.initial, path.hops
                goals[goal] = goals.get(goal, 0.0) + _CAPTURE * often
            chance *= _EMPTY
    return goals
