"""Positions of pieces with their evaluators."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from amalthea.engine.core.variant import Square
from amalthea.engine.evaluation import COMPUTED, HandWritten, KinNet, NetFile, net_file
from amalthea.engine.evaluation.net import Net
from amalthea.engine.evaluation.net_evaluator import NetEvaluator
from amalthea.engine.evaluation.tables_file import MAX_CP
from amalthea.engine.evaluation.weights import PHASES
from amalthea.engine.pieces.compiled.mailbox import BLACK_CODES, HAND, cell_of
from amalthea.engine.pieces.description.mating import is_one_shade
from amalthea.engine.pieces.evaluation.checks_given import ChecksGivenEvaluator
from amalthea.engine.pieces.evaluation.closed_gates import ClosedGatesEvaluator
from amalthea.engine.pieces.evaluation.enclosed_pieces import EnclosedPiecesEvaluator
from amalthea.engine.pieces.evaluation.evaluator import PiecesEvaluator
from amalthea.engine.pieces.evaluation.features import PiecesFeatures, PiecesNumbering
from amalthea.engine.pieces.evaluation.fitted import appraised
from amalthea.engine.pieces.evaluation.kin import adapted
from amalthea.engine.pieces.evaluation.last_pieces import LastPiecesEvaluator
from amalthea.engine.pieces.evaluation.mop_up import MopUpEvaluator
from amalthea.engine.pieces.evaluation.opposite_shades import OppositeShadesEvaluator
from amalthea.engine.pieces.evaluation.out_of_play import OutOfPlayEvaluator
from amalthea.engine.pieces.evaluation.piece_square_tables import PieceSquareTables
from amalthea.engine.pieces.evaluation.race import RaceEvaluator
from amalthea.engine.pieces.evaluation.territory import TerritoryEvaluator
from amalthea.engine.pieces.evaluation.values import Appraisal, full_phase, phase_weight
from amalthea.engine.pieces.evaluation.weights import DEFAULTS
from amalthea.engine.pieces.moves.positions import new_position
from amalthea.engine.pieces.rules.known_fingerprint import fingerprint_of
from amalthea.engine.pieces.text import piece_fen
from amalthea.engine.pieces.text.piece_fen import Setup

if TYPE_CHECKING:
    from amalthea.engine.evaluation import Evaluation
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.pieces.description.variant import PiecesVariant
    from amalthea.engine.pieces.moves.position import PiecesPosition


def position_and_evaluator(
    variant: PiecesVariant, start: str | Setup, evaluation: Evaluation
) -> tuple[PiecesPosition, Evaluator]:
    """Return the position of a FEN or a setup and its evaluator; pieces are valued for its board.

    Where only mate wins, the evaluator knows how to mate a bare king, whatever evaluates the rest.
    Raises FenError, NetError and TablesError.
    """
    setup = piece_fen.read(start, variant) if isinstance(start, str) else start
    blocked = frozenset[Square]() if variant.most_walls else setup.blocked
    if not isinstance(evaluation, HandWritten):
        exchange, _ = _exchange_and_tables(variant, COMPUTED, blocked)
        state = new_position(variant, setup, exchange)
        return state, _knowing_endings(state, _by_net(state, evaluation), DEFAULTS["check_given"])
    exchange, psqt = _exchange_and_tables(variant, evaluation, blocked)
    state = new_position(variant, setup, exchange)
    weights = appraised(variant, evaluation, blocked).weights
    by_hand: Evaluator = PiecesEvaluator(state, psqt, weights)
    if any(end.value == "loss" and end.pieces for end in variant.ends.extinctions):
        by_hand = LastPiecesEvaluator(state, by_hand, weights["last_pieces"])
    if variant.enclosing and variant.enclosing.flips == "reversi":
        return state, EnclosedPiecesEvaluator(state, by_hand)
    if variant.walls and variant.only_moves and variant.ends.stalemate == "loss":
        by_hand = TerritoryEvaluator(
            state, by_hand, weights["territory"], weights["territory_turn"]
        )
    if variant.only_captures:
        return state, OutOfPlayEvaluator(state, by_hand)
    return state, _knowing_endings(state, by_hand, weights["check_given"])


def _by_net(state: PiecesPosition, evaluation: NetFile | KinNet) -> Evaluator:
    """Return the evaluator of a position by a net. Raises NetError."""
    features = features_of(state)
    if isinstance(evaluation, KinNet):
        return NetEvaluator(state, features, kin_net(state.variant, evaluation))
    return net_file.net_evaluator(state, features, evaluation, fingerprint_of(state.variant))


@lru_cache(maxsize=4)
def kin_net(variant: PiecesVariant, evaluation: KinNet) -> Net:
    """Return the net of another game with the features of this one. Raises NetError."""
    _, net = net_file.load(evaluation.file)
    made = adapted(variant, evaluation.kinship, net)
    return Net(_numbering(variant).size, net.width, made)


def _knowing_endings(state: PiecesPosition, inner: Evaluator, check_given: int) -> Evaluator:
    """Return an evaluator, wrapped in those that know the goals and endings of the game.

    They evaluate checks given, pieces in hand that can no longer enter, and races to a goal. The
    endings of chess follow if only mate wins, kings may go anywhere and there are no drops.
    """
    variant = state.variant
    if variant.ends.checks:
        inner = ChecksGivenEvaluator(state, inner, check_given)
    if variant.drops and variant.drops.gating and not variant.drops.freely:
        inner = ClosedGatesEvaluator(state, inner)
    if any(goal.piece and goal.count == 1 for goal in variant.ends.goals):
        return RaceEvaluator(state, inner)
    if not variant.ends.only_mate_wins or variant.confines_kings() or variant.drops:
        return inner
    if any(is_one_shade(piece, variant) for piece in variant.pieces):
        inner = OppositeShadesEvaluator(state, inner)
    return MopUpEvaluator(state, inner)


def features_of(state: PiecesPosition) -> PiecesFeatures:
    """Return the input features of a net for a position."""
    return PiecesFeatures(state, _numbering(state.variant))


def removable(state: PiecesPosition) -> dict[Square, int]:
    """Return the feature of each piece on the board but the kings, by square."""
    variant = state.variant
    numbers, _ = features_of(state).active()
    found: dict[Square, int] = {}
    for number in numbers:
        plane, cell = divmod(number, variant.files * variant.ranks)
        kind = plane // 2  # White's plane and Black's of each type; blocked squares come behind
        if kind < len(variant.pieces) and not variant.pieces[kind].royal:
            found[cell % variant.files, cell // variant.files] = number
    return found


@lru_cache(maxsize=64)
def _numbering(variant: PiecesVariant) -> PiecesNumbering:
    return PiecesNumbering(variant)


@lru_cache(maxsize=64)
def _exchange_and_tables(
    variant: PiecesVariant, evaluation: HandWritten, blocked: frozenset[Square]
) -> tuple[tuple[int, ...], PieceSquareTables]:
    """Return the exchange values and piece-square tables for a board with these squares blocked.

    Exchange values are centipawns by type, in the order of the description. Phases use computed
    values, so that they do not change with the fitted ones.
    """
    appraisal = appraised(variant, evaluation, blocked)
    computed = Appraisal(variant, appraisal.weights, blocked)
    exchange = [0 if piece.royal else round(appraisal.exchange(piece)) for piece in variant.pieces]
    phases = [0 if piece.royal else round(computed.exchange(piece)) for piece in variant.pieces]
    psqt = PieceSquareTables(full_phase(variant, phases))
    for kind, piece in enumerate(variant.pieces, 1):
        weight = phase_weight(piece, variant, phases[kind - 1])
        psqt.set_mobility(kind, *(appraisal.mobility(piece, phase) for phase in PHASES))
        for colour, sign in enumerate((1, -1)):
            midgame, endgame = (appraisal.table(piece, colour, phase) for phase in PHASES)
            for file, rank in midgame:
                cell = cell_of((file, rank))
                early, late = (sign * _bounded(table[file, rank]) for table in (midgame, endgame))
                psqt.set_score(kind + colour * BLACK_CODES, cell, early, late, weight)
            if variant.drops:
                early, late = (sign * _bounded(appraisal.held(piece, phase)) for phase in PHASES)
                psqt.set_score(kind + colour * BLACK_CODES, HAND, early, late, weight)
    return tuple(exchange), psqt


def _bounded(score: float) -> int:
    """Return a score rounded to whole centipawns, within the bounds of a tables file."""
    return round(max(-2 * MAX_CP, min(2 * MAX_CP, score)))
