"""Gast's Chess, 12x12 (John W. Gast, 1969)."""

from engine.board.variant import Pace
from engine.kinds.army.rules import (
    ArmyVariant,
    Castling,
    EnPassant,
    PawnRules,
    PieceType,
    Promotion,
    Right,
)

KNIGHT = "NLA"  # the knight's leap, and to the far corner of a 4x2 or 3x3 rectangle

VARIANT = ArmyVariant(
    name="gast",
    title="Gast's Chess",
    files=12,
    ranks=12,
    start=(
        "rngabqkbagnr/pppppppppppp/12/12/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQKBAGNR"
        " w ADILadil - 0 1"
    ),
    pieces=(
        PieceType("P", "pawn", "fmR2fcB2", from_rank={2: "fmR4", 3: "fmR3"}),
        PieceType("N", "knight", KNIGHT),
        PieceType("B", "bishop", "B"),
        PieceType("R", "rook", "R"),
        PieceType("G", "guard", "B" + KNIGHT),
        PieceType("A", "archer", "R" + KNIGHT),
        PieceType("Q", "queen", "Q"),
        PieceType("K", "king", "K", royal=True),
    ),
    pawns=PawnRules("P", first_rank=2, en_passant=EnPassant(steps=4, always_shown=True)),
    promotions=(Promotion("P", rank=12, to=("Q", "R", "B", "N", "G", "A")),),
    rights=(
        Right("a1", "R", "A"),
        Right("d1", "A", "D"),
        Right("i1", "A", "I"),
        Right("l1", "R", "L"),
    ),
    castlings=(
        Castling("archer, king's side", ("g1", "i1"), (("i1", "h1"),), ("i1",), ("h1",), ("l1",)),
        Castling(
            "archer, queen's side", ("g1", "e1"), (("d1", "f1"),), ("d1",), ("e1", "f1"), ("a1",)
        ),
        Castling(
            "rook after archer, king's side", ("i1", "k1"), (("l1", "j1"),), ("l1",), ("j1", "k1")
        ),
        Castling(
            "rook after archer, queen's side",
            ("e1", "c1"),
            (("a1", "d1"),),
            ("a1",),
            ("b1", "c1", "d1"),
        ),
        Castling(
            "direct, king's side",
            ("g1", "k1"),
            (("l1", "j1"),),
            ("l1",),
            ("h1", "i1", "j1", "k1"),
        ),
        Castling(
            "direct, queen's side",
            ("g1", "c1"),
            (("a1", "d1"),),
            ("a1",),
            ("b1", "c1", "d1", "e1", "f1"),
        ),
        Castling(
            "double, king's side",
            ("g1", "k1"),
            (("l1", "j1"), ("i1", "h1")),
            ("i1", "l1"),
            ("h1", "j1", "k1"),
        ),
        Castling(
            "double, queen's side",
            ("g1", "c1"),
            (("a1", "d1"), ("d1", "f1")),
            ("a1", "d1"),
            ("b1", "c1", "e1", "f1"),
        ),
    ),
    pace=Pace(moves=62, least=18),
)
