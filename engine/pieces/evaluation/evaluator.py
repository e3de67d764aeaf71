"""Hand-written evaluation of pieces: material sums, and terms from one walk over all paths.

The weights are explained in pieces.evaluation.weights, piece-square values in
pieces.evaluation.values.
"""

import cython
from cython.cimports.amalthea.engine.core.memory import fetch_line
from cython.cimports.amalthea.engine.core.moves import WHITE
from cython.cimports.amalthea.engine.evaluation.counted_evaluator import (
    MAX_COUNTS,
    sum_counts,
    taper,
)
from cython.cimports.amalthea.engine.evaluation.evaluator import MAX_SCORE
from cython.cimports.amalthea.engine.pieces.compiled.mailbox import (
    CAN_CAPTURE,
    CELLS,
    CODES,
    COLOUR_SHIFT,
    EDGE,
    EMPTY,
    MARGIN,
    MAX_FILES,
    ROW,
    TYPE_MASK,
    cell_at,
    file_of,
    rank_of,
)
from cython.cimports.amalthea.engine.pieces.compiled.tables import Span, Stop
from cython.cimports.amalthea.engine.pieces.evaluation.material import Material, Sums, sums_of
from cython.cimports.amalthea.engine.pieces.moves.explosions import BLAST, blast_cell
from cython.cimports.amalthea.engine.pieces.moves.state import SLOTS, board_key, is_blocked
from cython.cimports.libc.string import memcpy, memset

from amalthea.engine.pieces.description.mating import is_one_shade
from amalthea.engine.pieces.evaluation.values import way_made
from amalthea.engine.pieces.evaluation.weights import UNITS
from amalthea.engine.pieces.moves.position import PiecesPosition

_ZONE = cython.declare(cython.int, 25)  # cells within two steps of a king, itself included
_KING_VALUE = cython.declare(cython.int, 20000)  # cp: a king is the dearest attacker
_EXPLOSION_THREAT = cython.declare(cython.int, 100)  # KING_ATTACK of a capture beside the king
_TERMS = (  # groups of counts in `terms`, each with the count behind its last one
    ("king safety", THREAT_BY_CHEAPER),
    ("threats", PASSED),
    ("pawns", PAIR),
    ("pair", COUNTED),
)


class PiecesEvaluator(CountedEvaluator):
    def __init__(self, state, psqt, weights):
        """Make an evaluator. weights: all of pieces.evaluation.weights.DEFAULTS by name."""
        material = Material(state, psqt)
        full = material.psqt.full_phase
        CountedEvaluator.__init__(self, state, UNITS, _TERMS, weights, PARTS, full)
        self.state = state
        self.material = material
        self._fill_weights()
        self._fill_tables()
        self.king_attack_most = weights["king_attack_most"]
        self.threat_most = weights["threat_most"]
        self.tempo = weights["tempo"]
        self.pawnless_margin = weights["pawnless_margin"]
        self.pawnless_left = weights["pawnless_left"]

    def _fill_weights(self):
        """Add the mobility of each piece type, and clear weights that mean nothing in this game."""
        i: cython.int
        if not self.state.variant.ends.checking:  # nobody is mated: a king needs no shield
            for i in (KING_ATTACK, KING_SHIELD):
                self.midgame[i] = self.endgame[i] = 0
        if self.state.tables.exploding:  # a king is exploded at any time, and nothing retakes
            self.endgame[KING_ATTACK] = self.midgame[KING_ATTACK]
            self.midgame[THREAT_UNDEFENDED] = self.endgame[THREAT_UNDEFENDED] = 0
        psqt = self.material.psqt
        for i in range(1, self.state.tables.types + 1):
            self.add_count(psqt.mobility_midgame[i], psqt.mobility_endgame[i], MOBILITY_PARTS)

    def _fill_tables(self):
        """Fill what depends on the game and the blocked squares alone."""
        variant = self.state.variant
        dx: cython.int
        dy: cython.int
        kind: cython.int
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                self.zone_shifts[5 * (dy + 2) + dx + 2] = dy * ROW + dx
                self.zone_counts[5 * (dy + 2) + dx + 2] = 3 - max(1, abs(dx), abs(dy))
        for kind, piece in enumerate(variant.pieces, 1):
            self.one_shade[kind] = is_one_shade(piece, variant)
            kinglike: cython.bint = piece.royal or self.state.tables.vital >> kind & 1
            self.value[kind] = _KING_VALUE if kinglike else self.state.exchange[kind]
        rank: cython.int
        file: cython.int
        i: cython.int
        for i in range(CELLS):
            self.unreached[i].cheapest = UNATTACKED
        for rank in range(variant.ranks):
            for file in range(variant.files):
                self.unreached[cell_at(file, rank)].counts = 1
        for i in range(CELLS if variant.blocked else 0):
            if is_blocked(self.state, i):
                self.unreached[i].counts = 0
        for rank in range(variant.ranks if variant.pawns else 0):
            self.way[rank] = round(WAY_PARTS * way_made(rank, variant) ** 2)

    def evaluate(self, alpha, beta, margin):
        sign: cython.int = 1 if self.state.side == WHITE else -1
        sums: cython.pointer[Sums] = sums_of(self.material)
        rough: cython.int = taper(self, sums.midgame, sums.endgame, sums.phase, 1)
        rough *= sign
        if rough + margin <= alpha or rough - margin >= beta:
            return rough
        key: cython.ulonglong = board_key(self.state)
        known: cython.pointer[Known] = cython.address(self.known[key & (CACHED - 1)])
        if (known[0] ^ key) >> SCORE_BITS:
            score: cython.ushort = cython.cast(cython.ushort, self.full_score())
            known[0] = key >> SCORE_BITS << SCORE_BITS | score
        return sign * cython.cast(cython.short, known[0]) + self.tempo

    def terms(self):
        """Return the terms in the order that users see, in cp, and the score."""
        listed, score = CountedEvaluator.terms(self)
        phase: cython.int = self.phase_left()
        early, late = self.material.of_side(0)
        white = taper(self, early, late, phase, 1)
        early, late = self.material.of_side(1)
        black = taper(self, early, late, phase, 1)
        mobility = self.group("mobility", COUNTED, self.count_total)
        listed[:0] = [("material", white, -black), mobility]
        return listed, score

    def phase_left(self):
        return sums_of(self.material).phase

    def score_from_sums(self, midgame, endgame):
        """Return the same as the base class, but rounded in each phase, as material is."""
        return taper(self, midgame // PARTS, endgame // PARTS, self.phase_left(), 1)

    def full_score(self):
        """Return the evaluation from White's view without the tempo of either side."""
        sums: cython.pointer[Sums] = sums_of(self.material)
        midgame: cython.longlong
        endgame: cython.longlong
        self.count()
        sum_counts(self, cython.address(midgame), cython.address(endgame))
        midgame = sums.midgame + max(-MAX_SCORE, min(MAX_SCORE, midgame // PARTS))
        endgame = sums.endgame + max(-MAX_SCORE, min(MAX_SCORE, endgame // PARTS))
        return self._scaled_score(taper(self, midgame, endgame, sums.phase, 1))

    def _scaled_score(self, score):
        """Reduce a score if the leading side has no pawn left to win with."""
        ahead: cython.int = 0 if score > 0 else 1
        pawns: cython.int = self.state.alive[ahead] - 1 - self.state.pieces[ahead]
        if self.state.tables.pawn_type == 0:
            return score
        if pawns == 0 and abs(score) < self.pawnless_margin:
            return score * self.pawnless_left // 100
        return score

    def count(self):
        """Fill the terms of both sides."""
        memset(self.counts, 0, (MAX_COUNTS + self.count_total) * cython.sizeof(cython.int))
        memset(self.pawn_ranks, 0, cython.sizeof(self.pawn_ranks))
        self._prepare(0)
        self._prepare(1)
        self._count_pawn_attacks(0)
        self._count_pawn_attacks(1)
        self._count_pawn_structure(0)
        self._count_pawn_structure(1)
        self._count_pieces(0)
        self._count_pieces(1)
        self._count_threats(0)
        self._count_threats(1)
        if self.state.tables.exploding:
            self._count_explosion_threats(0)
            self._count_explosion_threats(1)

    def _prepare(self, colour):
        """Reset a side's attacks.

        A cell counts 1 for mobility unless it is blocked, holds a piece of that side or, later, is
        attacked by an enemy pawn; it counts PRESSURE beside the enemy king.
        """
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        king: cython.int = self.state.king_cell[1 - colour]
        if self.state.tables.vital:
            king = _vital_cell(self.state, 1 - colour)
        i: cython.int
        cell: cython.int
        first: cython.int = MARGIN * ROW
        memcpy(
            reach + first,
            self.unreached + first,
            self.state.tables.ranks * ROW * cython.sizeof(Reach),
        )
        for i in range(self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + i]
            reach[cell].counts = 0
            reach[cell + self.state.tables.second[self.state.board[cell] & (CODES - 1)]].counts = 0
        for i in range(_ZONE if king else 0):
            reach[king + self.zone_shifts[i]].counts += self.zone_counts[i] * PRESSURE

    def _count_pawn_attacks(self, colour):
        """Mark the squares of pawns and the squares that they attack."""
        slot: cython.int
        cell: cython.int
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        end: cython.pointer[Stop]
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        theirs: cython.pointer[Reach] = cython.address(self.reach[(1 - colour) * CELLS])
        code: cython.int = colour << COLOUR_SHIFT | self.state.tables.pawn_type
        value: cython.short = self.value[self.state.tables.pawn_type]
        if self.state.tables.pawn_type == 0:
            return
        for slot in range(self.state.first_pawn_slot[colour], self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            if cell == 0 or self.state.board[cell] != code:
                continue
            self.pawn_ranks[colour * (MAX_FILES + 2) + file_of(cell) + 1] |= 1 << rank_of(cell)
            span = cython.address(self.state.tables.captures[code * CELLS + cell])
            stop = self.state.tables.stops + span.first
            end = self.state.tables.stops + span.last
            while stop < end:
                if stop.flags & CAN_CAPTURE:
                    reach[stop.to].cheapest = value
                    theirs[stop.to].counts &= ~cython.cast(cython.ushort, PRESSURE - 1)
                stop += 1 if self.state.board[stop.to] == EMPTY else stop.skip

    def _count_pawn_structure(self, colour):
        """Count a side's passed, isolated, doubled and supported pawns, and its king's shield."""
        slot: cython.int
        cell: cython.int
        file: cython.int
        rank: cython.int
        own: cython.int
        ahead: cython.int
        bits: cython.pointer[cython.ushort] = cython.address(
            self.pawn_ranks[colour * (MAX_FILES + 2) + 1]
        )
        enemies: cython.pointer[cython.ushort] = cython.address(
            self.pawn_ranks[(1 - colour) * (MAX_FILES + 2) + 1]
        )
        code: cython.int = colour << COLOUR_SHIFT | self.state.tables.pawn_type
        king_file: cython.int = file_of(self.state.king_cell[colour])
        king_rank: cython.int = rank_of(self.state.king_cell[colour])
        forward: cython.int = 1 if colour == WHITE else -1
        ranks: cython.int = self.state.tables.ranks
        way: cython.int
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
        for slot in range(self.state.first_pawn_slot[colour], self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            if cell == 0 or self.state.board[cell] != code:
                continue
            file = file_of(cell)
            rank = rank_of(cell)
            own = rank if colour == WHITE else ranks - 1 - rank
            supported: cython.bint = self.reach[colour * CELLS + cell].cheapest != UNATTACKED
            if not _ranks_ahead(
                enemies[file - 1] | enemies[file] | enemies[file + 1], rank, colour
            ):
                way = self.way[own]
                counts[PASSED] += way
                if supported:
                    counts[PASSED_SUPPORTED] += way
                if self.state.board[cell + forward * ROW] != EMPTY:
                    counts[PASSED_BLOCKED] += way
            if bits[file - 1] == 0 and bits[file + 1] == 0:
                counts[PAWN_ISOLATED] += 1
            if bits[file] & (bits[file] - 1):
                counts[PAWN_DOUBLED] += 1
            if supported:
                counts[PAWN_SUPPORTED] += 1
            ahead = (rank - king_rank) * forward
            if (ahead == 1 or ahead == 2) and abs(file - king_file) <= 1:
                counts[KING_SHIELD] += 1

    def _count_pieces(self, colour):
        """Walk the paths of all pieces but pawns: attacks, mobility, pressure on the king."""
        slot: cython.int
        cell: cython.int
        code: cython.int
        kind: cython.int
        value: cython.short
        seen: cython.uint
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
        targets: cython.p_int = counts + COUNTED - 1
        pressure: cython.int = 0
        attackers: cython.int = 0
        shades: cython.int = 0
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        end: cython.pointer[Stop]
        board: cython.p_uchar = self.state.board
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        _fetch_stops(self.state, colour)
        for slot in range(self.state.slots[colour]):
            cell = self.state.cell_of[colour * SLOTS + slot]
            if cell == 0:
                continue
            code = self.state.board[cell]
            kind = code & TYPE_MASK
            if kind == self.state.tables.pawn_type:
                continue
            value = self.value[kind]
            seen = 0
            if self.state.tables.second[code]:
                seen = self._two_square_reach(colour, cell)
                targets[kind] += seen % PRESSURE
                if seen >= PRESSURE:
                    attackers += 1
                    pressure += seen // PRESSURE
                continue
            if self.one_shade[kind]:
                shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
            span = cython.address(self.state.tables.captures[code * CELLS + cell])
            stop = self.state.tables.stops + span.first
            end = self.state.tables.stops + span.rays
            while stop < end:
                reach[stop.to].cheapest = min(reach[stop.to].cheapest, value)
                seen += reach[stop.to].counts
                stop += 1
            end = self.state.tables.stops + span.last
            while stop < end:
                if stop.flags & CAN_CAPTURE:
                    reach[stop.to].cheapest = min(reach[stop.to].cheapest, value)
                    seen += reach[stop.to].counts
                stop += 1 if board[stop.to] == EMPTY else stop.skip
            targets[kind] += seen % PRESSURE
            if seen >= PRESSURE and value != _KING_VALUE:
                attackers += 1
                pressure += seen // PRESSURE
        if attackers > 1:
            counts[KING_ATTACK] = min(self.king_attack_most, pressure * attackers)
        counts[PAIR] = shades == 3

    def _two_square_reach(self, colour, origin):
        """Mark the squares that a piece on two squares attacks and return its mobility."""
        board: cython.p_uchar = self.state.board
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        code: cython.int = board[origin]
        second: cython.int = self.state.tables.second[code]
        value: cython.short = self.value[code & TYPE_MASK]
        span: cython.pointer[Span] = cython.address(
            self.state.tables.captures[code * CELLS + origin]
        )
        stop: cython.pointer[Stop] = self.state.tables.stops + span.first
        end: cython.pointer[Stop] = self.state.tables.stops + span.last
        seen: cython.uint = 0
        near: cython.int
        far: cython.int
        first: cython.pointer[Reach]
        other: cython.pointer[Reach]
        while stop < end:
            near = _code_on(board, stop.to, origin, second)
            far = _code_on(board, stop.to + second, origin, second)
            if stop.flags & CAN_CAPTURE and not (near | far) & EDGE:
                first = cython.address(reach[stop.to])
                other = cython.address(reach[stop.to + second])
                first.cheapest = min(first.cheapest, value)
                other.cheapest = min(other.cheapest, value)
                seen += max(first.counts, other.counts)
            stop += 1 if near == EMPTY and far == EMPTY else stop.skip
        return seen

    def _count_threats(self, colour):
        """Count this side's attacks on the other side's pieces."""
        them: cython.int = 1 - colour
        slot: cython.int
        cell: cython.int
        value: cython.int
        attacker: cython.int
        second: cython.int
        counts: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS])
        for slot in range(self.state.slots[them]):
            cell = self.state.cell_of[them * SLOTS + slot]
            if cell == 0 or cell == self.state.king_cell[them]:
                continue
            attacker = self.reach[colour * CELLS + cell].cheapest
            second = self.state.tables.second[self.state.board[cell]]
            if second and self.reach[colour * CELLS + cell + second].cheapest < attacker:
                cell += second
                attacker = self.reach[colour * CELLS + cell].cheapest
            if attacker == UNATTACKED:
                continue
            value = self.value[self.state.board[cell] & TYPE_MASK]
            if attacker < value:
                counts[THREAT_BY_CHEAPER] += min(value - attacker, self.threat_most)
            if self.reach[them * CELLS + cell].cheapest == UNATTACKED:
                counts[THREAT_UNDEFENDED] += min(value, self.threat_most)

    def _count_explosion_threats(self, colour):
        """Add this side's captures next to the other side's king to its attack on it."""
        king: cython.int = _vital_cell(self.state, 1 - colour)
        own: cython.int = _vital_cell(self.state, colour)
        attack: cython.p_int = cython.address(self.counts[colour * MAX_COUNTS + KING_ATTACK])
        number: cython.int
        cell: cython.int
        if king == 0:
            return
        for number in range(BLAST - 1):
            cell = blast_cell(king, number)
            if self.state.board[cell] >> COLOUR_SHIFT != 1 - colour:
                continue
            if self.reach[colour * CELLS + cell].cheapest >= _KING_VALUE:
                continue
            if abs(file_of(own) - file_of(cell)) > 1 or abs(rank_of(own) - rank_of(cell)) > 1:
                attack[0] = min(self.king_attack_most, attack[0] + _EXPLOSION_THREAT)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _vital_cell(state: PiecesPosition, colour: cython.int) -> cython.int:
    """Return the cell of a piece whose loss would lose the game for a side, 0 for none."""
    slot: cython.int
    cell: cython.int
    for slot in range(state.slots[colour]):
        cell = state.cell_of[colour * SLOTS + slot]
        if cell and state.tables.vital >> (state.board[cell] & TYPE_MASK) & 1:
            return cell
    return 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _fetch_stops(state: PiecesPosition, colour: cython.int) -> cython.void:
    """Prefetch the stops that `_count_pieces` is about to read; they lie far apart in memory."""
    slot: cython.int
    cell: cython.int
    code: cython.int
    span: cython.pointer[Span]
    for slot in range(state.first_pawn_slot[colour]):
        cell = state.cell_of[colour * SLOTS + slot]
        code = state.board[cell] & (CODES - 1)
        span = cython.address(state.tables.captures[code * CELLS + cell])
        fetch_line(state.tables.stops + span.first)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ranks_ahead(ranks: cython.int, rank: cython.int, colour: cython.int) -> cython.int:
    """Return the ranks, as bits, that lie ahead of a rank for a colour."""
    return ranks >> (rank + 1) if colour == WHITE else ranks & ((1 << rank) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _code_on(
    board: cython.p_uchar, cell: cython.int, origin: cython.int, second: cython.int
) -> cython.int:
    """Return the code on a cell for a piece on two squares; its own squares are empty for it."""
    return EMPTY if cell == origin or cell == origin + second else board[cell]
