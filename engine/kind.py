"""The interface of a kind of game: positions, evaluation, notation.

Each kind is a package with an object `KIND`, its only public part.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from amalthea.engine.core import board, letters
from amalthea.engine.core import fen as fields
from amalthea.engine.core.color import Color
from amalthea.engine.evaluation.tables_file import Layout

if TYPE_CHECKING:
    from amalthea.engine.choosing import Chooser, ChooserContext
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square, Variant
    from amalthea.engine.evaluation import (
        Evaluation,
        HandWritten,
        KinNet,
        Kinship,
        PieceValue,
    )
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.evaluation.net import Net
    from amalthea.engine.evaluation.prober import Prober
    from amalthea.engine.evaluation.tablebase_file import Header as TablebaseHeader
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile
    from amalthea.engine.evaluation.tables_file import Tables

__all__ = ["EvalGradient", "GameKind", "PieceInfo", "Plane"]


@dataclass(frozen=True, slots=True)
class PieceInfo:
    """A piece type, described for programs that do not know the game.

    letter: that of White's piece in FEN.
    moves: Betza notation, with "i" for first moves; what it cannot express is left out, such as
        castling and moves from one rank only.
    royal: True if losing the piece loses the game.
    pawn: True if the game calls it a pawn.
    """

    letter: str
    moves: str
    royal: bool
    pawn: bool


@dataclass(frozen=True, slots=True)
class Plane:
    """A plane of features, one for each square; see amalthea.engine.evaluation.features.

    name: the sort of feature.
    side: "w" or "b", or "" if it belongs to no side.
    token: the piece as FEN writes it, or "" if the feature is not a single piece.
    """

    name: str
    side: str
    token: str = ""


@dataclass(frozen=True, slots=True)
class EvalGradient:
    """A weight of the hand-written evaluation that can be fitted; see Evaluator.gradient.

    weight: its name, in the tables of a piece type if `piece` is given.
    piece: the letter of a piece type, or "".
    phase: 0 for the middlegame, 1 for the endgame, in the tables of a piece type.
    """

    weight: str
    piece: str = ""
    phase: int = 0


class GameKind(ABC):
    """A kind of game; the variants of a kind are of one class.

    Compiled modules are imported when a method needs them, so a kind costs nothing until it is
    played.
    """

    name: str  # one word, which also selects the style of drawings
    square: type[board.Square] = board.Square

    @property
    def first_label(self) -> int:
        """The number of labels before those of the first file and the first rank."""
        return self.square.first_label

    @abstractmethod
    def position(self, variant: Any, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""

    @abstractmethod
    def position_and_evaluator(
        self, variant: Any, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """Return the position of a FEN in which one side is to move, and its evaluator.

        Raises FenError.
        """

    @abstractmethod
    def tokens(self, variant: Any) -> tuple[str, ...]:
        """Return the tokens of all pieces and blocked squares of the game, as FEN writes them."""

    @abstractmethod
    def scene(self, variant: Any, fen: str) -> dict[Square, str]:
        """Return the token on each occupied square; of a large piece, on its anchor square.

        Only the placement field of the FEN is read, so the position need not be playable. Raises
        FenError.
        """

    def placement(self, variant: Any, scene: Mapping[Square, str], side: str) -> str:
        """Return the placement field of a FEN; the position need not be playable.

        scene: the token on each occupied square.
        side: the side to move, "-" while both sides choose.
        """
        cells = {
            (file + files, rank + ranks): token
            for (file, rank), token in scene.items()
            for files, ranks in self.covered(variant, token)
        }
        return fields.write_placement(cells, variant.files, variant.ranks)

    def hand_tokens(self, variant: Any) -> tuple[str, ...]:
        """Return the tokens of pieces that may be in a hand and be dropped; none in most games."""
        return ()

    def pieces_wait(self, variant: Any) -> bool:
        """Return True if pieces wait behind others until these leave."""
        return False

    def waiting(self, variant: Any, fen: str) -> Mapping[Square, str]:
        """Return the pieces that wait behind others, by the square on which they will enter.

        Raises FenError.
        """
        return {}

    def hands(self, variant: Any, fen: str) -> Mapping[str, int]:
        """Return how many of each token are in hand, from a FEN's placement field.

        Raises FenError.
        """
        return {}

    def covered(self, variant: Any, token: str) -> tuple[Square, ...]:
        """Return the squares that a piece covers, relative to its anchor."""
        return ((0, 0),)

    def piece_types(self, variant: Any) -> tuple[PieceInfo, ...]:
        """Return the piece types; none if the pieces on the board have no moves of their own."""
        return ()

    def footprint(self, variant: Any, token: str) -> tuple[Square, ...]:
        """Return the squares that a move from a square takes hold of, relative to it.

        token: the piece on the square, or "" if it is empty.
        """
        return self.covered(variant, token) if token else ((0, 0),)

    def moved_stones(self, variant: Any, move: str) -> tuple[tuple[Square, Square], ...]:
        """Return (from, to) of each stone that a legal move moves, the one that it names first.

        Returns an empty tuple if it moves one piece only.
        """
        return ()

    def checkers(self, position: Any) -> Sequence[tuple[int, int]]:
        """Return the squares of the pieces that give check, their anchors."""
        return ()

    def obstacle(
        self, variant: Any, contents: board.Tokens, start: tuple[int, int], goal: tuple[int, int]
    ) -> str:
        """Return why the piece on a square cannot go to another, "" if the board does not show it.

        contents: the board.
        """
        return ""

    def token_after(self, variant: Any, move: str, token: str) -> str:
        """Return the token of a piece on the board after its legal move."""
        return token

    def piece_name(self, variant: Any, letter: str) -> str:
        """Return the name of the type of piece with that letter."""
        return "stone"

    def blocks_squares(self, variant: Any) -> bool:
        """Return True if each move also blocks a square, which its text names behind a comma."""
        return False

    def pieces(self, variant: Any) -> dict[str, board.Piece]:
        """Return the piece for each token that may stand on a board or be in a hand."""
        found = {}
        royal = {each.letter for each in self.piece_types(variant) if each.royal}
        for token in (*self.tokens(variant), *self.hand_tokens(variant)):
            if letters.is_piece(token):
                letter = token.upper()
                color = Color.WHITE if token == letter else Color.BLACK
                name = self.piece_name(variant, letter)
                found[token] = board.Piece(board.PieceType(letter, name, letter in royal), color)
        return found

    def to_place(self, position: Any) -> tuple[str, ...]:
        """Return the letters of the pieces that both sides still have to place, in their order."""
        return ()

    def insufficient_material(
        self, variant: Any, contents: board.Tokens, hands: Mapping[str, int], side: Color
    ) -> bool:
        """Return True if a side can certainly not win with its pieces, however the other plays.

        contents: the board. hands: the pieces in hand, by token.
        """
        return False

    def full_notation(self, variant: Any, before: board.Tokens, move: str, after: Position) -> str:
        """Return the move of one side in notation for people.

        before: the board before the move.
        after: the position after it.
        """
        return move

    def short_notation(
        self,
        variant: Any,
        before: board.Tokens,
        move: str,
        after: Position,
        legal: Callable[[], Sequence[str]],
    ) -> str:
        """Return the shortest unambiguous notation of the move, like SAN in chess."""
        return self.full_notation(variant, before, move, after)

    def moves_matching(self, variant: Any, position: Position, word: str) -> list[str]:
        """Return the legal moves of one side that a text may mean, in any notation."""
        return [word] if position.is_legal_text(word) else []

    def vital_structures(
        self, variant: Any, contents: board.Tokens
    ) -> tuple[tuple[str, tuple[Square, ...]], ...]:
        """Return (side, squares) for each vital structure: a side that loses its last one loses.

        contents: the board. Returns an empty tuple for games in which check shows such danger.
        """
        return ()

    def chess960(self, variant: Any, fen: str) -> Variant:
        """Return the variant with the castling rules of Chess960 from that FEN.

        Returns the variant itself if it has no castling. Raises FenError.
        """
        chosen: Variant = variant
        return chosen

    def shuffled(self, variant: Any, seed: int) -> str:
        """Return a start position of Chess960, the game's own one if there are no others."""
        start: str = variant.start_fen(seed)
        return start

    def weights(self) -> Mapping[str, int]:
        """Return the tunable weights of the hand-written evaluation with their defaults."""
        return {}

    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """Return the smallest and the largest value of weights that have their own bounds.

        The size of other weights is at most MAX_WEIGHT.
        """
        return {}

    def auxiliary_weights(self) -> Collection[str]:
        """Return the names of the weights that serve only to compute others; files omit them."""
        return ()

    def layout(self, variant: Any) -> Layout:
        """Return the requirements of a game on fitted tables."""
        return Layout(self.net_rules(variant), self.weights(), {}, self.ranges())

    def tables(self, variant: Any, evaluation: HandWritten) -> Tables:
        """Return all numbers of a hand-written evaluation. Raises TablesError."""
        raise NotImplementedError(f"games of kind {self.name!r} have no tables")

    def piece_values(self, variant: Any, evaluation: HandWritten) -> tuple[PieceValue, ...]:
        """Return the values of the piece types to an evaluation, in its own centipawns.

        Types that cannot be lost have none. Raises TablesError.
        """
        return ()

    def gradient_terms(self, variant: Any) -> tuple[EvalGradient, ...]:
        """Return the weights of `Evaluator.gradient`, in its order."""
        return ()

    def features(self, position: Any) -> Features:
        """Return the input features of a net for a position.

        Raises NotImplementedError if the kind has no nets.
        """
        raise NotImplementedError(f"games of kind {self.name!r} have no nets")

    def net_planes(self, variant: Any) -> tuple[Plane, ...]:
        """Return the planes of a net's features in the order of their indices."""
        return ()

    def net_rules(self, variant: Any) -> str:
        """Return the fingerprint of the rules that a net must have; "" without nets."""
        return ""

    def kinship(self, variant: Any, other: Any) -> Kinship | None:
        """Return how a game is akin to another one.

        None if the other one's net would evaluate it worse than the hand-written evaluation does.
        """
        return None

    def distant_kinship(self, variant: Any, other: Any) -> Kinship | None:
        """Return which types of another game move most like those of this one.

        A training of this game can start from the other game's net in that way, even if the games
        are won in different ways. None if the boards differ.
        """
        return None

    def kin_net(self, variant: Any, evaluation: KinNet) -> Net:
        """Return the net of another game with the features of this one. Raises NetError."""
        raise NotImplementedError  # without `kinship` there is none

    def fullness(self, position: Any) -> float:
        """Return how full the board is, from 0 to 1; always 1 if the kind does not count."""
        return 1.0

    def removable(self, position: Any) -> Mapping[Square, int]:
        """Return the feature of each piece that can be removed by itself, by square.

        Returns an empty mapping if the features of a piece depend on others.
        """
        return {}

    def prober(self, position: Any, files: Iterable[TablebaseFile]) -> Prober | None:
        """Return a prober of those endgame tables that fit the position, or None.

        Raises TablebaseError for a file that has changed since it was checked.
        """
        return None

    def tablebases(
        self,
        variant: Any,
        materials: Iterable[str],
        on_table: Callable[[str, float], None] = lambda material, share: None,
    ) -> Iterator[tuple[TablebaseHeader, bytes]]:
        """Yield the endgame tables of materials, and of what captures leave of them, one by one.

        on_table: called before each with its material and the finished share of all positions.
        Raises TablebaseError.
        """
        from amalthea.engine.evaluation.tablebase_file import TablebaseError

        raise TablebaseError(f"games of kind {self.name!r} have no endgame tables")

    def chooser(self, position: Any, side: str, context: ChooserContext) -> Chooser:
        """Return the chooser for a side's secret choice.

        Raises NotImplementedError if the kind has no secret choices.
        """
        raise NotImplementedError(f"games of kind {self.name!r} have no secret choices")
