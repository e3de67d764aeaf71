"""Evaluation by a net whose accumulators are updated lazily, when a score is needed.

An accumulator is kept for each ply with the hash key of its position, so unmaking a move costs
nothing. An update starts from the last ply whose stored key still matches the game and applies the
changes of the moves since.
"""

import sys

import cython
from cython.cimports.amalthea.engine.core.moves import DEBUG, WHITE
from cython.cimports.amalthea.engine.evaluation.evaluator import MAX_SCORE
from cython.cimports.amalthea.engine.evaluation.features import MAX_CHANGED, MAX_PRESENT, Change
from cython.cimports.amalthea.engine.evaluation.net import NET_BUCKETS, net_score
from cython.cimports.libc.stdlib import abort, free, malloc
from cython.cimports.libc.string import memcmp, memcpy

_FURTHEST_BACK = cython.declare(cython.int, 6)  # plies; beyond that a refresh is as cheap


class NetEvaluator(Evaluator):
    """The evaluation of a position by a net."""

    def __init__(self, position, features, net):
        """Bind a net to a position and its features.

        Raises ValueError unless the net has as many features.
        """
        size = features.numbering.size
        if size != net.features:
            raise ValueError(f"a net of {net.features} features, expected {size}")
        self.position = position
        self.features = features
        self.net = net
        self.max_pieces = features.numbering.max_pieces
        self.mirror = self.features.numbering.mirror
        units: cython.size_t = (CACHED_PLIES + 1) * 2 * self.net.width
        self.units = cython.cast(cython.p_short, malloc(units * cython.sizeof(cython.short)))
        self.direct = cython.cast(
            cython.p_int, malloc((CACHED_PLIES + 1) * NET_BUCKETS * cython.sizeof(cython.int))
        )
        if not self.units or not self.direct:
            raise MemoryError
        i: cython.int
        for i in range(CACHED_PLIES):
            self.keys[i] = ~self.position.hash_key

    def __dealloc__(self):
        free(self.units)
        free(self.direct)

    def evaluate(self, alpha, beta, margin):
        return self._score()

    def score(self):
        score: cython.int = self._score()
        return score if self.position.side == WHITE else -score

    def score_without(self, number):
        """Return `score` as if the feature with this index and its piece were absent."""
        numbers: cython.int[MAX_PRESENT]
        i: cython.int
        kept: cython.int = 0
        for i in range(self.features.write_present(numbers)):
            if numbers[i] != number:
                numbers[kept] = numbers[i]
                kept += 1
        self._sum_features(CACHED_PLIES, numbers, kept)
        score: cython.int = self._accumulator_score(CACHED_PLIES, self.features.piece_count() - 1)
        return score if self.position.side == WHITE else -score

    def terms(self):
        score = self.score()
        return [self.one_sided("net", score)], score

    def _score(self):
        """Return the score for the side to move in centipawns."""
        row: cython.int = self.position.ply & (CACHED_PLIES - 1)
        if self.keys[row] != self.position.hash_key:
            self._catch_up()
        return self._accumulator_score(row, self.features.piece_count())

    def _accumulator_score(self, row, piece_count):
        """Return the score of an accumulator for the side to move, given the number of pieces."""
        width: cython.int = self.net.width
        bucket: cython.int = piece_count * NET_BUCKETS // (self.max_pieces + 1)
        bucket = max(0, min(NET_BUCKETS - 1, bucket))
        side: cython.int = self.position.side
        views: cython.p_short = self.units + row * 2 * width
        weights: cython.pointer[cython.const[cython.short]] = self.net.output + bucket * 2 * width
        direct: cython.int = self.direct[row * NET_BUCKETS + bucket]
        score: cython.int = net_score(
            self.net.kernel.sum(views + side * width, weights, width),
            self.net.kernel.sum(views + (1 - side) * width, weights + width, width),
            self.net.output_bias[bucket],
            direct if side == WHITE else -direct,
        )
        return max(-MAX_SCORE, min(MAX_SCORE, score))

    def _catch_up(self):
        """Update the accumulator of this ply to the position."""
        ply: cython.int = self.position.ply
        keys: cython.pointer[cython.ulonglong] = self.position.keys
        oldest: cython.int = max(0, ply - _FURTHEST_BACK)
        known: cython.int = ply - 1
        while known >= oldest and self.keys[known & (CACHED_PLIES - 1)] != keys[known]:
            known -= 1
        if known >= oldest:
            while known < ply:
                self._update_accumulator(known, known, known + 1, 1)
                known += 1
                self.keys[known & (CACHED_PLIES - 1)] = keys[known]
        else:
            self._refresh(ply & (CACHED_PLIES - 1))
            if ply > 0:  # sibling nodes are one update away then
                self._update_accumulator(ply - 1, ply, ply - 1, -1)
                self.keys[(ply - 1) & (CACHED_PLIES - 1)] = keys[ply - 1]
        # `keys` of the position has only those of earlier plies.
        self.keys[ply & (CACHED_PLIES - 1)] = self.position.hash_key
        if DEBUG:
            self._abort_unless_right()

    def _refresh(self, row):
        """Compute the accumulator `row` from all features on the board."""
        numbers: cython.int[MAX_PRESENT]
        self._sum_features(row, numbers, self.features.write_present(numbers))

    def _sum_features(self, row, numbers, count):
        """Compute the accumulator `row` from the given features."""
        rows: cython.pointer[cython.const[cython.short]][MAX_PRESENT]
        width: cython.int = self.net.width
        units: cython.p_short = self.units + row * 2 * width
        direct: cython.p_int = self.direct + row * NET_BUCKETS
        i: cython.int
        bucket: cython.int
        for i in range(count):
            rows[i] = self.net.rows + numbers[i] * width
        self.net.kernel.update(units, self.net.bias, rows, count, rows, 0, width)
        for i in range(count):
            rows[i] = self.net.rows + self.mirror[numbers[i]] * width
        self.net.kernel.update(units + width, self.net.bias, rows, count, rows, 0, width)
        for bucket in range(NET_BUCKETS):
            direct[bucket] = 0
        for i in range(count):
            for bucket in range(NET_BUCKETS):
                direct[bucket] += self.net.direct[numbers[i] * NET_BUCKETS + bucket]

    def _update_accumulator(self, made, origin, to, sign):
        """Compute the accumulator of ply `to` from that of `origin` by the move made at `made`.

        sign: 1 to apply the move, -1 to take it back.
        """
        changes: Change[MAX_CHANGED]
        plus: cython.pointer[cython.const[cython.short]][MAX_CHANGED]
        minus: cython.pointer[cython.const[cython.short]][MAX_CHANGED]
        row: cython.pointer[cython.const[cython.short]]
        width: cython.int = self.net.width
        count: cython.int = self.features.write_changes(made, changes)
        before: cython.int = origin & (CACHED_PLIES - 1)
        after: cython.int = to & (CACHED_PLIES - 1)
        direct: cython.p_int = self.direct + after * NET_BUCKETS
        comes: cython.int
        leaves: cython.int
        number: cython.int
        view: cython.int
        bucket: cython.int
        i: cython.int
        for view in range(2):
            comes = 0
            leaves = 0
            for i in range(count):
                number = changes[i].feature
                row = self.net.rows + (self.mirror[number] if view else number) * width
                if changes[i].count * sign > 0:
                    plus[comes] = row
                    comes += 1
                else:
                    minus[leaves] = row
                    leaves += 1
            self.net.kernel.update(
                self.units + (2 * after + view) * width,
                self.units + (2 * before + view) * width,
                plus,
                comes,
                minus,
                leaves,
                width,
            )
        memcpy(direct, self.direct + before * NET_BUCKETS, NET_BUCKETS * cython.sizeof(cython.int))
        for i in range(count):
            for bucket in range(NET_BUCKETS):
                direct[bucket] += (
                    changes[i].count
                    * sign
                    * self.net.direct[changes[i].feature * NET_BUCKETS + bucket]
                )

    def _abort_unless_right(self):
        """End the process if the accumulator differs from a refresh; only for the debug build."""
        row: cython.int = self.position.ply & (CACHED_PLIES - 1)
        width: cython.int = self.net.width
        self._refresh(CACHED_PLIES)
        if (
            memcmp(
                self.units + row * 2 * width,
                self.units + CACHED_PLIES * 2 * width,
                2 * width * cython.sizeof(cython.short),
            )
            == 0
            and memcmp(
                self.direct + row * NET_BUCKETS,
                self.direct + CACHED_PLIES * NET_BUCKETS,
                NET_BUCKETS * cython.sizeof(cython.int),
            )
            == 0
        ):
            return
        with cython.gil:
            print(f"sums are wrong in {self.position.fen()!r}", file=sys.stderr, flush=True)
        abort()
