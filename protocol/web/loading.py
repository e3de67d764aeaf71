"""Games that pages load as PGN."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from amalthea.engine.core.color import Color
from amalthea.protocol.records.pgn import Notes, read_pgn, read_variations, title_of
from amalthea.protocol.web.messages import Message
from amalthea.protocol.web.table import HUMAN, MOST_PLIES, Seats, Table, TableError
from amalthea.protocol.web.table_pgn import table_pgn

_MOST_GAMES = 500  # of a text, among which a page may choose
_MOST_LINES = 8  # of a tag that a mail program has wrapped
_QUOTED = re.compile(r"^(?:> ?)+")
_TAG = re.compile(r"\[[A-Za-z]\w*(?:\s|$)")  # the beginning of one; its end may be lines below
_FIRST_MOVE = re.compile(r"1\.(?!\d)|\{")  # of a game without tags; no date, maybe a comment


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
        titles = (title_of(game.tags, game.result) for game in games)
        return [f"{number}. {title}" for number, title in enumerate(titles, 1)]
    game = games[message.number("number", 0, len(games) - 1) if message.has("number") else 0]
    if not game.is_readable:
        raise game.errors[0]
    start = game.start()
    everyone = Seats(dict.fromkeys(Color, HUMAN))
    table = Table(start.variant, everyone, start.fen(), game.moves[:MOST_PLIES])
    side_lines = read_variations(game, "PGN")
    table.annotate(Notes(game.known_tags, side_lines.annotations))
    for line in side_lines.lines:
        table.keep(line, table.with_line(line))
    return Loaded(table, (*game.remarks, *map(str, (*game.errors, *side_lines.errors))))


def mail(table: Table) -> str:
    """Return a game as a text to mail: its state, how to continue it, and its PGN."""
    turns, turn = table.turns, table.position.turn
    last = f" after {turns[-1].shown['number']}. {turns[-1].shown['text']}" if turns else ""
    stands = table.ending or (f"{turn.label} to move." if turn else "Both sides choose.")
    return (
        f"{table.variant.title}{last}: {stands}\n"
        f"To go on, copy this text into Amalthea: Load and save, Load PGN.\n\n{table_pgn(table)}"
    )


def from_mail(text: str) -> str:
    """Return a PGN text without what a mail adds.

    That is lines before its tags or moves, the > of quoted lines, and the breaks of wrapped tags.
    """
    lines = [_QUOTED.sub("", line) for line in text.lstrip("\ufeff").splitlines()]
    begins = (at for at, line in enumerate(lines) if _TAG.match(line) or _FIRST_MOVE.match(line))
    return "\n".join(_with_whole_tags(lines[next(begins, 0) :]))


def _with_whole_tags(lines: list[str]) -> Iterator[str]:
    """Yield lines, those of each tag as one."""
    at = 0
    while at < len(lines):
        last = at
        if _TAG.match(lines[at]):
            ends = range(at, min(at + _MOST_LINES, len(lines)))
            last = next((end for end in ends if lines[end].rstrip().endswith("]")), at)
        yield " ".join(line.strip() for line in lines[at : last + 1]) if last > at else lines[at]
        at = last + 1
