"""The people at a table: who may play which side, and what they agree on."""

from __future__ import annotations

from collections.abc import Sequence

from amalthea.engine.core.color import Color


class People:
    """People at a table, each known by the word that a browser keeps for itself.

    host: the browser that invites another one, and the side it plays; None for a table at which
    every page may play for all people.
    """

    def __init__(self, host: tuple[str, Color] | None = None) -> None:
        self._seats: dict[Color, str] | None = {host[1]: host[0]} if host else None
        self._offers: set[Color] = set()

    @property
    def invited(self) -> bool:
        """Return True if each side has a browser of its own."""
        return self._seats is not None

    @property
    def has_room(self) -> bool:
        """Return True if a side waits for somebody."""
        return self._seats is not None and len(self._seats) < len(Color)

    def enter(self, client: str) -> None:
        """Give a browser the free side if there is one and it has none."""
        if self._seats is not None and self.has_room and not self.sides(client):
            side = next(side for side in Color if side not in self._seats)
            self._seats[side] = client

    def sides(self, client: str) -> Sequence[Color]:
        """Return the sides that a browser may play."""
        if self._seats is None:
            return tuple(Color)
        return tuple(side for side in Color if self._seats.get(side) == client)

    def exchange(self) -> None:
        """Exchange the sides, for another game."""
        self._offers.clear()
        if self._seats is not None:
            self._seats = {side.other: client for side, client in self._seats.items()}

    def agree(self, client: str) -> bool:
        """Take a browser's offer of a draw; return True if all sides have made it."""
        self._offers.update(self.sides(client))
        return len(self._offers) == len(Color)

    def decline(self) -> None:
        """Forget the offers of a draw, since the game has gone on."""
        self._offers.clear()

    @property
    def offers(self) -> str:
        """The sides that offer a draw."""
        return "".join(sorted(self._offers, reverse=True))
