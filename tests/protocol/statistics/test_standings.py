"""The crosstable of a tournament as data and as text."""

from __future__ import annotations

import pytest

from amalthea.protocol.statistics.elo import Tally, tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import Crosstable, crosstable, players
from amalthea.protocol.statistics.standings_text import (
    endings_line,
    match_facts,
    score_line,
    standings_lines,
)
from helpers.finished_games import finished_game, finished_match

TRIANGLE = [
    finished_game(1, "A", "B", "1"),
    finished_game(2, "B", "A", "="),
    finished_game(3, "A", "C", "1"),
    finished_game(4, "C", "A", "0", reason="time"),
    finished_game(5, "B", "C", "="),
    finished_game(6, "C", "B", "1"),
]


def test_rows_hold_totals_and_results_against_each_other() -> None:
    table = crosstable(TRIANGLE)
    best, second, last = table.rows
    assert [row.name for row in table.rows] == ["A", "C", "B"]
    assert (best.rank, best.points, best.games, best.share) == (1, 3.5, 4, 0.875)
    assert (last.wins, last.draws, last.losses, last.points) == (0, 2, 2, 1.0)
    assert best.against == (None, Tally(2, 0, 0, (0, 0, 0, 0, 1)), Tally(1, 1, 0, (0, 0, 0, 1, 0)))
    assert second.losses_by == {"checkmate": 1, "time": 1}
    assert best.elo.value > second.elo.value > last.elo.value


def test_endings_are_counted_by_reason_and_result() -> None:
    table = crosstable(TRIANGLE)
    counted = [
        (each.reason, each.white_wins, each.black_wins, each.draws) for each in table.endings
    ]
    assert counted == [("checkmate", 3, 0, 0), ("repetition", 0, 0, 2), ("time", 0, 1, 0)]
    assert (table.games, table.white_wins, table.black_wins, table.draws) == (6, 3, 1, 2)
    assert endings_line(table) == (
        "White 3, Black 1, drawn 2; checkmate 3, repetition 2, time forfeit 1; 0 plies a game"
    )


def test_standings_of_three_players_are_plain_text() -> None:
    assert standings_lines(crosstable(TRIANGLE)) == [
        "#  player  points  games   score  won  drawn  lost     Elo    +/-      1      2      3",
        "1  A          3.5      4  87.5 %    3      1     0  +227.2  344.7      -    2/2  1.5/2",
        "2  C          1.5      4  37.5 %    1      1     2   -77.5  272.2    0/2      -  1.5/2",
        "3  B            1      4  25.0 %    0      2     2  -149.7  290.4  0.5/2  0.5/2      -",
    ]


def test_two_players_need_neither_ratings_nor_crosstable() -> None:
    lines = standings_lines(crosstable(finished_match("11=0")))
    assert " ".join(lines[0].split()) == "# player points games score won drawn lost"
    assert lines[1].split()[:2] == ["1", "A"]
    assert len(lines) == 3


def test_players_without_a_game_have_an_empty_cell() -> None:
    games = [*finished_match("1="), *finished_match("1=", "C", "D")]
    row = crosstable(games).rows[0]
    assert [each.games for each in row.against if each] == [2, 0, 0]
    assert standings_lines(crosstable(games))[1].endswith("-  1.5/2")


def test_no_games_give_an_empty_table() -> None:
    assert crosstable([]) == Crosstable()
    assert standings_lines(Crosstable()) == []


def test_players_come_in_the_order_of_the_schedule() -> None:
    assert players(reversed(TRIANGLE)) == ["A", "B", "C"]


def test_the_score_line_of_two_players_has_their_results_and_elo() -> None:
    results = tally(finished_match("11=10=00=11"), "A", "B")
    assert score_line(results, "A", "B") == (
        "A - B: +5 =3 -3, 6.5/11 (59.1 %), Elo +34.9 +/- 272.7"
    )


@pytest.mark.parametrize(
    ("results", "decision"),
    [
        (Tally(10, 0, 5, (1, 2, 10, 20, 7)), ""),
        (Tally(10, 0, 5, (100, 200, 1000, 2000, 700)), ": H1 accepted"),
    ],
)
def test_facts_of_a_match_include_those_of_its_sequential_test(
    results: Tally, decision: str
) -> None:
    facts = dict(match_facts(results, Sprt(0, 5)))
    assert list(facts) == ["Elo", "LOS", "pairs 0-2", "SPRT"]
    assert facts["pairs 0-2"] == " ".join(map(str, results.pairs))
    assert facts["SPRT"].startswith("LLR +")
    assert "(-2.94 to +2.94), Elo 0 or 5" + decision in facts["SPRT"]
    assert facts["SPRT"].endswith(decision)


def test_facts_without_pairs_or_test_are_elo_and_los() -> None:
    assert match_facts(Tally(), None) == [
        ("Elo", "0.0 (95 %: -inf to +inf)"),
        ("LOS", "50.0 %"),
    ]
