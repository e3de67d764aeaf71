"""The tunable weights of the evaluation of Troop Chess, by name, as in pieces.evaluation.weights.

Each count has a weight for both phases: with all stones on the board, and with none left. The
defaults were fitted to the results of self-play and tested in matches:
docs/measurements/evaluation.md.
"""

from amalthea.engine.evaluation.weights import PHASES, phased

_COUNTED = {  # (midgame, endgame), in the order of evaluator.pxd
    "formations_stone": (45, 110),
    "formations_supplied": (50, 90),  # a stone that is connected with at least two others
    "formations_bond": (6, 22),  # two adjacent stones
    "formations_formation": (0, 6),
    "formations_hard_ahead": (0, 6),  # a leading stone that is hard in the forward direction
    "formations_advance": (1, 3),  # for each rank that a stone has advanced
    "formations_edge": (-28, -16),  # for each stone on an outermost file or rank
    "formations_contact": (13, 9),  # for each stone within two steps of an enemy stone
}
UNITS = dict.fromkeys(_COUNTED, 1)  # units in a cp

DEFAULTS: dict[str, int] = {
    **{
        f"{name}_{phase}": parts
        for name, both in _COUNTED.items()
        for phase, parts in zip(PHASES, both, strict=True)
    },
    "formations_tempo": 16,  # cp for the side to move
    "formations_stalling": 770,  # cp for having more stones when the halfmove clock has run out
    "formations_standoff": 30,  # cp that a draw by repetition or plies costs the side that searches
}
FITTED = (*phased(UNITS), "formations_tempo", "formations_stalling")
