"""Troop Chess on 11x11."""

from dataclasses import replace

from engine.board.variant import DrawRules
from engine.variants.troop import VARIANT as TROOP

VARIANT = replace(
    TROOP,
    name="troop11",
    title="Troop Chess, reconstruction, 11x11",
    files=11,
    ranks=11,
    start="sssssssssss/sssssssssss/11/11/11/11/11/11/11/SSSSSSSSSSS/SSSSSSSSSSS w - - 0 1",
    draws=DrawRules(repetitions=3, plies=80),
)
