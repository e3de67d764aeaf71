"""The ranks of a FEN that show pieces which wait behind the back ranks."""

from __future__ import annotations

import re

from reference.common import Square

LETTER = "[A-Za-z]'*"


def split_waiting(placement: str, ranks: int) -> tuple[str, dict[Square, str]]:
    """Return the board without the ranks of waiting pieces, and these pieces."""
    rows = placement.split("/")
    if len(rows) != ranks + 2:
        return placement, {}
    waiting = {
        (file, rank): letter
        for row, rank in ((rows[0], ranks - 1), (rows[-1], 0))
        for file, letter in enumerate(re.findall(rf"{LETTER}|\*", row))
        if letter != "*"
    }
    return "/".join(rows[1:-1]), waiting


def with_waiting(rows: list[str], waiting: dict[Square, str], files: int) -> list[str]:
    """Return the ranks of a board, with those of waiting pieces if there are any."""
    if not waiting:
        return rows
    top, bottom = (
        "".join(waiting.get((file, rank), "*") for file in range(files))
        for rank in (len(rows) - 1, 0)
    )
    return [top, *rows, bottom]
