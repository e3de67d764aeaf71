"""A draft of a game: the settings of a section that several rules look up."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
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
from amalthea.engine.pieces.reading.values import MOST_ERRORS
from amalthea.engine.text import clip, counted

T = TypeVar("T")
R = TypeVar("R")

_CELL = re.compile(rf"[0-9]+|{FORM}|\+?.", re.ASCII)
_HELD = rf"{LETTER}|."
_SYNONYM = rf"(?P<piece>{LETTER}):(?P<other>{LETTER})"
_COUNTERS = re.compile("[0-9]{1,4}( [0-9]{1,4})?", re.ASCII)
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

        Raises the first VariantError that it has raised; those behind it are kept in `errors`.
        """
        found: list[R] = []
        errors: list[VariantError] = []
        for value in values:
            try:
                found.append(read(value))
            except VariantError as error:
                errors.append(error)
                if len(errors) == MOST_ERRORS:
                    break
        if errors:
            self.errors += errors[1:]
            raise errors[0]
        return found

    def _check_all(self, *checks: Callable[[], None]) -> None:
        """Call functions that raise VariantError, all of them, as `each` does."""
        self.each(lambda check: check(), checks)

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
                "without a king nothing ends the game, expected an end such as extinctionValue or"
                f" flagPiece{'' if KING in settings.own else hint}",
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
        self._check_all(self._check_side, self._check_counters, self._check_hands)
        written = self._written_start
        counters = written.counters.split()
        counters += ("0", "1")[len(counters) :]
        placement = written.placement
        if self._lists_hands():
            order = self._hand_order()
            placement = f"{self._board_text}[{''.join(sorted(self._held(), key=order.index))}]"
        return written._replace(placement=placement, counters=" ".join(counters))

    @cached_property
    def _written_start(self) -> Start:
        """The fields of `startFen`, without empty hands and defaults for missing numbers."""
        placement, *others = self.settings.text("startFen").split()
        placement = _EMPTY_POCKET.sub("", without_synonyms(placement, self.synonyms))
        side = others.pop(0) if others else "w"
        rights, target = (
            others.pop(0) if others and not others[0][0].isdigit() else "-" for _ in range(2)
        )
        checks = next((each for each in others if _CHECKS.fullmatch(each)), "")
        counters = " ".join(each for each in others if each != checks)
        return Start(placement, side, rights, target, counters, checks)

    @property
    def _is_placed(self) -> bool:
        """Return True if the pieces are placed before the first move."""
        return bool(self.settings.text("placement"))

    def _check_side(self) -> None:
        """Raise VariantError if the side to move of the first position is none."""
        side = self._written_start.side
        if side not in (("-",) if self._is_placed else ("w", "b")):
            expected = "-" if self._is_placed else "w or b"
            self.fail_start(f"{clip(side)}, expected {expected} for the side")

    def _check_counters(self) -> None:
        """Raise VariantError if the first position ends with something else than two numbers."""
        text = self._written_start.counters
        if text and not _COUNTERS.fullmatch(text):
            self.fail_start(f"{clip(text)}, expected two numbers at the end")

    def _check_hands(self) -> None:
        """Raise VariantError for pieces in hand that the game does not have there."""
        if self._lists_hands():
            self.each(self._check_held, dict.fromkeys(self._held()))
        elif "[" in self._written_start.placement:
            if not (self._is_placed or self.has_hands):
                self.fail_start("pieces in hand, but pieceDrops is not set")

    def _check_held(self, letter: str) -> None:
        """Raise VariantError for a piece in hand that is never dropped."""
        is_king_on_board = letter in self._board_text and letter.upper() == self.letter(KING)
        if letter not in self._hand_order() or is_king_on_board:
            self.fail_start(f"no piece {clip(letter)} is dropped")

    def _lists_hands(self) -> bool:
        """Return True if the first position lists the pieces in hand."""
        return self.has_hands and not self.settings.flag("unlimitedDrops")

    def _held(self) -> list[str]:
        """Return the letters of the pieces in hand."""
        held = self._written_start.placement.partition("[")[2].removesuffix("]")
        return re.findall(_HELD, held, re.ASCII)

    def _hand_order(self) -> list[str]:
        """Return the letters of pieces in hand in the order of the description, White's first."""
        order = [piece.letter for piece in self.pieces]
        return order + [letter.lower() for letter in order]

    @property
    def _board_text(self) -> str:
        """The first field of the first position without the pieces in hand."""
        return self._written_start.placement.partition("[")[0]

    @cached_property
    def board(self) -> Mapping[Square, str]:
        """The letters of the first position by square; "*" is blocked."""
        self._check_all(self._check_ranks, self._check_letters)
        found: dict[Square, str] = {}
        for rank, cells in zip(reversed(range(self.ranks)), self._cells, strict=True):
            file = 0
            for cell in cells:
                if not _is_number(cell):
                    found[file, rank] = cell
                file += _width(cell)
        return found

    @cached_property
    def _cells(self) -> list[list[str]]:
        """The numbers and letters of the first position by rank, the last one first."""
        return [_CELL.findall(row) for row in self._board_text.split("/")]

    def _check_ranks(self) -> None:
        """Raise VariantError for ranks of the first position that do not fit the board.

        If all of them are equally wide, it is the board that is wrong, and they are one error.
        """
        if len(self._cells) != self.ranks:
            many = counted(len(self._cells), "rank")
            self.fail_start(f"{many}, expected maxRank = {self.ranks}")
        widths = [sum(map(_width, cells)) for cells in self._cells]
        expected = f"expected maxFile = {self.files}"
        if len(set(widths)) == 1 and widths[0] != self.files:
            self.fail_start(f"the ranks have {counted(widths[0], 'square')}, {expected}")
        wrong = {self.ranks - at: n for at, n in enumerate(widths) if n != self.files}
        self.each(
            lambda rank: self.fail_start(
                f"rank {rank} has {counted(wrong[rank], 'square')}, {expected}"
            ),
            wrong,
        )

    def _check_letters(self) -> None:
        """Raise VariantError for letters on the first board that no piece has."""
        known = {piece.letter for piece in self.pieces}
        known |= {"*", *(f"+{letter}" for letter in known)}
        cells = dict.fromkeys(cell for cells in self._cells for cell in cells)
        self.each(
            lambda cell: self.settings.fail_letter("startFen", cell),
            (cell for cell in cells if not _is_number(cell) and cell.upper() not in known),
        )

    def fail_start(self, what: str) -> NoReturn:
        """Raise VariantError about the first position."""
        self.settings.fail("startFen", what)


def _is_number(cell: str) -> bool:
    """Return True for a number of empty squares."""
    return cell.isascii() and cell.isdigit()


def _width(cell: str) -> int:
    """Return the number of squares that a number or a letter of the first position stands for."""
    return int(cell[:3]) if _is_number(cell) else 1


def _ordered(settings: Settings) -> tuple[Piece, ...]:
    """Return the pieces in the order of `pieceOrder`, those that it leaves out behind them."""
    order = settings.kinds("pieceOrder")
    places = {key: place for place, key in enumerate(order)}
    return tuple(sorted(settings.pieces, key=lambda piece: places.get(piece.key, len(places))))
