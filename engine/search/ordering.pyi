from engine.board.position import Position

class Ordering:
    """Move picking and histories of one searcher."""

    def __init__(self, position: Position) -> None: ...
    def clear(self) -> None:
        """Forgets all histories."""
