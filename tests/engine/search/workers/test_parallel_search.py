"""Result of a parallel search: whose move is played, and which lines are reported."""

from __future__ import annotations

from dataclasses import replace

from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.reports import BestMove, Info, Score
from amalthea.engine.search.workers.messages import Result, SearchOrder
from amalthea.engine.search.workers.parallel_search import ParallelSearch, choose
from helpers.fake_pool import info


def result(line: Info) -> Result:
    return Result(BestMove(line.pv[0]), (line,))


def running(limits: Limits | None = None) -> ParallelSearch:
    return ParallelSearch(SearchOrder(1, Job.of(new_game("chess"), limits or Limits()), 0, 2))


def test_moves_are_voted_for_by_depth_and_score() -> None:
    shallow, deep = info(5, "e2e4"), info(9, "d2d4")
    assert choose([result(shallow), result(deep)]).best.move == "d2d4"
    better = info(9, "e2e4", score=Score(90))
    assert choose([result(deep), result(better)]).best.move == "e2e4"


def test_two_workers_outvote_one_and_the_deeper_line_is_reported() -> None:
    voices = [info(8, "d2d4"), info(7, "e2e4"), info(6, "e2e4")]
    chosen = choose([result(line) for line in voices])
    assert chosen.lines == (voices[1],)


def test_a_mate_needs_no_vote_and_the_shortest_is_played() -> None:
    voices = [
        info(20, "a2a3", score=Score(900)),
        info(5, "b2b3", score=Score(4, mate=True)),
        info(5, "c2c3", score=Score(2, mate=True)),
    ]
    assert choose([result(line) for line in voices]).best.move == "c2c3"


def test_a_reported_line_is_not_repeated_before_the_best_move() -> None:
    search = running()
    line = info(5, "e2e4")
    assert search.add_line(0, line) == [line]
    search.results[0] = result(line)
    assert search.conclude() == [BestMove("e2e4")]


def test_reported_nodes_and_time_never_decrease() -> None:
    search = running()
    theirs = replace(info(9, "d2d4", nodes=800), time_ms=80)
    ours = replace(info(5, "e2e4", nodes=1000), time_ms=100)
    assert search.add_line(1, theirs) == []
    search.add_line(0, ours)
    search.results = {0: result(ours), 1: result(theirs)}
    line, best = search.conclude()
    assert line == replace(theirs, nodes=1000, time_ms=100)
    assert best == BestMove("d2d4")


def test_reported_nodes_never_decrease_within_a_millisecond() -> None:
    """Two workers' lines of the same moment have counted the nodes one after the other."""
    search = running()
    theirs, ours = info(9, "d2d4", nodes=800), info(5, "e2e4", nodes=1000)
    assert theirs.time_ms == ours.time_ms
    search.add_line(1, theirs)
    search.add_line(0, ours)
    search.results = {0: result(ours), 1: result(theirs)}
    assert search.conclude()[0] == replace(theirs, nodes=1000)


def test_the_leader_decides_in_a_search_to_a_depth() -> None:
    search = running(Limits(depth=5))
    search.results = {0: result(info(5, "e2e4")), 1: result(info(9, "d2d4"))}
    assert search.conclude()[-1] == BestMove("e2e4")


def unsearched(variant: str, fen: str, **limits: tuple[str, ...]) -> set[str | None]:
    """Return the moves that several searches end with if no worker has found any."""
    job = Job.of(new_game(variant, fen), Limits(**limits))  # type: ignore[arg-type]
    found: set[str | None] = set()
    for _ in range(20):
        *lines, best = ParallelSearch(SearchOrder(1, job, 0, 2)).conclude()
        assert not lines
        assert isinstance(best, BestMove)
        found.add(best.move)
    return found


def test_without_a_search_a_move_wins_at_once_or_does_not_lose_at_once() -> None:
    mates = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"
    assert unsearched("chess", mates) == {"a1a8"}
    assert unsearched("chess", mates, searchmoves=("a1a2", "g2g3")) <= {"a1a2", "g2g3"}
    hill = "8/8/4k3/8/8/8/8/R3K3 w - - 0 1"
    assert unsearched("kingofthehill", hill) == {"a1a5"}
    assert unsearched("chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1") == {None}
