from amalthea.engine.core.position import Position

def set_constant(number: int, value: int) -> None:
    """Sets a constant of the search, in a build where they are variables: see constants."""

class Ordering:
    """Move picking and histories of one searcher."""

    def __init__(self, position: Position) -> None: ...
    def clear(self) -> None:
        """Forgets all histories."""
