"""UCCI front end: UCI with xiangqi's ranks, its own words for clocks, bans and draw offers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, ClassVar

from amalthea.engine.api import Position
from amalthea.engine.errors import NoPosition
from amalthea.engine.events import CurrentMove, FinalScore, Info, Progress
from amalthea.engine.options import Check, Option, Spin
from amalthea.engine.tasks import PoolMaker, new_pool
from amalthea.engine.text import clip
from amalthea.protocol import AUTHORS
from amalthea.protocol.loop import guarded
from amalthea.protocol.ucci import answers
from amalthea.protocol.ucci.parsing import (
    DRAW,
    MEANINGS,
    parse_option,
    searching_words,
)
from amalthea.protocol.ucci.search import OfferedSearch
from amalthea.protocol.uci import cyclone
from amalthea.protocol.uci.answers import warning
from amalthea.protocol.uci.front_end import UciError, UciFrontEnd
from amalthea.protocol.uci.move_text import MoveText
from amalthea.protocol.uci.parsing import GoCommand, PositionCommand, parse_go, parse_position

if TYPE_CHECKING:
    from amalthea.engine.events import BestMove, Event, Listener
    from amalthea.engine.search.limits import Limits
    from amalthea.protocol.console import Console

_NAMES = {"Hash": "hashsize", "Threads": "threads", "Ponder": "ponder"}
_AUTOMATIC = "0"  # the value by which UCCI leaves a size to the engine
_MS = 1000  # per second
_NOTE, _SOME_NOTE = "info message", re.compile(r"^info string(?= )")
_DEPTH_0 = ("depth", "0")


class UcciFrontEnd(UciFrontEnd):
    """UCCI conversation; see UciFrontEnd."""

    protocol: ClassVar[str] = "ucci"
    first_variant: ClassVar[str] = cyclone.GAME

    def __init__(self, console: Console, make_pool: PoolMaker = new_pool) -> None:
        super().__init__(console, make_pool)
        self._in_milliseconds = Check("usemillisec", True)
        self._batch = Check("batch")  # `quit` waits for the end of the search
        new_game = Option("newgame")
        new_game.effect = self.engine.new_game
        self._own_options = (self._in_milliseconds, self._batch, new_game)
        self._banned: tuple[str, ...] = ()  # moves that the current position does not have
        self._search: OfferedSearch | None = None  # the last one
        self._is_drawn = False  # the next best move comes with the acceptance of a draw
        self._leaving = False  # `quit` waits for the end of the search

    def _own_commands(self) -> dict[str, Callable[[str], None]]:
        return {
            "banmoves": self._ban_moves,
            "ponderhit": self._ponderhit,
            "probe": lambda _: self._say(answers.UNKNOWN_POSITION),
        }

    # -- called by the event loop ------------------------------------------------------------------

    def handle(self, line: str) -> None:
        """Carry out one command; none after a `quit` that waits."""
        if not self._leaving:
            super().handle(line)

    def collect(self) -> None:
        """Print the events of the engine; a `quit` that waited is carried out after the search."""
        super().collect()
        if self._leaving and not self.engine.busy:
            self.ended = True

    def close(self) -> None:
        """Take leave if the conversation has ended, and end the engine's processes."""
        try:
            if self.ended and not self.engine.is_closed:
                self._say(answers.FAREWELL)
        finally:
            super().close()

    def _quit(self, rest: str) -> None:
        if self._batch.value and self.engine.busy and not self.engine.needs_command:
            self._leaving = True
        else:
            super()._quit(rest)

    # -- where it differs from UCI -----------------------------------------------------------------

    @property
    def _moves(self) -> MoveText:
        return cyclone.move_text(self.engine.variant)

    @property
    def _offered(self) -> Iterable[Option]:
        return chain(self._own_options, self._options)

    def _identity(self) -> list[str]:
        return [*super()._identity(), f"id copyright {AUTHORS}"]

    def _option_name(self, name: str) -> str:
        return _NAMES.get(name, name.replace(" ", "_"))

    def _option_line(self, option: Option) -> str:
        return answers.option_line(option, self._option_name(option.name))

    def _parse_position(self, words: list[str]) -> PositionCommand:
        return parse_position(cyclone.as_in_uci(words))

    def _say(self, *lines: str) -> None:
        super()._say(*(_SOME_NOTE.sub(_NOTE, line, count=1) for line in lines))

    def _lines(self, event: Event) -> Iterable[str]:
        match event:
            case Info():
                return answers.lines_of(event)
            case Progress():
                return [answers.effort(event)]
            case CurrentMove():
                return [f"info currmove {event.move}"]
            case FinalScore():
                return [f"info depth 0 score {event.score.as_centipawns()}"]
        return super()._lines(event)

    def _best_move(self, report: BestMove) -> str:
        if report.move is None:
            return answers.NO_MOVE
        acceptance = f" {DRAW}" if self._is_drawn else ""
        self._is_drawn = False
        return f"{super()._best_move(report)}{acceptance}"

    def _setoption(self, rest: str) -> None:
        """Set an option. One that is unknown is ignored: GUIs set what other engines have."""
        command = parse_option(rest)
        option, value = self._find_option(command.name), command.value
        if option is None:
            self._say(warning(f"option {clip(command.name)} is unknown, ignored"))
        elif option in self._own_options:
            option.set(value)
        elif isinstance(option, Spin) and value == _AUTOMATIC and (option.low or 0) > 0:
            self.engine.set_option(option.name, option.default)
        else:
            self.engine.set_option(option.name, value)

    # -- searches ----------------------------------------------------------------------------------

    def _set_position(self, rest: str) -> None:
        self._banned = ()
        super()._set_position(rest)

    def _ban_moves(self, rest: str) -> None:
        """Ban moves in the current position. Illegal ones among them are an error."""
        texts = rest.split()
        with self._moves.errors_of(texts) as moves:
            legal = set(self.engine.legal_moves())
            self._banned += tuple(move for move in moves if move in legal)
            if illegal := [
                text for text, move in zip(texts, moves, strict=True) if move not in legal
            ]:
                raise UciError(f"banmoves: {clip(' '.join(illegal))} illegal, not banned")

    def _ponderhit(self, rest: str) -> None:
        if self._search and DRAW in rest.lower().split():
            self._search.offered = True
        self.engine.ponderhit()

    def _search_listener(self, words: Sequence[str]) -> Listener:
        others = super()._search_listener(words)
        try:
            game = self.engine.game
        except NoPosition:
            return others
        position = Position(game.variant, game.position.fen())
        self._search = OfferedSearch(position, others, self._accept_draw)
        self._search.offered = DRAW in words
        return self._search

    def _accept_draw(self) -> None:
        self._is_drawn = True

    def _go(self, rest: str) -> None:
        words = tuple(rest.lower().split())
        if words[-2:] != _DEPTH_0:
            super()._go(rest)
            return
        guarded(self._show_static_score, self.refuse)
        self.engine.refuse_search(self._search_listener(words))

    def _show_static_score(self) -> None:
        """Print the score of the position without a search."""
        position = self.engine.game.position
        total = self.engine.explain().total
        self._say(f"info depth 0 score {total if position.turn == 'w' else -total}")

    def _parse_go(self, words: list[str]) -> GoCommand:
        turn = self.engine.game.position.turn
        command = parse_go(searching_words(words), MEANINGS.get(turn, {}))
        limits = command.limits
        if not self._in_milliseconds.value:
            limits = _from_seconds(limits)
        if self._banned and command.perft is None:
            limits = replace(limits, searchmoves=self._allowed(limits.searchmoves))
        return replace(command, limits=limits)

    def _allowed(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Return those of the moves, or of all legal ones, that are not banned. Raises UciError."""
        banned = set(map(self._moves.write, self._banned))
        legal = texts or map(self._moves.write, self.engine.legal_moves())
        allowed = tuple(text for text in legal if text not in banned)
        if not allowed:
            raise UciError("go: every legal move is banned")
        return allowed


def _from_seconds(limits: Limits) -> Limits:
    """Return limits whose clocks are given in seconds."""
    return replace(
        limits,
        wtime=limits.wtime and limits.wtime * _MS,
        btime=limits.btime and limits.btime * _MS,
        winc=limits.winc and limits.winc * _MS,
        binc=limits.binc and limits.binc * _MS,
    )
