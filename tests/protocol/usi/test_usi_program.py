"""The program as shogi GUIs start it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.new_games import new_game
from amalthea.protocol.usi.moves import UsiMoves
from amalthea.protocol.usi.sfen import read_sfen
from helpers.dialogue import Dialogue
from helpers.matches import family, gone
from helpers.sample import one_in

if TYPE_CHECKING:
    from helpers.sample import Sample

MATES = (
    "1G2k/Bg3/KSp1p/4b/1+s3 b 2R 37",
    "2sk1/1b3/1KBGp/P4/1RRS1 b g 51",
    "s3k/Pr1s1/2G2/1+rB1K/5 w BPg 50",
    "2+Br1/gs2g/k3p/5/K1+pRS b B 45",
    "+B2r1/1RP1k/G1S1p/1B3/K2g1 b S 35",
)
TACTICS = "position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"


@pytest.mark.parametrize("first", one_in(3, ["\n  \nusi", "usi", "USI", "\ufeffusi", " usi "]))
def test_the_first_word_chooses_the_protocol(first: str) -> None:
    with Dialogue() as program:
        program.send(first)
        assert [line for line in program.until("usiok") if line.startswith("id name Amalthea ")]
        assert program.answer("position startpos moves 7g7f") == []


def test_the_protocol_may_be_an_argument() -> None:
    with Dialogue("usi") as program:
        assert program.until("usiok")[-1] == "usiok"


def test_a_mate_is_found() -> None:
    with Dialogue("usi") as program:
        program.send(TACTICS, "go mate infinite")
        assert program.until("checkmate")[-1] == "checkmate G*5b"
        program.send("go movetime 2000")
        assert program.until("bestmove")[-1].startswith("bestmove G*5b")


def test_lines_of_mates_are_complete() -> None:
    with Dialogue("usi") as program:
        program.until("usiok")
        program.answer("setoption name USI_Variant value minishogi")
        for sfen in MATES:
            program.send(f"position sfen {sfen}", "go mate infinite")
            texts = program.until("checkmate")[-1].split()[1:]
            played = new_game("minishogi", read_sfen(sfen.split()))
            played.play_all(map(UsiMoves(5, 5).read, texts))
            assert len(texts) > 3
            assert not played.position.legal_moves(), (sfen, texts)


@pytest.mark.parametrize("game", ["shogi", "minishogi"])
def test_every_move_of_a_game_is_legal(game: str, sample: Sample) -> None:
    dice = random.Random(game)
    with Dialogue("usi") as program:
        program.until("usiok")
        program.send("setoption name Threads value 1", f"setoption name USI_Variant value {game}")
        for _ in range(sample(1, 10)):
            played = new_game(game)
            text = UsiMoves(played.variant.files, played.variant.ranks)
            for _ in range(60):
                legal = {text.write(move) for move in played.position.legal_moves()}
                line = " ".join(map(text.write, played.played))
                program.send(f"position startpos moves {line}", "go btime 0 wtime 0 byoyomi 10")
                best = program.until("bestmove")[-1].split()[1]
                assert best in (legal or {"resign"})
                if not legal:
                    break
                played.play(text.read(best if dice.random() < 0.5 else dice.choice(sorted(legal))))


def test_a_worker_killed_in_a_search_costs_no_best_move() -> None:
    with Dialogue("usi") as program:
        program.until("usiok")
        program.answer("position startpos")
        program.send("go infinite")
        program.until("info depth")
        for child in family(program.process.pid):
            child.kill()
        program.until("info string error:")
        program.send("stop")
        assert program.until("bestmove")[-1].split()[1] != "resign"
        program.send("go depth 2")
        assert program.until("bestmove")[-1].split()[1] != "resign"


@pytest.mark.parametrize("limits", ["infinite", "ponder byoyomi 900000", "mate infinite"])
def test_quit_ends_a_search_and_leaves_nothing(limits: str) -> None:
    with Dialogue("usi") as program:
        program.until("usiok")
        program.send("position startpos", f"go {limits}")
        program.until("info depth")
        workers = family(program.process.pid)
        program.send("quit")
        lines = list(program.rest())
    assert lines[-1].startswith(("bestmove", "checkmate"))
    assert gone(workers)


def test_commands_work_in_a_pipe() -> None:
    with Dialogue() as program:
        program.send("usi", "position startpos", "go depth 2")
        program.close_input()
        assert list(program.rest())[-1].startswith("bestmove ")
