from amalthea.engine.pieces.description.variant import PiecesVariant

class Tables:
    """A variant's description compiled into C arrays. Raises VariantError."""

    def __init__(self, variant: PiecesVariant) -> None: ...
