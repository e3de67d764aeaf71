"""Lines of EPD: a position, then operations such as `bm Nf3; id "name";`, then comments.

Readers of FEN use it too, for a FEN may be followed by the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

_END = re.compile(r"""[;"#](?<!\S#)""")  # a move may end in "#": Qh7#
_WORD = re.compile(r"\S+")
_COUNTER = re.compile(r"-|[-+]?[0-9.+]+", re.ASCII)
_PLAIN_FIELDS = 4  # placement, side, rights, target
_OPCODE = re.compile(
    "ac[dns]|acms|[abdps]m|ce|cp|[cv][0-9]|draw_(?:accept|claim|offer|reject)|eco|fmvn|hmvc|id|nic"
    "|noop|pv|rc|resign|tc(?:gs|ri|si)|variant"
)
_TOKEN = re.compile(r"""(?P<string>"[^"]*"?)|(?P<end>;|#.*)|[^\s;"]+""", re.DOTALL)
_NAME = re.compile(r"[A-Za-z]\w*", re.ASCII)
_COUNTERS = ("hmvc", "fmvn")


def split_line(line: str) -> tuple[str, str]:
    """Return the position of a line as a FEN, and its operations or comments, "" without any.

    The operations `hmvc` and `fmvn` become the counters of a FEN that has none.
    """
    line = line.strip("\ufeff \t\r\n")
    if line.startswith('"') and line.count('"') > 1:  # a FEN in quotes, as in a table
        line = line[1:].replace('"', " ", 1)
    end = _END.search(line)
    head = line[: end.start()] if end else line
    has_operations = end is not None and line[end.start()] in (";", '"')
    for word in islice(_WORD.finditer(head), _PLAIN_FIELDS, None):
        text = word[0]
        if _OPCODE.fullmatch(text) or (has_operations and not _COUNTER.fullmatch(text)):
            head = line[: word.start()]
            break
    rest = line[len(head) :].strip()
    fields = head.split()
    if len(fields) == _PLAIN_FIELDS and any(opcode in rest for opcode in _COUNTERS):
        known = dict(operations(rest))
        fields += [next(iter(known.get(opcode, ())), "-") for opcode in _COUNTERS]
    return " ".join(fields), rest


def operations(text: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield (opcode, operands), with strings without their quotes; comments are skipped."""
    words: list[str] = []
    for match in _TOKEN.finditer(text):
        if not match["end"]:
            words.append(match[0])
            continue
        yield from _operation(words)
        words = []
    yield from _operation(words)


def _operation(words: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield an operation, none if the words do not begin with an opcode."""
    if words and _NAME.fullmatch(words[0]):
        yield words[0], tuple(word.strip('"') for word in words[1:])
