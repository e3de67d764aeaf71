"""What onlookers see of a game in play, and how it is told without ever waiting for them."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from amalthea.protocol.records.game_record import Ply, white_score

_RECENT = 4  # plies in which a score is looked for
LARGEST = 65_536  # bytes of a datagram: many times what a sight has


@dataclass(frozen=True, slots=True)
class Sight:
    """A game after a move, or before the first of its players' own.

    before, move, fen: the last move with the positions around it; "" for the first two before any.
    left: seconds on the clocks by side, scores: White's view of each player's last one, in
    centipawns or as "M3"; both only where they are known. over: nothing more comes of this game.
    """

    number: int
    white: str
    black: str
    variant: str
    plies: int
    before: str
    move: str
    fen: str
    left: Mapping[str, float] = field(default_factory=dict)
    scores: Mapping[str, int | str] = field(default_factory=dict)
    over: bool = False


Watch = Callable[[Sight], None]


def last_scores(plies: Sequence[Ply]) -> dict[str, int | str]:
    """White's view of each side's last score, as a sight has them."""
    found: dict[str, int | str] = {}
    for ply in reversed(plies[-_RECENT:]):
        for side, thought in ply.thoughts.items():
            score = white_score(thought, side)
            if score is not None:
                found.setdefault(side, score)
    return found


def ends() -> tuple[socket.socket, socket.socket]:
    """Where sights are told, by as many processes as have it, and where they are caught."""
    telling, catching = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    telling.setblocking(False)
    catching.setblocking(False)
    return telling, catching


def teller(telling: socket.socket) -> Watch:
    """Tells sights; one that nobody has room for is lost, the next says all again."""

    def tell(sight: Sight) -> None:
        with suppress(OSError):
            telling.send(json.dumps(asdict(sight)).encode(), socket.MSG_DONTWAIT)

    return tell


def caught(catching: socket.socket) -> list[Sight]:
    """Everything that was told since."""
    found = []
    with suppress(BlockingIOError):
        while True:
            found.append(Sight(**json.loads(catching.recv(LARGEST))))
    return found
