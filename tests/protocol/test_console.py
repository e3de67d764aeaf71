"""Lines of a console, in whatever pieces they arrive, and their log."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from amalthea.engine.text import clip
from amalthea.protocol import console
from amalthea.protocol.console import Console, LineReader
from helpers.fake_pool import FakePool
from helpers.gtp_talk import GtpTalk
from helpers.talk import Talk
from helpers.xboard_talk import CecpTalk


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


def test_both_line_ends_are_read(source: Input) -> None:
    assert source.send(b"uci\r\n\r\nquit\n") == ["uci", "", "quit"]


def test_a_line_end_may_come_in_two_reads(source: Input) -> None:
    assert source.send(b"uci\r") == []
    assert source.send(b"\n") == ["uci"]


def test_a_byte_order_mark_is_left_out(source: Input) -> None:
    assert source.send(b"\xef\xbb\xbfuci\r\nisready\n") == ["uci", "isready"]


def test_bytes_that_are_no_text_are_replaced(source: Input) -> None:
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


def test_clip_returns_one_short_printable_line() -> None:
    assert clip("a\nb\u00e9") == "'a\\nb\\xe9'"
    assert len(clip("x" * 1000)) < 70


# The log.


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Console]:
    descriptor = os.open(tmp_path / "output", os.O_WRONLY | os.O_CREAT)
    yield Console(descriptor)
    os.close(descriptor)


def test_a_log_that_is_refused_leaves_the_one_that_is_open(made: Console, tmp_path: Path) -> None:
    made.open_log(str(tmp_path / "log"))
    with pytest.raises(console.LogError, match="cannot write the log"):
        made.open_log(str(tmp_path / "missing" / "log"))
    made.write("one")
    made.open_log(str(tmp_path / "other"))
    made.write("two")
    made.open_log("")
    made.write("three")
    assert (tmp_path / "log").read_text().endswith(" << one\n")
    assert (tmp_path / "other").read_text().endswith(" << two\n")


FULL = Path("/dev/full")


@pytest.mark.skipif(not FULL.exists(), reason="needs a full device")
def test_a_log_that_ends_is_reported_in_every_protocol() -> None:
    path = f"Debug Log File value {FULL}"
    uci, cecp, gtp = Talk(), CecpTalk(), GtpTalk(pool=FakePool())
    said = "the log ends here: No space left on device (make room there, or choose another place)"
    assert uci.say(f"setoption name {path}", "isready")[0] == f"info string error: {said}"
    assert cecp.say(f"option Debug Log File={FULL}", "ping 1") == [f"# error: {said}", "pong 1"]
    gtp.front.engine.set_option("Debug Log File", str(FULL))
    gtp.aside()
    assert gtp.answer("name") == "= Amalthea\n\n"
    assert gtp.aside() == f"amalthea gtp: {said}\n"
    for talk in (uci, cecp, gtp):
        talk.close()
