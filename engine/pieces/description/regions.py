"""Regions of the board that rules name, such as promotion zones and goals."""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.core.variant import Square, parse_square

_RANK = re.compile(r"\*([1-9][0-9]?)", re.ASCII)
_FILE = re.compile(r"([a-t])\*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Region:
    """Squares ("e4"), whole ranks ("*8") and whole files ("e*") of the board.

    black: Black's part; by default White's part mirrored by rank.
    """

    white: tuple[str, ...]
    black: tuple[str, ...] | None = None

    def squares(self, colour: int, files: int, ranks: int) -> frozenset[Square]:
        """Return White's (0) or Black's (1) squares, as far as they are on the board."""
        mirrored = bool(colour) and self.black is None
        parts = self.black if colour and self.black is not None else self.white
        return frozenset(
            (file, ranks - 1 - rank if mirrored else rank)
            for part in parts
            for file, rank in _squares(part, files, ranks)
            if file < files and rank < ranks
        )

    def value(self) -> dict[str, list[str]]:
        """Return the region as a value for a fingerprint."""
        black = {} if self.black is None else {"black": list(self.black)}
        return {"white": list(self.white), **black}

    def error(self, files: int, ranks: int) -> str | None:
        """Return a message if the region does not fit such a board, None if it does."""
        for part in (*self.white, *(self.black or ())):
            if not any(
                file < files and rank < ranks for file, rank in _squares(part, files, ranks)
            ):
                return f"no square, rank or file {part!r}"
        return None


def zone_of(place: int | Region) -> Region:
    """Return a place as a region; a number is a rank, counted from its side's edge of the board."""
    return Region((f"*{place}",)) if isinstance(place, int) else place


def value_of(place: int | Region | None) -> object:
    """Return a rank or a region as a value for a fingerprint."""
    return place.value() if isinstance(place, Region) else place


def _squares(part: str, files: int, ranks: int) -> list[Square]:
    if whole := _RANK.fullmatch(part):
        return [(file, int(whole[1]) - 1) for file in range(files)]
    if whole := _FILE.fullmatch(part):
        return [(ord(whole[1]) - ord("a"), rank) for rank in range(ranks)]
    square = parse_square(part)
    return [square] if square else []
