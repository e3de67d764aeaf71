from collections.abc import Sequence
from dataclasses import dataclass
from typing import final

from engine.board.position import Position
from engine.evaluation.evaluator import Evaluator
from engine.search.control import Control
from engine.search.table import Table

DEEPEST: int
MATE_SCORE: int

@dataclass(frozen=True, slots=True)
class Line:
    score: int
    depth: int
    seldepth: int
    moves: tuple[str, ...]

def is_mate(score: int) -> bool: ...

@final
class Searcher:
    def __init__(
        self,
        position: Position,
        evaluator: Evaluator,
        table: Table,
        control: Control,
        index: int = 0,
    ) -> None: ...
    def clear(self) -> None: ...
    def turn_to(self, position: Position, evaluator: Evaluator) -> None: ...
    def start(self, search: int, node_limit: int, moves: Sequence[str]) -> None: ...
    def iterate(self, depth: int, lines: int) -> bool: ...
    def line(self, number: int) -> Line: ...
    def line_count(self) -> int: ...
    def node_count(self) -> int: ...
