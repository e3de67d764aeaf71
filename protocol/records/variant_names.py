"""The names of games in PGN files: ours, and those of other programs and servers."""

from __future__ import annotations

import re

import amalthea

# Names that lichess, chess.com, pychess, XBoard, cutechess, python-chess and others use, by ours.
# Letters and digits count alone, a final "chess" does not count.
_OTHERS = {
    "chess": "standard classical classic normal orthodox regular fromposition",
    "3check": "threecheck threechecks 3checks",
    "5check": "fivecheck fivechecks 5checks",
    "antichess": "anti",
    "crazyhouse": "zh house",
    "kingofthehill": "koth hill",
    "racingkings": "racing race",
    "shogi": "japanese",
    "xiangqi": "chinese cchess",
    "makruk": "thai",
}
_OURS = {theirs: ours for ours, names in _OTHERS.items() for theirs in names.split()}
_CHESS960 = ("chess960", "960", "fischerandom", "fischerrandom", "frc", "dfrc", "freestyle")
_NOT_COUNTED = re.compile(r"[^a-z0-9]")
_CHESS, _960 = "chess", "960"


def read_variant(name: str) -> tuple[str, bool]:
    """Return our name of a game, and True if it is played as Chess960. Raises UnknownVariant."""
    plain = _NOT_COUNTED.sub("", name.lower())
    known = {_NOT_COUNTED.sub("", each): each for each in amalthea.variants.names()}
    for bare in (plain, plain.removesuffix(_CHESS)):
        if ours := known.get(bare) or _OURS.get(bare):
            return ours, False
        if bare in _CHESS960:
            return _CHESS, True
    if ours := known.get(plain.removesuffix(_960)):
        return ours, True
    return amalthea.variants.get(name.strip().lower()).name, False


def written_variant(name: str, chess960: bool) -> str:
    """Return the name that stands in a Variant tag."""
    return f"{name.capitalize() if name == _CHESS else name}{_960}" if chess960 else name
