"""Ganymede Chess, 12x12 (Mark E. Hedden, 1999): pieces that turn, promote and cover two cells."""

from engine.board.variant import Pace
from engine.kinds.army.rules import ArmyVariant, Castling, PawnRules, PieceType, Promotion, Right

_FORMS = {"Q": "+Q", "B": "+B", "R": "+R", "N": "+N", "I": "+I", "G": "+G", "D": "+D"}

VARIANT = ArmyVariant(
    name="ganymede",
    title="Ganymede Chess",
    files=12,
    ranks=12,
    start=(
        "rgoibqkbiogr/ww1dn2nd1ww/pppppssppppp/5pp5/12/12/12/12/5PP5/PPPPPSSPPPPP/WW1DN2ND1WW/"
        "RGOIBQKBIOGR w AFGLafgl - 0 1"
    ),
    pieces=(
        # two squares: from rank 3, or unmoved from f4 and g4
        PieceType("P", "pawn", "fmWfcFifmR2", from_rank={3: "fmR2"}),
        PieceType("N", "knight", "N"),
        PieceType("B", "bishop", "B"),
        PieceType("R", "rook", "R"),
        PieceType("I", "nightrider", "NN", written="NN"),
        PieceType("G", "griffon", "[F?R]"),
        PieceType("O", "mini-rose", "qK"),
        PieceType("D", "dragon", "LAA2"),
        PieceType("S", "upright spearman", "fRbmR", settings=("L", "Z"), written="|S|"),
        PieceType("L", "left-leaning spearman", "flBbrmB", settings=("S", "Z"), written="\\S\\"),
        PieceType("Z", "right-leaning spearman", "frBblmB", settings=("S", "L"), written="/S/"),
        PieceType("W", "lying wall", "R", covers=(1, 0), pivots="V"),
        PieceType("V", "standing wall", "R", covers=(0, 1), pivots="W"),
        PieceType("Q", "queen", "Q"),
        PieceType("K", "king", "K", royal=True),
        PieceType("+P", "frog", "FWH"),
        PieceType("+N", "gnu", "NL"),
        PieceType("+B", "cardinal", "BWH"),
        PieceType("+R", "fort", "RFG"),
        PieceType("+I", "moonrider", "NNJ", written="+NN"),
        PieceType("+G", "roc", "[F?R]DD"),
        PieceType("+D", "flying dragon", "BL"),
        PieceType("+S", "pikeman", "fRbmRfBbmB"),
        PieceType("+Q", "empress", "QN"),
    ),
    pawns=PawnRules("P", first_rank=3),
    promotions=(
        Promotion("P", rank=10, to=("+P",)),
        *(Promotion(piece, rank=12, to=(form,)) for piece, form in _FORMS.items()),
        *(Promotion(spearman, rank=12, to=("+S",)) for spearman in "SLZ"),
    ),
    rights=(
        Right("a1", "R", "A"),
        Right("f4", "P", "F"),
        Right("g4", "P", "G"),
        Right("l1", "R", "L"),
    ),
    castlings=(
        Castling("king's side", ("g1", "k1"), (("l1", "j1"),), ("l1",), ("h1", "i1", "j1", "k1")),
        Castling(
            "king's side, with the griffon",
            ("g1", "k1"),
            (("l1", "j1"), ("k1", "g1")),
            ("l1",),
            ("h1", "i1", "j1"),
            stands=(("k1", "G"),),
        ),
        Castling(
            "queen's side",
            ("g1", "b1"),
            (("a1", "c1"),),
            ("a1",),
            ("b1", "c1", "d1", "e1", "f1"),
        ),
        Castling(
            "queen's side, with the griffon",
            ("g1", "b1"),
            (("a1", "c1"), ("b1", "g1")),
            ("a1",),
            ("c1", "d1", "e1", "f1"),
            stands=(("b1", "G"),),
        ),
    ),
    pace=Pace(moves=96, least=38),
)
