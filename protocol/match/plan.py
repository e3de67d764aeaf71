"""The plan of a match, as data: two matches of one plan play the same games.

It does not include how many games run at once, and where.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypedDict

from amalthea.engine.core import schema
from amalthea.engine.new_games import new_position
from amalthea.engine.openings import shipped
from amalthea.engine.system_errors import error_reason
from amalthea.protocol import tool
from amalthea.protocol.match import MatchError, openings, schedule
from amalthea.protocol.match.entrants import Entrant
from amalthea.protocol.match.openings import Openings
from amalthea.protocol.match.play import Conditions
from amalthea.protocol.records.game_record import GameRecord

_ABSENT = "nothing"  # in a message, for a key that one of two plans lacks


@dataclass(frozen=True, slots=True)
class OpeningPlan:
    """The source of openings: a file, `plies` random moves, or, if None, the game's own set.

    Attributes:
        seed: for all random choices.
        balance_cp: greatest advantage of an opening; 0: any, None: the default for such openings.
        chess960: castling as in Chess960, and arrays at random unless there is a file.
    """

    file: str | None
    in_order: bool
    plies: int | None
    seed: int
    balance_cp: int | None
    chess960: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a match.

    Attributes:
        rounds: pairs of games of every pairing.
        sprt: elo0, elo1, alpha, beta.
    """

    event: str
    entrants: tuple[Entrant, ...]
    conditions: Conditions
    openings: OpeningPlan
    rounds: int
    gauntlet: bool = False
    sprt: tuple[float, float, float, float] | None = None

    @property
    def names(self) -> list[str]:
        """The names of the entrants, in their order."""
        return [entrant.name for entrant in self.entrants]

    @property
    def games(self) -> int:
        """The number of games if no test ends the match earlier."""
        return schedule.count(self.names, self.gauntlet, self.rounds)

    @property
    def title(self) -> str:
        """The match in one line."""
        return title_of(self.to_json())

    @property
    def variant(self) -> str:
        """The name of the variant."""
        return self.conditions.variant.name

    @property
    def is_timeless(self) -> bool:
        """True if no player has a time limit."""
        return all(entrant.control and entrant.control.is_timeless for entrant in self.entrants)

    def warnings(self) -> Iterator[str]:
        """Yield warnings: corrected positions, and pairs that would repeat games."""
        wanted, variant = self.openings, self.conditions.variant
        read = (
            list(openings.read_file(variant, wanted.file, wanted.chess960))
            if wanted.file is not None
            else []
        )
        yield from tool.remark_lines(
            (where, remark) for where, _, remarks in read for remark in remarks
        )
        if not self.is_timeless or self.rounds == 1:
            return
        if wanted.file is not None:
            known = len(read)
            if known < self.rounds:
                yield (
                    f"--openings {wanted.file}: {known} position(s) for {self.rounds} pairs; they"
                    " come again with random moves, for without a clock games would repeat"
                )
        elif wanted.plies == 0 and not (variant.random_start or wanted.chess960):
            yield (
                f"--random-plies 0: all {self.rounds} pairs begin from the same position; without a"
                " clock most engines play the same pair again and again"
            )

    def fixtures(self) -> Iterator[schedule.Fixture]:
        """Yield every game, in order."""
        return schedule.fixtures(self.names, self.gauntlet, self.rounds)

    def has(self, game: GameRecord) -> bool:
        """Return True if a finished game can belong to this match, whatever its length."""
        try:
            fixture = schedule.fixture(self.names, self.gauntlet, game.number)
        except ValueError:
            return False
        played = schedule.Fixture(game.number, game.round, game.white, game.black)
        kind = (game.variant, game.chess960)
        return fixture == played and kind == (self.variant, self.openings.chess960)

    def make_openings(self) -> Openings:
        """Return the openings. Raises MatchError for a bad file."""
        wanted, variant = self.openings, self.conditions.variant
        if wanted.file is not None:
            return openings.from_file(
                variant,
                wanted.file,
                wanted.in_order,
                wanted.seed,
                wanted.balance_cp or 0,
                vary=self.is_timeless,
                chess960=wanted.chess960,
            )
        if wanted.chess960:
            plies = wanted.plies or 0
            return openings.at_random(variant, plies, wanted.seed, wanted.balance_cp, True)
        if wanted.plies is None and (lines := shipped(variant)):
            return openings.from_set(variant, lines, wanted.seed, wanted.balance_cp)
        plies = 0 if len(new_position(variant).choosers()) > 1 else openings.RANDOM_PLIES
        if wanted.plies is not None:
            plies = wanted.plies
        return openings.at_random(variant, plies, wanted.seed, wanted.balance_cp)

    def to_json(self) -> dict[str, Any]:
        """Return plain values for the first line of a journal; files are represented by hashes."""
        conditions = self.conditions
        values = {
            "event": self.event,
            "variant": self.variant,
            "variants": _digest(conditions.variants_file),
            "engines": {entrant.name: _entrant(entrant) for entrant in self.entrants},
            "gauntlet": self.gauntlet,
            "rounds": self.rounds,
            "openings": _openings(self.openings),
            "agreement": asdict(conditions.adjudication),
            "margin": conditions.margin_s,
            "stall": conditions.stall_s,
            "ponder": conditions.ponder,
            "sprt": self.sprt,
        }
        plain: dict[str, Any] = json.loads(json.dumps(values))
        return plain

    def default_folder(self) -> str:
        """Return a folder name that only this plan has, whatever its number of rounds."""
        text = json.dumps({**self.to_json(), "rounds": 0}, sort_keys=True)
        return f"match-{self.variant}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def _openings(wanted: OpeningPlan) -> dict[str, Any]:
    """Return the plan of openings in JSON.

    The key chess960 is left out unless it is true, so that plans of older matches still compare.
    """
    values = asdict(wanted) | {"file": _digest(wanted.file)}
    return {name: value for name, value in values.items() if name != "chess960" or value}


class _EngineData(TypedDict):
    """An engine in a journal."""

    command: list[str]
    options: dict[str, Any]
    control: str
    restart: bool


class _PlanData(TypedDict):
    """The plan in a journal, as far as it is read."""

    event: str
    variant: str
    engines: dict[str, _EngineData]
    gauntlet: bool
    openings: dict[str, Any]
    agreement: dict[str, Any]
    margin: float
    ponder: bool
    sprt: tuple[float, float, float, float] | None


def check_plan(plan: Mapping[str, Any], where: str) -> None:
    """Raise SchemaError if this is not the plan of a match in JSON."""
    schema.from_values(plan, _PlanData, f"{where}: not the plan of a match")


def title_of(plan: Mapping[str, Any]) -> str:
    """Return a plan in JSON as one line."""
    first, *others = plan["engines"]
    kind = " against " if plan["gauntlet"] or len(others) == 1 else ", "
    players = f"{first}{kind}{', '.join(others)}"
    return f"{plan['event']}: {players}" if plan["event"] else f"{players}: {plan['variant']}"


def change(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """Return the reason why a match cannot continue with the new plan, "" if it can.

    Both plans are in JSON. The number of rounds may differ.
    """
    return difference({**old, "rounds": 0}, {**new, "rounds": 0})


def difference(old: Mapping[str, Any], new: Mapping[str, Any], path: str = "") -> str:
    """Return the first difference of two plans in JSON, in words; "" if there is none."""
    for key in dict.fromkeys((*old, *new)):
        before, now = old.get(key, _ABSENT), new.get(key, _ABSENT)
        name = f"{path}{key}"
        if isinstance(before, Mapping) and isinstance(now, Mapping):
            if deeper := difference(before, now, f"{name}: "):
                return deeper
        elif before != now:
            return f"{name} was {_shown(before)}, is now {_shown(now)}"
    # Engines in another order play other games.
    if list(old) != list(new):
        return f"{path}the order was {' '.join(old)}, is now {' '.join(new)}"
    return ""


def _shown(value: Any) -> str:
    return value if value == _ABSENT else json.dumps(value)


def _entrant(entrant: Entrant) -> dict[str, Any]:
    return {
        "command": entrant.command,
        "directory": entrant.directory,
        "options": dict(entrant.options),
        "control": str(entrant.control),
        "restart": entrant.restart,
    }


def _digest(path: str | None) -> str | None:
    """Return a hash of a file's contents, None for no file. Raises MatchError."""
    if path is None:
        return None
    try:
        return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:16]
    except OSError as error:
        raise MatchError(f"{path}: {error_reason(error)}") from error
