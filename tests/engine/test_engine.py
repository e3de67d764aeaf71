"""Engine without a protocol, over a fake pool: calls in, events out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import chess
import pytest

import amalthea
from amalthea.engine import tasks
from amalthea.engine.engine import Engine
from amalthea.engine.errors import FenError, IllegalMove, NoPosition, PhaseError
from amalthea.engine.events import (
    BestMove,
    EngineError,
    Event,
    FinalScore,
    GameChanged,
    PerftTotal,
    Ready,
    Remark,
    Score,
)
from amalthea.engine.new_games import new_game
from amalthea.engine.options import OptionError
from amalthea.engine.search.limits import Job, Limits
from amalthea.engine.search.workers import processors
from helpers.fake_pool import FakePool, info


class EngineWithEvents:
    """An engine over a fake pool, and the events that it sends."""

    def __init__(self) -> None:
        self.pool = FakePool()
        self.events: list[Event] = []
        self.engine = Engine(self.events.append, cast(Any, lambda *_: self.pool))

    def tell(self, *reports: Any) -> list[Event]:
        """Let the pool report these; return the engine's events."""
        self.events.clear()
        self.pool.reports.extend(reports)
        while self.pool.reports:
            self.engine.collect()
        return self.events

    def called(self, name: str) -> list[tuple[Any, ...]]:
        return [call for call in self.pool.calls if call[0] == name]


@pytest.fixture
def watched() -> EngineWithEvents:
    return EngineWithEvents()


def test_search_is_reported_to_its_end(watched: EngineWithEvents) -> None:
    machine = watched.engine
    machine.set_position(moves=["e2e4"])
    machine.go(Limits(depth=2))
    assert machine.busy
    assert (watched.pool.job.moves, watched.pool.job.turn) == (("e2e4",), "b")
    reports = [info(1, "e7e5"), BestMove("e7e5")]
    assert watched.tell(*reports) == reports
    assert not machine.busy


def test_tasks_are_carried_out_in_their_order(watched: EngineWithEvents) -> None:
    watched.engine.go(Limits(depth=1))
    watched.engine.perft(2)
    watched.engine.search_all([Job.of(new_game("gast"), Limits(depth=2))])
    watched.engine.go(Limits(depth=3))
    assert [call[0] for call in watched.pool.calls] == ["search"]
    watched.tell(BestMove("e2e4"), PerftTotal(400, 0.1), BestMove("e2e6"), BestMove("d2d4"))
    assert [call[0] for call in watched.pool.calls] == [
        "search",
        "perft",
        "clear",
        "search",
        "search",
    ]
    assert not watched.engine.busy


@pytest.mark.parametrize("endless", [{"infinite": True}, {"ponder": True}])
def test_endless_search_makes_way_for_the_next_and_is_not_reported(
    watched: EngineWithEvents, endless: dict[str, bool]
) -> None:
    watched.engine.go(Limits(**endless))  # type: ignore[arg-type]
    watched.engine.go(Limits(depth=1))
    assert watched.pool.calls[-1] == ("stop",)
    assert watched.tell(info(3, "d2d4"), BestMove("d2d4")) == []
    assert watched.tell(BestMove("e2e4")) == [BestMove("e2e4")]


def test_endless_search_that_waits_is_given_up_by_the_next(watched: EngineWithEvents) -> None:
    for limits in (Limits(depth=5), Limits(ponder=True), Limits(depth=6)):
        watched.engine.go(limits)
    watched.engine.stop()
    assert watched.tell(BestMove("a2a3"), BestMove("b2b3")) == [BestMove("a2a3"), BestMove("b2b3")]
    assert [job.limits.depth for _, job in watched.called("search")] == [5, 6]
    assert not watched.engine.blocked


@pytest.mark.parametrize("change", ["ucinewgame", "Hash", "MultiPV", "Threads", "Skill Level"])
def test_best_move_of_a_search_that_a_change_ends_waits_for_stop(
    watched: EngineWithEvents, change: str
) -> None:
    watched.engine.go(Limits(infinite=True))
    if change == "ucinewgame":
        watched.engine.new_game()
    else:
        watched.engine.set_option(change, "2")
    assert watched.tell(info(3, "d2d4"), BestMove("d2d4")) == []
    assert not watched.engine.busy
    assert watched.engine.needs_command
    watched.engine.stop()
    assert watched.events == [BestMove("d2d4")]
    assert not watched.engine.needs_command


def test_ponderhit_after_the_end_of_an_infinite_search_leaves_its_move_to_stop(
    watched: EngineWithEvents,
) -> None:
    watched.engine.go(Limits(ponder=True, infinite=True))
    watched.engine.new_game()
    watched.tell(BestMove("d2d4"))
    watched.events.clear()
    watched.engine.ponderhit()
    assert watched.events == []
    watched.engine.stop()
    assert watched.events == [BestMove("d2d4")]


def test_best_move_that_waits_for_stop_is_given_up_by_the_next_search(
    watched: EngineWithEvents,
) -> None:
    watched.engine.go(Limits(infinite=True))
    watched.engine.forget()
    watched.tell(BestMove("d2d4"))
    watched.engine.go(Limits(depth=1))
    watched.engine.stop()
    assert watched.tell(BestMove("e2e4")) == [BestMove("e2e4")]


@pytest.mark.parametrize("option", ["UCI_ShowWDL", "Ponder"])
def test_an_option_that_no_search_uses_ends_none(watched: EngineWithEvents, option: str) -> None:
    watched.engine.go(Limits(infinite=True))
    watched.engine.set_option(option, "true")
    assert not watched.called("stop")


def test_ponderhit_reaches_a_search_that_waits(watched: EngineWithEvents) -> None:
    watched.engine.go(Limits(depth=1))
    watched.engine.go(Limits(ponder=True, movetime=10))
    watched.engine.ponderhit()
    assert not watched.called("ponderhit")
    watched.tell(BestMove("e2e4"))
    assert watched.called("ponderhit")
    assert not watched.engine.needs_command


def test_cancelled_tasks_are_not_reported(watched: EngineWithEvents) -> None:
    for limits in (Limits(depth=5), Limits(depth=6)):
        watched.engine.go(limits)
    watched.engine.cancel()
    assert watched.tell(BestMove("d2d4")) == []
    assert len(watched.called("search")) == 1
    assert not watched.engine.busy


def test_a_search_that_cannot_be_started_in_its_turn_has_no_best_move(
    watched: EngineWithEvents,
) -> None:
    watched.engine.go(Limits(depth=1))
    watched.engine.go(Limits(depth=2))
    watched.pool.fault = "no processes left"
    last = [BestMove("e2e4"), EngineError("no processes left"), BestMove(None)]
    assert watched.tell(BestMove("e2e4")) == last


def test_too_many_waiting_tasks_block_further_commands(
    watched: EngineWithEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_MAX_WAITING", 2)
    for _ in range(3):
        assert not watched.engine.blocked
        watched.engine.go(Limits(depth=1))
    assert watched.engine.blocked
    watched.tell(BestMove("e2e4"))
    assert not watched.engine.blocked


def test_readiness_is_reported_at_once_during_a_search(watched: EngineWithEvents) -> None:
    watched.engine.go(Limits(infinite=True))
    watched.pool.is_ready = False
    watched.engine.prepare()
    assert watched.events == [Ready()]


def test_illegal_searchmoves_are_ignored_with_a_remark(watched: EngineWithEvents) -> None:
    watched.engine.go(Limits(searchmoves=("e2e5", "A2A3", "x"), depth=1))
    (remark,) = watched.events
    assert isinstance(remark, Remark)
    assert "e2e5 x" in remark.text
    assert watched.pool.job.limits.searchmoves == ("a2a3",)
    with pytest.raises(IllegalMove, match="e2e5"):
        watched.engine.go(Limits(searchmoves=("e2e5",), depth=1))


def test_job_has_side_to_move_and_move_number(watched: EngineWithEvents) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 17"
    watched.engine.set_position(fen, ["e1g1", "e8e7", "g1h1"])
    watched.engine.go(Limits(depth=1))
    assert (watched.pool.job.turn, watched.pool.job.fullmove) == ("b", 18)


def test_refused_position_leaves_no_position(watched: EngineWithEvents) -> None:
    machine = watched.engine
    with pytest.raises(FenError):
        machine.set_position("nonsense")
    with pytest.raises(NoPosition):
        machine.go(Limits(depth=1))
    with pytest.raises(IllegalMove, match="move 2, 'e2e4'"):
        machine.set_position(moves=["e2e4", "e2e4"])
    machine.new_game()
    assert machine.game.moves == []


def test_sides_are_named_where_both_choose_and_only_there(watched: EngineWithEvents) -> None:
    machine = watched.engine
    with pytest.raises(PhaseError, match="'w' is to move"):
        machine.legal_moves("w")
    machine.set_option("uci_variant", "gochess")
    assert isinstance(watched.events[-1], GameChanged)
    for ask in (lambda: machine.go(Limits(depth=1)), lambda: machine.perft(1), machine.legal_moves):
        with pytest.raises(PhaseError, match="both sides choose"):
            ask()
    machine.go(Limits(depth=1, side="b"))
    assert watched.pool.job.side == "b"


def test_options_are_checked_and_reach_the_next_search(watched: EngineWithEvents) -> None:
    machine = watched.engine
    with pytest.raises(OptionError, match="MultiPV"):
        machine.set_option("MultiPV", "0")
    machine.set_option("MultiPV", "3")
    machine.go(Limits(depth=1))
    assert watched.pool.job.multipv == 3


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score(0, mate=True)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score(0)),
    ],
)
def test_a_game_that_is_over_has_a_score(watched: EngineWithEvents, fen: str, score: Score) -> None:
    watched.engine.set_position(fen)
    watched.engine.go(Limits(depth=1))
    assert watched.events == [FinalScore(score)]


def test_tasks_for_workers_wait_for_the_end_of_the_search(watched: EngineWithEvents) -> None:
    machine = watched.engine
    machine.perft(3)
    machine.forget()
    machine.set_option("Threads", "2")
    assert len(watched.pool.calls) == 1
    watched.tell(PerftTotal(8902, 0.1))
    assert [call[0] for call in watched.pool.calls] == ["perft", "clear", "set_threads"]


def test_engine_waits_for_a_stopped_search(watched: EngineWithEvents) -> None:
    machine = watched.engine
    machine.go(Limits(infinite=True))
    assert not machine.blocked
    machine.stop()
    assert machine.blocked
    watched.tell(BestMove("e2e4"))
    assert not machine.blocked


def test_an_engine_is_blocked_until_it_is_ready(watched: EngineWithEvents) -> None:
    watched.pool.is_ready = False
    watched.engine.prepare()
    assert watched.engine.blocked
    assert not watched.engine.wait(within_s=0.05)
    watched.pool.is_ready = True
    assert watched.engine.wait(within_s=5)
    assert watched.events == [Ready()]


def test_many_processes_are_waited_for_longer(
    watched: EngineWithEvents, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, watched.pool.threads, watched.pool.is_ready = 0.0, 64, False
    monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(processors, "allowed_processors", lambda: 2)
    watched.engine.prepare()
    now = 319.0
    watched.engine.collect()
    assert watched.engine.blocked
    now = 321.0
    watched.engine.collect()
    assert watched.events == [EngineError("the worker processes do not start"), Ready()]


@pytest.mark.parametrize("name", amalthea.variants.BUILT_IN)
def test_every_game_can_be_prepared_once(watched: EngineWithEvents, name: str) -> None:
    watched.engine.set_option("UCI_Variant", name)
    for _ in range(2):
        watched.engine.prepare()
        assert watched.events[-1] == Ready()
    assert watched.pool.calls == [("prepare", name)]


def test_chess960_is_prepared_before_its_first_array_is_known(watched: EngineWithEvents) -> None:
    watched.engine.prepare()
    watched.engine.set_option("UCI_Chess960", "true")
    watched.engine.prepare()
    prepared = watched.engine._prepared
    assert len(watched.pool.calls) == 2
    for number in (0, 518, 959):
        watched.engine.set_position(chess.Board.from_chess960_pos(number).fen())
        assert watched.engine.game.variant is prepared


def test_jobs_follow_one_another_until_they_are_stopped(watched: EngineWithEvents) -> None:
    jobs = [Job.of(new_game(name), Limits(depth=1)) for name in ("chess", "gast", "gess")]
    watched.engine.search_all(jobs)
    watched.tell(BestMove("e2e4"))
    assert watched.pool.job.variant.name == "gast"
    watched.engine.stop()
    watched.tell(BestMove("e2e6"))
    assert not watched.engine.busy
    assert [call[0] for call in watched.pool.calls].count("search") == 2


def test_worker_errors_are_reported_without_a_search(watched: EngineWithEvents) -> None:
    watched.engine.prepare()
    fault = EngineError("worker 0 died")
    assert watched.tell(fault, info(3, "e2e4")) == [fault]


def test_analysis_of_a_bad_argument_names_what_is_expected() -> None:
    with pytest.raises(TypeError, match="variant: PiecesPosition, expected a game or its name"):
        amalthea.analyse(amalthea.new_position("gast"))  # type: ignore[arg-type]


def test_a_game_that_goes_on_is_not_set_up_again(watched: EngineWithEvents) -> None:
    machine = watched.engine
    machine.set_position(moves=["e2e4", "e7e5"])
    game = machine.game
    machine.set_position(moves=["e2e4", "e7e5", "g1f3"])
    assert machine.game is game
    machine.set_position(moves=["e2e4", "c7c5"])
    assert machine.game is game
    assert game.position.fen() == new_game("chess", moves=["e2e4", "c7c5"]).position.fen()
    with pytest.raises(IllegalMove, match="move 3, 'e1e4', is illegal"):
        machine.set_position(moves=["e2e4", "c7c5", "e1e4"])
    with pytest.raises(NoPosition):
        _ = machine.game
    machine.set_position(moves=["e2e4"])
    assert machine.game.moves == ["e2e4"]
    machine.set_option("UCI_Chess960", "true")
    machine.set_position(moves=["e2e4"])
    assert machine.game is not game


def test_a_game_goes_back_to_an_earlier_phase(watched: EngineWithEvents) -> None:
    machine = watched.engine
    machine.set_option("UCI_Variant", "gochess")
    played: list[str] = []
    while len(machine.game.position.choosers()) > 1:
        position = machine.game.position
        played.append(f"{position.choices('w')[0]},{position.choices('b')[-1]}")
        machine.set_position(machine.start, played)
    moves = [*played, machine.game.position.legal_moves()[0]]
    machine.set_position(machine.start, moves)
    for line in (played[:2], moves):
        machine.set_position(machine.start, line)
        expected = new_game("gochess", machine.start, line)
        assert machine.game.position.fen() == expected.position.fen()
