"""Files for Fairy-Stockfish as people have them: read as what they mean, corrections reported."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from amalthea import new_position
from amalthea.engine import variant_files
from amalthea.engine.games import FILES
from amalthea.engine.pieces.description.variant import PiecesVariant

TRIES = 24
PLAIN = [
    "maxRank = 9",
    "maxFile = 9",
    "pieceDrops = true",
    "capturesToHand = true",
    "doubleStep = false",
    "nMoveRule = 30",
    "stalemateValue = loss",
    "promotionPieceTypes = qn",
    "customPiece1 = a:BN",
    "startFen = rnbqkabnr/ppppppppp/9/9/9/9/9/PPPPPPPPP/RNBQKABNR w - - 0 1",
    "promotionRegionWhite = *8 *9",
    "promotionRegionBlack = *1 *2",
]


def read(folder: Path, *lines: str, parent: str = "chess") -> tuple[PiecesVariant, tuple[str, ...]]:
    """Return the one game of a file with these lines, and the corrections made in reading."""
    path = folder / "file.ini"
    path.write_text("\n".join([f"[game:{parent}]", *lines, ""]), encoding="utf-8", newline="")
    contents = variant_files.read(str(path))
    (game,) = contents.checked()
    corrections = tuple(each.removeprefix(f"{path}:") for each in contents.corrections)
    return game, corrections


# Old keys: each with the keys of today that it stands for on nine ranks.

RANKED = [
    ("promotionRank = 7", "promotionRegionWhite = *7 *8 *9", "promotionRegionBlack = *3 *2 *1"),
    ("promotionRank = 9", "promotionRegionWhite = *9", "promotionRegionBlack = *1"),
    ("doubleStepRank = 3", "doubleStepRegionWhite = *2 *3", "doubleStepRegionBlack = *8 *7"),
    ("doubleStepRank = 2", "doubleStepRegionWhite = *2", "doubleStepRegionBlack = *8"),
    ("doubleStepRank = 1", "doubleStepRegionWhite = -", "doubleStepRegionBlack = -"),
    ("doubleStepRankMin = 1", "doubleStepRegionWhite = *1 *2", "doubleStepRegionBlack = *9 *8"),
    ("doubleStepRankMin = 3", "doubleStepRegionWhite = -", "doubleStepRegionBlack = -"),
]
RENAMED = [
    ("whiteFlag = *9\nblackFlag = *1", "flagRegionWhite = *9", "flagRegionBlack = *1"),
    ("whiteFlag = e9", "flagRegionWhite = e9", ""),
    ("castlingRookPiece = a", "castlingRookPieces = a", ""),
    ("pieceDrops = true\nwhiteDropRegion = *1", "pieceDrops = true", "dropRegionWhite = *1"),
    ("pieceDrops = true\nblackDropRegion = *9", "pieceDrops = true", "dropRegionBlack = *9"),
    ("pieceDrops = true\nfirstRankDrops = true", "pieceDrops = true", "firstRankPawnDrops = true"),
    ("kingPass = true", "pass = true", ""),
    ("xiangqiGeneral = true", "flyingGeneral = true", ""),
    ("pieceDrops = true\ndropOnTop = true", "pieceDrops = true", "enclosingDrop = top"),
    ("arrowGating = false", "wallingRule = none", ""),
    ("petrifyOnCapture = -", "petrifyOnCaptureTypes = -", ""),
    ("petrifyOnCapture = false", "petrifyOnCaptureTypes = -", ""),
]
BOARD = "startFen = r2akanr1/ppppppppp/9/9/9/9/9/PPPPPPPPP/R2AKANR1 w - - 0 1"
ON_NINE = ("maxRank = 9", "maxFile = 9", "customPiece1 = a:BN", BOARD)


@pytest.mark.parametrize(("old", "first", "second"), [*RANKED, *RENAMED])
def test_old_key_is_read_as_what_it_stands_for(
    tmp_path: Path, old: str, first: str, second: str
) -> None:
    game, corrections = read(tmp_path, *old.splitlines(), *ON_NINE)
    now, none = read(tmp_path, *filter(None, (first, second)), *ON_NINE)
    assert game == now
    assert len(corrections) == len([line for line in old.splitlines() if "pieceDrops" not in line])
    assert all("an old key, read as" in each for each in corrections)
    assert not none


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("promotionPieceTypes = q, r, b, n", "q r b n"),
        ("promotionPieceTypesWhite = Q,R", "q r"),
        ("extinctionPieceTypes = q,n", "q n"),
        ("promotionRegionWhite = a8, b8,c8", "a8 b8 c8"),
        ("promotionLimit = q:1, r:2", "q:1 r:2"),
        ("promotedPieceType = none", "-"),
        ("promotionPieceTypes = None", "-"),
        ("enPassantTypes = NONE", "-"),
        ("doubleStepRegionBlack = none", "-"),
        ("castlingRookPieces = r,", "r"),
    ],
)
def test_lists_with_commas_and_none_are_read_as_they_are_meant(
    tmp_path: Path, line: str, meant: str
) -> None:
    key = line.partition(" = ")[0]
    game, corrections = read(tmp_path, line)
    assert (game, ()) == read(tmp_path, f"{key} = {meant}")
    assert len(corrections) == 1
    assert f"{line}: read as {meant}; " in corrections[0]


def test_an_old_true_means_that_all_pieces_but_pawns_petrify(tmp_path: Path) -> None:
    without_king = ("king = -", "commoner = k", "castling = false", "extinctionValue = loss")
    ends = (*without_king, "extinctionPieceTypes = k")
    old, corrections = read(tmp_path, *ends, "petrifyOnCapture = true")
    assert old == read(tmp_path, *ends, "petrifyOnCaptureTypes = bknqr")[0]
    assert "read as petrifyOnCaptureTypes = bknqr" in corrections[0]


def test_old_keys_do_not_replace_those_of_today_wherever_they_stand(tmp_path: Path) -> None:
    """Fairy-Stockfish does the same, and it also reads only one of two old keys."""
    regions = ("promotionRegionWhite = *8", "promotionRegionBlack = *2")
    now, _ = read(tmp_path, *ON_NINE, *regions)
    for lines in (["promotionRank = 7", *regions], [*regions, "promotionRank = 7"]):
        assert read(tmp_path, *ON_NINE, *lines)[0] == now
    both, corrections = read(tmp_path, *ON_NINE, "doubleStepRank = 3", "doubleStepRankMin = 1")
    assert both == read(tmp_path, *ON_NINE, "doubleStepRank = 3")[0]
    assert "read as nothing" in corrections[1]


def test_old_ranks_are_counted_on_the_board_of_the_parent(tmp_path: Path) -> None:
    game, _ = read(tmp_path, "promotionRank = 7", parent="grand")
    regions = ("promotionRegionWhite = *7 *8 *9 *10", "promotionRegionBlack = *4 *3 *2 *1")
    assert game == read(tmp_path, *regions, parent="grand")[0]


# Ways of writing the same lines. Each returns lines, and how many corrections are reported.

Way = Callable[[random.Random, list[str]], tuple[list[str], int]]


def without_blanks(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    return [line.replace(" = ", rng.choice(("=", " =", "= ", "\t=\t"))) for line in lines], 0


def with_comments(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    chosen = rng.sample(range(len(lines)), rng.randint(1, len(lines)))
    signs = (" # why", "  ; as in = chess", " #", "\t;no", " ; # =")
    return [
        line + (rng.choice(signs) if at in chosen else "") for at, line in enumerate(lines)
    ], len(chosen)


def with_empty_lines(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    between = ("", "   ", "\t", "# a comment", "  ; another", "#key = value")
    return [text for line in lines for text in (line, rng.choice(between))], 0


def with_carriage_returns(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    return [f"{line}\r" for line in lines], 0


def with_blanks_around(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    return [rng.choice(("", " ", "\t")) + line + rng.choice(("", "  ", "\t")) for line in lines], 0


def with_repeated_keys(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    chosen = rng.sample(lines, rng.randint(1, 4))
    wrong = [f"{line.partition(' = ')[0]} = {rng.choice(('x', '3', 'draw'))}" for line in chosen]
    return [*wrong, *lines], len(chosen)


def with_unknown_keys(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    unknown = ["goldenEggs = 3", "customPiece = c:N", "castlingrights = KQ", "customPiece100 = d:N"]
    chosen = rng.sample(unknown, rng.randint(1, 4))
    mixed = [*lines, *chosen]
    rng.shuffle(mixed)
    return mixed, len(chosen)


def with_missing_values(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    empty = rng.sample(["dropNoDoubled =", "flagPiece=", "mustDropType = # none"], 2)
    mixed = [*lines, *empty]
    rng.shuffle(mixed)
    return mixed, len(empty)


def in_capitals(rng: random.Random, lines: list[str]) -> tuple[list[str], int]:
    words = ("true", "false", "loss")
    chosen = [line for line in lines if line.endswith(words)]
    change = rng.choice((str.upper, str.title))
    return [
        line
        if line not in chosen
        else f"{line.partition('= ')[0]}= {change(line.partition('= ')[2])}"
        for line in lines
    ], len(chosen)


WAYS: tuple[Way, ...] = (
    without_blanks,
    with_comments,
    with_empty_lines,
    with_carriage_returns,
    with_blanks_around,
    with_repeated_keys,
    with_unknown_keys,
    with_missing_values,
    in_capitals,
)


@pytest.mark.parametrize("way", WAYS, ids=[way.__name__ for way in WAYS])
def test_another_way_to_write_a_file_is_the_same_game(tmp_path: Path, way: Way) -> None:
    rng = random.Random(way.__name__)
    plain, none = read(tmp_path, *PLAIN)
    assert not none
    for _ in range(TRIES):
        lines, expected = way(rng, rng.sample(PLAIN, len(PLAIN)))
        game, corrections = read(tmp_path, *lines)
        assert game == plain, lines
        assert len(corrections) == expected, corrections


def test_a_byte_order_mark_and_notes_before_the_first_section_are_no_part_of_it(
    tmp_path: Path,
) -> None:
    path = tmp_path / "file.ini"
    path.write_bytes(b"\xef\xbb\xbf# Variants\r\n\r\n[game:chess] # mine\r\nnMoveRule=5\r\n")
    (game,) = variant_files.load(str(path))
    assert game.draws.plies == 10


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("maxfile", "maxFile"),
        ("customPiece", "customPiece1"),
        ("custompiece2", "customPiece2"),
        ("customPiece100", "customPiece99"),
        ("promotionRegionwhite", "promotionRegionWhite"),
        ("castlingKingSideFile", "castlingKingsideFile"),
        ("promotionpiecetypes", "promotionPieceTypes"),
        ("stalematevalue", "stalemateValue"),
        ("Pawn", "pawn"),
        ("knigth", "knight"),
        ("pawnType", "pawnTypes"),
    ],
)
def test_an_unknown_key_is_reported_with_the_nearest_known_one(
    tmp_path: Path, key: str, nearest: str
) -> None:
    _, (correction,) = read(tmp_path, f"{key} = 3")
    assert correction == (
        f"2: [game] {key} = 3: there is no such key, skipped; did you mean {nearest}?"
    )


def test_a_key_like_no_other_is_only_skipped(tmp_path: Path) -> None:
    assert read(tmp_path, "zzzz = 3")[1] == ("2: [game] zzzz = 3: there is no such key, skipped",)


def test_chess960_is_an_option_of_the_engine(tmp_path: Path) -> None:
    for lines, parent in ((["chess960 = true"], "chess"), ([], "fischerandom")):
        game, (correction,) = read(tmp_path, *lines, parent=parent)
        assert "set the option UCI_Chess960" in correction
        assert "HAha" in new_position(game, chess960=True).fen()


FSF_NAMES = (
    "chess normal fischerandom nocastle armageddon torpedo berolina pawnsideways pawnback legan "
    "fairy makruk makpong cambodian karouk asean ai-wok shatranj chaturanga amazon georgian "
    "nightrider grasshopper hoppelpoppel newzealand kingofthehill racingkings knightmate misere "
    "losers giveaway antichess suicide codrus extinction kinglet threekings horde petrified "
    "nocheckatomic atomic atomar isolation isolation7x7 snailtrail fox-and-hounds duck joust "
    "3check 5check crazyhouse loop chessgi bughouse koedem pocketknight placement sittuyin "
    "seirawan shouse dragon paradigm minishogi mini kyotoshogi micro dobutsu gorogoro judkins "
    "torishogi euroshogi losalamos gardner almost sortofalmost chigorin perfect spartan shatar "
    "coregal clobber breakthrough ataxx flipersi flipello minixiangqi raazuvaa shogi checkshogi "
    "shoshogi yarishogi okisakishogi capablanca capahouse caparandom gothic janus modern "
    "chancellor embassy centaur gustav3 jesonmor courier grand opulent tencubed omicron "
    "troitzky wolf shako clobber10 flipello10 amazons xiangqi manchu supply janggi "
    "janggitraditional janggimodern janggicasual"
)


def test_every_built_in_game_of_fairy_stockfish_may_be_a_parent() -> None:
    folders = (FILES, FILES / "parents")
    for name in FSF_NAMES.split():
        assert any((folder / f"{name}.ini").is_file() for folder in folders), name
