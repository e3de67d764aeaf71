"""What is wrong with a description of a game of pieces: every contradiction, a sentence each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from amalthea.engine.core.letters import is_of_type, is_plain
from amalthea.engine.errors import BetzaError
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.endings import MAX_CHECKS, MAX_COUNTS, MAX_LINES, Ends
from amalthea.engine.pieces.description.regions import zone_of
from amalthea.engine.pieces.description.variant import (
    MAX_ADVANCE,
    MAX_FILES,
    MAX_PIECE_TYPES,
    MAX_RANKS,
)

if TYPE_CHECKING:
    from amalthea.engine.pieces.description.endings import PseudoRoyals
    from amalthea.engine.pieces.description.variant import ArmyVariant, Drops, EnPassant, Promotion

_VALUES = ("draw", "loss", "win")
_NO_HOPPER = "a hopper may not be royal, turn or cover two cells"


def faults(variant: ArmyVariant) -> Iterator[str]:
    """Every contradiction in the description."""
    if not 2 <= variant.files <= MAX_FILES or not 2 <= variant.ranks <= MAX_RANKS:
        yield f"a board of {variant.files}x{variant.ranks} is outside 2x2..{MAX_FILES}x{MAX_RANKS}"
    letters = [piece.letter for piece in variant.pieces]
    if not 1 <= len(letters) <= MAX_PIECE_TYPES:
        yield f"{len(letters)} piece types, expected 1 to {MAX_PIECE_TYPES}"
    for letter in letters:
        if not is_of_type(letter):
            yield f'piece letter {letter!r}, expected one like "N", "N\'", "+N" or "N~"'
        if letters.count(letter) > 1:
            yield f"piece letter {letter!r} is used twice"
    royal = sum(piece.royal for piece in variant.pieces)
    if royal > 1 or (royal == 0 and not _ends_without_mate(variant.ends)):
        yield "expected exactly one royal piece type, or none and another end of the game"
    if not 0 <= variant.blocked < variant.files * variant.ranks:
        yield f"{variant.blocked} blocked squares"
    yield from _move_faults(variant)
    yield from _letter_faults(variant, letters)
    yield from _turn_faults(variant)
    yield from _square_faults(variant)
    yield from _end_faults(variant)
    if variant.ends.chases:
        yield from _chase_faults(variant, variant.ends.chases)
    if variant.drops:
        yield from _drop_faults(variant.drops, variant)


def _ends_without_mate(ends: Ends) -> bool:
    """Whether a game can be won though nothing is always royal."""
    decided = ends.extinctions or ends.goals or ends.pseudo_royals or ends.lines
    return bool(decided or ends.draws) or ends.stalemate != "draw"


def _move_faults(variant: ArmyVariant) -> Iterator[str]:
    if sum(piece.aloof for piece in variant.pieces) > 1:
        yield "only one type of piece is aloof"
    for piece in variant.pieces:
        try:
            paths = variant.paths(piece.moves)
        except BetzaError as error:
            yield f"{piece.name}: {error}"
            continue
        may_hop = not (piece.royal or piece.settings or piece.covers)
        if variant.hops(piece.moves) and not may_hop:
            yield f"{piece.name}: {_NO_HOPPER}"
        if piece.aloof and not variant.hops(piece.moves):
            yield f"{piece.name}: only a hopper is aloof"
        for path in paths:
            if path.initial and any(step.capture for step in path.steps):
                yield f"{piece.name}: a first-move-only move may not capture"
        for rank, moves in piece.from_rank.items():
            if isinstance(rank, int) and not 1 <= rank <= variant.ranks:
                yield f"{piece.name}: moves from rank {rank}, which the board lacks"
            elif fault := zone_of(rank).fault(variant.files, variant.ranks):
                yield f"{piece.name}: moves from {fault}"
            try:
                if variant.hops(moves) and not may_hop:
                    yield f"{piece.name}: {_NO_HOPPER}"
            except BetzaError as error:
                yield f"{piece.name}: {error}"
        if piece.region and (fault := piece.region.fault(variant.files, variant.ranks)):
            yield f"{piece.name}: goes to {fault}"


def _letter_faults(variant: ArmyVariant, letters: list[str]) -> Iterator[str]:
    named = [letter for promotion in variant.promotions for letter in promotion.to]
    named += [promotion.piece for promotion in variant.promotions]
    named += [right.piece for right in variant.rights]
    named += [*variant.insufficient.lone, *variant.insufficient.same_shade]
    named += [letter for piece in variant.pieces for letter in piece.settings]
    named += [piece.pivots for piece in variant.pieces if piece.pivots]
    named += [letter for castling in variant.castlings for _, letter in castling.stands]
    named += [letter for end in variant.ends.extinctions for letter in end.pieces]
    if variant.ends.pseudo_royals:
        named += variant.ends.pseudo_royals.pieces
    named += [letter for line in variant.ends.lines for letter in line.pieces]
    if variant.ends.counting:
        named += [letter for letter, _, _ in variant.ends.counting.limits]
    if variant.drops:
        named += [*variant.drops.held, *variant.drops.held.values(), *variant.drops.first]
        named += [*variant.drops.regions, *variant.drops.most_on_file, *variant.drops.never_mating]
    named += [goal.piece for goal in variant.ends.goals if goal.piece]
    if variant.placement:
        named += [*variant.placement.order, variant.placement.apart, *variant.placement.first]
    if variant.pawns:
        named += [variant.pawns.letter, *variant.pawns.irreversible]
        named += [*variant.pawns.passing, *variant.pawns.takers]
        if not 1 <= variant.pawns.first_rank <= variant.ranks:
            yield f"pawns have no rank {variant.pawns.first_rank} to begin on"
    for letter in named:
        if letter not in letters:
            yield f"no piece type has the letter {letter!r}"
    if variant.pawns and variant.pawns.en_passant:
        yield from _en_passant_faults(variant.pawns.en_passant, variant)
    royal = [piece.letter for piece in variant.pieces if piece.royal]
    for letter, most in variant.limits.items():
        if letter not in letters or most < 1:
            yield f"a limit of {most} for {letter!r}"
    for promotion, other in combinations(variant.promotions, 2):
        if promotion.piece == other.piece and _overlap(promotion, other, variant):
            yield f"{promotion.piece!r} promotes in two ways"
    for promotion in variant.promotions:
        if {promotion.piece, *promotion.to} & set(royal) or promotion.piece in promotion.to:
            yield f"{promotion.piece!r} may not promote to {promotion.to!r}"
        if not promotion.to:
            yield f"{promotion.piece!r} promotes to nothing"
        if not 0 <= promotion.coming <= variant.ranks:
            yield f"{promotion.piece!r} promotes coming from no rank, {promotion.coming}"
        if fault := promotion.zone.fault(variant.files, variant.ranks):
            yield f"{promotion.piece!r} promotes: {fault}"


def _en_passant_faults(rules: EnPassant, variant: ArmyVariant) -> Iterator[str]:
    for steps in rules.lengths:
        if not 2 <= steps <= MAX_ADVANCE:
            yield f"an advance of {steps} steps to be captured in passing"
    if rules.region and (fault := rules.region.fault(variant.files, variant.ranks)):
        yield f"en passant: {fault}"
    for piece in variant.pieces:
        letters = (*rules.takers, *rules.taken)
        if piece.letter in letters and (piece.covers or variant.hops(piece.moves)):
            yield f"{piece.name}: a hopper, or a piece on two cells, has no part in en passant"


def _overlap(promotion: Promotion, other: Promotion, variant: ArmyVariant) -> bool:
    """Whether two promotions have a square in common."""
    board = variant.files, variant.ranks
    return any(
        promotion.zone.squares(colour, *board) & other.zone.squares(colour, *board)
        for colour in range(2)
    )


def _turn_faults(variant: ArmyVariant) -> Iterator[str]:
    """What is wrong with the pieces that turn or cover two cells."""
    promoted = {promotion.piece for promotion in variant.promotions}
    for piece in variant.pieces:
        if piece.royal and (piece.settings or piece.covers):
            yield f"{piece.name}: a royal piece may not turn or cover two cells"
        if piece.letter in piece.settings:
            yield f"{piece.name}: {piece.letter!r} turns into itself"
        if piece.covers and piece.covers not in ((1, 0), (0, 1)):
            yield f"{piece.name}: its second cell is neither right of nor above its first"
        if piece.covers and (piece.region or piece.from_rank):
            yield f"{piece.name}: a piece on two cells moves alike everywhere"
        if piece.covers and (piece.settings or piece.letter in promoted):
            yield f"{piece.name}: a piece on two cells may not take settings or promote"
        if piece.pivots and not (piece.covers and variant.piece(piece.pivots).covers):
            yield f"{piece.name}: only pieces on two cells pivot, into such a piece"
    if not variant.stranding and any(piece.covers for piece in variant.pieces):
        yield "pieces on two cells may always be stranded"
    for promotion in variant.promotions:
        if any(variant.piece(letter).covers for letter in promotion.to):
            yield f"{promotion.piece!r} may not promote to a piece on two cells"


def _square_faults(variant: ArmyVariant) -> Iterator[str]:
    letters = {piece.letter for piece in variant.pieces}
    carriers = {right.square for right in variant.rights}
    names = [right.letter for right in variant.rights]
    for right in variant.rights:
        variant.square(right.square)
        if not re.fullmatch("[A-Z]", right.letter) or names.count(right.letter) > 1:
            yield f"the right of {right.square} needs an upper-case letter of its own"
    for castling in variant.castlings:
        moved = [*castling.king, *(square for pair in castling.partners for square in pair)]
        for square in (*moved, *castling.empty):
            variant.square(square)
        for square in (*castling.rights, *castling.keeps):
            if square not in carriers:
                yield f"{castling.name}: {square} carries no right"
        standing = {square for square, _ in castling.stands}
        for square, _ in castling.partners:
            if square not in standing and square not in castling.rights:
                yield f"{castling.name}: the partner on {square} needs a right or a type"
        for square in castling.rights:
            if square not in moved:
                yield f"{castling.name}: {square} has a right but no part in it"
        if castling.piece and castling.piece not in letters:
            yield f"{castling.name}: no piece type has the letter {castling.piece!r}"
        elif not variant.castles(castling):
            yield f"{castling.name}: no piece castles"
        elif len(castling.partners) != 1 and variant.goes_plainly(castling):
            yield f"{castling.name}: a plain move of the king goes there, too"
        if castling.king[0][1:] != castling.king[1][1:]:
            yield f"{castling.name}: the king must stay on its rank"


def _drop_faults(drops: Drops, variant: ArmyVariant) -> Iterator[str]:
    if variant.placement or any(piece.covers or piece.settings for piece in variant.pieces):
        yield "drops go neither with secret placement nor with pieces that turn or cover two cells"
    for letter, held in drops.held.items():
        if not is_plain(held) or held in drops.held or held == letter:
            yield f"{letter!r} is held as {held!r}, expected an unpromoted piece"
    royal = [piece.letter for piece in variant.pieces if piece.royal]
    if {*drops.held, *drops.held.values(), *drops.first} & set(royal):
        yield "a royal piece is never in hand"
    if drops.promoted and len(set(drops.held.values())) < len(drops.held):
        yield "a piece may be dropped as one promoted form only"
    if variant.limits and any(letter.endswith("~") for letter in variant.limits):
        yield "limits are of unpromoted pieces, whose promoted ones count as they do"
    for letter, region in drops.regions.items():
        if fault := region.fault(variant.files, variant.ranks):
            yield f"{letter!r} is dropped: {fault}"
    for letter, most in drops.most_on_file.items():
        if most < 1:
            yield f"at most {most} of {letter!r} on a file"


def _end_faults(variant: ArmyVariant) -> Iterator[str]:
    ends = variant.ends
    if ends.stalemate not in _VALUES:
        yield f"stalemate is {ends.stalemate!r}, expected one of {', '.join(_VALUES)}"
    if ends.mate not in _VALUES:
        yield f"checkmate is {ends.mate!r}, expected one of {', '.join(_VALUES)}"
    if variant.draws.repetition not in _VALUES:
        yield f"repetition is {variant.draws.repetition!r}, expected one of {', '.join(_VALUES)}"
    if not 0 <= ends.checks <= MAX_CHECKS:
        yield f"{ends.checks} checks to win, expected 0 to {MAX_CHECKS}"
    if (ends.checks or not ends.checking) and not variant.royal:
        yield "checks need a royal piece"
    if ends.draws not in ("", "White", "Black", "more"):
        yield f"draws are for {ends.draws!r}"
    for line in ends.lines:
        if line.length < 2 or line.value not in _VALUES or set(line.ways) - set("hvdb"):
            yield f"a line of {line.length} pieces, {line.ways!r}, is {line.value!r}"
    if len(ends.lines) > MAX_LINES:
        yield f"{len(ends.lines)} kinds of lines, expected at most {MAX_LINES}"
    if ends.counting and any(moves < 1 for _, _, moves in ends.counting.limits):
        yield "counting without a move"
    if ends.counting and len(ends.counting.limits) > MAX_COUNTS:
        yield f"counting by {len(ends.counting.limits)} limits, expected at most {MAX_COUNTS}"
    if ends.pseudo_royals:
        yield from _pseudo_royal_faults(variant, ends.pseudo_royals)
    if variant.flying_general and not variant.royal:
        yield "without royal pieces none face each other"
    if any(variant.passes) and (variant.rights or not variant.royal):
        yield "passing needs a royal piece and goes not with rights"
    if variant.safe_leap and not variant.royal:
        yield "without royal pieces none leaps"
    elif variant.safe_leap:
        first = [path for path in variant.paths(variant.piece(variant.royal).moves) if path.initial]
        leaps = [max(abs(step.dx), abs(step.dy)) for path in first for step in path.steps]
        if leaps.count(2) != len(first) or len(leaps) != len(first):
            yield "a royal piece's first moves are not leaps of two squares"
    for end in ends.extinctions:
        if end.value not in _VALUES:
            yield f"extinction is {end.value!r}, expected one of {', '.join(_VALUES)}"
        if end.left < 0 or end.against < 0:
            yield f"extinction of {end.left} pieces against {end.against}"
    for goal in ends.goals:
        if fault := goal.region.fault(variant.files, variant.ranks):
            yield f"goal: {fault}"
        if goal.count < 1:
            yield f"a goal of {goal.count} pieces"
        if goal.answered and (goal.count > 1 or not variant.royal or goal.piece != variant.royal):
            yield "only one royal piece's goal is answered"
    if variant.placement and ends != Ends():
        yield "a game that begins with placing pieces ends by mate alone"


def _chase_faults(variant: ArmyVariant, chases: Chases) -> Iterator[str]:
    named = [*chases.harmless, *(letter for letter, _ in (*chases.dearer, *chases.spared))]
    named += [letter for _, others in chases.dearer for letter in others]
    for letter in dict.fromkeys(named):
        if letter not in {piece.letter for piece in variant.pieces}:
            yield f"chases: no piece type has the letter {letter!r}"
    for letter, region in chases.spared:
        if fault := region.fault(variant.files, variant.ranks):
            yield f"chases of {letter!r}: {fault}"
    if any(piece.covers for piece in variant.pieces):
        yield "pieces on two cells are not chased"


def _pseudo_royal_faults(variant: ArmyVariant, pseudo_royals: PseudoRoyals) -> Iterator[str]:
    if pseudo_royals.most < 1 or not pseudo_royals.pieces:
        yield f"pseudo-royal are {pseudo_royals.pieces!r}, at most {pseudo_royals.most} of a type"
    for piece in variant.pieces:
        if piece.letter in pseudo_royals.pieces and (piece.royal or piece.covers):
            yield f"{piece.name}: royal pieces and those on two cells may not be pseudo-royal"
    if any(piece.covers for piece in variant.pieces):
        yield "pseudo-royal pieces stand beside pieces on two cells"
    if variant.drops:
        yield "pseudo-royal pieces where pieces are dropped"
