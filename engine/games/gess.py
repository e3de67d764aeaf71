"""Gess on 18x18 (Archimedeans Problems Drive, Eureka 53): a piece is any 3x3 patch of stones."""

from dataclasses import replace

from amalthea.engine.core.variant import Pace
from amalthea.engine.gess.variant import GessVariant

_GESS = GessVariant(
    name="gess",
    title="Gess",
    files=18,
    ranks=18,
    start=(
        "1S1S1SSSSSSSS1S1S1/SSS1S1SSSS1S1S1SSS/1S1S1SSSSSSSS1S1S1/18/18/1S2S2S2S2S2S1/18/18/18/"
        "18/18/18/1s2s2s2s2s2s1/18/18/1s1s1ssssssss1s1s1/sss1s1ssss1s1s1sss/1s1s1ssssssss1s1s1"
        " b - - 0 1"
    ),
    centres_outside=True,
    pace=Pace(moves=24, least=22, foresight=0.6),
)
# The rules of the Chess Variant Pages: the centre of a piece is always on the board.
_ON_THE_BOARD = replace(
    _GESS, name="gess-cvp", title="Gess, centres on the board", centres_outside=False
)

VARIANTS = {variant.name: variant for variant in (_GESS, _ON_THE_BOARD)}
