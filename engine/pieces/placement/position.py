"""The phase before play: both sides choose squares in secret, one piece at a time.

The rules are those of Go-Chess; the variant says what is placed in which order. A move is both
choices of a turn, White's first ("P@e5,p@d4"). Every position here is a value: playing a move
returns another one, at last the first position of play.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from amalthea.engine.core import fen
from amalthea.engine.core.board import Change, Tokens
from amalthea.engine.core.letters import LETTER, split
from amalthea.engine.core.position import Position
from amalthea.engine.core.status import State, Status, Termination
from amalthea.engine.core.variant import SQUARE, Square, parse_square, square_name
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType, PlacementRules
from amalthea.engine.pieces.moves.positions import new_position
from amalthea.engine.pieces.text.board_reader import BLOCKED, board_reader
from amalthea.engine.pieces.text.diagram import draw
from amalthea.engine.pieces.text.piece_fen import Setup, write_placement

SIDES = "wb"
CHOOSING = Status(State.ONGOING, choosers=SIDES)
STUCK = Status(State.DRAW, None, Termination.UNPLACEABLE)

_BOARD = re.compile(r"(?P<board>[^\[\]]+)\[(?P<hands>[^\[\]]*)\]")
_CHOICE = re.compile(rf"({LETTER})@({SQUARE})")


@dataclass(frozen=True, slots=True)
class PlacementSetup:
    """The pieces on the board, and the squares tried for the pieces to be placed next.

    pieces: letters by square. barred: squares that each side may not choose, White's first.
    """

    pieces: dict[Square, str]
    blocked: frozenset[Square]
    barred: tuple[tuple[Square, ...], tuple[Square, ...]] = ((), ())
    remarks: tuple[str, ...] = ()


class PlacementPosition(Position):
    """A position in which both sides choose. Raises FenError."""

    variant: PiecesVariant

    def __init__(self, variant: PiecesVariant, setup: str | PlacementSetup) -> None:
        super().__init__(variant)
        assert variant.placement
        self.rules: PlacementRules = variant.placement
        self.placed = read(setup, variant) if isinstance(setup, str) else setup
        self.remarks = list(self.placed.remarks)
        self._done = len(self.placed.pieces) // 2  # pieces that each side has placed

    @property
    def turn(self) -> str:
        """Return "-": both sides."""
        return "-"

    def choosers(self) -> str:
        """Return both sides."""
        return SIDES

    def fullmove(self) -> int:
        """Return 1: play has not begun."""
        return 1

    @property
    def letter(self) -> str:
        """Return the type to be placed now, in upper case."""
        return self.rules.order[self._done]

    def hands(self) -> tuple[str, ...]:
        """Return the types that each side still has to place, in order, in upper case."""
        return self.rules.order[self._done :]

    def squares(self, side: str) -> list[Square]:
        """Return the squares on which a side ("w" or "b") may place its piece."""
        placed = self.placed
        barred = placed.barred[SIDES.index(side)]
        taken = placed.pieces.keys() | placed.blocked | set(barred)
        free = [square for square in self._board() if square not in taken]
        piece = self.variant.piece(self.letter)
        if piece.royal:
            attacked = self._attacked_by("b" if side == "w" else "w")
            return [square for square in free if square not in attacked]
        shade = self._shade_left(side)
        return free if shade is None else [square for square in free if sum(square) % 2 == shade]

    def choices(self, side: str) -> list[str]:
        """Return the texts of a side's choices, "P@e5" for White, "p@d4" for Black."""
        letter = self.letter if side == "w" else self.letter.lower()
        return [f"{letter}@{square_name(*square)}" for square in self.squares(side)]

    def legal_moves(self) -> list[str]:
        """Return every pair of choices."""
        blacks = self.choices("b")
        return [f"{white},{black}" for white in self.choices("w") for black in blacks]

    def contents(self) -> Tokens:
        """Return the pieces on the board by square."""
        return {**dict.fromkeys(self.placed.blocked, BLOCKED), **self.placed.pieces}

    def changes(self, text: str) -> tuple[Change, ...]:
        """Return the changes of the board by both choices of a turn. Raises IllegalMove."""
        return self._changed(*self._read_move(text))

    def all_changes(self) -> list[tuple[str, tuple[Change, ...]]]:
        """Return every pair of choices with the changes of the board."""
        whites, blacks = (
            list(zip(self.choices(side), self.squares(side), strict=True)) for side in SIDES
        )
        return [
            (f"{white},{black}", self._changed(white_square, black_square))
            for white, white_square in whites
            for black, black_square in blacks
        ]

    def is_legal_text(self, text: str) -> bool:
        """Return False, because both sides choose at once."""
        return False

    def play(self, text: str) -> Position:
        """Return the position after both choices of a turn. Raises IllegalMove."""
        return self.after(*self._read_move(text))

    def copy(self) -> PlacementPosition:
        """Return the position itself, which no move changes."""
        return self

    def after(self, white: Square, black: Square) -> Position:
        """Return the position after two choices that are legal for their sides."""
        letter = self.letter
        placed = self.placed
        pieces = {**placed.pieces, white: letter, black: letter.lower()}
        if self._clash(white, black):
            barred = ((*placed.barred[0], white), (*placed.barred[1], black))
            return PlacementPosition(self.variant, replace(placed, barred=barred))
        if self._done + 1 < len(self.rules.order):
            further = replace(placed, pieces=pieces, barred=((), ()))
            return PlacementPosition(self.variant, further)
        side = first_player(pieces, self.rules, self.variant.royal)
        setup = Setup(pieces, side, 0, (), None, 0, 1, placed.blocked, placed.remarks)
        return new_position(self.variant, setup)

    def perft(self, depth: int, bulk: bool = True) -> int:
        """Raise IllegalMove, because both sides choose at once."""
        raise IllegalMove("perft counts no moves while both sides choose")

    def status(self) -> Status:
        """Return "both choose", or a draw if a side has no square left for its piece."""
        return CHOOSING if self.squares("w") and self.squares("b") else STUCK

    def key(self) -> int:
        """Return a 64-bit hash of the position."""
        return int.from_bytes(hashlib.blake2b(self.fen().encode(), digest_size=8).digest(), "big")

    def fen(self) -> str:
        """Return the position as text, with the pieces left to place in brackets."""
        white, black = (
            "".join(square_name(*tried) for tried in side) for side in self.placed.barred
        )
        target = f"{white}/{black}" if white or black else "-"
        board = write_placement(self.setup(), self.variant)
        return f"{board}{_in_brackets(self.hands())} - - {target} 0 1"

    def flipped(self) -> str:
        """Return the FEN with colours exchanged and the board mirrored by rank."""
        top = self.variant.ranks - 1

        def mirrored(square: Square) -> Square:
            return square[0], top - square[1]

        white, black = ([mirrored(tried) for tried in side] for side in self.placed.barred)
        placed = PlacementSetup(
            {mirrored(at): letter.swapcase() for at, letter in self.placed.pieces.items()},
            frozenset(map(mirrored, self.placed.blocked)),
            (tuple(black), tuple(white)),
        )
        return PlacementPosition(self.variant, placed).fen()

    def diagram(self) -> str:
        """Return the board as text for people, with the pieces left to place below it."""
        hands = " ".join(self.hands())
        lines = [draw(self.setup(), self.variant), "", f"Both place: {hands}"]
        for name, squares in zip(("White", "Black"), self.placed.barred, strict=True):
            if squares:
                tried = " ".join(square_name(*square) for square in squares)
                lines.append(f"{name} may not choose again: {tried}")
        return "\n".join(lines)

    def setup(self) -> Setup:
        """Return the pieces on the board."""
        return Setup(self.placed.pieces, "-", 0, (), None, 0, 1, self.placed.blocked)

    def _board(self) -> Iterator[Square]:
        for rank in range(self.variant.ranks):
            for file in range(self.variant.files):
                yield file, rank

    def _shade_left(self, side: str) -> int | None:
        """Return the shade for a side's second piece of the type to be set apart, None for any."""
        letter = self.letter if side == "w" else self.letter.lower()
        if self.letter != self.rules.apart:
            return None
        shades = [sum(at) % 2 for at, other in self.placed.pieces.items() if other == letter]
        return 1 - shades[0] if shades else None

    def _attacked_by(self, side: str) -> set[Square]:
        attacked: set[Square] = set()
        for square, letter in self.placed.pieces.items():
            if letter.isupper() == (side == "w"):
                attacked |= self._attacks(self.variant.piece(letter.upper()), square, side)
        return attacked

    def _attacks(self, piece: PieceType, origin: Square, side: str) -> set[Square]:
        """Return the squares on which a piece could capture on this board."""
        attacked: set[Square] = set()
        for path in self.variant.paths(piece.moves):
            for square, step in (path if side == "w" else path.turned()).walk(origin):
                if step.capture:
                    attacked.add(square)
                if square in self.placed.pieces or square in self.placed.blocked:
                    break
        return attacked

    def _changed(self, white: Square, black: Square) -> tuple[Change, ...]:
        letter = self.letter
        if self._clash(white, black):
            return ()
        return (white, "", letter), (black, "", letter.lower())

    def _clash(self, white: Square, black: Square) -> bool:
        """Return True for two choices after which both choose again."""
        return white == black or self._kings_touch(white, black)

    def _kings_touch(self, white: Square, black: Square) -> bool:
        """Return True if kings placed there would attack each other."""
        piece = self.variant.piece(self.letter)
        return piece.royal and black in self._attacks(piece, white, "w")

    def _read_move(self, text: str) -> list[Square]:
        """Return the two squares of a move. Raises IllegalMove."""
        choices = text.split(",")
        if len(choices) != len(SIDES):
            raise IllegalMove(
                f"illegal move {text!r} in {self.fen()!r}, expected both choices, as"
                f" {self.letter}@e5,{self.letter.lower()}@d4"
            )
        squares = []
        for side, choice in zip(SIDES, choices, strict=True):
            match = _CHOICE.fullmatch(choice)
            square = parse_square(match[2]) if match else None
            if not match or match[1].upper() != self.letter or square not in self.squares(side):
                raise IllegalMove(f"illegal choice {choice!r} in {self.fen()!r}")
            squares.append(square)
        return squares


def read(text: str, variant: PiecesVariant) -> PlacementSetup:
    """Return the position of a FEN with brackets. Raises FenError naming what is wrong."""
    assert variant.placement
    given = fen.split(text, side="-")
    match = _BOARD.fullmatch(given.placement)
    if not match:
        raise FenError(f"FEN {text!r}: expected placement[pieces to place] - - target [0 [1]]")
    if given[1:3] != ("-", "-") or (given.halfmove, given.fullmove) != (0, 1):
        raise FenError(f"FEN {text!r}: expected '- - target 0 1' while pieces are placed")
    board = board_reader(variant).read(match["board"])
    pieces = {square: letter for square, letter in board.cells.items() if letter != BLOCKED}
    _check_hands(match["hands"], pieces, variant.placement)
    placed = PlacementSetup(pieces, board.blocked, remarks=(*given.remarks, *board.remarks))
    return replace(placed, barred=_read_barred(given.target, placed, variant))


def hands_after(scene: Mapping[Square, str], rules: PlacementRules) -> str:
    """Return the pieces that each side still has to place, in brackets, given the placed ones."""
    placed = sum(token != BLOCKED for token in scene.values()) // 2
    return _in_brackets(rules.order[placed:])


def _in_brackets(hands: Sequence[str]) -> str:
    letters = "".join(hands)
    return f"[{letters}{letters.lower()}]"


def _check_hands(hands: str, pieces: dict[Square, str], rules: PlacementRules) -> None:
    """Raise FenError unless the hands have the pieces that follow the placed ones in the order."""
    order = rules.order
    try:
        left = len(split(hands)) // 2
    except ValueError:
        left = 0
    rest = "".join(order[len(order) - left :]) if left else ""
    if not rest or left > len(order) or hands != rest + rest.lower():
        raise FenError(f"pieces to place {hands!r}: expected the end of {''.join(order)!r} twice")
    done = order[: len(order) - left]
    blacks = [letter.lower() for letter in done]
    for name, letters, apart in (
        ("White", done, rules.apart),
        ("Black", blacks, rules.apart.lower()),
    ):
        own = [piece for piece in pieces.values() if piece.isupper() == (name == "White")]
        if sorted(own) != sorted(letters):
            raise FenError(
                f"{name} has {''.join(sorted(own)) or 'nothing'!r} on the board,"
                f" expected {''.join(sorted(letters)) or 'nothing'!r}"
            )
        shades = [sum(at) % 2 for at, letter in pieces.items() if letter == apart]
        if len(shades) != len(set(shades)):
            raise FenError(f"{name}'s two {apart!r} stand on one shade of the board")


def _read_barred(
    text: str, placed: PlacementSetup, variant: PiecesVariant
) -> tuple[tuple[Square, ...], tuple[Square, ...]]:
    """Return the squares that White and Black may not choose. Raises FenError."""
    if text == "-":
        return (), ()
    lists = text.split("/")
    if len(lists) != len(SIDES) or not all(lists):
        raise FenError(f"barred squares {text!r}: expected White's, '/', Black's")
    white, black = (_read_squares(squares, text, placed, variant) for squares in lists)
    return white, black


def _read_squares(
    squares: str, text: str, placed: PlacementSetup, variant: PiecesVariant
) -> tuple[Square, ...]:
    """Return squares written one behind the other, all of them free. Raises FenError.

    text: the whole field, for messages.
    """
    names = re.findall(SQUARE, squares)
    found = [parse_square(name) for name in names]
    if "".join(names) != squares or len(set(names)) != len(names):
        raise FenError(f"barred squares {text!r}: {squares!r} is not a list of distinct squares")
    free = []
    for name, square in zip(names, found, strict=True):
        on_board = square and square[0] < variant.files and square[1] < variant.ranks
        if not square or not on_board or square in placed.pieces or square in placed.blocked:
            raise FenError(f"barred squares {text!r}: {name} is not free")
        free.append(square)
    return tuple(free)


def first_player(pieces: dict[Square, str], rules: PlacementRules, king: str) -> str:
    """Return the side to move first, whose king is nearest to its own pieces, type by type."""
    distances = [_distances(pieces, side, rules, king) for side in SIDES]
    return "b" if distances[1] < distances[0] else "w"


def _distances(pieces: dict[Square, str], side: str, rules: PlacementRules, king: str) -> list[int]:
    """Return the distances from a king to its pieces, files plus ranks, in their order."""
    own = {at: letter.upper() for at, letter in pieces.items() if letter.isupper() == (side == "w")}
    home = next(at for at, letter in own.items() if letter == king)
    return [
        distance
        for first in rules.first
        for distance in sorted(
            abs(at[0] - home[0]) + abs(at[1] - home[1])
            for at, letter in own.items()
            if letter == first
        )
    ]
