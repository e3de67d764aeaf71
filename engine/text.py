"""Text for messages: quoting, shortening and plurals."""

from __future__ import annotations

from collections.abc import Iterable


def clip(text: str, longest: int = 60) -> str:
    """Return a text quoted for a message: printable, in one line, shortened if it is long."""
    return ascii(text if len(text) <= longest else f"{text[:longest]}...")


def printable(text: str, instead: str = "?") -> str:
    """Return text with another sign for every character that is not printable."""
    return "".join(sign if sign.isprintable() else instead for sign in text)


def one_line(text: str) -> str:
    """Return text as one line of printable characters, with single spaces."""
    return printable(" ".join(text.split()))


def join_clipped(words: Iterable[str], longest: int = 100) -> str:
    """Return words separated by spaces; if there are too many, the first ones and their number."""
    known = tuple(words)
    text = " ".join(known)
    if len(text) <= longest:
        return text
    end = text.rfind(" ", 0, longest)
    return f"{text[: end if end > 0 else longest]} ... ({len(known)} in all)"


def counted(count: int, noun: str) -> str:
    """Return a number with its noun, as in "1 rank" and "2 ranks"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
