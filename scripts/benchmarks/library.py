r"""Compare amalthea.pyffish with pyffish in one run: time of each call, and agreement.

Random games of every game that both libraries know are played, and after each move both are called
as a server of variants calls them: for the start, the legal moves, the FEN, check, capture,
notation, ends, material and validity. The output has a line for each call with both times and their
ratio, and a line with an example for each game in which the answers differ.

"new process" is a process that imports the library and asks for a start position. "copy" and
"pickle" compare copying, and pickling and reading, a `Position` with pyffish's FEN after the same
game, since pyffish has no positions and plays the game again. "new FENs" is the validation of all
FENs of a game without the cache of FENs that this library has written. pyffish is needed for this
benchmark only:

python -m venv /tmp/pyffish && /tmp/pyffish/bin/pip install pyffish
PYTHONPATH=/tmp/pyffish/lib/python3.11/site-packages \
    .venv/bin/python scripts/bench.py library --games 200 --plies 200
"""

from __future__ import annotations

import argparse
import importlib
import pickle
import random
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from types import ModuleType
from typing import Any

from amalthea import Position
from amalthea import pyffish as ours
from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError

NOTATIONS = range(ours.NOTATION_THAI_LAN + 1)
ENDS = ("is_immediate_game_end", "is_optional_game_end")
CALLS = ("legal_moves", "get_fen", "gives_check", "game_result", "has_insufficient_material", *ENDS)


def _equal(one: object, other: object) -> bool:
    return one == other


class Comparison:
    """The times of both libraries by call, and their differences by call and game with examples."""

    def __init__(self, peer: ModuleType) -> None:
        self.peer = peer
        self.modules = (peer, ours)
        self.times: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        self.calls: Counter[str] = Counter()
        self.differences: Counter[tuple[str, str]] = Counter()
        self.examples: dict[tuple[str, str], str] = {}

    def ask(self, call: str, variant: str, *words: Any, same: Callable[..., bool] = _equal) -> Any:
        """Call a function of both libraries and compare the answers; return that of this one."""
        answers = self.time(call, *(partial(getattr(each, call), *words) for each in self.modules))
        if not same(*answers):
            self.differences[call, variant] += 1
            self.examples.setdefault(
                (call, variant), f"{words}: pyffish {answers[0]}, amalthea {answers[1]}"
            )
        return answers[1]

    def time(self, call: str, *functions: Callable[[], Any]) -> list[Any]:
        """Call a function of pyffish's and one of this library, and note their times."""
        answers = []
        for number, function in enumerate(functions):
            began = time.perf_counter()
            answers.append(function())
            self.times[call][number] += time.perf_counter() - began
        self.calls[call] += 1
        return answers

    def start(self, variant: str) -> None:
        """Time a new process of each library that asks for the start of a game."""
        program = "from importlib import import_module as load; print(load({!r}).start_fen({!r}))"
        commands = [
            [sys.executable, "-c", program.format(module.__name__, variant)]
            for module in self.modules
        ]
        self.time(
            "new process",
            *(partial(subprocess.run, each, check=True, capture_output=True) for each in commands),
        )

    def play(self, variant: str, plies: int, dice: random.Random) -> None:
        """Play a random game and ask about every position."""
        chess960 = variants.find(variant).chess960
        start = self.peer.start_fen(variant)
        moves: list[str] = []
        fens: list[str] = []
        self.ask("start_fen", variant, variant, same=_equal_fens)
        self.ask("captures_to_hand", variant, variant)
        while len(moves) < plies:
            now = (variant, start, list(moves), chess960)
            legal = self.ask("legal_moves", variant, *now, same=_same_moves)
            fen = self.ask("get_fen", variant, *now, same=_equal_fens)
            for call in CALLS[2:]:
                if call != "game_result" or not legal:
                    self.ask(call, variant, *now, same=_same_end if call in ENDS else _equal)
            self.ask("validate_fen", variant, fen, variant, chess960)
            fens.append(fen)
            playable = sorted({*legal} & {*self.peer.legal_moves(*now)})
            if not playable or ours.is_immediate_game_end(*now)[0]:
                return
            move = dice.choice(playable)
            self.ask("is_capture", variant, *now[:3], move, chess960)
            notation = NOTATIONS[len(moves) % len(NOTATIONS)]
            self.ask("get_san", variant, variant, fen, move, chess960, notation)
            moves.append(move)
        self.ask("get_san_moves", variant, variant, start, moves, chess960)
        validations = (self.peer.validate_fen, ours.fen_errors.__wrapped__)
        self.time(
            "new FENs",
            *(partial(_each, validate, fens, variant, chess960) for validate in validations),
        )
        position = Position(variant, start, moves, chess960=chess960)
        replay = partial(self.peer.get_fen, variant, start, moves, chess960)
        _, copied = self.time("copy", replay, position.copy)
        _, read = self.time("pickle", replay, lambda: pickle.loads(pickle.dumps(position)))
        assert copied == read == position


def main() -> None:
    """Run the comparison and print its tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=1, help="games of each variant")
    parser.add_argument("--plies", type=int, default=200, help="longest game")
    parser.add_argument("--variant", action="append", help="only these games")
    options = parser.parse_args()
    peer = importlib.import_module("pyffish")
    comparison = Comparison(peer)
    for variant in options.variant or shared(peer.variants()):
        comparison.start(variant)
        for number in range(options.games):
            comparison.play(variant, options.plies, random.Random(f"{variant} {number}"))
    print(f"{'call':28}{'calls':>9}{'pyffish us':>12}{'amalthea us':>13}{'ratio':>9}")
    for call, (theirs, own) in comparison.times.items():
        count = comparison.calls[call]
        columns = f"{theirs / count * 1e6:12.1f}{own / count * 1e6:13.1f}{theirs / own:9.1f}"
        print(f"{call:28}{count:9}{columns}")
    for (call, variant), count in sorted(comparison.differences.items()):
        print(f"{call} of {variant} differs {count} times: {comparison.examples[call, variant]}")


def shared(names: Sequence[str]) -> list[str]:
    """Return the games that this library knows, too."""
    return [name for name in names if _is_known(name)]


def _each(validate: Callable[..., Any], fens: list[str], *words: Any) -> None:
    for fen in fens:
        validate(fen, *words)


def _is_known(name: str) -> bool:
    try:
        variants.get(name)
    except AmaltheaError:
        return False
    return True


def _same_moves(one: Sequence[str], other: Sequence[str]) -> bool:
    return sorted(one) == sorted(other)


def _same_end(one: tuple[bool, int], other: tuple[bool, int]) -> bool:
    return one == other or not (one[0] or other[0])  # the value means nothing then


def _equal_fens(one: str, other: str) -> bool:
    """Return True if two FENs have the same board, hands and side to move."""

    def parts(fen: str) -> tuple[str, list[str], str]:
        board, side = fen.split()[:2]
        placement, _, hands = board.rstrip("]").partition("[")
        return placement, sorted(hands.replace("-", "")), side

    return parts(one) == parts(other)
