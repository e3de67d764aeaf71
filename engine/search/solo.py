"""A searcher in this process, for short searches by the thousand.

It has no helpers and no stop: a search lasts as long as its limits, and the caller waits.
"""

from __future__ import annotations

import mmap
import time
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import Evaluation
from amalthea.engine.game_kinds import judged
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.searcher import DEEPEST, Line, Searcher
from amalthea.engine.search.shared_memory import own_memory
from amalthea.engine.search.transposition_table import MIB, Table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from amalthea.engine.choosing import Searches
    from amalthea.engine.core.game import Game
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.evaluator import Evaluator

_NS_PER_MS = 1_000_000
_NUMBER = 1  # of every search: nobody stops one


class SoloSearcher:
    """Keeps its table of hash_mib MiB from one search to the next, and of one game its histories.

    evaluation: what positions are judged by, None for what is usual in each game.
    """

    _position: Position  # of the game searched last, and its searcher
    _last: Searcher

    def __init__(self, hash_mib: int, evaluation: Evaluation | None = None) -> None:
        self._table = Table(own_memory(hash_mib * MIB))
        self._searches = 0  # so far: what earlier ones have left in the table ages
        self._control = Control(mmap.mmap(-1, CONTROL_BYTES))
        self._evaluation = evaluation
        self._begun: tuple[Variant, str] | None = None  # where the game searched last began
        self._played: list[str] = []  # its moves so far

    def search(
        self,
        game: Game,
        nodes: int,
        deepest: int = DEEPEST,
        moves: Sequence[str] = (),
        longest_ms: int | None = None,
    ) -> Line:
        """The best line of a game in which one side is to move and can.

        nodes: of the search, 0 for no bound. deepest: plies of an iteration, at most. moves: those
        to choose from, all if empty. longest_ms: of the search.
        """
        searcher = self._turned_to(game)
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

    def searches_on(self, position: Position, evaluator: Evaluator) -> Searches:
        """Whole searches of a position that changes between them, as secret choices need them."""
        searcher = self._searcher(position, evaluator)
        return lambda depth: searched(searcher, _NUMBER, depth)

    def _turned_to(self, game: Game) -> Searcher:
        """The searcher on the position of a game; of the game searched last only moves are new."""
        begun, played = (game.variant, game.fen), self._played
        if begun != self._begun or played != game.moves[: len(played)]:
            position, evaluator = judged(*begun, evaluation=self._evaluation)
            self._position, self._last = position, self._searcher(position, evaluator)
            self._begun, self._played = begun, []
        for move in game.moves[len(self._played) :]:
            self._position.play(move)
            self._played.append(move)
        return self._last

    def _searcher(self, position: Position, evaluator: Evaluator) -> Searcher:
        return Searcher(position, evaluator, self._table, self._control)


def searched(searcher: Searcher, number: int, depth: int) -> tuple[int, int]:
    """(score, nodes) of a whole search to that depth; `number` is that of the stop word."""
    searcher.start(number, 0, ())
    for plies in range(1, depth + 1):
        searcher.iterate(plies, 1)
    return searcher.line(0).score, searcher.node_count()
