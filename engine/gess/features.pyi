from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.gess.position import Stones
from amalthea.engine.gess.variant import StoneVariant

class StoneNumbering(Numbering):
    """Numbers of stones and rings."""

    def __init__(self, variant: StoneVariant) -> None: ...

class StoneFeatures(Features):
    """What a net sees of stones."""

    def __init__(self, stones: Stones, numbering: StoneNumbering) -> None: ...
