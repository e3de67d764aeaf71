"""What a position is worth, in centipawns: what an evaluation is made of, and what it says."""

from __future__ import annotations

from dataclasses import dataclass

from amalthea.engine.core.variant import Square

Weights = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class TablesFile:
    """A file of fitted numbers, see evaluation.tables_file. checksum: as of a NetFile."""

    path: str
    checksum: str = ""


@dataclass(frozen=True, slots=True)
class HandWritten:
    """The evaluation that people have written, its numbers fitted or computed from the rules.

    With nothing said the fitted ones that come with the engine for a game's rules, computed ones
    where there are none. weights: computed, but for these, (name, value) of those unlike the
    defaults; names that another kind of game has are not minded. tables: those of a file.
    """

    weights: Weights = ()
    tables: TablesFile | None = None


@dataclass(frozen=True, slots=True)
class NetFile:
    """An evaluation that was learned: the net of a file, see amalthea.engine.evaluation.net_file.

    checksum: of the file, in hex, so that nobody takes another one that lies there later; "": as
    it is found when first read.
    """

    path: str
    checksum: str = ""


Evaluation = HandWritten | NetFile


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an evaluation, shown centipawns for each side."""

    name: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class PieceWorth:
    """What stands on a square, as FEN writes it, and what a net would miss without it.

    worth: shown centipawns from White's view, None of what cannot be taken off.
    """

    square: Square
    token: str
    worth: int | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """total: from White's view, in centipawns as they are shown, see evaluation.chances.

    terms, hand: the hand-written evaluation and its total, also where a net judges. net: whether
    one does. pieces: everything on the board by the net, none where it cannot be told one by one.
    """

    terms: tuple[Term, ...]
    hand: int
    total: int
    net: bool = False
    pieces: tuple[PieceWorth, ...] = ()
