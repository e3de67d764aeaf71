"""Glinski's hexagonal chess, against a generator of moves on hexagons, without any squares.

Cells have their published names here: files a to l without j, the ranks of a file from 1. The file
of a game has a skewed board of squares: only `square_of` knows how the two go together.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from amalthea import new_position

if TYPE_CHECKING:
    from helpers.sample import Sample

Cell = tuple[int, int]  # columns to the right of the middle one, half cells above the middle

FILES = "abcdefghikl"
EDGES = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # clockwise, from straight up
CORNERS = tuple(
    (x + EDGES[(at + 1) % 6][0], y + EDGES[(at + 1) % 6][1]) for at, (x, y) in enumerate(EDGES)
)
LEAPS = tuple(  # two cells through an edge, then one through an edge next to it
    (2 * x + EDGES[(at + turn) % 6][0], 2 * y + EDGES[(at + turn) % 6][1])
    for at, (x, y) in enumerate(EDGES)
    for turn in (1, -1)
)
SLIDES = {"R": EDGES, "B": CORNERS, "Q": (*EDGES, *CORNERS)}
STEPS = {"K": (*EDGES, *CORNERS), "N": LEAPS}
START = {
    "K": "g1",
    "Q": "e1",
    "R": "c1 i1",
    "B": "f1 f2 f3",
    "N": "d1 h1",
    "P": "b1 c2 d3 e4 f5 g4 h3 i2 k1",
}


def height(file: int) -> int:
    """Return the number of cells of a file."""
    return 11 - abs(file - 5)


def cell(name: str) -> Cell:
    file = FILES.index(name[0])
    return file - 5, 2 * int(name[1:]) - height(file) - 1


CELLS = {cell(f"{file}{rank + 1}") for at, file in enumerate(FILES) for rank in range(height(at))}


def square_of(at: Cell) -> str:
    """Return the square that our file of the game has for a cell."""
    x, y = at
    rank = (y + height(x + 5) + 1) // 2
    return f"{'abcdefghijk'[x + 5]}{rank + max(0, x)}"


@dataclass(frozen=True)
class Hexagons:
    """A position. board: White's pieces in upper case. passed: the cell that can be captured on."""

    board: dict[Cell, str]
    white: bool = True
    passed: Cell | None = None

    @classmethod
    def start(cls) -> Hexagons:
        white = {cell(name): piece for piece, names in START.items() for name in names.split()}
        black = {mirrored(at): piece.lower() for at, piece in white.items()}
        return cls(white | black)

    def is_own(self, at: Cell) -> bool:
        return at in self.board and self.board[at].isupper() == self.white

    def pseudo_legal(self) -> Iterator[tuple[Cell, Cell]]:
        """Yield moves, not minding whether the king is safe; promotions without their pieces."""
        for at, piece in list(self.board.items()):
            if self.is_own(at):
                kind = piece.upper()
                goals = self.pawn_goals(at) if kind == "P" else self.goals(kind, at)
                yield from ((at, goal) for goal in goals if not self.is_own(goal))

    def goals(self, kind: str, at: Cell) -> Iterator[Cell]:
        for x, y in STEPS.get(kind, ()):
            if (at[0] + x, at[1] + y) in CELLS:
                yield at[0] + x, at[1] + y
        for x, y in SLIDES.get(kind, ()):
            goal = at[0] + x, at[1] + y
            while goal in CELLS:
                yield goal
                if goal in self.board:
                    break
                goal = goal[0] + x, goal[1] + y

    def pawn_goals(self, at: Cell) -> Iterator[Cell]:
        up = 1 if self.white else -1
        one, two = (at[0], at[1] + 2 * up), (at[0], at[1] + 4 * up)
        if one in CELLS and one not in self.board:
            yield one
            homes = {cell(name) for name in START["P"].split()}
            if (at if self.white else mirrored(at)) in homes and two not in self.board:
                yield two
        for side in (-1, 1):
            goal = at[0] + side, at[1] + up
            if goal in self.board or (goal == self.passed and goal in CELLS):
                yield goal

    def after(self, move: tuple[Cell, Cell], promoted: str = "") -> Hexagons:
        (origin, goal), board = move, dict(self.board)
        piece = board.pop(origin)
        is_pawn = piece.upper() == "P"
        up = 2 if self.white else -2
        if is_pawn and goal == self.passed:
            del board[goal[0], goal[1] - up]
        board[goal] = promoted or piece
        passed = (goal[0], goal[1] - up) if is_pawn and goal[1] - origin[1] == 2 * up else None
        return Hexagons(board, not self.white, passed)

    def attacks_king(self) -> bool:
        """Return True if the side to move could capture a king."""
        return any(self.board.get(goal, "").upper() == "K" for _, goal in self.pseudo_legal())

    def is_check(self) -> bool:
        return replace(self, white=not self.white, passed=None).attacks_king()

    def legal(self) -> dict[str, Hexagons]:
        """Return the position after each legal move, by its text on squares."""
        found = {}
        for origin, goal in self.pseudo_legal():
            text = square_of(origin) + square_of(goal)
            up = 2 if self.white else -2
            is_last = self.board[origin].upper() == "P" and (goal[0], goal[1] + up) not in CELLS
            for promoted in "qrbn" if is_last else " ":
                form = promoted.upper() if self.white else promoted
                after = self.after((origin, goal), form.strip())
                if not after.attacks_king():
                    found[text + promoted.strip()] = after
        return found


def mirrored(at: Cell) -> Cell:
    """Return the cell of Black's that is opposite to one of White's: same file, other end."""
    return at[0], -at[1]


def test_the_board_has_ninety_one_cells_and_the_published_array() -> None:
    assert len(CELLS) == 91
    position = new_position("glinski")
    assert len(Hexagons.start().board) == 36
    assert sorted(position.legal_moves()) == sorted(Hexagons.start().legal())
    children = Hexagons.start().legal().values()
    assert (position.perft(1), position.perft(2)) == (
        51,
        sum(len(each.legal()) for each in children),
    )


@pytest.mark.parametrize("seed", range(2))
def test_random_games_go_as_on_hexagons(seed: int, sample: Sample) -> None:
    rng = random.Random(seed)
    for _ in range(sample(1, 20)):
        ours, hexagons = new_position("glinski"), Hexagons.start()
        for _ in range(sample(60, 300)):
            legal = hexagons.legal()
            assert sorted(ours.legal_moves()) == sorted(legal)
            assert ours.in_check() == hexagons.is_check()
            if ours.status().state != "ongoing":
                assert ours.status().reason != "checkmate" or not legal
                break
            move = rng.choice(sorted(legal))
            ours.play(move)
            hexagons = legal[move]


def test_a_pawn_that_captures_onto_a_home_cell_keeps_its_double_step() -> None:
    fen = "*****k5/****7/***8/**9/*10/11/5p4*/4P4**/8***/7****/1K4***** w - - 0 1"
    position = new_position("glinski", fen)
    position.play("e4f5")
    position.play("f11f10")
    assert {"f5f6", "f5f7"} <= set(position.legal_moves())


def test_a_pawn_that_passes_an_enemy_pawn_is_captured() -> None:
    fen = "*****k5/****7/***8/**9/*5p4/11/5P4*/9**/8***/7****/1K4***** w - - 0 1"
    position = new_position("glinski", fen)
    position.play("f5f7")
    assert "g7f6" in position.legal_moves()
    position.play("g7f6")
    assert "P" not in position.fen()
