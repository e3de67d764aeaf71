from amalthea.engine.pieces.description.variant import PiecesVariant

class Tables:
    """A variant's description compiled into C arrays. Raises VariantError."""

    def __init__(self, variant: PiecesVariant) -> None: ...

def tables_of(variant: PiecesVariant) -> Tables:
    """The tables of a variant, compiled on first use."""
