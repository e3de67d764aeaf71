"""Every tunable number of the evaluation of formations, by name, as in pieces.evaluation.weights.

What is counted has a weight in each phase: with all stones on the board, and with none. The numbers
were fitted to the results of self-play and tried in games: docs/measurements/evaluation.md.
"""

_COUNTED: dict[
    str, tuple[int, int, int]
] = {  # (parts of a cp, midgame, endgame), see evaluator.pxd
    "formations_stone": (1, 45, 110),
    "formations_supplied": (1, 50, 90),  # a stone that hangs together with two others or more
    "formations_bond": (1, 6, 22),  # two stones side by side
    "formations_formation": (1, 0, 6),
    "formations_hard_ahead": (1, 0, 6),  # a leading stone that is hard towards the other side
    "formations_advance": (1, 1, 3),  # for each rank that a stone has come forward
    "formations_edge": (1, -28, -16),  # for a stone on an outermost line
    "formations_contact": (1, 13, 9),  # for a stone within two steps of the enemy
}
COUNTS = tuple(_COUNTED)
UNITS = tuple(unit for unit, _, _ in _COUNTED.values())
PHASES = ("midgame", "endgame")

DEFAULTS: dict[str, int] = {
    **{
        f"{name}_{phase}": parts
        for name, (_, *both) in _COUNTED.items()
        for phase, parts in zip(PHASES, both, strict=True)
    },
    "formations_tempo": 16,  # cp for the side to move
    "formations_stalling": 770,  # cp for more stones, when play has almost stalled
    "formations_standoff": 30,  # cp by which whoever thinks dislikes a draw by repetition or plies
}
