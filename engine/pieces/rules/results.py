"""Results of a game's end, as descriptions name them, for the side to move."""

from __future__ import annotations

RESULTS = ("draw", "loss", "win")
VERBS = {"win": "wins", "loss": "loses"}
OTHER_VERBS = {"win": "loses", "loss": "wins"}
