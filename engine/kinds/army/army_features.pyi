from engine.evaluation.features import Features, Numbering
from engine.kinds.army.position import Army
from engine.kinds.army.rules import ArmyVariant

class ArmyNumbering(Numbering):
    """Numbers of pieces and blocked cells."""

    def __init__(self, variant: ArmyVariant) -> None: ...

class ArmyFeatures(Features):
    """What a net sees of armies."""

    def __init__(self, army: Army, numbering: ArmyNumbering) -> None: ...
