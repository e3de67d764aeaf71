"""ArmyVariant files: what they may say, what becomes of it, and each refusal with its line."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from engine import new_position, variants
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
        assert [str(fault) for fault in contents.faults] == [
            f"{written}:2: [drops] pieceDrops = true: that rule is not supported, expected false"
        ]
        with pytest.raises(VariantError, match="pieceDrops"):
            ini.load(str(written))

    def test_child_of_a_faulty_parent_reports_the_parents_line(self, written: Path) -> None:
        written.write_text("[a:chess]\npass = true\n[b:a]\n[c:a]\npass = false\n", "utf-8")
        contents = ini.read(str(written))
        assert [variant.name for variant in contents.variants] == ["c"]
        assert all(f"{written}:2: " in str(fault) for fault in contents.faults)


# (a line to add to TINY or to put in place of the line with its key, expected text)
SETTINGS = [
    ("goldenEggs = 3", "[tiny] goldenEggs = 3: key not supported, those are customPiece1"),
    ("pieceDrops = true", "that rule is not supported, expected false"),
    ("stalemateValue = loss", "that rule is not supported, expected draw"),
    ("castlingRank = 2", "that rule is not supported, expected 1"),
    ("maxFile = z", "expected a file, a to t or its number"),
    ("maxFile = 17", "expected at most 16 files"),
    ("maxFile = 6", "startFen"),
    ("maxRank = 10000", "expected a number from 2 to 16"),
    ("maxRank = five", "expected a number from 2 to 16"),
    ("rook = rr", "expected a letter or -"),
    ("rook = r:N", "expected a letter or -"),
    ("rook = n", "customPiece1 = n:NA: 'n' is already the rook"),
    ("king = -", "expected a king"),
    ("customPiece1 = n", "expected letter:betza, like n:NC"),
    ("customPiece1 = n:NX", "betza 'NX': unknown letter 'X' at column 2"),
    ("customPiece1 = n:pR", "unsupported modifier 'p' (hopper) at column 1"),
    ("customPiece1 = n:NifmR2", "'i' moves need doubleStep = true and doubleStepRegions"),
    ("customPiece1 = n:NifcR2", "'i' moves never capture"),
    ("customPiece100 = c:N", "key not supported"),
    ("startFen = rnkn1/ppppp/5/PPPPP w - - 0 1", "4 ranks, expected maxRank = 5"),
    ("startFen = rnkn/ppppp/5/PPPPP/RNKN1 w - - 0 1", "rank 5 has 4 squares, expected maxFile = 5"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKX1 w - - 0 1", "no piece has the letter 'X'"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN** w - - 0 1", "rank 1 has 6 squares, expected maxFile"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w KQkq - 0 1", "no castling rook on rank 1"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w ABab - 0 1", "castling rights 'ABab', expected KQkq"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w QKqk - 0 1", "castling rights 'QKqk', expected KQkq"),
    ("promotionPieceTypes = rx", "no piece has the letter 'X'"),
    ("promotionPieceTypes = rk", "kings neither promote nor come from promotion"),
    ("promotionPawnTypes = pk", "kings neither promote nor come from promotion"),
    ("promotionPieceTypes = rp", "a piece cannot become itself"),
    ("promotionRegionWhite = *4 *5", "promotionRegionWhite = *4 *5: expected one rank"),
    ("promotionRegionWhite = e5", "'e5' is no whole rank"),
    ("promotionRegionBlack = *2", "promotionRegionBlack = *2: expected White's mirrored, *1"),
    ("promotionRegionBlack = -", "expected White's mirrored, *1"),
    ("doubleStep = yes", "expected true or false"),
    ("doubleStep = true", "doubleStepRegionBlack (not set): expected White's mirrored, *4"),
    ("enPassantRegion = a3", "'a3' is no whole rank"),
    ("pawnTypes = pn", "expected one kind of pawn"),
    ("pawnTypes = n", "expected p, the letter of pawn"),
    ("nMoveRuleTypes = n", "expected p, only pawns reset the count"),
    ("nMoveRule = 0", "expected a number from 1 to 1000"),
    ("nFoldRule = 1", "expected a number from 2 to 9"),
    ("promotedPieceType = n:r", "needs mandatoryPiecePromotion = true"),
    ("promotedPieceType = n", "'n', expected pairs of piece letters like n:g"),
    ("promotedPieceType = n:x", "'n:x', expected pairs of piece letters like n:g"),
    ("promotedPieceType = p:r", "'p' cannot be promoted this way"),
]

CHESS_SETTINGS = [
    ("castling = false", "castling rights 'KQkq' but castling = false"),
    ("castlingKingFile = d", "K should stand on d1 to castle"),
    ("castlingKingsideFile = c", "expected between the king's e and the rook's h"),
    ("castlingKingsideFile = f", "the king's move must differ from a step"),
    ("castlingRookKingsideFile = g", "the outermost castling rook stands on file h"),
    ("castlingRookPieces = x", "no piece has the letter 'X'"),
    ("castlingKingPiece = q", "expected the king"),
    ("enPassantRegion = *3", "expected *3 *6 together, or -"),
    ("enPassantTypes = n", "only ordinary pawns capture en passant, expected -"),
    ("doubleStepRegionWhite = *3", "expected White's mirrored, *6"),
    ("chess960 = true", "that rule is not supported, expected false"),
    ("commoner = n", "'n' is already the knight"),
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
            ("maxFile = 8\n", 1, "'maxFile = 8' before any section, expected [name]"),
            ("[a:chess]\n[a:chess]\n", 2, "[a] is already on line 1"),
            ("[chess]\n", 1, "[chess] is a built-in variant, expected another name"),
            ("[a:b]\n[b:chess]\n", 1, "[a:b] expected an earlier section or chess as parent"),
            ("[a:gast]\n", 1, "[a:gast] expected an earlier section or chess as parent"),
            ("[a b]\n", 1, "section '[a b]', expected [name] or [name:parent]"),
            ("[a\n", 1, "section '[a', expected [name] or [name:parent]"),
            ("\n[a:chess]\nqueen\n", 3, "[a] 'queen', expected key = value"),
            ("[a:chess]\nqueen =\n", 2, "[a] 'queen =', expected key = value"),
            ("[a:chess]\n= q\n", 2, "[a] '= q', expected key = value"),
            ("[a:chess]\nqueen = q\nqueen = x\n", 3, "[a] queen is already on line 2"),
        ],
    )
    def test_line(self, written: Path, text: str, line: int, message: str) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, text)
        assert str(caught.value) == f"{written}:{line}: {message}"

    def test_what_only_the_whole_description_shows(self, written: Path) -> None:
        text = TINY.replace("= *5", "= *9").replace("RegionBlack = *1", "RegionBlack = *-3")
        with pytest.raises(VariantError, match="no whole rank"):
            load(written, text)
        text = TINY.replace("n:NA", "n:" + "N" * 5).replace("king = k", "king = k:KifmR2")
        with pytest.raises(VariantError, match="'i' moves need"):
            load(written, text)

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
