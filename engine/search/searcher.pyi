from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from amalthea.engine.core.position import Position
from amalthea.engine.evaluation.evaluator import Evaluator
from amalthea.engine.evaluation.prober import Prober
from amalthea.engine.search.control import Control
from amalthea.engine.search.transposition_table import Table

DEEPEST: int
MATE_SCORE: int

@dataclass(frozen=True, slots=True)
class Line:
    """score: centipawns or a mate score. depth: 0 when the line has never been searched."""

    score: int
    depth: int
    seldepth: int
    moves: tuple[str, ...]

def set_constant(number: int, value: int) -> None:
    """Sets a constant of the search, in a build where they are variables: see constants."""

def is_mate(score: int) -> bool:
    """Whether a score is a mate score."""

class Onlooker(Protocol):
    """Hears how far a long iteration is."""

    def progress(self, depth: int, seldepth: int) -> None: ...
    def current_move(self, depth: int, move: str, number: int) -> None:
        """The first move that is searched now; its number in the order, from 1."""

class Searcher:
    """The searcher of one process."""

    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: Table,
        control: Control,
        index: int = 0,
    ) -> None: ...
    def clear(self) -> None:
        """Forgets the histories, as for a new game."""
    def tell(self, onlooker: Onlooker | None, began: int) -> None:
        """Has long iterations told while this searcher leads, until told otherwise.

        began: when the search did, nanoseconds of the monotonic clock.
        """
    def turn_to(self, position: Position, evaluator: Evaluator) -> None:
        """Searches this position of the same game from now on; histories are kept."""
    def probe_with(self, prober: Prober | None) -> None:
        """Has positions of few pieces looked up from now on; None: no longer.

        prober: bound to the position that is searched.
        """
    def start(self, search: int, node_limit: int, moves: Sequence[str]) -> None:
        """Prepares a search from the current position."""
    def iterate(self, depth: int, lines: int) -> bool:
        """Searches the best `lines` moves to a depth; whether it was finished."""
    def line(self, number: int) -> Line:
        """The number-th best line, as it was when its score was last exact."""
    def line_count(self) -> int:
        """How many root moves there are."""
    def effort(self) -> float:
        """The part of all nodes that the best move took, 0 to 1."""
    def node_count(self) -> int:
        """Nodes of this search so far."""
