"""Endgame tables of games of pieces: analysis on request, and files.

A table is named by White's pieces and Black's, each beginning with its king: "KQK".
docs/tablebases.md describes them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import FORM
from amalthea.engine.evaluation.tablebase_file import (
    Header,
    TablebaseError,
    TablebaseFile,
    values_of,
)
from amalthea.engine.pieces.compiled.compiler import tables_of
from amalthea.engine.pieces.compiled.mailbox import BLACK_CODES
from amalthea.engine.pieces.description.regions import Region, zone_of
from amalthea.engine.pieces.description.variant import special_fields
from amalthea.engine.pieces.endgames.piece_paths import PiecePaths
from amalthea.engine.pieces.endgames.prober import TableProber
from amalthea.engine.pieces.endgames.retrograde import Board, Mover, Retrograde, Successor
from amalthea.engine.pieces.rules.registry import RULES, fingerprint_of
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from amalthea.engine.evaluation.prober import Prober
    from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType, Promotion
    from amalthea.engine.pieces.moves.position import PiecesPosition

MAX_PIECES = 4
MAX_TABLES = 256  # of one game, that a search looks into
MAX_NODES = 250_000_000  # of each side to move: half a gigabyte while it is analysed
_FORM = re.compile(FORM)
_NO_PIECE = -1  # among pieces
_MAY_PROMOTE, _PROMOTES = 1, 2  # arrival codes of the analysis

# Fields of a description, of a promotion and of a piece that tables take into account, or that
# change nothing after the moves that lead to a table. A game with any other rule has no tables.
_IN_ANY_GAME = ("name", "title", "pace.", "files", "ranks", "start", "draws.", "ends.")
_HELD = frozenset(
    (
        *("pieces", "promotions", "limits", "immobility_allowed", "safe_leap"),
        *("rights", "castlings", "chess960", "insufficient.lone", "insufficient.same_shade"),
        *("placement", "placement.order", "placement.apart", "placement.first"),
        *("pawns", "pawns.letter", "pawns.first_rank", "pawns.resetting", "pawns.en_passant"),
        *(f"pawns.en_passant.{each}" for each in ("steps", "always_shown", "also", "every")),
        *(f"pawns.en_passant.{each}" for each in ("taken", "takers", "region")),
    )
)
_HELD_OF_PROMOTIONS = frozenset(("piece", "rank", "to", "optional", "on_leaving"))
_HELD_OF_PIECES = frozenset(("letter", "name", "moves", "from_rank", "royal", "author_letter"))

Codes = tuple[int, ...]  # codes: White's king, Black's, White's pieces, Black's


@dataclass(frozen=True, slots=True)
class Material:
    """White's and Black's letters, the kings' first."""

    white: tuple[str, ...]
    black: tuple[str, ...]

    @classmethod
    def read(cls, text: str, variant: PiecesVariant) -> Material:
        """Read a name like "KQK". Raises TablebaseError if the game has no such table."""
        letters = tuple(_FORM.findall(text.upper()))
        king = variant.royal
        if not king:
            raise TablebaseError(f"{variant.name} has no endgame tables: it has no king")
        if "".join(letters) != text.upper() or letters[:1] != (king,) or letters.count(king) != 2:
            raise TablebaseError(
                f"material {clip(text)}: expected White's pieces and Black's, each from {king} on"
            )
        second = letters.index(king, 1)
        material = cls(letters[:second], letters[second:])
        if not 2 < len(letters) <= MAX_PIECES:
            raise TablebaseError(f"material {clip(text)}: expected 3 to {MAX_PIECES} pieces")
        for reason in _reasons(variant, material):
            raise TablebaseError(f"material {clip(text)}: {reason}")
        return material

    def codes(self, variant: PiecesVariant) -> Codes:
        """Return the codes of all pieces."""
        code = {piece.letter: kind for kind, piece in enumerate(variant.pieces, 1)}
        white = [code[letter] for letter in self.white]
        black = [code[letter] + BLACK_CODES for letter in self.black]
        return (white[0], black[0], *white[1:], *black[1:])

    @classmethod
    def of(cls, variant: PiecesVariant, codes: Codes) -> Material:
        """Return the material of some pieces' codes."""
        letters = [variant.pieces[code % BLACK_CODES - 1].letter for code in codes]
        sides = [[letters[0]], [letters[1]]]
        for code, letter in zip(codes[2:], letters[2:], strict=True):
            sides[code // BLACK_CODES].append(letter)
        return cls(tuple(sides[0]), tuple(sides[1]))

    def sorted(self) -> Material:
        """Return the same material in canonical order."""
        white, black = (
            (side[0], *sorted(side[1:], reverse=True)) for side in (self.white, self.black)
        )
        return Material(white, black)

    def exchanged(self) -> Material:
        """Return the material with colours exchanged."""
        return Material(self.black, self.white)

    def __str__(self) -> str:
        return "".join((*self.white, *self.black))


def tables_for(
    variant: PiecesVariant,
    materials: Sequence[Material],
    on_table: Callable[[str, float], None],
) -> Iterator[tuple[Header, bytes]]:
    """Yield the table of each material, and before it those that moves lead to.

    on_table: called before each with its material and the finished share of all positions.
    Raises TablebaseError if there are too many positions, or a mate is too far away.
    """
    analyst = _Analyst(variant, [each.codes(variant) for each in materials])
    ordered = list(_with_successors(variant, materials))
    sizes = [_positions(analyst, each) for each in ordered]
    for at, material in enumerate(ordered):
        on_table(str(material), sum(sizes[:at]) / sum(sizes))
        yield _table(analyst, material)


def _with_successors(variant: PiecesVariant, materials: Sequence[Material]) -> Iterator[Material]:
    """Yield each material, and its successors before it, none of them twice."""
    made: set[Material] = set()
    for material in materials:
        for each in (*sorted(_successors(variant, material), key=str), material):
            alike = {each.sorted(), each.exchanged().sorted()}
            if each.sorted() not in made and (each is material or not alike & made):
                made.add(each.sorted())
                yield each


def _positions(analyst: _Analyst, material: Material) -> int:
    """Return the number of positions of some material with one side to move."""
    codes = analyst.order(material.codes(analyst.variant))
    return _nodes(analyst.variant, _board(analyst.variant, codes)[0], codes)


def prober_of(state: PiecesPosition, files: Iterable[TablebaseFile]) -> Prober | None:
    """Return a prober of the tables that fit, None if none does.

    Raises TablebaseError for a file that was changed after it had been checked.
    """
    rules = fingerprint_of(state.variant)
    prober = None
    for file in files:
        if file.header.rules != rules or any(_game_reasons(state.variant)):
            continue
        prober = prober or TableProber(state)
        prober.add(*_opened(state.variant, file))
    return prober


@lru_cache(maxsize=MAX_TABLES)
def _opened(variant: PiecesVariant, file: TablebaseFile) -> tuple[Codes, Board, memoryview]:
    """Return a table ready for probing. Raises TablebaseError."""
    codes = Material.read(file.header.pieces, variant).codes(variant)
    board, symmetries = _board(variant, codes)
    nodes = _nodes(variant, board, codes)
    if (symmetries, nodes) != (file.header.symmetries, file.header.nodes):
        raise TablebaseError(f"{clip(file.path)}: its positions do not match this board")
    return codes, board, values_of(file)


def _table(analyst: _Analyst, material: Material) -> tuple[Header, bytes]:
    """Return the table of some material. Raises TablebaseError."""
    variant = analyst.variant
    codes = analyst.order(material.codes(variant))
    board, symmetries = _board(variant, codes)
    nodes = _nodes(variant, board, codes)
    if nodes > MAX_NODES:
        raise TablebaseError(f"material {material}: too many positions on {variant.name}'s board")
    try:
        found = analyst.analysed(codes)
    except OverflowError as error:
        raise TablebaseError(
            f"material {material}: a mate is too long or a position has too many moves"
        ) from error
    except MemoryError as error:
        raise TablebaseError(f"material {material}: not enough memory") from error
    rules = fingerprint_of(variant)
    header = Header(
        variant.name, rules, str(Material.of(variant, codes)), symmetries, nodes, found.longest
    )
    return header, found.contents()


def _successors(variant: PiecesVariant, material: Material) -> set[Material]:
    """Return the materials that captures and promotions may lead to, directly or not.

    Bare kings are left out; White has as many pieces as Black or more.
    """
    left: set[Material] = set()
    going = [material]
    while going:
        for each in _after_a_move(variant, going.pop()):
            ahead = each if len(each.white) >= len(each.black) else each.exchanged()
            listed = ahead.sorted()
            if len(listed.white) + len(listed.black) > 2 and listed not in left:
                left.add(listed)
                going.append(listed)
    return left - {material.sorted()}


def _after_a_move(variant: PiecesVariant, material: Material) -> Iterator[Material]:
    """Yield the materials after one capture or one promotion."""
    for side in (material, material.exchanged()):
        for at, letter in enumerate(side.white[1:], 1):
            before, after = side.white[:at], side.white[at + 1 :]
            yield Material(before + after, side.black)
            for promoted in _promoted(variant, letter):
                yield Material((*before, promoted, *after), side.black)


def _promotion(variant: PiecesVariant, letter: str) -> Promotion | None:
    """Return the promotion of a piece; `_reasons` accepts at most one."""
    return next((each for each in variant.promotions if each.piece == letter), None)


def _promoted(variant: PiecesVariant, letter: str) -> tuple[str, ...]:
    promotion = _promotion(variant, letter)
    return promotion.to if promotion else ()


class _Analyst:
    """Analysis of each material of a game, once.

    named: materials whose order of pieces their tables keep.
    """

    def __init__(self, variant: PiecesVariant, named: Iterable[Codes]) -> None:
        self.variant = variant
        self._orders: dict[Codes, Codes] = {}
        self._analysed: dict[Codes, Retrograde] = {}
        for codes in named:
            self.order(codes)

    def order(self, codes: Codes) -> Codes:
        """Return the same pieces in the order in which they were listed first."""
        return self._orders.setdefault((*codes[:2], *sorted(codes[2:])), codes)

    def analysed(self, codes: Codes) -> Retrograde:
        """Return the analysis of some pieces. Raises OverflowError and MemoryError."""
        if codes not in self._analysed:
            successors = list(self._successors(codes))
            board, _ = _board(self.variant, codes)
            found = Retrograde(board, [_mover(self.variant, code) for code in codes], successors)
            found.analyse()
            self._analysed[codes] = found
        return self._analysed[codes]

    def _successors(self, codes: Codes) -> Iterator[Successor]:
        """Yield the tables, analysed, that one capture or promotion or both lead to."""
        for captured, promoting in _events(codes):
            for after in self._after(codes, promoting):
                remaining = (each for index, each in enumerate(after) if index != captured)
                rest = self.order(tuple(remaining))
                indices = _indices(after, rest, captured)
                yield Successor(self.analysed(rest), captured, promoting, indices)

    def _after(self, codes: Codes, promoting: int) -> Iterator[Codes]:
        """Yield the pieces after one of them, or none, has become each of its promoted types."""
        if promoting == _NO_PIECE:
            yield codes
            return
        for code in _promoted_codes(self.variant, codes[promoting]):
            yield (*codes[:promoting], code, *codes[promoting + 1 :])


def _events(codes: Codes) -> Iterator[tuple[int, int]]:
    """Return (captured piece, promoting piece) of the possible moves that leave more than the
    kings.
    """
    others = range(2, len(codes))
    for captured, promoting in product((_NO_PIECE, *others), repeat=2):
        if captured == promoting or (captured != _NO_PIECE and len(codes) == 3):
            continue
        both = _NO_PIECE not in (captured, promoting)
        if not both or codes[captured] // BLACK_CODES != codes[promoting] // BLACK_CODES:
            yield captured, promoting


def _promoted_codes(variant: PiecesVariant, code: int) -> list[int]:
    """Return the codes that a piece may become."""
    letters = [piece.letter for piece in variant.pieces]
    own = code // BLACK_CODES * BLACK_CODES
    promoted = _promoted(variant, letters[code - own - 1])
    return [letters.index(letter) + 1 + own for letter in promoted]


@lru_cache(maxsize=64)
def _mover(variant: PiecesVariant, code: int) -> Mover:
    """Return a piece with its paths and promotions, as the analysis needs them."""
    files, ranks = variant.files, variant.ranks
    letter, colour = variant.pieces[code % BLACK_CODES - 1].letter, code // BLACK_CODES
    arrivals, barred = bytearray(files * ranks), bytearray(files * ranks)
    promotion, pawns = _promotion(variant, letter), variant.pawns
    if promotion:
        for file, rank in promotion.zone.squares(colour, files, ranks):
            arrivals[rank * files + file] = _MAY_PROMOTE if promotion.optional else _PROMOTES
    if pawns and pawns.letter == letter:
        for cell in range(files * ranks):
            own_rank = ranks - cell // files if colour else cell // files + 1
            barred[cell] = own_rank < pawns.first_rank or arrivals[cell] == _PROMOTES
    choices = len(promotion.to) if promotion else 0
    paths = PiecePaths(tables_of(variant), code, files * ranks)
    on_leaving = bool(promotion and promotion.on_leaving)
    return Mover(paths, colour, choices, bytes(arrivals), on_leaving, bytes(barred))


def _indices(codes: Sequence[int], rest: Codes, captured: int) -> list[int]:
    """Return the index of each piece among the remaining ones, _NO_PIECE for the captured one.

    Equal pieces are interchangeable.
    """
    free = list(range(len(rest)))
    indices = []
    for piece, code in enumerate(codes):
        index = _NO_PIECE
        if piece != captured:
            index = next(each for each in free if rest[each] == code)
            free.remove(index)
        indices.append(index)
    return indices


def _board(variant: PiecesVariant, codes: Codes) -> tuple[Board, int]:
    """Return (the board with its symmetries, their number) for some pieces."""
    letters = {variant.pieces[code % BLACK_CODES - 1].letter for code in codes}
    images = tuple(_symmetries(variant, _all_forms(variant, letters)))
    return _board_of(variant.files * variant.ranks, images), len(images)


@lru_cache(maxsize=64)
def _board_of(cells: int, images: tuple[tuple[int, ...], ...]) -> Board:
    """Return one shared board for all tables with these symmetries."""
    return Board(cells, images)


def _all_forms(variant: PiecesVariant, letters: Iterable[str]) -> set[str]:
    """Return some pieces and all types that they may become."""
    forms: set[str] = set()
    going = list(letters)
    while going:
        letter = going.pop()
        if letter not in forms:
            forms.add(letter)
            going.extend(_promoted(variant, letter))
    return forms


def _nodes(variant: PiecesVariant, board: Board, codes: Codes) -> int:
    nodes: int = board.homes * (variant.files * variant.ranks) ** (len(codes) - 1)
    return nodes


def _reasons(variant: PiecesVariant, material: Material) -> Iterator[str]:
    """Yield the reasons why these pieces can have no table; the first one is enough."""
    yield from _game_reasons(variant)
    known = {piece.letter: piece for piece in variant.pieces}
    letters = (*material.white, *material.black)
    yield from (f"no piece type has the letter {each!r}" for each in letters if each not in known)
    white, black = (_all_forms(variant, side) for side in (material.white, material.black))
    for letter in sorted(white | black):
        if reason := _reason(variant, known[letter]):
            yield f"the {known[letter].name} {reason}"
    if pawns := variant.pawns:
        for taken, taker in ((white, black), (black, white)):
            if taken.intersection(pawns.passing) and taker.intersection(pawns.takers):
                yield "pieces of both sides may capture in passing"


def _game_reasons(variant: PiecesVariant) -> Iterator[str]:
    """Yield the reasons why a game can have no tables."""
    if not variant.ends.only_mate_wins:
        yield f"{variant.name} does not end by mate alone"
    special = {name for name in special_fields(variant) if not name.startswith(_IN_ANY_GAME)}
    for name in sorted(special - _HELD):
        rule = next((rule.name for rule in RULES if name in rule.fields), name)
        yield f"{variant.name} has a rule that tables do not hold: {rule.replace('_', ' ')}"


def _reason(variant: PiecesVariant, piece: PieceType) -> str:
    """Return the reason why no table can have a piece."""
    promotions = [each for each in variant.promotions if each.piece == piece.letter]
    if len(promotions) > 1:
        return "promotes in more than one way"
    if not _HELD_OF_PROMOTIONS.issuperset(
        name for each in promotions for name in special_fields(each)
    ):
        return "promotes under conditions that tables do not hold"
    if promotions and (variant.limits or not variant.immobility_allowed):
        return "may not always promote"
    if variant.hops(piece.moves):
        return "hops"
    if piece.settings or piece.second_square:
        return "turns or covers two squares"
    if piece.region:
        return "may not go everywhere"
    if special := set(special_fields(piece)) - _HELD_OF_PIECES:
        return f"has a rule that tables do not hold: {min(special).replace('_', ' ')}"
    if not all(_alike_for_both(variant, region) for region in _regions(variant, piece.letter)):
        return "has other places for Black than for White"
    return ""


def _regions(variant: PiecesVariant, letter: str) -> Iterator[Region]:
    """Return the regions in which a piece moves differently or promotes."""
    yield from map(zone_of, variant.piece(letter).from_rank)
    if promotion := _promotion(variant, letter):
        yield promotion.zone


def _alike_for_both(variant: PiecesVariant, region: Region) -> bool:
    """Return True if Black's part of a region is White's with the board mirrored."""
    files, ranks = variant.files, variant.ranks
    mirrored = {(file, ranks - 1 - rank) for file, rank in region.squares(0, files, ranks)}
    return region.squares(1, files, ranks) == mirrored


def _symmetries(variant: PiecesVariant, letters: Iterable[str]) -> Iterator[tuple[int, ...]]:
    """Return the image of every cell by each symmetry of the board that keeps all pieces' moves."""
    files, ranks = variant.files, variant.ranks
    for swap in (False, True) if files == ranks else (False,):
        for right in (1, -1):
            for up in (1, -1):
                image = tuple(
                    _cell(files, ranks, file, rank, swap, right, up)
                    for rank in range(ranks)
                    for file in range(files)
                )
                if all(
                    _keeps_moves(variant, letter, swap, right, up)
                    and _keeps_regions(variant, letter, image)
                    for letter in letters
                ):
                    yield image


def _cell(files: int, ranks: int, file: int, rank: int, swap: bool, right: int, up: int) -> int:
    if swap:
        file, rank = rank, file
    file = file if right > 0 else files - 1 - file
    rank = rank if up > 0 else ranks - 1 - rank
    return rank * files + file


def _keeps_moves(variant: PiecesVariant, letter: str, swap: bool, right: int, up: int) -> bool:
    """Return True if a piece's moves, mapped by a symmetry, are its moves on every square."""
    piece = variant.piece(letter)
    for moves in (piece.moves, *piece.from_rank.values()):
        paths = set()
        turned = set()
        for path in variant.paths(moves):
            if path.initial:
                continue
            paths.add(tuple((step.dx, step.dy, step.move, step.capture) for step in path.steps))
            steps = [
                (step.dy, step.dx, step) if swap else (step.dx, step.dy, step)
                for step in path.steps
            ]
            turned.add(tuple((right * dx, up * dy, s.move, s.capture) for dx, dy, s in steps))
        if paths != turned:
            return False
    return True


def _keeps_regions(variant: PiecesVariant, letter: str, image: Sequence[int]) -> bool:
    """Return True if a symmetry maps a piece's special regions to themselves."""
    files, ranks = variant.files, variant.ranks
    for region in _regions(variant, letter):
        cells = {rank * files + file for file, rank in region.squares(0, files, ranks)}
        if {image[cell] for cell in cells} != cells:
            return False
    return True
