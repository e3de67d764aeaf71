"""The report's charts show what the games say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from amalthea.engine.core.color import Color
from amalthea.engine.core.status import label
from amalthea.protocol.charting.svg import MINUS
from amalthea.protocol.match.report.figures import figures
from amalthea.protocol.records.game_record import GameRecord, Ply
from amalthea.protocol.statistics import elo as statistics
from amalthea.protocol.statistics import standings
from helpers.random_games import random_match

PAIR = ("Ours", "Theirs")
THREE = ("Fairy", "Ours", "Theirs")


def charts_of(games: Sequence[GameRecord]) -> dict[str, list[str]]:
    """Return the texts that each chart shows under the pointer, by its caption."""
    drawn = figures(standings.crosstable(games), games, standings.players(games))
    found = ElementTree.fromstring(f"<page>{drawn}</page>").iter("figure")
    return {
        figure.findtext("figcaption", ""): [title.text or "" for title in figure.iter("title")]
        for figure in found
    }


def numbers(text: str) -> list[float]:
    """Return the numbers behind the colon, as of "A, games 2: -7 (-20 to 6)"."""
    words = text.rpartition(": ")[2].replace(MINUS, "-").translate({ord("("): "", ord(")"): ""})
    return [float(word) for word in words.split() if word != "to"]


def test_the_elo_chart_of_two_players_runs_over_the_games() -> None:
    games = random_match("chess", PAIR, 31, longest=8)
    texts = charts_of(games)["Elo of Ours against Theirs"]
    for length, text in ((16, texts[7]), (31, texts[-1])):
        elo = statistics.elo(statistics.tally(games[:length], *PAIR))
        assert text.startswith(f"Ours, games {length}: ")
        assert numbers(text) == pytest.approx([elo.value, elo.low, elo.high], abs=0.006)


def test_a_match_of_wins_only_has_a_chart() -> None:
    games = [
        replace(game, winner=Color.WHITE if game.white == "Ours" else Color.BLACK)
        for game in random_match("chess", PAIR, 6, longest=4)
    ]
    texts = charts_of(games)["Points a game of Ours against Theirs"]  # Elo is infinite throughout
    share = statistics.share(statistics.tally(games, *PAIR))
    assert numbers(texts[-1]) == pytest.approx([1.0, share.low, 1.0], abs=0.006)


def test_the_lead_chart_of_several_players_runs_over_the_games() -> None:
    games = random_match("chess", THREE, 60, longest=8)
    texts = charts_of(games)["Points above an even score"]
    for row in standings.crosstable(games).rows:
        last = [text for text in texts if text.startswith(f"{row.name}, games 60: ")]
        assert [numbers(text) for text in last] == [[row.points - row.games / 2]]


def test_terminations_are_counted_by_the_loser() -> None:
    games = random_match("chess", PAIR, 40, longest=8)
    counts = Counter(
        f"{label(game.reason)}: drawn"
        if game.winner is None
        else f"{label(game.reason)}: {game.player(game.winner.other)} lost"
        for game in games
    )
    assert len(counts) > 4
    texts = charts_of(games)["How the games ended"]
    assert sorted(texts) == sorted(f"{what} {count}" for what, count in counts.items())


def test_every_game_is_in_the_chart_of_lengths() -> None:
    games = random_match("gess", PAIR, 30)
    texts = charts_of(games)["Length of the games"]
    assert sum(count for text in texts for count in numbers(text)) == len(games)


def test_the_time_chart_is_the_mean_at_each_move_number() -> None:
    games = random_match("chess", PAIR, 4, longest=9)
    opened = [
        replace(game, plies=(*(Ply(ply.move) for ply in game.plies[:2]), *game.plies[2:]))
        for game in games
    ]
    texts = charts_of(opened)["Time for a move"]
    firsts = [
        next(ply.thoughts[side].seconds for ply in game.plies if side in ply.thoughts)
        for game in opened
        for side in Color
        if game.player(side) == "Ours"
    ]
    assert texts[0].startswith("Ours, own moves after the opening 1: ")
    assert numbers(texts[0]) == pytest.approx([sum(firsts) / len(firsts)], abs=0.006)


def test_games_without_times_have_no_time_chart() -> None:
    games = [
        replace(game, plies=tuple(Ply(ply.move) for ply in game.plies))
        for game in random_match("chess", PAIR, 2, longest=4)
    ]
    assert "Time for a move" not in charts_of(games)
