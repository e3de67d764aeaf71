"""Errors in variant files: every error names its line and affects only its section."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amalthea.engine import variant_files, variant_loading, variants
from amalthea.engine.errors import VariantError
from amalthea.engine.pieces.reading.values import MOST_ERRORS
from helpers.paths import EXAMPLE
from helpers.variant_files import GANYMEDE, TINY, load


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "file.ini"


class TestSections:
    def test_valid_sections_are_read_beside_an_invalid_one(self, written: Path) -> None:
        written.write_text("[two:chess]\ntwoBoards = true\n" + TINY, encoding="utf-8")
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["tiny"]
        assert [str(error) for error in contents.errors()] == [
            f"{written}:2: [two] twoBoards = true: not supported: two boards"
        ]
        with pytest.raises(VariantError, match="twoBoards"):
            variant_files.load(str(written))

    def test_errors_affect_only_their_section(self, written: Path) -> None:
        text = (
            "queen = q\n[first:chess] # a comment\n[orphan:nowhere]\nqueen = -\n[twice:chess]\n"
            "nMoveRule = 5\nnMoveRule = 6\n[a b]\nqueen = x\nanything\n[stray:chess]\n?!\n"
            "[first:chess]\n[child:stray]\n[several:chess]\ntwoBoards = true\n"
            "oppositeCastling = true\nx = y\n"
            "[last:chess]\n"
        )
        written.write_text(text, "utf-8")
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["first", "twice", "last"]
        errors = [str(error).removeprefix(f"{written}:") for error in contents.errors()]
        assert [error[:20] for error in errors] == [
            "1: 'queen = q' befor",
            "3: [orphan:nowhere] ",
            "8: section '[a b]', ",
            "12: [stray] '?!', ex",
            "13: [first] is alrea",
            "14: [child:stray] it",
            "16: [several] twoBoa",
            "17: [several] opposi",
        ]
        assert max(map(len, errors)) < 200

    def test_loading_registers_valid_variants_and_remembers_errors(self, written: Path) -> None:
        text = "?\n[sound:chess]\n[odd:chess]\ntwoBoards = true\noppositeCastling = true\n"
        written.write_text(text, "utf-8")
        assert len(variant_loading.load_variants(str(written))[1]) == 2
        assert variants.get("sound").name == "sound"
        with pytest.raises(VariantError, match=r":4: \[odd\] twoBoards = true: .* \(and 1 more\)"):
            variants.get("odd")
        assert "odd" not in variants.names()

    def test_child_of_an_invalid_parent_reports_the_parents_line(self, written: Path) -> None:
        written.write_text(
            "[a:chess]\ntwoBoards = true\n[b:a]\n[c:a]\ntwoBoards = false\n", "utf-8"
        )
        contents = variant_files.read(str(written))
        assert [variant.name for variant in contents.variants] == ["c"]
        assert all(f"{written}:2: " in str(error) for error in contents.errors())


# (a line to add to TINY or to put in place of the line with its key, expected text)
SETTINGS = [
    (
        "pieceDrops = true\nenclosingDrop = swan",
        "expected none, reversi, ataxx, snort, anyside or top",
    ),
    ("stalemateValue = none", "expected win, loss or draw"),
    ("flagRegion = *3\nflagPiece = nr", "expected one piece or *"),
    (
        "flagRegion = *3\nflagMove = true\nflagPiece = k\nflagPieceSafe = true",
        "not supported: safe goals of kings with a last move",
    ),
    (
        "extinctionPseudoRoyal = true\nextinctionPieceTypes = *",
        "letters of pseudo-royal types",
    ),
    ("countingRule = thai", "expected none, makruk, cambodian or asean"),
    ("chasingRule = cxa", "expected none or axf"),
    ("checkCounting = true", "expected the checks that win before the numbers, like 3+3"),
    ("stalemateValue = lost", "expected win, loss, draw or none"),
    ("maxFile = z", "expected a file, a to p or 1 to 16"),
    ("maxFile = 17", "expected a file, a to p or 1 to 16"),
    ("maxFile = 10000", "expected a file, a to p or 1 to 16"),
    ("maxFile = 1", "expected from 2 to 16"),
    ("maxFile = 6", "the ranks have 5 squares, expected maxFile = 6"),
    ("maxRank = 10000", "expected a rank from 1 to 16"),
    ("maxRank = five", "expected a rank from 1 to 16"),
    ("maxRank = 1", "expected from 2 to 16"),
    ("rook = rr", "expected a letter or -"),
    ("rook = r:N", "other moves belong to a customPiece, like r:N"),
    ("king = -", "without a king nothing ends the game, expected an end such as"),
    ("customPiece1 = n", "expected a letter and moves, like n:NC"),
    ("customPiece1 = n:NX", "betza 'NX': unknown letter 'X' at column 2"),
    ("customPiece1 = n:xR", "unsupported modifier 'x' (unleashing) at column 1"),
    ("customPiece1 = n:NifcR2", "not supported: 'i' moves that capture"),
    ("startFen = rnkn1/ppppp/5/PPPPP w - - 0 1", "4 ranks, expected maxRank = 5"),
    ("startFen = rnkn/ppppp/5/PPPPP/RNKN1 w - - 0 1", "rank 5 has 4 squares, expected maxFile = 5"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKX1 w - - 0 1", "no piece has the letter 'X'"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN** w - - 0 1", "rank 1 has 6 squares, expected maxFile"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 x - - 0 1", "'x', expected w or b for the side"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w - - 0 1 2", "expected two numbers at the end"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1 w Z - 0 1", "castling right 'Z', expected some of KQkq"),
    ("startFen = rnkn1/ppppp/5/PPPPP/RNKN1[n] w - - 0 1", "in hand, but pieceDrops is not set"),
    (
        "startFen = rnkn1/ppppp/5/PPPPP/RNKN1[K] w - - 0 1\npieceDrops = true",
        "no piece 'K' is dropped",
    ),
    (
        "pieceDrops = true\ndropPromoted = true\ndropLoop = true",
        "promoted drops together with dropLoop",
    ),
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
    ("promotedPieceType = n:r r:n", "not supported: promoted forms that promote again"),
    ("promotedPieceType = n", "'n', expected pairs of piece letters like n:g"),
    ("promotedPieceType = n:x", "no piece has the letter 'x'"),
    ("promotedPieceType = p:r\npiecePromotionOnCapture = true", "by capturing only"),
    ("promotedPieceType = k:r", "a king neither promotes nor comes from promotion"),
]

CHESS_SETTINGS = [
    (
        "castlingKingsideFile = c",
        "castling of the king away from h1, from e1; expected f or h, or no K among the rights",
    ),
    ("castlingRookPieces = x", "no piece has the letter 'x'"),
    ("castlingKingPiece = q", "not supported: castling by another piece than the king"),
    ("castlingRank = 17", "expected a rank from 1 to 16"),
    ("promotionPawnTypesBlack = n", "a piece cannot become itself"),
    ("commoner = k", "[child] commoner = k: without a king nothing ends the game"),
]

# (lines of a child of chess, those without an error: they are right or depend on a wrong one)
SEVERAL = [
    (["startFen = 8/8 w - -", "nMoveRule = 5000", "nFoldRule = 1"], ()),
    (["maxRank = 99", "startFen = 8/8 w - -", "doubleStep = yes", "stalemateValue = none"], (1,)),
    (["maxFile = 1", "startFen = 8/8 w - -", "nFoldRule = 1"], (1,)),
    (["customPiece1 = a:NX", "customPiece2 = c:NQ?", "customPiece3 = d:NifcR2"], ()),
    (["customPiece1 = a:NX", "promotionPieceTypes = ax", "promotedPieceType = n:a"], (2,)),
    (["customPiece1 = a", "promotionPieceTypes = a", "nFoldRule = 1"], (1,)),
    (["customPiece1 = a+", "promotionPieceTypes = a", "nFoldRule = 1"], (1,)),
    (["pawn = pp", "promotionPawnTypes = pk", "enPassantTypes = p"], (2,)),
    (["customPiece1 = true", "promotionPieceTypes = a", "flagPiece = a", "nFoldRule = 1"], (1, 2)),
    (["promotionPieceTypes = a", "flagPiece = a", "nFoldRule = 1"], ()),
    (["extinctionPseudoRoyal = true", "extinctionPieceTypes = x"], (0,)),
    (["nMoveRule = 5000", "promotions = p@3:k"], ()),
    (["stalemateValue = none", "rankMoves = p@13:fmR2"], ()),
    (["maxRank = 99", "promotionRank = 12", "nFoldRule = 1"], (1,)),
    (["rights = a1:r e1:k", "castling1 = g1", "castling2 = x"], (0,)),
]


# (a line of a child of chess, the texts of its errors)
IN_ONE_VALUE = [
    (
        "startFen = rnbqkbnr/ppppzppp/9/8/8/7/PPPPPPPy/RNBQKBNR[Q] x - - many",
        [
            "'x', expected w or b for the side",
            "'many', expected two numbers at the end",
            "pieces in hand, but pieceDrops is not set",
            "rank 6 has 9 squares, expected maxFile = 8",
            "rank 3 has 7 squares, expected maxFile = 8",
            "no piece has the letter 'z'",
            "no piece has the letter 'y'",
        ],
    ),
    (
        "startFen = rnbqkbnr/pppppzzp/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
        ["7 ranks, expected maxRank = 8", "no piece has the letter 'z'"],
    ),
    (
        "startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KXZq - 0 1",
        [
            "castling right 'X', expected some of KQkq or files of rooks",
            "castling right 'Z', expected some of KQkq or files of rooks",
        ],
    ),
    (
        "promotions = p8:q p@8:q x@7:z n@5:yq p@9-a10:q",
        [
            "'p8:q', expected p@10:+p, a piece, its rank and what it becomes",
            "no piece has the letter 'x'",
            "no piece has the letter 'z'",
            "no piece has the letter 'y'",
            "'p@9-a10:q', expected p@10:+p, a piece, its rank and what it becomes",
        ],
    ),
    (
        "settings = n x:lz n:?",
        [
            "'n', expected a piece and its value as one word, like s:lz",
            "no piece has the letter 'x'",
        ],
    ),
]


class TestErrors:
    @pytest.mark.parametrize(("setting", "message"), SETTINGS)
    def test_an_error_in_a_setting_is_reported_with_its_place(
        self, written: Path, setting: str, message: str
    ) -> None:
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
    def test_an_error_in_a_child_of_chess_is_reported_with_its_line(
        self, written: Path, setting: str, message: str
    ) -> None:
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
                "[a:b] no earlier section and no shipped game has the name b",
            ),
            ("[a:a]\n", 1, "[a:a] no earlier section and no shipped game has the name a"),
            ("[a:gess]\n", 1, "[a:gess] gess is not a game of pieces, so it cannot be a parent"),
            (
                "[a b]\n",
                1,
                "section '[a b]', expected [name] or [name:parent] of letters, digits, - and _",
            ),
            ("\n[a:chess]\nqueen\n", 3, "[a] 'queen', expected key = value"),
            ("[a:chess]\n= q\n", 2, "[a] '= q', expected key = value"),
            (
                "[a:chess] b\n",
                1,
                "section '[a:chess] b', expected [name] or [name:parent]"
                " of letters, digits, - and _",
            ),
        ],
    )
    def test_an_error_in_a_line_is_reported_with_its_number(
        self, written: Path, text: str, line: int, message: str
    ) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, text)
        assert str(caught.value) == f"{written}:{line}: {message}"

    @pytest.mark.parametrize(("lines", "without"), SEVERAL)
    def test_every_wrong_key_is_reported_once(
        self, written: Path, lines: list[str], without: tuple[int, ...]
    ) -> None:
        written.write_text("\n".join(["[child:chess]", *lines]), "utf-8")
        errors = [str(error) for error in variant_files.read(str(written)).errors()]
        keys = [line.partition(" ")[0] for line in lines]
        assert [error.partition("] ")[0].removeprefix(f"{written}:") for error in errors] == [
            f"{at + 2}: [child" for at in range(len(keys)) if at not in without
        ]
        expected = [key for at, key in enumerate(keys) if at not in without]
        assert [error.partition("] ")[2].partition(" ")[0] for error in errors] == expected

    @pytest.mark.parametrize(("line", "expected"), IN_ONE_VALUE)
    def test_every_wrong_part_of_a_value_is_reported_once(
        self, written: Path, line: str, expected: list[str]
    ) -> None:
        written.write_text(f"[child:chess]\n{line}\n", "utf-8")
        errors = [str(error) for error in variant_files.read(str(written)).errors()]
        assert all(error.startswith(f"{written}:2: [child] ") for error in errors)
        assert {error.partition(": ")[2].partition(": ")[2] for error in errors} == set(expected)
        assert len(errors) == len(expected)

    def test_a_value_has_few_of_its_very_many_errors(self, written: Path) -> None:
        letters = "".join(map(chr, range(0x400, 0x780)))
        written.write_text(f"[child:chess]\nstartFen = {letters} w - - 0 1\n", "utf-8")
        errors = list(variant_files.read(str(written)).errors())
        assert 1 < len(errors) <= 2 * MOST_ERRORS

    def test_letters_are_not_judged_beside_a_line_that_may_be_a_piece(self, written: Path) -> None:
        written.write_text("[child:chess]\ncustomPiec: = a:K\npromotionPieceTypes = a\n", "utf-8")
        (error,) = variant_files.read(str(written)).errors()
        assert str(error).endswith("'customPiec: = a:K', expected key = value")

    def test_wrong_names_of_sections_are_not_taken_for_the_same(self, written: Path) -> None:
        written.write_text("[\n[]\n[q:]\n", "utf-8")
        errors = [str(error) for error in variant_files.read(str(written)).errors()]
        assert len(errors) == 3
        assert all("expected [name]" in error for error in errors)

    def test_keys_that_contradict_each_other_are_an_error(self, written: Path) -> None:
        text = TINY.replace("promotionPieceTypes = rn", "promotionPieceTypes = r")
        text += "promotionPawnTypes = pn\npromotedPieceType = n:r\n"
        message = "promotion of pawns with another form"
        with pytest.raises(VariantError, match=rf"file.ini:1[0-9]: \[tiny\] .*{message}"):
            load(written, text + "mandatoryPiecePromotion = true\n")

    def test_missing_file_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(VariantError, match=r"variant file '.*none.ini' cannot be read"):
            variant_files.load(str(tmp_path / "none.ini"))

    def test_unreadable_paths_are_errors(self, written: Path, tmp_path: Path) -> None:
        written.write_bytes(b"[a]\n\xff\xfe")
        for path in (str(tmp_path), str(written), "a\0b"):
            with pytest.raises(VariantError, match="cannot be read"):
                variant_files.load(path)

    def test_messages_quote_long_lines_in_part(self, written: Path) -> None:
        with pytest.raises(VariantError) as caught:
            load(written, "x" * 1_000_000)
        assert len(str(caught.value)) < 200 + len(str(written))

    def test_damaged_files_raise_only_variant_errors(self, written: Path) -> None:
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


# (a line to add to Ganymede Chess or to put in place of the line with its key, expected text)
GANYMEDE_SETTINGS = [
    ("rankMoves = p3:fmR2", "'p3:fmR2', expected p@2:fmR4, a piece, its rank and its moves there"),
    ("rankMoves = x@3:fmR2", "no piece has the letter 'x'"),
    ("rankMoves = p@13:fmR2", "moves from rank 13, which the board lacks"),
    ("rankMoves = p@3:fmX", "unknown letter 'X'"),
    ("settings = s", "'s', expected a piece and its value as one word, like s:lz"),
    ("settings = s:l?", "'l?', expected letters of pieces"),
    ("settings = s:s", "'S' turns into itself"),
    ("settings = k:s", "a royal piece may not turn or stand on two squares"),
    ("twoSquares = w:long v:tall", "'long', expected wide or tall, like w:wide v:tall"),
    ("pivots = q:r", "only pieces on two squares pivot, into another such piece"),
    ("promotions = p10:+p", "'p10:+p', expected p@10:+p, a piece, its rank and what it becomes"),
    ("promotions = p@10:k", "may not promote to"),
    ("promotions = p@9-a10:q", "'p@9-a10:q', expected p@10:+p"),
    ("promotions = n@99-12:q", "promotes from a missing rank, 99"),
    ("promotions = n@a99:q", "no square, rank or file 'a99'"),
    ("castlingNames = short long", "expected 4 names"),
    ("pieceOrder = pnx", "no piece has the letter 'x'"),
    ("pieceNotation = i:nn", "'nn', expected capital letters like NN or +NN"),
    ("pieceNotation = i:NN g:NN", "'NN' stands for two pieces"),
    ("pieceNotation = i:G", "'G' stands for two pieces"),
    ("rights = a1", "'a1', expected a1:r, a square and the piece on it"),
    ("castling1 = g1-k1 l1 needs l1", "'l1', expected g1-k1 l1-j1 needs l1 empty h1 i1"),
    ("castling1 = needs l1", "'needs l1', expected the king's move first, like g1-k1"),
    ("castling2 = g1-k1 l1-j1 k1-g1 needs l1 beside k1", "expected beside k1:g"),
    ("castling4 = g1-b1 a1-c1 needs b1", "b1 carries no right"),
    ("blockedSquares = many", "expected a whole number"),
    ("placement = pp\nplacementApart = p", "'w', expected - for the side"),
    ("gameLength = 96", "expected two numbers of moves, like 70 22"),
    ("gameLength = 96 38 1.5", "and perhaps a part, like 0.6"),
    ("enPassantSteps = -1", "expected a whole number"),
]


@pytest.mark.parametrize(("setting", "message"), GANYMEDE_SETTINGS)
def test_invalid_values_are_named(tmp_path: Path, setting: str, message: str) -> None:
    key = setting.partition(" ")[0]
    lines = [line for line in GANYMEDE.splitlines() if not line.startswith(f"{key} =")]
    path = tmp_path / "wrong.ini"
    path.write_text("\n".join([*lines, setting]), encoding="utf-8")
    with pytest.raises(VariantError) as caught:
        variant_files.load(str(path))
    text = str(caught.value).removeprefix(str(path))
    assert message in text
    assert len(text) < 200


@pytest.mark.parametrize(
    ("setting", "wrong"),
    [
        (
            "promotionRegionWhite = *8 z* zz *99",
            ["'z*', expected", "'zz' is not", "'*99', expected"],
        ),
        ("promotionPieceTypes = qyzyx", ["letter 'y'", "letter 'z'", "letter 'x'"]),
        ("castlingRookPieces = rxy", ["letter 'x'", "letter 'y'"]),
        (
            "promotedPieceType = n:x q y:z b:r",
            ["letter 'x'", "'q', expected pairs", "letter 'y'", "letter 'z'"],
        ),
        ("promotionLimit = q:one x:2 r:1", ["'q:one', expected", "letter 'x'"]),
        (f"doubleStepRegionWhite ={''.join(f' {n}' for n in range(30))}", ["is not a square"] * 20),
    ],
)
def test_all_wrong_parts_of_a_value_are_named(
    tmp_path: Path, setting: str, wrong: list[str]
) -> None:
    path = tmp_path / "bad.ini"
    path.write_text(f"[bad:chess]\n{setting}\n")
    _, errors, _ = variant_loading.check_variants(str(path))
    lines = [str(error) for error in errors["bad"]]
    assert len(lines) == len(wrong)
    for line, part in zip(lines, wrong, strict=True):
        assert line.startswith(f"{path}:2: [bad] {setting[:30]}")
        assert part in line
