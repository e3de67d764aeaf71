"""Troop Chess where a soft stone breaks on a hard one."""

from dataclasses import replace

from engine.variants.troop import VARIANT as TROOP

VARIANT = replace(
    TROOP,
    name="troop-physical",
    title="Troop Chess, reconstruction, breaking stones",
    hardness={"00": "c", "10": "c", "01": "l", "11": "t"},
)
