"""Search results that no heuristic may change: mates, draws, limits, repeatability."""

import pytest

import amalthea
from amalthea.engine.analysis import Analysis
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.explanation import explain
from amalthea.engine.new_games import new_game, new_position
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import Score
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import GAMES
from helpers.sample import one_in

MATES = [(name, *mate) for name, game in GAMES.items() for mate in game.mates]


BY_HAND = {"Evaluation": "hand"}


def analyse(variant: str, fen: str, limits: Limits) -> Analysis:
    return amalthea.analyse(variant, fen, limits=limits)


def analyse_by_hand(variant: str, fen: str, limits: Limits) -> Analysis:
    """Analyse with the hand-written evaluation, for which the positions were made."""
    return amalthea.analyse(variant, fen, limits=limits, options=BY_HAND)


@pytest.mark.parametrize(("variant", "fen", "moves"), MATES)
def test_mates_are_found_with_their_length(variant: str, fen: str, moves: int) -> None:
    result = analyse(variant, fen, Limits(depth=12 * moves, nodes=1_000_000))
    assert result.lines[0].score == Score(moves, mate=True)
    position = amalthea.new_position(variant, fen)
    for move in result.lines[0].pv:
        position.play(move)
    assert position.status().reason in ("checkmate", "rings", "unable")


def test_mate_against_the_side_to_move_is_counted_in_its_moves() -> None:
    result = analyse("chess", "7k/8/5K2/6Q1/8/8/8/8 b - - 0 1", Limits(depth=6))
    assert result.lines[0].score == Score(-1, mate=True)


def test_mate_score_survives_the_table() -> None:
    fen = "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1"
    deep = analyse("chess", fen, Limits(depth=12))
    assert deep.lines[0].score == Score(3, mate=True)


def test_perpetual_check_is_taken_when_losing() -> None:
    # A rook down, with a king that cannot leave the checks on g5 and h5.
    result = analyse("chess", "5rk1/5p2/8/7Q/8/8/q5PP/7K w - - 0 1", Limits(depth=14))
    assert result.lines[0].score == Score(0)


def test_stalemate_is_a_draw_in_the_tree() -> None:
    # Taking the pawn stalemates: Black draws at once or not at all.
    result = analyse("chess", "8/8/8/8/8/5k2/5p2/5K2 w - - 0 1", Limits(depth=8))
    assert result.best is None
    saved = analyse("chess", "8/8/8/8/8/4k3/5p2/5K2 b - - 0 1", Limits(depth=8))
    assert saved.lines[0].score == Score(0)


def test_a_hundred_quiet_plies_are_a_draw_in_the_tree() -> None:
    placement = "8/7q/8/8/3k4/8/8/K7 b - -"
    assert analyse("chess", f"{placement} 98 90", Limits(depth=6)).lines[0].score == Score(0)
    won = analyse("chess", f"{placement} 0 90", Limits(depth=6)).lines[0].score
    assert won.as_centipawns() > 500


# Black draws with d4, check: White can capture nothing, and Black's next move is
# the hundredth ply. After the best reply, Nd5, it is its only legal one, a quiet king's move.
ONE_WAY = "3K3k/5B2/8/8/r3B3/2N5/8/B7 b - - 97 90"
FUTILITY_CP = 120 + 2 * 95  # as in constants.h, two plies before the end


def test_the_only_legal_move_is_found_where_quiet_moves_are_pruned() -> None:
    others = tuple({*amalthea.new_position("chess", ONE_WAY).legal_moves()} - {"a4d4"})
    result = analyse_by_hand("chess", ONE_WAY, Limits(depth=3, searchmoves=others))
    position = amalthea.new_game("chess", ONE_WAY, ["a4d4", "c3d5"]).position
    assert position.legal_moves() == ["h8g7"]
    assert not position.in_check()
    assert -explain(position, HandWritten()).total + FUTILITY_CP < result.lines[0].score.value


@pytest.mark.parametrize("depth", range(3, 8))
def test_only_legal_move_is_never_pruned(depth: int) -> None:
    line = analyse_by_hand("chess", ONE_WAY, Limits(depth=depth)).lines[0]
    assert (line.score, line.pv) == (Score(0), ("a4d4", "c3d5", "h8g7"))


@pytest.mark.parametrize("variant", GAMES)
def test_node_limit_is_kept_and_repeatable(variant: str) -> None:
    limit = 4_000
    fen = GAMES[variant].searched or amalthea.variants.get(variant).start
    runs = [analyse(variant, fen, Limits(nodes=limit)) for _ in range(2)]
    lines = [(run.best, run.lines[0].nodes, run.lines[0].score, run.lines[0].pv) for run in runs]
    assert lines[0] == lines[1]
    assert abs(runs[0].lines[0].nodes - limit) <= limit // 100


def test_the_node_limit_holds_in_the_first_iteration() -> None:
    """If all pieces are queens, captures after a single move do not end."""
    rank = "q" * 12
    full = "/".join(["q" * 11 + "k", *[rank] * 4, "12", "12", *[rank.upper()] * 4, "Q" * 11 + "K"])
    position = amalthea.new_position("gast", f"{full} w - - 0 1")
    result = analyse("gast", position.fen(), Limits(nodes=200))
    assert result.lines[0].nodes == 200
    assert result.lines[0].depth == 1
    assert result.best in position.legal_moves()


def test_searchmoves_are_the_only_moves() -> None:
    result = amalthea.analyse(
        "gast", limits=Limits(depth=4, searchmoves=("a2a3", "l2l3")), multipv=5
    )
    assert {line.pv[0] for line in result.lines} == {"a2a3", "l2l3"}


def test_lines_are_distinct_and_in_order() -> None:
    result = amalthea.analyse("chess", limits=Limits(depth=7), multipv=4)
    assert len({line.pv[0] for line in result.lines}) == 4
    scores = [line.score.value for line in result.lines]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("nodes", one_in(5, range(1_000, 21_000, 1_000)))
def test_lines_of_a_search_cut_short_are_in_order(nodes: int) -> None:
    result = amalthea.analyse("chess", limits=Limits(nodes=nodes), multipv=4)
    assert result.lines[0].pv[0] == result.best
    assert len({line.pv[0] for line in result.lines}) == 4
    ranks = [(line.depth, line.score.value) for line in result.lines]
    newest = [rank for rank in ranks if rank[0] == ranks[0][0]]
    assert ranks[: len(newest)] == sorted(newest, reverse=True)


def test_a_hanging_queen_is_taken() -> None:
    result = analyse("chess", "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", Limits(depth=4))
    assert result.best == "e4d5"


def test_a_search_of_gess_begins_with_the_move_of_the_best_evaluation() -> None:
    """A search of one node can only play the first move in its order."""
    start = new_position("gess")
    best = analyse_by_hand("gess", start.fen(), Limits(nodes=1)).best
    after = {
        move: position_and_evaluator(start.variant, start.fen(), (move,), HandWritten())[1].score()
        for move in start.legal_moves()
    }
    assert best is not None
    assert start.turn == "b"
    assert after[best] == min(after.values()) < max(after.values())


def test_a_wall_takes_two_rooks_at_once() -> None:
    fen = "11k/12/12/12/2rr8/12/12/12/12/2WW8/12/K11 w - - 0 1"
    assert analyse("ganymede", fen, Limits(depth=4)).best == "c3c8"


def test_a_safe_promotion_is_played() -> None:
    fen = "12/3R8/12/12/12/12/12/12/12/11k/12/K11 w - - 0 1"
    assert analyse("ganymede", fen, Limits(depth=4)).best == "d11d12+"


def test_en_passant_two_files_away_is_seen() -> None:
    # The b pawn has just advanced four squares and is worth taking from d7.
    fen = "6k5/12/12/12/12/3p8/1P10/12/12/12/12/6K5 b - b5 0 1"
    assert analyse("gast", fen, Limits(depth=3)).best == "d7b5"


def test_a_board_full_of_captures_is_searched_quickly() -> None:
    """Two captures in each node of quiescence would be many millions of nodes."""
    board = "kbKk2Kq/rKQqbQR1/KBQbB1br/r1BQbBrB/2B1q1bq/K1RqR1Rk/K1kR1KQq/qbQ1KKbK"
    game = new_game("threekings", f"{board} b - - 0 1")
    assert SoloSearcher(4).search(game, nodes=2_000_000, deepest=2).depth == 2
