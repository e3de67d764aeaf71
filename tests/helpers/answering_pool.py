"""Pool without processes that answers every search with a legal move."""

from __future__ import annotations

from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import BestMove, PerftTotal
from helpers.fake_pool import FakePool, info


class AnsweringPool(FakePool):
    """Fake pool that answers at once; endless searches wait for `stop` or `ponderhit`."""

    def search(self, job: Job) -> None:
        super().search(job)
        if not (job.limits.infinite or job.limits.ponder):
            self._answer()

    def perft(self, job: Job, depth: int) -> None:
        super().perft(job, depth)
        self.reports.append(PerftTotal(1, 0.1))

    def stop(self) -> None:
        super().stop()
        self._answer()

    def ponderhit(self) -> None:
        super().ponderhit()
        self._answer()

    def _answer(self) -> None:
        if self.searching and not self.reports:
            job = self.job
            position = new_game(job.variant, job.fen, job.moves).position
            moves = job.limits.searchmoves or position.choices(job.side)
            if not moves:
                self.reports.append(BestMove(None))
            else:
                self.reports += [info(3, moves[0]), BestMove(moves[0])]
