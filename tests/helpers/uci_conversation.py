"""Random conversations in UCI: each `go` that is accepted has one legal best move, in order."""

from __future__ import annotations

import random
import re
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from amalthea.engine.new_games import new_game, new_position
from helpers.dialogue import Dialogue
from helpers.random_conversation import Conversation
from helpers.random_games import random_game

_GAMES = ("chess", "chess", "chess", "crazyhouse", "gast", "gochess")
_FEW = 12  # positions of a game
_NONE = "(none)"
_BUSY = re.compile(  # errors of a busy machine, which no command causes
    r"info string error: "
    r"(the worker processes do not start|worker \d+ \(process \d+\) does not answer)$"
)
_PERFT = ("Nodes searched: ", "info string error: go perft: the count was stopped")
_SHORT = (
    *("depth 1", "depth 2", "depth 3 movetime 10", "nodes 1", "nodes 200", "mate 1 nodes 99"),
    *("movetime 1", "movetime 15", "movetime 8.5", "mate 3 movetime 10", "wtime 40 btime 40"),
    *("wtime 30 btime 90 winc 2 binc 2 movestogo 3", "wtime -5 btime -5", "btime 50"),
)
_LONG = ("depth 60", "movetime 900000", "nodes 900000000", "wtime 90000000 btime 90000000")
_ENDLESS = (
    *("", "infinite", "infinite depth 2", "ponder infinite", "ponder depth 2"),
    *("ponder movetime 10", "ponder wtime 50 btime 50", "ponder wtime 90 btime 90 winc 1 binc 1"),
)
_NOISE = ("please", "depth x", "nodes -1", "winc", "movetime 0", "e9e9")
_OPTIONS = (
    *("Threads value 1", "Threads value 2", "Hash value 1", "Hash value 2", "Clear Hash"),
    *("MultiPV value 1", "MultiPV value 3", "Move Overhead value 0", "UCI_ShowWDL value true"),
    *("Skill Level value 3", "Skill Level value 20", "Seed value 5", "Ponder value true"),
    *("UCI_Variant value chess", "UCI_Variant value crazyhouse", "UCI_Variant value gochess"),
)


@dataclass(frozen=True)
class Place:
    """Position and the command that sets it up.

    choices: the legal moves or choices by the side to name in `go`, "" where no side is named.
    """

    command: str
    choices: dict[str, frozenset[str]]


@dataclass
class Owed:
    """An answer that must come. moves: one of these, none for a perft."""

    moves: frozenset[str] = frozenset()
    infinite: bool = False
    ponders: bool = False

    @property
    def endless(self) -> bool:
        return self.infinite or self.ponders


def _choices(game: str, fen: str, moves: list[str]) -> dict[str, frozenset[str]]:
    position = new_game(game, fen, moves).position
    choosers = position.choosers()
    sides = choosers if len(choosers) > 1 else ""
    found = {side: frozenset(position.choices(side)) for side in sides}
    return found or {"": frozenset(position.legal_moves())}


@cache
def places(game: str) -> tuple[Place, ...]:
    """Return positions of a game, as a client sets them up."""
    found = [Place("position startpos", _choices(game, new_position(game).fen(), []))]
    if game == "gochess":
        found.clear()  # its start is drawn
    for seed in range(_FEW):
        record = random_game(game, seed, longest=40)
        moves = [ply.move for ply in record.plies][: random.Random(seed).randint(0, 40)]
        fen = record.fen
        tail = f" moves {' '.join(moves)}" if moves else ""
        found.append(Place(f"position fen {fen}{tail}", _choices(game, fen, moves)))
    return tuple(found)


class UciConversation(Conversation):
    """Random conversation in UCI.

    owed: best moves and counts that must come, in order. due: how often each other answer must
    come. errors: how many may still come.
    """

    def __init__(self, seed: int, talk: Dialogue) -> None:
        super().__init__(seed, talk)
        self.owed: deque[Owed] = deque()
        self.due: Counter[str] = Counter()
        self.errors = 0
        self.game = "chess"
        self.place: Place | None = None
        self.legal_asked: deque[frozenset[str]] = deque()
        steps: dict[Callable[[], None], int] = {
            self._set_position: 12,
            self._go: 14,
            self._go_endless: 8,
            self._stop: 5,
            self._ponderhit: 5,
            self._ask: 7,
            self._set_option: 4,
            self._new_game: 1,
            self._count: 1,
            self._spoil_position: 1,
            self._go_nowhere: 1,
            self._talk_nonsense: 1,
        }
        self._steps, self._weights = list(steps), list(steps.values())

    def begin(self) -> None:
        self._announce("chess")
        for setting in (
            "Threads value 1",
            "Hash value 1",
            "MultiPV value 1",
            "Skill Level value 20",
        ):
            self.say(f"setoption name {setting}")
        self._set_position()

    def step(self) -> None:
        self.dice.choices(self._steps, self._weights)[0]()

    def is_answered(self) -> bool:
        return not self.owed and not +self.due and (self.troubled or self.errors <= 0)

    def last_words(self, end: str) -> None:
        if end == "quit":
            self._release()
            self.say("quit")
        elif not end or any(each.moves and not each.endless for each in self.owed):
            self._stop()  # a long search would be finished before the end of the input
        if end == "eof":
            self._release()
        elif not end:
            self.due["readyok"] += 1
            self.say("isready")

    # What is said.

    def _set_position(self) -> None:
        self.place = self.dice.choice(places(self.game))
        self.say(self._disguised(self.place.command, keep=True))

    def _spoil_position(self) -> None:
        self.errors += 1
        self.say(self.dice.choice(("position fen 8/8 w", "position startpos moves e2e9")))
        self.place = None

    def _go(self) -> None:
        limits = _LONG if self.dice.random() < 0.08 else _SHORT
        self._search(self.dice.choice(limits))

    def _go_endless(self) -> None:
        words = self.dice.choice(_ENDLESS)
        self._search(words, infinite="ponder" not in words or "infinite" in words)

    def _search(self, words: str, infinite: bool = False) -> None:
        """Say `go` with these limits, now and then with noise and with chosen moves."""
        self._give_up_endless()
        parts = [words]
        if self.place is None:
            self.errors += 1
            self.owed.append(Owed(frozenset({_NONE})))
        else:
            side = self.dice.choice(list(self.place.choices))
            moves = self.place.choices[side]
            if moves and self.dice.random() < 0.5:
                chosen = self.dice.sample(sorted(moves), 1)
                moves = frozenset(chosen)
                parts.append(f"searchmoves {' '.join([*chosen, *self._noise(0.1)])}")
            parts.insert(0, f"side {side}" if side else "")
            owed = Owed(moves or frozenset({_NONE}), infinite, "ponder" in words)
            self.owed.append(owed)
        parts += self._noise(0.1) if "searchmoves" not in " ".join(parts) else []
        self.say(self._disguised(" ".join(["go", *filter(None, parts)])))

    def _noise(self, share: float) -> list[str]:
        return [self.dice.choice(_NOISE)] if self.dice.random() < share else []

    def _go_nowhere(self) -> None:
        """Search only illegal moves; the answers are an error and no move."""
        self._give_up_endless()
        self.errors += 1
        self.owed.append(Owed(frozenset({_NONE})))
        self.say(f"go searchmoves a0a0 a1a1 {self.dice.choice(('', 'depth 3', 'infinite'))}")

    def _count(self) -> None:
        if self.place is None or "" not in self.place.choices:
            return
        self._give_up_endless()
        self.owed.append(Owed())
        self.say(f"go perft {self.dice.choice((1, 1, 2, 3))}")

    def _stop(self) -> None:
        self._release()
        self.say("stop")

    def _ponderhit(self) -> None:
        if self.owed:
            self.owed[-1].ponders = False
        self.say("ponderhit")

    def _ask(self) -> None:
        question, answer = self.dice.choice(
            [("isready", "readyok")] * 4
            + [("uci", "uciok"), ("d", "Fen:"), ("moves", "legalmoves")]
        )
        if self.place is None and question in ("d", "moves"):
            self.errors += 1
        elif question == "moves" and (self.place is None or "" not in self.place.choices):
            return
        else:
            self.due[answer] += 1
            if question == "moves" and self.place:
                self.legal_asked.append(self.place.choices[""])
        self.say(self._disguised(question))

    def _set_option(self) -> None:
        words = self.dice.choice(_OPTIONS)
        if words.startswith("UCI_Variant"):
            self._announce(words.split()[-1])
        else:
            self.say(self._disguised(f"setoption name {words}", keep=True))
            if words.startswith("Seed"):
                self._set_position()  # a new game has begun

    def _announce(self, game: str) -> None:
        self.game = game
        self.say(f"setoption name UCI_Variant value {game}")
        self._set_position()

    def _new_game(self) -> None:
        self.say("ucinewgame")
        self._set_position()

    def _talk_nonsense(self) -> None:
        self.errors += 1
        self.say(
            self.dice.choice(("xyzzy", "setoption name Hash value x", "go2 depth 1", "debug x"))
        )

    def _disguised(self, line: str, keep: bool = False) -> str:
        """Return a line as some clients write it: with tabs, spaces, or in upper case."""
        kind = self.dice.random()
        if kind < 0.05:
            return line.replace(" ", "\t", 2)
        if kind < 0.1:
            return f" {line.replace(' ', '  ', 1)}  "
        if kind < 0.15 and not keep:
            return line.upper()
        return line

    # The model.

    def _give_up_endless(self) -> None:
        """Drop a search that ends only by a command, since the next search replaces it."""
        if self.owed and self.owed[-1].endless:
            self.owed.pop()

    def _release(self) -> None:
        """Expect the answers of all searches from now on, also of the endless ones."""
        for each in self.owed:
            each.infinite = each.ponders = False

    def take(self, line: str) -> None:
        if line.startswith("bestmove "):
            self._take_best_move(line.split())
        elif line.startswith(_PERFT):
            if not self.owed or self.owed.popleft().moves:
                self.fail("a count that was not asked for")
        elif line.startswith("info string error") and not _BUSY.match(line):
            self.errors -= 1
            if self.errors < 0 and not self.troubled:
                self.fail("an error without a reason")
        elif line.startswith(("readyok", "uciok", "Fen:", "legalmoves")):
            answer, *words = line.split()
            self.due[answer] -= 1
            if self.due[answer] < 0:
                self.fail("an answer that was not asked for")
            if answer == "legalmoves" and frozenset(words) != self.legal_asked.popleft():
                self.fail("moves of another position")

    def _take_best_move(self, words: list[str]) -> None:
        if not self.owed:
            self.fail("a best move that was not asked for")
        owed = self.owed.popleft()
        if owed.endless:
            self.fail("a best move before `stop` or `ponderhit`")
        if words[1] not in owed.moves:
            self.fail(f"{words[1]} is not among {sorted(owed.moves)}")
