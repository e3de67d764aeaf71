"""Several matches of the same two players as one: they take turns, and one test is over them all.

Each match is a plan with a folder of its own; what is added here is the order and the sum.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import reduce
from itertools import islice
from operator import add
from pathlib import Path
from typing import Self

from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match.plan import Plan
from amalthea.protocol.match.play import Task
from amalthea.protocol.match.tournament import Records, Tournament
from amalthea.protocol.match.worker import play_task
from amalthea.protocol.statistics.elo import Sprt, Tally, elo
from amalthea.protocol.statistics.standings import signed

Tell = Callable[[], None]


class Mix:
    """The matches by their names, which are those of their folders, too.

    No two of them have game and limits in common. turn: how many games of one are given out before
    the next one's. Raises StorageError and MatchError, also for folders of other matches.
    """

    def __init__(self, folder: Path, plans: dict[str, Plan], sprt: Sprt, turn: int) -> None:
        self._sprt = sprt
        self._turn = turn
        self._stack = ExitStack()
        self._matches: dict[str, Tournament] = {}
        self._records: list[tuple[Plan, Records]] = []
        with ExitStack() as stack:
            for name, plan in plans.items():
                records = stack.enter_context(Records(folder / name, plan))
                self._records.append((plan, records))
                self._matches[name] = Tournament(plan, records)
            self._stack = stack.pop_all()
        self._owners = {_key(plan): self._matches[name] for name, plan in plans.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stack.close()

    def play(self, executor: Executor, tell: Tell) -> None:
        """Plays until the whole is decided or no game is left; `tell` hears of every game.

        Raises MatchBroken and JobsFailed.
        """
        if self.decided():
            return
        for outcome in executor.unordered(play_task, self._tasks()):
            game = outcome.game
            self._owners[game.variant, game.controls["w"]].take(outcome)
            tell()
            if self.decided():
                break

    def decided(self) -> bool:
        """Whether the test of the whole has found for one of its hypotheses."""
        return self._sprt.state(self.tally()).decision is not None

    def tally(self) -> Tally:
        """All results, the first player's view."""
        return reduce(add, self.tallies().values(), Tally())

    def tallies(self) -> dict[str, Tally]:
        """The results of each match."""
        return {name: match.tally() for name, match in self._matches.items()}

    def write_reports(self) -> None:
        """Each match's own, in its folder."""
        for _, records in self._records:
            records.write_report()

    def _tasks(self) -> Iterator[Task]:
        waiting = deque(match.tasks() for match in self._matches.values())
        while waiting:
            tasks = waiting.popleft()
            given = 0
            for task in islice(tasks, self._turn):
                given += 1
                yield task
            if given == self._turn:
                waiting.append(tasks)


def _key(plan: Plan) -> tuple[str, str]:
    """What a game's record tells of its match."""
    return plan.variant, str(plan.entrants[0].control)


def summary(mix: Mix, sprt: Sprt) -> list[Sequence[str]]:
    """A row of cells for each match and for all together, the heads first."""
    rows: list[Sequence[str]] = [("match", "games", "won", "drawn", "lost", "Elo", "95 %", "LLR")]
    for name, results in {**mix.tallies(), "all": mix.tally()}.items():
        found = elo(results)
        counts = (results.games, results.wins, results.draws, results.losses)
        interval = f"{signed(found.low)} to {signed(found.high)}"
        llr = f"{sprt.state(results).llr:+.2f}"
        rows.append((name, *map(str, counts), signed(found.value), interval, llr))
    return rows
