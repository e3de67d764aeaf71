"""Workers and whole engines killed at random moments, in every game, behind every front end.

Each request for a move is answered with one, and no process or memory is left. Kills of the UCI
front end in its states are in test_faults, those behind a page in tests/protocol/web.
"""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable
from dataclasses import dataclass
from time import sleep
from typing import TYPE_CHECKING

import psutil
import pytest

from amalthea.engine import variants
from helpers.dialogue import Dialogue
from helpers.matches import family, gone
from helpers.random_games import begun
from helpers.sample import ONE_OF_A_KIND
from helpers.shared_memory_names import no_name_stays, shared_names

if TYPE_CHECKING:
    from helpers.sample import Sample

pytestmark = pytest.mark.long

GAMES = ("chess", "gast", "gast14", "ganymede", "gochess", "gess", "troop")
GUARD_S = 300
THINKS_S = 0.4  # about, for a move
NO_MOVE = ("(none)", "resign", "nobestmove")
KILLS = 21  # of each pair with --all: 504 in all


@dataclass(frozen=True)
class Front:
    """A front end and how to ask it for a move.

    words: arguments of the program for a game and a FEN. greeting: lines to send first, for the
    same. ask: lines that ask for the move of a side, with the number of the request. answer: texts
    of which the line with the move has one.
    """

    words: Callable[[str, str], tuple[str, ...]]
    greeting: Callable[[str, str], tuple[str, ...]]
    ask: Callable[[int, str], tuple[str, ...]]
    answer: Callable[[int], tuple[str, ...]]


def begin(game: str) -> str:
    """Return the FEN of a first position of play."""
    return begun(game, random.Random(1)).fen()


def dialect(words: tuple[str, ...], threads: str, variant: str, clock: str) -> Front:
    """Return a front end that speaks UCI or a dialect of it.

    words: arguments of the program. threads, variant: beginnings of the lines that set these
    options. clock: the words behind `go`, the milliseconds last.
    """
    return Front(
        lambda game, fen: words,
        lambda game, fen: (f"{threads} 2", f"{variant} {game}", f"position fen {fen}", "isready"),
        lambda number, side: (f"go {clock} {round(1000 * THINKS_S)}",),
        lambda number: ("bestmove ", "nobestmove"),
    )


FRONTS = {
    "uci": dialect(
        (),
        "setoption name Threads value",
        "setoption name UCI_Variant value",
        "movetime",
    ),
    "usi": dialect(
        ("usi",),
        "setoption name Threads value",
        "setoption name USI_Variant value",
        "btime 0 wtime 0 byoyomi",
    ),
    "ucci": dialect(("ucci",), "setoption threads", "setoption UCI_Variant", "movetime"),
    "cecp": Front(
        lambda game, fen: ("xboard",),
        lambda game, fen: ("protover 2", "cores 2", f"variant {game}", "st 1", f"setboard {fen}"),
        lambda number, side: ("go",),
        lambda number: ("move ",),
    ),
    "gtp": Front(
        lambda game, fen: (
            *("gtp", game, "--fen", fen, "--movetime", str(round(THINKS_S * 1000))),
            *("--option", "Threads=2"),
        ),
        lambda game, fen: (),
        lambda number, side: ("clear_board", f"{number} genmove {side}"),
        lambda number: (f"={number} ",),
    ),
    "terminal": Front(
        lambda game, fen: ("play", "--terminal", game),
        lambda game, fen: (f"seconds {THINKS_S}",),
        # From the start each time: workers that are killed play at random, and so lose soon.
        lambda number, side: ("sides -", "new", "go"),
        lambda number: ("White: ", "Black: "),
    ),
}
SHOWN = {
    "cecp": ("chess", "gast", "gast14", "gochess"),  # XBoard can show no others
    "usi": tuple(game for game in GAMES if game not in ("gess", "troop")),  # which have no pieces
    # At the terminal each placement of the engine waits for one of the user.
    "terminal": tuple(game for game in GAMES if game != "gochess"),
}
FEW = {"uci": ONE_OF_A_KIND, "cecp": ("gochess",), "gtp": ("gess",), "terminal": ("troop",)}
PAIRS = [(name, game) for name in FRONTS for game in SHOWN.get(name, GAMES)]


def kill(talk: Dialogue, dice: random.Random) -> bool:
    """Kill one worker, all, or the program; return True if the program still runs."""
    children = family(talk.process.pid)
    target = dice.choice(("one", "all", "program"))
    for child in children if target == "all" else children[:1]:
        with contextlib.suppress(psutil.NoSuchProcess):
            child.kill()
    if target == "program":
        talk.process.kill()
        talk.process.wait(GUARD_S)
        assert gone(children)
    return target != "program"


@pytest.mark.parametrize(
    ("name", "game"),
    [
        pytest.param(name, game, marks=[] if game in FEW.get(name, ()) else pytest.mark.thorough)
        for name, game in PAIRS
    ],
)
def test_every_request_is_answered_while_workers_are_killed(
    name: str, game: str, sample: Sample
) -> None:
    front, fen, dice = FRONTS[name], begin(game), random.Random(f"{name} {game}")
    side = fen.split()[1]
    before = shared_names()

    def start_program() -> Dialogue:
        talk = Dialogue(*front.words(game, fen))
        talk.send(*front.greeting(game, fen))
        return talk

    talk = start_program()
    for number in range(1, sample(1, KILLS) + 1):
        talk.send(*front.ask(number, side))
        sleep(dice.uniform(0, 1.5 * THINKS_S))
        if not kill(talk, dice):
            talk = start_program()
            talk.send(*front.ask(number, side))
        lines = talk.until_has(*front.answer(number))
        assert not any(word in lines[-1] for word in NO_MOVE), (number, lines[-5:])
    left = family(talk.process.pid)
    talk.send("quit")
    assert talk.process.wait(GUARD_S) == 0
    assert gone(left)
    assert no_name_stays(before)


def test_all_games_are_built_in() -> None:
    assert {game for _, game in PAIRS} == set(GAMES) <= set(variants.BUILT_IN)
