from amalthea.engine.pieces.compiled.tables import Tables
from amalthea.engine.pieces.description.variant import PiecesVariant

def tables_of(variant: PiecesVariant) -> Tables:
    """Return the tables of a variant, compiled on first use. Raises VariantError."""
