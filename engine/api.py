"""A game's position for programs and people: its pieces, its legal moves and its result."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core import epd
from amalthea.engine.core.board import (
    BLOCKED,
    NULL_MOVE,
    Change,
    Effect,
    Move,
    Notation,
    Piece,
    PieceType,
    Square,
    Tokens,
)
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import Game, choices_in, illegal
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.status import Outcome, Status, Termination
from amalthea.engine.core.variant import SQUARE, parse_square, square_name
from amalthea.engine.errors import AmbiguousMove, IllegalMove
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.move_reading import play_move, play_read, read_move
from amalthea.engine.move_writing import write_move
from amalthea.engine.new_games import after_null_move, new_position
from amalthea.engine.regional_notation import (
    Regional,
    read,
    suitable,
    write,
)
from amalthea.engine.text import clip

if TYPE_CHECKING:
    from typing import Self

    from amalthea.engine.core.variant import Variant
    from amalthea.engine.kind import GameKind

__all__ = [
    "Color",
    "Effect",
    "Move",
    "Notation",
    "Outcome",
    "Piece",
    "PieceType",
    "Position",
    "Regional",
    "Square",
    "Termination",
]

_CLAIMED = frozenset(
    {
        Termination.REPETITION,
        Termination.FIFTY_MOVES,
        Termination.NO_CAPTURE,
        Termination.COUNTING,
    }
)
_CHOOSERS = {"w": (Color.WHITE,), "b": (Color.BLACK,), "wb": (Color.WHITE, Color.BLACK)}
_SQUARE = re.compile(SQUARE)


class Position:
    """A position of any game with the moves that led to it.

    Equal to another one of the same game with the same FEN, however it came about. Do not play
    moves in one that is in a set or a key of a dictionary; put a copy there. It belongs to one
    thread at a time.

    >>> position = Position("chess", moves=["e4", "e5"])
    >>> position.push("Nf3").text, position.turn.label, len(position.legal_moves)
    ('g1f3', 'Black', 29)

    variant: the game's name or description. fen: the first position, by default that of a new game.
    moves: moves to play from there, as `parse_move` reads them. chess960: castling from any array,
    written king takes rook.
    remarks: the corrections of the FEN, a sentence each.
    Raises UnknownVariant, FenError, and IllegalMove with the number of the move, from 1.
    """

    def __init__(
        self,
        variant: str | Variant = "chess",
        fen: str | None = None,
        moves: Iterable[Move | str] = (),
        *,
        chess960: bool = False,
    ) -> None:
        self._begin(Game(new_position(variant, fen, chess960)))
        if isinstance(moves, str):
            raise TypeError(f"moves: the text {clip(moves)}, expected a list of moves")
        for number, move in enumerate(moves, 1):
            try:
                self.push(move)
            except IllegalMove as error:
                raise illegal(number, str(move), self._game.position, error.reason) from error

    @classmethod
    def random_chess960(cls, variant: str | Variant = "chess", seed: int | None = None) -> Self:
        """Return a new game of Chess960, from a random array where castling is that of chess.

        seed: the same number gives the same array. Other games begin as always.

        >>> Position.random_chess960(seed=1) == Position.random_chess960(seed=1)
        True
        """
        chosen = variants.get(variant) if isinstance(variant, str) else variant
        number = random.getrandbits(31) if seed is None else seed
        return cls(chosen, kind_of(chosen).shuffled(chosen, number), chess960=True)

    @classmethod
    def from_pieces(
        cls,
        variant: str | Variant,
        pieces: Mapping[tuple[int, int], Piece | str] | Mapping[str, Piece | str],
        turn: Color | str = Color.WHITE,
        *,
        rights: str = "-",
        hands: str = "",
    ) -> Self:
        """Return the position with those pieces on the board and no others, each on its anchor.

        pieces: by square or its name; a text is a letter, or "*" for a blocked square. Letters,
        `rights` and `hands` are written as in FEN. Raises UnknownVariant, FenError, and ValueError
        for other squares and letters.

        >>> Position.from_pieces("chess", {"e1": "K", "e8": "k", "d5": "Q"}, "b").fen()
        '4k3/8/8/3Q4/8/8/8/4K3 b - - 0 1'
        """
        chosen = variants.get(variant) if isinstance(variant, str) else variant
        kind, side = kind_of(chosen), Color(turn)
        scene: dict[tuple[int, int], str] = {}
        for square, piece in pieces.items():
            if str(piece) not in (known := kind.tokens(chosen)):
                raise ValueError(f"no piece {clip(str(piece))}, expected one of {' '.join(known)}")
            name = square if isinstance(square, str) else kind.square(*square).name
            scene[_square_named(kind, chosen.files, chosen.ranks, name)] = str(piece)
        board = kind.placement(chosen, scene, side) + (f"[{hands}]" if hands else "")
        return cls(chosen, f"{board} {side} {rights} - 0 1")

    @classmethod
    def from_epd(
        cls, line: str, variant: str | Variant = "chess", *, chess960: bool = False
    ) -> tuple[Self, dict[str, tuple[str, ...]]]:
        """Return the position of a line of EPD, and the operands of its operations by opcode.

        Raises UnknownVariant and FenError.

        >>> line = '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id "back rank";'
        >>> Position.from_epd(line)[1]
        {'bm': ('Rd8#',), 'id': ('back rank',)}
        """
        fen, rest = epd.split_line(line)
        return cls(variant, fen, chess960=chess960), dict(epd.operations(rest))

    def _begin(self, game: Game) -> None:
        self._game = game
        self._played: list[Move | None] = []  # None: one that was pickled
        self.remarks = tuple(game.position.remarks)
        self._kind = kind_of(game.variant)
        self._pieces = _pieces(game.variant)
        self._square = partial(_square_at, self._kind)
        self._forget()

    def _forget(self) -> None:
        """Drop all cached values, since the position has changed."""
        for name in ("legal_moves", "_tokens", "_values"):
            self.__dict__.pop(name, None)

    # -- how it stands -----------------------------------------------------------------------------

    @property
    def variant(self) -> Variant:
        """The description of the game."""
        return self._game.variant

    @property
    def game(self) -> Game:
        """The game that leads to this position, from which an engine searches; read only."""
        return self._game

    @property
    def turn(self) -> Color | None:
        """The side to move, None while both sides choose at once."""
        choosers = self.choosers
        return choosers[0] if len(choosers) == 1 else None

    @property
    def choosers(self) -> tuple[Color, ...]:
        """The sides that have to choose now: the one to move, or both."""
        return _CHOOSERS[self._game.position.choosers()]

    @property
    def fullmove_number(self) -> int:
        """The number of the current move, Black's moves counted with White's."""
        return self._game.position.fullmove()

    def fen(self) -> str:
        """Return the position as FEN.

        >>> Position("chess", moves=["e4"]).fen()
        'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
        """
        return self._game.position.fen()

    def key(self) -> int:
        """Return the 64-bit hash key of the position.

        >>> Position("chess", moves=["e4"]).key() == Position("chess", moves=["d4"]).key()
        False
        """
        return self._game.position.key()

    def tokens(self) -> Tokens:
        """Return the text that FEN has for each piece on the board, by the square of its anchor.

        Blocked squares are among them. A piece on two squares has its letter on one of them.

        >>> Position("chess").tokens()[4, 0]
        'K'
        """
        return dict(self._tokens)

    @cached_property
    def _tokens(self) -> Tokens:
        return self._game.position.contents()

    def pieces(self) -> dict[Square, Piece]:
        """Return the pieces by square; a piece on two squares is listed on its anchor only.

        >>> Position("chess").pieces()[4, 0].type.name
        'king'
        """
        return {
            self._square(at): self._pieces[token]
            for at, token in self._tokens.items()
            if is_piece(token)
        }

    def piece_at(self, square: Square | tuple[int, int] | str) -> Piece | None:
        """Return the piece that stands on a square or covers it, None for an empty square.

        Raises ValueError for a text that is not a square of the board.

        >>> str(Position("chess").piece_at("d8"))
        'q'
        """
        target = self.square(square) if isinstance(square, str) else square
        for (file, rank), token in self._tokens.items():
            for files, ranks in self._kind.covered(self.variant, token) if is_piece(token) else ():
                if target == (file + files, rank + ranks):
                    return self._pieces[token]
        return None

    def square(self, name: str) -> Square:
        """Return the square of that name, as this game names it. Raises ValueError.

        >>> Position("chess").square("e4")
        Square(file=4, rank=3)
        """
        return _square_named(self._kind, self.variant.files, self.variant.ranks, name)

    @property
    def blocked(self) -> frozenset[Square]:
        """The squares that no piece can enter."""
        tokens = self._tokens.items()
        return frozenset(self._square(at) for at, token in tokens if not is_piece(token))

    @property
    def hands(self) -> Mapping[Color, dict[PieceType, int]]:
        """The pieces that each side may drop, with their numbers; those of `waiting` are left out.

        >>> position = Position("crazyhouse", moves=["e4", "d5", "exd5"])
        >>> {piece.name: number for piece, number in position.hands[Color.WHITE].items()}
        {'pawn': 1}
        """
        found: dict[Color, dict[PieceType, int]] = {color: {} for color in Color}
        for token, number in self._game.position.in_hand().items():
            piece = self._pieces[token]
            found[piece.color][piece.type] = number
        return found

    @property
    def waiting(self) -> Mapping[Square, Piece]:
        """The pieces in hand that wait behind others, by the square on which they will enter.

        >>> position = Position("musketeer", moves=["C@b1"])
        >>> {square.name: piece.type.name for square, piece in position.waiting.items()}
        {'b1': 'cannon'}
        """
        found = self._kind.waiting(self.variant, self._game.position.fen())
        return {self._square(at): self._pieces[token] for at, token in found.items()}

    @property
    def to_place(self) -> tuple[PieceType, ...]:
        """The pieces that both sides still have to place in secret, in their order."""
        letters = self._kind.to_place(self._game.position)
        return tuple(self._pieces[letter].type for letter in letters)

    def is_check(self) -> bool:
        """Return True if the side to move is in check.

        >>> Position("chess", moves=["e4", "f5", "Qh5"]).is_check()
        True
        """
        return self.turn is not None and self._game.position.in_check()

    def checkers(self) -> frozenset[Square]:
        """Return the squares of the pieces that give check, their anchors if they cover more.

        >>> sorted(map(str, Position("chess", moves=["e4", "f5", "Qh5"]).checkers()))
        ['h5']
        """
        return frozenset(map(self._square, self._kind.checkers(self._game.position)))

    def has_insufficient_material(self, color: Color | str) -> bool:
        """Return True if no sequence of legal moves lets a side win with the pieces it has.

        Only material is looked at, and only in games that are won by mate, checks or explosions;
        False if unsure.

        >>> lone = Position("chess", "8/8/8/8/8/5k2/8/4KN2 w - - 0 1")
        >>> lone.has_insufficient_material(Color.WHITE)
        True
        """
        position = self._game.position
        return self._kind.insufficient_material(
            self.variant, position.contents(), position.in_hand(), Color(color)
        )

    def claim(self) -> Outcome | None:
        """Return the outcome that a player may claim while there are legal moves, or None.

        Such an outcome is by repetition, by moves without progress or a capture, or by counting.
        `outcome` returns it, too, since engines play as if it were claimed.

        >>> str(Position("chess", moves=["Nf3", "Nf6", "Ng1", "Ng8"] * 2).claim())
        'Draw by repetition'
        """
        found = self.outcome()
        return found if found and found.termination in _CLAIMED else None

    @property
    def status(self) -> Status:
        """The status of the game, as the protocols report it."""
        return self._game.position.status()

    def outcome(self, *, claims: bool = True) -> Outcome | None:
        """Return the outcome of the game by its rules, None while it goes on.

        claims: also one that a player has to claim.

        >>> str(Position("chess", moves=["f3", "e5", "g4", "Qh4"]).outcome())
        'Black wins by checkmate'
        """
        found = self.status.outcome
        return found if claims or not found or found.termination not in _CLAIMED else None

    def is_over(self, *, claims: bool = True) -> bool:
        """Return True if the game has ended by its rules; claims: as in `outcome`.

        >>> Position("chess", moves=["f3", "e5", "g4", "Qh4"]).is_over()
        True
        """
        return self.outcome(claims=claims) is not None

    # -- moves -------------------------------------------------------------------------------------

    @cached_property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move; while both sides choose, every pair of choices."""
        return tuple(_value_of(self, *each) for each in self._game.position.all_changes())

    def choices(self, color: Color | str) -> tuple[Move, ...]:
        """Return the choices of a side that has to choose. Raises ValueError for another side.

        >>> len(Position("chess").choices(Color.WHITE))
        20
        """
        color = Color(color)
        if color not in self.choosers:
            raise ValueError(f"{color.label} does not have to choose now")
        if self.turn:
            return self.legal_moves
        return tuple(_choice_of(self, each, color) for each in self._game.position.choices(color))

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led from the first position to this one."""
        if None in self._played[:1]:
            again = type(self)(self.variant, self._game.first_fen)
            self._played[:] = [again.push(text, null=True) for text in self._game.played]
        return tuple(move for move in self._played if move)

    @property
    def ply(self) -> int:
        """The number of moves from the first position to this one."""
        return len(self._played)

    def push(self, move: Move | str, *, null: bool = False) -> Move:
        """Play a legal move and return it. A text is read by `parse_move`.

        null: play a null move, too; one that is a Move is always played. Raises IllegalMove and
        changes nothing.

        >>> Position("chess").push("Nf3").piece.type.name
        'knight'
        """
        played = self.parse_move(move, null=null or isinstance(move, Move))
        play_read(self._game, played.text)
        self._played.append(played)
        self._forget()
        return played

    def pop(self) -> Move:
        """Take back the last move and return it. Raises IndexError without one.

        >>> position = Position("chess", moves=["e4"])
        >>> position.pop().text, position.ply
        ('e2e4', 0)
        """
        if not self._played:
            raise IndexError("no move to take back")
        move, text = self._played.pop(), self._game.undo()
        self._forget()
        return move or self.parse_move(text, null=True)

    def parse_move(self, move: Move | str, *, null: bool = False) -> Move:
        """Return the legal move of this position that a text, or a move, means.

        A text may be written in coordinates, with the letters of pieces as SAN, short or long, with
        figurines, with the author's own signs, castling as O-O, 0-0, by the king's squares or as
        king takes rook, and in the notations of shogi and xiangqi where these are used.

        null: read a null move, too: 0000, --, Z0 or @@@@. Raises IllegalMove, also if several moves
        match, and for a null move where `after_null_move` returns None.

        >>> Position("chess").parse_move("Nf3").text
        'g1f3'
        """
        position, text = self._game.position, _text_of(move)
        if self._values.get(text) is move:
            return self._values[text]
        try:
            found = read_move(position, text, null)
        except AmbiguousMove:
            raise
        except IllegalMove:
            found = self._read_regional(text.strip())
            if not found:
                raise
        if found == NULL_MOVE:
            return Move(NULL_MOVE, self.turn, None, None, None)
        if found not in self._values:
            self._values[found] = _value_of(self, found, position.changes(found))
        return self._values[found]

    @cached_property
    def _values(self) -> dict[str, Move]:
        """The legal moves that were read in this position, by their texts."""
        return {}

    def is_legal(self, move: Move | str) -> bool:
        """Return True for a legal move; a text is read by `parse_move` and must be unambiguous.

        >>> Position("chess").is_legal("e2e5")
        False
        """
        try:
            self.parse_move(move)
        except IllegalMove:
            return False
        return True

    def format_move(
        self, move: Move | str, notation: Notation | Regional | str = Notation.SAN
    ) -> str:
        """Return a legal move in a notation; `parse_move` reads them all.

        A choice of both sides is always written in coordinates, a null move otherwise as "--".
        Raises IllegalMove, and ValueError for a notation that is unknown or of other games.

        >>> Position("shogi").format_move("c3c4", Regional.HODGES)
        'P-7f'
        """
        position = self._game.position
        text = move.text if isinstance(move, Move) else self.parse_move(move, null=True).text
        form = _notation(notation, (*Notation, *self._regional), self.variant.name)
        if isinstance(form, Regional):
            if self.turn and text != NULL_MOVE:
                return self._written(text, form)
            form = Notation.LETTERS
        return write_move(position, text, form, self._tokens)

    def format_moves(self, notation: Notation | Regional | str = Notation.SAN) -> tuple[str, ...]:
        """Return every legal move in a notation, in the order of `legal_moves`.

        >>> Position("chess").format_moves()[:4]
        ('Na3', 'Nc3', 'Nf3', 'Nh3')
        """
        return tuple(self.format_move(move, notation) for move in self.legal_moves)

    def format_line(
        self, moves: Iterable[Move | str], notation: Notation | Regional | str = Notation.SAN
    ) -> tuple[str, ...]:
        """Return moves that follow each other from here, as those of an analysis, in a notation.

        Raises as `push` and `format_move` do.

        >>> Position("chess").format_line(["e2e4", "e7e5", "g1f3"])
        ('e4', 'e5', 'Nf3')
        """
        position, written = self.copy(), []
        for move in moves:
            written.append(position.format_move(move, notation))
            position.push(move)
        return tuple(written)

    @cached_property
    def _regional(self) -> tuple[Regional, ...]:
        """The regional notations that suit the game."""
        return suitable(self._pieces.values())

    def _read_regional(self, text: str) -> str:
        """Return the legal move that a text means, "" for none. Raises AmbiguousMove."""
        legal = self.legal_moves if self.turn else ()  # of a choice by both there are many
        return read(text, self.variant, self._regional, legal, self._written)

    def _written(self, text: str, notation: Regional) -> str:
        return write(self, self.parse_move(text), notation)

    def after_null_move(self) -> Self | None:
        """Return the position with the other side to move, as after a null move.

        Returns None if that makes no sense: in check, while both sides choose, after the end.

        >>> Position("chess").after_null_move().turn.label
        'Black'
        """
        if not (after := after_null_move(self._game.position)):
            return None
        other = object.__new__(type(self))
        other._begin(Game(after))
        return other

    def perft(self, depth: int) -> int:
        """Return the number of move sequences of that length.

        Raises IllegalMove while both sides choose, and ValueError for a depth below 0.

        >>> Position("chess").perft(3)
        8902
        """
        if depth < 0:
            raise ValueError(f"depth: {depth}, expected a number of at least 0")
        return self._game.position.perft(depth)

    def copy(self) -> Self:
        """Return an independent copy of the position, with the same moves played.

        No move is played again for it.

        >>> position = Position("chess")
        >>> other = position.copy()
        >>> other.push("e4").text, position.ply
        ('e2e4', 0)
        """
        other = object.__new__(type(self))
        changed = {"_game": self._game.copy(), "_played": list(self._played), "_values": {}}
        other.__dict__ = {**self.__dict__, **changed}
        return other

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> Self:
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        variant = self.variant
        name = variant.name if variants.comes_along(variant) else variant
        words = " ".join(self._game.played)
        return _restored, (type(self), name, self._game.first_fen, words, self.remarks)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        same = self.key() == other.key()
        return same and (self.variant, self.fen()) == (other.variant, other.fen())

    def __hash__(self) -> int:
        return hash((self.variant.name, self.key()))

    def __str__(self) -> str:
        return self._game.position.diagram()

    def __repr__(self) -> str:
        chess960 = ", chess960=True" if self.variant.chess960 else ""
        return f"{type(self).__name__}({self.variant.name!r}, {self.fen()!r}{chess960})"


def _value_of(position: Position, text: str, changes: Iterable[Change]) -> Move:
    """Return a legal move as a value, made from its effects."""
    kind, square, piece_of = position._kind, position._square, position._pieces.get
    changes = tuple(changes)
    effects = tuple(
        [
            Effect(square(at), piece_of(before), piece_of(after))
            for at, before, after in changes
            if is_piece(before) or is_piece(after)
        ]
    )
    color = position.turn
    if color is None:
        choosers = position._game.position.choosers()
        chosen = choices_in(text, choosers)
        choices = [_choice_of(position, each, Color(side)) for side, each in chosen]
        return Move(text, None, None, None, None, effects=effects, choices=tuple(choices))
    if "@" in text:
        return _choice_of(position, text, color, effects)
    squares, second, _ = text.partition(",")
    start, *_, end = map(position.square, _SQUARE.findall(squares))
    via = None
    if second and not kind.blocks_squares(position.variant):
        via, end = end, position.square(_SQUARE.findall(text)[-1])
    token = position._tokens.get(start, "")
    promotion = None
    if token:
        becomes = kind.token_after(position.variant, text if via else squares, token)
        promotion = position._pieces[becomes].type if becomes != token else None
    carried = tuple(
        [(square(first), square(last)) for first, last in kind.moved_stones(position.variant, text)]
    )
    blocks: Square | None = None
    unblocks: Square | None = None
    for at, before, after in changes:
        if after == BLOCKED:
            blocks = blocks or square(at)
        if before == BLOCKED:
            unblocks = unblocks or square(at)
    piece = piece_of(token)
    return Move(
        text, color, piece, start, end, promotion, effects, carried, (), blocks, unblocks, via
    )


def _choice_of(
    position: Position, text: str, color: Color, effects: tuple[Effect, ...] | None = None
) -> Move:
    """Return a drop, or a secret choice of a square, as a value."""
    letter, _, name = text.partition("@")
    piece, square = Piece(position._pieces[letter.upper()].type, color), position.square(name)
    if effects is None:
        effects = (Effect(square, None, piece),)
    return Move(text, color, piece, None, square, None, effects)


def _text_of(move: Move | str) -> str:
    if isinstance(move, Move):
        return move.text
    if isinstance(move, str):
        return move
    raise TypeError(f"move: {type(move).__name__}, expected a move or a text")


def _notation(named: str, known: Sequence[Notation | Regional], game: str) -> Notation | Regional:
    """Return the notation of that name. Raises ValueError."""
    for notation in known:
        if notation == named:
            return notation
    names = ", ".join(known)
    raise ValueError(f"no notation {named} for {game}, expected one of {names}")


@lru_cache(maxsize=256)
def _pieces(variant: Variant) -> dict[str, Piece]:
    return kind_of(variant).pieces(variant)


@cache
def _square_at(kind: GameKind, at: tuple[int, int]) -> Square:
    return kind.square(*at)


@cache
def _square_named(kind: GameKind, files: int, ranks: int, name: str) -> Square:
    found = parse_square(name)
    outside = 2 * kind.first_label  # squares around the board that have names
    if found is None or found[0] >= files + outside or found[1] >= ranks + outside:
        last = square_name(files + outside - 1, ranks + outside - 1)
        raise ValueError(f"no square {clip(name)}, expected one from a1 to {last}")
    return kind.square(found[0] - kind.first_label, found[1] - kind.first_label)


def _restored(
    cls: type[Position],
    variant: str | Variant,
    fen: str,
    moves: str,
    remarks: tuple[str, ...],
) -> Position:
    """Return a position that was pickled."""
    position = cls(variant, fen)
    for text in moves.split():
        play_move(position._game, text)
        position._played.append(None)
    position.remarks = remarks
    return position
