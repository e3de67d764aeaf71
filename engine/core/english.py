"""English grammar for generated sentences: articles, plurals, numbers, lists."""

from __future__ import annotations

import re
from collections.abc import Sequence

_NUMBERS = (
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
# Patterns are texts: few starts of the engine write a sentence, and each pays for a pattern.
_CONSONANT_SOUND = r"(?i:uni|eu|ewe|one\b|once)"
_VOWEL_SOUND = r"(?i:[aeiou]|hono?u?r|hour|heir|8|11\b|18\b)"
_LETTERS_WITH_VOWEL_SOUND = frozenset("AEFHILMNORSX")
_PLURALS = {  # by the end of the noun; the first that fits counts
    "shaman": "shamans",
    "man": "men",
    "wolf": "wolves",
    "fers": "ferses",
    "goose": "geese",
}


def with_article(noun: str) -> str:
    """Return the noun after the indefinite article that its sound takes: "an elephant"."""
    first = noun.split(maxsplit=1)[0]
    if re.fullmatch(r"\+?[A-Z][~']?", first):
        vowel = first.strip("+~'") in _LETTERS_WITH_VOWEL_SOUND
    else:
        vowel = bool(re.match(_VOWEL_SOUND, noun)) and not re.match(_CONSONANT_SOUND, noun)
    return f"{'an' if vowel else 'a'} {noun}"


def plural(noun: str) -> str:
    """Return the plural of a noun; of several words, the last one changes."""
    for singular, several in _PLURALS.items():
        if noun.endswith(singular):
            return noun.removesuffix(singular) + several
    if re.search(r"(?:s|x|z|ch|sh)$", noun):
        return f"{noun}es"
    return f"{noun[:-1]}ies" if re.search(r"[^aeiou]y$", noun) else f"{noun}s"


def number(value: int) -> str:
    """Return a number as a word up to twelve and in digits beyond."""
    return _NUMBERS[value] if 0 <= value < len(_NUMBERS) else str(value)


def count(value: int, noun: str) -> str:
    """Return "one rook", "two rooks", "no rooks"."""
    return f"{number(value)} {noun if value == 1 else plural(noun)}"


def times(value: int) -> str:
    """Return how often something happens: "once", "twice", "three times"."""
    return {1: "once", 2: "twice"}.get(value, f"{number(value)} times")


def listed(words: Sequence[str], conjunction: str) -> str:
    """Return a list in words: "a queen, a rook or a bishop"."""
    *first, last = words
    return f"{', '.join(first)} {conjunction} {last}" if first else last


def either(words: Sequence[str]) -> str:
    """Return a list of alternatives: "queen, rook or bishop"."""
    return listed(words, "or")


def both(words: Sequence[str]) -> str:
    """Return a list of things that belong together: "queen, rook and bishop"."""
    return listed(words, "and")


def clauses(texts: Sequence[str]) -> str:
    """Join main clauses into one sentence: "a is here, and b is there"."""
    *first, last = texts
    return f"{', '.join(first)}, and {last}" if first else last


def capitalised(text: str) -> str:
    """Return the text with its first letter in upper case and all others as they are."""
    return text[:1].upper() + text[1:]


def uncapitalised(text: str) -> str:
    """Return the text with its first letter in lower case and all others as they are."""
    return text[:1].lower() + text[1:]
