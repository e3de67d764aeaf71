"""The people at a table: who may play which side, and what they agree on."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from amalthea.engine.core.color import Color

_KEY_BYTES = 12


@dataclass(slots=True)
class People:
    """People at a table, each known by the secret words that their browsers keep.

    seats: the browsers of each side; None for a table at which every page may play for all people.
    keys: the secret word of each side, by which its player takes the seat with another browser.
    offers, rematch: the sides that offer a draw, and that want another game.
    left: the browsers that have deleted the game from their lists.
    """

    seats: dict[Color, list[str]] | None = None
    keys: dict[Color, str] = field(default_factory=dict)
    offers: list[Color] = field(default_factory=list)
    rematch: list[Color] = field(default_factory=list)
    left: list[str] = field(default_factory=list)

    @classmethod
    def hosted_by(cls, client: str, side: Color) -> People:
        """Return people of whom one plays a side and invites somebody to the other side."""
        keys = {each: secrets.token_urlsafe(_KEY_BYTES) for each in Color}
        return cls({side: [client], side.other: []}, keys)

    @property
    def invited(self) -> bool:
        """True if each side is played by its own browsers."""
        return self.seats is not None

    @property
    def has_room(self) -> bool:
        """True if nobody has taken the seat of one side."""
        return self.seats is not None and not all(self.seats.values())

    def enter(self, client: str, key: str = "") -> None:
        """Give a browser the seat of its key, or the free one if it has none."""
        if self.seats is None:
            return
        if client in self.left:
            self.left.remove(client)
        keyed = next((side for side, known in self.keys.items() if key and known == key), None)
        free = next((side for side in Color if not self.seats[side]), None)
        side = keyed or (None if self.sides(client) else free)
        if side and client not in self.seats[side]:
            self.seats[side].append(client)

    def sides(self, client: str) -> Sequence[Color]:
        """Return the sides that a browser may play."""
        if self.seats is None:
            return tuple(Color)
        return tuple(side for side in Color if client in self.seats[side])

    def key_of(self, client: str) -> str:
        """Return the key of a browser's seat, "" without one."""
        sides = self.sides(client) if self.invited else ()
        return self.keys.get(sides[0], "") if len(sides) == 1 else ""

    def exchange(self) -> None:
        """Exchange the sides, for another game."""
        self.offers.clear()
        self.rematch.clear()
        self.keys = {side.other: key for side, key in self.keys.items()}
        if self.seats is not None:
            self.seats = {side.other: clients for side, clients in self.seats.items()}

    def agree(self, client: str, offers: list[Color]) -> bool:
        """Add a browser's sides to those that offer something; return True if all have."""
        offers[:] = [side for side in Color if side in (*offers, *self.sides(client))]
        return len(offers) == len(Color)

    def leave(self, client: str) -> bool:
        """Delete the game from a browser's list; return True if no player keeps it any more."""
        if self.seats is None:
            return True
        self.left.append(client)
        return bool(self.sides(client)) and all(map(self._has_left, Color))

    def opponent_left(self, client: str) -> bool:
        """Return True if the other side has deleted the game."""
        sides = self.sides(client) if self.invited else ()
        return len(sides) == 1 and not self.has_room and self._has_left(sides[0].other)

    def _has_left(self, side: Color) -> bool:
        """Return True if no browser that holds a side keeps the game."""
        return self.seats is not None and all(each in self.left for each in self.seats[side])

    def decline(self) -> None:
        """Withdraw the offers of a draw after a move."""
        self.offers.clear()
