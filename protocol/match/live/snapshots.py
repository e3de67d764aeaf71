"""Snapshots of games in progress, sent without ever waiting for a reader."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field

from amalthea.protocol.records.game_record import Ply, white_score

_RECENT = 4  # plies that are searched for a score
LARGEST = 65_536  # bytes of a datagram, many times the size of a snapshot


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game after a move, or before the first move of its players.

    Attributes:
        before, move, fen: the last move with the positions around it; before any, the first two are
            "".
        left: seconds on the clocks by side, if known.
        scores: White's view of each player's last score, in centipawns or as "M3", if known.
        over: this is the last snapshot of the game.
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
    chess960: bool = False


SnapshotListener = Callable[[Snapshot], None]


def last_scores(plies: Sequence[Ply]) -> dict[str, int | str]:
    """Return White's view of each side's last score."""
    found: dict[str, int | str] = {}
    for ply in reversed(plies[-_RECENT:]):
        for side, thought in ply.thoughts.items():
            score = white_score(thought, side)
            if score is not None:
                found.setdefault(side, score)
    return found


def socket_pair() -> tuple[socket.socket, socket.socket]:
    """Return a socket to send snapshots, for any number of processes, and one to receive them."""
    sender, receiver = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    sender.setblocking(False)
    receiver.setblocking(False)
    return sender, receiver


def send_to(sender: socket.socket) -> SnapshotListener:
    """Return a listener that sends snapshots without waiting.

    A snapshot that does not fit into the socket is lost; the next one of its game replaces it.
    """

    def send(snapshot: Snapshot) -> None:
        with suppress(OSError):
            sender.send(json.dumps(asdict(snapshot)).encode(), socket.MSG_DONTWAIT)

    return send


def received(receiver: socket.socket) -> list[Snapshot]:
    """Return all snapshots that have arrived."""
    found = []
    with suppress(BlockingIOError):
        while True:
            found.append(Snapshot(**json.loads(receiver.recv(LARGEST))))
    return found
