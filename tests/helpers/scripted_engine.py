"""A UCI engine without rules: it moves a knight to and fro and misbehaves on command.

    scripted_engine.py MODE [AT]      the mode begins with its AT-th move, counted from 1
    scripted_engine.py MODE AT LOG    every line that it reads is appended to a file
    scripted_engine.py held AT FILE   no move is made before the file exists

It must not import anything slow: it is started often.
"""

import os
import sys
import time

KNIGHTS = {"w": ("g1f3", "f3g1"), "b": ("g8f6", "f6g8")}


def say(*lines: str) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def hang() -> None:
    while True:
        time.sleep(3600)


class Engine:
    def __init__(self, mode: str, at: int, log: str) -> None:
        self.mode = mode
        self.at = at
        self.log = log
        self.moves: list[str] = []
        self.first = "w"

    def run(self) -> None:
        while line := sys.stdin.readline():
            if self.log and self.mode != "held":
                with open(self.log, "a", encoding="utf-8") as log:
                    log.write(line)
            match line.split():
                case ["uci"]:
                    self.introduce()
                case ["isready"]:
                    say("readyok")
                case ["position", *words]:
                    self.set_up(words)
                case ["go", *words]:
                    self.go(words)
                case ["quit"] if self.mode != "deaf":
                    return
        if self.mode == "deaf":
            hang()

    def introduce(self) -> None:
        if self.mode == "exits" or (self.mode == "once" and self.started_before()):
            print("no licence", file=sys.stderr)
            sys.exit(3)
        if self.mode == "mute":
            hang()
        say("id name scripted", "option name Hash type spin default 1 min 1 max 64", "uciok")

    def started_before(self) -> bool:
        """Return True if the log shows an earlier start."""
        with open(self.log, encoding="utf-8") as log:
            return log.read().count("uci\n") > self.at

    def set_up(self, words: list[str]) -> None:
        self.moves = words[words.index("moves") + 1 :] if "moves" in words else []
        self.first = words[2] if words[0] == "fen" else "w"

    @property
    def side(self) -> str:
        return "wb"[len(self.moves) % 2]

    def own_move(self, skipped: int = 0) -> str:
        return KNIGHTS[self.side][(len(self.moves) // 2 + skipped) % 2]

    def reply(self) -> str:
        other = "b" if self.side == "w" else "w"
        return KNIGHTS[other][(len(self.moves) + 1) // 2 % 2]

    def go(self, words: list[str]) -> None:
        if "ponder" in words:
            self.ponder()
            return
        act = getattr(self, f"do_{self.mode}", None)
        if act is None or len(self.moves) // 2 + 1 < self.at:
            say(f"bestmove {self.own_move()}")
        else:
            act()

    def ponder(self) -> None:
        """Answer `stop` or `ponderhit` with a move."""
        while line := sys.stdin.readline().strip():
            if self.log:
                with open(self.log, "a", encoding="utf-8") as log:
                    log.write(f"{line}\n")
            if line in ("ponderhit", "stop"):
                say("info depth 9 score cp 1", f"bestmove {self.own_move()} ponder {self.reply()}")
                return

    def do_crash(self) -> None:
        print("segmentation fault, or so", file=sys.stderr)
        sys.exit(9)

    def do_stall(self) -> None:
        hang()

    def do_illegal(self) -> None:
        say("bestmove e2e5")

    def do_castle(self) -> None:
        say("bestmove e1g1")

    def do_none(self) -> None:
        say("bestmove (none)")

    def do_null(self) -> None:
        say("bestmove 0000")

    def do_garbage(self) -> None:
        say("bestmove \x00!!")

    def do_empty(self) -> None:
        say("bestmove")

    def do_noise(self) -> None:
        sys.stdout.buffer.write(b"\xff\xfe\x00 bestmove? " + b"x" * 300_000 + b"\n\n\r\n")
        say(
            "info depth lots score cp many", "info", "bestmoves e2e5", f"bestmove {self.own_move()}"
        )

    def do_claims(self) -> None:
        say("1-0 {White mates}", "result 0-1", "info string mate", "info score mate 1")
        say(f"bestmove {self.own_move()} draw")

    def do_flood(self) -> None:
        for _ in range(8):  # three times what a pipe holds
            say(*["info depth 1 score cp 30 nodes 17 pv e2e4"] * 500)
        say("info depth 7 score cp -12 nodes 99 pv g1f3", f"bestmove {self.own_move()}")

    def do_endless(self) -> None:
        while True:
            say(*["info depth 1 score cp 30 nodes 17 pv e2e4"] * 500)

    def do_slow(self) -> None:
        time.sleep(0.2)
        say(f"bestmove {self.own_move()}")

    def do_held(self) -> None:
        while not os.path.exists(self.log):
            time.sleep(0.05)
        self.do_slow()

    def do_ponders(self) -> None:
        say(f"bestmove {self.own_move()} ponder {self.reply()}")

    def do_misguesses(self) -> None:
        guess = "e7e5" if self.side == "w" else "e2e4"
        say(f"bestmove {self.own_move()} ponder {guess}")


if __name__ == "__main__":
    arguments = [*sys.argv[1:], "1", ""]
    mode = arguments[0]
    numbers = [word for word in arguments[1:] if word.isdigit()]
    logs = [word for word in arguments[1:] if not word.isdigit()]
    try:
        Engine(mode, int(numbers[0]), logs[0]).run()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
