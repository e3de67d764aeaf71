"""Several matches of the same two players, which take turns and share one test.

Each match has its own plan and folder.
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

from amalthea.engine.core.color import Color
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match.plan import Plan
from amalthea.protocol.match.play import Task
from amalthea.protocol.match.tournament import MatchFolder, Tournament
from amalthea.protocol.match.worker import play_task
from amalthea.protocol.statistics.elo import Tally, elo
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings_text import signed


class MatchGroup:
    """The matches by name, which is also the name of their folder.

    No two of them may have both game and time control in common.

    Args:
        turn: games of one match that are handed out before those of the next.

    Raises StorageError and MatchError, also for folders of other matches.
    """

    def __init__(self, folder: Path, plans: dict[str, Plan], sprt: Sprt, turn: int) -> None:
        self._sprt = sprt
        self._turn = turn
        self._matches: dict[str, Tournament] = {}
        self._records: list[tuple[Plan, MatchFolder]] = []
        with ExitStack() as stack:
            for name, plan in plans.items():
                records = stack.enter_context(MatchFolder(folder / name, plan))
                self._records.append((plan, records))
                self._matches[name] = Tournament(plan, records)
            self._stack = stack.pop_all()
        self._owners = {_key(plan): self._matches[name] for name, plan in plans.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._stack.close()

    def play(self, executor: Executor, on_game: Callable[[], None]) -> None:
        """Play until the test is decided or no game is left; call `on_game` after each.

        Raises MatchBroken and JobsFailed.
        """
        if self.is_decided():
            return
        for outcome in executor.unordered(play_task, self._tasks()):
            game = outcome.game
            self._owners[game.variant, game.controls[Color.WHITE]].take(outcome)
            on_game()
            if self.is_decided():
                break

    def is_decided(self) -> bool:
        """Return True if the test over all matches has accepted a hypothesis."""
        return self._sprt.state(self.tally()).decision is not None

    def tally(self) -> Tally:
        """Return all results, from the first player's view."""
        return reduce(add, self.tallies().values(), Tally())

    def tallies(self) -> dict[str, Tally]:
        """Return the results of each match."""
        return {name: match.tally() for name, match in self._matches.items()}

    def write_reports(self) -> list[str]:
        """Write the report of each match to its folder; return the messages of failures."""
        return [text for _, records in self._records for text in records.finish_products()]

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
    """Return the key that identifies the match of a game record."""
    return plan.variant, str(plan.entrants[0].control)


def summary(group: MatchGroup, sprt: Sprt) -> list[Sequence[str]]:
    """Return a row of cells for each match and for all together, headings first."""
    rows: list[Sequence[str]] = [("match", "games", "won", "drawn", "lost", "Elo", "95 %", "LLR")]
    for name, results in {**group.tallies(), "all": group.tally()}.items():
        found = elo(results)
        counts = (results.games, results.wins, results.draws, results.losses)
        interval = f"{signed(found.low)} to {signed(found.high)}"
        llr = f"{sprt.state(results).llr:+.2f}"
        rows.append((name, *map(str, counts), signed(found.value), interval, llr))
    return rows
