"""Random conversations in GTP: one answer for each command, in order, and only legal clicks."""

from __future__ import annotations

from collections import deque

from helpers.dialogue import Dialogue
from helpers.random_conversation import Conversation

_SIDES = ("b", "w", "black", "white")
_QUICK = ("name", "protocol_version", "list_commands", "showboard", "gogui-rules_board",
          "gogui-rules_side_to_move", "gogui-rules_legal_moves", "gogui-rules_final_result",
          "amalthea-fen", "amalthea-moves", "known_command play", "final_score", "boardsize 8",
          "amalthea-targets w", "amalthea-settings", "time_settings 1 0 0", "time_left b 1 0",
          "time_left w 1 0", "time_settings 0 1 0")  # fmt: skip
_CHANGES = ("clear_board", "undo", "gg-undo 2", "play w e2", "play w e4", "play b e7", "play b e5",
            "play w pass", "amalthea-settings Threads 2", "amalthea-settings Threads 1",
            "amalthea-settings Hash 2")  # fmt: skip
_WRONG = ("xyzzy", "play x e4", "genmove", "genmove q", "undo x", "boardsize 99", "play w z99")
_SEARCHES = ("genmove", "genmove", "genmove", "reg_genmove")
_STREAMS = ("lz-analyze 1", "kata-analyze 1")


class GtpConversation(Conversation):
    """Random conversation in GTP. due: the commands that must be answered, in order."""

    words = ("gtp", "chess", "--nodes", "300")

    def __init__(self, seed: int, talk: Dialogue) -> None:
        super().__init__(seed, talk)
        self.due: deque[tuple[int, str]] = deque()
        self._number = 0
        self._legal = True  # False between an answer and the empty line after it

    def begin(self) -> None:
        self._ask("clear_board")

    def step(self) -> None:
        dice = self.dice.random()
        if dice < 0.3:
            self._ask(self.dice.choice(_QUICK))
        elif dice < 0.5:
            self._ask(self.dice.choice(_CHANGES))
        elif dice < 0.55:
            self._ask(self.dice.choice(_WRONG))
        elif dice < 0.63:
            self._ask(self.dice.choice(_STREAMS))
        elif dice < 0.68:
            self._ask("amalthea-best_lines")
        elif dice < 0.73:
            self.say("# interrupt")
        elif dice < 0.76:
            self.say(self.dice.choice(("", "# a comment", "  \t")))
        else:
            self._ask(f"{self.dice.choice(_SEARCHES)} {self.dice.choice(_SIDES)}")

    def is_answered(self) -> bool:
        return not self.due

    def last_words(self, end: str) -> None:
        self._ask("quit" if end == "quit" else "amalthea-moves")

    def _ask(self, command: str) -> None:
        self._number += 1
        self.due.append((self._number, command))
        self.say(f"{self._number} {command}")

    def take(self, line: str) -> None:
        if not line.startswith(("=", "?")):
            return
        sign, (number, *words) = line[0], [*line[1:].split(), ""]
        if not self.due:
            self.fail("an answer that was not asked for")
        expected, command = self.due.popleft()
        if number != str(expected):
            self.fail(f"not the answer to {expected} {command}")
        wrong = command in _WRONG
        changes = command.startswith(("play", "undo", "gg-undo", "final_score", "amalthea-targets"))
        searches = command.startswith((*_STREAMS, "amalthea-best_lines"))
        if not (changes or searches) and (sign == "?") != wrong:
            self.fail(f"{command}: {line}")
        if "genmove" in command and sign == "=" and not words[0]:
            self.fail("no move")
