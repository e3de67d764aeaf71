"""What is wrong with variant files: every fault has its line and stays with its section."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amalthea.engine import variant_files, variant_loading, variants
from amalthea.engine.errors import VariantError
from helpers.paths import EXAMPLE
from helpers.variant_files import TINY, load


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


class TestFaultySections:
    def test_sound_sections_survive_a_faulty_one(self, written: Path) -> None:
        written.write_text("[two:chess]\ntwoBoards = true\n" + TINY, encoding="utf-8")
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["tiny"]
        assert [str(fault) for fault in contents.errors()] == [
            f"{written}:2: [two] twoBoards = true: that rule is missing: two boards"
        ]
        with pytest.raises(VariantError, match="twoBoards"):
            variant_files.load(str(written))

    def test_each_fault_stays_with_its_section(self, written: Path) -> None:
        text = (
            "queen = q\n[first:chess] # a comment\n[orphan:nowhere]\nqueen = -\n[twice:chess]\n"
            "nMoveRule = 5\nnMoveRule = 6\n[a b]\nqueen = x\nanything\n[stray:chess]\n?!\n"
            "[first:chess]\n[child:stray]\n[several:chess]\ntwoBoards = true\ngating = true\n"
            "x = y\n"
            "[last:chess]\n"
        )
        written.write_text(text, "utf-8")
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["first", "last"]
        faults = [str(fault).removeprefix(f"{written}:") for fault in contents.errors()]
        assert [fault[:20] for fault in faults] == [
            "1: 'queen = q' befor",
            "3: [orphan:nowhere] ",
            "7: [twice] nMoveRule",
            "8: section '[a b]', ",
            "12: [stray] '?!', ex",
            "13: [first] is alrea",
            "14: [child:stray] it",
            "16: [several] twoBoa",
            "17: [several] gating",
            "18: [several] x = y:",
        ]
        assert max(map(len, faults)) < 200

    def test_whoever_asks_gets_what_was_asked_for(self, written: Path) -> None:
        written.write_text("?\n[sound:chess]\n[odd:chess]\ntwoBoards = true\nx = y\n", "utf-8")
        assert len(variant_loading.load_variants(str(written))[1]) == 2
        assert variants.get("sound").name == "sound"
        with pytest.raises(VariantError, match=r":4: \[odd\] twoBoards = true: .* \(and 1 more\)"):
            variants.get("odd")
        assert "odd" not in variants.names()

    def test_child_of_a_faulty_parent_reports_the_parents_line(self, written: Path) -> None:
        written.write_text(
            "[a:chess]\ntwoBoards = true\n[b:a]\n[c:a]\ntwoBoards = false\n", "utf-8"
        )
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["c"]
        assert all(f"{written}:2: " in str(fault) for fault in contents.errors())


# (a line to add to TINY or to put in place of the line with its key, expected text)
SETTINGS = [
    ("goldenEggs = 3", "[tiny] goldenEggs = 3: there is no such key"),
    ("promotionRank = 4", "an old key, write promotionRegionWhite and promotionRegionBlack"),
    ("pieceDrops = true\nenclosingDrop = ataxx", "that rule is missing: drops that enclose"),
    ("stalemateValue = none", "expected win, loss or draw"),
    ("flagRegion = *3\nflagPiece = nr", "expected one piece or *"),
    (
        "flagRegion = *3\nflagMove = true\nflagPiece = k\nflagPieceSafe = true",
        "missing: safe goals of kings with a last move",
    ),
    (
        "extinctionPseudoRoyal = true\nextinctionPieceTypes = *",
        "letters of pseudo-royal types",
    ),
    ("materialCounting = janggi", "that rule is missing: points of pieces"),
    ("countingRule = thai", "expected none, makruk, cambodian or asean"),
    ("chasingRule = cxa", "expected none or axf"),
    ("checkCounting = true", "expected the checks that win before the numbers, like 3+3"),
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
    ("customPiece1 = n:jR", "unsupported modifier 'j' (jumping) at column 1"),
    ("customPiece1 = n:NifcR2", "that rule is missing: 'i' moves that capture"),
    ("customPiece100 = c:N", "there is no such key"),
    ("startFen = rnkn1/ppppp/5/PPPPP w - - 0 1", "4 ranks, expected maxRank = 5"),
    ("startFen = rnkn/ppppp/5/PPPPP/RNKN1 w - - 0 1", "rank 5 has 4 squares, expected maxFile = 5"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKX1 w - - 0 1", "no piece has the letter 'X'"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN** w - - 0 1", "rank 1 has 6 squares, expected maxFile"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 x - - 0 1", "'x', expected w or b for the side"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1 2", "expected two numbers at the end"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w Z - 0 1", "castling right 'Z', expected some of KQkq"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1[n] w - - 0 1", "in hand, but pieceDrops is not set"),
    ("promotionPieceTypes = rx", "no piece has the letter 'x'"),
    ("promotionPieceTypes = rk", "a king neither promotes nor comes from promotion"),
    ("promotionPawnTypes = pk", "a king neither promotes nor comes from promotion"),
    ("promotionPieceTypes = rp", "a piece cannot become itself"),
    ("promotionRegionWhite = *a", "'*a' is not a square, expected c3, *3 (a rank) or c* (a file)"),
    ("doubleStep = yes", "expected true or false"),
    ("enPassantRegion = a", "'a' is not a square"),
    ("nMoveRule = many", "expected a whole number"),
    ("nMoveRule = 5000", "expected 0 for none, to 4999"),
    ("nFoldRule = 1", "expected 0 for none, or at least 2"),
    ("promotedPieceType = n:r r:n", "that rule is missing: promoted forms that promote again"),
    ("promotedPieceType = n:r\npromotionLimit = r:1", "missing: limits of promoted forms"),
    ("promotedPieceType = n", "'n', expected pairs of piece letters like n:g"),
    ("promotedPieceType = n:x", "no piece has the letter 'x'"),
    ("promotedPieceType = p:r\npiecePromotionOnCapture = true", "by capturing only"),
    ("promotedPieceType = k:r", "a king neither promotes nor comes from promotion"),
]

CHESS_SETTINGS = [
    ("castlingKingsideFile = c", "castling of the king away from h1, from e1"),
    ("castlingRookPieces = x", "no piece has the letter 'x'"),
    ("castlingKingPiece = q", "missing: castling by another piece than the king"),
    ("castlingRank = 17", "expected a rank from 1 to 16"),
    ("promotionPawnTypesBlack = n", "a piece cannot become itself"),
    ("chess960 = true", "that rule is missing: Chess960 as a rule of the game"),
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
            ("[a:gess]\n", 1, "[a:gess] gess is not a game of pieces, so it cannot be a parent"),
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
        message = "promotion of pawns with another form"
        with pytest.raises(VariantError, match=rf"file.ini:1[0-9]: \[tiny\] .*{message}"):
            load(written, text + "mandatoryPiecePromotion = true\n")

    def test_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises(VariantError, match=r"variant file '.*none.ini' cannot be read"):
            variant_files.load(str(tmp_path / "none.ini"))

    def test_directory_binary_and_null(self, written: Path, tmp_path: Path) -> None:
        written.write_bytes(b"[a]\n\xff\xfe")
        for path in (str(tmp_path), str(written), "a\0b"):
            with pytest.raises(VariantError, match="cannot be read"):
                variant_files.load(path)

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
                variant_files.load(str(written))
            except VariantError:
                continue
