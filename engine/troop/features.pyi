from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.troop.position import Formations
from amalthea.engine.troop.variant import FormationVariant

class FormationNumbering(Numbering):
    """Numbers of stones."""

    def __init__(self, variant: FormationVariant) -> None: ...

class FormationFeatures(Features):
    """What a net sees of stones."""

    def __init__(self, formations: Formations, numbering: FormationNumbering) -> None: ...
