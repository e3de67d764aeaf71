"""A game at a table as data: everything that the end of a server must not lose."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.status import RESULTS, Status
from amalthea.engine.errors import AmaltheaError
from amalthea.protocol.records.annotation import Annotation
from amalthea.protocol.records.game_record import UNFINISHED, Ply
from amalthea.protocol.records.pgn import Notes
from amalthea.protocol.records.variations import Variation
from amalthea.protocol.web.people import People
from amalthea.protocol.web.table import Seats, Table
from amalthea.protocol.web.table_pgn import table_pgn


@dataclass(frozen=True, slots=True)
class SavedGame:
    """Saved game.

    Attributes:
        left: milliseconds on the clocks when it was saved.
        chosen: secret choices that wait for the other side's.
        ended: the end that the players agreed on, None if there is none.
        tags, comments: of a loaded game; earlier versions kept comments as text.
        owners: the browsers that have played in it.
        begun, saved: seconds since 1970.
        result: as PGN writes it.
        reviewed: what a review found of each position.
        title, now, ending, waiting: what a list shows: the game's title, the position as FEN, its
            end in words or "", and the sides that it waits for.
    """

    variant: str
    fen: str
    seats: Seats
    plies: tuple[Ply, ...]
    side_lines: tuple[Variation, ...]
    left: Mapping[Color, int]
    chosen: Mapping[Color, str]
    ended: Status | None
    people: People
    owners: tuple[str, ...]
    begun: float
    saved: float
    title: str
    now: str
    ending: str
    waiting: str
    result: str = UNFINISHED
    reviewed: tuple[dict[str, Any], ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)
    comments: Mapping[int, Annotation | str] = field(default_factory=dict)

    def shown(self, room: str, client: str) -> dict[str, Any]:
        """Return the values that a browser's list of games shows."""
        yours = self.people.sides(client)
        people = [side for side in yours if not self.seats.is_engine(side)]
        return {
            "room": room,
            "name": self.variant,
            "title": self.title,
            "players": dict(self.seats.players),
            "level": self.seats.level,
            "invited": self.people.invited,
            "yours": "".join(people),
            "yourTurn": any(side in people for side in self.waiting),
            "plies": len(self.plies),
            "ending": self.ending,
            "result": self.result,
            "now": self.now,
            "saved": self.saved,
        }

    def to_table(self) -> Table:
        """Return a table with the game. Raises AmaltheaError.

        Clocks stand still while no server runs, except where the time is for each move, as in games
        by correspondence.
        """
        table = Table(variants.get(self.variant), self.seats, self.fen)
        table.replay(self.plies)
        for line in self.side_lines:
            table.keep(line, table.with_line(line))
        table.annotate(Notes(self.tags, self._annotations()))
        table.begun = self.begun
        table.chosen.update(self.chosen)
        table.ended = self.ended
        table.reviewed.extend(self.reviewed)
        elapsed = round((time.time() - self.saved) * 1_000) if self.seats.per_move else 0
        waiting = table.waiting_for if self.plies else ()
        table.set_clocks({side: ms - elapsed * (side in waiting) for side, ms in self.left.items()})
        return table

    def _annotations(self) -> dict[int, Annotation]:
        """Return the annotations of a loaded game, by the number of moves up to there."""
        return {
            ply: Annotation.from_text(each) if isinstance(each, str) else each
            for ply, each in self.comments.items()
        }


def written_games(games: Iterable[SavedGame], notation: str) -> str:
    """Return games as PGN. Those whose variant is unknown here are named in a line of their own."""
    texts = []
    for game in games:
        try:
            texts.append(table_pgn(game.to_table(), notation))
        except AmaltheaError as error:
            texts.append(f"% A game of {game.title} is not exported: {error}\n\n")
    return "".join(texts)


def saved_game(table: Table, people: People, owners: tuple[str, ...]) -> SavedGame:
    """Return the game of a table as it stands."""
    return SavedGame(
        variant=table.variant.name,
        fen=table.fen,
        seats=table.seats,
        plies=tuple(turn.ply for turn in table.turns),
        side_lines=tuple(table.side_lines),
        left={side: table.time_left_ms(side) for side in Color},
        chosen=dict(table.chosen),
        ended=table.ended,
        people=people,
        owners=owners,
        begun=table.begun,
        saved=time.time(),
        title=table.variant.title,
        now=table.position.fen(),
        ending=table.ending,
        waiting="".join(table.waiting_for),
        result=RESULTS[table.status.winner] if table.is_over else UNFINISHED,
        reviewed=tuple(table.reviewed),
        tags=table.notes.tags,
        comments=table.notes.annotations,
    )
