"""Games that pages load as PGN."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import islice
from typing import Any

from amalthea.engine.core.color import Color
from amalthea.protocol.records.pgn import PgnGame, read_pgn, read_variations
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.table import HUMAN, MOST_PLIES, Seats, Table, TableError
from amalthea.protocol.web.table_pgn import table_pgn

_MOST_GAMES = 500  # of a text, among which a page may choose
_SHOWN_TAGS = ("White", "Black", "Result", "Event", "Site", "Date", "Round")
_QUOTED = re.compile(r"^(?:> ?)+")
_UNKNOWN = ("", "?", "????.??.??", "*")


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded game, and what could not be read of it."""

    table: Table
    notices: tuple[str, ...]


def load(message: Message) -> Loaded | list[str]:
    """Return the game of a PGN text, or the titles of its games if none of several is chosen.

    Raises TableError and what the game's table raises.
    """
    games = list(islice(read_pgn(from_mail(message.text("text")), "PGN"), _MOST_GAMES))
    if not games:
        raise TableError("the text contains no game")
    if len(games) > 1 and not message.has("number"):
        return [f"{number}. {_title(game)}" for number, game in enumerate(games, 1)]
    game = games[message.number("number", 0, len(games) - 1) if message.has("number") else 0]
    if not game.is_readable:
        raise game.errors[0]
    start = game.start()
    everyone = Seats(dict.fromkeys(Color, HUMAN))
    table = Table(start.variant, everyone, start.fen(), game.moves[:MOST_PLIES])
    table.annotate(tags(game), game.comments)
    lines, errors = read_variations(game, "PGN")
    for line in lines:
        table.keep(line, table.with_line(line))
    return Loaded(table, (*game.remarks, *map(str, (*game.errors, *errors))))


def mail(table: Table) -> str:
    """Return a game as a text to mail: how it stands and how to go on, and then its PGN."""
    turns, turn = table.turns, table.position.turn
    last = f" after {turns[-1].shown['number']}. {turns[-1].shown['text']}" if turns else ""
    stands = table.ending or (f"{turn.label} to move." if turn else "Both sides choose.")
    return (
        f"{table.variant.title}{last}: {stands}\n"
        f"To go on, copy this text into Amalthea: Load and save, Load PGN.\n\n{table_pgn(table)}"
    )


def from_mail(text: str) -> str:
    """Return a PGN text without what a mail adds: lines before its tags, marks of quotation."""
    lines = [_QUOTED.sub("", line) for line in text.splitlines()]
    first = next((at for at, line in enumerate(lines) if line.startswith("[")), 0)
    return "\n".join(lines[first:])


def _title(game: PgnGame) -> str:
    """Return a game's players, result, event and date, as far as they are known."""
    players = f"{game.tags.get('White', '?')} \u2013 {game.tags.get('Black', '?')}"
    others = (game.tags.get(name, "") for name in ("Event", "Date"))
    return ", ".join(
        [f"{players} {game.result}", *(each for each in others if each not in _UNKNOWN)]
    )


def tags(game: PgnGame) -> dict[str, Any]:
    """Return the tags that a page shows."""
    return {
        name: game.tags[name] for name in _SHOWN_TAGS if game.tags.get(name, "") not in _UNKNOWN
    }
