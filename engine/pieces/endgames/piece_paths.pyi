from amalthea.engine.pieces.compiled.tables import Tables

class PiecePaths:
    """All paths of one piece over the board, forward and backward."""

    def __init__(self, tables: Tables, code: int, cells: int) -> None:
        """Collect the paths. tables: of the variant. code: of the piece. cells: of the board."""
