"""The program as XBoard starts it, and games between two of them, with XBoard's forwarding."""

from __future__ import annotations

import pytest

from amalthea.engine import variants
from amalthea.protocol.xboard.play import Play
from helpers.dialogue import Dialogue
from helpers.sample import Sample, one_in

STARTS = ("protover 2", "cores 1", "new", "computer", "easy", "sd 1")
LEVELS = ("option Skill Level=4", "option Skill Level=6")
GAMES = {"normal": "chess", "gast": "gast", "gast14": "gast14", "gochess": "gochess"}
MOST_PLIES = 1200
WRONG = ("Illegal", "Error", "tellusererror", "# error")
STARVED = "does not answer"  # a searcher that got no processor for seconds; the game goes on
RESULTS = {"w": "1-0", "b": "0-1", None: "1/2-1/2"}


def next_move_or_result(program: Dialogue) -> str:
    """Return the next move of a program, or the result."""
    while True:
        line = program.until("")[-1]
        if line.startswith("move "):
            return line.removeprefix("move ")
        if line.startswith(tuple(RESULTS.values())):
            return line
        assert not line.startswith(WRONG) or line.endswith(STARVED), line


def test_the_first_line_chooses_the_protocol() -> None:
    with Dialogue() as program:
        program.send("xboard", "protover 2")
        assert program.until("feature done=1")[0] == "feature done=0"
    with Dialogue("xboard") as program:
        program.send("ping 1")
        assert program.until("pong") == ["pong 1"]
    with Dialogue() as program:
        program.send("uci")
        assert program.until("uciok")[0].startswith("id name")


@pytest.mark.parametrize("name", one_in(6, GAMES))
def test_games_between_two_programs_end_by_the_rules(name: str, sample: Sample) -> None:
    for seed in range(sample(1, 20)):
        with Dialogue() as white, Dialogue() as black:
            for program, level in zip((white, black), LEVELS, strict=True):
                program.send("xboard", *STARTS, level, f"option Seed={seed + 1}", f"variant {name}")
                program.send("ping 1")
                program.until("pong 1")
            variant = variants.get(GAMES[name])
            start = variant.start_fen(seed + 1)
            play_on(Play(variant, start, chess960=False, shown=name != "normal"), white, black)


def play_on(game: Play, white: Dialogue, black: Dialogue) -> None:
    """Forward moves until a program sends the result, and assert that it is that of the game."""
    white.send("go")
    mover, other = white, black
    while len(game.moves) < MOST_PLIES:
        text = next_move_or_result(mover)
        game.play(game.find(text))
        status = game.status
        if status.state != "ongoing":
            assert next_move_or_result(mover).split()[0] == RESULTS[status.winner]
            return
        other.send(f"usermove {text}")
        mover, other = other, mover
    raise AssertionError("the game does not end")
