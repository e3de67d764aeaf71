"""Analysis of a position: lines as text, as a table on a terminal, as JSON; the analyst."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from typing import cast

import pytest
from rich.console import Console

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.errors import WorkerError
from amalthea.engine.eval_file import EvalFile
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import BestMove, EngineError, Info, Note, Report, Score
from amalthea.engine.search.workers.pool import WorkerPool
from amalthea.protocol.analysis.analyst import Analyst, Resources, SearchResult
from amalthea.protocol.analysis.interrupt import Interrupt
from amalthea.protocol.analysis.moments import Moment, follow
from amalthea.protocol.analysis.number_text import counted, numbered
from amalthea.protocol.analysis.position_view import JsonView, LiveView, TextView, make_view
from helpers.fake_analyst import line
from helpers.fake_pool import FakePool, info


def moment(variant: str = "chess", moves: str = "", fen: str | None = None) -> Moment:
    return follow(variants.get(variant), fen, moves.split())[0][-1]


REPORTS = [
    line(Score(35), "e2e4", "e7e5", depth=1, time_ms=120),
    line(Score(-310), "a2a3", depth=1, number=2),
    line(Score(3, mate=True), "g1f3", "g8f6", depth=2),
]
RESULT = SearchResult("g1f3", (REPORTS[2], REPORTS[1]))


# How it reads.


def test_a_position_is_printed_as_lines_of_text(capsys: pytest.CaptureFixture[str]) -> None:
    with TextView(moment(), Color.WHITE) as view:
        for report in REPORTS:
            view.update(report)
        view.update(Note("choices P@e5 100%"))
        view.conclude(RESULT)
    assert capsys.readouterr().out.splitlines() == [
        "depth   1    +0.35     100 nodes     0.12 s  e4 e5",
        "depth   1    -3.10     100 nodes     0.01 s  a3",
        "depth   2      +M3     100 nodes     0.01 s  Nf3 Nf6",
        "choices P@e5 100%",
        "best move Nf3",
    ]


def test_scores_are_from_whites_view(capsys: pytest.CaptureFixture[str]) -> None:
    with TextView(moment("gast", "e2e6"), Color.BLACK) as view:
        view.update(line(Score(35), "e11e8"))
    assert "-0.35" in capsys.readouterr().out


def test_a_position_without_legal_moves_is_printed_with_its_result(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with TextView(moment(moves="f3 e5 g4 Qh4#"), Color.WHITE) as view:
        view.conclude(SearchResult(None))
    assert capsys.readouterr().out == "no move: win b checkmate\n"


def test_json_output_has_an_object_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    with JsonView(moment(), Color.WHITE) as view:
        for report in REPORTS:
            view.update(report)
        view.conclude(RESULT)
    *lines, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert [each["line"] for each in lines] == [1, 2, 1]
    assert lines[0]["moves"] == ["e2e4", "e7e5"]
    assert lines[0]["written"] == ["e4", "e5"]
    assert lines[2]["score"] == {"mate": 3, "chances": 1.0}
    result = last["result"]
    assert (result["best"], result["best_written"]) == ("g1f3", "Nf3")
    assert [each["line"] for each in result["lines"]] == [1, 2]


def test_a_terminal_shows_a_table() -> None:
    console = Console(record=True, force_terminal=True, width=80, file=io.StringIO())
    with LiveView(moment(), Color.WHITE, console) as view:
        for report in REPORTS:
            view.update(report)
        view.update(Note("choices P@e5 50%"))
        view.conclude(RESULT)
    shown = console.export_text().split("Chess, move 1, White to move")[-1]
    rows = [text.split() for text in shown.splitlines() if text.strip()]
    assert rows[0] == ["depth", "score", "nodes", "time", "moves"]
    assert rows[2] == ["2", "+M3", "100", "0.01", "s", "Nf3", "Nf6"]
    assert rows[3] == ["1", "-3.10", "100", "0.01", "s", "a3"]
    assert rows[-2:] == [["choices", "P@e5", "50%"], ["best", "move", "Nf3"]]


def test_a_long_line_of_play_is_cut_to_the_terminal() -> None:
    console = Console(record=True, force_terminal=True, width=60, file=io.StringIO())
    long = ("g1f3", "g8f6", "f3g1", "f6g8") * 10
    with LiveView(moment(), Color.WHITE, console) as view:
        view.update(line(Score(0), *long))
    shown = console.export_text().split("White to move")[-1]
    assert "…" in shown
    assert all(len(text.rstrip()) <= 60 for text in shown.splitlines())


def test_a_terminal_gets_the_live_view_and_a_file_gets_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    assert isinstance(make_view(moment(), Color.WHITE, False, io.StringIO()), TextView)
    assert isinstance(make_view(moment(), Color.WHITE, False, None), TextView)
    assert isinstance(make_view(moment(), Color.WHITE, False, Terminal()), LiveView)
    assert isinstance(make_view(moment(), Color.WHITE, True, Terminal()), JsonView)
    monkeypatch.setitem(sys.modules, "rich.console", None)  # as if it were not installed
    assert isinstance(make_view(moment(), Color.WHITE, False, Terminal()), TextView)


def test_counts_and_moves_are_written_short() -> None:
    assert [counted(n) for n in (0, 999, 1000, 12_345, 999_600, 4_560_000, 10**9)] == [
        "0",
        "999",
        "1k",
        "12.3k",
        "1M",
        "4.56M",
        "1G",
    ]
    assert [numbered(12, turn) for turn in (*Color, None)] == ["12.", "12...", "12."]
    here = moment(moves="e4 e5 Nf3 Nf6 Bc4 Bc5")
    assert here.move_texts(("e1g1", "e8g8")) == ("O-O", "O-O")
    assert moment("gast").move_texts(("e2e6",)) == ("e2e6",)


# The analyst.


class Watch:
    """A listener that stores reports, and can press Ctrl-C after some of them."""

    def __init__(self, press_after: int = 0) -> None:
        self.heard: list[Report] = []
        self._press_after = press_after

    def __call__(self, report: Report) -> None:
        self.heard.append(report)
        if len(self.heard) == self._press_after:
            os.kill(os.getpid(), signal.SIGINT)


def analyst_of(pool: FakePool, interrupt: Interrupt, complaints: list[str]) -> Analyst:
    resources = Resources(eval_file=EvalFile(HandWritten((("tempo", 9),))))
    return Analyst(resources, interrupt, complaints.append, lambda *_: cast(WorkerPool, pool))


def test_a_search_result_has_the_last_report_of_each_line() -> None:
    pool = FakePool()
    second = line(Score(1), "a2a3", number=2)
    reports: list[Report] = [
        info(1, "e2e4"),
        second,
        EngineError("worker 1 died"),
        info(2, "d2d4"),
        BestMove("d2d4"),
    ]
    pool.reports.extend(reports)
    watch = Watch()
    complaints: list[str] = []
    with Interrupt() as interrupt, analyst_of(pool, interrupt, complaints) as analyst:
        found = analyst.search(moment(moves="e4"), Limits(depth=2), 2, watch)
    assert found == SearchResult("d2d4", (info(2, "d2d4"), second))
    assert watch.heard == reports
    assert complaints == ["worker 1 died"]
    assert pool.job.moves == ("e2e4",)
    assert pool.job.multipv == 2
    assert pool.job.evaluation == HandWritten((("tempo", 9),))
    assert pool.calls[0] == ("prepare", "chess")
    assert pool.calls[-1] == ("close",)


def test_a_search_that_only_fails_is_an_error() -> None:
    pool = FakePool()
    pool.reports.extend([EngineError("worker 0 died"), BestMove("e2e4")])
    with (
        Interrupt() as interrupt,
        analyst_of(pool, interrupt, []) as analyst,
        pytest.raises(WorkerError, match="worker 0 died"),
    ):
        analyst.search(moment(), Limits(depth=1))


@pytest.mark.parametrize("name", variants.BUILT_IN)
def test_the_engine_analyses_every_kind_of_game(name: str) -> None:
    here = moment(name)
    side = "w" if here.both_choose else None
    watch = Watch()
    with Interrupt() as interrupt, Analyst(Resources(1, 1), interrupt, pytest.fail) as analyst:
        found = analyst.search(here, Limits(depth=1, side=side), 1, watch)
    assert found.best
    assert found.lines[0].pv[0]
    assert any(isinstance(report, Info) for report in watch.heard)


def test_ctrl_c_ends_an_infinite_search_with_its_result() -> None:
    watch = Watch(press_after=5)
    with Interrupt() as interrupt, Analyst(Resources(1, 1), interrupt, pytest.fail) as analyst:
        found = analyst.search(moment(), Limits(infinite=True), 1, watch)
        assert analyst.interrupted
    assert found.best == found.lines[0].pv[0]
    assert found.lines[0].depth >= 5


def test_a_second_ctrl_c_interrupts_at_once() -> None:
    with Interrupt() as interrupt:
        os.kill(os.getpid(), signal.SIGINT)
        assert interrupt.requested
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
