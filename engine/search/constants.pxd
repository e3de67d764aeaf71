# Values and reasons are in the header.
cdef extern from "amalthea/engine/search/constants.h" nogil:
    const int LAZY_EVAL_CP, LAZY_QSEARCH_CP
    const int CORRECTION_CP, LINE_CORRECTION_CP
    const int ASPIRATION_CP, ASPIRATION_DEPTH
    const int REVERSE_FUTILITY_DEPTH, REVERSE_FUTILITY_CP
    const int RAZOR_DEPTH, RAZOR_CP
    const int NULL_STATIC_CP, NULL_STATIC_PLY_CP
    const int NULL_DEPTH, NULL_REDUCTION, NULL_DEPTH_DIVISOR, NULL_EVAL_CP, NULL_VERIFY_DEPTH
    const int PROBCUT_DEPTH, PROBCUT_REDUCTION, PROBCUT_CP
    const int IIR_DEPTH
    const int SINGULAR_DEPTH, SINGULAR_TT_DEPTH, SINGULAR_CP, SINGULAR_DOUBLE_CP
    const int FUTILITY_DEPTH, FUTILITY_CP, FUTILITY_PLY_CP
    const int LMP_DEPTH, LMP_MOVES, LMP_EXPLOSIVE_MOVES, LMP_LIST_LENGTH, LMP_MAX_LIST_LENGTH
    const int SEE_QUIET_CP, SEE_CAPTURE_CP, SEE_DEPTH
    const int HISTORY_PRUNE_DEPTH, HISTORY_PRUNE
    const int LMR_DEPTH, LMR_HISTORY, LMR_CAPTURE_HISTORY, LMR_CUTOFFS
    const int LMR_BASE, LMR_DIVISOR
    const int DEEPER_CP, SHALLOWER_CP
    const int DELTA_CP, QSEARCH_DEEP_DEPTH, QSEARCH_DEEP_MOVES
    const int PRIOR_BONUS_MIN_MOVES, HISTORY_BONUS_PLY, HISTORY_BONUS_MAX
    const int CAPTURE_GAIN_WEIGHT, CHECK_BONUS, SORT_LIMIT_PLY, SORT_LIMIT_DEPTH

    ctypedef struct SearchConstant:
        const char* name
        int value, low, high

    const char* AMALTHEA_BUILD           # see setup.py
    const int SEARCH_TUNABLE             # 1 if they can be set
    const int SEARCH_CONSTANTS_END       # number of constants
    const SearchConstant* search_constant(int number)
    void set_search_constant(int number, int value)    # in the module that calls it
