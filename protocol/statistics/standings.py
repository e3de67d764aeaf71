"""Standings of a match or tournament, as data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import fmean

from amalthea.engine.core.color import Color
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.statistics.elo import Estimate, Tally, tally
from amalthea.protocol.statistics.ratings import Rating, ratings


@dataclass(frozen=True, slots=True)
class Row:
    """A player's row: its results in total and against each player in the table's order.

    Attributes:
        against: None against itself.
        losses_by: the number of lost games by reason.
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
        """The points per game, 0 to 1."""
        return self.points / self.games


@dataclass(frozen=True, slots=True)
class Ending:
    """The number of games that ended for a reason, by result."""

    reason: str
    white_wins: int
    black_wins: int
    draws: int

    @property
    def games(self) -> int:
        return self.white_wins + self.black_wins + self.draws


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Standings.

    Attributes:
        rows: the strongest player first.
        endings: the most frequent first.
        plies: the mean length of a game.
    """

    rows: tuple[Row, ...] = ()
    endings: tuple[Ending, ...] = ()
    games: int = 0
    white_wins: int = 0
    black_wins: int = 0
    draws: int = 0
    plies: float = 0.0


def crosstable(games: Iterable[GameRecord]) -> Crosstable:
    """Return the standings of games in any order, an empty table without games."""
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
    """Return the names in the order of the schedule, White of the first game first."""
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
        Ending(reason, *(counts[reason, winner] for winner in (*Color, None)))
        for reason in dict.fromkeys(reason for reason, _ in counts)
    ]
    return tuple(sorted(found, key=lambda ending: (-ending.games, ending.reason)))
