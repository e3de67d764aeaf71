"""Names that other programs and servers have for games: one table for every front end.

Letters and digits alone count, and neither "chess" at the end of a name nor the case of letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

_OTHERS: Mapping[str, str] = {
    "chess": "standard classical classic normal orthodox regular fromposition",
    "3check": "threecheck threechecks 3checks",
    "5check": "fivecheck fivechecks 5checks",
    "antichess": "anti",
    "asean": "aseanmakruk",
    "bughouse": "bug tandem",
    "cambodian": "ouk oukchaktrang cambodianchaktrang",
    "chu": "chushogi middleshogi",
    "capablanca": "capa",
    "dai": "daishogi kamakuradaishogi",
    "tenjiku": "tenjikushogi",
    "crazyhouse": "zh house",
    "dobutsu": "animalshogi",
    "euroshogi": "europeanshogi",
    "flipello": "othello",
    "flipello10": "othello10",
    "flipersi": "reversi",
    "fogofwar": "darkchess kriegspiel",
    "gardner": "gardnermini",
    "glinski": "hex hexagonal",
    "gustav3": "gustavian gustaviii",
    "janggi": "korean koreanchess",
    "khans": "khan",
    "kingofthehill": "koth hill",
    "kyotoshogi": "kyoto",
    "makruk": "thai",
    "manchu": "manchuplus yitong",
    "nocastle": "nocastling wildnocastle",
    "okisakishogi": "okisaki",
    "paradigm": "paradigm30",
    "pawnback": "pawnsback",
    "pawnsideways": "pawnssideways sideways",
    "placement": "prechess bronstein",
    "racingkings": "racing race",
    "seirawan": "schess sharper",
    "shogi": "japanese",
    "shouse": "seirawanhouse schesshouse",
    "shatar": "mongolian mongolianchess",
    "sittuyin": "burmese",
    "tamerlane": "timur",
    "torishogi": "tori",
    "xiangqi": "chinese cchess",
    "yarishogi": "yari",
}
_CHESS960: Mapping[str, str] = {
    "chess": "chess960 960 fischerandom fischerrandom fischer frc dfrc freestyle chess9lx",
    "capablanca": "caparandom capablancarandom",
    "racingkings": "racingkings1440",
}
NOT_PLAYED: Mapping[str, str] = {
    "alice": "two linked boards",
    "banqi": "covered pieces",
    "fogofwar": "hidden pieces",
    "jieqi": "covered pieces",
    "makbug": "two boards",
    "yokai": "rules that pychess.org is still making",
}
"""Games that others play, and the rule for which they are refused."""

_OURS = {theirs: ours for ours, names in _OTHERS.items() for theirs in names.split()}
_OURS_960 = {theirs: ours for ours, names in _CHESS960.items() for theirs in names.split()}
_NOT_COUNTED = re.compile(r"[^a-z0-9]")
_CHESS, _960 = "chess", "960"
_MOST_SUGGESTED = 3
_ALIKE = 0.7  # of 1, how much a suggested name has to look like the one that was asked for


class Meaning(NamedTuple):
    """The game that a name means: our name of it, and True if it is played as Chess960."""

    name: str
    chess960: bool


def read(name: str, known: Iterable[str]) -> Meaning | None:
    """Return which of the known games a name means, None if it is none of them."""
    plain = _plain(name)
    ours = {_plain(each): each for each in known}
    for bare in (plain, plain.removesuffix(_CHESS)):
        if found := ours.get(bare) or ours.get(_OURS.get(bare, "")):
            return Meaning(found, chess960=False)
        if found := ours.get(_OURS_960.get(bare, "")):
            return Meaning(found, chess960=True)
    meant = read(plain.removesuffix(_960), ours.values()) if plain.endswith(_960) else None
    return meant._replace(chess960=True) if meant else None


def nearest(name: str, known: Iterable[str]) -> list[str]:
    """Return the known names that are spelt most like a name, none if none is much like it."""
    from difflib import get_close_matches  # unknown names are rare

    ours = {_plain(each): each for each in known}
    theirs = {other: ours[name] for other, name in _OURS.items() if name in ours}
    meant = {other: other for other in _OURS_960} | theirs | ours
    found = get_close_matches(_plain(name), meant, n=_MOST_SUGGESTED, cutoff=_ALIKE)
    return list(dict.fromkeys(meant[each] for each in found))


def _plain(name: str) -> str:
    return _NOT_COUNTED.sub("", name.lower().replace("+", "plus"))
