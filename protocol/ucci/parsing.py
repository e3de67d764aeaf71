"""Parser of the UCCI commands `setoption` and `go`."""

from __future__ import annotations

from collections.abc import Sequence

from amalthea.engine.options import whole_number
from amalthea.protocol.uci.parsing import CommandError, OptionCommand
from amalthea.protocol.uci.parsing import parse_option as parse_uci_option

DRAW = "draw"  # offered to the engine
_IGNORED_NUMBER = "oppmovestogo"

# UCI's words for those of UCCI if White is to move, and if Black is.
MEANINGS = {
    "w": {"time": "wtime", "opptime": "btime", "increment": "winc", "oppincrement": "binc"},
    "b": {"time": "btime", "opptime": "wtime", "increment": "binc", "oppincrement": "winc"},
}


def parse_option(text: str) -> OptionCommand:
    """Parse the words after `setoption`: NAME [VALUE], or as in UCI. Raises CommandError."""
    name, value = (*text.split(None, 1), None, None)[:2]
    if name is None:
        raise CommandError("setoption: expected 'NAME [VALUE]'")
    return parse_uci_option(text) if name.lower() == "name" else OptionCommand(name, value)


def searching_words(words: Sequence[str]) -> list[str]:
    """Return the words after `go` without those that do not concern the search."""
    kept: list[str] = []
    number_follows = False
    for word in words:
        if number_follows and whole_number(word) is not None:
            number_follows = False
            continue
        number_follows = word == _IGNORED_NUMBER
        if word not in (_IGNORED_NUMBER, DRAW):
            kept.append(word)
    return kept
