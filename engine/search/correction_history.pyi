from amalthea.engine.core.position import Position

def set_constant(number: int, value: int) -> None:
    """Sets a constant of the search, in a build where they are variables: see constants."""

class Corrections:
    """What one searcher has learned of the errors of evaluations, by side and part."""

    def __init__(self) -> None: ...
    def clear(self) -> None:
        """Forgets all errors."""

    def of(self, position: Position) -> int:
        """What is to be added to an evaluation of the position, in centipawns."""

    def learn(self, position: Position, error: int, depth: int) -> None:
        """A search of a depth has found an evaluation to be so far too low, in centipawns."""
