from amalthea.engine.pieces.description.variant import ArmyVariant

class Tables:
    """A variant's description compiled into C arrays. Raises VariantError."""

    def __init__(self, variant: ArmyVariant) -> None: ...

def tables_of(variant: ArmyVariant) -> Tables:
    """The tables of a variant, compiled on first use."""
