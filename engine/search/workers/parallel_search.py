"""The search or perft that runs in a pool: the workers' lines, and the result."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from amalthea.engine.search.limits import Job
from amalthea.engine.search.reports import BestMove, Info, PerftTotal, Report
from amalthea.engine.search.workers.messages import PerftOrder, Result, SearchOrder

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position

_NS_PER_MS = 1_000_000
_MIN_VOTE_CP = 14  # so that the worker with the lowest score has a vote, too


@dataclass(slots=True)
class ParallelSearch:
    """A running search; of a perft only `order` is used. Workers are named by their index.

    holds_best_move: infinite or pondering, so that the best move waits for stop or ponderhit.
    leader: the worker whose lines are reported.
    lost_workers: those that will not answer. losses: how often each was replaced.
    last_lines: each worker's latest best line. reported_line: the latest one reported.
    clock_ns: when the clock started and the hard bound, by the monotonic clock.
    spare_s: what the player's clock has left after the hard bound, 0 without one.
    deadline: time.monotonic() at which the leader is late. stopped_at: that of the order to stop.
    is_over: no more results are waited for.
    """

    order: SearchOrder | PerftOrder
    holds_best_move: bool = False
    leader: int = 0
    results: dict[int, Result] = field(default_factory=dict)
    lost_workers: set[int] = field(default_factory=set)
    losses: Counter[int] = field(default_factory=Counter)
    last_lines: dict[int, Info] = field(default_factory=dict)
    reported_line: Info | None = None
    clock_ns: tuple[int, int] | None = None
    spare_s: float = 0.0
    deadline: float | None = None
    stopped_at: float | None = None
    is_over: bool = False

    @property
    def has_line(self) -> bool:
        """True if a best move is known."""
        return bool(self.last_lines or self.results)

    def add_line(self, index: int, line: Info) -> list[Report]:
        """Keep a worker's line of play; return it if the worker leads: then it is reported."""
        leads = index == self.leader
        if line.multipv == 1:
            self.last_lines[index] = line
            self.reported_line = line if leads else self.reported_line
        return [line] if leads else []

    def change_leader(self) -> None:
        """Let another worker lead: the one that has searched deepest, if there is any."""
        others = {
            index: info.depth for index, info in self.last_lines.items() if index != self.leader
        }
        self.leader = max(others, key=others.__getitem__, default=self.leader)

    def lateness_ms(self, now_ns: int) -> float | None:
        """Return the time since the leader's result or the hard bound, whichever was first.

        It counts from ponderhit for a result that was there before. None without a clock.
        """
        if self.clock_ns is None:
            return None
        began, due = self.clock_ns
        result = self.results.get(self.leader)
        return (now_ns - max(began, min(due, result.sent_ns if result else due))) / _NS_PER_MS

    def conclude(self) -> list[Report]:
        """Return the chosen lines, unless they have been reported, and the best move.

        With several lines or a fixed depth only the leader counts: the other workers' iterations
        have other depths and are often unfinished.
        """
        if isinstance(self.order, PerftOrder):
            return [PerftTotal(0, 0.0, complete=False)]
        known = {
            index: Result(BestMove.of_line(info.pv), (info,))
            for index, info in self.last_lines.items()
        }
        known.update({index: found for index, found in self.results.items() if found.best.move})
        leading = known.pop(self.leader, None)
        job = self.order.job
        results = [*([leading] if leading else []), *known.values()]
        if not results:
            answer = self.results.get(self.leader)
            no_legal_move = answer is not None and not answer.failed
            return [BestMove(None) if no_legal_move else _unsearched_move(job)]
        leader_decides = leading and (job.multipv > 1 or job.limits.depth)
        chosen = results[0] if leader_decides else choose(results)
        lines = () if chosen.lines[:1] == (self.reported_line,) else chosen.lines
        return [*(_no_earlier(line, self.reported_line or line) for line in lines), chosen.best]


def choose(results: Sequence[Result]) -> Result:
    """Return the best of several workers' results; the first one on a tie.

    Workers vote for their moves with a weight of depth and score, and the deepest result with the
    move that has most votes is taken; the shortest mate needs no vote. The idea is Stockfish's.
    """
    voters = [result for result in results if result.lines]
    if not voters:
        return results[0]
    mates = [result for result in voters if result.lines[0].score.wins]
    if mates:
        return max(mates, key=_centipawns)
    lowest = min(_centipawns(result) for result in voters)
    votes: dict[str | None, int] = defaultdict(int)
    for result in voters:
        weight = _centipawns(result) - lowest + _MIN_VOTE_CP
        votes[result.best.move] += weight * result.lines[0].depth
    return max(voters, key=lambda result: (votes[result.best.move], result.lines[0].depth))


def _centipawns(result: Result) -> int:
    return result.lines[0].score.as_centipawns()


def _no_earlier(line: Info, reported: Info) -> Info:
    """Return another worker's line, with figures no lower than the reported ones."""
    if line.time_ms >= reported.time_ms and line.nodes >= reported.nodes:
        return line
    return replace(
        line,
        nodes=reported.nodes,
        nps=reported.nps,
        hashfull=reported.hashfull,
        time_ms=reported.time_ms,
        tbhits=reported.tbhits,
    )


def _unsearched_move(job: Job) -> BestMove:
    """Return a move for a search that has found none; there is no move to ponder on.

    It is a random one of the legal moves with the best prospect.
    """
    from amalthea.engine.new_games import new_game

    position = new_game(job.variant, job.fen, job.moves).position
    moves = position.choices(job.side)
    candidates = [move for move in moves if move in job.limits.searchmoves] or moves
    if len(position.choosers()) == 1 and candidates:
        prospects = {move: _prospect(position, move) for move in candidates}
        best = max(prospects.values())
        candidates = [move for move in candidates if prospects[move] == best]
    return BestMove(random.choice(candidates) if candidates else None)


def _prospect(position: Position, move: str) -> int:
    """Return 1 if a move wins at once, -1 if the other side has won or wins with its next move.

    The wins of the next move are those that are found without a search.
    """
    mover = position.turn
    after = position.copy().play(move)
    status = after.status()
    if status.winner is not None:
        return 1 if status.winner == mover else -1
    return -1 if status.state == "ongoing" and after.has_win() else 0
