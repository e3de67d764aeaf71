"""Tunable numbers of the evaluation of pieces, by name, as a weights file sets them.

Units: cp is centipawns; % is of the quantity in the name. "midgame" and "endgame" are the two ends
of the taper. Reasons stand beside the numbers; docs/measurements/ has the matches that decided
them.
"""

DEFAULTS: dict[str, int] = {
    # Piece values from movement: value = scale * mobility ** (exponent / 100), where mobility is
    # the expected number of target squares on a board filled as said. Fitted so that orthodox chess
    # comes out near 1 : 3.2 : 3.3 : 5 : 9.5.
    "value_scale": 52,  # cp
    "value_exponent": 110,  # %; reach is worth more than in proportion: it concentrates
    "value_empty_midgame": 66,  # % of cells that a mover finds empty
    "value_empty_endgame": 80,
    "value_only_moves": 50,  # % a target counts where it may not capture
    "value_only_captures": 45,  # % a target counts where it may only capture
    "value_one_shade": 92,  # % left of a piece bound to one shade of the board
    "value_in_hand": 115,  # % of a piece that may be dropped anywhere
    "value_pawn_future": 32,  # cp for a pawn's hope of promotion
    "value_settings": 130,  # % of a piece that may choose between settings
    "value_two_cells": 100,  # % of a piece on two cells: takes two, but is taken on either
    "promotion_hope": 8,  # % of what a piece would gain by its promotion, wherever it stands
    "promotion_near": 25,  # % more of it on the last step, quadratic in the way made
    # Square tables.
    "square_mobility": 15,  # % of the value of a square's mobility above the average
    "square_centre": 9,  # cp between board's edge and centre, pieces
    "square_king_centre_midgame": -45,  # cp: the king hides
    "square_king_centre_endgame": 40,  # cp: and comes out at last
    "square_king_advance_midgame": -30,  # cp for half the board's way forward
    "square_pawn_advance_midgame": 40,  # cp for the last step before promotion, quadratic
    "square_pawn_advance_endgame": 110,
    "square_goal": 200,  # cp on a square that wins, quadratic in the way made
    "square_two_cells_home": -20,  # cp: behind its own pawns it does nothing
    "square_pawn_centre": 22,  # cp for the four central files' pawns, half way up
    # Terms found by walking every piece's paths, each for both phases. UNITS names those that are
    # the number of something times a weight, beside the mobility of each type.
    "mobility_midgame": 5,  # cp a target square
    "mobility_endgame": 5,
    "mobility_dear": 400,  # cp: of dearer pieces a target counts proportionally less
    "king_attack_midgame": 9,  # 1/8 cp for each attacked cell beside a king, times attackers
    "king_attack_endgame": 0,
    "king_attack_most": 440,  # cells times attackers: no attack counts more
    "king_shield_midgame": 12,  # cp for each own pawn close before the king
    "king_shield_endgame": 0,
    "threat_by_cheaper_midgame": 12,  # % of the difference, for a piece attacked by a cheaper one
    "threat_by_cheaper_endgame": 12,
    "threat_undefended_midgame": 7,  # % of the value of an attacked piece nobody defends
    "threat_undefended_endgame": 7,
    "threat_most": 700,  # cp of difference or value: one threat can be answered by one move
    # Pawns.
    "pawn_passed_midgame": 60,  # cp on the last step, quadratic in the way made
    "pawn_passed_endgame": 130,
    "passed_supported_midgame": 0,  # cp more, likewise, if another own pawn defends it
    "passed_supported_endgame": 0,
    "passed_blocked_midgame": 0,  # cp more, likewise, if something stands before it
    "passed_blocked_endgame": 0,
    "pawn_isolated_midgame": -10,  # cp
    "pawn_isolated_endgame": -10,
    "pawn_doubled_midgame": -8,
    "pawn_doubled_endgame": -8,
    "pawn_supported_midgame": 7,
    "pawn_supported_endgame": 7,
    # The rest.
    "pair_two_shades_midgame": 30,  # cp for one-shade pieces on both shades
    "pair_two_shades_endgame": 30,
    "tempo": 14,  # cp for the side to move
    "check_given": 1000,  # cp / checks still to give, where so many win: 167 and 667 of three
    "last_pieces": 1000,  # cp / pieces of a type left, where their loss loses: 500 of two
    "territory": 40,  # cp for a square that a side reaches first, where room is what counts
    "territory_turn": 8,  # cp for one that both reach at once, for the side to move
    "pawnless_margin": 400,  # cp: less than this ahead without pawns rarely wins
    "pawnless_left": 25,  # % of the score then left
}

# Values grow with powers of mobility, and no piece is worth less than nothing.
RANGES: dict[str, tuple[int, int]] = {
    **{name: (0, 400) for name in DEFAULTS if name.startswith("value_")},
    "value_exponent": (0, 200),
    "value_empty_midgame": (1, 100),
    "value_empty_endgame": (1, 100),
    "mobility_dear": (0, 1000),
    "king_attack_most": (0, 1000),
    "threat_most": (0, 1000),
    "check_given": (0, 1000),
    "last_pieces": (0, 2000),
    "territory": (0, 1000),
    "territory_turn": (0, 1000),
    "pawnless_margin": (0, 1000),
    "pawnless_left": (0, 100),
}

_HOW = ("value_", "promotion_", "square_", "mobility_")
COMPUTING = tuple(name for name in DEFAULTS if name.startswith(_HOW))  # not used with fitted tables

UNITS = {  # by name without the phase, in the order of evaluator.pxd: parts of a cp it is in
    "king_attack": 8,
    "king_shield": 1,
    "threat_by_cheaper": 100,
    "threat_undefended": 100,
    "pawn_passed": 64,  # the way made is counted in such parts
    "passed_supported": 64,
    "passed_blocked": 64,
    "pawn_isolated": 1,
    "pawn_doubled": 1,
    "pawn_supported": 1,
    "pair_two_shades": 1,
}
