"""Random positions of Gess that meet the rare rules often."""

from __future__ import annotations

import random

from helpers.random_walks import Setting, Settings, from_start
from reference.common import Square, king_distance, opponent, shifted
from reference.gess import BOARD, DIRECTIONS, FOOTPRINTS, RIMS, GessPosition
from reference.stones import Stones

SQUARES = sorted(BOARD)
RING_CENTRES = [square for square in SQUARES if RIMS[square] <= BOARD]
EDGE_CENTRES = [square for square in SQUARES if square not in RING_CENTRES]
NEAR = 5  # steps at most from one ring to the next
DENSITIES = (0.02, 0.05, 0.1, 0.2, 0.5)  # of the stones of one colour among the cells
ONE_SIDED = 0.3  # chance that only one side's stones lie scattered about
NO_RING = 0.2  # chance that a side has no ring where that is wanted
STONES_OF_PIECE = (1, 1, 2, 2, 3, 5)  # to draw from

Cells = dict[Square, str]  # colours of the stones, "" where a ring must stay empty


def fen_of(rng: random.Random, cells: Cells, halfmove: int = 0) -> str:
    stones: Stones = {
        colour: frozenset(cell for cell, stone in cells.items() if stone == colour)
        for colour in "wb"
    }
    return GessPosition(stones, rng.choice("wb"), halfmove, 1 + halfmove // 2).fen()


# What a board is made of.


def put_ring(cells: Cells, centre: Square, colour: str) -> None:
    """Put a ring around a centre, over whatever lies there."""
    cells.update(dict.fromkeys(RIMS[centre], colour))
    cells[centre] = ""


def put_rings(rng: random.Random, cells: Cells, numbers: tuple[int, ...] = (1, 1, 1, 2)) -> None:
    """Put rings of both sides, in half of the cases near one another or over one another."""
    middle = rng.choice(RING_CENTRES)
    close = [centre for centre in RING_CENTRES if king_distance(centre, middle) <= NEAR]
    centres = rng.choice((close, RING_CENTRES))
    for colour in rng.sample("wb", 2):
        for _ in range(rng.choice(numbers)):
            put_ring(cells, rng.choice(centres), colour)


def put_piece(rng: random.Random, cells: Cells, centre: Square, colour: str) -> None:
    """Put a few stones of one side in one footprint, where there is room."""
    free = [cell for cell in sorted(FOOTPRINTS[centre] & BOARD) if cell not in cells]
    number = min(rng.choice(STONES_OF_PIECE), len(free))
    cells.update(dict.fromkeys(rng.sample(free, number), colour))


def put_pieces(
    rng: random.Random, cells: Cells, number: int, centres: list[Square] = SQUARES
) -> None:
    for _ in range(number):
        put_piece(rng, cells, rng.choice(centres), rng.choice("wb"))


def scatter(rng: random.Random, cells: Cells) -> None:
    """Put single stones all over the board, few or many."""
    chances = {colour: rng.choice(DENSITIES) for colour in "wb"}
    if rng.random() < ONE_SIDED:
        chances[rng.choice("wb")] = 0.0
    for square in SQUARES:
        for colour, chance in chances.items():
            if square not in cells and rng.random() < chance:
                cells[square] = colour


# Settings.


def rings_near(rng: random.Random, game: str) -> str:
    """Return a FEN with rings and a few pieces, many of them close together."""
    cells: Cells = {}
    put_rings(rng, cells)
    middle = rng.choice(list(cells))
    close = [square for square in SQUARES if king_distance(square, middle) <= NEAR]
    put_pieces(rng, cells, rng.randint(1, 6), close)
    return fen_of(rng, cells)


def at_the_edge(rng: random.Random, game: str) -> str:
    """Return a FEN with pieces on and beside the edge of the board."""
    cells: Cells = {}
    put_rings(rng, cells, (1,))
    put_pieces(rng, cells, rng.randint(2, 8), EDGE_CENTRES)
    return fen_of(rng, cells)


def crowd(rng: random.Random, game: str) -> str:
    """Return a FEN with rings among many stones, often of one side only."""
    cells: Cells = {}
    put_rings(rng, cells)
    scatter(rng, cells)
    return fen_of(rng, cells)


def broken_rings(rng: random.Random, game: str) -> str:
    """Return a FEN with rings that lack a stone: a piece near them may be about to close one."""
    cells: Cells = {}
    put_rings(rng, cells, (2, 3))
    for colour in "wb":
        stones = sorted(cell for cell, stone in cells.items() if stone == colour)
        for stone in rng.sample(stones, min(len(stones), rng.randint(1, 2))):
            direction = rng.choice(DIRECTIONS)
            away = shifted(stone, direction, rng.randint(1, 3))
            if away in BOARD and away not in cells:
                cells[away] = cells.pop(stone)
    put_pieces(rng, cells, rng.randint(0, 4))
    return fen_of(rng, cells)


def neighbouring_rings(rng: random.Random, game: str) -> str:
    """Return a FEN with rings of both sides side by side, so that one move may break both."""
    cells: Cells = {}
    first, colour = rng.choice(RING_CENTRES), rng.choice("wb")
    put_ring(cells, first, colour)
    for direction in rng.sample(DIRECTIONS, rng.randint(1, 2)):
        second = shifted(first, direction, rng.choice((3, 3, 4)))
        if second in RING_CENTRES:
            put_ring(cells, second, opponent(colour))
    put_pieces(rng, cells, rng.randint(1, 6))
    return fen_of(rng, cells)


def perhaps_over(rng: random.Random, game: str) -> str:
    """Return a FEN with a ring of each side, of one or of none: the game may be over already."""
    cells: Cells = {}
    for colour in "wb":
        if rng.random() >= NO_RING:
            put_ring(cells, rng.choice(RING_CENTRES), colour)
    put_pieces(rng, cells, rng.randint(0, 6))
    return fen_of(rng, cells)


def to_and_fro(rng: random.Random, game: str) -> str:
    """Return a FEN with a ring and a full footprint of each side, which can go to and fro."""
    cells: Cells = {}
    put_rings(rng, cells, (1,))
    for colour in "wb":
        free = [centre for centre in RING_CENTRES if FOOTPRINTS[centre].isdisjoint(cells)]
        cells.update(dict.fromkeys(FOOTPRINTS[rng.choice(free)], colour))
    return fen_of(rng, cells, halfmove=rng.choice((0, rng.randint(80, 92))))


def long_without_removal(rng: random.Random, game: str) -> str:
    """Return a FEN with a few pieces shortly before 100 plies without a stone removed."""
    cells: Cells = {}
    put_rings(rng, cells, (1,))
    put_pieces(rng, cells, rng.randint(1, 5))
    return fen_of(rng, cells, halfmove=rng.randint(94, 99))


SETTINGS: Settings = (
    (Setting(from_start, plies=60, special=0.02, leap=0.0, capture=0.05, quiet=0.95), 2),
    (Setting(rings_near, plies=6, leap=0.0, quiet=0.5), 10),
    (Setting(at_the_edge, plies=8, special=0.2, leap=0.0, quiet=0.8), 4),
    (Setting(crowd, plies=4, leap=0.0, quiet=0.5), 8),
    (Setting(broken_rings, plies=4, special=0.2, leap=0.0, quiet=0.6), 6),
    (Setting(neighbouring_rings, plies=2, leap=0.0), 6),
    (Setting(perhaps_over, plies=2, leap=0.0), 6),
    (Setting(to_and_fro, plies=12, special=0, leap=0, capture=0, retreat=0.97, quiet=0.9), 6),
    (Setting(long_without_removal, plies=8, special=0, leap=0, capture=0, quiet=0.95), 6),
)
