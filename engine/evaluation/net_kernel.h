/* The arithmetic of a net: rows added up, and the sum over the clipped squares.

   All of it is exact, so that every path gives the same score. The loops are plain C that the
   compiler makes vectors of: for any processor of the kind that the build is for, and once more
   for those with AVX2, chosen when a net is loaded. */

#ifndef AMALTHEA_NET_KERNEL_H
#define AMALTHEA_NET_KERNEL_H

#include <stdint.h>

#define NET_CLIP 255         /* what a hidden unit is clipped to, its 1.0 */
#define NET_WEIGHT 64        /* 1.0 of a weight behind it */
#define NET_SCALE 400        /* centipawns of the net's 1.0 */
#define NET_BUCKETS 8
#define NET_DIRECT 64        /* parts of a centipawn in the direct sums */

typedef struct {
    void (*carry)(int16_t *to, const int16_t *from, const int16_t *const *plus, int n_plus,
                  const int16_t *const *minus, int n_minus, int width);
    int32_t (*sum)(const int16_t *units, const int16_t *weights, int width);
} NetKernel;

#if defined(__GNUC__)
#define NET_INLINE static inline __attribute__((always_inline))
#else
#define NET_INLINE static inline
#endif

NET_INLINE void net_carry(int16_t *restrict to, const int16_t *from, const int16_t *const *plus,
                          int n_plus, const int16_t *const *minus, int n_minus, int width) {
    int done_plus = 0, done_minus = 0;
    if (n_plus && n_minus) {    /* a piece goes: the most usual change */
        const int16_t *restrict comes = plus[0], *restrict leaves = minus[0];
        done_plus = done_minus = 1;
        for (int i = 0; i < width; i++) to[i] = (int16_t)(from[i] + comes[i] - leaves[i]);
    } else {
        for (int i = 0; i < width; i++) to[i] = from[i];
    }
    for (; done_plus < n_plus; done_plus++) {
        const int16_t *restrict comes = plus[done_plus];
        for (int i = 0; i < width; i++) to[i] = (int16_t)(to[i] + comes[i]);
    }
    for (; done_minus < n_minus; done_minus++) {
        const int16_t *restrict leaves = minus[done_minus];
        for (int i = 0; i < width; i++) to[i] = (int16_t)(to[i] - leaves[i]);
    }
}

/* A weight is at most 127 in size, so a unit times it is 16 bits; loading a net checks that the
   whole sum is 32. */
NET_INLINE int32_t net_sum(const int16_t *restrict units, const int16_t *restrict weights,
                           int width) {
    int32_t sum = 0;
    for (int i = 0; i < width; i++) {
        int16_t unit = units[i] < 0 ? 0 : units[i] > NET_CLIP ? NET_CLIP : units[i];
        int16_t weighed = (int16_t)(unit * weights[i]);
        sum += (int32_t)unit * (int32_t)weighed;
    }
    return sum;
}

static void net_carry_plain(int16_t *to, const int16_t *from, const int16_t *const *plus, int n_plus,
                            const int16_t *const *minus, int n_minus, int width) {
    net_carry(to, from, plus, n_plus, minus, n_minus, width);
}

static int32_t net_sum_plain(const int16_t *units, const int16_t *weights, int width) {
    return net_sum(units, weights, width);
}

static const NetKernel net_plain = {net_carry_plain, net_sum_plain};

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static void net_carry_avx2(
    int16_t *to, const int16_t *from, const int16_t *const *plus, int n_plus,
    const int16_t *const *minus, int n_minus, int width) {
    net_carry(to, from, plus, n_plus, minus, n_minus, width);
}

__attribute__((target("avx2"))) static int32_t net_sum_avx2(const int16_t *units,
                                                            const int16_t *weights, int width) {
    return net_sum(units, weights, width);
}

static const NetKernel net_avx2 = {net_carry_avx2, net_sum_avx2};

static const NetKernel *net_fastest(void) {
    return __builtin_cpu_supports("avx2") ? &net_avx2 : &net_plain;
}
#else
static const NetKernel *net_fastest(void) { return &net_plain; }
#endif

/* Centipawns for the side to move. direct: of the sums that pass the hidden units by. */
static inline int net_score(int32_t own, int32_t enemy, int32_t bias, int32_t direct) {
    int64_t hidden = (int64_t)own + enemy + (int64_t)bias * NET_CLIP;
    return (int)(hidden * NET_SCALE / (NET_CLIP * NET_CLIP * NET_WEIGHT)) + direct / NET_DIRECT;
}

#endif
