"""The engine's searches for a game of XBoard's: what is sought, what was heard of it, its end.

A search that is no longer wanted ends at once, and nothing more is heard of it.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace

from amalthea.engine import game_kinds
from amalthea.engine.core.game import Game
from amalthea.engine.engine import Engine
from amalthea.engine.events import BestMove, CurrentMove, Event, Info, Progress, Score
from amalthea.engine.search.limits import Limits
from amalthea.protocol.xboard.clock import Clock
from amalthea.protocol.xboard.play import Play

THINKING, PONDERING, ANALYSING = "thinking", "pondering", "analysing"

_CS = 100  # hundredths of a second
_MATE_BASE = 100_000  # a mate is told as so much and the moves to it
_HOPELESS_CP = -900  # of the engine's own score, for so many of its moves one after the other
_HOPELESS_MOVES = 3
_INFINITE = Limits(infinite=True)


class Searcher:
    """kind: what is searched for now, None when nothing is. last: the last exact line of it.

    moves_left: first moves that the iteration has still to look at, of so many.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.kind: str | None = None
        self.last: Info | None = None
        self.best: BestMove | None = None  # the end of a search, not yet dealt with
        self.expected: str | None = None  # the move that is pondered on
        self._began = 0.0
        self._progress: Progress | None = None
        self._current: CurrentMove | None = None
        self._moves = 0
        self._lost = 0  # own moves in a row in which all was

    def think(self, play: Play, clock: Clock, wanted: Collection[str] = ()) -> None:
        """For a move of whose turn it is. wanted: only these, all if none are named."""
        limits = clock.limits(play.turn == "w", len(play.moves) // 2, pondering=False)
        side = play.turn if play.choosing else None
        limits = replace(limits, side=side, searchmoves=tuple(wanted))
        self._start(THINKING, play.game, limits)

    def ponder(self, play: Play, clock: Clock, expected: str) -> None:
        """On what to do after the move that is expected, where that is to be seen."""
        if play.choosing or play.passes or expected not in play.legal():
            return
        game = game_kinds.new_game(
            play.variant, play.game.fen, [*play.game.moves, expected], play.chess960
        )
        if game.position.status().state == "ongoing":
            white = play.turn == "b"
            limits = clock.limits(white, (len(play.moves) + 1) // 2, pondering=True)
            self._start(PONDERING, game, limits)
            self.expected = expected

    def analyse(self, play: Play, wanted: Collection[str] = ()) -> None:
        """Until it is ended."""
        side = play.turn if play.choosing else None
        self._start(ANALYSING, play.game, replace(_INFINITE, side=side, searchmoves=tuple(wanted)))

    def _start(self, kind: str, game: Game, limits: Limits) -> None:
        self._engine.set_game(game)
        self._engine.go(limits)
        self.kind = kind
        self.last = self.best = self.expected = self._progress = self._current = None
        self._began = time.monotonic()
        self._moves = len(limits.searchmoves) or len(game.position.choices(limits.side or "w"))

    def hit(self) -> None:
        """The move came that was expected."""
        self.kind = THINKING
        self._engine.ponderhit()

    def halt(self) -> None:
        """Ends what is searched; nothing comes of it."""
        self.kind = self.best = None
        if self._engine.busy:
            self._engine.stop()
            self._engine.wait()
        self.best = None

    def end(self) -> None:
        """The best move is dealt with: nothing is searched."""
        if self.kind == THINKING and self.best and self.best.move:
            lost = self.last and self.last.score.as_centipawns() <= _HOPELESS_CP
            self._lost = self._lost + 1 if lost else 0
        self.kind = self.best = None

    def forget_hopes(self) -> None:
        """Another game begins: what the last one was worth says nothing of it."""
        self._lost = 0
        self.last = None

    @property
    def hopeless(self) -> bool:
        """Whether all has been lost for some moves."""
        return self._lost >= _HOPELESS_MOVES

    @property
    def elapsed_s(self) -> float:
        """Since the search began."""
        return time.monotonic() - self._began

    def hear(self, event: Event) -> None:
        """Keeps what a search tells."""
        if self.kind is None:
            return
        match event:
            case Info():
                if event.multipv == 1:
                    self.last = event if event.score.bound == "exact" else self.last
                    self._progress = Progress(
                        event.depth,
                        event.seldepth,
                        event.nodes,
                        event.nps,
                        event.hashfull,
                        event.time_ms,
                    )
            case Progress():
                self._progress = event
            case CurrentMove():
                self._current = event
            case BestMove():
                self.best = event

    def status_line(self) -> str:
        """`stat01: time nodes ply mvleft mvtot`, and the move that is looked at."""
        progress, current = self._progress, self._current
        told = (progress.nodes, progress.depth) if progress else (0, 0)
        left = self._moves - current.number if current else 0
        move = f" {current.move}" if current else ""
        hundredths = round(self.elapsed_s * _CS)
        return f"stat01: {hundredths} {told[0]} {told[1]} {max(0, left)} {self._moves}{move}"


def thinking_line(info: Info, play: Play) -> str:
    """`ply score time nodes` and the line of play, in XBoard's squares."""
    line = " ".join(map(play.plain_text, info.pv))
    return f"{info.depth} {score(info.score)} {info.time_ms // 10} {info.nodes} {line}"


def score(value: Score) -> int:
    """Centipawns, or moves to mate as so many beyond a bound."""
    if not value.mate:
        return value.value
    return _MATE_BASE + value.value if value.wins else value.value - _MATE_BASE
