from engine.variants.description import Variant

class Tables:
    """A variant's description compiled into C arrays. Raises VariantError."""

    def __init__(self, variant: Variant) -> None: ...

def tables_of(variant: Variant) -> Tables:
    """The tables of a variant, compiled on first use."""
