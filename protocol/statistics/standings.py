"""Who stands where in a match or tournament, as plain data and as text. No arithmetic of strength.

For a terminal's colours and bars see `display`.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import Estimate, Sprt, Tally, elo, los, tally
from amalthea.protocol.statistics.ratings import Rating, ratings

NOBODY = "-"  # in the crosstable, against oneself


@dataclass(frozen=True, slots=True)
class Row:
    """A player's line: its results as a whole and against each player in the table's order.

    against: None against itself. reasons: how often its games were lost for what reason.
    """

    rank: int
    name: str
    elo: Estimate
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    against: tuple[Tally | None, ...]
    losses_by: dict[str, int]
    pool: int = 1

    @property
    def share(self) -> float:
        """Points a game, 0 to 1."""
        return self.points / self.games


@dataclass(frozen=True, slots=True)
class Ending:
    """How many games ended for a reason, by result."""

    reason: str
    white_wins: int
    black_wins: int
    draws: int

    @property
    def games(self) -> int:
        return self.white_wins + self.black_wins + self.draws


@dataclass(frozen=True, slots=True)
class Crosstable:
    """rows: the strongest first. endings: the most frequent first. plies: the mean of a game."""

    rows: tuple[Row, ...] = ()
    endings: tuple[Ending, ...] = ()
    games: int = 0
    white_wins: int = 0
    black_wins: int = 0
    draws: int = 0
    plies: float = 0.0


def crosstable(games: Iterable[GameRecord]) -> Crosstable:
    """Everything that the games say, in any order of theirs; an empty table for none."""
    played = list(games)
    rated = ratings(played)
    endings = _endings(played)
    return Crosstable(
        rows=tuple(_row(rank, rating, rated, played) for rank, rating in enumerate(rated, 1)),
        endings=endings,
        games=len(played),
        white_wins=sum(ending.white_wins for ending in endings),
        black_wins=sum(ending.black_wins for ending in endings),
        draws=sum(ending.draws for ending in endings),
        plies=fmean(len(game.plies) for game in played) if played else 0.0,
    )


def players(games: Iterable[GameRecord]) -> list[str]:
    """The names in the order of the schedule, White of the first game first."""
    ordered = sorted(games, key=lambda game: game.number)
    return list(dict.fromkeys(name for game in ordered for name in (game.white, game.black)))


def _row(rank: int, rating: Rating, rated: Sequence[Rating], games: Sequence[GameRecord]) -> Row:
    name = rating.name
    mine = [game for game in games if name in (game.white, game.black)]
    against = tuple(
        None if other.name == name else tally(mine, name, other.name) for other in rated
    )
    tallies = [each for each in against if each]
    lost = (game for game in mine if game.winner and game.player(game.winner) != name)
    return Row(
        rank=rank,
        name=name,
        elo=rating.elo,
        games=rating.games,
        points=rating.points,
        wins=sum(each.wins for each in tallies),
        draws=sum(each.draws for each in tallies),
        losses=sum(each.losses for each in tallies),
        against=against,
        losses_by=dict(Counter(game.reason for game in lost).most_common()),
        pool=rating.pool,
    )


def _endings(games: Iterable[GameRecord]) -> tuple[Ending, ...]:
    counts = Counter((game.reason, game.winner) for game in games)
    found = [
        Ending(reason, counts[reason, "w"], counts[reason, "b"], counts[reason, None])
        for reason in dict.fromkeys(reason for reason, _ in counts)
    ]
    return tuple(sorted(found, key=lambda ending: (-ending.games, ending.reason)))


# As text.


def standings_cells(table: Crosstable) -> list[list[str]]:
    """The standings as rows of cells, the heads first; the first two columns are rank and name.

    Ratings and the crosstable are of use to more than two; `match_facts` says all of two players.
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
    """Points and games against an opponent, "7.5/10"."""
    if not results:
        return NOBODY
    return f"{points_text(results.points)}/{results.games}" if results.games else ""


def standings_lines(table: Crosstable) -> list[str]:
    """The standings in columns for plain text; nothing without games."""
    if not table.games:
        return []
    cells = standings_cells(table)
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return [_columns(row, widths) for row in cells]


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    """Names to the left, all else to the right."""
    return "  ".join(
        text.ljust(width) if column == 1 else text.rjust(width)
        for column, (text, width) in enumerate(zip(row, widths, strict=True))
    ).rstrip()


def endings_line(table: Crosstable) -> str:
    """How the games ended, in one line."""
    results = f"White {table.white_wins}, Black {table.black_wins}, drawn {table.draws}"
    reasons = ", ".join(f"{ending.reason} {ending.games}" for ending in table.endings)
    return f"{results}; {reasons}; {table.plies:.0f} plies a game"


def score_line(results: Tally, first: str, second: str) -> str:
    """The result so far of two players in one line, from the first one's view."""
    found = elo(results)
    bounded = math.isfinite(found.error)
    return (
        f"{first} - {second}: +{results.wins} ={results.draws} -{results.losses},"
        f" {points_text(results.points)}/{results.games} ({percent(results.share)})"
        + (f", Elo {signed(found.value)} +/- {number(found.error)}" if bounded else "")
    )


def match_facts(results: Tally, sprt: Sprt | None) -> list[tuple[str, str]]:
    """What the games of two players say of them: (name, value) from the first one's view."""
    found = elo(results)
    low, high = signed(found.low), signed(found.high)
    facts = [
        ("Elo", f"{signed(found.value)} +/- {number(found.error)} (95 %: {low} to {high})"),
        ("LOS", percent(los(results))),
    ]
    if any(results.pairs):
        facts.append(("pairs 0-2", " ".join(map(str, results.pairs))))
    if sprt:
        facts.append(("SPRT", sprt_text(sprt, results)))
    return facts


def sprt_text(sprt: Sprt, results: Tally) -> str:
    """The state of the test in words."""
    state = sprt.state(results)
    took = f": {state.decision} accepted" if state.decision else ""
    return (
        f"LLR {state.llr:+.2f} ({state.lower:+.2f} to {state.upper:+.2f}),"
        f" Elo {sprt.elo0:g} or {sprt.elo1:g}{took}"
    )


def signed(value: float) -> str:
    """An Elo difference, "+12.3"; "+inf" for a boundless one."""
    text = f"{value:+.1f}"
    return "0.0" if text in ("+0.0", "-0.0") else text


def number(value: float) -> str:
    """A width in Elo."""
    return f"{value:.1f}"


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def points_text(points: float) -> str:
    """Points, "12" or "12.5"."""
    whole, half = math.floor(points), points % 1
    return f"{whole}.5" if half else str(whole)
