"""Engine player of a table: its searches for moves, and pondering."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.errors import IllegalMove
from amalthea.engine.events import BestMove, Info
from amalthea.engine.search.limits import Limits
from amalthea.protocol.records.game_record import thought_of
from amalthea.protocol.web.engine_pool import EnginePool, Request
from amalthea.protocol.web.table import Seats, Table

_RETRY_S = 1.0  # after a search without a move


@dataclass(eq=False)
class _Search:
    """Search for a side's move after these moves. seats: the players when it began."""

    table: Table
    side: Color
    moves: list[str]
    seats: Seats = field(init=False)
    request: Request = field(init=False)
    begun: float = field(default_factory=time.monotonic)
    info: Info | None = None

    def __post_init__(self) -> None:
        self.seats = self.table.seats

    def is_for(self, table: Table, moves: Sequence[str]) -> bool:
        """Return True if the search is for the position after these moves, with these players."""
        return table is self.table and table.seats is self.seats and moves == self.moves

    def keep_best(self, info: Info) -> None:
        """Keep a line if it is the best one with an exact score."""
        if info.multipv == 1 and info.score.bound == "exact":
            self.info = info


class EnginePlayer:
    """Engine player. pace_s: pause between moves if no person plays. moved: called after moves."""

    def __init__(self, pool: EnginePool, pace_s: float, moved: Callable[[], None]) -> None:
        self._pool = pool
        self._pace_s = pace_s
        self._moved = moved
        self._table: Table | None = None  # where it is to think
        self._search: _Search | None = None  # for the move that is due
        self._ponder_search: _Search | None = None  # in a person's time, for the move after it
        self._expected: tuple[list[str], str] | None = None  # the reply expected after these moves

    def advance(self, table: Table, awake: bool) -> None:
        """Start the search that is due at a table. awake: False stops all searches."""
        self._table = table if awake else None
        side = table.engine_side if awake else None
        if self._search and not (side and self._search.is_for(table, table.moves)):
            self._pool.drop(self._search.request)
            self._search = None
        if self._ponder_search:
            self._check_ponder_search(self._ponder_search, table, side)
        if side and not self._search:
            self._begin(table, side)
        elif awake and not side and not self._ponder_search:
            self._ponder(table)

    def _check_ponder_search(self, search: _Search, table: Table, side: Color | None) -> None:
        """Go on with pondering as the search for the move if the expected move was played.

        It is dropped if another one was played or no person is to move any more.
        """
        if side and search.is_for(table, table.moves):
            self._ponder_search, self._search = None, search
            search.begun = time.monotonic()
            self._pool.ponderhit(search.request, self._limits(table, side))
            return
        person_moves = self._table and not side and table.human_side
        if not person_moves or not search.is_for(table, [*table.moves, search.moves[-1]]):
            self._pool.drop(search.request)
            self._ponder_search = None

    def _begin(self, table: Table, side: Color) -> None:
        if table.seats.humans or not table.turns:
            self._think(table, table.version, side)
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(self._pace_s, self._think, table, table.version, side)

    def _think(self, table: Table, version: int, side: Color) -> None:
        if self._search or table is not self._table or table.version != version:
            return
        search = _Search(table, side, table.moves)
        self._search = search
        self._ask(search, table.position.copy().game, self._limits(table, side))

    def _ponder(self, table: Table) -> None:
        """Ponder on the expected move, with lower priority than all other searches."""
        moves, expected = self._expected or ([], "")
        if not table.seats.ponder or not expected or moves != table.moves or not table.human_side:
            return
        position = table.position.copy()
        try:
            position.push(expected)
        except IllegalMove:
            return
        side = position.turn
        if side is None or not table.seats.is_engine(side) or position.is_over():
            return
        search = _Search(table, side, [*moves, expected])
        self._ponder_search = search
        self._ask(search, position.game, replace(self._limits(table, side), ponder=True))

    def _ask(self, search: _Search, game: Game, limits: Limits) -> None:
        def done(best: BestMove) -> None:
            if self._ponder_search is search:  # it failed: the expected move is searched anew
                self._ponder_search = None
            if self._search is not search:
                return
            self._search = None
            if best.move is None:  # the processes failed; try again rather than wait for ever
                asyncio.get_running_loop().call_later(_RETRY_S, self._retry, search.table)
                return
            thought = thought_of(search.info, time.monotonic() - search.begun)
            table = search.table
            table.choose(search.side, best.move, thought)
            self._expected = (table.moves, best.ponder) if best.ponder else None
            self._moved()

        level, patient = search.table.seats.level, limits.ponder
        search.request = Request(game, limits, search.keep_best, done, level, patient=patient)
        self._pool.ask(search.request)

    def _retry(self, table: Table) -> None:
        if table is self._table:
            self.advance(table, awake=True)

    def _limits(self, table: Table, side: Color) -> Limits:
        """Return the limits of the engine's search."""
        secret = side if table.both_choose else None
        base, more = table.seats.clock
        if not base or table.seats.per_move:
            return Limits(movetime=table.seats.movetime, side=secret)
        white, black = (max(1, table.time_left_ms(each)) for each in Color)
        return Limits(wtime=white, btime=black, winc=more, binc=more, side=secret)
