"""Searches whose transposition table is overwritten at random by another process meanwhile."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from amalthea.engine.core.game import Game
from amalthea.engine.core.status import State
from amalthea.engine.new_games import new_position
from amalthea.engine.search.transposition_table import MIB
from amalthea.protocol.uci_client.info_lines import read_info
from helpers import table_scribbler
from helpers.dialogue import Dialogue
from helpers.random_games import begun

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="finds the table among the descriptors in /proc"
)

GAMES = (  # those that differ most come first
    *("chess", "gess", "crazyhouse", "gochess", "troop", "gast", "ganymede", "shogi", "xiangqi"),
    *("antichess", "clobber", "breakthrough", "makruk", "racingkings", "3check", "terachess"),
    *("kyotoshogi", "janggicasual", "spartan", "horde"),
)
LIMITS = ("nodes 3000", "depth 4 nodes 5000", "movetime 50", "mate 2 nodes 2000")


def shared_table(pid: int) -> str:
    """Return the path of the file in which an engine's processes share their table."""
    for path in Path("/proc", str(pid), "fd").iterdir():
        if "memfd:amalthea" in str(path.readlink()) and path.stat().st_size >= MIB:
            return str(path)
    raise AssertionError("the engine shares no table")


@contextmanager
def scribbled(path: str, seed: str) -> Iterator[None]:
    """Write into a table at random."""
    program = [sys.executable, "-I", "-S", table_scribbler.__file__, path, seed]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"writing\n"
        yield
        process.communicate()
    assert process.returncode == 0


def test_random_writes_into_the_table_cost_no_legal_move(sample: Sample) -> None:
    searches = sample(2, 40)
    with Dialogue() as talk:
        talk.answer("setoption name Threads value 2", "setoption name Hash value 1")
        for name in GAMES[: sample(4, len(GAMES))]:
            rng = random.Random(name)
            game = Game(begun(name, rng))
            talk.answer(f"setoption name UCI_Variant value {name}", f"position fen {game.fen}")
            with scribbled(shared_table(talk.process.pid), name):
                for _ in range(searches):
                    talk.send(f"position fen {game.position.fen()}", f"go {rng.choice(LIMITS)}")
                    lines = talk.until("bestmove ")
                    check(game, lines)
                    game.play(rng.choice(game.position.legal_moves()))
                    if game.position.status().state != State.ONGOING:
                        game = Game(begun(name, rng))


def check(game: Game, lines: list[str]) -> None:
    """Play the best move and all lines of a search. Raises IllegalMove."""
    variations = [info.pv for info in map(read_info, lines) if info]
    for moves in [(lines[-1].split()[1],), *variations]:
        Game(new_position(game.position.variant, game.position.fen())).play_all(moves)
