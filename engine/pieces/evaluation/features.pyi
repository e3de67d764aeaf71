from amalthea.engine.evaluation.features import Features, Numbering
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.moves.position import PiecesPosition

class PiecesNumbering(Numbering):
    """Numbers of the features of pieces and blocked squares."""

    def __init__(self, variant: PiecesVariant) -> None: ...

class PiecesFeatures(Features):
    """Features of a position of pieces."""

    def __init__(self, state: PiecesPosition, numbering: PiecesNumbering) -> None: ...
