#!/usr/bin/env python3
"""Play games while engines are killed, paused and starved; look for lost games and leaks.

    .venv/bin/python scripts/soak.py --games 10000 --output build/soak

Every game of the registry is played in turn, at random fast limits, from random positions, with a
random number of search processes. In every other game a process of an engine is now and then
killed, stopped for up to two seconds, or given a tenth of its time. Each game has to end with a
result and a reason; an engine that nobody touched may lose on time alone, none may play an illegal
move. Now and then all engines are ended: no process, descriptor, temporary file or name of shared
memory may be left then, and the memory of this process must not grow.

The same command resumes an interrupted run; --seed decides which games are played.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import _missing  # noqa: F401 - a missing package is one line from here on

# isort: split
import psutil

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import State, Termination
from amalthea.engine.errors import StorageError
from amalthea.engine.new_games import new_game
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.openings import Opening
from amalthea.protocol.match.play import Conditions, Task
from amalthea.protocol.match.referee import AdjudicationRules
from amalthea.protocol.match.worker import PlayerPool, play_with
from amalthea.protocol.storage.line_log import LineLog
from amalthea.protocol.uci_client.process import OURS
from command_line import add_seed, new_parser

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant
    from amalthea.protocol.records.game_record import GameRecord

GAMES_IN_A_ROW = 4  # of one variant, by the same engines
GAMES_TO_CHECK = 20  # after which everything is ended and counted
STALL_S = 20.0  # longest move without a clock
WARM_GAMES = 10 * GAMES_TO_CHECK  # compiled games are in memory then, as many as are kept
GROWTH = 1.1, 16 << 20  # of memory after that: a part, and bytes that come and go
ENDS_S = 10.0  # longest wait for processes to end and files to be removed
SHARED = Path("/dev/shm")
BY_FAULT = {  # reasons that need an engine to be touched
    Termination.CRASH,
    Termination.STALL,
    Termination.ILLEGAL_MOVE,
    Termination.INVALID_ANSWER,
}
BUSY = 4.0  # processes that want each processor: an untouched engine may be late by seconds then
NEVER = {Termination.ILLEGAL_MOVE, Termination.INVALID_ANSWER}


class Tormentor(threading.Thread):
    """Thread that kills, pauses and starves engines until it is ended.

    acts: what it has done, in order.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__(daemon=True)
        self.acts: list[str] = []
        self._rng = rng
        self._ended = threading.Event()

    def run(self) -> None:
        """Wait for a moment, choose a process and an act, and begin again."""
        ways: tuple[Callable[[psutil.Process], None], ...] = (self._kill, self._pause, self._starve)
        while not self._ended.wait(self._rng.uniform(0.0, 1.0)):
            processes = psutil.Process().children(recursive=True)
            if not processes:
                continue
            act = self._rng.choice(ways)
            self.acts.append(act.__name__.strip("_"))
            with suppress(psutil.NoSuchProcess):
                act(self._rng.choice(processes))

    def end(self) -> None:
        """End the thread; nothing is paused afterwards."""
        self._ended.set()
        self.join()

    def _kill(self, process: psutil.Process) -> None:
        process.kill()

    def _pause(self, process: psutil.Process) -> None:
        with _suspended([process]):
            self._ended.wait(self._rng.uniform(0.0, 2.0))

    def _starve(self, process: psutil.Process) -> None:
        """Let an engine run for a tenth of two seconds."""
        for _ in range(100):
            with _suspended([process, *process.children(recursive=True)]):
                self._ended.wait(0.018)
            if self._ended.wait(0.002):
                return


@contextmanager
def _suspended(processes: list[psutil.Process]) -> Iterator[None]:
    for process in processes:
        with suppress(psutil.NoSuchProcess):
            process.suspend()
    try:
        yield
    finally:
        for process in processes:
            with suppress(psutil.NoSuchProcess):
                process.resume()


@dataclass
class Holdings:
    """Resources that this process holds when no engine runs."""

    memory: int
    descriptors: int
    threads: int
    processes: list[str] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    shared: list[str] = field(default_factory=list)

    @classmethod
    def now(cls, scratch: Path) -> Holdings:
        """Return the current holdings, after processes and files have had time to go."""
        own = psutil.Process()
        deadline = time.monotonic() + ENDS_S
        while True:
            processes = [_name(each) for each in own.children(recursive=True)]
            files = [path.name for path in scratch.iterdir()]
            shared = [path.name for path in SHARED.glob("amalthea-*")]
            if not (processes or files or shared) or time.monotonic() > deadline:
                break
            time.sleep(0.05)
        memory, threads = own.memory_full_info().uss, threading.active_count()
        return cls(memory, own.num_fds(), threads, processes, files, shared)

    def left(self, before: Holdings) -> list[str]:
        """Return what is left, in words, compared with an earlier moment."""
        found = [f"process {each}" for each in self.processes]
        found += [f"file {each}" for each in self.files]
        found += [f"shared memory {each}" for each in self.shared]
        if self.descriptors > before.descriptors:
            found.append(f"{self.descriptors} descriptors, {before.descriptors} before")
        if self.threads > before.threads:
            found.append(f"{self.threads} threads, {before.threads} before")
        return found


def _name(process: psutil.Process) -> str:
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline()) or process.name()
    return "that ended meanwhile"


class Soak:
    """A run with its log, in which all games and checks are kept. Raises StorageError."""

    def __init__(self, folder: Path, seed: int) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / "soak.jsonl"
        head = {"soak": {"seed": seed}}
        self._log = LineLog(path, b'{"soak":', "a soak", "another soak writes it")
        lines = [json.loads(line) for line in self._log.lines.splitlines()] or [head]
        if not self._log.lines:
            self._log.append(head)
        if lines[0] != head:
            raise StorageError(f"{path}: line 1: expected seed {seed}")
        self.games: list[dict[str, Any]] = [each for each in lines if "number" in each]
        self.checks: list[dict[str, Any]] = [each for each in lines if "memory" in each]
        self._seed = seed

    def play(self, count: int) -> None:
        """Play until there are so many games, those of earlier runs included."""
        with tempfile.TemporaryDirectory(prefix="soak-") as scratch:
            os.environ["TMPDIR"] = scratch
            before = Holdings.now(Path(scratch))
            pool = PlayerPool()
            try:
                while len(self.games) < count:
                    self._play_one(len(self.games) + 1, pool)
                    if len(self.games) % GAMES_TO_CHECK == 0 or len(self.games) == count:
                        pool.close()
                        self._check(before, Path(scratch))
            finally:
                pool.close()

    def _play_one(self, number: int, pool: PlayerPool) -> None:
        rng = random.Random(f"{self._seed} {number}")
        task = self._task(number, rng)
        tormentor = Tormentor(rng) if number % 2 else None
        if tormentor:
            tormentor.start()
        try:
            game = play_with(task, pool).game
        finally:
            if tormentor:
                tormentor.end()
        acts = tormentor.acts if tormentor else []
        line = {
            "number": number,
            "variant": game.variant,
            "controls": game.controls,
            "plies": len(game.plies),
            "seconds": game.seconds,
            "result": game.result,
            "reason": game.reason,
            "detail": game.detail,
            "acts": acts,
            "failure": failure(game, bool(tormentor), os.getloadavg()[0] / (os.cpu_count() or 1)),
        }
        self._log.append(line)
        self.games.append(line)
        if line["failure"]:
            print(f"game {number}, {game.variant}: {line['failure']}", flush=True)

    def _task(self, number: int, rng: random.Random) -> Task:
        block = random.Random(f"{self._seed} block {(number - 1) // GAMES_IN_A_ROW}")
        turn, place = divmod((number - 1) // GAMES_IN_A_ROW, len(variants.names()))
        names = random.Random(f"{self._seed} turn {turn}").sample(
            variants.names(), len(variants.names())
        )
        variant = variants.get(names[place])
        options = [
            (("Threads", str(block.randint(1, 3))), ("Hash", str(block.randint(1, 8))))
            for _ in Color
        ]
        players = {
            side: Entrant(side.label, OURS, options=each, control=_control(rng))
            for side, each in zip(Color, options, strict=True)
        }
        adjudication = AdjudicationRules(plies=rng.choice((40, 80, 160)))
        conditions = Conditions(
            variant, None, adjudication, 0.05, STALL_S, ponder=rng.random() < 0.3
        )
        return Task(number, number, players, _opening(variant, rng), conditions)

    def _check(self, before: Holdings, scratch: Path) -> None:
        now = Holdings.now(scratch)
        left = now.left(before)
        line = {"memory": now.memory, "descriptors": now.descriptors, "left": left}
        self._log.append(line)
        self.checks.append(line)
        text = f"{len(self.games)} games, {now.memory >> 20} MiB, {now.descriptors} descriptors"
        print("; ".join([text, *(f"LEFT: {each}" for each in left)]), flush=True)

    def summary(self) -> tuple[str, bool]:
        """Return the figures of all runs, and True if nothing went wrong."""
        reasons = Counter(game["reason"] for game in self.games)
        acts = Counter(act for game in self.games for act in game["acts"])
        failures = [game for game in self.games if game["failure"]]
        left = [each for check in self.checks for each in check["left"]]
        growth = self._growth()
        lines = [
            f"{len(self.games)} games of {len({game['variant'] for game in self.games})} variants,"
            f" {sum(game['plies'] for game in self.games)} plies",
            "ends: " + _counted(reasons),
            "acts: " + _counted(acts),
            f"memory: {growth}" if growth else "memory: flat",
            f"left: {'; '.join(left) or 'nothing'}",
            f"failures: {len(failures)}",
        ]
        return "\n".join(lines), not (failures or left or growth)

    def _growth(self) -> str:
        """Return by how much the memory has grown since the first games, "" if it has not."""
        memory = [check["memory"] for check in self.checks[WARM_GAMES // GAMES_TO_CHECK :]]
        part, more = GROWTH
        if memory and memory[-1] > part * memory[0] + more:
            return f"from {memory[0] >> 20} to {memory[-1] >> 20} MiB"
        return ""


def failure(game: GameRecord, touched: bool, load: float) -> str:
    """Return what is wrong with the end of a game, "" if nothing.

    touched: True if engines were killed, paused or starved. load: processes for each processor.
    """
    if not game.reason:
        return "no reason"
    excused = touched or (game.reason == Termination.STALL and load > BUSY)
    if game.reason in NEVER or (game.reason in BY_FAULT and not excused):
        return f"{game.reason}: {game.detail}"
    return ""


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def _control(rng: random.Random) -> TimeControl:
    kind = rng.choice(("tc", "tc", "nodes", "depth", "movetime"))
    values = {
        "tc": f"{rng.uniform(0.05, 0.8):.2f}+{rng.choice((0, 0.01, 0.03))}",
        "nodes": str(rng.randint(1, 500)),
        "depth": str(rng.randint(1, 2)),
        "movetime": str(rng.randint(1, 30)),
    }
    return TimeControl.read(kind, values[kind])


def _opening(variant: Variant, rng: random.Random) -> Opening:
    """Return up to twelve random moves from a start position that do not end the game."""
    fen = variant.start_fen(rng.randrange(1000))
    game = new_game(variant, fen)
    moves: list[str] = []
    for _ in range(rng.randint(0, 12)):
        move = rng.choice(game.position.legal_moves())
        game.play(move)
        if game.position.status().state != State.ONGOING:
            break
        moves.append(move)
    return Opening(fen, tuple(moves))


def main() -> None:
    """Play, and exit with status 1 if anything was lost or left."""
    parser = new_parser(__doc__)
    add = parser.add_argument
    add("--games", type=int, default=100, metavar="N", help="games in all (default: 100)")
    help_ = "folder of the log, by which a run is resumed"
    add("--output", type=Path, required=True, metavar="DIR", help=help_)
    add_seed(parser)
    options = parser.parse_args()
    try:
        soak = Soak(options.output, options.seed)
    except StorageError as error:
        sys.exit(f"soak: {error}")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that nothing stays paused
    with suppress(KeyboardInterrupt):
        soak.play(options.games)
    text, fine = soak.summary()
    print(text)
    sys.exit(0 if fine else 1)


if __name__ == "__main__":
    main()
