"""PiecesVariant files: what they may say, what becomes of it, and each refusal with its line."""

from __future__ import annotations

from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files, variants
from amalthea.engine.core.variant import DrawRules
from amalthea.engine.errors import FenError
from amalthea.engine.pieces.description.chase_rules import Chases
from amalthea.engine.pieces.description.endings import (
    Counting,
    Ends,
    Extinction,
    Goal,
    PseudoRoyals,
)
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import (
    Castling,
    EnPassant,
    PawnRules,
    PiecesVariant,
    PieceType,
    Promotion,
    Right,
)
from helpers.games import army
from helpers.paths import EXAMPLE
from helpers.variant_files import TINY, load, load_one


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


@pytest.fixture(scope="module")
def loaded() -> dict[str, PiecesVariant]:
    return {variant.name: variant for variant in variant_files.load(str(EXAMPLE))}


class TestExample:
    def test_variants_come_in_file_order(self, loaded: dict[str, PiecesVariant]) -> None:
        assert list(loaded) == ["wide", "widelong", "widecastle", "camels"]

    def test_board_pieces_and_pawns(self, loaded: dict[str, PiecesVariant]) -> None:
        wide = loaded["wide"]
        assert (wide.files, wide.ranks, wide.rights, wide.castlings) == (12, 10, (), ())
        assert wide.piece("G") == PieceType("G", "customPiece2", "BNCA")
        assert wide.piece("P") == PieceType("P", "pawn", "fmWfcF", {2: "fmR2"})
        assert wide.piece("K").royal
        assert wide.pawns == PawnRules("P", 2, EnPassant(2, always_shown=False))
        assert wide.promotions == (Promotion("P", 10, ("Q", "A", "G", "R", "B", "N")),)

    def test_initial_pawn_moves_hold_on_the_double_step_rank(
        self, loaded: dict[str, PiecesVariant]
    ) -> None:
        long = loaded["widelong"]
        assert long.piece("P") == PieceType("P", "customPiece4", "fmR2fcB2", {2: "fmR4"})
        assert long.pawns == PawnRules("P", 2, None)
        assert long.promotions == loaded["wide"].promotions

    def test_castling_with_an_archer(self, loaded: dict[str, PiecesVariant]) -> None:
        castle = loaded["widecastle"]
        assert castle.rights == (Right("i1", "A", "K"), Right("d1", "A", "Q"))
        assert castle.castlings == (
            Castling("kingside castling", ("g1", "i1"), (("i1", "h1"),), ("i1",), ("h1",)),
            Castling("queenside castling", ("g1", "e1"), (("d1", "f1"),), ("d1",), ("e1", "f1")),
        )

    def test_chess_is_a_parent(self, loaded: dict[str, PiecesVariant]) -> None:
        camels, chess = loaded["camels"], army("chess")
        assert camels.start == chess.start
        assert camels.rights == chess.rights
        assert [(c.king, c.partners, c.rights, set(c.empty)) for c in camels.castlings] == [
            (c.king, c.partners, c.rights, set(c.empty)) for c in chess.castlings
        ]
        assert camels.pawns == chess.pawns
        assert camels.piece("N").moves == "C"


class TestPlay:
    """Counts of legal moves, which Fairy-Stockfish finds on the same two boards."""

    @pytest.mark.parametrize(
        ("name", "counts"),
        [("wide", (58, 3_364, 223_072)), ("widelong", (82, 6_688, 587_747))],
    )
    def test_counts(
        self, loaded: dict[str, PiecesVariant], name: str, counts: tuple[int, ...]
    ) -> None:
        position = new_position(loaded[name])
        assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts

    def test_castling_towards_the_archer(self, loaded: dict[str, PiecesVariant]) -> None:
        fen = "rngabqk1agnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNGABQK1AGNR w KQkq - 0 1"
        position = new_position(loaded["widecastle"], fen)
        lacking = new_position(loaded["widecastle"], fen.replace("AGNR w", "GGNR w"))
        assert lacking.fen().split()[2] == "Qkq"
        position.play("g1i1")
        assert position.fen().endswith("RNGABQ1AKGNR b kq - 1 1")

    def test_fixed_promotion(self, written: Path) -> None:
        text = TINY.replace("rnkn1/ppppp/5/PPPPP/RNKN1", "1k3/5/1N3/5/2K2")
        text += "customPiece2 = c:BWH\npromotedPieceType = n:c\nmandatoryPiecePromotion = true\n"
        position = new_position(load_one(written, text))
        assert {move for move in position.legal_moves() if move.endswith("+")} == {
            "b3a5+",
            "b3c5+",
            "b3d5+",
        }
        position.play("b3d5+")
        assert position.fen().startswith("1k1+N1/")


class TestMeaning:
    def test_unchanged_child_of_chess_is_chess(self, written: Path) -> None:
        twin, chess = load_one(written, "[twin:chess]\n"), army("chess")
        assert twin.promotions == chess.promotions
        assert twin.draws == chess.draws
        assert {(p.letter, p.moves, p.royal) for p in twin.pieces} == {
            (p.letter, p.moves, p.royal) for p in chess.pieces
        }

    def test_no_double_step(self, written: Path) -> None:
        tiny = load_one(written, TINY)
        assert tiny.piece("P").from_rank == {}
        assert tiny.pawns == PawnRules("P", 2, None)

    def test_no_pawns_at_all(self, written: Path) -> None:
        text = TINY.replace("pawn = p", "customPiece2 = p:mWcF\npawnTypes = -")
        assert load_one(written, text).pawns is None
        assert load_one(written, text).promotions == ()

    def test_regions_that_nothing_needs_may_stay_unset(self, written: Path) -> None:
        board = "[x]\nking = k\nmaxFile = 3\nmaxRank = 4\nstartFen = k2/3/3/2K w - - 0 1\n"
        variant = load_one(written, board)
        assert (variant.pawns, variant.promotions, len(variant.pieces)) == (None, (), 1)

    def test_no_promotion_region(self, written: Path) -> None:
        text = TINY.replace("= *5", "= -").replace("= *1", "= -")
        assert load_one(written, text).promotions == ()

    def test_named_pieces_and_royal_knight(self, written: Path) -> None:
        text = TINY.replace("rook = r", "rook = -\narchbishop = r").replace("= k", "= k:KN")
        tiny = load_one(written, text)
        assert tiny.piece("R").moves == "BN"
        assert tiny.piece("K") == PieceType("K", "king", "KN", royal=True)

    def test_mandatory_fixed_promotion(self, written: Path) -> None:
        text = TINY + "customPiece2 = c:BWH\npromotedPieceType = n:c\n"
        tiny = load_one(written, text + "mandatoryPiecePromotion = true\n")
        assert tiny.promotions[1:] == (Promotion("N", 5, ("+N",), on_leaving=True),)
        assert tiny.piece("+N").moves == "BWH"

    def test_promotion_by_choice_in_regions_within_limits(self, written: Path) -> None:
        text = TINY.replace("promotionRegionWhite = *5", "promotionRegionWhite = *4 *5")
        tiny = load_one(written, text + "mandatoryPawnPromotion = false\npromotionLimit = r:2\n")
        zone = Region(("*4", "*5"), ("*1",))
        assert tiny.promotions == (Promotion("P", zone, ("R", "N"), optional=True),)
        assert tiny.limits == {"R": 2}

    def test_ends(self, written: Path) -> None:
        text = TINY + "stalemateValue = loss\nflagPiece = k\nflagRegionWhite = *5\n"
        text += "extinctionValue = win\nextinctionPieceTypes = rn\nchecking = false\n"
        assert load_one(written, text).ends == Ends(
            "loss",
            (Extinction(("R", "N"), value="win"),),
            (Goal("K", Region(("*5",), ())),),
            checking=False,
        )

    def test_what_may_not_be_played(self, written: Path) -> None:
        text = TINY + "mustCapture = true\nmakpongRule = true\nextinctionPseudoRoyal = true\n"
        text += "extinctionPieceTypes = nr\nextinctionPieceCount = 1\ndupleCheck = true\n"
        assert load_one(written, text + "extinctionValue = loss\n").ends == Ends(
            forced_capture=True,
            checked_king_stays=True,
            pseudo_royals=PseudoRoyals(("N", "R"), most=2, all_together=True),
        )

    def test_what_ends_are_worth(self, written: Path) -> None:
        text = TINY + "stalematePieceCount = true\nstalemateValue = win\ncheckmateValue = draw\n"
        text += "perpetualCheckIllegal = true\nnFoldValueAbsolute = true\nnFoldValue = win\n"
        tiny = load_one(written, text + "materialCounting = whitedrawodds\n")
        assert tiny.draws.repetition == "win"
        assert tiny.ends == Ends(
            "win",
            stalemate_by_count=True,
            mate="draw",
            perpetual_check_loses=True,
            repetition_for_white=True,
            draws="White",
        )

    def test_chases(self, written: Path) -> None:
        """Soldiers are known to chase nothing, others by what is dearer than they are."""
        text = TINY.replace(
            "customPiece1 = n:NA", "horse = n\nsoldier = s\ncannon = c\nelephant = e"
        )
        text += "chasingRule = axf\nsoldierPromotionRank = 3\n"
        assert load_one(written, text).ends.chases == Chases(
            harmless=("S",),
            dearer=(("N", ("R",)), ("C", ("R",)), ("E", ("R", "C", "N"))),
            spared=(("S", Region(("*1", "*2"))),),
        )

    @pytest.mark.parametrize(
        ("keys", "goal"),
        [
            ("flagMove = true\n", {"held": True}),
            ("flagPieceSafe = true\n", {"safe": True}),
            ("flagPieceBlockedWin = true\nflagPieceCount = 3\n", {"filled": True, "count": 3}),
        ],
    )
    def test_goals(self, written: Path, keys: str, goal: dict[str, bool]) -> None:
        text = TINY + "flagPiece = n\nflagRegion = c3 c4\n" + keys
        region = Region(("c3", "c4"), ("c3", "c4"))
        assert load_one(written, text).ends.goals == (Goal("N", region, **goal),)

    def test_counting_by_what_the_game_has(self, written: Path) -> None:
        assert load_one(written, TINY + "countingRule = makruk\n").ends.counting == Counting(
            64, (("R", 2, 8), ("R", 1, 16)), few_pieces=64
        )
        assert load_one(written, TINY + "countingRule = cambodian\n").ends.counting == Counting(
            63, (("R", 2, 7), ("R", 1, 15)), few_pieces=63, most=3, pawns=True
        )
        assert load_one(written, TINY + "countingRule = asean\n").ends.counting == Counting(
            0, (("R", 1, 16),), from_pieces=False
        )

    def test_a_side_without_king(self, written: Path) -> None:
        text = "[x:chess]\nextinctionValue = loss\nextinctionPieceTypes = *\n"
        game = load_one(written, text + "startFen = 4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1\n")
        assert game.kingless == (True, False)
        assert new_position(game).legal_moves()
        with pytest.raises(FenError, match=r"White has 1 king \(e1\), expected none"):
            new_position(game, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")

    def test_each_side_promotes_to_its_own_pieces(self, written: Path) -> None:
        text = "[x:chess]\npromotionPieceTypesWhite = qr\npromotionPieceTypesBlack = nb\n"
        game = load_one(written, text)
        white, black = (
            {move[4:] for move in new_position(game, fen).legal_moves() if move[4:]}
            for fen in ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "8/K7/8/8/8/8/p6k/8 b - - 0 1")
        )
        assert (white, black) == ({"q", "r"}, {"n", "b"})

    def test_pawns_of_several_kinds(self, written: Path) -> None:
        tiny = load_one(written, TINY + "nMoveRuleTypes = rp\n")
        assert tiny.pawns == PawnRules("P", 2, None, ("R", "P"))

    def test_en_passant_on_some_of_the_passed_squares(self) -> None:
        position = new_position("horde", "4k3/8/8/8/2p5/1p6/3P4/P7 w - - 0 1")
        position.play("a1a3")
        assert "b3a2" not in position.legal_moves()
        position.undo()
        position.play("d2d4")
        assert "c4d3" in position.legal_moves()

    def test_checks_are_counted_from_what_the_start_says(self, written: Path) -> None:
        text = TINY.replace("w - - 0 1", "w - - 4+4 0 1") + "checkCounting = true\n"
        tiny = load_one(written, text)
        assert (tiny.ends.checks, tiny.start.split()[4]) == (4, "4+4")

    def test_a_game_without_king(self, written: Path) -> None:
        text = TINY.replace("king = k", "commoner = k") + "castling = false\n"
        text += "extinctionValue = loss\nextinctionPieceTypes = k\n"
        assert load_one(written, text).royal == ""

    def test_double_steps_from_a_region_of_each_side(self, written: Path) -> None:
        text = "[x:chess]\ndoubleStepRegionWhite = *2 a*\n"
        pawn = load_one(written, text).piece("P")
        (zone,) = pawn.from_rank
        assert isinstance(zone, Region)
        assert zone.squares(0, 8, 8) >= {(0, 4), (7, 1)}
        assert zone.squares(1, 8, 8) == {(file, 6) for file in range(8)}
        game = load_one(written, text)
        assert "a3a5" in new_position(game, "k7/8/8/8/8/P1P5/8/K7 w - - 0 1").legal_moves()
        assert "c3c5" not in new_position(game, "k7/8/8/8/8/P1P5/8/K7 w - - 0 1").legal_moves()

    def test_castling_by_one_step_on_the_second_rank(self, written: Path) -> None:
        text = "[x:chess]\ncastlingRank = 2\ncastlingKingsideFile = f\ndoubleStep = false\n"
        text += "startFen = 8/r3k2r/8/8/8/8/R3K2R/8 w Kk - 0 1\n"
        (castling,) = load_one(written, text).castlings
        assert (castling.king, castling.partners) == (("e2", "f2"), (("h2", "e2"),))
        assert "e2h2" in new_position(load_one(written, text)).legal_moves()

    def test_draw_rules(self, written: Path) -> None:
        tiny = load_one(written, TINY + "nMoveRule = 70\nnFoldRule = 4\n")
        assert tiny.draws == DrawRules(repetitions=4, plies=140)

    def test_en_passant_regions(self, written: Path) -> None:
        assert load_one(written, "[x:chess]\nenPassantRegion = -\n").pawns == PawnRules("P", 2)
        both = load_one(written, "[x:chess]\nenPassantRegion = *3 *6\n")
        assert both.pawns == army("chess").pawns

    def test_pawn_types_override_what_the_parent_set_one_by_one(self, written: Path) -> None:
        parent = TINY + "nMoveRuleTypes = p\nenPassantTypes = p\n"
        child = "[child:tiny]\npawn = -\ncustomPiece2 = p:fW\npawnTypes = -\n"
        assert load(written, parent + child)[1].pawns is None

    def test_outermost_rook_castles(self, written: Path) -> None:
        start = "startFen = rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w KQkq - 0 1\n"
        variant = load_one(written, "[x:chess]\n" + start)
        assert [right.square for right in variant.rights] == ["h1", "a1"]
        assert set(variant.castlings[1].empty) == {"b1", "c1", "d1"}

    def test_the_later_piece_takes_a_letter(self, written: Path) -> None:
        tiny = load_one(written, TINY.replace("rook = r", "rook = n\nbishop = r"))
        assert {(piece.letter, piece.name) for piece in tiny.pieces} == {
            ("P", "pawn"),
            ("N", "customPiece1"),
            ("R", "bishop"),
            ("K", "king"),
        }
        child = load(written, "[a:chess]\n[b:a]\ncustomPiece1 = n:C\n")[1]
        assert child.piece("N").moves == "C"
        assert child.promotions[0].to == ("Q", "R", "B")

    def test_numbers_of_none(self, written: Path) -> None:
        endless = load_one(written, "[x:chess]\nnMoveRule = 0\nnFoldRule = 0\n")
        position = new_position(endless, "4k3/8/8/8/8/8/8/R3K3 w - - 150 99")
        assert position.status().state == "ongoing"
        for move in ("a1a2", "e8d8", "a2a1", "d8e8") * 4:
            position.play(move)
        assert position.status().state == "ongoing"

    @pytest.mark.parametrize(
        ("fen", "understood"),
        [
            ("rnkn1/ppppp/5/PPPPP/RNKN1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 b", "rnkn1/ppppp/5/PPPPP/RNKN1 b - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 w 3 7", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 3 7"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1[] w - - 0 1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1[-] w 0 1", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1"),
            ("rnkn1/ppppp/5/PPPPP/RNKN1 w KQkq - 5", "rnkn1/ppppp/5/PPPPP/RNKN1 w - - 5 1"),
        ],
    )
    def test_fields_that_a_fen_leaves_out(self, written: Path, fen: str, understood: str) -> None:
        lines = [line for line in TINY.splitlines() if not line.startswith("startFen")]
        text = "\n".join([*lines, f"startFen = {fen}", "castling = false", ""])
        assert load_one(written, text).start == understood

    def test_keys_that_only_draw_are_ignored(self, written: Path) -> None:
        drawn = "variantTemplate = shogi\npieceToCharTable = PNBRQ...Kpnbrq...k\npocketSize = 7\n"
        values = "pieceValueMg = p:150\npieceValueEg = p:200\n"
        assert load_one(written, TINY + drawn + values) == load_one(written, TINY)

    def test_keys_of_a_rule_that_is_off_mean_nothing(self, written: Path) -> None:
        text = TINY + "flagPiece = k\ndropPromoted = true\nconnectValue = loss\n"
        assert load_one(written, text) == load_one(written, TINY)

    def test_rights_without_castling_are_left_out(self, written: Path) -> None:
        assert load_one(written, "[x:chess]\ncastling = false\n").start.split()[2] == "-"

    def test_the_king_castles_from_where_he_stands(self, written: Path) -> None:
        text = (
            "[x:chess]\nstartFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1\n"
            "castlingKingsideFile = f\ncastlingQueensideFile = 2\ncastlingKingFile = h\n"
        )
        assert [(each.king, each.partners) for each in load_one(written, text).castlings] == [
            (("d1", "f1"), (("h1", "e1"),)),
            (("d1", "b1"), (("a1", "c1"),)),
        ]

    def test_castling_with_the_rook_that_a_file_names(self, written: Path) -> None:
        start = "startFen = rr2k1rr/pppppppp/8/8/8/8/PPPPPPPP/RR2K1RR w {} - 0 1\n"
        inner = "castlingRookKingsideFile = g\ncastlingRookQueensideFile = b\n"
        by_keys = load_one(written, "[x:chess]\n" + start.format("KQkq") + inner)
        by_fen = load_one(written, "[x:chess]\n" + start.format("GBgb"))
        assert [right.square for right in by_keys.rights] == ["g1", "b1"]
        assert by_fen == by_keys

    def test_rules_switched_off_may_be_named(self, written: Path) -> None:
        text = TINY + "pieceDrops = false\nstalemateValue = draw\npass = false\n"
        assert load_one(written, text) == load_one(written, TINY)

    def test_windows_line_ends_blank_lines_and_byte_order_mark(self, written: Path) -> None:
        written.write_bytes(b"\xef\xbb\xbf" + TINY.replace("\n", "\r\n\r\n").encode())
        assert variant_files.load(str(written))[0].name == "tiny"

    def test_blocked_squares_are_those_of_the_start_position(self, written: Path) -> None:
        tiny = load_one(written, TINY.replace("ppppp/5/PPPPP", "ppppp/1*2*/PPPPP"))
        assert tiny.blocked == 2
        position = new_position(tiny)
        assert position.fen().split()[0] == "rnkn1/ppppp/1*2*/PPPPP/RNKN1"
        assert not {"b2b3", "e2e3"} & set(position.legal_moves())
        assert {"a2a3", "c2c3", "d2d3"} <= set(position.legal_moves())

    def test_registered_variants_are_known(self, written: Path) -> None:
        tiny = load_one(written, TINY)
        variants.register(tiny)
        assert variants.get("tiny") is tiny


def test_a_byte_order_mark_is_skipped(tmp_path: Path) -> None:
    path = tmp_path / "marked.ini"
    path.write_bytes(TINY.encode("utf-8-sig"))
    assert [game.name for game in variant_files.load(str(path))] == ["tiny"]
