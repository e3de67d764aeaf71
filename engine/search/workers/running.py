"""The search or perft that runs in a pool: what it has said so far, and what ends it."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace

from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import BestMove, Info, PerftTotal, Report
from amalthea.engine.search.workers.best_worker import choose
from amalthea.engine.search.workers.messages import PerftOrder, Result, SearchOrder


@dataclass(slots=True)
class Running:
    """What a search must still say, and what it has said; a perft has only an order."""

    order: SearchOrder | PerftOrder
    holds_back: bool = False  # infinite or pondering: the best move waits for stop or ponderhit
    leader: int = 0  # index of the searcher whose iterations are told
    results: dict[int, Result] = field(default_factory=dict)  # by searcher
    gone: set[int] = field(default_factory=set)  # searchers that will not answer any more
    losses: Counter[int] = field(default_factory=Counter)  # how often each was replaced
    last: dict[int, Info] = field(default_factory=dict)  # its latest best line, by searcher
    told: Info | None = None  # the latest best line that was passed on
    deadline: float | None = None  # time.monotonic() at which the leader is late
    stopped_at: float | None = None  # time.monotonic() of the order to stop
    over: bool = False  # no more results are waited for

    @property
    def number(self) -> int:
        """The order's."""
        return self.order.number

    @property
    def job(self) -> Job:
        """The order's."""
        return self.order.job

    @property
    def has_line(self) -> bool:
        """Whether there is a best move to tell."""
        return bool(self.last or self.results)

    def hear(self, index: int, report: Info) -> list[Report]:
        """Keeps a searcher's line of play; the leader's are passed on."""
        leads = index == self.leader
        if report.multipv == 1:
            self.last[index] = report
            self.told = report if leads else self.told
        return [report] if leads else []

    def next_leader(self) -> int:
        """Another searcher leads: the one that has searched deepest, if any is left."""
        others = {index: info.depth for index, info in self.last.items() if index != self.leader}
        self.leader = max(others, key=lambda index: others[index], default=self.leader)
        return self.leader

    def conclusion(self) -> list[Report]:
        """The chosen lines, unless they have been told already, and the best move.

        The leader's word counts alone where several lines or a depth were asked for: another
        searcher's last iteration is of another depth, and as a rule not finished.
        """
        if isinstance(self.order, PerftOrder):
            return [PerftTotal(0, 0.0, complete=False)]
        known = {index: Result(_best_of(info), (info,)) for index, info in self.last.items()}
        known.update({index: found for index, found in self.results.items() if found.best.move})
        leading = known.pop(self.leader, None)
        job = self.job
        results = [*([leading] if leading else []), *known.values()]
        if not results:
            answer = self.results.get(self.leader)
            nothing_to_play = answer is not None and not answer.failed
            return [BestMove(None) if nothing_to_play else _any_move(job)]
        alone = leading and (job.multipv > 1 or job.limits.depth)
        chosen = results[0] if alone else choose(results)
        lines = () if chosen.lines[:1] == (self.told,) else chosen.lines
        return [*(_no_earlier(line, self.told or line) for line in lines), chosen.best]


def _no_earlier(line: Info, told: Info) -> Info:
    """A line that another searcher found before that one was told: the figures go on from there."""
    if line.time_ms >= told.time_ms:
        return line
    nodes, nps, hashfull, time_ms = told.nodes, told.nps, told.hashfull, told.time_ms
    return replace(line, nodes=nodes, nps=nps, hashfull=hashfull, time_ms=time_ms)


def _best_of(info: Info) -> BestMove:
    return BestMove(info.pv[0], info.pv[1] if len(info.pv) > 1 else None)


def _any_move(job: Job) -> BestMove:
    """A legal move, for when nothing else is known; a secret one cannot be foreseen."""
    from amalthea.engine.game_kinds import new_game

    moves = new_game(job.variant, job.fen, job.moves).position.choices(job.side)
    wanted = [move for move in moves if move in job.limits.searchmoves] or moves
    return BestMove(random.choice(wanted) if wanted else None)
