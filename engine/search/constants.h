/* Every tunable number of the search: name, value, least and most that make sense.

   In an ordinary build they are constants, folded into the code. Where AMALTHEA_TUNE or
   AMALTHEA_DEBUG is 1 they are variables, each module that includes this having its own, and
   `set_search_constant` sets them. _CP: centipawns. _DEPTH: plies left, at most for what prunes, at
   least for all else. REDUCTION_BASE and _DIVISOR: hundredths. */

#ifndef AMALTHEA_SEARCH_CONSTANTS_H
#define AMALTHEA_SEARCH_CONSTANTS_H

#define SEARCH_CONSTANTS(each)                                                                    \
    each(ROUGH_CP, 180, 60, 400)          /* so far outside the window evaluations may be rough */ \
    each(ROUGH_LEAF_CP, 100, 30, 300)     /* likewise in quiescence: nothing is pruned by it */    \
    each(CORRECTION_CP, 48, 0, 200)       /* that each part of what stands adds at most */         \
    each(ASPIRATION_CP, 16, 5, 80)        /* half width of the first window */                     \
    each(ASPIRATION_DEPTH, 5, 2, 9)       /* scores of shallower searches jump too much */         \
    each(REVERSE_FUTILITY_DEPTH, 8, 3, 12)                                                         \
    each(REVERSE_FUTILITY_CP, 85, 30, 200)   /* a ply */                                           \
    each(RAZOR_DEPTH, 3, 0, 6)            /* further from the leaves captures do not tell */       \
    each(RAZOR_CP, 260, 100, 600)         /* a ply */                                              \
    each(NULL_DEPTH, 3, 1, 6)                                                                      \
    each(NULL_STATIC_CP, 120, 0, 300)     /* the evaluation alone is so far above beta */          \
    each(NULL_STATIC_PLY_CP, 20, 0, 80)   /* less so much a ply */                                 \
    each(NULL_REDUCTION, 4, 1, 6)         /* plies, and more: */                                   \
    each(NULL_DEPTH_DIVISOR, 3, 2, 10)    /* one for each so many plies left, */                   \
    each(NULL_CP, 200, 50, 500)           /* and one for each so much above beta */                \
    each(NULL_VERIFY_DEPTH, 12, 6, 24)    /* from here on a pass's cutoff is verified */           \
    each(PROBCUT_DEPTH, 5, 3, 9)                                                                   \
    each(PROBCUT_REDUCTION, 3, 2, 6)      /* plies */                                              \
    each(PROBCUT_CP, 180, 50, 500)   /* so far above beta a capture must be */                     \
    each(IIR_DEPTH, 4, 2, 9)              /* a cheaper search saves too little */                  \
    each(SINGULAR_DEPTH, 6, 4, 12)        /* 8 for 6 is 16 Elo less in chess */                    \
    each(SINGULAR_TABLE_DEPTH, 3, 1, 6)   /* plies that the table's search may be less deep */     \
    each(SINGULAR_CP, 16, 2, 64)   /* sixteenths a ply: others fall so far short */                \
    each(SINGULAR_TWICE_CP, 25, 0, 200)   /* and so far for a second ply */                        \
    each(FUTILITY_DEPTH, 8, 3, 12)                                                                 \
    each(FUTILITY_CP, 120, 30, 350)       /* a quiet move gains no more, and */                    \
    each(FUTILITY_PLY_CP, 95, 30, 250)    /* for each ply that it is searched */                   \
    each(LATE_MOVE_DEPTH, 8, 3, 14)                                                                \
    each(LATE_MOVES, 3, 1, 12)            /* plus depth squared: tried before the rest is left */  \
    each(LATE_OF_MOVES, 60, 25, 150)      /* of so many; of twice as many twice as many */         \
    each(LATE_MOST_MOVES, 180, 60, 450)   /* longer lists count as this long */                    \
    each(QUIET_EXCHANGE_CP, 60, 15, 200)  /* a ply: quiet moves that lose more are left */         \
    each(BAD_EXCHANGE_CP, 110, 30, 300)   /* a ply: captures that lose more are left */            \
    each(EXCHANGE_DEPTH, 7, 3, 14)                                                                 \
    each(HISTORY_DEPTH, 4, 1, 9)                                                                   \
    each(HISTORY_PRUNE, 5000, 1500, 15000)   /* a ply: quiet moves of worse repute are left */     \
    each(REDUCTION_DEPTH, 3, 2, 6)                                                                 \
    each(REDUCTION_HISTORY, 9000, 3000, 25000)   /* of repute for a ply more or less */            \
    each(REDUCTION_CAPTURES, 6000, 2000, 20000)   /* likewise of a capture's */                    \
    each(REDUCTION_CUTOFFS, 3, 1, 20)     /* more below the node, and the rest is reduced more */  \
    each(REDUCTION_BASE, 80, 0, 150)      /* fitted to long move lists: docs/measurements/ */    \
    each(REDUCTION_DIVISOR, 210, 120, 350)   /* of log depth times log number */                   \
    each(DELTA_CP, 180, 50, 500)          /* what a capture may bring besides its victim */        \
    each(DEEP_CAPTURES_DEPTH, -4, -12, -1)   /* below the leaves: melees never end */              \
    each(DEEP_CAPTURES, 2, 1, 6)          /* tried from there on */                                \
    each(PRAISED_FROM_MOVES, 45, 0, 1000)   /* of a node: where all fail, the one before is good */ \
    each(REWARD_A_PLY, 160, 40, 500)      /* of depth, for the move that cuts */                   \
    each(REWARD_MOST, 1800, 500, 5000)    /* one cutoff tells no more than that */                 \
    each(GAIN_WEIGHT, 16, 2, 128)         /* what is won counts before who has won before */       \
    each(CHECK_WORTH, 8000, 0, 30000)     /* of history: a quiet move that gives check */          \
    each(SORTED_A_PLY, 3000, 500, 9000)   /* of history: quiet moves below stay unsorted */        \
    each(SORTED_FROM, 3, 0, 8)            /* plies; nearer the leaves only praised moves are */

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
