"""Descriptions of games: the built-in ones, and each contradiction that is refused."""

from __future__ import annotations

import copy
import pickle
from collections import Counter
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import parse_square, square_name
from amalthea.engine.errors import UnknownVariant, VariantError
from amalthea.engine.pieces.description.endings import Ends, Extinction, Goal
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import (
    MAX_FILES,
    MAX_PIECE_TYPES,
    MAX_RANKS,
    Castling,
    EnPassant,
    InsufficientMaterial,
    PawnRules,
    PiecesVariant,
    PieceType,
    Promotion,
    Right,
)
from amalthea.engine.pieces.rules.registry import checked
from helpers.games import GAMES, RULES, army, begins_in_secret


@pytest.fixture
def tiny() -> PiecesVariant:
    return PiecesVariant(
        name="tiny",
        title="Tiny",
        files=5,
        ranks=6,
        start="rnk1r/ppppp/5/5/PPPPP/RNK1R w E - 0 1",
        pieces=(
            PieceType("P", "pawn", "fmWfcF", from_rank={2: "fmR2"}),
            PieceType("N", "knight", "N"),
            PieceType("R", "rook", "R"),
            PieceType("K", "king", "K", royal=True),
        ),
        pawns=PawnRules("P", first_rank=2),
        promotions=(Promotion("P", 6, ("R", "N")),),
        rights=(Right("e1", "R", "E"),),
        castlings=(Castling("castling", ("c1", "e1"), (("e1", "d1"),), ("e1",), ("d1",)),),
        insufficient=InsufficientMaterial(lone=("N",)),
    )


class TestBuiltIn:
    def test_names_begin_with_chess(self) -> None:
        games = ("chess", "gast", "gast14", "ganymede", "gochess", "gess", "gess-cvp")
        assert variants.names()[: len(games)] == games

    def test_tests_know_every_game(self) -> None:
        assert tuple(GAMES) == variants.BUILT_IN

    @pytest.mark.parametrize("name", [name for name in GAMES if not begins_in_secret(name)])
    def test_start_positions_are_those_of_the_dialect(self, name: str) -> None:
        variant = variants.get(name)
        assert (variant.name, variant.start) == (name, RULES[name].START)

    def test_unknown_names_are_refused_with_the_nearest_ones(self) -> None:
        with pytest.raises(
            UnknownVariant, match="unknown variant 'cess', did you mean chess, seirawan or xiangqi"
        ):
            variants.get("cess")

    def test_registered_variant_is_found_and_replaced(self, tiny: PiecesVariant) -> None:
        variants.register(replace(tiny, name="registered"))
        again = replace(tiny, name="registered", title="Again")
        variants.register(again)
        assert variants.get("registered") is again
        assert Counter(variants.names())["registered"] == 1

    def test_gast_pawn_runs_four_three_or_two(self) -> None:
        gast = army("gast")
        pawn = gast.piece("P")
        reach = {rank: len(gast.paths(moves)[0].steps) for rank, moves in pawn.from_rank.items()}
        assert reach == {2: 4, 3: 3}
        assert max(path.steps[-1].move * len(path.steps) for path in gast.paths(pawn.moves)) == 2

    def test_gast_has_these_castlings(self) -> None:
        gast = army("gast")
        goals = Counter(castling.king for castling in gast.castlings)
        assert goals == {
            ("g1", "i1"): 1,
            ("g1", "e1"): 1,
            ("i1", "k1"): 1,
            ("e1", "c1"): 1,
            ("g1", "k1"): 2,
            ("g1", "c1"): 2,
        }
        by_archer = [castling for castling in gast.castlings if castling.kept_rights]
        assert [castling.kept_rights for castling in by_archer] == [("l1",), ("a1",)]

    def test_gast_pieces_count_their_leaps(self) -> None:
        gast = army("gast")
        leaps = {
            letter: sum(len(path.steps) == 1 for path in gast.paths(gast.piece(letter).moves))
            for letter in "NGA"
        }
        assert leaps == {"N": 20, "G": 20, "A": 20}

    def test_leaning_spearmen_mirror_each_other_and_other_pieces_themselves(self) -> None:
        ganymede = army("ganymede")
        images = {piece.letter: ganymede.mirrored(piece.letter) for piece in ganymede.pieces}
        assert {letter: image for letter, image in images.items() if letter != image} == {
            "L": "Z",
            "Z": "L",
        }

    @pytest.mark.parametrize("name", GAMES)
    def test_a_pickled_or_copied_description_is_equal(self, name: str) -> None:
        variant = variants.get(name)
        assert pickle.loads(pickle.dumps(variant)) == variant
        assert copy.deepcopy(variant) == variant

    @pytest.mark.parametrize("name", GAMES)
    def test_descriptions_are_frozen_and_hashable(self, name: str) -> None:
        variant = variants.get(name)
        assert hash(variant) == hash(replace(variant))
        with pytest.raises(FrozenInstanceError):
            variant.name = "other"  # type: ignore[misc]


class TestLookUps:
    def test_a_piece_is_found_by_its_letter(self, tiny: PiecesVariant) -> None:
        assert tiny.piece("N").name == "knight"
        with pytest.raises(KeyError):
            tiny.piece("Q")

    def test_paths_run_to_the_far_edge(self, tiny: PiecesVariant) -> None:
        assert {len(path.steps) for path in tiny.paths("R")} == {5}

    def test_only_squares_of_the_board_are_read(self, tiny: PiecesVariant) -> None:
        assert tiny.square("e6") == (4, 5)
        for text in ("f1", "a7", "a0", "a01", "E2", "", "5e", "e٣"):
            with pytest.raises(VariantError, match="no square"):
                tiny.square(text)

    def test_square_names_go_both_ways(self) -> None:
        assert parse_square("l12") == (11, 11)
        assert parse_square("s19") == (18, 18)
        assert parse_square("u1") is None
        for file in range(MAX_FILES):
            for rank in range(MAX_RANKS):
                assert parse_square(square_name(file, rank)) == (file, rank)


def with_piece(tiny: PiecesVariant, index: int, **changes: Any) -> dict[str, Any]:
    pieces = list(tiny.pieces)
    pieces[index] = replace(pieces[index], **changes)
    return {"pieces": tuple(pieces)}


def with_castling(tiny: PiecesVariant, **changes: Any) -> dict[str, Any]:
    return {"castlings": (replace(tiny.castlings[0], **changes),)}


class TestFaults:
    def refuse(self, tiny: PiecesVariant, message: str, **changes: Any) -> None:
        with pytest.raises(VariantError, match=message) as caught:
            checked(replace(tiny, **changes))
        assert "'tiny'" in str(caught.value)

    @pytest.mark.parametrize(("files", "ranks"), [(1, 6), (5, 1), (17, 6), (5, 17), (0, -3)])
    def test_a_board_of_another_size_is_refused(
        self, tiny: PiecesVariant, files: int, ranks: int
    ) -> None:
        self.refuse(tiny, f"board of {files}x{ranks} is outside 2x2", files=files, ranks=ranks)

    def test_too_many_piece_types_are_refused(self, tiny: PiecesVariant) -> None:
        letters = [f"{letter}{sign}" for letter in "ABCDEFGHIJLMOQSTUVWXYZ" for sign in ("", "'")]
        more = tuple(PieceType(letter, letter, "W") for letter in letters)
        promoted = tuple(PieceType(f"+{piece.letter}", piece.name, "F") for piece in more)
        count = len(tiny.pieces) + len(more) + len(promoted)
        self.refuse(
            tiny,
            f"{count} piece types, expected 1 to {MAX_PIECE_TYPES}",
            pieces=(*tiny.pieces, *more, *promoted),
        )

    @pytest.mark.parametrize(
        "letter", ["n", "n'", "NN", "", "1", "++N", "+", "+N~", "'N", "N'''", "É"]
    )
    def test_an_invalid_piece_letter_is_refused(self, tiny: PiecesVariant, letter: str) -> None:
        pieces = (*tiny.pieces, PieceType(letter, "other", "N"))
        self.refuse(tiny, "expected one like", pieces=pieces)

    def test_a_letter_may_not_be_used_twice(self, tiny: PiecesVariant) -> None:
        pieces = (*tiny.pieces, PieceType("N", "other", "N"))
        self.refuse(tiny, "piece letter 'N' is used twice", pieces=pieces)

    def test_there_must_be_one_royal_type(self, tiny: PiecesVariant) -> None:
        message = "expected exactly one royal piece type"
        self.refuse(tiny, message, **with_piece(tiny, 3, royal=False))
        self.refuse(tiny, message, **with_piece(tiny, 2, royal=True))

    def test_moves_must_be_valid_betza_notation(self, tiny: PiecesVariant) -> None:
        with pytest.raises(VariantError, match=r"knight: .*unknown letter 'X' at column 2"):
            checked(replace(tiny, **with_piece(tiny, 1, moves="NX")))
        with pytest.raises(VariantError, match="at column 3"):
            checked(replace(tiny, **with_piece(tiny, 0, from_rank={2: "fm"})))

    def test_first_moves_may_not_capture(self, tiny: PiecesVariant) -> None:
        changes = with_piece(tiny, 2, moves="RiN")
        self.refuse(tiny, "rook: a first-move-only move may not capture", **changes)

    def test_rank_moves_must_be_on_the_board(self, tiny: PiecesVariant) -> None:
        for rank in (0, 7):
            changes = with_piece(tiny, 0, from_rank={rank: "fmR2"})
            self.refuse(tiny, f"pawn: moves from rank {rank}, which the board lacks", **changes)
        changes = with_piece(tiny, 3, from_rank={2: "gR"})
        message = "king: a hopper may not be royal, turn or stand on two squares"
        self.refuse(tiny, message, **changes)

    def test_regions_must_be_on_the_board(self, tiny: PiecesVariant) -> None:
        changes = with_piece(tiny, 2, region=Region(("a1", "a9")))
        self.refuse(tiny, "rook: goes to no square, rank or file 'a9'", **changes)

    def test_only_royal_pieces_may_face_each_other(self, tiny: PiecesVariant) -> None:
        changes = with_piece(tiny, 3, royal=False)
        ends = Ends(goals=(Goal("K", Region(("*6",))),))
        self.refuse(
            tiny,
            "facing kings need a royal piece",
            flying_general=True,
            rights=(),
            castlings=(),
            ends=ends,
            **changes,
        )

    @pytest.mark.parametrize(
        "changes",
        [
            {"promotions": (Promotion("P", 6, ("R", "Q")),)},
            {"promotions": (Promotion("Q", 6, ("R",)),)},
            {"rights": (Right("e1", "Q", "E"),)},
            {"insufficient": InsufficientMaterial(lone=("Q",))},
            {"insufficient": InsufficientMaterial(same_shade=("Q",))},
            {"pawns": PawnRules("Q", 2, EnPassant(2, always_shown=False))},
        ],
    )
    def test_letters_must_be_those_of_pieces(
        self, tiny: PiecesVariant, changes: dict[str, Any]
    ) -> None:
        self.refuse(tiny, "no piece type has the letter 'Q'", **changes)

    @pytest.mark.parametrize(
        ("promotion", "message"),
        [
            (("P", 0, ("R",)), "'P' promotes: no square, rank or file '\\*0'"),
            (("P", 7, ("R",)), "'P' promotes: no square, rank or file '\\*7'"),
            (("P", Region(("f1",)), ("R",)), "'P' promotes: no square, rank or file 'f1'"),
            (("P", 6, ()), "'P' promotes to nothing"),
        ],
    )
    def test_promotions_must_have_a_region_and_pieces(
        self, tiny: PiecesVariant, promotion: tuple[str, int, tuple[str, ...]], message: str
    ) -> None:
        self.refuse(tiny, message, promotions=(Promotion(*promotion),))

    @pytest.mark.parametrize(
        ("ends", "message"),
        [
            (Ends(stalemate="mate"), "stalemate is 'mate', expected one of draw, loss, win"),
            (Ends(checks=16), "16 checks to win, expected 0 to 15"),
            (Ends(extinctions=(Extinction(("Q",)),)), "no piece type has the letter 'Q'"),
            (Ends(extinctions=(Extinction(value="no"),)), "extinction is 'no'"),
            (Ends(goals=(Goal("K", Region(("e9",))),)), "goal: no square, rank or file 'e9'"),
            (Ends(goals=(Goal("K", Region(("e4",)), count=0),)), "a goal of 0 pieces"),
            (
                Ends(goals=(Goal("R", Region(("e4",)), answered=True),)),
                "a goal can be answered only",
            ),
        ],
    )
    def test_invalid_ends_of_the_game_are_refused(
        self, tiny: PiecesVariant, ends: Ends, message: str
    ) -> None:
        self.refuse(tiny, message, ends=ends)

    def test_a_game_without_a_royal_piece_needs_another_end(self, tiny: PiecesVariant) -> None:
        pieces = tuple(replace(piece, royal=False) for piece in tiny.pieces)
        castlings = tuple(replace(castling, piece="K") for castling in tiny.castlings)
        lost = Ends(extinctions=(Extinction(("K",)),))
        changes: dict[str, Any] = {"pieces": pieces, "castlings": castlings}
        assert checked(replace(tiny, ends=lost, **changes)).royal == ""
        self.refuse(tiny, "or none and another end of the game", **changes)

    def test_squares_of_rights_and_castlings_must_be_on_the_board(
        self, tiny: PiecesVariant
    ) -> None:
        self.refuse(tiny, "no square 'f1'", rights=(Right("f1", "R", "F"),), castlings=())
        self.refuse(tiny, "no square 'c7'", **with_castling(tiny, king=("c7", "e7")))
        self.refuse(tiny, "no square 'd9'", **with_castling(tiny, partners=(("e1", "d9"),)))
        self.refuse(tiny, "no square 'z1'", **with_castling(tiny, empty=("z1",)))

    def test_castling_needs_rights_that_exist(self, tiny: PiecesVariant) -> None:
        self.refuse(tiny, "castling: a1 carries no right", **with_castling(tiny, rights=("a1",)))
        self.refuse(
            tiny, "castling: b1 carries no right", **with_castling(tiny, kept_rights=("b1",))
        )

    def test_castling_partners_need_a_right_or_a_type(self, tiny: PiecesVariant) -> None:
        changes = with_castling(tiny, partners=(("e1", "d1"), ("b1", "c1")))
        self.refuse(tiny, "castling: the partner on b1 needs a right or a type", **changes)

    @pytest.mark.parametrize(
        ("changes", "named"),
        [
            ({"settings": ("N",)}, "'N' turns into itself"),
            ({"settings": ("X",)}, "no piece type has the letter 'X'"),
            (
                {"second_square": (1, 1)},
                "second square is neither right of nor above its first",
            ),
            ({"second_square": (1, 0), "settings": ("R",)}, "may not turn or promote"),
            ({"pivots": "R"}, "only pieces on two squares pivot"),
            ({"second_square": (1, 0), "pivots": "R"}, "only pieces on two squares pivot"),
            ({"second_square": (1, 0)}, "'P' may not promote to a piece on two squares"),
        ],
    )
    def test_invalid_turns_and_second_squares_are_refused(
        self, tiny: PiecesVariant, changes: dict[str, Any], named: str
    ) -> None:
        pieces = tuple(
            replace(piece, **changes) if piece.letter == "N" else piece for piece in tiny.pieces
        )
        self.refuse(tiny, named, pieces=pieces)

    def test_royal_pieces_may_neither_turn_nor_stand_on_two_squares(
        self, tiny: PiecesVariant
    ) -> None:
        for changes in ({"second_square": (1, 0)}, {"settings": ("N",)}):
            pieces = (*tiny.pieces[:-1], replace(tiny.pieces[-1], **changes))
            self.refuse(tiny, "a royal piece may not turn or stand on two squares", pieces=pieces)

    def test_an_impossible_number_of_blocked_squares_is_refused(self, tiny: PiecesVariant) -> None:
        self.refuse(tiny, "30 blocked squares", blocked=30)
        self.refuse(tiny, "-1 blocked squares", blocked=-1)
        message = "immobility cannot be forbidden where squares are blocked"
        self.refuse(tiny, message, blocked=1, immobility_allowed=False)

    def test_a_castling_king_must_stay_on_its_rank(self, tiny: PiecesVariant) -> None:
        changes = with_castling(tiny, king=("c1", "e2"))
        self.refuse(tiny, "castling: the king must stay on its rank", **changes)
