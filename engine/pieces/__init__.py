"""Games of pieces that move along paths, chess first among them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from amalthea.engine.kind import EvalGradient, GameKind, PieceInfo, Plane

if TYPE_CHECKING:
    from amalthea.engine.choosing import Chooser, ChooserContext
    from amalthea.engine.core.board import Tokens
    from amalthea.engine.core.color import Color
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation import Evaluation, HandWritten, KinNet, Kinship, PieceValue
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.evaluation.net import Net
    from amalthea.engine.evaluation.prober import Prober
    from amalthea.engine.evaluation.tablebase_file import Header as TablebaseHeader
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile
    from amalthea.engine.evaluation.tables_file import Layout, Tables
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.moves.position import PiecesPosition
    from amalthea.engine.pieces.placement.position import PlacementPosition


class PiecesKind(GameKind):
    """The kind of games of pieces, also while the pieces are still being placed."""

    name = "pieces"

    def position(self, variant: PiecesVariant, fen: str) -> Position:
        """Return the position of a FEN. Raises FenError."""
        if _is_placement(variant, fen):
            from amalthea.engine.pieces.placement.position import PlacementPosition

            return PlacementPosition(variant, fen)
        from amalthea.engine.pieces.moves.positions import new_position

        return new_position(variant, fen)

    def position_and_evaluator(
        self, variant: PiecesVariant, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """Return the position of a FEN and its evaluator. Raises FenError."""
        from amalthea.engine.pieces.evaluation.evaluators import position_and_evaluator

        return position_and_evaluator(variant, fen, evaluation)

    def tokens(self, variant: PiecesVariant) -> tuple[str, ...]:
        """Return every piece's letter in both cases, and the token of a blocked square."""
        from amalthea.engine.pieces.text.board_reader import BLOCKED

        letters = [piece.letter for piece in variant.pieces]
        blocked = (BLOCKED,) if variant.has_blocked_squares else ()
        return (*letters, *(letter.lower() for letter in letters), *blocked)

    def blocks_squares(self, variant: PiecesVariant) -> bool:
        """Return True if each move also blocks a square."""
        return variant.walls is not None

    def scene(self, variant: PiecesVariant, fen: str) -> dict[Square, str]:
        """Return the token on each occupied square. Raises FenError."""
        from amalthea.engine.pieces.text import piece_fen

        return piece_fen.read_scene(fen, variant)

    def hand_tokens(self, variant: PiecesVariant) -> tuple[str, ...]:
        """Return the tokens of all pieces that may be in hand, White's first."""
        from amalthea.engine.pieces.text.hands import hand_letters

        letters = hand_letters(variant)
        return (*letters, *(letter.lower() for letter in letters))

    def pieces_wait(self, variant: PiecesVariant) -> bool:
        """Return True if pieces wait behind others until these leave."""
        return variant.drops is not None and variant.drops.waiting

    def waiting(self, variant: PiecesVariant, fen: str) -> Mapping[Square, str]:
        """Return the pieces that wait behind others, by the square on which they will enter.

        Raises FenError.
        """
        if not self.pieces_wait(variant):
            return {}
        from amalthea.engine.core import fen as fields
        from amalthea.engine.pieces.text.waiting import take_waiting

        return take_waiting(fields.split(fen).placement.partition("[")[0], variant)[1]

    def hands(self, variant: PiecesVariant, fen: str) -> Mapping[str, int]:
        """Return both hands, by letter. Raises FenError."""
        if not variant.drops or not fen.split():
            return {}
        from amalthea.engine.core import fen as fields
        from amalthea.engine.pieces.text.hands import take_hands

        return take_hands(fields.split(fen).placement, variant, [])[1]

    def placement(self, variant: PiecesVariant, scene: Mapping[Square, str], side: str) -> str:
        """Return the first field of a FEN; during placement with the pieces left to place."""
        from amalthea.engine.pieces.placement.position import hands_after

        hands = hands_after(scene, variant.placement) if variant.placement and side == "-" else ""
        return super().placement(variant, scene, side) + hands

    def covered(self, variant: PiecesVariant, token: str) -> tuple[Square, ...]:
        """Return the squares that a token covers, relative to its anchor."""
        from amalthea.engine.pieces.text.board_reader import BLOCKED

        second = None if token == BLOCKED else variant.piece(token.upper()).second_square
        return ((0, 0), second) if second else ((0, 0),)

    def checkers(self, position: Any) -> Sequence[Square]:
        """Return the squares of the pieces that give check, none while pieces are placed."""
        return position.checkers_at() if len(position.choosers()) == 1 else ()

    def obstacle(
        self, variant: PiecesVariant, contents: Tokens, start: Square, goal: Square
    ) -> str:
        """Return why the piece on a square cannot go to another, "" if unknown."""
        from amalthea.engine.pieces.text.obstacle import obstacle

        return obstacle(variant, contents, start, goal)

    def token_after(self, variant: PiecesVariant, move: str, token: str) -> str:
        """Return the token of a piece after a move; the suffix of the move's text may change it."""
        from amalthea.engine.pieces.text import notation

        return notation.token_after(variant, move, token)

    def piece_name(self, variant: PiecesVariant, letter: str) -> str:
        """Return the game's name for the piece type."""
        return variant.piece(letter).name

    def to_place(self, position: Any) -> tuple[str, ...]:
        """Return the types that each side still has to place, in order, () once play has begun."""
        return position.hands() if len(position.choosers()) > 1 else ()

    def insufficient_material(
        self, variant: PiecesVariant, contents: Tokens, hands: Mapping[str, int], side: Color
    ) -> bool:
        """Return True if a side can certainly not win with its pieces."""
        from amalthea.engine.pieces.description.mating import insufficient_material

        return insufficient_material(variant, contents, hands, side)

    def full_notation(
        self, variant: PiecesVariant, before: Tokens, move: str, after: Position
    ) -> str:
        """Return the move in long algebraic notation."""
        from amalthea.engine.pieces.text import notation

        return notation.full_notation(variant, before, move, after)

    def short_notation(
        self,
        variant: PiecesVariant,
        before: Tokens,
        move: str,
        after: Position,
        legal: Callable[[], Sequence[str]],
    ) -> str:
        """Return the move in standard algebraic notation."""
        from amalthea.engine.pieces.text import notation

        return notation.short_notation(variant, before, move, after, legal)

    def moves_matching(self, variant: PiecesVariant, position: Position, word: str) -> list[str]:
        """Return the moves that a text in long or short algebraic notation may stand for."""
        from amalthea.engine.pieces.text import notation

        return notation.moves_matching(variant, position, word)

    def piece_types(self, variant: PiecesVariant) -> tuple[PieceInfo, ...]:
        """Return every piece type; a pawn's moves from its first rank are listed as first moves."""
        pawns = variant.pawns
        pawn = pawns.letter if pawns else ""
        first = pawns.first_rank if pawns else 0
        return tuple(
            PieceInfo(
                piece.letter,
                piece.moves + _initial(piece.from_rank.get(first, "")),
                piece.royal,
                piece.letter == pawn,
            )
            for piece in variant.pieces
        )

    def chess960(self, variant: PiecesVariant, fen: str) -> PiecesVariant:
        """Return the variant as Chess960 plays it from that FEN. Raises FenError."""
        from amalthea.engine.pieces.text.chess960 import chess960

        return chess960(variant, fen)

    def shuffled(self, variant: PiecesVariant, seed: int) -> str:
        """Return the FEN of a start position of Chess960 that the seed selects."""
        from amalthea.engine.pieces.text.chess960 import shuffled

        return shuffled(variant, seed)

    def weights(self) -> Mapping[str, int]:
        """Return the tunable numbers of the evaluation of pieces."""
        from amalthea.engine.pieces.evaluation.weights import DEFAULTS

        return DEFAULTS

    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """Return the least and greatest values of the tunable numbers that have such bounds."""
        from amalthea.engine.pieces.evaluation.weights import RANGES

        return RANGES

    def auxiliary_weights(self) -> Collection[str]:
        """Return the numbers that values, square tables and mobilities are computed with."""
        from amalthea.engine.pieces.evaluation.weights import COMPUTING

        return COMPUTING

    def layout(self, variant: PiecesVariant) -> Layout:
        """Return the layout that fitted tables of a game must have."""
        from amalthea.engine.pieces.evaluation.fitted import layout_of

        return layout_of(variant)

    def tables(self, variant: PiecesVariant, evaluation: HandWritten) -> Tables:
        """Return all numbers of a hand-written evaluation. Raises TablesError."""
        from amalthea.engine.pieces.evaluation.fitted import all_numbers

        return all_numbers(variant, evaluation)

    def piece_values(
        self, variant: PiecesVariant, evaluation: HandWritten
    ) -> tuple[PieceValue, ...]:
        """Return the values of all types that can be lost, in the evaluation's own centipawns."""
        from amalthea.engine.pieces.evaluation.fitted import values_of

        return values_of(variant, evaluation)

    def gradient_terms(self, variant: PiecesVariant) -> tuple[EvalGradient, ...]:
        """Return the counted terms, every type's mobility, both in two phases, and the tempo."""
        from amalthea.engine.evaluation.weights import phased
        from amalthea.engine.pieces.evaluation.weights import UNITS

        counted = [EvalGradient(name) for name in phased(UNITS)]
        mobilities = [
            EvalGradient("mobility", piece.letter, at)
            for piece in variant.pieces
            for at in range(2)
        ]
        return (*counted, *mobilities, EvalGradient("tempo"))

    def features(self, position: PiecesPosition) -> Features:
        """Return the input features of a net for a position."""
        from amalthea.engine.pieces.evaluation.evaluators import features_of

        return features_of(position)

    def fullness(self, position: PiecesPosition) -> float:
        """Return the number of pieces, relative to the start position."""
        return self.features(position).fullness()

    def net_planes(self, variant: PiecesVariant) -> tuple[Plane, ...]:
        """Return the planes of each type and side, then the blocked squares.

        The features of pieces in hand follow; they belong to no square.
        """
        from amalthea.engine.pieces.text.board_reader import BLOCKED

        planes = [
            Plane(piece.name, side, token)
            for piece in variant.pieces
            for side, token in (("w", piece.letter), ("b", piece.letter.lower()))
        ]
        return (*planes, *([Plane("blocked", "", BLOCKED)] if variant.blocked else ()))

    def net_rules(self, variant: PiecesVariant) -> str:
        """Return the fingerprint of the rules."""
        from amalthea.engine.pieces.rules.known_fingerprint import fingerprint_of

        return fingerprint_of(variant)

    def kinship(self, variant: PiecesVariant, other: PiecesVariant) -> Kinship | None:
        """Return how a game is akin to another one, None if it is not."""
        from amalthea.engine.pieces.evaluation.kin import kinship

        return kinship(variant, other)

    def distant_kinship(self, variant: PiecesVariant, other: PiecesVariant) -> Kinship | None:
        """Return which types of a game on the same board move most like those of this one."""
        from amalthea.engine.pieces.evaluation.kin import distant_kinship

        return distant_kinship(variant, other)

    def kin_net(self, variant: PiecesVariant, evaluation: KinNet) -> Net:
        """Return the net of another game with the features of this one. Raises NetError."""
        from amalthea.engine.pieces.evaluation.evaluators import kin_net

        return kin_net(variant, evaluation)

    def removable(self, position: PiecesPosition) -> Mapping[Square, int]:
        """Return the feature of every piece but the kings, by square."""
        from amalthea.engine.pieces.evaluation.evaluators import removable

        return removable(position)

    def prober(self, position: PiecesPosition, files: Iterable[TablebaseFile]) -> Prober | None:
        """Return a prober of the tables that fit, None if none does. Raises TablebaseError."""
        if not files:
            return None
        from amalthea.engine.pieces.endgames.tablebase import prober_of

        return prober_of(position, files)

    def tablebases(
        self,
        variant: PiecesVariant,
        materials: Iterable[str],
        on_table: Callable[[str, float], None] = lambda material, share: None,
    ) -> Iterator[tuple[TablebaseHeader, bytes]]:
        """Yield the endgame tables of some materials. Raises TablebaseError.

        on_table: called before each with its material and the finished share of all positions.
        """
        from amalthea.engine.pieces.endgames.tablebase import Material, tables_for

        parsed = [Material.read(text, variant) for text in materials]
        return tables_for(variant, parsed, on_table)

    def chooser(self, position: PlacementPosition, side: str, context: ChooserContext) -> Chooser:
        """Return the chooser of a square for a side's next piece."""
        from amalthea.engine.pieces.placement.chooser import PlacementChooser

        return PlacementChooser(position, side, context)


def _is_placement(variant: PiecesVariant, fen: str) -> bool:
    """Return True if pieces are still to be placed: the FEN shows them in brackets."""
    return variant.placement is not None and "[" in fen


def _initial(moves: str) -> str:
    """Return Betza notation for the same moves, limited to a piece that has not moved."""
    from amalthea.engine.pieces.description.betza import terms

    return "".join(f"i{term}" for term in terms(moves))


KIND = PiecesKind()
