"""Gast's second game, 14 files by 12 ranks (John W. Gast, 1969)."""

from engine.kinds.army.rules import ArmyVariant, Castling, PieceType, Promotion, Right
from engine.variants.gast import KNIGHT
from engine.variants.gast import VARIANT as GAST

VARIANT = ArmyVariant(
    name="gast14",
    title="Gast's Chess, 14x12",
    files=14,
    ranks=12,
    start=(
        "rngabqkoqbagnr/pppppppppppppp/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNGABQKOQBAGNR"
        " w ADKNadkn - 0 1"
    ),
    pieces=(*GAST.pieces[:-1], PieceType("O", "pope", "Q" + KNIGHT), GAST.pieces[-1]),
    pawns=GAST.pawns,
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
            "rook after archer, king's side",
            ("i1", "k1"),
            (("n1", "j1"),),
            ("n1",),
            ("j1", "k1", "l1", "m1"),
        ),
        Castling(
            "direct, king's side",
            ("g1", "k1"),
            (("n1", "j1"),),
            ("n1",),
            ("h1", "i1", "j1", "k1", "l1", "m1"),
        ),
        Castling(
            "double, king's side",
            ("g1", "k1"),
            (("n1", "j1"), ("k1", "h1")),
            ("k1", "n1"),
            ("h1", "i1", "j1", "l1", "m1"),
        ),
        *(castling for castling in GAST.castlings if castling.name.endswith("queen's side")),
    ),
    pace=GAST.pace,
)
