from engine.evaluation.features import Features, Numbering
from engine.kinds.formations.position import Formations
from engine.kinds.formations.rules import FormationVariant

class FormationNumbering(Numbering):
    """Numbers of stones."""

    def __init__(self, variant: FormationVariant) -> None: ...

class FormationFeatures(Features):
    """What a net sees of stones."""

    def __init__(self, formations: Formations, numbering: FormationNumbering) -> None: ...
