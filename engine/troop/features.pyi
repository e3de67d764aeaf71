from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.troop.position import Formations
from amalthea.engine.troop.variant import FormationVariant

class FormationNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant: FormationVariant) -> None: ...

class FormationFeatures(Features):
    """The features of one position."""

    def __init__(self, formations: Formations, numbering: FormationNumbering) -> None: ...
