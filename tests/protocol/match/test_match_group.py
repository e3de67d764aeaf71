"""Groups of matches: their turns, the decision over all of them, and how they resume."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine.core.color import Color
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.match_group import MatchGroup, summary
from amalthea.protocol.match.plan import OpeningPlan, Plan
from amalthea.protocol.match.play import Outcome, Task
from amalthea.protocol.records.game_record import GameRecord, Ply, Thought
from amalthea.protocol.statistics.elo import Tally
from amalthea.protocol.statistics.sprt import Sprt
from helpers.executors import InlineExecutor
from helpers.matches import conditions, scripted

SPRT = Sprt(0, 50)


class Scorer(InlineExecutor):
    """An executor that plays no games: the player `favourite` wins, whatever its colour.

    most: after so many games it takes no more.

    most: leave the match after so many games.
    """

    def __init__(self, favourite: str | None, most: int = 1000) -> None:
        super().__init__()
        self._favourite = favourite
        self._most = most

    def _slots(self) -> int:
        return int(len(self.tasks) < self._most)

    def answer(self, work: Callable[[Any], Any], task: Any) -> Outcome:
        return Outcome(self._game(task), (), ())

    def _game(self, task: Task) -> GameRecord:
        names = {side: player.name for side, player in task.players.items()}
        plies = [Ply(move) for move in task.opening.moves]
        reached = task.opening.to_game(task.conditions.variant).position
        winner = next((side for side in names if names[side] == self._favourite), None)
        return GameRecord(
            number=task.number,
            round=task.round,
            variant=task.conditions.variant.name,
            white=names[Color.WHITE],
            black=names[Color.BLACK],
            fen=task.opening.fen,
            plies=(*plies, Ply(reached.legal_moves()[0], {Color(reached.turn): Thought(1.0)})),
            winner=winner,
            reason="checkmate",
            controls={side: str(player.control) for side, player in task.players.items()},
        )


def plan(variant: str, tc: str, rounds: int = 3) -> Plan:
    players = (scripted(tc=tc, name="new"), scripted(tc=tc, name="old"))
    openings = OpeningPlan(file=None, in_order=True, plies=None, seed=1, balance_cp=0)
    return Plan("", players, conditions(variant), openings, rounds)


def plans(rounds: int = 3) -> dict[str, Plan]:
    return {
        "chess-slow": plan("chess", "10", rounds),
        "chess-fast": plan("chess", "1", rounds),
        "gess": plan("gess", "1", rounds),
    }


def match_of(task: Task) -> tuple[str, str]:
    return task.conditions.variant.name, str(task.players[Color.WHITE].control)


def ignore_progress() -> None: ...


def test_matches_of_a_group_take_turns_of_a_fixed_number_of_games(tmp_path: Path) -> None:
    executor = Scorer(None)
    with MatchGroup(tmp_path, plans(), SPRT, 4) as group:
        group.play(executor, ignore_progress)
        assert group.tally() == Tally(draws=18, pairs=(0, 0, 9, 0, 0))
    turns = [("chess", "10"), ("chess", "1"), ("gess", "1")]
    wanted = [each for each in turns for _ in range(4)] + [each for each in turns for _ in range(2)]
    assert [match_of(task) for task in executor.tasks] == wanted


def test_a_group_is_decided_by_the_sum_of_its_matches(tmp_path: Path) -> None:
    heard: list[int] = []
    executor = Scorer("new")
    with MatchGroup(tmp_path, plans(500), SPRT, 2) as group:
        group.play(executor, lambda: heard.append(group.tally().games))
        assert group.is_decided()
        assert SPRT.state(group.tally()).decision == "H1"
        tallies = group.tallies()
        assert not any(SPRT.state(results).decision for results in tallies.values())
        assert max(each.games for each in tallies.values()) <= 2 + min(
            each.games for each in tallies.values()
        )
        again = Scorer("new")
        group.play(again, ignore_progress)
        assert again.tasks == []
    assert heard == list(range(1, len(executor.tasks) + 1))


def test_a_group_resumes_where_it_ended(tmp_path: Path) -> None:
    first, second = Scorer(None, most=7), Scorer(None)
    with MatchGroup(tmp_path, plans(), SPRT, 2) as group:
        group.play(first, ignore_progress)
    with MatchGroup(tmp_path, plans(), SPRT, 2) as group:
        assert group.tally().games == 7
        group.play(second, ignore_progress)
        assert group.tally().games == 18
        assert [row[:2] for row in summary(group, SPRT)] == [
            ("match", "games"), ("chess-slow", "6"), ("chess-fast", "6"), ("gess", "6"),
            ("all", "18"),
        ]  # fmt: skip
    played = [(match_of(task), task.number) for task in (*first.tasks, *second.tasks)]
    assert len(set(played)) == len(played) == 18


def test_a_folder_of_another_group_is_refused(tmp_path: Path) -> None:
    with MatchGroup(tmp_path, plans(3), SPRT, 2):
        pass
    others = {name: replace(plan, event="Another") for name, plan in plans(3).items()}
    with pytest.raises(MatchError, match='event was "", is now "Another"'):
        MatchGroup(tmp_path, others, SPRT, 2)
    with MatchGroup(tmp_path, plans(3), SPRT, 2) as group:
        assert group.tally() == Tally()
