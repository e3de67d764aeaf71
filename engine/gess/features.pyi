from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.gess.position import Stones
from amalthea.engine.gess.variant import StoneVariant

class StoneNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant: StoneVariant) -> None: ...

class StoneFeatures(Features):
    """The features of one position."""

    def __init__(self, stones: Stones, numbering: StoneNumbering) -> None: ...
