"""Gess as the chess variant pages have it: a piece's centre is always on the board."""

from dataclasses import replace

from engine.variants.gess import VARIANT as GESS

VARIANT = replace(
    GESS,
    name="gess-cvp",
    title="Gess, centres on the board",
    centres_outside=False,
)
