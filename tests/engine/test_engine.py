"""Engine without a protocol, over a fake pool: calls in, events out."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

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


class Ear:
    """An engine and its events."""

    def __init__(self) -> None:
        self.pool = FakePool()
        self.heard: list[Event] = []
        self.engine = Engine(self.heard.append, cast(Any, lambda *_: self.pool))

    def tell(self, *reports: Any) -> list[Event]:
        """Let the pool report these; return the engine's events."""
        self.heard.clear()
        self.pool.reports.extend(reports)
        while self.pool.reports:
            self.engine.collect()
        return self.heard

    def called(self, name: str) -> list[tuple[Any, ...]]:
        return [call for call in self.pool.calls if call[0] == name]


@pytest.fixture
def ear() -> Ear:
    return Ear()


def test_search_is_reported_to_its_end(ear: Ear) -> None:
    machine = ear.engine
    machine.set_position(moves=["e2e4"])
    machine.go(Limits(depth=2))
    assert machine.busy
    assert (ear.pool.job.moves, ear.pool.job.turn) == (("e2e4",), "b")
    reports = [info(1, "e7e5"), BestMove("e7e5")]
    assert ear.tell(*reports) == reports
    assert not machine.busy


def test_tasks_are_carried_out_in_their_order(ear: Ear) -> None:
    ear.engine.go(Limits(depth=1))
    ear.engine.perft(2)
    ear.engine.search_all([Job.of(new_game("gast"), Limits(depth=2))])
    ear.engine.go(Limits(depth=3))
    assert [call[0] for call in ear.pool.calls] == ["search"]
    ear.tell(BestMove("e2e4"), PerftTotal(400, 0.1), BestMove("e2e6"), BestMove("d2d4"))
    assert [call[0] for call in ear.pool.calls] == ["search", "perft", "clear", "search", "search"]
    assert not ear.engine.busy


@pytest.mark.parametrize("endless", [{"infinite": True}, {"ponder": True}])
def test_endless_search_makes_way_for_the_next_and_is_not_reported(
    ear: Ear, endless: dict[str, bool]
) -> None:
    ear.engine.go(Limits(**endless))  # type: ignore[arg-type]
    ear.engine.go(Limits(depth=1))
    assert ear.pool.calls[-1] == ("stop",)
    assert ear.tell(info(3, "d2d4"), BestMove("d2d4")) == []
    assert ear.tell(BestMove("e2e4")) == [BestMove("e2e4")]


def test_endless_search_that_waits_is_given_up_by_the_next(ear: Ear) -> None:
    for limits in (Limits(depth=5), Limits(ponder=True), Limits(depth=6)):
        ear.engine.go(limits)
    ear.engine.stop()
    assert ear.tell(BestMove("a2a3"), BestMove("b2b3")) == [BestMove("a2a3"), BestMove("b2b3")]
    assert [job.limits.depth for _, job in ear.called("search")] == [5, 6]
    assert not ear.engine.blocked


@pytest.mark.parametrize("change", ["ucinewgame", "Hash", "MultiPV", "Threads", "Skill Level"])
def test_best_move_of_a_search_that_a_change_ends_waits_for_stop(ear: Ear, change: str) -> None:
    ear.engine.go(Limits(infinite=True))
    if change == "ucinewgame":
        ear.engine.new_game()
    else:
        ear.engine.set_option(change, "2")
    assert ear.tell(info(3, "d2d4"), BestMove("d2d4")) == []
    assert not ear.engine.busy
    assert ear.engine.needs_command
    ear.engine.stop()
    assert ear.heard == [BestMove("d2d4")]
    assert not ear.engine.needs_command


def test_ponderhit_after_the_end_of_an_infinite_search_leaves_its_move_to_stop(ear: Ear) -> None:
    ear.engine.go(Limits(ponder=True, infinite=True))
    ear.engine.new_game()
    ear.tell(BestMove("d2d4"))
    ear.heard.clear()
    ear.engine.ponderhit()
    assert ear.heard == []
    ear.engine.stop()
    assert ear.heard == [BestMove("d2d4")]


def test_best_move_that_waits_for_stop_is_given_up_by_the_next_search(ear: Ear) -> None:
    ear.engine.go(Limits(infinite=True))
    ear.engine.forget()
    ear.tell(BestMove("d2d4"))
    ear.engine.go(Limits(depth=1))
    ear.engine.stop()
    assert ear.tell(BestMove("e2e4")) == [BestMove("e2e4")]


@pytest.mark.parametrize("option", ["UCI_ShowWDL", "Ponder"])
def test_an_option_that_no_search_uses_ends_none(ear: Ear, option: str) -> None:
    ear.engine.go(Limits(infinite=True))
    ear.engine.set_option(option, "true")
    assert not ear.called("stop")


def test_ponderhit_reaches_a_search_that_waits(ear: Ear) -> None:
    ear.engine.go(Limits(depth=1))
    ear.engine.go(Limits(ponder=True, movetime=10))
    ear.engine.ponderhit()
    assert not ear.called("ponderhit")
    ear.tell(BestMove("e2e4"))
    assert ear.called("ponderhit")
    assert not ear.engine.needs_command


def test_cancelled_tasks_are_not_reported(ear: Ear) -> None:
    for limits in (Limits(depth=5), Limits(depth=6)):
        ear.engine.go(limits)
    ear.engine.cancel()
    assert ear.tell(BestMove("d2d4")) == []
    assert len(ear.called("search")) == 1
    assert not ear.engine.busy


def test_a_search_that_cannot_be_started_in_its_turn_has_no_best_move(ear: Ear) -> None:
    ear.engine.go(Limits(depth=1))
    ear.engine.go(Limits(depth=2))
    ear.pool.fault = "no processes left"
    last = [BestMove("e2e4"), EngineError("no processes left"), BestMove(None)]
    assert ear.tell(BestMove("e2e4")) == last


def test_too_many_waiting_tasks_block_further_commands(
    ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_MAX_WAITING", 2)
    for _ in range(3):
        assert not ear.engine.blocked
        ear.engine.go(Limits(depth=1))
    assert ear.engine.blocked
    ear.tell(BestMove("e2e4"))
    assert not ear.engine.blocked


def test_readiness_is_reported_at_once_during_a_search(ear: Ear) -> None:
    ear.engine.go(Limits(infinite=True))
    ear.pool.is_ready = False
    ear.engine.prepare()
    assert ear.heard == [Ready()]


def test_illegal_searchmoves_are_ignored_with_a_remark(ear: Ear) -> None:
    ear.engine.go(Limits(searchmoves=("e2e5", "A2A3", "x"), depth=1))
    (remark,) = ear.heard
    assert isinstance(remark, Remark)
    assert "e2e5 x" in remark.text
    assert ear.pool.job.limits.searchmoves == ("a2a3",)
    with pytest.raises(IllegalMove, match="e2e5"):
        ear.engine.go(Limits(searchmoves=("e2e5",), depth=1))


def test_job_has_side_to_move_and_move_number(ear: Ear) -> None:
    fen = "4k3/8/8/8/8/8/8/4K2R w K - 3 17"
    ear.engine.set_position(fen, ["e1g1", "e8e7", "g1h1"])
    ear.engine.go(Limits(depth=1))
    assert (ear.pool.job.turn, ear.pool.job.fullmove) == ("b", 18)


def test_refused_position_leaves_no_position(ear: Ear) -> None:
    machine = ear.engine
    with pytest.raises(FenError):
        machine.set_position("nonsense")
    with pytest.raises(NoPosition):
        machine.go(Limits(depth=1))
    with pytest.raises(IllegalMove, match="move 2, 'e2e4'"):
        machine.set_position(moves=["e2e4", "e2e4"])
    machine.new_game()
    assert machine.game.moves == []


def test_sides_are_named_where_both_choose_and_only_there(ear: Ear) -> None:
    machine = ear.engine
    with pytest.raises(PhaseError, match="'w' is to move"):
        machine.legal_moves("w")
    machine.set_option("uci_variant", "gochess")
    assert isinstance(ear.heard[-1], GameChanged)
    for ask in (lambda: machine.go(Limits(depth=1)), lambda: machine.perft(1), machine.legal_moves):
        with pytest.raises(PhaseError, match="both sides choose"):
            ask()
    machine.go(Limits(depth=1, side="b"))
    assert ear.pool.job.side == "b"


def test_options_are_checked_and_reach_the_next_search(ear: Ear) -> None:
    machine = ear.engine
    with pytest.raises(OptionError, match="MultiPV"):
        machine.set_option("MultiPV", "0")
    machine.set_option("MultiPV", "3")
    machine.go(Limits(depth=1))
    assert ear.pool.job.multipv == 3


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Score(0, mate=True)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score(0)),
    ],
)
def test_a_game_that_is_over_has_a_score(ear: Ear, fen: str, score: Score) -> None:
    ear.engine.set_position(fen)
    ear.engine.go(Limits(depth=1))
    assert ear.heard == [FinalScore(score)]


def test_tasks_for_workers_wait_for_the_end_of_the_search(ear: Ear) -> None:
    machine = ear.engine
    machine.perft(3)
    machine.forget()
    machine.set_option("Threads", "2")
    assert len(ear.pool.calls) == 1
    ear.tell(PerftTotal(8902, 0.1))
    assert [call[0] for call in ear.pool.calls] == ["perft", "clear", "set_threads"]


def test_engine_waits_for_a_stopped_search(ear: Ear) -> None:
    machine = ear.engine
    machine.go(Limits(infinite=True))
    assert not machine.blocked
    machine.stop()
    assert machine.blocked
    ear.tell(BestMove("e2e4"))
    assert not machine.blocked


def test_it_is_blocked_until_it_is_ready(ear: Ear) -> None:
    ear.pool.is_ready = False
    ear.engine.prepare()
    assert ear.engine.blocked
    assert not ear.engine.wait(within_s=0.05)
    ear.pool.is_ready = True
    assert ear.engine.wait(within_s=5)
    assert ear.heard == [Ready()]


def test_many_processes_are_waited_for_longer(ear: Ear, monkeypatch: pytest.MonkeyPatch) -> None:
    now, ear.pool.threads, ear.pool.is_ready = 0.0, 64, False
    monkeypatch.setattr(tasks, "time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(processors, "allowed_processors", lambda: 2)
    ear.engine.prepare()
    now = 319.0
    ear.engine.collect()
    assert ear.engine.blocked
    now = 321.0
    ear.engine.collect()
    assert ear.heard == [EngineError("the worker processes do not start"), Ready()]


@pytest.mark.parametrize("name", amalthea.variants.BUILT_IN)
def test_every_game_can_be_prepared_once(ear: Ear, name: str) -> None:
    ear.engine.set_option("UCI_Variant", name)
    for _ in range(2):
        ear.engine.prepare()
        assert ear.heard[-1] == Ready()
    assert ear.pool.calls == [("prepare", name)]


def test_jobs_follow_one_another_until_they_are_stopped(ear: Ear) -> None:
    jobs = [Job.of(new_game(name), Limits(depth=1)) for name in ("chess", "gast", "gess")]
    ear.engine.search_all(jobs)
    ear.tell(BestMove("e2e4"))
    assert ear.pool.job.variant.name == "gast"
    ear.engine.stop()
    ear.tell(BestMove("e2e6"))
    assert not ear.engine.busy
    assert [call[0] for call in ear.pool.calls].count("search") == 2


def test_worker_errors_are_reported_without_a_search(ear: Ear) -> None:
    ear.engine.prepare()
    fault = EngineError("worker 0 died")
    assert ear.tell(fault, info(3, "e2e4")) == [fault]


def test_analysis_of_a_bad_argument_names_what_is_expected() -> None:
    with pytest.raises(TypeError, match="variant: PiecesPosition, expected a game or its name"):
        amalthea.analyse(amalthea.new_position("gast"))  # type: ignore[arg-type]


def test_a_game_that_goes_on_is_not_set_up_again(ear: Ear) -> None:
    machine = ear.engine
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


def test_a_game_goes_back_to_an_earlier_phase(ear: Ear) -> None:
    machine = ear.engine
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
