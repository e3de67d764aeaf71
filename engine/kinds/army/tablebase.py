"""Endgame tables of games of pieces: what is asked for, analysed and kept in files.

A table's pieces are what White has and what Black has, each beginning with its king: "KQK". What
they are is in docs/tablebases.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.errors import AmaltheaError, clip
from engine.kinds.army.retrograde import Board, Retrograde, Ways
from engine.kinds.army.tables import tables_of

if TYPE_CHECKING:
    from engine.kinds.army.rules import ArmyVariant

MOST_MEN = 4
MOST_NODES = 250_000_000  # of each side to move: half a gigabyte while it is analysed
_BLACK = 32  # the colour bit of a piece's code
_TOKEN = re.compile(r"\+?[A-Z]")

Step = tuple[int, int]
Men = tuple[int, ...]  # codes: White's king, Black's, White's pieces, Black's


class TablebaseError(AmaltheaError):
    """A table that cannot be made or read; the message is one line."""


@dataclass(frozen=True, slots=True)
class Material:
    """White's and Black's letters, the kings' first."""

    white: tuple[str, ...]
    black: tuple[str, ...]

    @classmethod
    def read(cls, text: str, variant: ArmyVariant) -> Material:
        """ "KQK" and the like. Raises TablebaseError for what has no table in that game."""
        letters = tuple(_TOKEN.findall(text.upper()))
        king = variant.royal
        if "".join(letters) != text.upper() or letters[:1] != (king,) or letters.count(king) != 2:
            raise TablebaseError(
                f"material {clip(text)}: expected White's pieces and Black's, each from {king} on"
            )
        second = letters.index(king, 1)
        material = cls(letters[:second], letters[second:])
        if not 2 < len(letters) <= MOST_MEN:
            raise TablebaseError(f"material {clip(text)}: expected 3 to {MOST_MEN} pieces")
        for fault in _faults(variant, letters):
            raise TablebaseError(f"material {clip(text)}: {fault}")
        return material

    def men(self, variant: ArmyVariant) -> Men:
        """The codes of all men."""
        code = {piece.letter: kind for kind, piece in enumerate(variant.pieces, 1)}
        white = [code[letter] for letter in self.white]
        black = [code[letter] + _BLACK for letter in self.black]
        return (white[0], black[0], *white[1:], *black[1:])

    def __str__(self) -> str:
        return "".join((*self.white, *self.black))


def analysed(variant: ArmyVariant, material: Material) -> tuple[Retrograde, int]:
    """(every position of that material, judged; how many symmetries there are).

    Raises TablebaseError where that is too much, or a mate too far away.
    """
    men = material.men(variant)
    images = list(_symmetries(variant, men))
    cells = variant.files * variant.ranks
    board = Board(cells, images)
    if board.homes * cells ** (len(men) - 1) > MOST_NODES:
        raise TablebaseError(f"material {material}: too many positions on {variant.name}'s board")
    tables = tables_of(variant)
    ways: Callable[[int], Ways] = cache(lambda code: Ways(tables, code, cells))

    @cache
    def judged(left: Men) -> Retrograde:
        smaller = [
            judged((*left[:at], *left[at + 1 :])) if at > 1 and len(left) > 3 else None
            for at in range(len(left))
        ]
        found = Retrograde(
            board, [ways(code) for code in left], [code >= _BLACK for code in left], smaller
        )
        found.analyse()
        return found

    try:
        return judged(men), len(images)
    except OverflowError as error:
        raise TablebaseError(f"material {material}: mates too far away to be counted") from error


def _faults(variant: ArmyVariant, letters: tuple[str, ...]) -> Iterator[str]:
    """Why there is no table of these letters: the first reason is enough."""
    known = {piece.letter: piece for piece in variant.pieces}
    promoting = {promotion.piece for promotion in variant.promotions}
    if variant.blocked:
        yield "every game has other blocked squares"
    for letter in letters:
        piece = known.get(letter)
        if piece is None:
            yield f"no piece type has the letter {letter!r}"
        elif letter in promoting:
            yield f"the {piece.name} may promote"
        elif piece.settings or piece.covers or piece.from_rank:
            yield f"the {piece.name} turns, covers two squares or moves by its rank"


def _symmetries(variant: ArmyVariant, men: Men) -> Iterator[tuple[int, ...]]:
    """The image of every cell by each symmetry of the board that no piece's moves know from."""
    files, ranks = variant.files, variant.ranks
    for swap in (False, True) if files == ranks else (False,):
        for right in (1, -1):
            for up in (1, -1):
                if all(_same(variant, code, swap, right, up) for code in set(men)):
                    yield tuple(
                        _cell(files, ranks, file, rank, swap, right, up)
                        for rank in range(ranks)
                        for file in range(files)
                    )


def _cell(files: int, ranks: int, file: int, rank: int, swap: bool, right: int, up: int) -> int:
    if swap:
        file, rank = rank, file
    file = file if right > 0 else files - 1 - file
    rank = rank if up > 0 else ranks - 1 - rank
    return rank * files + file


def _same(variant: ArmyVariant, code: int, swap: bool, right: int, up: int) -> bool:
    """Whether a piece's moves, turned like that, are its moves."""
    paths = set()
    turned = set()
    for path in variant.paths(variant.pieces[code % _BLACK - 1].moves):
        if path.initial:
            continue
        paths.add(tuple((step.dx, step.dy, step.move, step.capture) for step in path.steps))
        steps = [
            (step.dy, step.dx, step) if swap else (step.dx, step.dy, step) for step in path.steps
        ]
        turned.add(tuple((right * dx, up * dy, s.move, s.capture) for dx, dy, s in steps))
    return paths == turned
