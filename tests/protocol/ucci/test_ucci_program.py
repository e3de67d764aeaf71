"""The program as xiangqi GUIs start it."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.new_games import new_game
from amalthea.protocol.uci.cyclone import MovesFrom0
from helpers.dialogue import ENGINE, Dialogue, completed
from helpers.matches import family, gone

if TYPE_CHECKING:
    from helpers.sample import Sample


@pytest.mark.parametrize("first", ["ucci", "\n\nucci", "UCCI"])
def test_the_first_word_chooses_the_protocol(first: str) -> None:
    with Dialogue() as program:
        program.send(first)
        assert [line for line in program.until("ucciok") if line.startswith("id name Amalthea ")]
        assert program.answer("position startpos moves h2e2") == []


def test_a_batch_from_a_file() -> None:
    text = "ucci\nsetoption batch true\nposition startpos\ngo depth 3\nquit\n"
    done = completed(ENGINE, text)
    *_, best, bye = done.stdout.splitlines()
    assert best.startswith("bestmove ")
    assert bye == "bye"
    assert done.returncode == 0


def test_every_move_of_a_game_is_legal(sample: Sample) -> None:
    dice, text = random.Random(1), MovesFrom0()
    with Dialogue("ucci") as program:
        program.until("ucciok")
        program.send("setoption threads 1")
        for _ in range(sample(1, 10)):
            played = new_game("xiangqi")
            for _ in range(60):
                legal = {text.write(move) for move in played.position.legal_moves()}
                line = " ".join(map(text.write, played.played))
                program.send(f"position startpos moves {line}", "go time 200 increment 0")
                answer = program.until_has("bestmove")[-1].split()
                if not legal:
                    assert answer == ["nobestmove"]
                    break
                assert answer[1] in legal
                best = answer[1] if dice.random() < 0.5 else dice.choice(sorted(legal))
                played.play(text.read(best))


def test_a_worker_killed_in_a_search_costs_no_best_move() -> None:
    with Dialogue("ucci") as program:
        program.until("ucciok")
        program.send("position startpos", "go infinite")
        program.until("info depth")
        for child in family(program.process.pid):
            child.kill()
        program.until("info message error:")
        program.send("stop")
        assert program.until_has("bestmove")[-1].startswith("bestmove ")


def test_quit_ends_a_search_and_leaves_nothing() -> None:
    with Dialogue("ucci") as program:
        program.until("ucciok")
        program.send("position startpos", "go infinite")
        program.until("info depth")
        workers = family(program.process.pid)
        program.send("quit")
        *_, best, bye = program.rest()
    assert best.startswith("bestmove ")
    assert bye == "bye"
    assert gone(workers)
