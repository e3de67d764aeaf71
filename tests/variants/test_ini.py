"""ArmyVariant files: what they may say, what becomes of it, and each refusal with its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import games, new_position, variants
from engine.board.variant import DrawRules
from engine.errors import VariantError
from engine.kinds.army.rules import (
    ArmyVariant,
    Castling,
    EnPassant,
    PawnRules,
    PieceType,
    Promotion,
    Right,
)
from engine.variants import ini
from games import army

EXAMPLE = Path(__file__).with_name("example.ini")

TINY = """\
[tiny]
maxFile = 5
maxRank = 5
pawn = p
rook = r
king = k
customPiece1 = n:NA
startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1
promotionPieceTypes = rn
promotionRegionWhite = *5
promotionRegionBlack = *1
doubleStep = false
"""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


def load(path: Path, text: str) -> tuple[ArmyVariant, ...]:
    path.write_text(text, encoding="utf-8")
    return ini.load(str(path))


def load_one(path: Path, text: str) -> ArmyVariant:
    (variant,) = load(path, text)
    return variant


@pytest.fixture(scope="module")
def loaded() -> dict[str, ArmyVariant]:
    return {variant.name: variant for variant in ini.load(str(EXAMPLE))}


class TestExample:
    def test_variants_come_in_file_order(self, loaded: dict[str, ArmyVariant]) -> None:
        assert list(loaded) == ["wide", "widelong", "widecastle", "camels"]

    def test_board_pieces_and_pawns(self, loaded: dict[str, ArmyVariant]) -> None:
        wide = loaded["wide"]
        assert (wide.files, wide.ranks, wide.rights, wide.castlings) == (12, 10, (), ())
        assert wide.piece("G") == PieceType("G", "customPiece2", "BNCA")
        assert wide.piece("P") == PieceType("P", "pawn", "fmWfcF", {2: "fmR2"})
        assert wide.piece("K").royal
        assert wide.pawns == PawnRules("P", 2, EnPassant(2, always_shown=False))
        assert wide.promotions == (Promotion("P", 10, ("Q", "A", "G", "R", "B", "N")),)

    def test_initial_pawn_moves_hold_on_the_double_step_rank(
        self, loaded: dict[str, ArmyVariant]
    ) -> None:
        long = loaded["widelong"]
        assert long.piece("P") == PieceType("P", "customPiece4", "fmR2fcB2", {2: "fmR4"})
        assert long.pawns == PawnRules("P", 2, None)
        assert long.promotions == loaded["wide"].promotions

    def test_castling_with_an_archer(self, loaded: dict[str, ArmyVariant]) -> None:
        castle = loaded["widecastle"]
        assert castle.rights == (Right("i1", "A", "K"), Right("d1", "A", "Q"))
        assert castle.castlings == (
            Castling("kingside castling", ("g1", "i1"), (("i1", "h1"),), ("i1",), ("h1",)),
            Castling("queenside castling", ("g1", "e1"), (("d1", "f1"),), ("d1",), ("e1", "f1")),
        )

    def test_chess_is_a_parent(self, loaded: dict[str, ArmyVariant]) -> None:
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
        self, loaded: dict[str, ArmyVariant], name: str, counts: tuple[int, ...]
    ) -> None:
        position = new_position(loaded[name])
        assert tuple(position.perft(depth) for depth in (1, 2, 3)) == counts

    def test_castling_towards_the_archer(self, loaded: dict[str, ArmyVariant]) -> None:
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
        assert tiny.promotions[1:] == (Promotion("N", 5, ("+N",)),)
        assert tiny.piece("+N").moves == "BWH"

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
        load_one(written, TINY + "pieceDrops = false\nstalemateValue = draw\npass = false\n")

    def test_windows_line_ends_blank_lines_and_byte_order_mark(self, written: Path) -> None:
        written.write_bytes(b"\xef\xbb\xbf" + TINY.replace("\n", "\r\n\r\n").encode())
        assert ini.load(str(written))[0].name == "tiny"

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


class TestFaultySections:
    def test_sound_sections_survive_a_faulty_one(self, written: Path) -> None:
        written.write_text("[drops:chess]\npieceDrops = true\n" + TINY, encoding="utf-8")
        contents = ini.read(str(written))
        assert [variant.name for variant in contents.variants] == ["tiny"]
        assert [str(fault) for fault in contents.faults()] == [
            f"{written}:2: [drops] pieceDrops = true: that rule is missing:"
            " pieces dropped from the hand"
        ]
        with pytest.raises(VariantError, match="pieceDrops"):
            ini.load(str(written))

    def test_each_fault_stays_with_its_section(self, written: Path) -> None:
        text = (
            "queen = q\n[first:chess] # a comment\n[orphan:nowhere]\nqueen = -\n[twice:chess]\n"
            "nMoveRule = 5\nnMoveRule = 6\n[a b]\nqueen = x\nanything\n[stray:chess]\n?!\n"
            "[first:chess]\n[child:stray]\n[several:chess]\npass = true\ngating = true\nx = y\n"
            "[last:chess]\n"
        )
        written.write_text(text, "utf-8")
        contents = ini.read(str(written))
        assert [variant.name for variant in contents.variants] == ["first", "last"]
        faults = [str(fault).removeprefix(f"{written}:") for fault in contents.faults()]
        assert [fault[:20] for fault in faults] == [
            "1: 'queen = q' befor",
            "3: [orphan:nowhere] ",
            "7: [twice] nMoveRule",
            "8: section '[a b]', ",
            "12: [stray] '?!', ex",
            "13: [first] is alrea",
            "14: [child:stray] it",
            "16: [several] pass =",
            "17: [several] gating",
            "18: [several] x = y:",
        ]
        assert max(map(len, faults)) < 200

    def test_whoever_asks_gets_what_was_asked_for(self, written: Path) -> None:
        written.write_text("?\n[sound:chess]\n[odd:chess]\npass = true\nx = y\n", "utf-8")
        assert len(games.load_variants(str(written))[1]) == 2
        assert variants.get("sound").name == "sound"
        with pytest.raises(VariantError, match=r":4: \[odd\] pass = true: .* \(and 1 more\)"):
            variants.get("odd")
        assert "odd" not in variants.names()

    def test_child_of_a_faulty_parent_reports_the_parents_line(self, written: Path) -> None:
        written.write_text("[a:chess]\npass = true\n[b:a]\n[c:a]\npass = false\n", "utf-8")
        contents = ini.read(str(written))
        assert [variant.name for variant in contents.variants] == ["c"]
        assert all(f"{written}:2: " in str(fault) for fault in contents.faults())


# (a line to add to TINY or to put in place of the line with its key, expected text)
SETTINGS = [
    ("goldenEggs = 3", "[tiny] goldenEggs = 3: there is no such key"),
    ("promotionRank = 4", "an old key, write promotionRegionWhite and promotionRegionBlack"),
    ("pieceDrops = true", "that rule is missing: pieces dropped from the hand"),
    ("stalemateValue = loss", "that rule is missing: stalemate that wins or loses"),
    ("stalemateValue = lost", "expected win, loss, draw or none"),
    ("maxFile = z", "expected a file, a to p or 1 to 16"),
    ("maxFile = 17", "expected a file, a to p or 1 to 16"),
    ("maxFile = 10000", "expected a file, a to p or 1 to 16"),
    ("maxFile = 1", "expected from 2 to 16"),
    ("maxFile = 6", "rank 5 has 5 squares, expected maxFile = 6"),
    ("maxRank = 10000", "expected a rank from 1 to 16"),
    ("maxRank = five", "expected a rank from 1 to 16"),
    ("maxRank = 1", "expected from 2 to 16"),
    ("rook = rr", "expected a letter or -"),
    ("rook = r:N", "expected a letter or -"),
    ("king = -", "that rule is missing: games without a king"),
    ("customPiece1 = n", "expected a letter and moves, like n:NC"),
    ("customPiece1 = n:NX", "betza 'NX': unknown letter 'X' at column 2"),
    ("customPiece1 = n:pR", "unsupported modifier 'p' (hopper) at column 1"),
    ("customPiece1 = n:NifcR2", "that rule is missing: 'i' moves that capture"),
    ("customPiece100 = c:N", "there is no such key"),
    ("startFen = rnkn1/ppppp/5/PPPPP w - - 0 1", "4 ranks, expected maxRank = 5"),
    ("startFen = rnkn/ppppp/5/PPPPP/RNKN1 w - - 0 1", "rank 5 has 4 squares, expected maxFile = 5"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKX1 w - - 0 1", "no piece has the letter 'X'"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN** w - - 0 1", "rank 1 has 6 squares, expected maxFile"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 x - - 0 1", "'x' is neither w nor b"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1 2", "expected two numbers at the end"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w Z - 0 1", "castling right 'Z', expected some of KQkq"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1[n] w - - 0 1", "missing: pieces dropped from the hand"),
    ("promotionPieceTypes = rx", "no piece has the letter 'x'"),
    ("promotionPieceTypes = rk", "a king neither promotes nor comes from promotion"),
    ("promotionPawnTypes = pk", "a king neither promotes nor comes from promotion"),
    ("promotionPieceTypes = rp", "a piece cannot become itself"),
    ("promotionRegionWhite = *4 *5", "promotionRegionWhite = *4 *5: that rule is missing: several"),
    ("promotionRegionWhite = e5", "that rule is missing: regions that are no whole ranks"),
    ("promotionRegionWhite = *a", "'*a' is no square, expected c3, *3 (a rank) or c* (a file)"),
    ("promotionRegionBlack = *2", "promotionRegionBlack = *2: expected White's mirrored, *1"),
    ("promotionRegionBlack = -", "expected White's mirrored, *1"),
    ("doubleStep = yes", "expected true or false"),
    ("doubleStep = true", "doubleStepRegionBlack (not set): expected White's mirrored, *4"),
    ("enPassantRegion = a", "'a' is no square"),
    ("pawnTypes = pn", "a piece cannot become itself"),
    ("nMoveRuleTypes = np", "that rule is missing: several kinds of pawn"),
    ("nMoveRule = many", "expected a whole number"),
    ("nMoveRule = 5000", "expected 0 for none, to 4999"),
    ("nFoldRule = 1", "expected 0 for none, or at least 2"),
    ("promotedPieceType = n:r", "that rule is missing: promotion by choice"),
    ("promotedPieceType = n", "'n', expected pairs of piece letters like n:g"),
    ("promotedPieceType = n:x", "no piece has the letter 'x'"),
    ("promotedPieceType = p:r", "that rule is missing: pawns with a promoted form"),
    ("promotedPieceType = k:r", "a king neither promotes nor comes from promotion"),
]

CHESS_SETTINGS = [
    ("castlingKingsideFile = c", "a king's goal that is not from e1 towards h1"),
    ("castlingKingsideFile = f", "that rule is missing: castling by one step"),
    ("castlingRookPieces = x", "no piece has the letter 'x'"),
    ("castlingKingPiece = q", "that rule is missing: castling by other pieces"),
    ("castlingRank = 2", "that rule is missing: castling on other ranks than the first"),
    ("enPassantRegion = *3", "that rule is missing: en passant on some passed squares only"),
    ("enPassantTypes = n", "that rule is missing: en passant by other than ordinary pawns"),
    ("doubleStepRegionWhite = *3", "expected White's mirrored, *6"),
    ("promotionPawnTypesBlack = n", "that rule is missing: other pieces for Black than for White"),
    ("pawnTypes = n", "a piece cannot become itself"),
    ("chess960 = true", "that rule is missing: Chess960 as a rule of the game"),
    ("mobilityRegionWhiteRook = *1", "that rule is missing: squares that a piece may not leave"),
    ("commoner = k", "[child] commoner = k: that rule is missing: games without a king"),
]


class TestFaults:
    @pytest.mark.parametrize(("setting", "message"), SETTINGS)
    def test_setting(self, written: Path, setting: str, message: str) -> None:
        key = setting.split(" ", maxsplit=1)[0]
        lines = TINY.splitlines()
        at = next((i for i, line in enumerate(lines) if line.startswith(key + " ")), len(lines))
        lines[at : at + 1] = [setting]
        with pytest.raises(VariantError) as caught:
            load(written, "\n".join(lines))
        assert message in str(caught.value)
        assert str(caught.value).startswith(f"{written}:")
        if f"] {key} =" in str(caught.value):
            assert str(caught.value).startswith(f"{written}:{at + 1}: [tiny] {key}")

    @pytest.mark.parametrize(("setting", "message"), CHESS_SETTINGS)
    def test_setting_of_a_child_of_chess(self, written: Path, setting: str, message: str) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, f"# a comment\n[child:chess]\n{setting}\n")
        assert message in str(caught.value)
        assert str(caught.value).startswith((f"{written}:3: [child]", f"{written}:2: [child]"))

    @pytest.mark.parametrize(
        ("text", "line", "message"),
        [
            ("maxFile = 8\n", 1, "'maxFile = 8' before any section [name]"),
            ("[a:chess]\n[a:chess]\n", 2, "[a] is already on line 1"),
            ("[chess]\n", 1, "[chess] is a built-in variant, expected another name"),
            (
                "[a:b]\n[b:chess]\n",
                1,
                "[a:b] no earlier section and no game that comes along is called b",
            ),
            ("[a:a]\n", 1, "[a:a] no earlier section and no game that comes along is called a"),
            (
                "[a:gast]\n",
                1,
                "[a:gast] the built-in gast is described in other words, it cannot be a parent",
            ),
            (
                "[a b]\n",
                1,
                "section '[a b]', expected [name] or [name:parent] of letters, digits, - and _",
            ),
            ("\n[a:chess]\nqueen\n", 3, "[a] 'queen', expected key = value"),
            ("[a:chess]\nqueen =\n", 2, "[a] 'queen =', expected key = value"),
            ("[a:chess]\n= q\n", 2, "[a] '= q', expected key = value"),
            ("[a:chess]\nqueen = q\nqueen = x\n", 3, "[a] queen is already on line 2"),
            (
                "[a:chess] b\n",
                1,
                "section '[a:chess] b', expected [name] or [name:parent]"
                " of letters, digits, - and _",
            ),
        ],
    )
    def test_line(self, written: Path, text: str, line: int, message: str) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, text)
        assert str(caught.value) == f"{written}:{line}: {message}"

    def test_what_only_the_whole_description_shows(self, written: Path) -> None:
        text = TINY.replace("promotionPieceTypes = rn", "promotionPieceTypes = r")
        text += "promotionPawnTypes = pn\npromotedPieceType = n:r\n"
        with pytest.raises(VariantError, match=r"file.ini:1: \[tiny\] .*'N' promotes in two ways"):
            load(written, text + "mandatoryPiecePromotion = true\n")

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(VariantError, match=r"variant file '.*none.ini' cannot be read"):
            ini.load(str(tmp_path / "none.ini"))

    def test_directory_binary_and_null(self, written: Path, tmp_path: Path) -> None:
        written.write_bytes(b"[a]\n\xff\xfe")
        for path in (str(tmp_path), str(written), "a\0b"):
            with pytest.raises(VariantError, match="cannot be read"):
                ini.load(path)

    def test_long_foreign_lines_are_cut_in_messages(self, written: Path) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, "x" * 1_000_000)
        assert len(str(caught.value)) < 200 + len(str(written))

    def test_any_damage_is_read_or_refused(self, written: Path) -> None:
        damage = random.Random(14)
        text = EXAMPLE.read_text(encoding="utf-8")
        for _ in range(400):
            at = damage.randrange(len(text))
            insert = damage.choice(
                ["", "*", "-", "=", "[", "]", ":", "\n", "0", "9", "x", "K", "\0"]
            )
            damaged = text[:at] + insert + text[at + damage.randint(0, 3) :]
            written.write_text(damaged, encoding="utf-8")
            try:
                ini.load(str(written))
            except VariantError:
                continue
