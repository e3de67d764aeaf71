"""The tunable weights of the evaluation of Gess, by name, as in pieces.evaluation.weights.

Each count has a weight for both phases: with all stones on the board, and with none left.
"""

from amalthea.engine.evaluation.weights import PHASES

_COUNTED = {  # (units in a cp, default), in the order of evaluator.pxd
    "stones_stone": (1, 19),  # small, since the place of stones matters more than their number
    "stones_second_ring": (1, 90),  # losing one of two rings does not lose the game
    "stones_further_ring": (1, 20),
    "stones_ring_enemy": (1, -2),  # for each enemy stone within five squares of the safest ring
    "stones_ring_close": (1, 0),  # in addition, if it is within three squares
    "stones_ring_guard": (1, 3),  # for each own stone within three squares
    "stones_near_ring": (1, 0),  # for each square with at least five own stones around it
    "stones_start": (16, 12),  # for each direction in which each patch can move
    "stones_far_start": (16, 10),  # in addition, if the patch has a stone in its centre
    "stones_ahead": (16, 0),  # in addition, if the direction is forward
    "stones_far_ahead": (16, 0),  # in addition, if both are true
    "stones_edge": (1, -5),  # for each stone on an outermost file or rank
    "stones_advance": (16, 0),  # for each rank that a stone has advanced
}
UNITS = {name: unit for name, (unit, _) in _COUNTED.items()}

DEFAULTS: dict[str, int] = {
    **{f"{name}_{phase}": parts for name, (_, parts) in _COUNTED.items() for phase in PHASES},
    "stones_tempo": 20,  # cp for the side to move
}
