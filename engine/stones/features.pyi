from amalthea.engine.evaluation.features import Numbering
from amalthea.engine.stones.variant import StoneVariant

class StoneNumbering(Numbering):
    """The numbering of the features of one game."""

    def __init__(self, variant: StoneVariant, sorts: int) -> None:
        """Assign numbers to the features. sorts: the number of sorts of features."""
