"""Warnings of `check` about what the author of a section may not have meant."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from amalthea.engine import variant_files, variant_loading
from amalthea.engine.games import FILES

TRIES = 20
NO_GENERALS = "4k4/9/ppppppppp/9/9/9/PPPPPPPPP/9/4K4[] w - - 0 1"
PIECES = "pawn = p\nknight = n\nbishop = b\nrook = r\nqueen = q\nking = k\n"


def warnings_of(folder: Path, text: str) -> list[str]:
    """Return the warnings of a file about its author's settings, without the file's name."""
    path = folder / "file.ini"
    path.write_text(text, encoding="utf-8")
    _, errors, warnings = variant_loading.check_variants(str(path))
    assert not errors
    texts = (warning.removeprefix(f"{path}:").strip() for warning in warnings)
    return [warning for warning in texts if "Fairy-Stockfish" not in warning]


def board(ranks: int, files: int = 8) -> str:
    """Return the lines of a game on a board of any height."""
    empty = f"/{files}" * (ranks - 4)
    home, pawns = "k" + "r" * (files - 1), "p" * files
    fen = f"{home}/{pawns}{empty}/{pawns.upper()}/{home.upper()} w - - 0 1"
    return f"[tall]\n{PIECES}maxRank = {ranks}\nmaxFile = {files}\nstartFen = {fen}\n"


@pytest.mark.parametrize("ranks", [5, 6, 7, 9, 10, 11, 12, 13, 14, 15, 16])
def test_regions_of_eight_ranks_on_another_board_are_warned_of(tmp_path: Path, ranks: int) -> None:
    found = warnings_of(tmp_path, board(ranks))
    where = f"on rank 8 of {ranks}" if ranks > 8 else f"nowhere on {ranks} ranks"
    assert found == [
        f"1: [tall] promotionRegionWhite (not set): White's pawns promote {where},"
        f" did you mean *{ranks}?",
        f"1: [tall] doubleStepRegionBlack (not set): Black's double step is from rank 7 of {ranks},"
        f" did you mean *{ranks - 1}?",
    ]
    regions = f"promotionRegionWhite = *{ranks}\ndoubleStepRegionBlack = *{ranks - 1}\n"
    assert not warnings_of(tmp_path, board(ranks) + regions)
    assert not warnings_of(tmp_path, board(ranks) + "promotionPieceTypes = -\ndoubleStep = false\n")


def test_regions_of_eight_ranks_are_right_on_eight_ranks(tmp_path: Path) -> None:
    assert not warnings_of(tmp_path, board(8))
    assert not warnings_of(tmp_path, board(8, 10))


@pytest.mark.parametrize("parent", ["atomic", "duck", "antichess"])
def test_forbidden_checks_without_a_king_are_warned_of(tmp_path: Path, parent: str) -> None:
    found = warnings_of(tmp_path, f"[calm:{parent}]\nchecking = false\n")
    assert found == ["2: [calm] checking = false: has no effect without a king"]
    assert not warnings_of(tmp_path, "[calm:chess]\nchecking = false\n")


@pytest.mark.parametrize("seed", range(TRIES))
def test_squares_off_the_board_are_warned_of(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    ranks, files = rng.randint(6, 12), rng.randint(6, 12)
    outside = rng.choice((f"*{rng.randint(ranks + 1, 16)}", f"{chr(97 + files)}*", f"a{ranks + 1}"))
    key = rng.choice(("promotionRegionBlack", "flagRegionWhite", "enPassantRegion"))
    regions = f"promotionRegionWhite = *{ranks}\ndoubleStepRegionBlack = *{ranks - 1}\n"
    value = " ".join(rng.sample(["*1", "b2", "c*", outside], 4))
    text = f"{board(ranks, files)}{regions}{key} = {value}\n"
    line = text.count("\n")
    assert warnings_of(tmp_path, text) == [
        f"{line}: [tall] {key} = {value}: {outside} is off the board of {files}x{ranks}"
    ]


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ("customPiece1 = n:WAD\nknight = n", "takes the letter n of knight, which is removed"),
        ("chancellor = q\nqueen = q", "takes the letter q of queen, which is removed"),
        (
            "customPiece1 = n:WAD",
            "takes the letter n of the inherited knight, which is removed; with knight = - this is"
            " no warning",
        ),
        (
            "capturesToHand = true",
            "capturesToHand = true: has no effect without pieceDrops or gating or waitingPieces",
        ),
        (
            "extinctionPieceTypes = q",
            "has no effect without extinctionValue or extinctionPseudoRoyal",
        ),
        (
            "customPiece1 = u:N",
            "customPiece1 = u:N: is neither in startFen nor what a piece becomes",
        ),
        ("flagPiece = k", "flagPiece = k: has no effect without flagRegion"),
        ("castling = false\ncastlingKingsideFile = f", "has no effect without castling"),
        ("gating = true", "has no effect without seirawanGating or cambodianMoves"),
        ("doubleStepRank = 3\ndoubleStep = false", "has no effect without doubleStep"),
        (
            "pieceValueMg = p:150",
            "not read: pieces are worth what their moves suggest, or what EvalFile says",
        ),
        (
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1",
            "rights K have no rook or no king, left out",
        ),
        (
            "startFen = rnbq1bnr/pppppppp/8/4k3/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "rights kq have no rook or no king, left out",
        ),
        (
            "commoner = c\nextinctionPieceTypes = c\nextinctionValue = loss\n"
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQCBNR w kq - 0 1",
            "White begins without a king",
        ),
        (
            "rights = a1:r\nstartFen = nrbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w A - 0 1",
            "Black has no R on a8 in startFen",
        ),
        (
            "rights = a1:r h1:r\ncastling1 = e1-g1 h1-f1 needs h1\n"
            "castling2 = e1-c1 a1-d1 needs a1\n"
            "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            ": rights 'KQkq': 'K' read as 'H'",
        ),
        (
            "maxFile = 10\npromotionPieceTypes = q\ncustomPiece1 = a:BN\n"
            "startFen = rnabqkbanr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBANR w KQkq - 0 1",
            "castlingKingsideFile (not set): the king castles one step only, f1g1, did you mean i?",
        ),
        (
            "promotions = p@6-8:q",
            "p@6-8:q is for moves from rank 6 to rank 8 only, did you mean p@6:q p@7:q p@8:q?",
        ),
    ],
)
def test_what_an_author_may_not_have_meant_is_warned_of(
    tmp_path: Path, lines: str, expected: str
) -> None:
    assert any(each.endswith(expected) for each in warnings_of(tmp_path, f"[a:chess]\n{lines}\n"))


@pytest.mark.parametrize(
    "lines",
    [
        "knight = -\ncustomPiece1 = n:WAD",
        "chancellor = q",
        "customPiece1 = c:RN\npromotionPieceTypes = c",
        "customPiece1 = c:RN\npromotedPieceType = n:c",
        "customPiece1 = c:RN\nsettings = r:c c:r",
        "customPiece1 = k:K\nking = -\nextinctionPieceTypes = k\nextinctionValue = loss",
        "doubleStepRegionWhite = -\ndoubleStep = false",
        "pieceDrops = true\ncapturesToHand = true",
        "capturesToHand = false\nflagPiece = *",
        "nFoldRule = 0\nnFoldValue = draw",
        "promotions = p@7-8:q",
        "castling = false",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1",
        "startFen = rnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR w KQkq - 0 1",
    ],
)
def test_what_is_usual_has_no_warning(tmp_path: Path, lines: str) -> None:
    assert not warnings_of(tmp_path, f"[a:chess]\n{lines}\n")


def test_shipped_games_need_no_advice() -> None:
    others = []
    for path in sorted(FILES.glob("*.ini")):
        for warnings in variant_files.read(str(path)).warnings.values():
            others += [warning for warning in warnings if "Fairy-Stockfish" not in warning]
    assert [warning.rpartition(": ")[2] for warning in others] == ["White begins without a king"]


# Errors.


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ("castling1 = e1-c1 a1-d1 needs a1", "castling1 = e1-c1 a1-d1 needs a1: needs rights"),
        (
            "rights = a1:r\ncastling1 = e1-c1 a1-d1 needs a1 empty a1 b1",
            "a1 cannot be empty, a piece castles from there",
        ),
    ],
)
def test_castlings_that_cannot_be_meant_are_errors(tmp_path: Path, lines: str, error: str) -> None:
    path = tmp_path / "file.ini"
    path.write_text(f"[a:chess]\n{lines}\n", encoding="utf-8")
    _, errors, _ = variant_loading.check_variants(str(path))
    (found,) = errors["a"]
    assert error in str(found)
    assert str(found).startswith(f"{path}:{1 + lines.count(chr(10)) + 1}: [a] castling1 = ")


def lines_with_errors(folder: Path, lines: list[str]) -> list[int]:
    """Return the numbers of the lines with errors of a section, counted from 1 below its head."""
    path = folder / "file.ini"
    path.write_text("\n".join(["[a:chess]", *lines, ""]), encoding="utf-8")
    _, errors, _ = variant_loading.check_variants(str(path))
    places = (str(error).removeprefix(f"{path}:").partition(":")[0] for error in errors["a"])
    return [int(place) - 1 for place in places]


def test_all_errors_of_a_section_are_reported_at_once(tmp_path: Path) -> None:
    """The errors are of missing rules, of single rules, and of the game as a whole."""
    lines = [
        "oppositeCastling = true",
        "twoBoards = true",
        "castlingKingPiece = q",
        "nFoldRule = 1",
    ]
    assert lines_with_errors(tmp_path, lines) == [1, 2, 3, 4]
    assert lines_with_errors(tmp_path, ["promotions = p@99:q", "rights = a9:r"]) == [1, 2]


WRONG = (
    "oppositeCastling = true",
    "twoBoards = true",
    "nMoveRule = many",
    "mustCapture = perhaps",
    "promotionRegionWhite = *77",
    "stalemateValue = win or loss",
    "flagRegionBlack = z9",
    "dropNoDoubled = x",
    "rights = a9:r",
    "promotions = p@99:q",
)


@pytest.mark.parametrize("seed", range(TRIES))
def test_no_error_hides_another_one(tmp_path: Path, seed: int) -> None:
    """Each is reported with its own line, in order, whatever other lines there are."""
    rng = random.Random(seed)
    right = ["nFoldRule = 4", "commoner = m", "doubleStep = false", "castling = true"]
    wrong = rng.sample(WRONG, rng.randint(2, len(WRONG)))
    lines = rng.sample([*wrong, *right], len(wrong) + len(right))
    expected = [number for number, line in enumerate(lines, 1) if line in wrong]
    assert lines_with_errors(tmp_path, lines) == expected


@pytest.mark.parametrize(
    ("lines", "line"),
    [
        (["rights = a1:r h1:r", "castling1 = e1-c1 a1-d1 needs b1"], 2),
        (
            [
                "rights = h1:r",
                "castling1 = e1-g1 h1-f1 needs h1",
                "castling2 = e1-c1 needs a1",
            ],
            3,
        ),
        (["rights = a9:r h1:r", "castling1 = e1-g1 h1-f1 needs h1"], 1),
        (["nFoldRule = 3", "rankMoves = p@2:fmR4x"], 2),
        (["nFoldRule = 3", "king = k:gQ"], 2),
        (["nFoldRule = 3", "startFen = 4k2R/8/8/8/8/8/8/4K3 w - - 0 1"], 2),
    ],
)
def test_an_error_has_the_line_of_the_key_that_it_names(
    tmp_path: Path, lines: list[str], line: int
) -> None:
    assert line in lines_with_errors(tmp_path, lines)


def test_a_warning_of_the_first_position_has_its_line(tmp_path: Path) -> None:
    lines = [
        "rights = a1:r h1:r",
        "castling1 = e1-g1 h1-f1 needs h1",
        "castling2 = e1-c1 a1-d1 needs a1",
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1",
    ]
    warnings = warnings_of(tmp_path, "\n".join(["[a:chess]", *lines, ""]))
    assert warnings
    assert all(each.startswith("5: [a] startFen = rnbqkbnr/") for each in warnings)


@pytest.mark.parametrize("other", ["", "q", "qr"])
def test_a_king_needs_no_rule_to_be_royal(tmp_path: Path, other: str) -> None:
    lines = "extinctionPseudoRoyal = true\nextinctionValue = loss\nextinctionPieceTypes = "
    found = warnings_of(tmp_path, f"[queens:chess]\n{lines}k{other}\n")
    assert found == [
        f"4: [queens] extinctionPieceTypes = k{other}: the king is left out, as it is royal in any"
        " case"
    ]
    if other:
        assert not warnings_of(tmp_path, f"[queens:chess]\n{lines}{other}\n")


def test_promoted_forms_whose_piece_is_replaced_are_told(tmp_path: Path) -> None:
    for line in ("customPiece2 = g:WfFbR", "commoner = g", "gold = -\ncommoner = g"):
        found = warnings_of(tmp_path, f"[other:shogi]\n{line}\n")
        lost = [each.split(": ")[-1] for each in found if "no longer promotes" in each]
        assert sorted(lost) == [
            f"{piece} no longer promotes, as its form gold is removed"
            for piece in ("lance", "shogiKnight", "shogiPawn", "silver")
        ]
    assert not warnings_of(tmp_path, f"[other:shogi]\ncommoner = s\nstartFen = {NO_GENERALS}\n")
