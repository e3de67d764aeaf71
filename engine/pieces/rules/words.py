"""English words for the pieces and places of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from amalthea.engine.core import english
from amalthea.engine.pieces.description.regions import Region
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.rules import places

_PROMOTED = "promoted "
_UNNAMED = re.compile(r"customPiece[0-9]+")


class Words:
    """Names of pieces and places in the sentences on a game.

    own: names of piece types by letter. common: by the name in the description.
    """

    def __init__(
        self, variant: PiecesVariant, own: Mapping[str, str], common: Mapping[str, str]
    ) -> None:
        self.variant = variant
        self._own = own
        self._common = common

    def piece_name(self, letter: str) -> str:
        """Return a piece type's name: the game's own, a common one, or "H piece" without any."""
        name = self.variant.piece(letter).name
        if letter in self._own:
            return self._own[letter]
        if _UNNAMED.fullmatch(name):
            return f"{letter} piece"
        return self._common.get(name, name)

    def piece_names(self, letters: Iterable[str]) -> list[str]:
        """Return the names of several piece types, each once."""
        return list(dict.fromkeys(map(self.piece_name, letters)))

    def any_piece(self, letters: Iterable[str]) -> str:
        """Return piece types as alternatives with one article: "a queen, rook or bishop"."""
        return english.with_article(self.alternatives(letters))

    def alternatives(self, letters: Iterable[str]) -> str:
        """Return piece types as alternatives: "queen or rook", "promoted queen or rook"."""
        names = self.piece_names(letters)
        if all(name.startswith(_PROMOTED) for name in names):
            return _PROMOTED + english.either([name.removeprefix(_PROMOTED) for name in names])
        return english.either(names)

    def plural_names(self, letters: Iterable[str]) -> list[str]:
        """Return the plurals of the names of several piece types."""
        return [english.plural(name) for name in self.piece_names(letters)]

    def place(self, region: Region) -> str:
        """Return a region without its preposition: "ranks 6 to 8"; see `places.place`."""
        return places.place(self.variant, region)

    def on(self, region: Region) -> str:
        """Return a region with its preposition: "on ranks 6 to 8", "anywhere"."""
        return places.on(self.variant, region)

    def goal(self, region: Region) -> str:
        """Return a region as the object of "reach": "rank 6 or beyond" for the last three ranks."""
        return places.goal(self.variant, region)

    def zone(self, region: Region) -> str:
        """Return a region as the object of "move into" and "move out of": "ranks 5 and 6"."""
        return places.zone(self.variant, region)
