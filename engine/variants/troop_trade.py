"""Troop Chess where a soft stone that meets a hard one takes it along, and a hard one captures."""

from dataclasses import replace

from engine.variants.troop import VARIANT as TROOP

VARIANT = replace(
    TROOP,
    name="troop-trade",
    title="Troop Chess, reconstruction, softer fronts",
    hardness={"00": "c", "10": "c", "01": "t", "11": "c"},
)
