"""Every piece of a shipped game has a name in people's words, wherever it is shown."""

from __future__ import annotations

import re

import pytest

from amalthea.engine import variants
from amalthea.engine.core.letters import is_piece
from amalthea.protocol.drawing.styles import style_of

INTERNAL = re.compile(r"[a-z][A-Z]|[0-9_]|\bpiece\b|^bers$")


@pytest.mark.parametrize("name", variants.names())
def test_pieces_have_names_in_peoples_words(name: str) -> None:
    style = style_of(variants.get(name))
    names = {piece.letter: piece.name for piece in style.pieces()}
    assert [each for each in names.values() if not each or INTERNAL.search(each)] == []
    tokens = {token.upper() for token in style.tokens() if is_piece(token)}
    if names:
        assert tokens <= names.keys()
