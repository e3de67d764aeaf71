"""Random positions of Troop Chess that meet the rare rules often."""

from __future__ import annotations

import random

from helpers.games import RULES
from helpers.random_walks import Setting, Settings, from_start
from reference import TroopPosition
from reference.common import (
    Displacement,
    Square,
    difference,
    king_distance,
    opponent,
    shifted,
)
from reference.formations import Formation
from reference.troop import board, placed

DENSITIES = (0.03, 0.1, 0.2, 0.3, 0.5)  # of the stones of one colour among the squares
WALLS = (0.8, 0.95, 1.0)  # of the enemy's stones around a group in a corner
NEAR = 4  # squares at most from one formation to the next
ATTEMPTS = 20  # to find room for a formation
LAST_PLIES = 6  # before the game stalls

Cells = dict[Square, str]  # colours of the stones


def rules_of(game: str) -> type[TroopPosition]:
    rules = RULES[game]
    assert issubclass(rules, TroopPosition), f"{game} has no formations"
    return rules


def squares_of(game: str) -> list[Square]:
    return sorted(board(RULES[game].FILES, RULES[game].RANKS))


def position_of(game: str, cells: Cells, turn: str, halfmove: int = 0) -> TroopPosition:
    stones = {
        colour: frozenset(cell for cell, stone in cells.items() if stone == colour)
        for colour in "wb"
    }
    return rules_of(game)(stones, turn, halfmove, 1 + halfmove // 2)


def fen_of(rng: random.Random, game: str, cells: Cells, halfmove: int = 0) -> str:
    return position_of(game, cells, rng.choice("wb"), halfmove).fen()


def neighbourhood(game: str, middle: Square, distance: int) -> list[Square]:
    return [square for square in squares_of(game) if king_distance(square, middle) <= distance]


# What a board is made of.


def put_formation(
    rng: random.Random, game: str, cells: Cells, colour: str, squares: list[Square]
) -> None:
    """Put one more formation, if there is room, its first head on one of these squares."""
    taken = {cell for cell, stone in cells.items() if stone != colour}
    on_board = board(RULES[game].FILES, RULES[game].RANKS)
    patterns = list(rules_of(game).RULES.patterns.values())
    for _ in range(ATTEMPTS):
        stones = placed(rng.choice(patterns).stones, rng.choice(squares))
        if stones <= on_board and stones.isdisjoint(taken):
            cells.update(dict.fromkeys(stones, colour))
            return


def scatter(rng: random.Random, game: str, cells: Cells) -> None:
    """Put single stones all over the board, few or many."""
    chances = {colour: rng.choice(DENSITIES) for colour in "wb"}
    for square in squares_of(game):
        for colour, chance in chances.items():
            if square not in cells and rng.random() < chance:
                cells[square] = colour


def limit(game: str) -> int:
    return rules_of(game).RULES.no_capture_plies


# Settings.


def crowd(rng: random.Random, game: str) -> str:
    """Return a FEN with stones of both sides, few or many, all over the board."""
    cells: Cells = {}
    scatter(rng, game, cells)
    return fen_of(rng, game, cells)


def contact(rng: random.Random, game: str) -> str:
    """Return a FEN with formations of both sides close together."""
    cells: Cells = {}
    middle = rng.choice(squares_of(game))
    close = neighbourhood(game, middle, NEAR)
    for colour in "wb":
        for _ in range(rng.randint(1, 5)):
            put_formation(rng, game, cells, colour, close)
    return fen_of(rng, game, cells)


def head_on(rng: random.Random, game: str) -> str:
    """Return a FEN with a formation before the front of another, their leading stones ahead."""
    cells: Cells = {}
    patterns = rules_of(game).RULES.patterns.values()
    first = rng.choice([each for each in patterns if each.hard])
    head = rng.choice(sorted(first.heads))
    origin = rng.choice(squares_of(game))
    met = shifted(shifted(origin, head.stone), head.facing, rng.choice((1, 1, 2)))
    opposed = [(each, stone) for each in patterns for stone in leaders_against(each, head.facing)]
    second, stone = rng.choice(opposed)
    blocks = placed(first.stones, origin), placed(second.stones, difference(met, stone))
    for colour, block in zip(rng.sample("wb", 2), blocks, strict=True):
        free = block & board(RULES[game].FILES, RULES[game].RANKS) - set(cells)
        cells.update(dict.fromkeys(sorted(free), colour))
    close = neighbourhood(game, met, NEAR) or squares_of(game)  # it may be far outside the board
    for colour in "wb":
        for _ in range(rng.randint(0, 2)):
            put_formation(rng, game, cells, colour, close)
    return fen_of(rng, game, cells)


def leaders_against(pattern: Formation, facing: Displacement) -> list[Displacement]:
    """Return the hard leading stones that face straight against a direction."""
    return sorted(pattern.leaders((-facing[0], -facing[1])))


def few(rng: random.Random, game: str) -> str:
    """Return a FEN with a formation or none of each side and a few stones: perhaps the end."""
    cells: Cells = {}
    middle = rng.choice(squares_of(game))
    close = neighbourhood(game, middle, 2)
    for colour in "wb":
        if rng.random() < 0.85:
            put_formation(rng, game, cells, colour, close)
    free = [square for square in squares_of(game) if square not in cells]
    for square in rng.sample(free, rng.randint(0, 3)):
        cells[square] = rng.choice("wb")
    return fen_of(rng, game, cells)


def cornered(rng: random.Random, game: str) -> str:
    """Return a FEN with a group to move on the edge, inside a wall of enemies: perhaps blocked."""
    cells: Cells = {}
    colour = rng.choice("wb")
    files, ranks = RULES[game].FILES, RULES[game].RANKS
    corner = rng.choice((0, files - 1)), rng.choice((0, ranks - 1))
    close = neighbourhood(game, corner, 2)
    for _ in range(rng.choice((1, 1, 2))):
        put_formation(rng, game, cells, colour, close)
    density = rng.choice(WALLS)
    group = list(cells)
    for square in squares_of(game):
        near = any(king_distance(square, stone) <= NEAR for stone in group)
        if square not in cells and near and rng.random() < density:
            cells[square] = opponent(colour)
    return position_of(game, cells, colour).fen()


def to_and_fro(rng: random.Random, game: str) -> str:
    """Return a FEN with a formation of each side, which can go to and fro, and a few stones."""
    cells: Cells = {}
    for colour in "wb":
        put_formation(rng, game, cells, colour, squares_of(game))
    free = [square for square in squares_of(game) if square not in cells]
    for square in rng.sample(free, rng.choice((0, 0, 1, 2))):
        cells[square] = rng.choice("wb")
    halfmove = rng.choice((0, limit(game) - rng.randint(8, 14)))
    return fen_of(rng, game, cells, halfmove)


def long_without_removal(rng: random.Random, game: str) -> str:
    """Return a FEN with a few formations shortly before the game stalls."""
    cells: Cells = {}
    for colour in "wb":
        for _ in range(rng.randint(1, 3)):
            put_formation(rng, game, cells, colour, squares_of(game))
    return fen_of(rng, game, cells, limit(game) - rng.randint(1, LAST_PLIES))


SETTINGS: Settings = (
    (Setting(from_start, plies=60, special=0.1, leap=0.0, capture=0.05), 1),
    (Setting(crowd, plies=4, special=0.2, leap=0.0), 8),
    (Setting(contact, plies=6, special=0.3, leap=0.0), 8),
    (Setting(head_on, plies=3, leap=0.0), 8),
    (Setting(few, plies=3, special=0.7, leap=0.0), 8),
    (Setting(cornered, plies=1, special=0.2, leap=0.0), 8),
    (Setting(to_and_fro, plies=12, special=0, leap=0, capture=0, retreat=0.97, quiet=0.95), 6),
    (Setting(long_without_removal, plies=8, special=0, leap=0, capture=0, quiet=0.95), 6),
)
