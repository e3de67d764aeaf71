"""Every tunable number of the evaluation of stones, by name, as in pieces.evaluation.weights.

What is counted has a weight in each phase: with all stones on the board, and with none.
"""

_COUNTED: dict[str, tuple[int, int]] = {  # (parts of a cp, how many); the order is evaluator.pxd's
    "stones_stone": (1, 19),  # less than it seems: where they stand decides
    "stones_second_ring": (1, 90),  # one is life, two are safety
    "stones_further_ring": (1, 20),
    "stones_ring_enemy": (1, -2),  # for each enemy stone within five cells of the safest ring
    "stones_ring_close": (1, 0),  # within three more than that
    "stones_ring_guard": (1, 3),  # for each own stone within three
    "stones_near_ring": (1, 0),  # for each cell with five own stones or more around it
    "stones_start": (16, 12),  # for each patch and direction in which it can go
    "stones_far_start": (16, 10),  # more where it has a stone in its centre
    "stones_ahead": (16, 0),  # more where that leads ahead, towards the other side's edge
    "stones_far_ahead": (16, 0),  # more for both
    "stones_edge": (1, -5),  # for a stone on an outermost line
    "stones_advance": (16, 0),  # for each rank that a stone has come forward
}
COUNTS = tuple(_COUNTED)
UNITS = tuple(unit for unit, _ in _COUNTED.values())
PHASES = ("midgame", "endgame")

DEFAULTS: dict[str, int] = {
    **{f"{name}_{phase}": parts for name, (_, parts) in _COUNTED.items() for phase in PHASES},
    "stones_tempo": 20,  # cp for the side to move
}
