"""Exercise: a position, what is asked there, and the answers; and all exercises of a kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files as package_files
from importlib.resources.abc import Traversable
from typing import Any

from amalthea.engine import variants
from amalthea.engine.api import Position
from amalthea.engine.core.variant import Variant


@dataclass(frozen=True)
class Exercise:
    """A position with one or more moves to find.

    Attributes:
        name: unique among those of a game.
        task: what is asked.
        answers: for each move to find, all moves that are right.
        why: sentences that explain the answer, "" without any.
        line: the solution from the position on: an answer, the reply to it, and so on.
        level: the lowest skill level that finds the answer, None if it was not measured.
    """

    name: str
    game: str
    task: str
    fen: str
    answers: tuple[tuple[str, ...], ...]
    why: str = ""
    line: tuple[str, ...] = ()
    level: int | None = None

    @property
    def variant(self) -> Variant:
        """The game's rules."""
        return variants.get(self.game)

    @cached_property
    def position(self) -> Position:
        """The position; copy it to play in it."""
        return Position(self.variant, self.fen)

    def before(self, asked: int) -> Position:
        """Return the position before one of the moves to find. asked: its number, from 0."""
        return Position(self.variant, self.fen, self.line[: 2 * asked])

    @cached_property
    def hints(self) -> tuple[str, ...]:
        """For each move to find, the square from which it moves or on which it drops a piece."""
        return tuple(map(self._hint, range(len(self.answers))))

    def _hint(self, asked: int) -> str:
        move = self.before(asked).parse_move(self.line[2 * asked])
        square = move.from_square or move.to_square
        return square.name if square else ""

    def to_json(self) -> dict[str, Any]:
        """Return the values that a page needs."""
        return {
            "name": self.name,
            "task": self.task,
            "fen": self.position.fen(),
            "answers": self.answers,
            "why": self.why,
            "line": self.line,
            "level": self.level,
            "hints": self.hints,
        }


class Exercises:
    """Exercises of one kind, with a file for each game in a folder of this package.

    read: makes the exercises of a game from its name and the text of its file.
    """

    def __init__(
        self, folder: str, suffix: str, read: Callable[[str, str], tuple[Exercise, ...]]
    ) -> None:
        self._folder = package_files(__package__).joinpath(folder)
        self._suffix = suffix
        self._read = cache(read)

    def games(self) -> list[str]:
        """Return the names of the games that have exercises, in the order of all games."""
        return [name for name in variants.names() if self.has(name)]

    def has(self, game: str) -> bool:
        """Return True if a game has exercises."""
        return self._file(game).is_file()

    def of(self, game: str) -> tuple[Exercise, ...]:
        """Return the exercises of one of `games`, in their order."""
        return self._read(game, self._file(game).read_text("utf-8"))

    def _file(self, game: str) -> Traversable:
        return self._folder.joinpath(f"{game}{self._suffix}")
