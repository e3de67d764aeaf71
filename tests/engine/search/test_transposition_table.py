"""Transposition table and messages between processes."""

import os
import threading

import pytest

from amalthea.engine.evaluation import HandWritten
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.transposition_table import Table
from amalthea.engine.search.workers import pipes


def test_a_new_table_is_empty() -> None:
    assert Table(bytearray(1 << 20)).hashfull() == 0


def test_a_table_without_space_is_refused() -> None:
    with pytest.raises(ValueError, match="too small"):
        Table(bytearray(32))


def test_stop_word_reaches_searches_up_to_its_number() -> None:
    control = Control(bytearray(CONTROL_BYTES))
    control.stop(3)
    assert control.stopped(3)
    assert not control.stopped(4)


def test_control_words_need_enough_memory() -> None:
    with pytest.raises(ValueError, match="bytes"):
        Control(bytearray(8))


def test_objects_dropped_from_the_cache_are_sent_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pipes, "_MAX_KNOWN", 2)
    read_end, write_end = os.pipe()
    sender, receiver = pipes.Sender(write_end), pipes.Receiver(read_end)
    objects = [HandWritten((("tempo", value),)) for value in (1, 2, 1, 3, 4, 1, 3)]
    for each in objects:
        sender.send(each)
    assert receiver.receive() == objects
    for fd in (read_end, write_end):
        os.close(fd)


def test_messages_of_any_length_arrive_whole() -> None:
    read_end, write_end = os.pipe()
    messages = [Limits(searchmoves=("e2e4",) * n) for n in (0, 1, 30_000)]
    writer = threading.Thread(target=pipes.send, args=(write_end, *messages))
    writer.start()
    receiver = pipes.Receiver(read_end)
    received: list[object] = []
    while len(received) < len(messages):
        received += receiver.receive()
    writer.join()
    os.close(write_end)
    assert received == messages
    assert receiver.receive() == []
    assert receiver.closed
    os.close(read_end)
