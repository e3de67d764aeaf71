"""Forty steps that a tournament program expects of any UCI engine (after fastchess's check)."""

from collections.abc import Callable

import pytest

from helpers.dialogue import Dialogue

WHITE = "position fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27"
BLACK = "position fen rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"


class Talk:
    """The conversation so far: the engine, and order and lines of its last search."""

    def __init__(self, engine: Dialogue) -> None:
        self.engine = engine
        self.greeting: list[str] = []
        self.order = ""
        self.lines: list[str] = []

    def greet(self) -> None:
        self.engine.send("uci")
        self.greeting = self.engine.until("uciok")

    def is_ready(self) -> None:
        assert self.engine.answer() == []

    def names_itself(self) -> None:
        assert any(line.startswith("id name ") for line in self.greeting)

    def names_its_authors(self) -> None:
        assert any(line.startswith("id author ") for line in self.greeting)

    def best_move(self) -> None:
        """Take the best move. On a busy machine a search without a line is repeated."""
        self.lines = self.engine.until("bestmove ")
        for _ in range(_TRIES):
            if any(line.startswith("info ") for line in self.lines):
                break
            self.engine.send(self.order)
            self.lines = self.engine.until("bestmove ")
        assert self.lines[-1].split()[1] != "(none)"

    def last_info(self) -> list[str]:
        found = [line.split() for line in self.lines if line.startswith("info ")]
        assert found
        return found[-1]

    def has_info(self) -> None:
        assert self.last_info()

    def info_is_whole(self) -> None:
        words = self.last_info()
        for name in ("depth", "nodes", "time", "nps"):
            assert int(words[words.index(name) + 1]) >= 0
        kind, value = words[words.index("score") + 1 :][:2]
        assert kind in ("cp", "mate")
        int(value)

    def info_has_score(self) -> None:
        assert "score" in self.last_info()


_TRIES = 20
Step = str | Callable[[Talk], None]  # a line to send, or a check

AFTER_SEARCH: list[Step] = [
    Talk.best_move,
    Talk.has_info,
    Talk.info_is_whole,
    Talk.info_has_score,
]
STEPS: list[Step] = [
    Talk.greet,
    Talk.is_ready,
    Talk.names_itself,
    Talk.names_its_authors,
    "ucinewgame",
    "position startpos",
    Talk.is_ready,
    WHITE,
    Talk.is_ready,
    "go wtime 100",
    *AFTER_SEARCH,
    BLACK,
    "go btime 100",
    *AFTER_SEARCH,
    "go wtime 100 winc 100 btime 100 binc 100",
    *AFTER_SEARCH,
    "go btime 100 binc 100 wtime 100 winc 100",
    *AFTER_SEARCH,
    Talk.is_ready,
    "ucinewgame",
    "position startpos",
    "go wtime 100 btime 100",
    Talk.best_move,
    Talk.info_is_whole,
    "position startpos moves e2e4 e7e5",
    "go wtime 100 btime 100",
    Talk.best_move,
    Talk.info_is_whole,
]


def test_the_compliance_suite_has_forty_steps() -> None:
    assert len(STEPS) == 40


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_every_step_of_the_compliance_suite_is_passed(ending: str) -> None:
    with Dialogue() as engine:
        talk = Talk(engine)
        for step in STEPS:
            if isinstance(step, str):
                talk.order = step
                engine.send_raw(f"{step}{ending}".encode())
            else:
                step(talk)
