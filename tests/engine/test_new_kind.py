"""A new kind of game is one module: it plays, is searched, refereed and drawn without another line.

The kind is row_game, written in plain Python beside the tests; the engine only gets a variant.
"""

from __future__ import annotations

import mmap
import sys

import pytest

import amalthea
from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.plain_position import PlainPosition
from amalthea.engine.core.status import State, Status
from amalthea.engine.errors import IllegalMove
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.explanation import explain
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.reports import Score
from amalthea.engine.search.searcher import Searcher
from amalthea.engine.search.transposition_table import MIB, Table
from amalthea.protocol.drawing.board_svg import board_svg
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.worker import PlayerPool, play_with
from helpers.dialogue import Dialogue, infos
from helpers.fake_pool import FakePool
from helpers.gtp_talk import GtpTalk
from helpers.matches import conditions, task
from helpers.paths import TESTS
from helpers.row_game import FIVE, RowEvaluator, RowPosition

ENGINE = (sys.executable, "-P", str(TESTS / "helpers" / "row_engine.py"))
FOUR = "12/12/12/12/12/3SSSS5/3ssss5/12/12/12/12/12"


@pytest.fixture(autouse=True)
def five(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game here, and let started processes find its module."""
    variants.register(FIVE)
    monkeypatch.setenv("PYTHONPATH", str(TESTS))


def shared_memory() -> tuple[Table, Control]:
    return Table(mmap.mmap(-1, MIB)), Control(mmap.mmap(-1, CONTROL_BYTES))


def test_it_is_clicked_in_a_gui_of_go() -> None:
    talk = GtpTalk("five", pool=FakePool())
    assert len(talk.ask("gogui-rules_legal_moves").split()) == 144
    talk.ask("play w A1")
    talk.ask("play b J2")
    assert talk.ask("gogui-rules_board").split("\n")[-2:] == [
        ". . . . . . . . X . . .",
        "O . . . . . . . . . . .",
    ]
    assert talk.ask("amalthea-moves") == "1. S@A1\n2. S@J2"
    talk.close()


def test_its_rules_are_those_of_its_position() -> None:
    position = amalthea.new_position("five")
    assert len(position.legal_moves()) == 144
    for move in ["S@a1", "S@a2", "S@b1", "S@b2", "S@c1", "S@c2", "S@d1", "S@d2"]:
        position.play(move)
    with pytest.raises(IllegalMove, match="S@a1"):
        position.play("S@a1")
    position.play("S@e1")
    assert str(position.status()) == "win w row"
    assert position.legal_moves() == []
    position.undo()
    assert position.fen() == "12/12/12/12/12/12/12/12/12/12/ssss8/SSSS8 w - - 0 5"
    assert amalthea.new_position("five", "12/" * 11 + "12 w - - 0 1").perft(2) == 144 * 143


def test_it_is_searched_by_the_searcher_of_all_games() -> None:
    with Dialogue(engine=ENGINE) as talk:
        (told,) = talk.answer("setoption name UCI_Variant value five")
        assert "info string variant five files 12 ranks 12" in told
        talk.answer(f"position fen {FOUR} w - - 0 5")
        lines = talk.search("go depth 2")
        assert infos(lines)[-1].score == Score(1, mate=True)
        assert lines[-1].split()[1] in {"S@c7", "S@h7"}
        assert talk.answer("status") == ["status ongoing"]


def test_a_row_of_four_is_stopped() -> None:
    blocked = FOUR.replace("3SSSS5", "2SSSSs5").replace("3ssss5", "12")
    with Dialogue(engine=ENGINE) as talk:
        talk.answer("setoption name UCI_Variant value five", f"position fen {blocked} b - - 0 5")
        assert talk.search("go depth 2")[-1].startswith("bestmove S@b7")


def test_it_is_evaluated_term_by_term() -> None:
    position, evaluator = position_and_evaluator(FIVE, f"{FOUR} w - - 0 5")
    assert evaluator.score() == 0
    assert explain(position).total == 0


class Broken(RowEvaluator):
    def score(self) -> int:
        raise ZeroDivisionError("so it is")


class Forgetful(PlainPosition):
    def status(self) -> Status:
        return Status(State.ONGOING)

    def fen(self) -> str:
        return "-"


def test_missing_or_wrong_methods_in_python_raise() -> None:
    position = RowPosition(FIVE, FIVE.start)
    searcher = Searcher(position, Broken(position), *shared_memory())
    searcher.start(1, 0, ())
    with pytest.raises(ZeroDivisionError, match="so it is"):
        searcher.iterate(1, 1)
    with pytest.raises(NotImplementedError, match="Forgetful has no method 'numbers'"):
        Forgetful(FIVE, "w").legal_moves()


@pytest.mark.release
def test_it_is_refereed_in_a_match() -> None:
    one, other = (
        Entrant(name, ENGINE, control=TimeControl.read("nodes", "60")) for name in ("one", "other")
    )
    pool = PlayerPool()
    try:
        game = play_with(task(one, other, conditions("five")), pool).game
    finally:
        pool.close()
    assert game.reason in {"row", "full"}
    assert len(game.plies) > 8


def test_it_is_drawn_in_plain_letters() -> None:
    picture = board_svg(Position(FIVE, f"{FOUR} w - - 0 5"))
    assert picture.count("<use ") == 8
