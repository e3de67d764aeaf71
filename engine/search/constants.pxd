# The numbers themselves, and why they are what they are, stand in the header.
cdef extern from "amalthea/engine/search/constants.h" nogil:
    const int ROUGH_CP, ROUGH_LEAF_CP
    const int CORRECTION_CP
    const int ASPIRATION_CP, ASPIRATION_DEPTH
    const int REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_CP
    const int RAZOR_DEPTH, RAZOR_CP
    const int NULL_STATIC_CP, NULL_STATIC_PLY_CP
    const int NULL_DEPTH, NULL_REDUCTION, NULL_DEPTH_DIVISOR, NULL_CP, NULL_VERIFY_DEPTH
    const int PROBCUT_DEPTH, PROBCUT_REDUCTION, PROBCUT_CP
    const int IIR_DEPTH
    const int SINGULAR_DEPTH, SINGULAR_TABLE_DEPTH, SINGULAR_CP, SINGULAR_TWICE_CP
    const int FUTILITY_DEPTH, FUTILITY_CP, FUTILITY_PLY_CP
    const int LATE_MOVE_DEPTH, LATE_MOVES, LATE_OF_MOVES, LATE_MOST_MOVES
    const int QUIET_EXCHANGE_CP, BAD_EXCHANGE_CP, EXCHANGE_DEPTH
    const int HISTORY_DEPTH, HISTORY_PRUNE
    const int REDUCTION_DEPTH, REDUCTION_HISTORY, REDUCTION_CAPTURES, REDUCTION_CUTOFFS
    const int REDUCTION_BASE, REDUCTION_DIVISOR
    const int DELTA_CP, DEEP_CAPTURES_DEPTH, DEEP_CAPTURES
    const int PRAISED_FROM_MOVES, REWARD_A_PLY, REWARD_MOST
    const int GAIN_WEIGHT, CHECK_WORTH, SORTED_A_PLY, SORTED_FROM

    ctypedef struct SearchConstant:
        const char* name
        int value, low, high

    const int SEARCH_TUNABLE             # 1 where they can be set
    const int SEARCH_CONSTANTS_END       # how many there are
    const SearchConstant* search_constant(int number)
    void set_search_constant(int number, int value)    # in the module that calls it
