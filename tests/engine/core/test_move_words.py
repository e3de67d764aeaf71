"""A word from the shared hash table or a killer move is legal exactly if it is generated."""

from __future__ import annotations

import random

import pytest

from amalthea.engine import variants
from amalthea.engine.core.position import is_legal_word
from helpers.random_games import begun

GAMES = 2
PLIES = 60
WORDS = 30  # at each position, of every kind
WORD_BITS = 32


@pytest.mark.parametrize("name", variants.names())
def test_the_legal_words_are_those_generated(name: str) -> None:
    dice = random.Random(name)
    known: list[int] = []
    for _ in range(GAMES):
        position = begun(name, dice)
        for _ in range(PLIES):
            legal = position.words()
            known = (known + legal)[-2_000:]
            for word in doubtful(dice, known):
                assert is_legal_word(position, word) == (word in legal), (hex(word), position.fen())
            if not legal:
                break
            position = position.play(dice.choice(position.legal_moves()))


def doubtful(dice: random.Random, known: list[int]) -> list[int]:
    """Return words of earlier positions, the same with one or two wrong bits, and mixed ones."""
    words = []
    for _ in range(WORDS):
        word = dice.choice(known)
        other = dice.choice(known)
        mask = dice.choice((0x3FF, 0xFFC00, 0x700000, 0xFF800000))
        words += [
            word,
            word ^ 1 << dice.randrange(WORD_BITS),
            word ^ 1 << dice.randrange(WORD_BITS) ^ 1 << dice.randrange(WORD_BITS),
            word & ~mask | other & mask,
            dice.getrandbits(WORD_BITS),
        ]
    return words
