"""The state of a running match, in the parts that its pages receive, without any server."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from amalthea.engine.api import Position
from amalthea.engine.core.color import Color
from amalthea.protocol.drawing.replay import board_data
from amalthea.protocol.match.live.snapshots import Snapshot
from amalthea.protocol.match.plan import title_of
from amalthea.protocol.match.report.game_list import game_row, game_script
from amalthea.protocol.match.report.report_page import LivePage, facts, live_page, standing
from amalthea.protocol.records.game_record import GameRecord
from amalthea.protocol.records.journal import GrowingJournal
from amalthea.protocol.records.notation import written

_STANDING_EVERY_S = 1.0
_STANDING_SHARE = 0.1  # greatest share of this process's time


@dataclass(slots=True)
class PageState:
    """A page's knowledge of a match: games, version of the standings, snapshots by game."""

    games: int
    standing: int = 0
    snapshots: dict[int, str] = field(default_factory=dict)


class MatchState:
    """The state of a match. journal: of the match, whose plan is already written."""

    def __init__(self, journal: Path, names: Iterable[str]) -> None:
        self._journal = GrowingJournal(journal)
        self._names = list(names)
        self._games: list[GameRecord] = []
        self._finished: set[int] = set()
        self._shown: list[tuple[str, str]] = []  # row and script of each game
        self._snapshots: dict[int, Snapshot] = {}
        self._standing = ""
        self._standing_of = 0  # number of games, which is also its version
        self._standing_due = 0.0  # time.monotonic()
        self.ended = False
        self.read()

    @property
    def plan(self) -> Mapping[str, Any]:
        """The plan in the journal."""
        assert self._journal.plan is not None
        return self._journal.plan

    @property
    def match(self) -> str:
        """An identifier of the match, to tell it from another at the same address."""
        return hashlib.sha256(json.dumps(self.plan).encode()).hexdigest()[:16]

    def add_snapshots(self, snapshots: Iterable[Snapshot]) -> None:
        """Take snapshots of games in progress; keep the newest of each game."""
        for snapshot in snapshots:
            self._snapshots[snapshot.number] = snapshot
            if snapshot.over:
                del self._snapshots[snapshot.number]

    def read(self) -> None:
        """Take newly finished games; may run in another thread."""
        for game in self._journal.new_games():
            shown = game_row(game), game_script(game)  # a page may be made meanwhile
            self._games.append(game)
            self._shown.append(shown)
            self._finished.add(game.number)
        now = time.monotonic()
        behind = self._standing_of < len(self._games) or not self._standing
        if behind and (self.ended or now >= self._standing_due):
            self._standing = standing(self._games, [self.plan])
            self._standing_of = len(self._games)
            took = time.monotonic() - now
            self._standing_due = now + max(_STANDING_EVERY_S, took / _STANDING_SHARE)

    def page(self) -> str:
        """Return the complete current page."""
        shown = list(self._shown)
        rows, scripts = ("\n".join(each[part] for each in shown) for part in (0, 1))
        page = LivePage(self.match, self._names, rows, scripts, len(shown))
        return live_page(title_of(self.plan), self._games[: len(shown)], [self.plan], page)

    def changes_for(self, known: PageState) -> dict[str, Any]:
        """Return the changes since the last call for a page; empty if there are none."""
        changes: dict[str, Any] = {}
        fresh = self._shown[known.games :]
        if fresh:
            changes["games"] = [{"row": row, "data": script} for row, script in fresh]
            known.games += len(fresh)
        if known.standing != self._standing_of:
            changes["standing"] = self._standing
            changes["facts"] = facts(self._games)
            known.standing = self._standing_of
        playing = {
            number: snapshot
            for number, snapshot in sorted(self._snapshots.items())
            if number not in self._finished
        }
        positions = {
            number: f"{snapshot.plies} {snapshot.fen}" for number, snapshot in playing.items()
        }
        if positions != known.snapshots:
            old = known.snapshots
            changes["boards"] = [
                _shown(snapshot) for at, snapshot in playing.items() if old.get(at) != positions[at]
            ]
            changes["playing"] = list(playing)
            known.snapshots = positions
        if self.ended:
            changes["ended"] = True
        return {"match": self.match, "count": known.games, **changes} if changes else {}


def _shown(snapshot: Snapshot) -> dict[str, Any]:
    """Return a game in progress as plain values for JSON."""
    first = snapshot.before or snapshot.fen
    position = Position(snapshot.variant, first, chess960=snapshot.chess960)
    last = ""
    if snapshot.move:
        number, turn = position.fullmove_number, position.turn
        text = written(position, snapshot.move)
        last = f"{number}{'...' if turn is Color.BLACK else '.'} {text}" if turn else text
        position.push(snapshot.move, null=True)
    return {
        "number": snapshot.number,
        "variant": snapshot.variant,
        "players": dict(zip(Color, (snapshot.white, snapshot.black), strict=True)),
        "last": last,
        "turn": "".join(position.choosers),
        "left": dict(snapshot.left),
        "scores": dict(snapshot.scores),
        **board_data(position),
    }
