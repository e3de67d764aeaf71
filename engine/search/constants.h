/* Tunable constants of the search: name, value, smallest and largest sensible value.

   In an ordinary build they are constants of the code. If AMALTHEA_TUNE or AMALTHEA_DEBUG is 1 they
   are variables, each module that includes this file having its own, and `set_search_constant` sets
   them. _CP: centipawns. _DEPTH: remaining plies, a maximum for pruning, a minimum for all else.
   LMR_BASE and LMR_DIVISOR: hundredths. */

#ifndef AMALTHEA_SEARCH_CONSTANTS_H
#define AMALTHEA_SEARCH_CONSTANTS_H

#define SEARCH_CONSTANTS(each)                                                                    \
    each(LAZY_EVAL_CP, 180, 60, 400)          /* evaluations may be rough beyond this margin */   \
    each(LAZY_QSEARCH_CP, 100, 30, 300)       /* the same in quiescence search */                 \
    each(CORRECTION_CP, 100, 0, 300)          /* largest correction by one part of the position */\
    each(LINE_CORRECTION_CP, 60, 0, 300)      /* the same by the last two moves */                \
    each(ASPIRATION_CP, 16, 5, 80)            /* half the width of the first window */            \
    each(ASPIRATION_DEPTH, 5, 2, 9)           /* scores of shallower searches vary too much */    \
    each(REVERSE_FUTILITY_DEPTH, 8, 3, 12)                                                        \
    each(REVERSE_FUTILITY_CP, 100, 30, 200)   /* per ply */                                       \
    each(RAZOR_DEPTH, 3, 0, 6)                /* deeper, captures alone say too little */         \
    each(RAZOR_CP, 260, 100, 600)             /* per ply */                                       \
    each(NULL_DEPTH, 3, 1, 6)                                                                     \
    each(NULL_STATIC_CP, 120, 0, 300)         /* static evaluation above beta that is required, */\
    each(NULL_STATIC_PLY_CP, 20, 0, 80)       /* less this per ply of depth */                    \
    each(NULL_REDUCTION, 4, 1, 6)             /* plies, plus */                                   \
    each(NULL_DEPTH_DIVISOR, 3, 2, 10)        /* one for this many plies of depth, */             \
    each(NULL_EVAL_CP, 200, 50, 500)          /* and one for this much above beta */              \
    each(NULL_VERIFY_DEPTH, 12, 6, 24)        /* from here on cutoffs are verified */             \
    each(PROBCUT_DEPTH, 5, 3, 9)                                                                  \
    each(PROBCUT_REDUCTION, 3, 2, 6)          /* plies */                                         \
    each(PROBCUT_CP, 180, 50, 500)            /* a capture must be this far above beta */         \
    each(IIR_DEPTH, 4, 2, 9)                  /* below, a cheaper search saves too little */      \
    each(SINGULAR_DEPTH, 6, 4, 12)            /* 8 instead of 6 costs 16 Elo in chess */          \
    each(SINGULAR_TT_DEPTH, 3, 1, 6)          /* plies: the table's search may be shallower */    \
    each(SINGULAR_CP, 16, 2, 64)              /* sixteenths per ply: margin of a singular move */ \
    each(SINGULAR_DOUBLE_CP, 25, 0, 200)      /* further margin for an extension of two plies */  \
    each(FUTILITY_DEPTH, 8, 3, 12)                                                                \
    each(FUTILITY_CP, 120, 30, 350)           /* most that a quiet move gains, plus */            \
    each(FUTILITY_PLY_CP, 95, 30, 250)        /* this per ply of reduced depth */                 \
    each(LMP_DEPTH, 8, 3, 14)                                                                     \
    each(LMP_MOVES, 3, 1, 12)                 /* plus depth squared: quiet moves searched, */     \
    each(LMP_EXPLOSIVE_MOVES, 6, 3, 40)       /* the same where any move may prepare a win, */    \
    each(LMP_LIST_LENGTH, 60, 25, 150)        /* of this many; more in longer lists, */           \
    each(LMP_MAX_LIST_LENGTH, 180, 60, 450)   /* up to this length */                             \
    each(SEE_QUIET_CP, 60, 15, 200)           /* per ply: quiet moves that lose more are pruned */\
    each(SEE_CAPTURE_CP, 110, 30, 300)        /* per ply: captures that lose more are pruned */   \
    each(SEE_DEPTH, 7, 3, 14)                                                                     \
    each(HISTORY_PRUNE_DEPTH, 4, 1, 9)                                                            \
    each(HISTORY_PRUNE, 5000, 1500, 15000)    /* per ply, below which quiet moves are pruned */   \
    each(LMR_DEPTH, 3, 2, 6)                                                                      \
    each(LMR_HISTORY, 9000, 3000, 25000)      /* history of a quiet move worth one ply */         \
    each(LMR_CAPTURE_HISTORY, 6000, 2000, 20000)/* history of a capture worth one ply */          \
    each(LMR_CUTOFFS, 3, 1, 20)               /* more cutoffs at the next ply reduce by one more */\
    each(LMR_BASE, 80, 0, 150)                /* fitted to games with long move lists */          \
    each(LMR_DIVISOR, 210, 120, 350)          /* of log depth times log move number */            \
    each(DEEPER_CP, 60, 10, 300)              /* lead for which a move is searched deeper, */     \
    each(SHALLOWER_CP, 8, 0, 50)              /* and below which it is searched less deep */      \
    each(DELTA_CP, 180, 50, 500)              /* gain of a capture besides its victim */          \
    each(QSEARCH_DEEP_DEPTH, -4, -12, -1)     /* below, on full boards captures never end, */     \
    each(QSEARCH_DEEP_MOVES, 2, 1, 6)         /* so only this many are searched in a node */      \
    each(PRIOR_BONUS_MIN_MOVES, 45, 0, 1000)  /* moves of a fail-low node, see step 19 */         \
    each(HISTORY_BONUS_PLY, 160, 40, 500)     /* per ply of depth */                              \
    each(HISTORY_BONUS_MAX, 1800, 500, 5000)  /* limit for one cutoff */                          \
    each(CAPTURE_GAIN_WEIGHT, 16, 2, 128)     /* of material against capture history */           \
    each(CHECK_BONUS, 8000, 0, 30000)         /* of history, for quiet moves that give check */   \
    each(SORT_LIMIT_PLY, 3000, 500, 9000)     /* per ply: lower histories stay unsorted */        \
    each(SORT_LIMIT_DEPTH, 3, 0, 8)           /* plies, up to this depth the limit is 0 */

#define SEARCH_NUMBER(name, value, low, high) NUMBER_OF_##name,
#define SEARCH_ROW(name, value, low, high) {#name, value, low, high},

enum { SEARCH_CONSTANTS(SEARCH_NUMBER) SEARCH_CONSTANTS_END };

typedef struct {
    const char *name;
    int value, low, high;
} SearchConstant;

static inline const SearchConstant *search_constant(int number) {
    static const SearchConstant all[] = {SEARCH_CONSTANTS(SEARCH_ROW)};
    return all + number;
}

#ifndef AMALTHEA_BUILD
#define AMALTHEA_BUILD "quick"
#endif

#if AMALTHEA_TUNE || AMALTHEA_DEBUG

#define SEARCH_TUNABLE 1
#define SEARCH_VARIABLE(name, value, low, high) static int name = value;
#define SEARCH_PLACE(name, value, low, high) &name,

SEARCH_CONSTANTS(SEARCH_VARIABLE)

static inline void set_search_constant(int number, int value) {
    static int *const all[] = {SEARCH_CONSTANTS(SEARCH_PLACE)};
    *all[number] = value;
}

#else

#define SEARCH_TUNABLE 0
#define SEARCH_VALUE(name, value, low, high) name = value,

enum { SEARCH_CONSTANTS(SEARCH_VALUE) SEARCH_VALUES_END };

static inline void set_search_constant(int number, int value) { (void)number, (void)value; }

#endif
#endif
