"""Lines, however they arrive."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from engine.errors import clip
from protocol import console
from protocol.console import LineReader


class Input:
    """The writing end of a reader's pipe."""

    def __init__(self) -> None:
        descriptor, self._into = os.pipe()
        self.reader = LineReader(descriptor)

    def send(self, data: bytes) -> list[str | None]:
        os.write(self._into, data)
        return self.reader.read()

    def end(self) -> list[str | None]:
        os.close(self._into)
        return self.reader.read()


@pytest.fixture
def source() -> Iterator[Input]:
    made = Input()
    yield made
    os.close(made.reader.descriptor)


def test_a_line_may_come_in_pieces(source: Input) -> None:
    assert source.send(b"isre") == []
    assert source.send(b"ady\ngo\nst") == ["isready", "go"]
    assert source.send(b"op\n") == ["stop"]


def test_both_line_ends(source: Input) -> None:
    assert source.send(b"uci\r\n\r\nquit\n") == ["uci", "", "quit"]


def test_a_carriage_return_torn_from_its_line_feed(source: Input) -> None:
    assert source.send(b"uci\r") == []
    assert source.send(b"\n") == ["uci"]


def test_bytes_that_are_no_text(source: Input) -> None:
    assert source.send(b"\xff\xfe\x00go\n") == ["\ufffd\ufffd\0go"]


def test_the_last_line_needs_no_end(source: Input) -> None:
    source.send(b"quit")
    assert source.end() == ["quit"]
    assert source.reader.ended


def test_an_endless_line_is_not_kept(source: Input, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console, "LONGEST_LINE", 10)
    assert source.send(b"12345678") == []
    assert source.send(b"12345678") == []
    assert source.send(b"tail\nuci\n") == [None, "uci"]


def test_clip_is_one_short_printable_line() -> None:
    assert clip("a\nb\u00e9") == "'a\\nb\\xe9'"
    assert len(clip("x" * 1000)) < 70
