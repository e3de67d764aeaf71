"""Troop Chess on 13x13, with three ranks of stones."""

from dataclasses import replace

from engine.board.variant import DrawRules
from engine.variants.troop import VARIANT as TROOP

VARIANT = replace(
    TROOP,
    name="troop13",
    title="Troop Chess, reconstruction, 13x13",
    files=13,
    ranks=13,
    start=(
        "sssssssssssss/sssssssssssss/sssssssssssss/13/13/13/13/13/13/13/"
        "SSSSSSSSSSSSS/SSSSSSSSSSSSS/SSSSSSSSSSSSS w - - 0 1"
    ),
    draws=DrawRules(repetitions=3, plies=100),
)
