"""Troop Chess that begins like shogi, with twenty stones a side."""

from dataclasses import replace

from engine.variants.troop import VARIANT as TROOP

VARIANT = replace(
    TROOP,
    name="troop-shogi",
    title="Troop Chess, reconstruction, shogi's start",
    start="sssssssss/1s5s1/sssssssss/9/9/9/SSSSSSSSS/1S5S1/SSSSSSSSS w - - 0 1",
)
