"""The fields that FEN has in every kind of game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from amalthea.engine.core.variant import Square
from amalthea.engine.errors import FenError, clip, number_of

_FIELDS = 6
_FIELDS_EXPECTED = 4  # the two numbers are often left out
MAX_COUNTER = 9999  # halfmove and fullmove numbers beyond this are taken for a mistake


def split(text: str, side: str = "w") -> tuple[list[str], tuple[str, ...]]:
    """The six fields of a FEN, and a remark where more than the two numbers had to be filled in.

    side: whose move it is when the FEN does not say. No rights and no target stand in for those
    that are left out, as python-chess has it. Raises FenError.
    """
    given = text.split()
    if not 1 <= len(given) <= _FIELDS:
        raise FenError(
            f"FEN {text!r} has {number_of(len(given), 'field')}, expected"
            " placement [side [rights [target [halfmove [fullmove]]]]]"
        )
    missing = (side, "-", "-", "0", "1")[len(given) - 1 :]
    if len(given) >= _FIELDS_EXPECTED:
        return [*given, *missing], ()
    remark = f"the FEN ends after {clip(given[-1])}, the rest is taken to be '{' '.join(missing)}'"
    return [*given, *missing], (remark,)


def check_side(side: str) -> None:
    """Refuses what is no side to move."""
    if side not in ("w", "b"):
        raise FenError(f"side to move {side!r} is neither 'w' nor 'b'")


def read_counters(halfmove: str, fullmove: str) -> tuple[int, int]:
    """The halfmove clock and the fullmove number."""
    return _read_counter(halfmove, "halfmove clock"), max(
        1, _read_counter(fullmove, "fullmove number")
    )


def split_placement(text: str, ranks: int) -> list[str]:
    """The ranks of the first field, from the top down. Raises FenError for another number."""
    rows = text.split("/")
    if len(rows) != ranks:
        raise FenError(f"placement {text!r} has {number_of(len(rows), 'rank')}, expected {ranks}")
    return rows


def write_placement(cells: Mapping[Square, str], files: int, ranks: int) -> str:
    """The first field: what each cell shows, from the top rank down."""
    rows = ([cells.get((file, rank)) for file in range(files)] for rank in reversed(range(ranks)))
    return "/".join(map(write_rank, rows))


def write_rank(row: list[str | None]) -> str:
    """One rank of a placement; None is an empty cell."""
    text = ""
    empty = 0
    for letter in [*row, ""]:
        if letter is None:
            empty += 1
            continue
        text += (str(empty) if empty else "") + letter
        empty = 0
    return text


def _read_counter(text: str, name: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII):
        raise FenError(f"{name} {text!r} is not a number from 0 to {MAX_COUNTER}")
    return int(text)
