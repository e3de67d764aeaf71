"""The referee: every kind of game ends as its rules say; agreed ends."""

from __future__ import annotations

import random

import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core.color import Color
from amalthea.engine.core.position import Position
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.protocol.match.referee import AdjudicationRules, Referee, Verdict
from amalthea.protocol.records.game_record import Thought


def referee(
    variant: str, fen: str | None = None, adjudication: AdjudicationRules | None = None
) -> Referee:
    game = variants.get(variant)
    return Referee(game, fen or game.start_fen(1), adjudication or AdjudicationRules())


ENDS = [
    ("chess", None, "f2f3 e7e5 g2g4 d8h4", Verdict(Color.BLACK, "checkmate")),
    ("chess", None, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", Verdict(None, "repetition")),
    ("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", Verdict(None, "stalemate")),
    ("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 99 70", "c1c2", Verdict(None, "fiftymove")),
    ("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 99 70", "c1c8", Verdict(Color.WHITE, "checkmate")),
    ("chess", "1k6/8/8/8/8/8/1p6/K7 w - - 0 1", "a1b2", Verdict(None, "bare")),
    ("gess", None, "m6j9 j15g12 j10g10 i18i8 e10g10 i8l5", Verdict(Color.WHITE, "rings")),
    ("gess", None, "j3j4", Verdict(Color.WHITE, "rings")),
    ("gess", None, "o8o6 p14m14 o4o7 m14j14 k7l7 j14g14 p7o8 b14e14 n10n9 f13f16 n7n16",
     Verdict(Color.BLACK, "rings")),
]  # fmt: skip


@pytest.mark.parametrize(("variant", "fen", "moves", "verdict"), ENDS)
def test_games_end_by_the_rules(
    variant: str, fen: str | None, moves: str, verdict: Verdict
) -> None:
    judge = referee(variant, fen)
    for move in moves.split():
        assert judge.verdict() is None
        judge.play(move)
    assert judge.verdict() == verdict
    assert [ply.move for ply in judge.plies] == moves.split()


@pytest.mark.parametrize("variant", variants.BUILT_IN)
def test_a_random_game_ends_and_is_sent_to_engines(variant: str) -> None:
    judge = referee(variant)
    dice = random.Random(variant)
    while (verdict := judge.verdict()) is None:
        if len(judge.plies) % 16 == 0:
            assert set_up(variant, judge.position()).fen() == judge.fen()
        if len(judge.choosers) > 1:
            judge.play(",".join(dice.choice(judge.choices(side)) for side in Color))
        else:
            judge.play(dice.choice(new_position(variant, judge.fen()).legal_moves()))
    assert set_up(variant, judge.position()).status().reason == verdict.reason
    assert verdict.reason in {
        "checkmate", "stalemate", "repetition", "fiftymove", "bare", "insufficient", "rings",
        "unplaceable", "unable", "blocked", "nocapture",
    }  # fmt: skip


def set_up(variant: str, command: str) -> Position:
    """Return the position that an engine makes of a `position` command."""
    head, _, moves = command.partition(" moves ")
    fen = None if head == "position startpos" else head.removeprefix("position fen ")
    position = new_position(variant, fen)
    for move in moves.split():
        position.play(move)
    return position


def test_both_sides_choose_during_placement() -> None:
    judge = referee("gochess")
    assert judge.choosers == tuple(Color)
    white, black = judge.choices(Color.WHITE)[0], judge.choices(Color.BLACK)[-1]
    assert (white[:2], black[:2]) == ("P@", "p@")
    for illegal in (white, f"{white},", f"{white},{white.lower()},", "P@z9,p@a1"):
        with pytest.raises(IllegalMove):
            judge.play(illegal)
    judge.play(f"{white},{black}", {Color.WHITE: Thought(1.0), Color.BLACK: Thought(2.0)})
    assert judge.choosers == tuple(Color)
    assert len(judge.plies) == 1
    assert "moves" not in judge.position()


def test_illegal_move_leaves_the_game_unchanged() -> None:
    judge = referee("chess")
    for move in ("e2e5", "e7e5", "", "(none)", "0000", "e2-e4", "O-O"):
        with pytest.raises(IllegalMove):
            judge.play(move)
    assert judge.position() == "position startpos"
    assert judge.verdict() is None


def test_a_bad_fen_is_refused() -> None:
    with pytest.raises(FenError):
        referee("chess", "8/8/8/8/8/8/8/K7 w - - 0 1")


def test_pondering_is_allowed_only_on_legal_moves_that_do_not_end_the_game() -> None:
    judge = referee("chess", "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1")
    before = judge.position()
    assert judge.allows("c1c2")
    assert not judge.allows("c1c8"), "the game would be over"
    assert not judge.allows("c1a8")
    assert judge.position() == before


def verdict_after_scores(judge: Referee, *scores: int | None, mate: bool = False) -> Verdict | None:
    """Move knights to and fro with these scores; return the verdict then."""
    moves = ["g1f3", "g8f6", "f3g1", "f6g8"]
    for number, score in enumerate(scores):
        side = tuple(Color)[number % 2]
        thought = Thought(0.1, mate=score) if mate else Thought(0.1, cp=score)
        judge.play(moves[number % 4], {side: thought})
    return judge.verdict()


def test_a_win_is_adjudicated_when_both_scores_agree_long_enough() -> None:
    rules = AdjudicationRules(resign=(2, 500))
    assert verdict_after_scores(referee("chess", None, rules), 500, -500, 500, -501) == Verdict(
        Color.WHITE, "adjudication", "both at 500 centipawns or more for 2 moves"
    )
    won = verdict_after_scores(referee("chess", None, rules), -500, 500, -900, 700)
    assert won is not None
    assert won.winner == "b"
    assert verdict_after_scores(referee("chess", None, rules), 500, -500, 500) is None
    assert verdict_after_scores(referee("chess", None, rules), 500, -500, 499, -500) is None
    assert verdict_after_scores(referee("chess", None, rules), 500, 500, 500, 500) is None
    assert verdict_after_scores(referee("chess", None, rules), 500, -500, None, -500) is None
    mated = verdict_after_scores(referee("chess", None, rules), 3, -3, 2, -2, mate=True)
    assert mated is not None
    assert mated.winner == "w"


def test_a_draw_is_adjudicated_when_both_scores_agree_late_enough() -> None:
    rules = AdjudicationRules(draw=(3, 2, 10))
    assert verdict_after_scores(referee("chess", None, rules), 10, -10, 0, 5) == Verdict(
        None, "adjudication", "both within 10 centipawns of 0 for 2 moves"
    )
    assert verdict_after_scores(referee("chess", None, rules), 10, -10, 0) is None
    assert verdict_after_scores(referee("chess", None, rules), 10, -10, 0, 11) is None
    late = AdjudicationRules(draw=(9, 2, 10))
    assert verdict_after_scores(referee("chess", None, late), 10, -10, 0, 5) is None


def test_a_game_is_adjudicated_at_the_ply_limit() -> None:
    judge = referee("chess", None, AdjudicationRules(plies=3))
    for move in ("e2e4", "e7e5"):
        judge.play(move)
        assert judge.verdict() is None
    judge.play("g1f3")
    assert judge.verdict() == Verdict(None, "plies", "3 played")


def test_the_rules_come_before_adjudication() -> None:
    judge = referee("chess", None, AdjudicationRules(plies=4))
    for move in ("f2f3", "e7e5", "g2g4", "d8h4"):
        judge.play(move)
    assert judge.verdict() == Verdict(Color.BLACK, "checkmate")
