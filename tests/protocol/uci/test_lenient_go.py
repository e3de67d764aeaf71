"""`go` and other commands as programs and people write them: their valid parts are obeyed.

Random commands are made from the same parts.
"""

from __future__ import annotations

import random

import pytest

from amalthea.engine.search.limits import Limits
from amalthea.engine.search.reports import BestMove
from helpers.talk import Talk

WARNING = "info string warning: go "
VALID = {
    "depth": ("1", "9"),
    "nodes": ("1", "5000"),
    "mate": ("1", "3"),
    "movetime": ("1", "100"),
    "wtime": ("1", "60000"),
    "btime": ("20", "60000"),
    "winc": ("0", "100"),
    "binc": ("0", "100"),
    "movestogo": ("1", "40"),
}
WRONG = ("x", "1e3", "--1", "0x2", "1.2.3", "²", "")
UNKNOWN = ("please", "sideways", "e9", "5", "multipv", "--help", "ply")
TRIES = 25


def limits_of(talk: Talk, words: str) -> tuple[Limits, list[str]]:
    """Return the limits with which `go` starts a search, and what it says."""
    said = talk.say(f"go {words}".rstrip())
    limits = talk.pool.job.limits
    talk.report(BestMove("e2e4"))
    return limits, said


def some_limits(dice: random.Random) -> list[str]:
    """Return some limits with valid numbers, one of them ending the search."""
    names = [dice.choice(("depth", "nodes", "movetime"))]
    names += dice.sample([name for name in VALID if name not in names], dice.randint(0, 3))
    dice.shuffle(names)
    return [f"{name} {dice.choice(VALID[name])}" for name in names]


@pytest.mark.parametrize("words", ["", "infinite", "searchmoves e2e4", "please", "depth x"])
def test_a_go_without_a_limit_is_infinite(talk: Talk, words: str) -> None:
    limits, said = limits_of(talk, words)
    assert limits.infinite
    assert len(said) == (1 if words in ("please", "depth x") else 0)


def test_mate_and_movetime_hold_together(talk: Talk) -> None:
    limits, said = limits_of(talk, "mate 3 movetime 100")
    assert (limits.mate, limits.movetime, limits.infinite) == (3, 100, False)
    assert said == []


@pytest.mark.parametrize(
    ("words", "remark"),
    [
        ("depth x", "depth: 'x', expected a whole number of at least 1, ignored"),
        ("depth", "depth: the number is missing, ignored"),
        ("depth 0", "depth: '0', expected a whole number of at least 1, ignored"),
        ("depth movetime 9", "depth: the number is missing, ignored"),
        ("depth 3 please now", "'please now' ignored"),
        ("please depth 3", "'please' ignored"),
        ("depth 3 x movetime 9 y", "'x y' ignored"),
        ("depth 3 side x", "side: 'x', expected 'w' or 'b', ignored"),
        ("depth 3 nodes x y", "nodes: 'x', expected a whole number of at least 1, ignored; 'y'"),
    ],
)
def test_an_invalid_part_of_go_is_named_in_one_line(talk: Talk, words: str, remark: str) -> None:
    limits, (line,) = limits_of(talk, words)
    assert line.startswith(f"{WARNING}{remark}")
    assert limits.depth == (3 if "depth 3" in words else None)
    assert limits.movetime == (9 if "movetime 9" in words else None)


@pytest.mark.parametrize("seed", range(TRIES))
def test_a_wrong_or_unknown_word_does_not_affect_the_others(talk: Talk, seed: int) -> None:
    dice = random.Random(seed)
    parts = some_limits(dice)
    right, said = limits_of(talk, " ".join(parts))
    assert said == []
    free = [name for name in VALID if not any(part.startswith(name) for part in parts)]
    wrong = dice.choice([dice.choice(UNKNOWN), f"{dice.choice(free)} {dice.choice(WRONG)}".strip()])
    parts.insert(dice.randint(0, len(parts)), wrong)
    limits, (line,) = limits_of(talk, " ".join(parts))
    assert line.startswith(WARNING)
    assert limits == right


@pytest.mark.parametrize("seed", range(TRIES))
def test_tabs_spaces_and_upper_case_change_nothing(talk: Talk, seed: int) -> None:
    dice = random.Random(seed)
    words = ["go", *" ".join(some_limits(dice)).split(), "searchmoves", "e2e4", "d2d4"]
    talk.say(" ".join(words))
    right = talk.pool.job.limits
    talk.report(BestMove("e2e4"))
    line = "".join(
        dice.choice((str.upper, str.lower))(word) + dice.choice((" ", "\t", "   ", " \t"))
        for word in words
    )
    said = talk.say(line)
    assert talk.pool.job.limits == right
    assert len(said) == (1 if line.startswith("GO") else 0)


@pytest.mark.parametrize("seed", range(TRIES))
def test_illegal_searchmoves_leave_the_legal_ones(talk: Talk, seed: int) -> None:
    dice = random.Random(seed)
    (line,) = talk.say("moves")
    legal = dice.sample(line.split()[1:], dice.randint(1, 5))
    illegal = dice.sample(["e2e5", "a9a9", "e7e5", "0000", "foo", "e2", "P@e4"], dice.randint(1, 3))
    mixed = [*legal, *illegal]
    dice.shuffle(mixed)
    limits, said = limits_of(talk, f"depth 2 searchmoves {' '.join(mixed)}")
    assert set(limits.searchmoves) == set(legal)
    (warning,) = said
    assert warning.startswith("info string warning: searchmoves: ")
    assert all(each.lower() in warning for each in illegal)


@pytest.mark.parametrize(
    ("line", "read"),
    [("UCI", "uci"), ("IsReady", "isready"), ("MOVES", "moves"), ("Status", "status")],
)
def test_commands_are_read_in_upper_case_with_a_warning(talk: Talk, line: str, read: str) -> None:
    warning, *rest = talk.say(line)
    assert warning == f"info string warning: command '{line}' read as '{read}'"
    assert rest == talk.say(read)


@pytest.mark.parametrize(
    "line",
    [
        "position\tstartpos\tmoves\te2e4\te7e5",
        "POSITION STARTPOS MOVES E2E4 E7E5",
        "position   startpos  moves   e2e4   e7e5  ",
        "position FEN rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Moves e2e4 e7e5",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves E2e4 e7e5",
    ],
)
def test_positions_are_read_with_tabs_in_upper_case_and_with_four_fields(
    talk: Talk, line: str
) -> None:
    assert not any("error" in said for said in talk.say(line))
    fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    assert f"Fen: {fen}" in talk.say("d")


@pytest.mark.parametrize(
    "line",
    [
        "setoption\tname\tMultiPV\tvalue\t4",
        "setoption NAME multipv VALUE 4",
        "SETOPTION NAME MULTIPV VALUE 4",
        "setoption  name  MultiPV   value  4  ",
    ],
)
def test_options_are_read_with_tabs_and_in_upper_case(talk: Talk, line: str) -> None:
    assert not any("error" in said for said in talk.say(line))
    talk.say("go depth 1")
    assert talk.pool.job.multipv == 4


def test_the_text_of_an_option_keeps_its_case_and_its_spaces(talk: Talk) -> None:
    (error,) = talk.say("setoption name EvalFile value /no/Such value File")
    assert "/no/Such value File" in error
