"""Orders of a worker, carried out in this process."""

import mmap
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from amalthea.engine.evaluation import NetFile, tables_file
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.reports import BestMove, EngineError
from amalthea.engine.search.shared_memory import shared_memory, wipe
from amalthea.engine.search.transposition_table import MIB
from amalthea.engine.search.workers import pipes
from amalthea.engine.search.workers.messages import SearchOrder, SearchReport, TableOrder
from amalthea.engine.search.workers.worker import Worker
from amalthea.engine.variants import get
from helpers.search_pool import job

GUARD_S = 300


@pytest.fixture
def sent_messages(monkeypatch: pytest.MonkeyPatch) -> list[SearchReport]:
    """Collect the messages that workers send."""
    sent: list[SearchReport] = []
    monkeypatch.setattr(pipes, "send", lambda _, *messages: sent.extend(messages))
    return sent


def count_calls(monkeypatch: pytest.MonkeyPatch, kind: type, name: str) -> list[None]:
    """Return a list that grows with every call of a method."""
    calls: list[None] = []
    plain: Callable[..., Any] = getattr(kind, name)

    def counting_call(*arguments: object) -> object:
        calls.append(None)
        return plain(*arguments)

    monkeypatch.setattr(kind, name, counting_call)
    return calls


def test_a_worker_without_a_main_process_ends_silently() -> None:
    orders, nobody_writes = os.pipe()
    nobody_reads, reports = os.pipe()
    os.close(nobody_reads)
    (table, _), (control, _) = shared_memory(MIB), shared_memory(CONTROL_BYTES)
    command = [
        sys.executable,
        "-I",
        "-c",
        "from amalthea.engine.search.workers.worker import main; main()",
        "0",
        str(table),
        str(control),
    ]
    ended = subprocess.run(
        [*command, "0"],
        stdin=orders,
        stdout=reports,
        stderr=subprocess.PIPE,
        pass_fds=(table, control),
        timeout=GUARD_S,
        check=False,
    )
    for fd in (orders, nobody_writes, reports, table, control):
        os.close(fd)
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_variant_is_sent_once_and_not_compared_or_hashed_again(
    sent_messages: list[SearchReport], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = shared_memory(MIB)
    worker = Worker(0, table, Control(mmap.mmap(-1, CONTROL_BYTES)), alone=True)
    unseen = replace(get("ganymede"), name="unseen")  # by the caches of this process
    order = SearchOrder(
        1, replace(job("ganymede", nodes=100), variant=unseen), time.monotonic_ns(), 1
    )
    read_end, write_end = os.pipe()
    sender, receiver = pipes.Sender(write_end), pipes.Receiver(read_end)
    sender.send(order)
    (first,) = receiver.receive()
    worker.run(first)
    compared = count_calls(monkeypatch, PieceType, "__eq__")
    hashed = count_calls(monkeypatch, PieceType, "__hash__")

    sender.send(order)
    (second,) = receiver.receive()
    worker.run(second)

    for fd in (read_end, write_end, table):
        os.close(fd)
    assert second.job.variant is first.job.variant
    assert isinstance(sent_messages[-1].report.best, BestMove)
    assert isinstance(unseen, PiecesVariant)
    assert not compared
    assert len(hashed) <= 4 * len(unseen.pieces)  # as keys of their own; of the whole, 2,000
    assert second == order


def test_a_search_goes_on_though_the_net_and_the_shipped_tables_have_vanished(
    sent_messages: list[SearchReport], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = replace(get("chess"), name="unseen")  # by the caches of this process
    rules = kind_of(variant).net_rules(variant)
    monkeypatch.setattr(tables_file, "TABLES", tmp_path)
    (tmp_path / f"unseen-{rules}.toml").touch()
    assert tables_file.shipped(rules)
    (tmp_path / f"unseen-{rules}.toml").unlink()
    table, _ = shared_memory(MIB)
    worker = Worker(0, table, Control(mmap.mmap(-1, CONTROL_BYTES)), alone=True)
    net = NetFile(str(tmp_path / "unseen.net"))
    lost = replace(job(depth=1), variant=variant, evaluation=net)
    worker.run(SearchOrder(1, lost, time.monotonic_ns(), 1))
    os.close(table)
    reports = [sent.report for sent in sent_messages]
    errors = [each.text for each in reports if isinstance(each, EngineError)]
    assert [error.partition(": ")[2] for error in errors] == ["No such file or directory"] * 2
    assert reports[-1].best.move


def test_a_worker_changes_between_a_private_table_and_the_shared_one(
    sent_messages: list[SearchReport],
) -> None:
    table, memory = shared_memory(MIB)
    worker = Worker(0, table, Control(mmap.mmap(-1, CONTROL_BYTES)), alone=True)
    for number, alone in enumerate((True, False, True), 1):
        worker.run(TableOrder(alone))
        wipe(memory)
        worker.run(SearchOrder(number, job(depth=3), time.monotonic_ns(), 1))
        assert isinstance(sent_messages[-1].report.best, BestMove)
        assert any(memory[:]) is not alone
    os.close(table)
