"""FENs and lines of EPD as books, sites and programs write them: each is read as what it means.

Every way of writing is tried on random positions of several games. What is corrected has a remark.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import chess
import pytest

from amalthea import new_position
from amalthea.engine import variants
from amalthea.engine.core import epd
from amalthea.engine.errors import FenError
from helpers.random_games import begun

GAMES = ("chess", "crazyhouse", "3check", "gast", "shogi", "xiangqi", "capablanca", "gess", "troop")
POSITIONS = 24  # for each way of writing
PLIES = 30

BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
START = f"{BOARD} w KQkq - 0 1"
KINGS = "4k3/8/8/8/8/8/8/4K3"


def random_fens(game: str, count: int = POSITIONS, seed: int = 41) -> Iterator[str]:
    """Yield FENs of positions of random games that are not over."""
    rng = random.Random(f"{game} {seed}")
    while count:
        position = begun(game, rng)
        for _ in range(rng.randrange(PLIES)):
            if position.status().state != "ongoing":
                break
            position = position.play(rng.choice(position.legal_moves()))
        if position.status().state == "ongoing":
            count -= 1
            yield position.fen()


# Ways of writing a FEN that change nothing of the position. Each returns the text.

Way = Callable[[random.Random, str], str]
OPERATIONS = (
    ";",
    " ;",
    "; White is better.",
    " ; a; b; c",
    " # from a book",
    " # it's equal; isn't it?",
    ' c0 "a; b # c"; id "No. 1";',
    ' id "0 1 3+3";',
    " bm Qh7#; acd 12;",
    " D1 20 ;D2 400",
    " ;D1 20 ;D2 400",
    " ce 12; pv e4 e5;",
    " noop;",
)


def with_operations(rng: random.Random, fen: str) -> str:
    return fen + rng.choice(OPERATIONS)


def with_blanks(rng: random.Random, fen: str) -> str:
    blanks = (" ", "  ", "\t", " \t ")
    return "".join(word + rng.choice(blanks) for word in [*fen.split(), "\n"])


def with_byte_order_mark(rng: random.Random, fen: str) -> str:
    return "\ufeff" + fen


def in_quotes(rng: random.Random, fen: str) -> str:
    return f'"{fen}"'


def with_underscores(rng: random.Random, fen: str) -> str:
    return fen.replace(" ", "_")


def with_dashes(rng: random.Random, fen: str) -> str:
    return fen.replace("-", rng.choice("\u2013\u2014\u2212"))


def upper_case_side(rng: random.Random, fen: str) -> str:
    return re.sub(" ([wb]) ", lambda side: side[0].upper(), fen, count=1)


SAME: dict[str, tuple[Way, bool]] = {  # and whether something is corrected
    "operations and comments": (with_operations, True),
    "blanks and tabs": (with_blanks, False),
    "byte order mark": (with_byte_order_mark, False),
    "quotes": (in_quotes, False),
    "underscores": (with_underscores, True),
    "upper-case side": (upper_case_side, True),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("way", "corrected"), SAME.values(), ids=SAME.keys())
def test_another_way_to_write_a_fen_is_the_same_position(
    game: str, way: Way, corrected: bool
) -> None:
    rng = random.Random(game)
    for fen in random_fens(game):
        written = way(rng, fen)
        position = new_position(game, written)
        assert position.fen() == fen, written
        assert bool(position.remarks) == corrected, (written, position.remarks)


@pytest.mark.parametrize("game", GAMES)
def test_dashes_of_print_are_hyphens(game: str) -> None:
    rng = random.Random(game)
    for fen in random_fens(game):
        assert new_position(game, with_dashes(rng, fen)).fen() == fen


@pytest.mark.parametrize("game", GAMES)
def test_counters_may_be_missing_zero_negative_or_huge(game: str) -> None:
    for fen in random_fens(game, 6):
        *fields, halfmove, fullmove = fen.split()
        for half, full, read, remarks in (
            ("-", fullmove, f"0 {fullmove}", 1),
            (halfmove, "-", f"{halfmove} 1", 1),
            ("-", "-", "0 1", 2),
            (halfmove, "0", f"{halfmove} 1", 0),
            ("-3", fullmove, f"0 {fullmove}", 1),
            (halfmove, "-1", f"{halfmove} 1", 1),
            (halfmove, "123456789012345678901234567890", f"{halfmove} 9999", 1),
            ("00", f"0{fullmove}", f"0 {fullmove}", 0),
            (halfmove, "", f"{halfmove} 1", 0),
            ("", "", "0 1", 0),
        ):
            position = new_position(game, " ".join([*fields, half, full]))
            assert position.fen() == " ".join([*fields, read])
            assert len(position.remarks) == remarks, position.remarks


def test_huge_halfmove_clock_is_read_as_the_largest() -> None:
    assert new_position("chess", f"{KINGS} w - - {10**30} 1").fen().endswith(" 9999 1")


@pytest.mark.parametrize(
    ("game", "fen", "read", "remark"),
    [
        ("chess", f"{BOARD} w KQkq 3 7", f"{BOARD} w KQkq - 3 7", "no target"),
        ("chess", f"{BOARD} w KQkq 3", f"{BOARD} w KQkq - 3 1", "no target"),
        ("chess", f"{BOARD} w 3 7", f"{BOARD} w - - 3 7", "no rights and target"),
        ("chess", f"{BOARD} b", f"{BOARD} b - - 0 1", "ends after 'b'"),
    ],
)
def test_counters_are_known_by_being_numbers(game: str, fen: str, read: str, remark: str) -> None:
    position = new_position(game, fen)
    assert position.fen() == read
    assert remark in position.remarks[0]
    assert len(position.remarks) == 1


# Operations of EPD.


def test_operations_with_the_counters_of_a_fen_are_read() -> None:
    for line in (
        f'{BOARD} w KQkq - hmvc 5; fmvn 20; id "a; b";',
        f"{BOARD} w KQkq - bm Nf3; fmvn 20; hmvc 5",
    ):
        assert new_position("chess", line).fen() == f"{BOARD} w KQkq - 5 20"


@pytest.mark.parametrize("game", GAMES)
def test_operations_come_back_as_they_were_written(game: str) -> None:
    rng = random.Random(game)
    known: dict[str, tuple[str, ...]] = {
        "bm": ("Nf3", "e2e4"),
        "am": ("Qh7#",),
        "id": ("WAC.001; hard # very",),
        "acd": ("12",),
        "ce": ("-32766",),
        "c0": ("a 'quoted' word",),
        "noop": (),
    }
    for fen in random_fens(game):
        chosen = rng.sample(sorted(known), rng.randint(1, len(known)))
        texts = [" ".join([opcode, *map(quoted, known[opcode])]) for opcode in chosen]
        blanks = rng.choice((";", "; ", " ; ", ";;  "))
        counters = rng.choice((4, 5, 6)) if fen.count(" ") == 5 else 6
        fields = " ".join(fen.split()[:counters])
        line = f"{fields} {blanks.join(texts)}{rng.choice(('', ';'))}"
        read, operations = epd.split_line(line)
        assert (read, list(epd.operations(operations))) == (
            fields,
            [(opcode, known[opcode]) for opcode in chosen],
        ), line


def quoted(operand: str) -> str:
    return f'"{operand}"' if " " in operand else operand


def test_moves_without_the_word_moves_are_refused() -> None:
    with pytest.raises(FenError, match="8 fields"):
        new_position("chess", f"{START} e2e4 e7e5")


# Rights and en passant in chess, as python-chess reads them.


def test_rights_without_a_rook_are_left_out_as_in_python_chess() -> None:
    corrected = 0
    for fen in random_fens("chess", 200):
        board, side, _, target, *counters = fen.split()
        written = " ".join([board, side, "KQkq", target, *counters])
        position = new_position("chess", written)
        other = chess.Board(written)
        other.castling_rights = other.clean_castling_rights()
        assert position.fen() == other.fen(en_passant="legal")
        left_out = 4 - len(position.fen().split()[2].replace("-", ""))
        assert len(position.remarks) == left_out
        corrected += left_out > 0
    assert corrected > POSITIONS


@pytest.mark.parametrize("rights", ["KQkqKQ", "HAha", "AHah", "qkQK", "KQkqH", "EKQkq"])
def test_rights_in_any_order_by_file_or_repeated_are_read(rights: str) -> None:
    assert new_position("chess", START.replace("KQkq", rights)).fen() == START


@pytest.mark.parametrize("game", ["xiangqi", "shogi", "nocastle"])
def test_rights_of_chess_are_left_out_where_nothing_castles(game: str) -> None:
    for fen in random_fens(game):
        fields = fen.split()
        position = new_position(game, " ".join([*fields[:2], "KQkq", *fields[3:]]))
        assert position.fen() == fen
        assert len(position.remarks) == 4


def test_targets_on_which_nobody_captures_are_left_out_as_in_python_chess() -> None:
    rng = random.Random(7)
    corrected = 0
    for fen in random_fens("chess", 200):
        board, side, rights, _, *counters = fen.split()
        target = f"{rng.choice('abcdefgh')}{rng.choice('36')}"
        written = " ".join([board, side, rights, target, *counters])
        position = new_position("chess", written)
        legal = chess.Board(written)
        if not legal.is_valid():
            legal.ep_square = None
        assert position.fen() == legal.fen(en_passant="legal"), written
        corrected += bool(position.remarks)
    assert corrected > POSITIONS


@pytest.mark.parametrize(
    "target", ["e6", "e3", "e4", "e1", "a9", "j6", "e3e4", "E6", "h8", "d5", "c10"]
)
def test_impossible_targets_are_left_out(target: str) -> None:
    position = new_position("chess", f"{KINGS} w - {target} 0 1")
    assert position.fen() == f"{KINGS} w - - 0 1"
    assert "left out" in position.remarks[-1]


@pytest.mark.parametrize(
    "board",
    [
        "rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR",
        "rnbqkbnr/ppppp1pp/8/5p2/8/8/PPPPPPPP/RNBQKBNR",
    ],
)
def test_possible_target_without_a_capture_needs_no_remark(board: str) -> None:
    target = "e6" if "4p3" in board else "f6"
    position = new_position("chess", f"{board} w KQkq {target} 0 2")
    assert position.fen() == f"{board} w KQkq - 0 2"
    assert not position.remarks


# The board.


@pytest.mark.parametrize("game", ["chess", "crazyhouse", "3check", "shogi", "xiangqi"])
def test_runs_of_digits_on_a_narrow_board_are_added(game: str) -> None:
    rng = random.Random(game)
    for fen in random_fens(game):
        placement, *rest = fen.split(" ", 1)
        split = re.sub("[2-9]", lambda digit: parts(rng, int(digit[0])), placement)
        assert new_position(game, " ".join([split, *rest])).fen() == fen


def parts(rng: random.Random, number: int) -> str:
    """Return a number as a random sum, written without signs."""
    first = rng.randint(1, number)
    return str(first) + (parts(rng, number - first) if number > first else "")


def test_digits_on_a_wide_board_are_one_number() -> None:
    with pytest.raises(FenError, match="'66'"):
        new_position("gast", "6k5/66/12/12/12/12/12/12/12/12/12/6K5 w - - 0 1")


@pytest.mark.parametrize("game", ["chess", "3check", "capablanca", "gast"])
def test_marks_of_promoted_pieces_are_left_out_where_they_mean_nothing(game: str) -> None:
    rng = random.Random(game)
    for fen in random_fens(game):
        placement, rest = fen.split(" ", 1)
        letters = [at for at, sign in enumerate(placement) if sign.upper() in "QRBN"]
        at = rng.choice(letters) + 1
        position = new_position(game, f"{placement[:at]}~{placement[at:]} {rest}")
        assert position.fen() == fen
        assert len(position.remarks) == 1


def test_marks_of_promoted_pieces_count_in_crazyhouse() -> None:
    fen = "4k3/8/8/8/8/8/8/4K2Q~[] w - - 0 1"
    assert new_position("crazyhouse", fen).fen() == fen


# Pieces in hand.


@pytest.mark.parametrize("game", ["crazyhouse", "shogi", "capahouse"])
def test_hands_are_read_in_brackets_in_any_order_or_as_an_extra_rank(game: str) -> None:
    rng = random.Random(game)
    for fen in random_fens(game):
        placement, rest = fen.split(" ", 1)
        board, held = placement.removesuffix("]").split("[")
        shuffled = "".join(rng.sample(held, len(held)))
        for pieces in (shuffled, shuffled or "-"):
            assert not new_position(game, f"{board}[{pieces}] {rest}").remarks
            for hand in (f"[{pieces}]", f"/{pieces}"):
                assert new_position(game, f"{board}{hand} {rest}").fen() == fen


@pytest.mark.parametrize("hand", ["[]", "[-]", "/", "/-"])
def test_empty_hands_are_left_out_in_games_without_drops(hand: str) -> None:
    for fen in random_fens("chess"):
        placement, rest = fen.split(" ", 1)
        position = new_position("chess", f"{placement}{hand} {rest}")
        assert position.fen() == fen
        assert len(position.remarks) == 1


@pytest.mark.parametrize("hand", ["[Q]", "/Qp", "[Q", "[]]"])
def test_pieces_in_hand_are_refused_in_games_without_drops(hand: str) -> None:
    with pytest.raises(FenError):
        new_position("chess", f"{BOARD}{hand} w KQkq - 0 1")


# Checks.


def test_checks_are_read_as_those_left_and_as_those_given() -> None:
    for fen in random_fens("3check"):
        board, side, rights, target, checks, halfmove, fullmove = fen.split()
        white, black = map(int, checks.split("+"))
        fields = " ".join((board, side, rights, target))
        given = f"+{3 - white}+{3 - black}"
        for written in (
            f"{fields} {halfmove} {fullmove} {given}",
            f"{fields} {given} {halfmove} {fullmove}",
            f"{fields} {halfmove} {fullmove} {checks}",
        ):
            position = new_position("3check", written)
            assert position.fen() == fen
            assert not position.remarks


@pytest.mark.parametrize("checks", ["3+3", "+0+0", "1+2"])
def test_checks_are_left_out_where_they_are_not_counted(checks: str) -> None:
    for fen in random_fens("chess"):
        fields = fen.split()
        written = " ".join([*fields[:4], checks, *fields[4:]])
        position = new_position("chess", written)
        assert position.fen() == fen
        assert len(position.remarks) == 1


@pytest.mark.parametrize("game", GAMES)
def test_the_start_position_needs_no_remark(game: str) -> None:
    assert not new_position(game, variants.get(game).start_fen()).remarks


class PublishedLine(NamedTuple):
    """Line that somebody published, and the position that it means. source: where it is from."""

    game: str
    line: str
    fen: str
    source: str


PUBLISHED = (
    PublishedLine(
        "chess",
        '2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - bm Qg6; id "WAC.001";',
        "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
        "Win at Chess as EPD",
    ),
    PublishedLine("chess", f"{START} ;D1 20 ;D2 400 ;D3 8902", START, "perft suites"),
    PublishedLine("crazyhouse", f"{BOARD}/ w KQkq - 0 1", f"{BOARD}[] w KQkq - 0 1", "lichess"),
    PublishedLine("3check", f"{START} +0+0", f"{BOARD} w KQkq - 3+3 0 1", "lichess"),
    PublishedLine(
        "shogi",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] w 0 1",
        "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[] w - - 0 1",
        "Fairy-Stockfish",
    ),
)


@pytest.mark.parametrize("whole", PUBLISHED, ids=[each.source for each in PUBLISHED])
def test_published_lines_are_read(whole: PublishedLine) -> None:
    assert new_position(whole.game, whole.line).fen() == whole.fen


@pytest.mark.parametrize("part", ['" ', 'a"b;', "a ", "# ", ";", "\ufeff", '"a" "', "1 "])
def test_operations_without_end_are_read_at_once(part: str) -> None:
    """Patterns that try several readings of each quotation mark would never end."""
    for end in ("", 'a"b', ";", "#"):
        text = part * 20_000 + end
        list(epd.operations(text))
        epd.split_line(text)
