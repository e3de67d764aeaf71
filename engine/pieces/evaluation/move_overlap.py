"""How much two pieces have in common: the targets that both reach, by how often they do."""

from __future__ import annotations

from functools import lru_cache

from amalthea.engine.pieces.description.betza import parse

# A target: (dx, dy), by capture, with a first move only, and what it hops over.
_Targets = dict[tuple[int, int, bool, bool, str], float]

_EMPTY = 0.7  # chance that a square on the way is empty
_CAPTURE = 4.0  # what a capture counts for against a quiet move: a piece is what it attacks
_BEYOND = 2.0  # likewise a target that only the other piece reaches: stronger ones mislead
_MOST = 0.999  # of pieces whose targets differ


def overlap(moves: str, others: str, files: int, ranks: int) -> float:
    """Return the share of a piece's targets that another piece reaches, too, on the same board.

    What only the other one reaches lowers it. It is 1.0 if, and only if, both move alike. moves,
    others: in Betza notation. Games between evaluations chose the constants: see docs/nets.md.
    """
    targets, known = _targets(moves, files, ranks), _targets(others, files, ranks)
    if targets == known:
        return 1.0
    common = sum(min(often, known.get(target, 0.0)) for target, often in targets.items())
    whole = sum(targets.values()) + _BEYOND * (sum(known.values()) - common)
    return min(common / whole, _MOST) if whole else 0.0


@lru_cache(maxsize=1024)
def _targets(moves: str, files: int, ranks: int) -> _Targets:
    """Return how often a piece reaches each of its targets from a random square.

    That is the probability that the target is on the board and the squares on the way are empty.
    """
    targets: _Targets = {}
    for path in parse(moves, max(files, ranks) - 1):
        chance = 1.0
        for (dx, dy), step in path.walk():
            often = chance * max(0, files - abs(dx)) * max(0, ranks - abs(dy)) / (files * ranks)
            if step.move:
                target = dx, dy, False, path.initial, path.hops
                targets[target] = targets.get(target, 0.0) + often
            if step.capture:
                target = dx, dy, True, path.initial, path.hops
                targets[target] = targets.get(target, 0.0) + _CAPTURE * often
            chance *= _EMPTY
    return targets
