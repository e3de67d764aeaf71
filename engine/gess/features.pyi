from amalthea.engine.evaluation.features import Features
from amalthea.engine.gess.position import GessPosition
from amalthea.engine.stones.features import StoneNumbering

class GessFeatures(Features):
    """The features of one position."""

    def __init__(self, position: GessPosition, numbering: StoneNumbering) -> None: ...
