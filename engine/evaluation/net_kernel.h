/* The arithmetic of a net: updates of the accumulator, and the output layer over clipped squares.

   It is exact integer arithmetic, so every kernel gives the same score. The loops are plain C that
   the compiler vectorises, once for every processor that the build is for and once more for those
   with AVX2; the kernel is chosen when a net is loaded. */

#ifndef AMALTHEA_NET_KERNEL_H
#define AMALTHEA_NET_KERNEL_H

#include <stdint.h>

#define NET_CLIP 255         /* 1.0 of a hidden unit, to which units are clipped */
#define NET_WEIGHT 64        /* 1.0 of an output weight */
#define NET_SCALE 400        /* centipawns of 1.0 of the net's output */
#define NET_BUCKETS 8
#define NET_DIRECT 64        /* one centipawn in the direct sums */

typedef struct {
    void (*update)(int16_t *to, const int16_t *from, const int16_t *const *plus, int n_plus,
                   const int16_t *const *minus, int n_minus, int width);
    int32_t (*sum)(const int16_t *units, const int16_t *weights, int width);
} NetKernel;

#if defined(__GNUC__)
#define NET_INLINE static inline __attribute__((always_inline))
#else
#define NET_INLINE static inline
#endif

NET_INLINE void net_update(int16_t *restrict to, const int16_t *from, const int16_t *const *plus,
                           int n_plus, const int16_t *const *minus, int n_minus, int width) {
    int done_plus = 0, done_minus = 0;
    if (n_plus && n_minus) {    /* fast path for the most common change: a piece moves */
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

/* The size of a weight is at most 127, so its product with a unit fits 16 bits; loading a net
   checks that the whole sum fits 32. */
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

static void net_update_plain(int16_t *to, const int16_t *from, const int16_t *const *plus,
                             int n_plus, const int16_t *const *minus, int n_minus, int width) {
    net_update(to, from, plus, n_plus, minus, n_minus, width);
}

static int32_t net_sum_plain(const int16_t *units, const int16_t *weights, int width) {
    return net_sum(units, weights, width);
}

static const NetKernel net_plain = {net_update_plain, net_sum_plain};

#if defined(__GNUC__) && defined(__x86_64__)
__attribute__((target("avx2"))) static void net_update_avx2(
    int16_t *to, const int16_t *from, const int16_t *const *plus, int n_plus,
    const int16_t *const *minus, int n_minus, int width) {
    net_update(to, from, plus, n_plus, minus, n_minus, width);
}

__attribute__((target("avx2"))) static int32_t net_sum_avx2(const int16_t *units,
                                                            const int16_t *weights, int width) {
    return net_sum(units, weights, width);
}

static const NetKernel net_avx2 = {net_update_avx2, net_sum_avx2};

static const NetKernel *net_fastest(void) {
    return __builtin_cpu_supports("avx2") ? &net_avx2 : &net_plain;
}
#else
static const NetKernel *net_fastest(void) { return &net_plain; }
#endif

/* Return the score in centipawns for the side to move. direct: the direct sums. */
static inline int net_score(int32_t own, int32_t enemy, int32_t bias, int32_t direct) {
    int64_t hidden = (int64_t)own + enemy + (int64_t)bias * NET_CLIP;
    return (int)(hidden * NET_SCALE / (NET_CLIP * NET_CLIP * NET_WEIGHT)) + direct / NET_DIRECT;
}

#endif
