"""Standings and the statistics of two players as plain text."""

from __future__ import annotations

import math
from collections.abc import Sequence

from amalthea.engine.core.status import label
from amalthea.protocol.statistics.elo import Estimate, Tally, elo, los
from amalthea.protocol.statistics.sprt import Sprt
from amalthea.protocol.statistics.standings import Crosstable, Row

NO_RESULT = "-"  # in the crosstable, against oneself


def standings_cells(table: Crosstable) -> list[list[str]]:
    """Return the standings as rows of cells, headings first, beginning with rank and name.

    Ratings and crosstable are for more than two players; for two see `match_facts`.
    """
    heads = ["#", "player", "points", "games", "score", "won", "drawn", "lost"]
    if len(table.rows) <= 2:
        return [heads, *map(_result_cells, table.rows)]
    opponents = [str(row.rank) for row in table.rows]
    return [
        [*heads, "Elo", "+/-", *opponents],
        *([*_result_cells(row), *_rating_cells(row)] for row in table.rows),
    ]


def _result_cells(row: Row) -> list[str]:
    counts = (row.games, percent(row.share), row.wins, row.draws, row.losses)
    return [str(row.rank), row.name, points_text(row.points), *map(str, counts)]


def _rating_cells(row: Row) -> list[str]:
    return [signed(row.elo.value), number(row.elo.error), *map(_against, row.against)]


def _against(results: Tally | None) -> str:
    """Return points and games against an opponent, "7.5/10"."""
    if not results:
        return NO_RESULT
    return f"{points_text(results.points)}/{results.games}" if results.games else ""


def standings_lines(table: Crosstable) -> list[str]:
    """Return the standings in columns of plain text; no lines without games."""
    if not table.games:
        return []
    cells = standings_cells(table)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [_columns(row, widths) for row in cells]


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    """Return a row with names to the left and all else to the right."""
    return "  ".join(
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ).rstrip()


def endings_line(table: Crosstable) -> str:
    """Return how the games ended, in one line."""
    results = f"White {table.white_wins}, Black {table.black_wins}, drawn {table.draws}"
    reasons = ", ".join(f"{label(ending.reason)} {ending.games}" for ending in table.endings)
    return f"{results}; {reasons}; {table.plies:.0f} plies a game"


def score_line(results: Tally, first: str, second: str) -> str:
    """Return the result of two players in one line, from the first one's view."""
    found = elo(results)
    if math.isfinite(found.error):
        difference = f", Elo {signed(found.value)} +/- {number(found.error)}"
    else:
        difference = f", Elo {interval(found)}" if results.games else ""
    return (
        f"{first} - {second}: +{results.wins} ={results.draws} -{results.losses},"
        f" {points_text(results.points)}/{results.games} ({percent(results.share)}){difference}"
    )


def match_facts(results: Tally, sprt: Sprt | None) -> list[tuple[str, str]]:
    """Return (name, value) of the statistics of two players, from the first one's view."""
    found = elo(results)
    error = f" +/- {number(found.error)}" if math.isfinite(found.error) else ""
    facts = [
        ("Elo", f"{signed(found.value)}{error} (95 %: {interval(found)})"),
        ("LOS", percent(los(results))),
    ]
    if any(results.pairs):
        facts.append(("pairs 0-2", " ".join(map(str, results.pairs))))
    if sprt:
        facts.append(("SPRT", sprt_text(sprt, results)))
    return facts


def sprt_text(sprt: Sprt, results: Tally) -> str:
    """Return the state of the test in words."""
    state = sprt.state(results)
    took = f": {state.decision} accepted" if state.decision else ""
    return (
        f"LLR {state.llr:+.2f} ({state.lower:+.2f} to {state.upper:+.2f}),"
        f" Elo {sprt.elo0:g} or {sprt.elo1:g}{took}"
    )


def interval(estimate: Estimate) -> str:
    """Return the bounds of an Elo difference."""
    return f"{signed(estimate.low)} to {signed(estimate.high)}"


def signed(value: float) -> str:
    """Return an Elo difference, "+12.3"; "+inf" for an infinite one."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def number(value: float) -> str:
    """Return a width in Elo."""
    return f"{value:.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points_text(points: float) -> str:
    """Return points, "12" or "12.5"."""
    whole, half = math.floor(points), points % 1
    return f"{whole}.5" if half else str(whole)
