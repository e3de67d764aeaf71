"""Reference rules of Gast's second game, 14 x 12."""

from __future__ import annotations

from reference.common import BISHOP_LINES, ROOK_LINES
from reference.gast import KNIGHT_LEAPS, QUEENS_WING, GastPosition, Wing


class Gast14Position(GastPosition):
    """A position of Gast's second game: Gast's Chess with a pope and a longer king's wing."""

    FILES = 14
    RANKS = 12
    START = (
        "rngabqkoqbagnr/pppppppppppppp/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNGABQKOQBAGNR"
        " w ADKNadkn - 0 1"
    )
    LEAPS = GastPosition.LEAPS | {"O": KNIGHT_LEAPS}
    LINES = GastPosition.LINES | {"O": ROOK_LINES + BISHOP_LINES}
    PROMOTIONS = "qrbngao"
    WINGS = (
        Wing(
            "K", archer="k", rook="n", beside_king="h", near_goal="i", rook_goal="j", far_goal="k"
        ),
        QUEENS_WING,
    )
