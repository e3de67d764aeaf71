"""The game as XBoard sees it: sides take turns always, one piece after the other.

Where both sides choose in secret, White's choice waits here for Black's. Where the game says that
the same side begins play whose turn it is not, XBoard's side passes.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from amalthea.engine import game_kinds
from amalthea.engine.core.game import Game, joint_move
from amalthea.engine.core.letters import is_piece
from amalthea.engine.core.status import Status
from amalthea.engine.core.variant import Square, Variant
from amalthea.engine.errors import FenError, IllegalMove, clip
from amalthea.protocol.holdings import hand_of
from amalthea.protocol.xboard.hosting import holding_order, pawn_of
from amalthea.protocol.xboard.picture import Picture
from amalthea.protocol.xboard.squares import PASS, GuiMove, Squares

_OTHER = {"w": "b", "b": "w"}


class Play:
    """A game from a FEN on; moves are the engine's texts, `PASS` among them.

    shown: whether XBoard draws the moves without knowing the rules. fens: of all positions so
    far. Raises FenError.
    """

    def __init__(self, variant: Variant, fen: str, chess960: bool, shown: bool) -> None:
        self.variant = variant
        self.fen = fen
        self.squares = Squares(variant.ranks)
        self.moves: list[str] = []
        self.chess960 = chess960
        self.shown = shown
        kind = game_kinds.kind_of(variant)
        self._scene = kind.scene
        men = kind.men(variant)
        self._held = holding_order(men)
        self._pawn = pawn_of(men)
        self._king = next((man.letter for man in men if man.royal), "")
        self._begin()

    def _begin(self) -> None:
        self.game: Game = game_kinds.new_game(self.variant, self.fen, (), self.chess960)
        self.half: str | None = None  # White's choice, not yet answered
        self.fens = [self.fen]
        self._first = "b" if self.game.position.turn == "b" else "w"
        self._picture = Picture(
            self.variant.files,
            self.variant.ranks,
            self._pawn,
            self._king,
            self._pieces(self.game.position.fen()),
        )

    # -- whose turn it is, and what may be done ----------------------------------------------------

    @property
    def turn(self) -> str:
        """Whose turn it is in XBoard."""
        return self._first if len(self.moves) % 2 == 0 else _OTHER[self._first]

    @property
    def choosing(self) -> bool:
        """Whether both sides choose."""
        return len(self.game.position.choosers()) > 1

    @property
    def passes(self) -> bool:
        """Whether XBoard's side has nothing to move, as the other one begins."""
        return not self.choosing and self.game.position.turn != self.turn

    @property
    def status(self) -> Status:
        """Of the game."""
        return self.game.position.status()

    def legal(self) -> list[str]:
        """The moves, or choices, of the side whose turn it is; none when the game is over."""
        if self.passes:
            return [PASS] if self.status.state == "ongoing" else []
        position = self.game.position
        if not self.choosing:
            return position.legal_moves()
        choices = position.choices(self.turn)
        if self.half is None:
            return choices
        board = position.fen().split("[")[0]  # it stays as it is where both must choose again
        return [
            choice
            for choice in choices
            if position.play(joint_move((self.half, choice))).fen().split("[")[0] != board
        ]

    # -- moves as XBoard writes them ---------------------------------------------------------------

    def text(self, move: str) -> str | None:
        """How a legal move is written so that XBoard shows it rightly, None where it cannot be."""
        if move == PASS:
            return move
        plain = self._plain(move)
        if not self.shown or plain.piece:
            return self.squares.write(plain)
        before, after = self._picture, self._pieces(self._fen_after(move))
        vanished = [at for at in before.pieces if at not in after and at != plain.origin]
        for taken in (None, *vanished):
            legs = GuiMove(plain.origin, plain.goal, taken, plain.promoted)
            if before.after(legs, self.turn == "w").pieces == after:
                return self.squares.write(legs)
        return None

    def plain_text(self, move: str) -> str:
        """A move of a line of play, from square to square."""
        return move if move == PASS else self.squares.write(self._plain(move))

    def find(self, text: str) -> str:
        """The legal move that XBoard means. Raises IllegalMove with the reason."""
        if text == PASS:
            if self.passes and self.status.state == "ongoing":
                return text
            raise IllegalMove("nobody may pass here")
        asked = self.squares.read(text)
        if asked is None:
            raise IllegalMove("no move")
        if self.passes:
            raise IllegalMove("the other side begins: pass, by typing @@@@")
        for move in self.legal():
            plain = self._plain(move)
            if (plain.origin, plain.goal, plain.promoted, plain.piece) == (
                asked.origin,
                asked.goal,
                asked.promoted,
                asked.piece,
            ):
                return self._as_shown(move, text)
        raise IllegalMove(f"illegal in {clip(self.game.position.fen(), 200)}")

    def origin(self, move: str) -> Square | None:
        """Where a move's piece comes from, None where none does."""
        if move == PASS:
            return None
        plain = self._plain(move)
        return None if plain.piece else plain.origin

    def holding(self, text: str) -> tuple[str, int] | None:
        """As that of the squares, on the board of this game."""
        return self.squares.holding(text, self.variant.files)

    def drops_from(self, side: str, place: int) -> list[GuiMove]:
        """Where a side may drop what lies at that place in XBoard's holdings, from 0."""
        if side != self.turn or self.passes or place >= len(self._held):
            return []
        moves = map(self._plain, self.legal())
        return [move for move in moves if move.piece == self._held[place]]

    def occupied(self, square: Square) -> bool:
        """Whether a piece stands there."""
        return square in self._picture.pieces

    def _as_shown(self, move: str, text: str) -> str:
        """The move, if XBoard shows it rightly as it was entered."""
        right = self.text(move)
        if right is None:
            raise IllegalMove("the board cannot show this, make it in two moves")
        if self.shown and right.lower() != text.lower():
            raise IllegalMove(f"enter it as {right}, by way of what is taken")
        return move

    def _plain(self, move: str) -> GuiMove:
        """A move of the engine's as one from square to square, or a drop."""
        named = Squares(0)  # the engine counts ranks from 1
        read = named.read(move)
        assert read, f"the move {move!r} has no squares"
        return read

    def _fen_after(self, move: str) -> str:
        position = self.game.position
        after = position.play(move)
        fen = after.fen()
        if after is position:
            position.undo()
        return fen

    def _pieces(self, fen: str) -> dict[Square, str]:
        """What stands on the board, blocked squares left out: nothing ever comes there."""
        scene = self._scene(self.variant, fen)
        return {square: token for square, token in scene.items() if is_piece(token)}

    # -- going on and back -------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Plays a legal move, or keeps a first choice until the second. Raises IllegalMove."""
        if move == PASS:
            self.moves.append(move)
            return
        white = self.turn == "w"
        if not self.choosing:
            self._draw(move, white)
            self.game.play(move)
        elif self.half is None:
            self.half = move
        else:
            self.game.play(joint_move((self.half, move)))
            self.half = None
            self._picture = self._as_it_is()
        self.moves.append(move)
        self.fens.append(self.game.position.fen())

    def play_all(self, moves: Iterable[str]) -> None:
        """Plays one after the other. Raises IllegalMove."""
        for move in moves:
            self.play(move)

    def take_back(self, plies: int) -> None:
        """Takes that many moves back. Raises IllegalMove where fewer were made."""
        if plies > len(self.moves):
            raise IllegalMove("no move to take back")
        kept = self.moves[: len(self.moves) - plies]
        self.moves = []
        self._begin()
        self.play_all(kept)

    def _draw(self, move: str, white: bool) -> None:
        if self.shown:
            shown = self.text(move)
            read = self.squares.read(shown) if shown else None
            self._picture = self._picture.after(read, white) if read else self._as_it_is()

    def _as_it_is(self) -> Picture:
        pieces = self._pieces(self.game.position.fen())
        files, ranks = self.variant.files, self.variant.ranks
        return Picture(files, ranks, self._pawn, self._king, pieces)


def read_fen(variant: Variant, fen: str, chess960: bool, known: Iterable[str]) -> str:
    """The FEN that a FEN of XBoard's means. known: FENs of the game that XBoard may be showing.

    XBoard keeps no rights but a rook's or none, and notes targets that our games do not have:
    where the board and the side to move are known, the known one is meant; else what stands at
    home has not moved where XBoard says that anything has not. Raises FenError.
    """
    fields = fen.split()
    if len(fields) < 2:
        raise FenError(f"{clip(fen)} is no FEN")
    shown = _with_hands if _has_drops(variant) else _board
    for each in known:
        others = each.split()
        if shown(others[0]) == shown(fields[0]) and others[1].replace("-", "w") == fields[1]:
            return each
    placement, side = fields[:2]
    if not _has_drops(variant):
        hand, placement = _hand(placement, variant), _board(placement)
        if hand:
            placement, side = f"{placement}[{hand}]", "-"
    rights, target, *counters = (*fields[2:6], *("-", "-", "0", "1")[len(fields[2:6]) :])
    home = variant.start.split()[2]
    at_home = _at_home(rights, home)
    first = rights if set(rights) <= set(home) else at_home
    found: FenError | None = None
    for tried, passed in product((first, at_home), (target, "-")):
        text = " ".join((placement, side, tried, passed, *counters))
        try:
            return game_kinds.new_position(variant, text, chess960).fen()
        except FenError as error:
            found = found or error
    assert found
    raise found


def _has_drops(variant: Variant) -> bool:
    """Whether what is in hand belongs to a position, and is not merely to be placed."""
    return bool(game_kinds.kind_of(variant).holdable(variant))


def _board(placement: str) -> str:
    """The placement without what is in hand."""
    return placement.split("[", maxsplit=1)[0]


def _with_hands(placement: str) -> tuple[str, list[str]]:
    """Board and hands, in whatever order these are written."""
    return _board(placement), sorted(hand_of(placement).replace("-", ""))


def _hand(placement: str, variant: Variant) -> str:
    """What is still to be placed, as many pieces as XBoard says, in their order.

    Raises FenError where one side has more of them.
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
    """All rights of a new game, of the sides that have any by KQkq."""
    kept = [
        letter
        for letter in home
        if any(each.isupper() == letter.isupper() for each in rights if each.isalpha())
    ]
    return "".join(kept) or "-"
