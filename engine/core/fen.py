"""The fields of a FEN that are the same in every kind of game."""

from __future__ import annotations

import re
from collections.abc import Mapping

from amalthea.engine.core.variant import Square
from amalthea.engine.errors import FenError
from amalthea.engine.text import clip, counted

_FIELDS = 6
_FIELDS_EXPECTED = 4  # many programs leave out the two numbers
MAX_COUNTER = 9999  # larger halfmove and fullmove numbers are rejected as mistakes


def split(text: str, side: str = "w") -> tuple[list[str], tuple[str, ...]]:
    """Return the six fields of a FEN and a remark if more than the two numbers were missing.

    text: a FEN with one to six fields.
    side: the side to move if the FEN does not name one.

    Missing fields are filled in as python-chess does: `-` for rights and target, `0` and `1` for
    the numbers. Raises FenError for any other number of fields.
    """
    given = text.split()
    if not 1 <= len(given) <= _FIELDS:
        raise FenError(
            f"FEN {text!r} has {counted(len(given), 'field')}, expected"
            " placement [side [rights [target [halfmove [fullmove]]]]]"
        )
    missing = (side, "-", "-", "0", "1")[len(given) - 1 :]
    if len(given) >= _FIELDS_EXPECTED:
        return [*given, *missing], ()
    remark = f"the FEN ends after {clip(given[-1])}, the rest is taken to be '{' '.join(missing)}'"
    return [*given, *missing], (remark,)


def check_side(side: str) -> None:
    """Raise FenError unless the field is `w` or `b`."""
    if side not in ("w", "b"):
        raise FenError(f"side to move {side!r} is neither 'w' nor 'b'")


def read_counters(halfmove: str, fullmove: str) -> tuple[int, int]:
    """Return the halfmove clock and the fullmove number, which is at least 1.

    Raises FenError unless both are numbers from 0 to `MAX_COUNTER`.
    """
    return _read_counter(halfmove, "halfmove clock"), max(
        1, _read_counter(fullmove, "fullmove number")
    )


def split_placement(text: str, ranks: int) -> list[str]:
    """Return the ranks of a placement field, top rank first.

    Raises FenError unless there are as many as the board has.
    """
    rows = text.split("/")
    if len(rows) != ranks:
        raise FenError(f"placement {text!r} has {counted(len(rows), 'rank')}, expected {ranks}")
    return rows


def write_placement(cells: Mapping[Square, str], files: int, ranks: int) -> str:
    """Return the placement field of a FEN.

    cells: the text in FEN of each occupied square; empty squares are absent.
    """
    rows = ([cells.get((file, rank)) for file in range(files)] for rank in reversed(range(ranks)))
    return "/".join(map(write_rank, rows))


def write_rank(row: list[str | None]) -> str:
    """Return one rank of a placement field; None stands for an empty square."""
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
    """Return the value of a counter field. Raises FenError, which calls it `name`."""
    if not re.fullmatch(r"[0-9]{1,4}", text, re.ASCII):
        raise FenError(f"{name} {text!r} is not a number from 0 to {MAX_COUNTER}")
    return int(text)
