"""Go-Chess, 10x10 (Jim Callan): blocked squares, pieces placed in secret, boundless pawns."""

from engine.board.variant import Pace
from engine.kinds.army.rules import ArmyVariant, PieceType, PlacementRules

_ORDER = (*"PPPPPPPP", *"BBRRNNQK")
_HANDS = "".join(_ORDER)

VARIANT = ArmyVariant(
    name="gochess",
    title="Go-Chess",
    files=10,
    ranks=10,
    start="/".join(["10"] * 10) + f"[{_HANDS}{_HANDS.lower()}] - - - 0 1",
    pieces=(
        PieceType("P", "pawn", "mWcF"),
        PieceType("N", "knight", "N"),
        PieceType("B", "bishop", "B"),
        PieceType("R", "rook", "R"),
        PieceType("Q", "queen", "Q"),
        PieceType("K", "king", "K", royal=True),
    ),
    blocked=10,
    placement=PlacementRules(order=_ORDER, apart="B", first=("Q", "N", "R", "B", "P")),
    pace=Pace(moves=75, least=50, foresight=0.6),
)
