"""Searcher inside the calling process, for thousands of short searches.

It has no workers and cannot be stopped: the caller waits for the end of a search.
"""

from __future__ import annotations

import mmap
import time
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import Evaluation
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import MAX_ITERATION_DEPTH, Line, Searcher
from amalthea.engine.search.shared_memory import private_memory
from amalthea.engine.search.transposition_table import MIB, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amalthea.engine.choosing import DepthSearch
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.evaluator import Evaluator

_NS_PER_MS = 1_000_000
_NUMBER = 1  # of every search, as none is stopped


class SoloSearcher:
    """Searcher that keeps its table between searches, and its histories within a game.

    evaluation: None for the default of each game.
    """

    _position: Position  # of the last game
    _searcher: Searcher

    def __init__(self, hash_mib: int, evaluation: Evaluation | None = None) -> None:
        self._table = Table(private_memory(hash_mib * MIB))
        self._searches = 0  # generation of table entries
        self._control = Control(mmap.mmap(-1, CONTROL_BYTES))
        self._evaluation = evaluation
        self._start: tuple[Variant, str] | None = None  # variant and start of the last game
        self._played: list[str] = []  # its moves so far

    def search(
        self,
        game: Game,
        nodes: int,
        deepest: int = MAX_ITERATION_DEPTH,
        moves: Sequence[str] = (),
        longest_ms: int | None = None,
    ) -> Line:
        """Return the best line of a game in which one side can move.

        nodes: limit, 0 for none. deepest: the depth of the last iteration, if no other limit ends
        the search before. moves: the moves to search, all if empty. longest_ms: time limit.
        """
        searcher = self._searcher_for(game)
        if longest_ms is None:
            self._control.stop_clock()
        else:
            began = time.monotonic_ns()
            until = began + longest_ms * _NS_PER_MS
            self._control.start_clock(began, until, until)
        self._searches += 1
        self._table.new_search(self._searches)
        searcher.start(_NUMBER, nodes, moves)
        depth = 1
        while depth <= deepest and searcher.iterate(depth, 1):
            depth += 1
        return searcher.line(0)

    def make_search(self, position: Position, evaluator: Evaluator) -> DepthSearch:
        """Return a function that searches a position by depth, for secret choices."""
        searcher = self._new_searcher(position, evaluator)
        return lambda depth: search_to_depth(searcher, _NUMBER, depth)

    def _searcher_for(self, game: Game) -> Searcher:
        """Return a searcher on the position of a game; a game that goes on keeps its searcher."""
        start, played = (game.variant, game.fen), self._played
        if start != self._start or played != game.moves[: len(played)]:
            position, evaluator = position_and_evaluator(*start, evaluation=self._evaluation)
            self._position, self._searcher = position, self._new_searcher(position, evaluator)
            self._start, self._played = start, []
        for move in game.moves[len(self._played) :]:
            self._position.play(move)
            self._played.append(move)
        return self._searcher

    def _new_searcher(self, position: Position, evaluator: Evaluator) -> Searcher:
        return Searcher(position, evaluator, self._table, self._control)


def search_to_depth(searcher: Searcher, number: int, depth: int) -> tuple[int, int]:
    """Return (score, nodes) of a search to a depth. number: of the search, for the stop word."""
    searcher.start(number, 0, ())
    for plies in range(1, depth + 1):
        searcher.iterate(plies, 1)
    return searcher.line(0).score, searcher.node_count()
