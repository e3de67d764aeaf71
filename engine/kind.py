"""Kinds of games: how positions of a kind change, what they are worth, how they are written.

Each kind is a package of its own here; its `KIND` is the one thing that others need of it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from amalthea.engine.core import fen as fields
from amalthea.engine.evaluation.tables_file import Layout

if TYPE_CHECKING:
    from amalthea.engine.choosing import Chooser, Means
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square, Variant
    from amalthea.engine.evaluation import Evaluation, HandWritten
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.evaluation.prober import Prober
    from amalthea.engine.evaluation.tablebase_file import Header as TablebaseHeader
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile
    from amalthea.engine.evaluation.tables_file import Tables

__all__ = ["GameKind", "Man", "Plane", "Slope"]


@dataclass(frozen=True, slots=True)
class Man:
    """A type of piece, as a program is told of it that knows no game.

    letter: as FEN writes White's. moves: Betza notation, first moves with "i"; what that cannot
    say, castling and moves from one rank alone among it, is left out. royal: it may not be lost.
    pawn: it is what the game calls a pawn.
    """

    letter: str
    moves: str
    royal: bool
    pawn: bool


@dataclass(frozen=True, slots=True)
class Plane:
    """Features of one sort, one for each cell; see amalthea.engine.evaluation.features.

    side: "w" or "b", "" of what is nobody's. token: what stands there, as FEN writes it, "" where
    the sort is no single thing.
    """

    name: str
    side: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class Slope:
    """A number of the hand-written evaluation that the score grows with: see Evaluator.slopes.

    weight: its name; of a type of piece, whose letter is given, the name in its tables, and which
    of the two phases it is.
    """

    weight: str
    piece: str = ""
    phase: int = 0


class GameKind(ABC):
    """What the rest of the engine asks of a kind of game.

    Its variants are of one class. Compiled modules are imported when a method needs them, so that
    a kind costs nothing until it is played.
    """

    name: str  # one word; drawings are chosen by it
    first_label: int = 0  # how many labels there are before the first file's and the first rank's

    @abstractmethod
    def position(self, variant: Any, fen: str) -> Position:
        """The position of a FEN. Raises FenError."""

    @abstractmethod
    def judged(self, variant: Any, fen: str, evaluation: Evaluation) -> tuple[Position, Evaluator]:
        """The position of a FEN in which one side is to move, and its evaluator.

        Raises FenError.
        """

    @abstractmethod
    def tokens(self, variant: Any) -> tuple[str, ...]:
        """Everything that may stand on a board of the game, as FEN writes it."""

    @abstractmethod
    def scene(self, variant: Any, fen: str) -> dict[Square, str]:
        """The token on each occupied square, of a thing on several by its anchor's.

        The first field of the FEN is read alone, whether or not the position can be played.
        Raises FenError.
        """

    def placement(self, variant: Any, scene: Mapping[Square, str], side: str) -> str:
        """The first field of a FEN by what stands where, whether or not that can be played.

        side: as the FEN has it, "-" while both sides choose.
        """
        cells = {
            (file + files, rank + ranks): token
            for (file, rank), token in scene.items()
            for files, ranks in self.covered(variant, token)
        }
        return fields.write_placement(cells, variant.files, variant.ranks)

    def holdable(self, variant: Any) -> tuple[str, ...]:
        """The tokens of what may be in a hand and be dropped from there; none in most games."""
        return ()

    def hands(self, variant: Any, fen: str) -> Mapping[str, int]:
        """How many of each token are in hand, by a FEN's first field alone. Raises FenError."""
        return {}

    def covered(self, variant: Any, token: str) -> tuple[Square, ...]:
        """The squares that a token covers, seen from its anchor."""
        return ((0, 0),)

    def men(self, variant: Any) -> tuple[Man, ...]:
        """The types of pieces; none where what stands on the board has no moves of its own."""
        return ()

    def grasp(self, variant: Any, token: str) -> tuple[Square, ...]:
        """The squares that a move takes hold of, seen from the one that it begins on.

        token: what stands there, "" where nothing does.
        """
        return self.covered(variant, token) if token else ((0, 0),)

    def block(self, variant: Any, move: str) -> tuple[tuple[Square, Square], ...]:
        """(from, to) of everything that a legal move moves, what it names first.

        Empty where that is one thing alone.
        """
        return ()

    def arriving(self, variant: Any, move: str, token: str) -> str:
        """What a token of the board is after its legal move."""
        return token

    def written(self, variant: Any, before: str, move: str, after: Position) -> str:
        """The move of one side as people write it, from a FEN to the position that it led to."""
        return move

    def meant(self, variant: Any, position: Position, word: str) -> list[str]:
        """The legal moves of one side that a word may stand for, as people or as we write it."""
        return [word] if word in position.legal_moves() else []

    def vital(self, variant: Any, fen: str) -> tuple[tuple[str, tuple[Square, ...]], ...]:
        """(side, its squares) of each thing that a side loses by losing the last of them.

        Empty where check tells of that. Raises FenError.
        """
        return ()

    def chess960(self, variant: Any, fen: str) -> Variant:
        """The variant as Chess960 plays it from that FEN; itself where nothing castles.

        Raises FenError.
        """
        chosen: Variant = variant
        return chosen

    def weights(self) -> Mapping[str, int]:
        """The tunable numbers of the hand-written evaluation, by name, with their defaults."""
        return {}

    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """The least and the most that makes sense of those weights that have bounds of their own.

        Any other is at most MOST_WEIGHT on either side of 0.
        """
        return {}

    def computing(self) -> Collection[str]:
        """The names of weights that only say how other numbers are computed, and no file needs."""
        return ()

    def layout(self, variant: Any) -> Layout:
        """What fitted tables of a game must agree with."""
        return Layout(self.net_rules(variant), self.weights(), {}, self.ranges())

    def tables(self, variant: Any, evaluation: HandWritten) -> Tables:
        """All numbers of a hand-written evaluation, computed or fitted. Raises TablesError."""
        raise NotImplementedError(f"games of kind {self.name!r} have no tables")

    def slopes(self, variant: Any) -> tuple[Slope, ...]:
        """What `Evaluator.slopes` tells, in its order."""
        return ()

    def features(self, position: Any) -> Features:
        """What a net sees of a position.

        Raises NotImplementedError where the kind has no nets.
        """
        raise NotImplementedError(f"games of kind {self.name!r} have no nets")

    def net_planes(self, variant: Any) -> tuple[Plane, ...]:
        """What the features of a net are, in the order of their numbers."""
        return ()

    def net_rules(self, variant: Any) -> str:
        """What a net must agree with, as a short word: board, pieces, how they move."""
        return ""

    def fullness(self, position: Any) -> float:
        """How many men there are, in parts of a full board's; 1 where the kind does not count."""
        return 1.0

    def removable(self, position: Any) -> Mapping[Square, int]:
        """By square, the number that a net sees of a piece that can be taken off by itself.

        Empty where what is seen of one thing depends on others.
        """
        return {}

    def prober(self, position: Any, files: Iterable[TablebaseFile]) -> Prober | None:
        """Who looks a position up in those endgame tables that fit; None where none does.

        Raises TablebaseError for a file that was changed after it had been checked.
        """
        return None

    def tablebases(
        self, variant: Any, materials: Iterable[str]
    ) -> Iterator[tuple[TablebaseHeader, bytes]]:
        """The endgame tables of what is named, and of what captures leave of it, one by one.

        Raises TablebaseError.
        """
        from amalthea.engine.evaluation.tablebase_file import TablebaseError

        raise TablebaseError(f"games of kind {self.name!r} have no endgame tables")

    def chooser(self, position: Any, side: str, means: Means) -> Chooser:
        """Who makes a side's secret choice where both choose.

        Raises NotImplementedError where the kind has no secret choices.
        """
        raise NotImplementedError(f"games of kind {self.name!r} have no secret choices")
