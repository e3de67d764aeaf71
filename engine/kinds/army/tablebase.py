"""Endgame tables of games of pieces: what is asked for, analysed and kept in files.

A table's pieces are what White has and what Black has, each beginning with its king: "KQK". What
they are is in docs/tablebases.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TYPE_CHECKING

from engine.board.letters import FORM
from engine.errors import clip
from engine.evaluation.tablebase_file import Header, TablebaseError, TablebaseFile, values_of
from engine.kinds.army.mailbox import BLACK_CODES
from engine.kinds.army.retrograde import Board, Retrograde
from engine.kinds.army.table_prober import TableProber
from engine.kinds.army.tables import tables_of
from engine.kinds.army.values import rules_of
from engine.kinds.army.ways import Ways

if TYPE_CHECKING:
    from engine.evaluation.prober import Prober
    from engine.kinds.army.position import Army
    from engine.kinds.army.rules import ArmyVariant

MOST_MEN = 4
TABLES_MOST = 256  # of one game, that a search looks into
MOST_NODES = 250_000_000  # of each side to move: half a gigabyte while it is analysed
_FORM = re.compile(FORM)

Men = tuple[int, ...]  # codes: White's king, Black's, White's pieces, Black's


@dataclass(frozen=True, slots=True)
class Material:
    """White's and Black's letters, the kings' first."""

    white: tuple[str, ...]
    black: tuple[str, ...]

    @classmethod
    def read(cls, text: str, variant: ArmyVariant) -> Material:
        """ "KQK" and the like. Raises TablebaseError for what has no table in that game."""
        letters = tuple(_FORM.findall(text.upper()))
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
        black = [code[letter] + BLACK_CODES for letter in self.black]
        return (white[0], black[0], *white[1:], *black[1:])

    def __str__(self) -> str:
        return "".join((*self.white, *self.black))


def tables_for(
    variant: ArmyVariant, materials: Iterable[Material]
) -> Iterator[tuple[Header, bytes]]:
    """The table of each material, and before it those that captures lead to and nobody named.

    Raises TablebaseError where that is too much, or a mate too far away.
    """
    made: set[Men] = set()
    for material in materials:
        for each in (*sorted(_behind(material), key=str), material):
            if each.men(variant) not in made:
                made.add(each.men(variant))
                yield _table(variant, each)


def prober_of(army: Army, files: Iterable[TablebaseFile]) -> Prober | None:
    """Who looks positions up in those tables that fit; None where none does.

    Raises TablebaseError for a file that was changed after it had been checked.
    """
    rules = rules_of(army.variant)
    prober = None
    for file in files if army.variant.ends.only_mate_wins else ():
        if file.header.rules != rules:
            continue
        prober = prober or TableProber(army)
        prober.add(*_opened(army.variant, file))
    return prober


@lru_cache(maxsize=TABLES_MOST)
def _opened(variant: ArmyVariant, file: TablebaseFile) -> tuple[Men, Board, memoryview]:
    """A table as it is looked up. Raises TablebaseError."""
    men = Material.read(file.header.pieces, variant).men(variant)
    board, symmetries = _board(variant, men)
    nodes = _nodes(variant, board, men)
    if (symmetries, nodes) != (file.header.symmetries, file.header.nodes):
        raise TablebaseError(f"{clip(file.path)}: a table with other positions")
    return men, board, values_of(file)


def _table(variant: ArmyVariant, material: Material) -> tuple[Header, bytes]:
    """Raises TablebaseError."""
    men = material.men(variant)
    board, symmetries = _board(variant, men)
    nodes = _nodes(variant, board, men)
    if nodes > MOST_NODES:
        raise TablebaseError(f"material {material}: too many positions on {variant.name}'s board")
    try:
        found = _analysed(variant, men, board)
    except OverflowError as error:
        raise TablebaseError(f"material {material}: too long mates or too many moves") from error
    except MemoryError as error:
        raise TablebaseError(f"material {material}: not enough memory") from error
    rules = rules_of(variant)
    header = Header(variant.name, rules, str(material), symmetries, nodes, found.longest)
    return header, found.contents()


def _behind(material: Material) -> set[Material]:
    """What captures may leave of a material, kings alone apart; White has more, or as much."""
    left: set[Material] = set()
    for white, black in product(_parts(material.white), _parts(material.black)):
        if 2 < len(white) + len(black) < len(material.white) + len(material.black):
            left.add(Material(*((white, black) if len(white) >= len(black) else (black, white))))
    return left


def _parts(letters: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What may be left of a side, its king first."""
    for count in range(len(letters)):
        for others in combinations(letters[1:], count):
            yield (letters[0], *others)


def _analysed(variant: ArmyVariant, men: Men, board: Board) -> Retrograde:
    """Every position of some men, judged. Raises OverflowError and MemoryError."""
    tables = tables_of(variant)
    cells = variant.files * variant.ranks
    ways: Callable[[int], Ways] = cache(lambda code: Ways(tables, code, cells))

    @cache
    def judged(left: Men) -> Retrograde:
        smaller = [
            judged((*left[:at], *left[at + 1 :])) if at > 1 and len(left) > 3 else None
            for at in range(len(left))
        ]
        colours = [code >= BLACK_CODES for code in left]
        found = Retrograde(board, [ways(code) for code in left], colours, smaller)
        found.analyse()
        return found

    return judged(men)


def _board(variant: ArmyVariant, men: Men) -> tuple[Board, int]:
    """(the board with its symmetries, how many they are) for some men."""
    images = list(_symmetries(variant, men))
    return Board(variant.files * variant.ranks, images), len(images)


def _nodes(variant: ArmyVariant, board: Board, men: Men) -> int:
    nodes: int = board.homes * (variant.files * variant.ranks) ** (len(men) - 1)
    return nodes


def _faults(variant: ArmyVariant, letters: tuple[str, ...]) -> Iterator[str]:
    """Why there is no table of these letters: the first reason is enough."""
    known = {piece.letter: piece for piece in variant.pieces}
    promoting = {promotion.piece for promotion in variant.promotions}
    if not variant.ends.only_mate_wins:
        yield f"{variant.name} does not end by mate alone"
    if variant.blocked:
        yield "every game has other blocked squares"
    if variant.drops:
        yield "pieces are dropped"
    if variant.flying_general:
        yield "kings may not face each other"
    for letter in letters:
        piece = known.get(letter)
        if piece is None:
            yield f"no piece type has the letter {letter!r}"
        elif letter in promoting:
            yield f"the {piece.name} may promote"
        elif variant.hops(piece.moves):
            yield f"the {piece.name} hops"
        elif piece.settings or piece.covers or piece.from_rank:
            yield f"the {piece.name} turns, covers two squares or moves by its rank"
        elif piece.region:
            yield f"the {piece.name} may not go everywhere"


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
    for path in variant.paths(variant.pieces[code % BLACK_CODES - 1].moves):
        if path.initial:
            continue
        paths.add(tuple((step.dx, step.dy, step.move, step.capture) for step in path.steps))
        steps = [
            (step.dy, step.dx, step) if swap else (step.dx, step.dy, step) for step in path.steps
        ]
        turned.add(tuple((right * dx, up * dy, s.move, s.capture) for dx, dy, s in steps))
    return paths == turned
