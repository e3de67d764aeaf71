"""What a position is worth, in centipawns: what an evaluation is made of, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

Weights = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class HandWritten:
    """The evaluation that people have written. weights: (name, value) of those unlike the defaults.

    Names that another kind of game has are not minded.
    """

    weights: Weights = ()


@dataclass(frozen=True, slots=True)
class NetFile:
    """An evaluation that was learned: the net of a file, see engine.evaluation.net_file."""

    path: str


Evaluation = HandWritten | NetFile


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an evaluation, centipawns for each side."""

    name: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class Explanation:
    """total: centipawns from White's view, as the search sees the position."""

    terms: tuple[Term, ...]
    total: int
