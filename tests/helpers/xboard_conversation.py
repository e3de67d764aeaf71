"""Random conversations in CECP: a move for each turn of the engine, and a pong for each ping.

What interrupts a search may come just before or after its move. The next pong tells which it was,
so a conversation waits for that before it goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import cache

import amalthea
from amalthea.protocol.records.game_record import GameRecord
from helpers.dialogue import Dialogue
from helpers.random_conversation import Conversation
from helpers.random_games import random_game

_RESULTS = ("1-0 ", "0-1 ", "1/2-1/2 ")
_CLOCKS = ("st 0.01", "st 0.03", "sd 2", "level 40 0:02 0.1", "level 0 0:03 0", "nps 0")
_NEUTRAL = ("post", "nopost", ".", "hint", "draw", "time 20", "otim 20", "time 200", "computer",
            "option MultiPV=2", "option MultiPV=1", "hard", "easy", "random", "accepted ping",
            "name X")  # fmt: skip
_RESOURCES = ("memory 2", "memory 1", "cores 2", "cores 1")  # processes may start anew
_INTERRUPTIONS = ("force", "new", "go", "analyze", "setboard", "result 1-0 {x}", "playother")
_WRONG = ("usermove z9z9", "usermove a1a1", "xyzzy", "st x", "option Nonsense=1")
_START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


@cache
def _game(seed: int) -> GameRecord:
    return random_game("chess", seed, longest=30)


class XboardConversation(Conversation):
    """Random conversation in CECP.

    side: the engine's, "" for none. due: pongs, moves and results that must come, in order. thinks:
    True if a move is due.
    """

    words = ("xboard",)
    greeting = ("protover 2",)

    def __init__(self, seed: int, talk: Dialogue) -> None:
        super().__init__(seed, talk)
        self.position = amalthea.Position("chess")
        self.side = ""
        self.analyses = False
        self.due: deque[str] = deque()
        self.seen: list[str] = []  # moves since the last interruption
        self.interrupted = False
        self._pings = 0

    @property
    def thinks(self) -> bool:
        return "move" in self.due

    def begin(self) -> None:
        for line in ("force", "exit", "new", "force", "option Resign=0", "easy", "st 0.02"):
            self.say(line)
        self._sync()
        self.due.clear()

    def step(self) -> None:
        dice = self.dice.random()
        if dice < 0.15:
            self._ping()
        elif dice < 0.16:
            self.say(self.dice.choice(_RESOURCES))
        elif dice < 0.35:
            self.say(self.dice.choice((*_NEUTRAL, *_WRONG)))
        elif self.thinks and dice < 0.75:
            if dice < 0.5:
                self.say("?")
        elif self.thinks:
            takes_back = ("undo", "remove") if self.position.ply > 1 else ()
            self._interrupt(self.dice.choice((*_INTERRUPTIONS, *takes_back)))
        elif dice < 0.45:
            self.say(self.dice.choice(_CLOCKS))
        else:
            self._act()

    def is_answered(self) -> bool:
        return not self.due

    def last_words(self, end: str) -> None:
        if end == "quit":
            self.say("quit")
        elif not end:
            if self.thinks:
                self.say("?")
            self._ping()

    # Commands.

    def _act(self) -> None:
        """Say something that changes the game while the engine is not thinking."""
        steps: dict[Callable[[], None], int] = {
            self._usermove: 14,
            lambda: self._command("go"): 6,
            lambda: self._command("new"): 2,
            lambda: self._command("force"): 1,
            lambda: self._command("playother"): 2,
            lambda: self._command("setboard"): 1,
            lambda: self._command("analyze"): 2,
            lambda: self._command("undo"): 1,
            lambda: self._command("remove"): 1,
        }
        if self.analyses:
            steps[lambda: self._command("exit")] = 6
        self.dice.choices(list(steps), list(steps.values()))[0]()

    def _usermove(self) -> None:
        moves = [move.text for move in self.position.legal_moves]
        if self.position.is_over() or not moves:
            self._command("new")
            return
        move = self.dice.choice(moves)
        self.say(f"usermove {move}")
        self._played(move)
        self._next()

    def _command(self, command: str) -> None:
        line = command
        if command == "setboard":
            line = f"setboard {self._other_fen()}"
        self.say(line)
        self._obey(line)

    def _other_fen(self) -> str:
        """Return a position in which it is not the engine's turn."""
        while True:
            record = _game(self.dice.randrange(50))
            position = amalthea.Position("chess", record.fen)
            for ply in record.plies[: self.dice.randint(0, 25)]:
                position.push(ply.move)
            if position.turn != self.side and not position.is_over():
                return position.fen()

    def _obey(self, line: str) -> None:
        """Do what a command does to the game."""
        name, _, rest = line.partition(" ")
        if name == "new":
            self.position = amalthea.Position("chess", _START)
            self.side = "" if self.analyses else "b"
        elif name == "setboard":
            self.position = amalthea.Position("chess", rest)
        elif name in ("force", "result", "analyze"):
            self.side = ""
            self.analyses |= name == "analyze"
        elif name == "exit":
            self.analyses = False
        elif name in ("undo", "remove"):
            plies = 1 if name == "undo" else 2
            if self.position.ply >= plies:
                for _ in range(plies):
                    self.position.pop()
        elif name in ("go", "playother"):
            self.analyses = False
            turn = self.position.turn
            assert turn
            self.side = turn if name == "go" else turn.other
            self._next()

    def _next(self) -> None:
        turn = self.position.turn
        if not self.analyses and turn == self.side and not self.position.is_over():
            self.due.append("move")

    def _played(self, move: str) -> None:
        self.position.push(move)
        if self.position.is_over() and not self.analyses:
            self.due.append("result")

    def _ping(self) -> int:
        self._pings += 1
        self.say(f"ping {self._pings}")
        self.due.append(f"pong {self._pings}")
        return self._pings

    def _sync(self) -> None:
        """Wait for the answer to a ping, whatever comes before."""
        self.interrupted = True
        self.seen.clear()
        last = f"pong {self._ping()}"
        self.listen_until(lambda: last not in self.due)
        self.interrupted = False

    def _interrupt(self, command: str) -> None:
        """Say a command while the engine thinks, and find out whether its move came before."""
        line = f"setboard {self._other_fen()}" if command == "setboard" else command
        self.say(line)
        self._sync()
        self.due.clear()
        *earlier, last = self.seen or [""]
        if command != "go":
            earlier, last = self.seen, ""
        if len(earlier) > 1:
            self.fail("more than one move for a turn")
        for move in earlier:
            self._play_own(move)
        self._obey(line)
        self.due.clear()
        if last:
            self._play_own(last)
        elif command == "go" and not self.position.is_over():
            self.fail("no move")
        self.due.clear()
        if self.position.is_over():
            self._command("new")

    # Answers.

    def take(self, line: str) -> None:
        kind = line.split(" ", maxsplit=1)[0]
        if kind == "move":
            if self.interrupted:
                self.seen.append(line.split()[1])
                return
            self._expect("move")
            self._play_own(line.split()[1])
        elif kind == "pong":
            if self.interrupted:
                while self.due and self.due[0] != line:
                    if (other := self.due.popleft()).startswith("pong"):
                        self.fail(f"{other} is missing")
            self._expect(line)
        elif line.startswith(_RESULTS) and not self.interrupted:
            self._expect("result")
        elif kind == "resign":
            self.fail("it must not resign")

    def _expect(self, answer: str) -> None:
        if not self.due or self.due.popleft() != answer:
            self.fail(f"{answer!r} does not come now")

    def _play_own(self, move: str) -> None:
        if not self.position.game.position.is_legal_text(move):
            self.fail(f"{move} is illegal in {self.position.fen()}")
        self.position.push(move)
        if self.position.is_over():
            self.due.appendleft("result")
