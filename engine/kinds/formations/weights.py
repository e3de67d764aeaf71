"""Every tunable number of the evaluation of formations, by name, as in engine.kinds.army.weights.

What is counted has a weight in each phase: with all stones on the board, and with none.
"""

_COUNTED: dict[str, tuple[int, int]] = {  # (parts of a cp, how many); the order is evaluator.pxd's
    "formations_stone": (1, 100),
    "formations_isolated": (1, -20),  # a stone beside no other: it cannot move
    "formations_bond": (1, 3),  # two stones side by side
    "formations_formation": (1, 1),
    "formations_hard_ahead": (1, 3),  # a leading stone that is hard towards the other side
    "formations_advance": (1, 4),  # for each rank that a stone has come forward
    "formations_edge": (1, -4),  # for a stone on an outermost line
    "formations_contact": (1, 3),  # for a stone within two steps of the enemy
}
COUNTS = tuple(_COUNTED)
UNITS = tuple(unit for unit, _ in _COUNTED.values())
PHASES = ("midgame", "endgame")

DEFAULTS: dict[str, int] = {
    **{f"{name}_{phase}": parts for name, (_, parts) in _COUNTED.items() for phase in PHASES},
    "formations_tempo": 10,  # cp for the side to move
    "formations_stalling": 100,  # cp for more stones, when play has almost stalled
}
