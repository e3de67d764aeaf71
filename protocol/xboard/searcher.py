"""Searches of the engine for XBoard: thinking, pondering and analysing.

A search that is no longer needed is stopped at once, and its result is ignored.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import replace

from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game
from amalthea.engine.engine import Engine
from amalthea.engine.events import BestMove, CurrentMove, Event, Info, Progress, Score
from amalthea.engine.search.limits import Limits
from amalthea.protocol.xboard.clock import Clock
from amalthea.protocol.xboard.play import Play

THINKING, PONDERING, ANALYSING = "thinking", "pondering", "analysing"

_CENTISECONDS = 100  # per second
_MATE_BASE = 100_000  # the score of a mate is this plus the moves to it
_HOPELESS_CP = -900  # highest score of a move with which the engine may resign
_HOPELESS_MOVES = 3  # such moves in a row after which it resigns
_INFINITE = Limits(infinite=True)
_BOUND_SIGNS = {"exact": "", "lower": " !", "upper": " ?"}  # behind the moves


class Searcher:
    """Searches for XBoard.

    kind: THINKING, PONDERING, ANALYSING, or None without a search. last: its last exact line.
    best: its best move, once it has ended. expected: the move that it ponders on.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.kind: str | None = None
        self.last: Info | None = None
        self.best: BestMove | None = None
        self.expected: str | None = None
        self._started_at = 0.0
        self._progress: Progress | None = None
        self._current: CurrentMove | None = None
        self._moves = 0
        self._lost_moves = 0  # number of own moves in a row with a hopeless score

    def think(self, play: Play, clock: Clock, wanted: Collection[str] = ()) -> None:
        """Search a move for the side to move. wanted: only these moves, all if empty."""
        limits = clock.limits(play.turn is Color.WHITE, len(play.moves) // 2, pondering=False)
        side = play.turn if play.choosing else None
        limits = replace(limits, side=side, searchmoves=tuple(wanted))
        self._start(THINKING, play.position.game, limits)

    def ponder(self, play: Play, clock: Clock, expected: str) -> None:
        """Ponder on the position after the expected move, if it is legal and the game goes on."""
        if play.choosing or play.passes or expected not in play.legal():
            return
        position = play.position.copy()
        position.push(expected)
        if not position.is_over():
            white = play.turn is Color.BLACK
            limits = clock.limits(white, (len(play.moves) + 1) // 2, pondering=True)
            self._start(PONDERING, position.game, limits)
            self.expected = expected

    def analyse(self, play: Play, wanted: Collection[str] = ()) -> None:
        """Search until stopped. wanted: only these moves, all if empty."""
        side = play.turn if play.choosing else None
        self._start(
            ANALYSING, play.position.game, replace(_INFINITE, side=side, searchmoves=tuple(wanted))
        )

    def _start(self, kind: str, game: Game, limits: Limits) -> None:
        self._engine.set_game(game)
        self._engine.go(limits)
        self.kind = kind
        self.last = self.best = self.expected = self._progress = self._current = None
        self._started_at = time.monotonic()
        self._moves = len(limits.searchmoves) or len(
            game.position.choices(limits.side or Color.WHITE)
        )

    def hit(self) -> None:
        """Turn pondering into thinking, because the expected move was played."""
        self.kind = THINKING
        self.expected = None
        self._started_at = time.monotonic()  # the time before was not the engine's own
        self._engine.ponderhit()

    def halt(self) -> None:
        """Stop the search and ignore its result."""
        self.kind = self.best = None
        self._engine.cancel()

    def end(self) -> None:
        """End the search after its best move, and count hopeless scores in a row."""
        if self.kind == THINKING and self.best and self.best.move:
            lost = self.last and self.last.score.as_centipawns() <= _HOPELESS_CP
            self._lost_moves = self._lost_moves + 1 if lost else 0
        self.kind = self.best = None

    def forget_scores(self) -> None:
        """Forget the scores of the last game."""
        self._lost_moves = 0
        self.last = None

    @property
    def hopeless(self) -> bool:
        """True if the score has been hopeless for some moves in a row."""
        return self._lost_moves >= _HOPELESS_MOVES

    @property
    def elapsed_s(self) -> float:
        """Seconds since the start of the search, or since the move that it pondered on."""
        return time.monotonic() - self._started_at

    def on_event(self, event: Event) -> None:
        """Store an event of the search."""
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
        """Return `stat01: time nodes ply mvleft mvtot` and the current root move."""
        progress, current = self._progress, self._current
        nodes, depth = (progress.nodes, progress.depth) if progress else (0, 0)
        left = self._moves - current.number if current else 0
        move = f" {current.move}" if current else ""
        hundredths = round(self.elapsed_s * _CENTISECONDS)
        return f"stat01: {hundredths} {nodes} {depth} {max(0, left)} {self._moves}{move}"


def thinking_line(info: Info, play: Play, expected: str | None) -> str:
    """Return `ply score time nodes` and the principal variation in XBoard's squares.

    If endgame tables are used, selective depth, nodes per second and table hits precede the
    variation, which then follows a tab. A last `!` says that the search failed high, so that the
    score is a lower bound, and `?` that it failed low. expected: the move that is pondered on,
    which comes first, in parentheses.
    """
    line = " ".join(map(play.plain_text, info.pv)) + _BOUND_SIGNS[info.score.bound]
    if expected:
        line = f"({play.plain_text(expected)}) {line}"
    begin = f"{info.depth} {score(info.score)} {info.time_ms // 10} {info.nodes}"
    if info.tbhits is None:
        return f"{begin} {line}"
    return f"{begin} {info.seldepth} {info.nps} {info.tbhits}\t{line}"


def score(value: Score) -> int:
    """Return a score in centipawns; a mate in n moves is 100,000 + n, being mated -100,000 - n."""
    if not value.mate:
        return value.value
    return _MATE_BASE + value.value if value.wins else value.value - _MATE_BASE
