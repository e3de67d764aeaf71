"""Moves as text: in UCI they are written as the engine has them, in its dialects otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from amalthea.engine.errors import IllegalMove
from amalthea.engine.events import BestMove, CurrentMove, Event, Info, PerftLine

_WORD = re.compile(r"[\w@+=,-]+")  # a move within a message


class MoveText:
    """Reader and writer of moves; the base class is that of UCI itself."""

    def read(self, text: str) -> str:
        """Return the move of the engine that a text stands for, whether or not it is legal.

        Raises IllegalMove for a text that is no move.
        """
        return text

    def write(self, move: str) -> str:
        """Return the text of a move of the engine."""
        return move

    def written(self, event: Event) -> Event:
        """Return an event with the text of its moves instead of the moves."""
        match event:
            case Info():
                return replace(event, pv=tuple(map(self.write, event.pv)))
            case CurrentMove() | PerftLine():
                return replace(event, move=self.write(event.move))
            case BestMove():
                texts = (each and self.write(each) for each in (event.move, event.ponder))
                return BestMove(*texts)
        return event

    @contextmanager
    def errors_of(self, texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
        """Read moves for the block of a `with` statement.

        Errors about illegal moves that are raised in it name the texts. Raises IllegalMove for a
        text that is no move.
        """
        moves = tuple(map(self.read, texts))
        try:
            yield moves
        except IllegalMove as error:
            given = dict(zip(moves, texts, strict=True))
            message = _WORD.sub(lambda found: given.get(found[0], found[0]), str(error))
            raise IllegalMove(message) from error
