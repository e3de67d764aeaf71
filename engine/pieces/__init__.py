"""Games of two armies of pieces that move along paths, chess first among them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from amalthea.engine.kind import EvalGradient, GameKind, PieceInfo, Plane

if TYPE_CHECKING:
    from amalthea.engine.choosing import Chooser, ChooserContext
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Square
    from amalthea.engine.evaluation import Evaluation, HandWritten
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.features import Features
    from amalthea.engine.evaluation.prober import Prober
    from amalthea.engine.evaluation.tablebase_file import Header as TablebaseHeader
    from amalthea.engine.evaluation.tablebase_file import TablebaseFile
    from amalthea.engine.evaluation.tables_file import Layout, Tables
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.moves.position import Army
    from amalthea.engine.pieces.placement.position import PlacementPosition


class PiecesKind(GameKind):
    """How games of pieces are played, also while the pieces are still being placed."""

    name = "pieces"

    def position(self, variant: PiecesVariant, fen: str) -> Position:
        """The position of a FEN. Raises FenError."""
        if _is_placement(variant, fen):
            from amalthea.engine.pieces.placement.position import PlacementPosition

            return PlacementPosition(variant, fen)
        from amalthea.engine.pieces.moves.position import Army

        return Army(variant, fen)

    def position_and_evaluator(
        self, variant: PiecesVariant, fen: str, evaluation: Evaluation
    ) -> tuple[Position, Evaluator]:
        """The position of a FEN and its evaluator. Raises FenError."""
        from amalthea.engine.pieces.evaluation.judging import judged_army

        return judged_army(variant, fen, evaluation)

    def tokens(self, variant: PiecesVariant) -> tuple[str, ...]:
        """Every piece's letter, and what stands for a blocked square."""
        from amalthea.engine.pieces.text.piece_fen import BLOCKED

        letters = [piece.letter for piece in variant.pieces]
        blocked = (BLOCKED,) if variant.blocked else ()
        return (*letters, *(letter.lower() for letter in letters), *blocked)

    def scene(self, variant: PiecesVariant, fen: str) -> dict[Square, str]:
        """The token on each occupied square. Raises FenError."""
        from amalthea.engine.pieces.text import piece_fen

        return piece_fen.read_scene(fen, variant)

    def holdable(self, variant: PiecesVariant) -> tuple[str, ...]:
        """What is captured, or in hand from the start, as the dropping side's piece."""
        from amalthea.engine.pieces.text.hands import holdable

        letters = holdable(variant)
        return (*letters, *(letter.lower() for letter in letters))

    def hands(self, variant: PiecesVariant, fen: str) -> Mapping[str, int]:
        """Both hands, by letter. Raises FenError."""
        from amalthea.engine.pieces.text.hands import read_hands

        return read_hands(fen.split(maxsplit=1)[0], variant)[1] if fen.split() else {}

    def placement(self, variant: PiecesVariant, scene: Mapping[Square, str], side: str) -> str:
        """The first field of a FEN; while both sides place pieces with what is left to place."""
        from amalthea.engine.pieces.placement.position import hands_after

        hands = hands_after(scene, variant.placement) if variant.placement and side == "-" else ""
        return super().placement(variant, scene, side) + hands

    def covered(self, variant: PiecesVariant, token: str) -> tuple[Square, ...]:
        """The squares that a token covers, seen from its anchor."""
        from amalthea.engine.pieces.text.piece_fen import BLOCKED

        second = None if token == BLOCKED else variant.piece(token.upper()).covers
        return ((0, 0), second) if second else ((0, 0),)

    def arriving(self, variant: PiecesVariant, move: str, token: str) -> str:
        """As the sign behind the squares says."""
        from amalthea.engine.pieces.text import notation

        return notation.arriving(variant, move, token)

    def written(self, variant: PiecesVariant, before: str, move: str, after: Position) -> str:
        """The long form of algebraic notation."""
        from amalthea.engine.pieces.text import notation

        return notation.written(variant, before, move, after)

    def moves_matching(self, variant: PiecesVariant, position: Position, word: str) -> list[str]:
        """Long and short forms of algebraic notation are understood."""
        from amalthea.engine.pieces.text import notation

        return notation.moves_matching(variant, position, word)

    def piece_types(self, variant: PiecesVariant) -> tuple[PieceInfo, ...]:
        """Every type of piece. What a pawn may do from its first rank is told as a first move."""
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
        """The variant as Chess960 plays it from that FEN. Raises FenError."""
        from amalthea.engine.pieces.text.chess960 import chess960

        return chess960(variant, fen)

    def weights(self) -> Mapping[str, int]:
        """The tunable numbers of the evaluation of pieces."""
        from amalthea.engine.pieces.evaluation.weights import DEFAULTS

        return DEFAULTS

    def ranges(self) -> Mapping[str, tuple[int, int]]:
        """What values are computed by has bounds of its own."""
        from amalthea.engine.pieces.evaluation.weights import RANGES

        return RANGES

    def computing(self) -> Collection[str]:
        """What values, square tables and mobilities are computed by."""
        from amalthea.engine.pieces.evaluation.weights import COMPUTING

        return COMPUTING

    def layout(self, variant: PiecesVariant) -> Layout:
        """What fitted tables of a game must agree with."""
        from amalthea.engine.pieces.evaluation.fitted import layout_of

        return layout_of(variant)

    def tables(self, variant: PiecesVariant, evaluation: HandWritten) -> Tables:
        """All numbers of a hand-written evaluation. Raises TablesError."""
        from amalthea.engine.pieces.evaluation.fitted import all_numbers

        return all_numbers(variant, evaluation)

    def gradient_terms(self, variant: PiecesVariant) -> tuple[EvalGradient, ...]:
        """Of what is counted, then of every type's mobility, each in both phases; the tempo.

        None where pieces are dropped: what is fitted sees the board alone.
        """
        if variant.drops:
            return ()
        from amalthea.engine.evaluation.weights import phased
        from amalthea.engine.pieces.evaluation.weights import UNITS

        counted = [EvalGradient(name) for name in phased(UNITS)]
        goals = [
            EvalGradient("mobility", piece.letter, at)
            for piece in variant.pieces
            for at in range(2)
        ]
        return (*counted, *goals, EvalGradient("tempo"))

    def features(self, position: Army) -> Features:
        """What a net sees of a position."""
        from amalthea.engine.pieces.evaluation.judging import features_of

        return features_of(position)

    def fullness(self, position: Army) -> float:
        """Of the men of a new game's first position."""
        return self.features(position).fullness()

    def net_planes(self, variant: PiecesVariant) -> tuple[Plane, ...]:
        """Each type's pieces of either side, then the blocked cells; none in games with drops."""
        if variant.drops:
            return ()
        from amalthea.engine.pieces.text.piece_fen import BLOCKED

        planes = [
            Plane(piece.name, side, token)
            for piece in variant.pieces
            for side, token in (("w", piece.letter), ("b", piece.letter.lower()))
        ]
        return (*planes, *([Plane("blocked", "", BLOCKED)] if variant.blocked else ()))

    def net_rules(self, variant: PiecesVariant) -> str:
        """What a net must agree with."""
        from amalthea.engine.pieces.rules.registry import fingerprint_of

        return fingerprint_of(variant)

    def errors(self, variant: PiecesVariant) -> Iterator[str]:
        """Yield every contradiction in a description."""
        from amalthea.engine.pieces.rules.registry import errors

        return errors(variant)

    def removable(self, position: Army) -> Mapping[Square, int]:
        """Every piece but the kings."""
        from amalthea.engine.pieces.evaluation.judging import removable

        return removable(position)

    def prober(self, position: Army, files: Iterable[TablebaseFile]) -> Prober | None:
        """Who looks a position up in those endgame tables that fit. Raises TablebaseError."""
        if not files:
            return None
        from amalthea.engine.pieces.endgames.tablebase import prober_of

        return prober_of(position, files)

    def tablebases(
        self, variant: PiecesVariant, materials: Iterable[str]
    ) -> Iterator[tuple[TablebaseHeader, bytes]]:
        """The endgame tables of what is named. Raises TablebaseError."""
        from amalthea.engine.pieces.endgames.tablebase import Material, tables_for

        return tables_for(variant, [Material.read(text, variant) for text in materials])

    def chooser(self, position: PlacementPosition, side: str, context: ChooserContext) -> Chooser:
        """Who chooses a square for a side's next piece."""
        from amalthea.engine.pieces.placement.chooser import PlacementChooser

        return PlacementChooser(position, side, context)


def _is_placement(variant: PiecesVariant, fen: str) -> bool:
    """Whether pieces are still to be placed: FEN shows them in brackets."""
    return variant.placement is not None and "[" in fen


def _initial(moves: str) -> str:
    """Betza notation of the same moves, but only before the piece has moved."""
    from amalthea.engine.pieces.description.betza import terms

    return "".join(f"i{term}" for term in terms(moves))


KIND = PiecesKind()
