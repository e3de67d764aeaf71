"""Engine player of a table: its searches for moves, and pondering."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from amalthea.engine.core.game import Game
from amalthea.engine.errors import IllegalMove
from amalthea.engine.events import BestMove, Info
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Limits
from amalthea.protocol.records.game_record import SIDES
from amalthea.protocol.web.engine_pool import EnginePool, Request
from amalthea.protocol.web.table import Seats, Table, thought_of


@dataclass(eq=False)
class _Search:
    """Search for a side's move after these moves, with these players."""

    table: Table
    side: str
    moves: list[str]
    seats: Seats = field(init=False)
    request: Request = field(init=False)
    begun: float = field(default_factory=time.monotonic)
    info: Info | None = None

    def __post_init__(self) -> None:
        self.seats = self.table.seats

    def is_for(self, table: Table, moves: Sequence[str]) -> bool:
        """Return True if the search still fits the moves of the game."""
        return table is self.table and table.seats is self.seats and moves == self.moves

    def hear(self, info: Info) -> None:
        """Keep the best line."""
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
        self._guess: _Search | None = None  # in a person's time, for the move after the next
        self._expected: tuple[list[str], str] | None = None  # after these moves, that one

    def advance(self, table: Table, awake: bool) -> None:
        """Start the search that is due at a table. awake: whether searches are allowed."""
        self._table = table if awake else None
        side = table.engine_side if awake else ""
        if self._search and not (side and self._search.is_for(table, table.moves)):
            self._pool.drop(self._search.request)
            self._search = None
        if self._guess:
            self._check_guess(self._guess, table, side)
        if side and not self._search:
            self._begin(table, side)
        elif awake and not side and not self._guess:
            self._ponder(table)

    def _check_guess(self, guess: _Search, table: Table, side: str) -> None:
        """Use the pondering result if the expected move was played."""
        if side and guess.is_for(table, table.moves):
            self._guess, self._search = None, guess
            guess.begun = time.monotonic()
            self._pool.hit(guess.request, self._limits(table, side))
            return
        people = self._table and not side and table.human_side
        if not people or not guess.is_for(table, [*table.moves, guess.moves[-1]]):
            self._pool.drop(guess.request)
            self._guess = None

    def _begin(self, table: Table, side: str) -> None:
        if table.seats.humans or not table.turns:
            self._think(table, table.version, side)
        else:
            loop = asyncio.get_running_loop()
            loop.call_later(self._pace_s, self._think, table, table.version, side)

    def _think(self, table: Table, version: int, side: str) -> None:
        if self._search or table is not self._table or table.version != version:
            return
        search = _Search(table, side, table.moves)
        self._search = search
        self._ask(search, copied(table), self._limits(table, side))

    def _ponder(self, table: Table) -> None:
        """Ponder on the expected move, with lower priority than all other searches."""
        moves, expected = self._expected or ([], "")
        if not table.seats.ponder or not expected or moves != table.moves or not table.human_side:
            return
        game = copied(table)
        try:
            game.play(expected)
        except IllegalMove:
            return
        side = game.position.choosers()
        if side not in SIDES or not table.seats.is_engine(side):
            return
        if game.position.status().state != "ongoing":
            return
        self._guess = _Search(table, side, [*moves, expected])
        self._ask(self._guess, game, replace(self._limits(table, side), ponder=True))

    def _ask(self, search: _Search, game: Game, limits: Limits) -> None:
        def done(best: BestMove) -> None:
            if self._search is not search:
                return
            self._search = None
            if best.move is None:
                return
            thought = thought_of(search.info, time.monotonic() - search.begun)
            table = search.table
            table.choose(search.side, best.move, thought)
            self._expected = (table.moves, best.ponder) if best.ponder else None
            self._moved()

        level, patient = search.table.seats.level, limits.ponder
        search.request = Request(game, limits, search.hear, done, level, patient=patient)
        self._pool.ask(search.request)

    def _limits(self, table: Table, side: str) -> Limits:
        """Return the limits of the engine's search."""
        secret = side if table.both_choose else None
        base, more = table.seats.clock
        if not base:
            return Limits(movetime=table.seats.movetime, side=secret)
        left = {each: max(1, table.left(each)) for each in SIDES}
        return Limits(wtime=left["w"], btime=left["b"], winc=more, binc=more, side=secret)


def copied(table: Table) -> Game:
    """Return a copy of the game that does not change during the search."""
    return new_game(table.variant, table.fen, table.moves)
