"""One engine as a player: started, asked for moves, pondering, and stopped. It knows no rules.

Every failure of an engine becomes a Forfeit; the caller decides the result.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import dataclass

from amalthea.engine.core.letters import FORM, LETTER
from amalthea.engine.core.status import Termination
from amalthea.engine.core.variant import SQUARE
from amalthea.protocol.match.entrants import START_S, Entrant, options_to_send
from amalthea.protocol.records.game_record import Thought
from amalthea.protocol.uci_client.info_lines import InfoLine, read_info
from amalthea.protocol.uci_client.process import EngineDied, NoAnswer, OutputLine, UciProcess

STOP_S = 2.0  # longest wait for the best move after `stop`
QUIT_S = 1.0  # for an engine to exit by itself

MOVE = re.compile(  # anything that is a move in some game
    rf"{SQUARE}({SQUARE})(?:[a-z]{{0,3}}|{LETTER}|[+-])(?:,\1{SQUARE})?"
    rf"|{FORM}@{SQUARE}|0000|\(none\)|NULL"
)
_MAX_SHOWN = 80  # characters of an engine's text in a message


class Forfeit(Exception):
    """A failure of an engine. reason: a Termination, such as CRASH; detail: for people."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(reason, detail)
        self.reason = reason
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Answer:
    """A best move. asked_at, answered_at: time.perf_counter() of `go` and of the answer."""

    move: str
    ponder: str
    asked_at: float
    answered_at: float
    info: InfoLine | None  # the last exact info line of the best variation

    @property
    def seconds(self) -> float:
        """The time for the move."""
        return max(0.0, self.answered_at - self.asked_at)

    def thought(self, left: float | None) -> Thought:
        """Return the engine's report with the move. left: the time on its clock afterwards."""
        info = self.info or InfoLine()
        score = info.score
        return Thought(
            seconds=round(self.seconds, 6),
            left=None if left is None else round(left, 6),
            depth=info.depth,
            cp=score.value if score and not score.mate else None,
            mate=score.value if score and score.mate else None,
            nodes=info.nodes,
        )


class Player:
    """An engine that `new_game` starts, also again after it had to be killed."""

    def __init__(self, entrant: Entrant, variant: str, variants_file: str | None) -> None:
        self.entrant = entrant
        self._variant = variant
        self._variants_file = variants_file
        self._engine: UciProcess | None = None
        self._pondering = ""  # the `position` command of the pondering search
        self._info: InfoLine | None = None  # of the running search

    def new_game(self) -> None:
        """Start the engine if it is not running, and prepare it for a new game. Raises Forfeit."""
        try:
            if not self._is_ready():
                self.kill()
                self._engine = self._start()
        except EngineDied as error:
            raise Forfeit(Termination.CRASH, _short(error.what)) from error
        except NoAnswer as error:
            raise Forfeit(Termination.STALL, f"did not start within {START_S:.0f} s") from error

    def choose(
        self,
        position: str,
        words: str,
        timeout_s: float,
        meanwhile: Callable[[], None] | None = None,
    ) -> Answer:
        """Return the best move for the command `position` under `go words`. Raises Forfeit.

        Args:
            meanwhile: called while the engine thinks; it costs no thinking time.
        """
        engine = self._running()
        try:
            asked_at = time.perf_counter()
            if self._pondering == position:
                engine.send("ponderhit")
            else:
                self._stop_pondering()
                self._info = None
                engine.send(position, f"go {words}")
            self._pondering = ""
            if meanwhile:
                meanwhile()
            line = self._best_move(timeout_s)
        except NoAnswer as error:
            self.kill()
            raise Forfeit(Termination.STALL, f"{error.what} for a best move") from error
        except EngineDied as error:
            self.kill()
            raise Forfeit(Termination.CRASH, _short(error.what)) from error
        return self._read(line, asked_at)

    def ponder(self, position: str, words: str) -> None:
        """Start pondering on the expected move. Raises Forfeit."""
        self._info = None
        try:
            self._running().send(position, f"go ponder {words}")
        except EngineDied as error:
            self.kill()
            raise Forfeit(Termination.CRASH, _short(error.what)) from error
        self._pondering = position

    def settle(self) -> None:
        """Stop pondering after the game; kill an engine that does not stop."""
        try:
            self._stop_pondering()
        except (EngineDied, NoAnswer):
            self.kill()

    def close(self) -> None:
        """Stop the engine by `quit`, or kill it if it does not exit."""
        engine, self._engine = self._engine, None
        self._pondering = ""
        if engine is not None:
            engine.close(QUIT_S)

    def kill(self) -> None:
        """Kill the engine."""
        engine, self._engine = self._engine, None
        self._pondering = ""
        if engine is not None:
            engine.kill()

    def _is_ready(self) -> bool:
        """Return True if the running engine is ready for another game."""
        if self._engine is None:
            return False
        try:
            self._engine.send("ucinewgame")
            self._engine.ask("isready", "readyok", START_S)
        except (EngineDied, NoAnswer):
            return False
        return True

    def _start(self) -> UciProcess:
        entrant = self.entrant
        engine = UciProcess(entrant.command, entrant.name, entrant.directory)
        try:
            engine.shake_hands(START_S)
            for name, value in options_to_send(entrant, self._variant, self._variants_file):
                engine.set_option(name, value)
            engine.send("ucinewgame")
            engine.ask("isready", "readyok", START_S)
        except (EngineDied, NoAnswer):
            engine.kill()
            raise
        return engine

    def _running(self) -> UciProcess:
        assert self._engine is not None, "new_game comes first"
        return self._engine

    def _stop_pondering(self) -> None:
        """Stop pondering and discard its result."""
        if self._pondering:
            self._pondering = ""
            self._running().send("stop")
            self._best_move(STOP_S)

    def _best_move(self, timeout_s: float) -> OutputLine:
        """Read lines until the best move comes, and keep the last info line."""
        for line in self._running().listen(timeout_s):
            if line.text.split(maxsplit=1)[:1] == ["bestmove"]:
                return line
            info = read_info(line.text)
            if info and info.exact:
                self._info = info
        raise AssertionError("listening ends with an error")

    def _read(self, line: OutputLine, asked_at: float) -> Answer:
        words = line.text.split()
        if len(words) < 2 or not MOVE.fullmatch(words[1]):
            self.kill()  # its next lines cannot be trusted
            raise Forfeit(
                Termination.INVALID_ANSWER, f"{_short(line.text)!r} instead of a best move"
            )
        ponder = words[3] if words[2:3] == ["ponder"] and len(words) > 3 else ""
        return Answer(words[1], ponder, asked_at, line.at, self._info)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _MAX_SHOWN else f"{line[:_MAX_SHOWN]}..."
