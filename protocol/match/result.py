"""The result of a match as values of JSON: standings and the sequential test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from pathlib import Path
from typing import Any

from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import tally
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import Row, crosstable


def result_json(
    title: str,
    games: Sequence[GameRecord],
    names: Sequence[str],
    sprt: Sprt | None,
    report: Path,
) -> dict[str, Any]:
    """Return the result of the games so far. sprt: the test of two players, None without one."""
    table = crosstable(games)
    state = sprt.state(tally(games, *names)) if sprt and games and len(names) == 2 else None
    return {
        "title": title,
        "report": str(report),
        "games": table.games,
        "white_wins": table.white_wins,
        "black_wins": table.black_wins,
        "draws": table.draws,
        "players": [_player(row) for row in table.rows],
        "endings": [asdict(ending) for ending in table.endings],
        "sprt": asdict(state) if state else None,
    }


def _player(row: Row) -> dict[str, Any]:
    """Return a player's results; an Elo that no result bounds is None."""
    elo = {"elo": row.elo.value, "elo_low": row.elo.low, "elo_high": row.elo.high}
    return {
        "rank": row.rank,
        "name": row.name,
        **{name: round(value, 1) if isfinite(value) else None for name, value in elo.items()},
        "games": row.games,
        "points": row.points,
        "wins": row.wins,
        "draws": row.draws,
        "losses": row.losses,
    }
