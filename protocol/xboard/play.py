"""A game as XBoard sees it: sides always take turns, one piece after the other.

If both sides choose in secret, White's choice is kept until Black's arrives. If the other side
begins the play after a placement, XBoard's side to move passes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from amalthea.engine import game_kinds
from amalthea.engine.api import Position
from amalthea.engine.core import board
from amalthea.engine.core import fen as fields
from amalthea.engine.core.board import Move, Piece
from amalthea.engine.core.color import Color
from amalthea.engine.core.game import joint_move
from amalthea.engine.core.status import Status
from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.text import clip
from amalthea.protocol.holdings import hand_of
from amalthea.protocol.xboard.hosting import holding_order, pawn_of
from amalthea.protocol.xboard.picture import Picture
from amalthea.protocol.xboard.squares import PASS, GuiMove, Squares

_CASTLING = re.compile(r"O-O(-O)?[+#]?")  # how XBoard writes it in Chess960


@dataclass(frozen=True, slots=True)
class _Before:
    """The state before a ply, for taking it back. half: see Play. plies, fens: their numbers."""

    picture: Picture
    half: str | None
    plies: int
    fens: int


class Play:
    """Game from a FEN on; moves are the engine's texts, or `PASS`.

    shown: True if XBoard draws the moves without knowing the rules. fens: those of all positions so
    far. half: White's choice, until Black's arrives. Raises FenError.
    """

    def __init__(self, variant: Variant, fen: str, chess960: bool, shown: bool) -> None:
        self.variant = variant
        self.fen = fen
        self.position = Position(variant, fen, chess960=chess960)
        self.squares = Squares(variant.ranks)
        self.moves: list[str] = []
        self.chess960 = chess960
        self.shown = shown
        self.half: str | None = None
        self.fens = [fen]
        pieces = game_kinds.kind_of(variant).piece_types(variant)
        self._held = holding_order(pieces)
        self._pawn = pawn_of(pieces)
        self._king = next((piece.letter for piece in pieces if piece.royal), "")
        self._first = self.position.turn or Color.WHITE
        self._picture = self._current_picture()
        self._past: list[_Before] = []

    # -- the side to move and its moves ------------------------------------------------------------

    @property
    def turn(self) -> Color:
        """The side to move in XBoard."""
        return self._first if len(self.moves) % 2 == 0 else self._first.other

    @property
    def choosing(self) -> bool:
        """True while both sides choose."""
        return self.position.turn is None

    @property
    def passes(self) -> bool:
        """True if XBoard's side to move has to pass, because the other one begins."""
        return self.position.turn not in (None, self.turn)

    @property
    def status(self) -> Status:
        """The status of the game."""
        return self.position.status

    def legal(self) -> list[str]:
        """Return the moves or choices of the side to move, none if the game is over."""
        if self.passes:
            return [] if self.position.is_over() else [PASS]
        choices = [move.text for move in self.position.choices(self.turn)]
        if self.half is None:
            return choices
        return [choice for choice in choices if self._joint(self.half, choice).effects]

    def _joint(self, white: str, black: str) -> Move:
        """Return the move of both sides' choices; without effects they have to choose again."""
        return self.position.parse_move(joint_move((white, black)))

    # -- moves as XBoard writes them ---------------------------------------------------------------

    def text(self, move: str) -> str | None:
        """Return the text of a legal move that XBoard shows correctly, None if there is none."""
        if move == PASS:
            return move
        plain = self._plain(move)
        if not self.shown or plain.piece:
            return self.squares.write(plain)
        effects = self.position.parse_move(move)
        before, after = self._picture, _symbols(effects.applied(self.position.pieces()))
        vanished = [at for at in before.pieces if at not in after and at != plain.origin]
        for taken in (None, *vanished):
            legs = GuiMove(plain.origin, plain.goal, taken, plain.promoted)
            if before.after(legs, self.turn is Color.WHITE).pieces == after:
                return self.squares.write(legs)
        return None

    def plain_text(self, move: str) -> str:
        """Return a move of a principal variation, from square to square."""
        return move if move == PASS else self.squares.write(self._plain(move))

    def find(self, text: str) -> str:
        """Return the legal move that XBoard means. Raises IllegalMove with the reason."""
        if text == PASS:
            if self.passes and not self.position.is_over():
                return text
            raise IllegalMove("passing is not allowed here")
        asked = self.squares.read(text)
        if asked is None and not _CASTLING.fullmatch(text):
            raise IllegalMove("not a move")
        if self.passes:
            raise IllegalMove("the other side begins: pass, by typing @@@@")
        illegal = IllegalMove(f"illegal in {clip(self.position.fen(), 200)}")
        if asked is None:
            try:
                castling = self.position.parse_move(text).text
            except IllegalMove as error:
                raise illegal from error
            return self._as_shown(castling, text)
        for move in self.legal():
            plain = self._plain(move)
            if (plain.origin, plain.goal, plain.promoted, plain.piece) == (
                asked.origin,
                asked.goal,
                asked.promoted,
                asked.piece,
            ):
                return self._as_shown(move, text)
        raise illegal

    def is_move(self, text: str) -> bool:
        """Return True for what is written as a move, legal or not."""
        return bool(self.squares.read(text) or _CASTLING.fullmatch(text))

    def origin(self, move: str) -> Square | None:
        """Return the origin of a move, None for a pass or a drop."""
        if move == PASS:
            return None
        plain = self._plain(move)
        return None if plain.piece else plain.origin

    def holding(self, text: str) -> tuple[Color, int] | None:
        """Return the side and index of a place in the holdings, None for other squares."""
        return self.squares.holding(text, self.variant.files)

    def drops_from(self, side: Color, place: int) -> list[GuiMove]:
        """Return the drops of a side's piece at an index, from 0, of XBoard's holdings."""
        if side != self.turn or self.passes or place >= len(self._held):
            return []
        moves = map(self._plain, self.legal())
        return [move for move in moves if move.piece == self._held[place]]

    def occupied(self, square: Square) -> bool:
        """Return True if a piece stands on a square."""
        return square in self._picture.pieces

    def _as_shown(self, move: str, text: str) -> str:
        """Return a move if XBoard shows it correctly as it was entered. Raises IllegalMove."""
        right = self.text(move)
        if right is None:
            raise IllegalMove("XBoard cannot show this move, make it in two moves")
        if self.shown and right.lower() != text.lower():
            raise IllegalMove(f"enter it as {right}, by way of the captured piece")
        return move

    def _plain(self, move: str) -> GuiMove:
        """Return a move of the engine as one from square to square, or as a drop."""
        named = Squares(0)  # the engine counts ranks from 1
        read = named.read(move)
        assert read, f"the move {move!r} has no squares"
        return read

    # -- playing and taking back -------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Play a legal move, or keep a first choice until the second. Raises IllegalMove."""
        self._past.append(_Before(self._picture, self.half, self.position.ply, len(self.fens)))
        if move == PASS:
            self.moves.append(move)
            return
        if not self.choosing:
            self._update_picture(move)
            self.position.push(move)
        elif self.half is None:
            self.half = move
        else:
            self.position.push(joint_move((self.half, move)))
            self.half = None
            self._picture = self._current_picture()
        self.moves.append(move)
        self.fens.append(self.position.fen())

    def take_back(self, plies: int) -> None:
        """Take back that many plies. Raises IllegalMove if fewer were played."""
        if plies > len(self.moves):
            raise IllegalMove("no move to take back")
        for _ in range(plies):
            self.moves.pop()
            before = self._past.pop()
            self._picture, self.half = before.picture, before.half
            del self.fens[before.fens :]
            if self.position.ply > before.plies:
                self.position.pop()

    def _update_picture(self, move: str) -> None:
        """Play a move on XBoard's board if XBoard does not know the rules."""
        if self.shown:
            shown = self.text(move)
            read = self.squares.read(shown) if shown else None
            white = self.turn is Color.WHITE
            self._picture = self._picture.after(read, white) if read else self._current_picture()

    def _current_picture(self) -> Picture:
        """Return XBoard's board with the pieces of the position."""
        files, ranks = self.variant.files, self.variant.ranks
        pieces = _symbols(self.position.pieces())
        return Picture(files, ranks, self._pawn, self._king, pieces)


def _symbols(pieces: Mapping[board.Square, Piece]) -> dict[Square, str]:
    """Return each piece as FEN writes it."""
    return {square: piece.symbol for square, piece in pieces.items()}


def read_fen(
    variant: Variant, fen: str, chess960: bool, known: Iterable[str]
) -> tuple[str, tuple[str, ...]]:
    """Return the FEN that a FEN of XBoard means, and remarks on corrections.

    known: FENs of the current game. XBoard only keeps the rights of rooks, and writes targets that
    our games do not have. So a known FEN with the same board and side to move is preferred.
    Otherwise, if XBoard gives a side any right, all its pieces on their home squares count as
    unmoved. Raises FenError.
    """
    given = fields.split(fen)
    if "/" not in given.placement:
        raise FenError(f"{clip(fen)} is not a FEN")
    shown = _with_hands if _has_drops(variant) else _board
    for each in known:
        others = each.split()
        if shown(others[0]) == shown(given.placement) and others[1].replace("-", "w") == given.side:
            return each, given.remarks
    placement, side, rights = given[:3]
    if not _has_drops(variant):
        hand, placement = _hand(placement, variant), _board(placement)
        if hand:
            placement, side = f"{placement}[{hand}]", "-"
    home = variant.start.split()[2]
    if not set(rights) <= set(home):
        rights = _at_home(rights, home)
    counters = f"{given.halfmove} {given.fullmove} {given.checks}"
    text = f"{placement} {side} {rights} {given.target} {counters}"
    position = Position(variant, text, chess960=chess960)
    return position.fen(), (*given.remarks, *position.remarks)


def _has_drops(variant: Variant) -> bool:
    """Return True if pieces in hand are for drops, not for a placement."""
    return bool(game_kinds.kind_of(variant).hand_tokens(variant))


def _board(placement: str) -> str:
    """Return the placement without the pieces in hand."""
    return placement.split("[", maxsplit=1)[0]


def _with_hands(placement: str) -> tuple[str, list[str]]:
    """Return the board and the sorted pieces in hand."""
    return _board(placement), sorted(hand_of(placement).replace("-", ""))


def _hand(placement: str, variant: Variant) -> str:
    """Return the pieces still to be placed, in order, as many as XBoard says.

    Raises FenError if one side has more than the other.
    """
    given, whole = hand_of(placement), hand_of(variant.start)
    counts = {sum(map(str.isupper, given)), sum(map(str.islower, given))}
    if len(counts) > 1:
        raise FenError("one side has more pieces in hand")
    left = counts.pop()
    return "".join(
        "".join(filter(of_side, whole))[-left:] if left else ""
        for of_side in (str.isupper, str.islower)
    )


def _at_home(rights: str, home: str) -> str:
    """Return the rights of a new game, for the sides that have any right by KQkq."""
    kept = [
        letter
        for letter in home
        if any(each.isupper() == letter.isupper() for each in rights if each.isalpha())
    ]
    return "".join(kept) or "-"
