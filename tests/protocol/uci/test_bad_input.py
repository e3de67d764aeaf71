"""Five hundred wrong lines: one clear error each, nothing changed, the loop goes on."""

import random
import string
from collections.abc import Iterator

import pytest

from helpers.dialogue import Dialogue, errors

CHESS = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
OPTIONS = ("Hash", "Threads", "MultiPV", "Move Overhead", "Skill Level", "UCI_Elo")
LIMITS = ("depth", "nodes", "movetime", "wtime", "btime", "winc", "movestogo", "mate", "perft")
TIMES = ("movetime", "wtime", "btime", "winc")


def broken_fens(rng: random.Random) -> Iterator[str]:
    """Yield positions with one error each."""
    fields = CHESS.split()
    while True:
        changed = list(fields)
        fault = rng.randrange(6)
        if fault == 0:  # a rank of nine or seven squares
            ranks = fields[0].split("/")
            ranks[rng.randrange(2, 6)] = rng.choice(["7", "9", "44p", "p6", "71p", "08", "0"])
            changed[0] = "/".join(ranks)
        elif fault == 1:  # a letter that is no piece
            changed[0] = fields[0].replace(rng.choice("nbqNBQ"), rng.choice("xyzXYZaA!?"), 1)
        elif fault == 2:
            changed[1] = rng.choice(["x", "V", "wb", "white", "1"])
        elif fault == 3:
            changed[2] = rng.choice(["KX", "X", "KQkqk!", "z", "12"])
        elif fault == 4:
            changed[3] = rng.choice(["e", "4e", "x", "33", "--", "e3!"])
        else:
            at = rng.choice([4, 5])
            changed[at] = rng.choice(["x", "--1", "1.5", "0x1", "1e3"])
        yield f"position fen {' '.join(changed)}"


def broken_moves(rng: random.Random) -> Iterator[str]:
    while True:
        move = rng.choice(
            ["e2e5", "e7e5", "a1a9", "e2", "e2e4q", "0000", "e2-e4", "O-O", "zz", "é"]
        )
        yield f"position startpos moves d2d4 d7d5 {move} g1f3"


def broken_options(rng: random.Random) -> Iterator[str]:
    while True:
        name = rng.choice(OPTIONS)
        value = rng.choice(["abc", "-5", "1e9", "99999999999999999999", "1.5", "0x10", "ten"])
        yield rng.choice(
            [
                f"setoption name {name} value {value}",
                f"setoption name No{name} value 1",
                "setoption name UCI_Variant value nochess",
                "setoption name Ponder value maybe",
            ]
        )


def broken_words(rng: random.Random) -> Iterator[str]:
    """Yield names of commands that do not exist."""
    while True:
        yield "zz" + "".join(rng.choices(string.ascii_letters + "_.;:!", k=rng.randint(1, 40)))


def broken_limits(rng: random.Random) -> Iterator[str]:
    while True:
        limit = rng.choice(LIMITS)
        fraction = "1.5.0" if limit in TIMES else "1.5"  # as a time 1.5 is valid
        value = rng.choice(["abc", fraction, "", "--3", "0x2", "1e3"])
        others = "" if limit == "perft" else " depth 1"  # the valid rest of `go`
        yield f"go{others} {limit} {value}".rstrip()


def five_hundred_lines() -> list[str]:
    rng = random.Random(20)
    kinds = [broken_fens(rng), broken_moves(rng), broken_options(rng), broken_words(rng)]
    kinds.append(broken_limits(rng))
    return [next(rng.choice(kinds)) for _ in range(500)]


@pytest.fixture(scope="module")
def running() -> Iterator[Dialogue]:
    """Yield one engine for all tests that change nothing."""
    with Dialogue() as talk:
        yield talk


def test_each_of_five_hundred_wrong_lines_gets_one_error(running: Dialogue) -> None:
    for line in five_hundred_lines():
        if line.startswith("go depth"):
            running.send("position startpos")
            warning, *_, best = running.search(line)
            assert warning.startswith("info string warning: go "), line
            assert best != "bestmove (none)"
        else:
            answer = running.answer(line)
            assert errors(answer) == answer, line
            assert len(answer) == 1, line
    assert not errors(running.answer("position startpos"))
    assert running.search("go depth 3")[-1] != "bestmove (none)"


@pytest.mark.parametrize(
    "data",
    [
        b"position fen " + b"8/" * 500_000 + b"\n",
        b"x" * 1_000_000 + b"\n",
        b"\xff\xfe\xfd\x80\n",
        b"pos\x00ition startpos\n",
        b"\x00\n",
        b"setoption\n",
        b"setoption name\n",
        b"setoption value 3\n",
        b"position\n",
        b"position sideways\n",
        b"position startpos moves\xc3\xa9 e2e4\n",
        b"load /no/such/file.ini\n",
        b"setoption name EvalFile value /no/such/file.toml\r\n",
        b"setoption name VariantPath value /\r\n",
        b"bench abc\n",
        b"unknown\tcommand\r\n",
    ],
)
def test_bytes_of_every_kind_get_one_error(running: Dialogue, data: bytes) -> None:
    running.send_raw(data)
    answer = running.answer()
    assert len(errors(answer)) == 1, answer[:3]
    assert all(len(line) < 1000 for line in answer)
    assert not errors(running.answer("position startpos"))
    assert running.search("go depth 1")


def test_empty_lines_and_all_line_ends_are_accepted(running: Dialogue) -> None:
    running.send_raw(b"\r\n\n   \n\t\r\nposition startpos\r\n  isready  \r\n")
    assert running.until("readyok") == ["readyok"]
    assert running.search("go depth 2")[-1] != "bestmove (none)"


def test_a_wrong_option_keeps_its_last_good_value() -> None:
    with Dialogue() as talk:
        talk.answer("setoption name MultiPV value 2", "setoption name MultiPV value many")
        lines = talk.search("go depth 3")
        assert any(" multipv 2 " in line for line in lines)
        assert not any(" multipv 3 " in line for line in lines)
