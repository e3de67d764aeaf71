"""Static evaluation: the kinds of evaluation there are, and the terms of a score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from amalthea.engine.core.variant import Square

Weights = tuple[tuple[str, int], ...]

MAX_WEIGHT = 1000  # the largest size of a weight without a range of its own


@dataclass(frozen=True, slots=True)
class TablesFile:
    """A file of fitted evaluation tables, see evaluation.tables_file. checksum: as in NetFile."""

    path: str
    checksum: str = ""


@dataclass(frozen=True, slots=True)
class HandWritten:
    """The hand-written evaluation, with weights that are fitted or derived from the rules.

    weights: (name, value) of the weights that differ from the derived ones; weights of other kinds
        of game are ignored.
    tables: a file of fitted tables to use instead of the shipped ones.
    computed: whether everything is derived from the rules, even if tables are shipped.

    Without any of them, the evaluation uses the shipped tables for the game's rules, or derived
    weights if there are none.
    """

    weights: Weights = ()
    tables: TablesFile | None = None
    computed: bool = False


COMPUTED = HandWritten(computed=True)


@dataclass(frozen=True, slots=True)
class NetFile:
    """The evaluation by a net from a file, see amalthea.engine.evaluation.net_file.

    checksum: hex digest of the file, so that another file put in its place later is refused; ""
    accepts the file as it is when it is first read.
    """

    path: str
    checksum: str = ""


class Counterpart(NamedTuple):
    """The type of another game that a type is taken for.

    number: of the other type. share: of the moves that are the same, 1.0 for all.
    """

    number: int
    share: float


@dataclass(frozen=True, slots=True)
class Kinship:
    """How a game is akin to another one, see pieces.evaluation.kin.

    other: the variant of the other game, of the same kind. counterparts: for each type of piece,
    the other game's type that it is taken for; None for one that moves like none of them.
    likeness: more for nearer kin.
    """

    other: Any
    counterparts: tuple[Counterpart | None, ...]
    likeness: float


@dataclass(frozen=True, slots=True)
class KinNet:
    """The evaluation by the net of a game that is akin. file: the net of the other game."""

    file: NetFile
    kinship: Kinship


Evaluation = HandWritten | NetFile | KinNet


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an evaluation, in shown centipawns for each side."""

    name: str
    white: int
    black: int


@dataclass(frozen=True, slots=True)
class PieceWorth:
    """The piece on a square and how much a net's score depends on it.

    token: the piece as FEN writes it.
    worth: shown centipawns from White's view; None for a piece that cannot be removed, such as a
        king.
    """

    square: Square
    token: str
    worth: int | None


@dataclass(frozen=True, slots=True)
class PieceValue:
    """The value of a piece type to the hand-written evaluation, in shown centipawns.

    letter: that of White's piece in FEN. middlegame, endgame: on an average square. hand: the same
    in hand, None for a type that is never in hand.
    """

    letter: str
    middlegame: int
    endgame: int
    hand: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """The evaluation of a position in its parts.

    total: the score from White's view, in shown centipawns, see evaluation.chances.
    terms, hand: the terms of the hand-written evaluation and its total, also if a net evaluates.
    net: True if a net evaluates.
    pieces: the value of each piece to the net; empty if single pieces have no worth.
    values: the value of each piece type, except for those that cannot be lost.
    """

    terms: tuple[Term, ...]
    hand: int
    total: int
    net: bool = False
    pieces: tuple[PieceWorth, ...] = ()
    values: tuple[PieceValue, ...] = ()
