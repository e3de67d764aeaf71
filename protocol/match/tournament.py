"""A match from its first game, or from where it was stopped, to its end, and its folder.

Results are written to the journal before anything else is done with them. PGN and report are made
from the journal; the match goes on if they cannot be written.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine.core.color import Color
from amalthea.engine.system_errors import error_reason
from amalthea.protocol.jobs.executor import Executor
from amalthea.protocol.match import MatchBroken, MatchError, openings
from amalthea.protocol.match.openings import Opening, Openings
from amalthea.protocol.match.plan import Plan, change, title_of
from amalthea.protocol.match.play import Outcome, Task
from amalthea.protocol.match.worker import play_task
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.journal import Journal, read_games
from amalthea.protocol.records.notation import LETTERS
from amalthea.protocol.storage.files import Products, replace_file

if TYPE_CHECKING:
    from amalthea.protocol.match.display import Display
    from amalthea.protocol.statistics.elo import Tally
    from amalthea.protocol.statistics.sprt import Sprt, SprtState

JOURNAL = "games.jsonl"
PGN = "games.pgn"
REPORT = "report.html"
_REPORT_EVERY_S = 2.0  # while a match is running
_REPORT_SHARE = 0.02  # greatest share of the time for reports
MAX_FAILED_STARTS = 3  # of one engine in a row, after which the match ends


class MatchFolder:
    """The folder of a match: its journal, the same games as PGN, and the report.

    The PGN is written anew when the folder is opened, so that it has the games of the journal in
    the chosen notation, and again after it could not be extended. Raises StorageError and
    MatchError.
    """

    def __init__(self, folder: Path, plan: Plan, notation: str = LETTERS) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MatchError(f"--output {folder}: {error_reason(error)}") from error
        self.folder = folder
        self._products = Products()
        self._products_due = 0.0  # time.monotonic()
        self._pgn_is_whole = False
        self._event = plan.event
        self._notation = notation
        self._journal = Journal(folder / JOURNAL)
        try:
            self._begin(plan)
        except BaseException:
            self._journal.close()
            raise

    def __enter__(self) -> MatchFolder:
        return self

    def __exit__(self, *_exc: object) -> None:
        self._journal.close()

    @property
    def games(self) -> list[GameRecord]:
        """Outlines of the games finished so far."""
        return self._journal.games

    def add(self, game: GameRecord) -> None:
        """Keep a finished game. Raises WriteError if the journal cannot be written."""
        self._journal.append(game)
        if self._pgn_is_whole:
            try:
                with (self.folder / PGN).open("a", encoding="utf-8") as file:
                    file.write(self._pgn(game))
            except OSError:
                self._pgn_is_whole = False

    def update_products(self) -> list[str]:
        """Write the report of a running match, and the PGN if it is incomplete, when they are due.

        They are due after a while, the later the longer they take. Return a message for each file
        that cannot be written but could the time before.
        """
        began = time.monotonic()
        if began < self._products_due:
            return []
        messages = self._write_products()
        now = time.monotonic()
        self._products_due = now + max(_REPORT_EVERY_S, (now - began) / _REPORT_SHARE)
        return messages

    def finish_products(self) -> list[str]:
        """Write the report, and the PGN if it is incomplete; return a message for each failure."""
        self._write_products()
        return self._products.failures

    def _write_products(self) -> list[str]:
        messages = [] if self._pgn_is_whole else self._products.write(PGN, self._write_pgn)
        return [*messages, *self._products.write(REPORT, self._write_report)]

    def _write_pgn(self) -> None:
        games = read_games(self._journal.path)
        replace_file(self.folder / PGN, (self._pgn(game).encode() for game in games))
        self._pgn_is_whole = True

    def _write_report(self) -> None:
        from amalthea.protocol.match.report import write_report

        assert self._journal.plan is not None
        plan, games = self._journal.plan, read_games(self._journal.path)
        write_report(self.folder / REPORT, title_of(plan), games, [plan])

    def _begin(self, plan: Plan) -> None:
        wanted = plan.to_json()
        if self._journal.plan is None:
            self._journal.begin(wanted)
        elif changed := change(self._journal.plan, wanted):
            raise MatchError(
                f"{self._journal.path} belongs to another match: {changed}; use its options or"
                " choose another --output"
            )
        for game in self._journal.games:
            if not plan.has(game):
                raise MatchError(
                    f"{self._journal.path}: game {game.number} belongs to another match"
                )
        self._write_pgn()

    def _pgn(self, game: GameRecord) -> str:
        """Return a game as PGN, with the empty line that separates it from the next."""
        from amalthea.protocol.records.pgn import to_pgn

        return to_pgn(game, self._event, notation=self._notation).rstrip("\n") + "\n\n"


class Tournament:
    """The remaining games of a plan, handed out one by one."""

    def __init__(self, plan: Plan, records: MatchFolder) -> None:
        self._plan = plan
        self._records = records
        self._openings: Openings = plan.make_openings()
        self._entrants = {entrant.name: entrant for entrant in plan.entrants}
        self._known: dict[int, Opening] = {}  # by round, of the rounds in progress
        self._failed_starts: Counter[str] = Counter()
        self._sprt = make_sprt(plan)
        self._played: dict[int, int] = {}  # numbers of games by a hash of their moves
        self._repeat_reported = False

    def play(self, executor: Executor, display: Display) -> None:
        """Play until the match is decided or no game is left. Raises MatchBroken, JobsFailed."""
        if not self.is_decided():
            for outcome in executor.unordered(play_task, self.tasks()):
                self.take(outcome)
                display.game(self._records.games[-1])
                if again := self._repeated(outcome.game):
                    display.note(again)
                for message in self._records.update_products():
                    display.note(message)
                if self.is_decided():
                    break

    def _repeated(self, game: GameRecord) -> str:
        """Return a note about the first game that repeats an earlier one, else ""."""
        played = hash((game.white, game.black, game.fen, game.moves))
        first = self._played.setdefault(played, game.number)
        if first == game.number or self._repeat_reported:
            return ""
        self._repeat_reported = True
        return (
            f"Game {game.number} repeats game {first} move for move. Engines that always answer"
            " alike need more openings: see --openings and --random-plies."
        )

    def take(self, outcome: Outcome) -> None:
        """Keep a finished game. Raises MatchBroken if an engine repeatedly fails to start."""
        self._records.add(outcome.game)
        self._watch_starts(outcome)

    def remaining_games(self) -> int:
        """Return the number of games still to be played, 0 if the match is decided."""
        return 0 if self.is_decided() else max(0, self._plan.games - len(self._records.games))

    def is_decided(self) -> bool:
        """Return True if the sequential test has accepted a hypothesis."""
        state = self.sprt_state()
        return state is not None and state.decision is not None

    def sprt_state(self) -> SprtState | None:
        """Return the state of the sequential test, None without one."""
        return self._sprt.state(self.tally()) if self._sprt else None

    def tally(self) -> Tally:
        """Return the results so far of the first two players."""
        from amalthea.protocol.statistics.elo import tally

        return tally(self._records.games, *self._plan.names[:2])

    def tasks(self) -> Iterator[Task]:
        """Yield the games that are still to be played, in order."""
        for game in self._records.games:
            self._known.setdefault(game.round, openings.of_game(game))
        done = {game.number for game in self._records.games}
        for fixture in self._plan.fixtures():
            if fixture.number not in done:
                yield Task(
                    number=fixture.number,
                    round=fixture.round,
                    players={
                        Color.WHITE: self._entrants[fixture.white],
                        Color.BLACK: self._entrants[fixture.black],
                    },
                    opening=self._opening(fixture.round),
                    conditions=self._plan.conditions,
                )

    def _opening(self, number: int) -> Opening:
        """Return the opening of a round, the same for all of its games.

        Rounds are asked for in order, so openings of earlier ones are forgotten.
        """
        if number not in self._known:
            self._known = {number: self._openings.opening(number)} | {
                later: opening for later, opening in self._known.items() if later > number
            }
        return self._known[number]

    def _watch_starts(self, outcome: Outcome) -> None:
        """Count failed starts. Raises MatchBroken after MAX_FAILED_STARTS of one engine in a row.

        Otherwise it would lose game after game without playing.
        """
        if not outcome.failed_starts:
            self._failed_starts[outcome.game.white] = self._failed_starts[outcome.game.black] = 0
        for name in outcome.failed_starts:
            self._failed_starts[name] += 1
            if (failed := self._failed_starts[name]) >= MAX_FAILED_STARTS:
                raise MatchBroken(
                    f"engine {name} failed to start {failed} times: {outcome.game.detail}"
                )


def make_sprt(plan: Plan) -> Sprt | None:
    """Return the plan's sequential test."""
    if plan.sprt is None:
        return None
    from amalthea.protocol.statistics.sprt import Sprt

    return Sprt(*plan.sprt)
