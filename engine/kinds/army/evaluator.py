"""Evaluation of armies: what the pieces add up to, and what one walk over all paths shows.

The weights are explained in engine.kinds.army.weights, what pieces are worth where they stand in
engine.kinds.army.values.
"""

import cython
from cython.cimports.engine.board.memory import fetch_line
from cython.cimports.engine.board.moves import WHITE
from cython.cimports.engine.kinds.army.mailbox import (
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
from cython.cimports.engine.kinds.army.material import Material, Sums, sums_of
from cython.cimports.engine.kinds.army.state import SLOTS, board_key
from cython.cimports.engine.kinds.army.tables import CAN_CAPTURE, Span, Stop
from cython.cimports.libc.string import memcpy, memset

from engine.kinds.army.position import Army
from engine.kinds.army.values import full_phase, is_one_shade, promotion_rank

_SHARES = cython.declare(cython.int, 64)  # a whole, of a cell's weight in mobility
_ZONE = cython.declare(cython.int, 25)  # cells within two steps of a king, itself included
_MOST = cython.declare(cython.int, 30000)  # cp: no score is taken for a mate
_KING_VALUE = cython.declare(cython.int, 20000)  # cp: as an attacker, the dearest
_NAMES = ("material", "mobility", "king safety", "threats", "pawns", "pair")


class ArmyEvaluator(Evaluator):
    def __init__(self, army, worth, weights):
        """`weights`: all of engine.kinds.army.weights.DEFAULTS by name."""
        self.army = army
        self.material = Material(army, worth)
        exchange = [self.army.exchange[kind] for kind in range(1, self.army.tables.types + 1)]
        self.full_phase = full_phase(army.variant, exchange)
        self._fill_tables(weights)
        self.mobility_midgame = weights["mobility_midgame"]
        self.mobility_endgame = weights["mobility_endgame"]
        self.king_attack = weights["king_attack"]
        self.king_attack_most = weights["king_attack_most"]
        self.king_shield = weights["king_shield"]
        self.threat_by_cheaper = weights["threat_by_cheaper"]
        self.threat_undefended = weights["threat_undefended"]
        self.threat_most = weights["threat_most"]
        self.pawn_isolated = weights["pawn_isolated"]
        self.pawn_doubled = weights["pawn_doubled"]
        self.pawn_supported = weights["pawn_supported"]
        self.pair_two_shades = weights["pair_two_shades"]
        self.tempo = weights["tempo"]
        self.pawnless_margin = weights["pawnless_margin"]
        self.pawnless_left = weights["pawnless_left"]

    def _fill_tables(self, weights):
        variant = self.army.variant
        dx: cython.int
        dy: cython.int
        kind: cython.int
        for dy in range(-2, 3):
            for dx in range(-2, 3):
                self.zone_shifts[5 * (dy + 2) + dx + 2] = dy * ROW + dx
                self.zone_counts[5 * (dy + 2) + dx + 2] = 3 - max(1, abs(dx), abs(dy))
        for kind, piece in enumerate(variant.pieces, 1):
            self.one_shade[kind] = is_one_shade(piece, variant)
            self.value[kind] = _KING_VALUE if piece.royal else self.army.exchange[kind]
            self.mobility_share[kind] = _SHARES
            if self.value[kind] > weights["mobility_dear"]:
                self.mobility_share[kind] = _SHARES * weights["mobility_dear"] // self.value[kind]
        rank: cython.int
        file: cython.int
        i: cython.int
        for i in range(CELLS):
            self.unreached[i].cheapest = UNATTACKED
        for rank in range(variant.ranks):
            for file in range(variant.files):
                self.unreached[cell_at(file, rank)].counts = 1
        for cell in self.army.blocked:
            self.unreached[cython.cast(cython.int, cell)].counts = 0
        if not variant.pawns:
            return
        last = promotion_rank(variant)
        for rank in range(variant.ranks):
            way = max(0, rank + 1 - variant.pawns.first_rank + 1) / (
                last - variant.pawns.first_rank
            )
            self.passed_midgame[rank] = round(weights["pawn_passed_midgame"] * way * way)
            self.passed_endgame[rank] = round(weights["pawn_passed_endgame"] * way * way)

    def evaluate(self, alpha, beta, margin):
        sign: cython.int = 1 if self.army.side == WHITE else -1
        sums: cython.pointer[Sums] = sums_of(self.material)
        rough: cython.int = sign * self._taper(sums.midgame, sums.endgame, sums.phase)
        if rough + margin <= alpha or rough - margin >= beta:
            return rough
        key: cython.ulonglong = board_key(self.army)
        known: cython.pointer[Known] = cython.address(self.known[key & (CACHED - 1)])
        if (known[0] ^ key) >> SCORE_BITS:
            known[0] = key >> SCORE_BITS << SCORE_BITS | cython.cast(cython.ushort, self._full())
        return sign * cython.cast(cython.short, known[0]) + self.tempo

    def score(self):
        """The whole evaluation in centipawns from White's view."""
        return self._full() + (self.tempo if self.army.side == WHITE else -self.tempo)

    def terms(self):
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
        total: cython.int = self.score()
        phase: cython.int = sums_of(self.material).phase
        midgames: cython.int[2]
        endgames: cython.int[2]
        colour: cython.int
        slot: cython.int
        cell: cython.int
        i: cython.int
        for colour in range(2):
            midgames[colour] = 0
            endgames[colour] = 0
            for slot in range(self.army.slots[colour]):
                cell = self.army.cell_of[colour * SLOTS + slot]
                if cell:
                    i = self.army.board[cell] * CELLS + cell
                    midgames[colour] += self.material.worth.placed[i].midgame
                    endgames[colour] += self.material.worth.placed[i].endgame
        listed = [
            (
                _NAMES[MATERIAL],
                self._taper(midgames[0], endgames[0], phase),
                -self._taper(midgames[1], endgames[1], phase),
            )
        ]
        for i in range(MATERIAL + 1, TERMS):
            listed.append(
                (
                    _NAMES[i],
                    self._taper(self.midgames[i], self.endgames[i], phase),
                    self._taper(self.midgames[TERMS + i], self.endgames[TERMS + i], phase),
                )
            )
        mine = (self.tempo, 0)
        listed.append(("tempo", *(mine if self.army.side == WHITE else reversed(mine))))
        return listed, total

    def _taper(self, midgame, endgame, phase):
        """Between the scores of both phases, by how much of the pieces' phase is left."""
        phase = min(phase, self.full_phase)
        score: cython.int = midgame * phase + endgame * (self.full_phase - phase)
        return max(-_MOST, min(_MOST, score // self.full_phase))

    def _full(self):
        """The evaluation from White's view, but for the tempo: the same whoever is to move."""
        sums: cython.pointer[Sums] = sums_of(self.material)
        midgame: cython.int = sums.midgame
        endgame: cython.int = sums.endgame
        i: cython.int
        self._compute()
        for i in range(TERMS):
            midgame += self.midgames[i] - self.midgames[TERMS + i]
            endgame += self.endgames[i] - self.endgames[TERMS + i]
        return self._scaled(self._taper(midgame, endgame, sums.phase))

    def _scaled(self, score):
        """Less of a score that no pawn is left to win with."""
        ahead: cython.int = 0 if score > 0 else 1
        pawns: cython.int = self.army.alive[ahead] - 1 - self.army.pieces[ahead]
        if self.army.tables.pawn_type == 0:
            return score
        if pawns == 0 and abs(score) < self.pawnless_margin:
            return score * self.pawnless_left // 100
        return score

    def _compute(self):
        """Fills the terms of both sides."""
        memset(self.midgames, 0, cython.sizeof(self.midgames))
        memset(self.endgames, 0, cython.sizeof(self.endgames))
        memset(self.pawn_ranks, 0, cython.sizeof(self.pawn_ranks))
        self._prepare(0)
        self._prepare(1)
        self._pawn_attacks(0)
        self._pawn_attacks(1)
        self._pawn_structure(0)
        self._pawn_structure(1)
        self._pieces(0)
        self._pieces(1)
        self._threats(0)
        self._threats(1)

    def _prepare(self, colour):
        """Begins a side's reach: nothing attacked; a cell counts 1 for mobility unless it is
        blocked, an own piece stands there or, later, an enemy pawn attacks it, and PRESSURE beside
        the enemy king.
        """
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        king: cython.int = self.army.king_cell[1 - colour]
        i: cython.int
        cell: cython.int
        first: cython.int = MARGIN * ROW
        memcpy(
            reach + first,
            self.unreached + first,
            self.army.tables.ranks * ROW * cython.sizeof(Reach),
        )
        for i in range(self.army.slots[colour]):
            cell = self.army.cell_of[colour * SLOTS + i]
            reach[cell].counts = 0
            reach[cell + self.army.tables.second[self.army.board[cell] & (CODES - 1)]].counts = 0
        for i in range(_ZONE):
            reach[king + self.zone_shifts[i]].counts += self.zone_counts[i] * PRESSURE

    def _pawn_attacks(self, colour):
        """Marks where pawns stand and what they attack."""
        slot: cython.int
        cell: cython.int
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        end: cython.pointer[Stop]
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        theirs: cython.pointer[Reach] = cython.address(self.reach[(1 - colour) * CELLS])
        code: cython.int = colour << COLOUR_SHIFT | self.army.tables.pawn_type
        value: cython.short = self.value[self.army.tables.pawn_type]
        if self.army.tables.pawn_type == 0:
            return
        for slot in range(self.army.first_pawn_slot[colour], self.army.slots[colour]):
            cell = self.army.cell_of[colour * SLOTS + slot]
            if cell == 0 or self.army.board[cell] != code:
                continue
            self.pawn_ranks[colour * (MAX_FILES + 2) + file_of(cell) + 1] |= 1 << rank_of(cell)
            span = cython.address(self.army.tables.captures[code * CELLS + cell])
            stop = self.army.tables.stops + span.first
            end = self.army.tables.stops + span.last
            while stop < end:
                if stop.flags & CAN_CAPTURE:
                    reach[stop.to].cheapest = value
                    theirs[stop.to].counts &= ~cython.cast(cython.ushort, PRESSURE - 1)
                stop += 1 if self.army.board[stop.to] == EMPTY else stop.skip

    def _pawn_structure(self, colour):
        slot: cython.int
        cell: cython.int
        file: cython.int
        rank: cython.int
        own: cython.int
        ahead: cython.int
        bits: cython.pointer[cython.ushort] = cython.address(
            self.pawn_ranks[colour * (MAX_FILES + 2) + 1]
        )
        code: cython.int = colour << COLOUR_SHIFT | self.army.tables.pawn_type
        king_file: cython.int = file_of(self.army.king_cell[colour])
        king_rank: cython.int = rank_of(self.army.king_cell[colour])
        forward: cython.int = 1 if colour == WHITE else -1
        ranks: cython.int = self.army.tables.ranks
        midgame: cython.int = 0
        endgame: cython.int = 0
        shield: cython.int = 0
        for slot in range(self.army.first_pawn_slot[colour], self.army.slots[colour]):
            cell = self.army.cell_of[colour * SLOTS + slot]
            if cell == 0 or self.army.board[cell] != code:
                continue
            file = file_of(cell)
            rank = rank_of(cell)
            own = rank if colour == WHITE else ranks - 1 - rank
            if self._is_passed(colour, file, rank):
                midgame += self.passed_midgame[own]
                endgame += self.passed_endgame[own]
            if bits[file - 1] == 0 and bits[file + 1] == 0:
                midgame += self.pawn_isolated
                endgame += self.pawn_isolated
            if bits[file] & (bits[file] - 1):
                midgame += self.pawn_doubled
                endgame += self.pawn_doubled
            if self.reach[colour * CELLS + cell].cheapest != UNATTACKED:
                midgame += self.pawn_supported
                endgame += self.pawn_supported
            ahead = (rank - king_rank) * forward
            if (ahead == 1 or ahead == 2) and abs(file - king_file) <= 1:
                shield += 1
        self.midgames[colour * TERMS + PAWNS] = midgame
        self.endgames[colour * TERMS + PAWNS] = endgame
        self.midgames[colour * TERMS + KING] += shield * self.king_shield

    def _is_passed(self, colour, file, rank):
        """Whether no enemy pawn stands ahead on its own or a neighbouring file."""
        bits: cython.pointer[cython.ushort] = cython.address(
            self.pawn_ranks[(1 - colour) * (MAX_FILES + 2) + file]
        )
        enemies: cython.int = bits[0] | bits[1] | bits[2]
        if colour == WHITE:
            return enemies >> (rank + 1) == 0
        return enemies & ((1 << rank) - 1) == 0

    def _pieces(self, colour):
        """Walks the paths of all pieces but pawns: attacks, mobility, pressure on the king."""
        slot: cython.int
        cell: cython.int
        code: cython.int
        kind: cython.int
        value: cython.short
        seen: cython.uint
        mobility: cython.uint = 0
        pressure: cython.int = 0
        attackers: cython.int = 0
        shades: cython.int = 0
        span: cython.pointer[Span]
        stop: cython.pointer[Stop]
        end: cython.pointer[Stop]
        board: cython.p_uchar = self.army.board
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        self._fetch_stops(colour)
        for slot in range(self.army.slots[colour]):
            cell = self.army.cell_of[colour * SLOTS + slot]
            if cell == 0:
                continue
            code = self.army.board[cell]
            kind = code & TYPE_MASK
            if kind == self.army.tables.pawn_type:
                continue
            value = self.value[kind]
            seen = 0
            if self.army.tables.second[code]:
                seen = self._broad_reach(colour, cell)
                mobility += (seen % PRESSURE) * self.mobility_share[kind]
                if seen >= PRESSURE:
                    attackers += 1
                    pressure += seen // PRESSURE
                continue
            if self.one_shade[kind]:
                shades |= 1 << (file_of(cell) + rank_of(cell)) % 2
            span = cython.address(self.army.tables.captures[code * CELLS + cell])
            stop = self.army.tables.stops + span.first
            end = self.army.tables.stops + span.rays
            while stop < end:
                reach[stop.to].cheapest = min(reach[stop.to].cheapest, value)
                seen += reach[stop.to].counts
                stop += 1
            end = self.army.tables.stops + span.last
            while stop < end:
                if stop.flags & CAN_CAPTURE:
                    reach[stop.to].cheapest = min(reach[stop.to].cheapest, value)
                    seen += reach[stop.to].counts
                stop += 1 if board[stop.to] == EMPTY else stop.skip
            mobility += (seen % PRESSURE) * self.mobility_share[kind]
            if seen >= PRESSURE and kind != self.army.tables.king_type:
                attackers += 1
                pressure += seen // PRESSURE
        self._credit(colour, mobility, pressure, attackers)
        if shades == 3:
            self.midgames[colour * TERMS + PAIR] = self.pair_two_shades
            self.endgames[colour * TERMS + PAIR] = self.pair_two_shades

    def _fetch_stops(self, colour):
        """Asks for the memory that `_pieces` is about to read: stops lie far apart in it."""
        slot: cython.int
        cell: cython.int
        code: cython.int
        span: cython.pointer[Span]
        for slot in range(self.army.first_pawn_slot[colour]):
            cell = self.army.cell_of[colour * SLOTS + slot]
            code = self.army.board[cell] & (CODES - 1)
            span = cython.address(self.army.tables.captures[code * CELLS + cell])
            fetch_line(self.army.tables.stops + span.first)

    def _credit(self, colour, mobility, pressure, attackers):
        """Scores what all pieces together reach, and how they press on the enemy king."""
        self.midgames[colour * TERMS + MOBILITY] = mobility * self.mobility_midgame // _SHARES
        self.endgames[colour * TERMS + MOBILITY] = mobility * self.mobility_endgame // _SHARES
        if attackers > 1:
            self.midgames[colour * TERMS + KING] += min(
                self.king_attack_most, pressure * attackers * self.king_attack // 8
            )

    def _broad_reach(self, colour, origin):
        """Notes what a piece on two cells attacks; what it counts to reach that."""
        board: cython.p_uchar = self.army.board
        reach: cython.pointer[Reach] = cython.address(self.reach[colour * CELLS])
        code: cython.int = board[origin]
        second: cython.int = self.army.tables.second[code]
        value: cython.short = self.value[code & TYPE_MASK]
        span: cython.pointer[Span] = cython.address(
            self.army.tables.captures[code * CELLS + origin]
        )
        stop: cython.pointer[Stop] = self.army.tables.stops + span.first
        end: cython.pointer[Stop] = self.army.tables.stops + span.last
        seen: cython.uint = 0
        near: cython.int
        far: cython.int
        first: cython.pointer[Reach]
        other: cython.pointer[Reach]
        while stop < end:
            near = _beyond(board, stop.to, origin, second)
            far = _beyond(board, stop.to + second, origin, second)
            if stop.flags & CAN_CAPTURE and not (near | far) & EDGE:
                first = cython.address(reach[stop.to])
                other = cython.address(reach[stop.to + second])
                first.cheapest = min(first.cheapest, value)
                other.cheapest = min(other.cheapest, value)
                seen += max(first.counts, other.counts)
            stop += 1 if near == EMPTY and far == EMPTY else stop.skip
        return seen

    def _threats(self, colour):
        """What this side's attacks on the other side's pieces promise."""
        them: cython.int = 1 - colour
        slot: cython.int
        cell: cython.int
        value: cython.int
        attacker: cython.int
        threat: cython.int
        second: cython.int
        total: cython.int = 0
        for slot in range(self.army.slots[them]):
            cell = self.army.cell_of[them * SLOTS + slot]
            if cell == 0 or cell == self.army.king_cell[them]:
                continue
            attacker = self.reach[colour * CELLS + cell].cheapest
            second = self.army.tables.second[self.army.board[cell]]
            if second and self.reach[colour * CELLS + cell + second].cheapest < attacker:
                cell += second
                attacker = self.reach[colour * CELLS + cell].cheapest
            if attacker == UNATTACKED:
                continue
            value = self.value[self.army.board[cell] & TYPE_MASK]
            threat = 0
            if attacker < value:
                threat = (value - attacker) * self.threat_by_cheaper // 100
            if self.reach[them * CELLS + cell].cheapest == UNATTACKED:
                threat = max(threat, value * self.threat_undefended // 100)
            total += min(threat, self.threat_most)
        self.midgames[colour * TERMS + THREATS] = total
        self.endgames[colour * TERMS + THREATS] = total


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _beyond(
    board: cython.p_uchar, cell: cython.int, origin: cython.int, second: cython.int
) -> cython.int:
    """What a piece on two cells finds on a cell: its own ones are free for it."""
    return EMPTY if cell == origin or cell == origin + second else board[cell]
