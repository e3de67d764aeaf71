"""Gast's second game, 14 files by 12 ranks (John W. Gast, 1969)."""

from engine.variants.description import (
    Castling,
    EnPassant,
    PawnRules,
    PieceType,
    Promotion,
    Right,
    Variant,
)
from engine.variants.gast import KNIGHT

VARIANT = Variant(
    name="gast14",
    title="Gast's Chess, 14x12",
    files=14,
    ranks=12,
    start=(
        "rngabqkoqbagnr/pppppppppppppp/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNGABQKOQBAGNR"
        " w ADKNadkn - 0 1"
    ),
    pieces=(
        PieceType("P", "pawn", "fmR2fcB2", from_rank={2: "fmR4", 3: "fmR3"}),
        PieceType("N", "knight", KNIGHT),
        PieceType("B", "bishop", "B"),
        PieceType("R", "rook", "R"),
        PieceType("G", "guard", "B" + KNIGHT),
        PieceType("A", "archer", "R" + KNIGHT),
        PieceType("Q", "queen", "Q"),
        PieceType("O", "pope", "Q" + KNIGHT),
        PieceType("K", "king", "K", royal=True),
    ),
    pawns=PawnRules("P", first_rank=2, en_passant=EnPassant(steps=4, always_shown=True)),
    promotions=(Promotion("P", rank=12, to=("Q", "R", "B", "N", "G", "A", "O")),),
    rights=(
        Right("a1", "R", "A"),
        Right("d1", "A", "D"),
        Right("k1", "A", "K"),
        Right("n1", "R", "N"),
    ),
    castlings=(
        Castling(
            "archer, king's side",
            ("g1", "i1"),
            (("k1", "h1"),),
            ("k1",),
            ("h1", "i1", "j1"),
            ("n1",),
        ),
        Castling(
            "archer, queen's side", ("g1", "e1"), (("d1", "f1"),), ("d1",), ("e1", "f1"), ("a1",)
        ),
        Castling(
            "rook after archer, king's side",
            ("i1", "k1"),
            (("n1", "j1"),),
            ("n1",),
            ("j1", "k1", "l1", "m1"),
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
            (("n1", "j1"),),
            ("n1",),
            ("h1", "i1", "j1", "k1", "l1", "m1"),
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
            (("n1", "j1"), ("k1", "h1")),
            ("k1", "n1"),
            ("h1", "i1", "j1", "l1", "m1"),
        ),
        Castling(
            "double, queen's side",
            ("g1", "c1"),
            (("a1", "d1"), ("d1", "f1")),
            ("a1", "d1"),
            ("b1", "c1", "e1", "f1"),
        ),
    ),
)
