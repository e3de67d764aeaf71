"""Pieces dropped from the hand, by the rules of Crazyhouse, Shogi and their relatives."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import analyse, new_position
from amalthea.engine import variants
from amalthea.engine.errors import FenError, IllegalMove
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.tablebase_file import TablebaseError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_game
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.solo import SoloSearcher
from helpers.games import army
from helpers.variant_files import load_one

ZH = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
SHOGI_LIKE = """\
[shogilike]
maxFile = 5
maxRank = 5
shogiPawn = p
gold = g
silver = s
rook = r
king = k
startFen = r1sgk/4p/5/P4/KGS1R[] w - - 0 1
promotedPieceType = p:g s:g
promotionRegionWhite = *5
promotionRegionBlack = *1
immobilityIllegal = true
pieceDrops = true
capturesToHand = true
dropNoDoubled = p
shogiPawnDropMateIllegal = true
stalemateValue = loss
castling = false
"""


def drops(name: str, fen: str) -> set[str]:
    return {move for move in new_position(name, fen).legal_moves() if "@" in move}


class TestFen:
    @pytest.mark.parametrize(
        ("given", "written"),
        [("[qQpP]", "[PQpq]"), ("[]", "[]"), ("[-]", "[]"), ("", "[]"), ("[ppp]", "[ppp]")],
    )
    def test_hands_stand_behind_the_board_in_the_order_of_the_pieces(
        self, given: str, written: str
    ) -> None:
        position = new_position("crazyhouse", f"{ZH}{given} w KQkq - 0 1")
        assert position.fen() == f"{ZH}{written} w KQkq - 0 1"

    @pytest.mark.parametrize(
        ("hands", "message"),
        [
            ("[K]", "no piece 'K' is dropped"),
            ("[X]", "no piece 'X' is dropped"),
            ("[K~]", "no piece 'K' is dropped"),
            ("[Q", "expected the hands last"),
            ("[P][P]", "expected the hands last"),
            (f"[{'P' * 225}]", "257 pieces, expected at most 256"),
        ],
    )
    def test_invalid_hands_are_refused(self, hands: str, message: str) -> None:
        with pytest.raises(FenError, match=message.replace("[", r"\[")):
            new_position("crazyhouse", f"{ZH}{hands} w KQkq - 0 1")

    def test_games_without_drops_have_no_hands(self) -> None:
        with pytest.raises(FenError):
            new_position("chess", f"{ZH}[P] w KQkq - 0 1")

    def test_flipping_exchanges_the_hands(self) -> None:
        fen = "4k3/8/8/3q~4/8/8/8/4K3[PPn] b - - 0 1"
        assert new_position("crazyhouse", fen).flipped() == "4k3/8/8/8/3Q~4/8/8/4K3[Npp] w - - 0 1"


class TestHands:
    def test_captured_piece_goes_to_the_captors_hand(self) -> None:
        position = new_position("crazyhouse")
        for move in ("e2e4", "d7d5", "e4d5", "d8d5"):
            position.play(move)
        assert "[Pp]" in position.fen()
        position.play("P@e4")
        assert "[p]" in position.fen()
        position.undo()
        assert "[Pp]" in position.fen()
        position.verify()

    def test_promoted_queen_goes_to_the_hand_as_a_pawn(self) -> None:
        position = new_position("crazyhouse", "1r2k3/P7/8/8/8/8/8/4K3[] w - - 0 1")
        position.play("a7b8q")
        assert position.fen() == "1Q~2k3/8/8/8/8/8/8/4K3[R] b - - 0 1"
        taken = new_position("crazyhouse", "Q~3k3/8/8/8/8/8/8/4K2b[] b - - 0 1")
        assert taken.play("h1a8").fen().startswith("b3k3/8/8/8/8/8/8/4K3[p]")

    def test_promoted_queen_stays_a_queen_in_loop_chess(self) -> None:
        position = new_position("loop", "8/P3k3/8/8/8/8/8/4K2b[] w - - 0 1")
        position.play("a7a8q")
        assert position.play("h1a8").fen().startswith("b7/4k3/8/8/8/8/8/4K3[q]")

    def test_captures_fill_no_hand_in_pocket_knight_chess(self) -> None:
        position = new_position("pocketknight")
        for move in ("e2e4", "d7d5", "e4d5", "N@f6"):
            position.play(move)
        assert "[N]" in position.fen()

    def test_the_same_hands_have_the_same_key_however_they_came(self) -> None:
        fen = "4k3/8/8/8/8/8/8/4K3[NPp] w - - 0 1"
        one, other = new_position("crazyhouse", fen), new_position("crazyhouse", fen)
        for move in ("N@a3", "P@a6", "P@b3", "e8e7"):
            one.play(move)
        for move in ("P@b3", "P@a6", "N@a3", "e8e7"):
            other.play(move)
        assert one.key() == other.key()
        assert one.key() != new_position("crazyhouse", one.fen().replace("[]", "[P]")).key()

    def test_a_position_recurs_over_captures(self) -> None:
        position = new_position("crazyhouse", "rk6/8/8/8/8/8/4K3/R7[] w - - 0 1")
        for _ in range(2):
            assert str(position.status()) == "ongoing"
            for move in ("a1a8", "b8a8", "R@h1", "a8b8", "h1a1", "R@a8"):
                position.play(move)
        assert str(position.status()) == "draw repetition"


class TestWhere:
    def test_pawns_are_dropped_from_the_second_to_the_seventh_rank(self) -> None:
        found = drops("crazyhouse", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
        assert {move[-1] for move in found} == set("234567")
        assert len(found) == 48

    def test_on_the_first_rank_too_in_chessgi(self) -> None:
        found = drops("chessgi", "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
        assert {move[-1] for move in found} == set("1234567")

    def test_dragons_on_their_first_rank(self) -> None:
        assert drops("dragon", "4k3/8/8/8/8/8/8/4K3[d] b - - 0 1") == {
            f"D@{file}8" for file in "abcdfgh"
        }

    def test_a_check_is_answered_by_a_drop_between(self) -> None:
        found = drops("crazyhouse", "4k3/8/8/8/4r3/8/8/4K3[N] w - - 0 1")
        assert found == {"N@e2", "N@e3"}

    def test_shogi_pawns_are_not_dropped_doubled_or_on_the_last_rank(self, tmp_path: Path) -> None:
        game = load_one(tmp_path / "x.ini", SHOGI_LIKE)
        position = new_position(game, "4k/5/2+P2/P4/K4[P] w - - 0 1")
        found = {move for move in position.legal_moves() if "@" in move}
        assert {move[2] for move in found} == set("bcde")
        assert {move[3] for move in found} == set("1234")

    def test_no_pawn_is_dropped_to_mate(self, tmp_path: Path) -> None:
        game = load_one(tmp_path / "x.ini", SHOGI_LIKE)
        smothered = new_position(game, "3rk/5/3G1/5/K4[PS] w - - 0 1")
        assert "P@e4" not in smothered.legal_moves()
        assert "S@e4" in smothered.legal_moves()
        with pytest.raises(IllegalMove):
            smothered.play("P@e4")
        free = new_position(game, "4k/5/4G/5/K4[P] w - - 0 1")
        assert "P@e4" in free.legal_moves()

    def test_the_letter_may_stand_in_either_case(self) -> None:
        position = new_position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[n] b - - 0 1")
        position.play("n@c6")
        assert position.fen().startswith("4k3/8/2n5/")
        assert position.remarks == ["move 'n@c6' read as 'N@c6'"]

    @pytest.mark.parametrize("text", ["P@e4", "N@e1", "N@i4", "N@", "@e4", "N@e9", "K@a1", "N@e4q"])
    def test_invalid_drops_are_refused(self, text: str) -> None:
        position = new_position("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
        with pytest.raises(IllegalMove):
            position.play(text)


class TestSearch:
    def test_a_mate_by_a_drop_is_found(self) -> None:
        fen = "6rk/6pp/8/8/8/8/8/K7[N] w - - 0 1"
        found = analyse("crazyhouse", fen, limits=Limits(depth=3))
        assert found.lines[0].pv[0] == "N@f7"
        assert (found.lines[0].score.mate, found.lines[0].score.value) == (True, 1)

    def test_hand_counts_in_the_evaluation(self) -> None:
        scores = []
        for hand in ("", "P", "N"):
            fen = f"4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[{hand}] w - - 0 1"
            found = analyse("crazyhouse", fen, limits=Limits(depth=1))
            scores.append(found.lines[0].score.value)
        assert scores == sorted(scores)
        assert len(set(scores)) == len(scores)

    @pytest.mark.parametrize("name", ["crazyhouse", "capahouse", "chessgi", "dragon"])
    def test_the_engine_plays_on_to_a_result(self, name: str) -> None:
        game = new_game(name)
        searcher = SoloSearcher(1)
        for _ in range(400):
            if game.position.status().state != "ongoing":
                break
            game.play(searcher.search(game, 100).moves[0])
            game.position.verify()
        assert game.position.fen()


class TestElsewhere:
    def test_there_are_no_endgame_tables(self) -> None:
        game = variants.get("crazyhouse")
        with pytest.raises(TablebaseError, match="tables do not hold: drops"):
            next(kind_of(game).tablebases(game, ["KQK"]))

    def test_games_with_hands_have_nets_and_tables(self) -> None:
        game = army("crazyhouse")
        assert len(kind_of(game).net_planes(game)) == 2 * len(game.pieces)
        assert kind_of(game).gradient_terms(game)

    def test_a_bare_king_with_a_hand_is_no_draw(self) -> None:
        fen = "4k3/8/8/8/8/8/8/4K3[{}] w - - 0 1"
        assert str(new_position("crazyhouse", fen.format("")).status()) == "draw bare"
        assert str(new_position("crazyhouse", fen.format("n")).status()) == "ongoing"

    def test_the_terms_of_the_evaluation_have_the_hands(self) -> None:
        game = variants.get("crazyhouse")
        material = []
        for hand in ("", "R", "r"):
            fen = f"4k3/8/8/8/8/8/8/4K3[{hand}] w - - 0 1"
            _, evaluator = kind_of(game).position_and_evaluator(game, fen, HandWritten())
            terms, total = evaluator.terms()
            assert total == evaluator.score()
            (found,) = [(white, black) for name, white, black in terms if name == "material"]
            material.append(found)
        none, white, black = material
        assert white[0] > none[0] + 400
        assert white == tuple(reversed(black))
