from amalthea.engine.evaluation.features import Features
from amalthea.engine.stones.features import StoneNumbering
from amalthea.engine.troop.position import TroopPosition

class TroopFeatures(Features):
    """The features of one position."""

    def __init__(self, position: TroopPosition, numbering: StoneNumbering) -> None: ...
