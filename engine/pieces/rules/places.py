"""Regions of the board in words. Ranks are counted as each side counts them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product

from amalthea.engine.core import english
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant

ANYWHERE = "anywhere"
_OR = " (White) or "  # between the parts of a region of White and of Black


def place(variant: PiecesVariant, region: Region) -> str:
    """Return a region without its preposition: "ranks 6 to 8", "d1-f3 (White) or d8-f10 (Black)".

    A region of every rank is ANYWHERE; of a region that only one side has, that side's part is
    named (see `owner`).
    """
    white = list(region.white)
    if region.black is None:
        black = [_mirrored(variant, part) for part in white]
    elif set(region.black) == set(white):
        ranks = [part for part in white if part.startswith("*")]
        words = _in_words(variant, white)
        counted = ranks and words != ANYWHERE
        return f"{words} (counted from White's side)" if counted else words
    else:
        black = [_own_rank(variant, part) for part in region.black]
    if set(white) == set(black):
        return _in_words(variant, white)
    if not white or not black:
        return _in_words(variant, white or black)
    return f"{_in_words(variant, white)}{_OR}{_in_words(variant, black)} (Black)"


def owner(region: Region) -> str:
    """Return the side that alone has the region, "" where both have a part."""
    if region.black is None or bool(region.white) == bool(region.black):
        return ""
    return "White" if region.white else "Black"


def on(variant: PiecesVariant, region: Region) -> str:
    """Return a region with its preposition: "on ranks 6 to 8", "anywhere".

    Where one side may go anywhere: "anywhere (White) or on rank 4 (Black)".
    """
    words = place(variant, region)
    if ANYWHERE not in words:
        return f"on {words}"
    sides = words.split(_OR)
    return _OR.join(side if side.startswith(ANYWHERE) else f"on {side}" for side in sides)


def goal(variant: PiecesVariant, region: Region) -> str:
    """Return a region as the object of "reach": "rank 6 or beyond" for the last three ranks."""
    words = place(variant, region)
    return re.sub(rf"ranks ([0-9]+) to {variant.ranks}\b", r"rank \1 or beyond", words)


def zone(variant: PiecesVariant, region: Region) -> str:
    """Return a region as the object of "move into" and "move out of": "ranks 5 and 6"."""
    return re.sub(r"rank ([0-9]+) or ([0-9]+)", r"ranks \1 and \2", place(variant, region))


def _in_words(variant: PiecesVariant, parts: Sequence[str]) -> str:
    """Return ranks first, then files, then squares, a filled rectangle by its corners."""
    ranks = sorted(int(part[1:]) for part in parts if part.startswith("*"))
    if len(ranks) == variant.ranks:
        return ANYWHERE
    files = [f"file {part[0]}" for part in parts if part.endswith("*")]
    squares = [part for part in parts if "*" not in part]
    return english.either([*_ranks(ranks), *files, *_squares(squares)])


def _ranks(ranks: Sequence[int]) -> Iterator[str]:
    runs = list(_runs(ranks))
    if runs == [ranks] and len(ranks) > 2:
        yield f"ranks {ranks[0]} to {ranks[-1]}"
    else:
        yield from (f"rank {rank}" if at == 0 else str(rank) for at, rank in enumerate(ranks))


def _runs(ranks: Iterable[int]) -> Iterator[list[int]]:
    run: list[int] = []
    for rank in ranks:
        if run and rank != run[-1] + 1:
            yield run
            run = []
        run.append(rank)
    if run:
        yield run


def _squares(squares: Sequence[str]) -> Sequence[str]:
    files = sorted({square[0] for square in squares})
    ranks = sorted({int(square[1:]) for square in squares})
    filled = {f"{file}{rank}" for file, rank in product(files, ranks)} == set(squares)
    if len(squares) > 4 and filled and len(list(_runs(ranks))) == 1 and _are_adjacent(files):
        return [f"{files[0]}{ranks[0]}-{files[-1]}{ranks[-1]}"]
    return squares


def _are_adjacent(files: Sequence[str]) -> bool:
    return ord(files[-1]) - ord(files[0]) == len(files) - 1


def _mirrored(variant: PiecesVariant, part: str) -> str:
    """Return a square on the other side of the board; ranks and files are each side's own."""
    return part if "*" in part else f"{part[0]}{variant.ranks + 1 - int(part[1:])}"


def _own_rank(variant: PiecesVariant, part: str) -> str:
    """Return a rank as Black counts it."""
    return f"*{variant.ranks + 1 - int(part[1:])}" if part.startswith("*") else part
