from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.moves.position import Army

class ArmyNumbering(Numbering):
    """Numbers of pieces and blocked cells."""

    def __init__(self, variant: PiecesVariant) -> None: ...

class ArmyFeatures(Features):
    """What a net sees of armies."""

    def __init__(self, army: Army, numbering: ArmyNumbering) -> None: ...
