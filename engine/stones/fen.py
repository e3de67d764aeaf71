"""FEN and text diagram of games in which all pieces are stones of one sort.

Squares are counted from 0 at the corner of the board, whatever its label.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from amalthea.engine.core import fen as fields
from amalthea.engine.core.variant import Square
from amalthea.engine.errors import FenError
from amalthea.engine.stones.variant import StoneVariant
from amalthea.engine.text import counted

_CELL = re.compile(r"[0-9]+|.")
_DRAWN = {"w": "O", "b": "#", None: "."}


@dataclass(frozen=True, slots=True)
class StoneSetup:
    """A position as given by its FEN.

    colours: "w" or "b" for each occupied square.
    side: the side to move.
    remarks: corrections made while reading it, a sentence each.
    """

    colours: dict[Square, str]
    side: str
    halfmove: int
    fullmove: int
    remarks: tuple[str, ...] = ()


def read(text: str, variant: StoneVariant) -> StoneSetup:
    """Return the position of a FEN. Raises FenError, which says what is wrong and where."""
    given = fields.split(text)
    colours = _read_placement(given.placement, variant)
    fields.check_side(given.side)
    for name, field in (("rights", given.rights), ("target", given.target)):
        if field != "-":
            raise FenError(f"{name} {field!r} in {variant.name}, which has none")
    return StoneSetup(colours, given.side, given.halfmove, given.fullmove, given.remarks)


def stones_at_start(variant: StoneVariant) -> int:
    """Return the number of stones of a new game, at least 1."""
    return max(1, len(read(variant.start, variant).colours))


def letters(variant: StoneVariant) -> dict[str, str]:
    """Return the letter of a stone by its side, White first."""
    return {"w": variant.letter, "b": variant.letter.lower()}


def read_scene(text: str, variant: StoneVariant) -> dict[Square, str]:
    """Return the letter on each occupied square from a FEN's placement alone. Raises FenError."""
    placement = fields.split(text).placement
    signs = letters(variant)
    return {at: signs[colour] for at, colour in _read_placement(placement, variant).items()}


def write(stones: StoneSetup, variant: StoneVariant) -> str:
    """Return the FEN of a position."""
    signs = letters(variant)
    cells = {at: signs[colour] for at, colour in stones.colours.items()}
    placement = fields.write_placement(cells, variant.files, variant.ranks)
    return f"{placement} {stones.side} - - {stones.halfmove} {stones.fullmove}"


def flip(stones: StoneSetup, variant: StoneVariant) -> StoneSetup:
    """Return the position with colours exchanged and the board mirrored by rank."""
    other = {"w": "b", "b": "w"}
    return StoneSetup(
        {
            (file, variant.ranks - 1 - rank): other[colour]
            for (file, rank), colour in stones.colours.items()
        },
        other[stones.side],
        stones.halfmove,
        stones.fullmove,
    )


def draw(stones: StoneSetup, variant: StoneVariant) -> str:
    """Return a labelled diagram of the board for a person."""
    first = ord("a") + variant.first_label
    files = " ".join(chr(first + file) for file in range(variant.files))
    lines = [f"    {files}"]
    for rank in reversed(range(variant.ranks)):
        cells = " ".join(_DRAWN[stones.colours.get((file, rank))] for file in range(variant.files))
        label = rank + 1 + variant.first_label
        lines.append(f"{label:>3} {cells} {label}")
    lines += [f"    {files}", f"    White {_DRAWN['w']}   Black {_DRAWN['b']}"]
    return "\n".join(lines)


def _read_placement(text: str, variant: StoneVariant) -> dict[Square, str]:
    rows = fields.split_placement(text, variant.ranks)
    return {
        (file, rank): colour
        for rank, row in zip(reversed(range(variant.ranks)), rows, strict=True)
        for file, colour in _read_row(row, rank, variant).items()
    }


def _read_row(row: str, rank: int, variant: StoneVariant) -> dict[int, str]:
    colours = {variant.letter: "w", variant.letter.lower(): "b"}
    stones: dict[int, str] = {}
    label = rank + 1 + variant.first_label
    file = 0
    for cell in _CELL.findall(row):
        if cell in colours:
            stones[file] = colours[cell]
            file += 1
        elif cell.isascii() and cell.isdigit() and not cell.startswith("0"):
            file += min(int(cell[:3]), variant.files + 1)
        else:
            raise FenError(f"rank {label} {row!r}: {cell!r} is neither a stone nor a number")
    if file != variant.files:
        given = counted(file, "square")
        raise FenError(f"rank {label} {row!r} has {given}, expected {variant.files}")
    return stones
