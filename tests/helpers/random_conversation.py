"""Random conversations with an engine process, compared with a model of what must be answered.

A seed decides everything that is said, when, and which workers are killed or paused meanwhile; how
the engine's answers fall between the commands is up to the machine. A process is kept for the next
conversation unless one ends it.
"""

from __future__ import annotations

import contextlib
import os
import random
import re
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar

from helpers.dialogue import Dialogue
from helpers.search_pool import worker_ids

MOST_COMMANDS = 200
_GUARD_S = 300.0  # without a line, only against hanging
_LISTEN_S = 0.05
_SHOWN, _WIDTH = 400, 160  # last lines of a conversation that failed, and their width
_TROUBLED = 0.25  # share of conversations in which workers are killed and paused
_TROUBLE = 0.02  # for each command of these
_MOST_PAUSE_S = 1.5
_KEEP_PROCESS = 0.9
_LOST_WORKER = re.compile(r"worker \d+ \(process (\d+)\)")


class WrongAnswer(AssertionError):
    """An answer that is lost, doubled or illegal; the message ends with the last lines."""


class Conversation(ABC):
    """One conversation with a running engine.

    dice: decides everything. lines: what was said and heard. ended: the process was left. troubled:
    workers are killed and paused.
    """

    disturbed: ClassVar[set[int]] = set()  # killed or paused workers; reports may come later
    words: ClassVar[tuple[str, ...]] = ()  # of the program's command line
    greeting: ClassVar[tuple[str, ...]] = ()  # of a new process

    def __init__(self, seed: int, talk: Dialogue) -> None:
        self.dice = random.Random(seed)
        self.talk = talk
        self.lines: list[str] = []
        self.ended = False
        self.troubled = self.dice.random() < _TROUBLED
        self._paused: list[tuple[float, int]] = []  # until when, and the process

    # What each protocol defines.

    @abstractmethod
    def begin(self) -> None:
        """Bring the engine into a known state."""

    @abstractmethod
    def step(self) -> None:
        """Say one thing."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Compare an answer with the model."""

    @abstractmethod
    def is_answered(self) -> bool:
        """Return True if nothing more must come."""

    @abstractmethod
    def last_words(self, end: str) -> None:
        """Say what makes all answers come. end: "eof", "quit" or "" if the process is kept."""

    # The course of a conversation.

    def hold(self) -> None:
        """Hold the conversation. Raises WrongAnswer."""
        try:
            self.begin()
            for _ in range(self.dice.randint(1, MOST_COMMANDS)):
                self.step()
                self._wait_a_moment()
            self._end()
        finally:
            self._continue_paused(always=True)

    def _end(self) -> None:
        keeps = self.dice.random() < _KEEP_PROCESS
        end = "" if keeps else self.dice.choice(("eof", "quit"))
        self.last_words(end)
        if end == "eof":
            self.talk.close_input()
        self.ended = bool(end)
        if not end:
            self.listen_until(self.is_answered)
            return
        self._continue_paused(always=True)
        for line in self.talk.rest():
            self._take(line)
        if end == "eof" and not self.is_answered():
            self.fail("the last answers are missing")
        if status := self.talk.process.wait(_GUARD_S):
            self.fail(f"exit status {status}")

    def say(self, line: str) -> None:
        """Send a line."""
        self.lines.append(f"> {line}")
        try:
            self.talk.send(line)
        except OSError as error:
            self.fail(f"the engine does not read: {error}")

    def listen(self, within_s: float = 0.0) -> None:
        """Take the lines that have come; if there are none, wait for one for a while."""
        line = self.talk.heard(within_s)
        while line is not None:
            self._take(line)
            line = self.talk.heard()

    def listen_until(self, condition: Callable[[], bool]) -> None:
        """Take lines until a condition holds."""
        known, heard_at = len(self.lines), time.monotonic()
        while not condition():
            self.listen(_LISTEN_S)
            self._continue_paused()
            if len(self.lines) > known:
                known, heard_at = len(self.lines), time.monotonic()
            elif time.monotonic() > heard_at + _GUARD_S:
                self.fail("no answer")

    def fail(self, why: str) -> None:
        """Raise WrongAnswer with the last lines."""
        shown = (line[:_WIDTH] for line in self.lines[-_SHOWN:])
        raise WrongAnswer("\n".join([why, *shown]))

    def _take(self, line: str) -> None:
        self.lines.append(f"< {line}")
        if "internal error" in line:
            self.fail("an internal error")
        lost = _LOST_WORKER.search(line)
        if not lost or int(lost[1]) not in self.disturbed:
            self.take(line)

    def _wait_a_moment(self) -> None:
        if self.troubled and self.dice.random() < _TROUBLE:
            self._make_trouble()
        self._continue_paused()
        self.listen(self.dice.choice((0.0, 0.0, 0.0, 0.001, 0.005, 0.02)))

    def _make_trouble(self) -> None:
        """Kill or pause a worker."""
        workers = worker_ids(self.talk.process.pid)
        if not workers:
            return
        worker, kills = self.dice.choice(workers), self.dice.random() < 0.5
        self.lines.append(f"# {'kill' if kills else 'pause'} {worker}")
        self.disturbed.add(worker)
        with contextlib.suppress(ProcessLookupError):
            os.kill(worker, signal.SIGKILL if kills else signal.SIGSTOP)
            if not kills:
                until = time.monotonic() + self.dice.uniform(0.0, _MOST_PAUSE_S)
                self._paused.append((until, worker))

    def _continue_paused(self, always: bool = False) -> None:
        now = time.monotonic()
        for pause in list(self._paused):
            until, worker = pause
            if always or now >= until:
                self._paused.remove(pause)
                with contextlib.suppress(ProcessLookupError):
                    os.kill(worker, signal.SIGCONT)


def converse(kind: type[Conversation], seeds: Iterable[int]) -> Iterator[int]:
    """Hold the conversations of these seeds and yield each seed. Raises WrongAnswer."""
    talk: Dialogue | None = None
    try:
        for seed in seeds:
            if talk is None:
                talk = Dialogue(*kind.words)
                talk.send(*kind.greeting)
            conversation = kind(seed, talk)
            try:
                conversation.hold()
            except WrongAnswer as error:
                raise WrongAnswer(f"seed {seed}: {error}") from error
            if conversation.ended:
                talk = None
            yield seed
    finally:
        if talk and talk.is_alive():
            talk.process.kill()
            talk.process.wait()
