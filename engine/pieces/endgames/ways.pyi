from amalthea.engine.pieces.compiled.tables import Tables

class Ways:
    """How one piece goes over the board, onward and back."""

    def __init__(self, tables: Tables, code: int, cells: int) -> None:
        """tables: of the variant. code: of the piece. cells: of the board."""
