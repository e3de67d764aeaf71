"""Orthodox chess, 8x8: the yardstick."""

from engine.board.variant import Pace
from engine.kinds.army.rules import (
    ArmyVariant,
    Castling,
    EnPassant,
    InsufficientMaterial,
    PawnRules,
    PieceType,
    Promotion,
    Right,
)

VARIANT = ArmyVariant(
    name="chess",
    title="Chess",
    files=8,
    ranks=8,
    start="rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    pieces=(
        PieceType("P", "pawn", "fmWfcF", from_rank={2: "fmR2"}),
        PieceType("N", "knight", "N"),
        PieceType("B", "bishop", "B"),
        PieceType("R", "rook", "R"),
        PieceType("Q", "queen", "Q"),
        PieceType("K", "king", "K", royal=True),
    ),
    pawns=PawnRules("P", first_rank=2, en_passant=EnPassant(steps=2, always_shown=False)),
    promotions=(Promotion("P", rank=8, to=("Q", "R", "B", "N")),),
    rights=(Right("h1", "R", "K"), Right("a1", "R", "Q")),
    castlings=(
        Castling("king's side", ("e1", "g1"), (("h1", "f1"),), ("h1",), ("f1", "g1")),
        Castling("queen's side", ("e1", "c1"), (("a1", "d1"),), ("a1",), ("b1", "c1", "d1")),
    ),
    insufficient=InsufficientMaterial(lone=("N", "B"), same_shade=("B",)),
    pace=Pace(foresight=0.6),
)
