"""A draft of a game: the settings of a section that several rules look up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import NamedTuple, NoReturn, TypeVar

from amalthea.engine.core.letters import FORM, LETTER, without_synonyms
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import MAX_FILES, MAX_RANKS
from amalthea.engine.pieces.reading.piece_keys import KING
from amalthea.engine.pieces.reading.settings import Piece, Settings
from amalthea.engine.text import clip, counted

T = TypeVar("T")
R = TypeVar("R")

_CELL = re.compile(rf"[0-9]+|{FORM}|\+?.", re.ASCII)
_HELD = rf"{LETTER}|."
_SYNONYM = rf"(?P<piece>{LETTER}):(?P<other>{LETTER})"
_CHECKS = re.compile(r"[0-9]{1,2}\+[0-9]{1,2}", re.ASCII)
_EMPTY_POCKET = re.compile(r"(\[-?\]|/-)$")


class Start(NamedTuple):
    """The fields of the first position's FEN, with defaults for missing ones.

    counters: both numbers, in one text. checks: the checks that each side has to give, like "3+3",
    or "".
    """

    placement: str
    side: str
    rights: str
    target: str
    counters: str
    checks: str = ""


class Draft:
    """Board, pieces and first position of one section.

    Each part is read when it is asked for, and raises VariantError if it needs a key that is wrong.
    So all parts that depend on a wrong key have the same error, and all others are still read.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.errors: list[VariantError] = []

    def each(self, read: Callable[[T], R], values: Iterable[T]) -> list[R]:
        """Call a function for every value and return its results.

        Raises the last VariantError that it has raised; those before it are kept in `errors`.
        """
        found: list[R] = []
        errors: list[VariantError] = []
        for value in values:
            try:
                found.append(read(value))
            except VariantError as error:
                errors.append(error)
        if errors:
            self.errors += errors[:-1]
            raise errors[-1]
        return found

    # The board

    @cached_property
    def files(self) -> int:
        """The number of files."""
        return self._size("maxFile", self.settings.number("maxFile") + 1, MAX_FILES)

    @cached_property
    def ranks(self) -> int:
        """The number of ranks."""
        return self._size("maxRank", self.settings.number("maxRank"), MAX_RANKS)

    @cached_property
    def all_squares(self) -> frozenset[Square]:
        """Every square of the board."""
        return frozenset(product(range(self.files), range(self.ranks)))

    def _size(self, key: str, many: int, most: int) -> int:
        """Return a number of files or ranks. Raises VariantError if there is only one."""
        if many < 2:
            self.settings.fail(key, f"expected from 2 to {most}")
        return many

    # Pieces

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces in the order of the description."""
        settings = self.settings
        pieces = _ordered(settings)
        if not settings.is_decisive() and all(piece.key != KING for piece in pieces):
            hint = "; without a parent, as in [name:chess], a section has only its own pieces"
            settings.fail(
                KING,
                f"not supported: games without a king{'' if KING in settings.own else hint}",
            )
        return pieces

    @cached_property
    def _letters(self) -> Mapping[str, str]:
        return {piece.key: piece.letter for piece in self.pieces}

    def letter(self, key: str) -> str | None:
        """Return the letter of the piece that a key defines, None if the game has no such piece."""
        return self._letters.get(key)

    def letters(self, key: str) -> tuple[str, ...]:
        """Return the letters of the pieces that a value names."""
        return tuple(self._letters[each] for each in self.settings.kinds(key))

    def as_promoted(self, letter: str) -> str:
        """Return the letter of a pawn promoted to that piece, marked if it is held as a pawn."""
        flag = self.settings.flag
        marked = flag("pieceDrops") and flag("capturesToHand") and not flag("dropLoop")
        return f"{letter}~" if marked else letter

    @property
    def gates(self) -> bool:
        """Return True if pieces in hand may enter behind first moves."""
        return self.settings.flag("gating") and self.settings.flag("seirawanGating")

    @property
    def has_hands(self) -> bool:
        """Return True if pieces may be in hand."""
        settings = self.settings
        return self.gates or settings.flag("pieceDrops") or settings.flag("waitingPieces")

    @property
    def drops_kings(self) -> bool:
        """Return True if the kings are in hand in the first position."""
        king = self.letter(KING)
        return king is not None and king in self.start.placement.partition("[")[2]

    # Squares

    def region(self, key: str) -> frozenset[Square]:
        """Return the squares of a key's value that are on the board."""
        return frozenset(
            (file, rank)
            for file, rank in self.settings.squares(key)
            if file < self.files and rank < self.ranks
        )

    def own_rank(self, white: bool, rank: int) -> int:
        """Return the rank, counted from 1 by its side, of a rank of the board, counted from 0."""
        return rank + 1 if white else self.ranks - rank

    def zone(self, key: str) -> int | Region | None:
        """Return White's and Black's squares of a pair of keys, None if both have none.

        They are a number if each is one whole rank, the same as either side counts it, and a region
        otherwise.
        """
        white, black = (self.region(f"{key}{side}") for side in ("White", "Black"))
        if not white and not black:
            return None
        ranks = {rank for _, rank in white}
        mirrored = {(file, self.ranks - 1 - rank) for file, rank in white}
        if len(ranks) == 1 and len(white) == self.files and black == mirrored:
            return ranks.pop() + 1
        return Region(self.named(white), self.named(black))

    def named(self, squares: frozenset[Square]) -> tuple[str, ...]:
        """Return squares as text, with one word for a whole rank."""
        whole = {
            rank
            for rank in range(self.ranks)
            if all((file, rank) in squares for file in range(self.files))
        }
        single = [square_name(*each) for each in sorted(squares) if each[1] not in whole]
        return (*(f"*{rank + 1}" for rank in sorted(whole)), *single)

    # The first position

    @property
    def synonyms(self) -> tuple[tuple[str, str], ...]:
        """Pairs of another letter that a FEN may have for a piece and the piece's, in both cases.

        With `pieceSynonyms = n:h` a FEN may have H for N, unless another piece has the letter H.
        What a parent says of pieces that this game does not have is left out.
        """
        key = "pieceSynonyms"
        letters = {piece.letter for piece in self.pieces}
        found = []
        for part in self.settings.text(key).split():
            match = re.fullmatch(_SYNONYM, part, re.ASCII)
            if not match or (key in self.settings.own and match["piece"].upper() not in letters):
                expected = "a piece and another letter for it, like n:h"
                self.settings.fail(key, f"{clip(part)}, expected {expected}")
            piece, other = match["piece"].upper(), match["other"].upper()
            if piece in letters and other not in letters:
                found += [(other, piece), (other.lower(), piece.lower())]
        return tuple(found)

    @cached_property
    def start(self) -> Start:
        """The fields of the first position."""
        fields = self.settings.text("startFen").split()
        placement, *others = fields
        placement = without_synonyms(placement, self.synonyms)
        side = others.pop(0) if others else "w"
        rights, target = (
            others.pop(0) if others and not others[0][0].isdigit() else "-" for _ in range(2)
        )
        checks = next((each for each in others if _CHECKS.fullmatch(each)), "")
        others = [each for each in others if each != checks]
        placed = bool(self.settings.text("placement"))
        sides = ("-",) if placed else ("w", "b")
        if side not in sides:
            self.fail_start(f"{clip(side)}, expected {'-' if placed else 'w or b'} for the side")
        if len(others) > 2 or not all(re.fullmatch("[0-9]{1,4}", each) for each in others):
            self.fail_start(f"{clip(' '.join(others))}, expected two numbers at the end")
        if self.has_hands and not self.settings.flag("unlimitedDrops"):
            placement = self._with_hands(placement)
        else:
            placement = _EMPTY_POCKET.sub("", placement)
        if "[" in placement and not (placed or self.has_hands):
            self.fail_start("pieces in hand, but pieceDrops is not set")
        counters = " ".join((*others, *("0", "1")[len(others) :]))
        return Start(placement, side, rights, target, counters, checks)

    @cached_property
    def board(self) -> Mapping[Square, str]:
        """The letters of the first position by square."""
        return dict(self._read_board())

    def _with_hands(self, placement: str) -> str:
        """Return the first field with the pieces in hand behind the board, in the order of the
        pieces.
        """
        board = _EMPTY_POCKET.sub("", placement)
        board, _, rest = board.partition("[")
        order = [piece.letter for piece in self.pieces]
        order += [letter.lower() for letter in order]
        held = re.findall(_HELD, rest.removesuffix("]"), re.ASCII)
        for letter in held:
            on_board = letter in board and letter.upper() == self.letter(KING)
            if letter not in order or on_board:
                self.fail_start(f"no piece {clip(letter)} is dropped")
        return f"{board}[{''.join(sorted(held, key=order.index))}]"

    def _read_board(self) -> Iterator[tuple[Square, str]]:
        """Yield the occupied squares of the first position with their letters; "*" is blocked."""
        rows = self.start.placement.partition("[")[0].split("/")
        if len(rows) != self.ranks:
            self.fail_start(f"{counted(len(rows), 'rank')}, expected maxRank = {self.ranks}")
        known = {piece.letter for piece in self.pieces}
        known |= {f"+{letter}" for letter in known}
        for rank, row in zip(reversed(range(self.ranks)), rows, strict=True):
            file = 0
            for cell in _CELL.findall(row):
                if cell.isascii() and cell.isdigit():
                    file += int(cell[:3])
                    continue
                if cell != "*":
                    if cell.upper() not in known:
                        self.settings.fail_letter("startFen", cell)
                    yield (file, rank), cell
                file += 1
            if file != self.files:
                self.fail_start(
                    f"rank {rank + 1} has {file} squares, expected maxFile = {self.files}"
                )

    def fail_start(self, what: str) -> NoReturn:
        """Raise VariantError about the first position."""
        self.settings.fail("startFen", what)


def _ordered(settings: Settings) -> tuple[Piece, ...]:
    """Return the pieces in the order of `pieceOrder`, those that it leaves out behind them."""
    order = settings.kinds("pieceOrder")
    places = {key: place for place, key in enumerate(order)}
    return tuple(sorted(settings.pieces, key=lambda piece: places.get(piece.key, len(places))))
