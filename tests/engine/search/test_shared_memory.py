"""Shared memory: the portable way is tested with Linux's own calls hidden."""

from __future__ import annotations

import ctypes
import mmap
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from amalthea.engine.analysis import analyse
from amalthea.engine.errors import WorkerError
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.shared_memory import private_memory, shared_memory, wipe
from amalthea.engine.search.transposition_table import MIB
from amalthea.engine.search.workers.processors import allowed_processors
from amalthea.protocol.uci_client import process
from helpers.shared_memory_names import no_name_stays, shared_names

WRITES = "import mmap, sys; mmap.mmap(int(sys.argv[1]), 0)[5] = 7"


@pytest.fixture(params=["as it is", "elsewhere"])
def system(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Return the name of a system: `elsewhere` is this one with nothing but calls of POSIX."""
    found: str = request.param
    if found == "elsewhere":
        for module, name in (
            (os, "memfd_create"),
            (os, "sched_getaffinity"),
            (mmap, "MADV_REMOVE"),
        ):
            monkeypatch.delattr(module, name, raising=False)
        monkeypatch.setattr(sys, "platform", "elsewhere")
    return found


def test_memory_is_shared_with_other_processes_and_has_no_name(system: str) -> None:
    before = shared_names()
    descriptor, memory = shared_memory(MIB)
    assert no_name_stays(before)
    assert memory[:] == bytes(MIB)
    command = [sys.executable, "-I", "-c", WRITES, str(descriptor)]
    subprocess.run(command, pass_fds=(descriptor,), check=True)
    assert memory[5] == 7
    memory.close()
    os.close(descriptor)


@pytest.mark.parametrize("size", [MIB, 3 * MIB, 4096])
def test_wiped_memory_is_zero_in_every_process(system: str, size: int) -> None:
    descriptor, memory = shared_memory(size)
    memory[:] = b"\1" * size
    with mmap.mmap(descriptor, 0) as other:
        wipe(memory)
        assert other[:] == bytes(size)
    memory.close()
    os.close(descriptor)


def test_too_much_memory_is_refused_with_one_line(system: str) -> None:
    before = os.listdir("/dev/fd")
    with pytest.raises(WorkerError, match="no shared memory of"):
        shared_memory(1 << 62)
    assert os.listdir("/dev/fd") == before


def test_private_memory_is_zero_and_too_much_is_refused(system: str) -> None:
    size = 3 * MIB
    with private_memory(size) as memory:
        assert memory[:] == bytes(size)
        memory[:] = b"\1" * size
        wipe(memory, shared=False)
        assert memory[:] == bytes(size)
    with pytest.raises(OSError, match="memory"):
        private_memory(1 << 62)


@pytest.mark.skipif(not hasattr(mmap, "MADV_HUGEPAGE"), reason="large pages are Linux's")
def test_large_pages_are_requested() -> None:
    """The system may refuse huge pages; the flag `hg` shows that they were requested."""
    size = 64 * MIB
    with private_memory(size) as memory:
        address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
        regions = re.split(r"^(?=\w+-\w+ )", Path("/proc/self/smaps").read_text(), flags=re.M)
        for region in filter(None, regions):
            first, last = (int(word, 16) for word in region.split()[0].split("-"))
            if first <= address < last:
                assert " hg" in region[region.index("VmFlags") :]
                return
    raise AssertionError("it is not among the mappings")


def test_a_search_works_on_every_system(system: str) -> None:
    found = analyse("chess", limits=Limits(depth=4))
    assert found.lines[0].depth == 4


def test_the_processors_are_counted(system: str) -> None:
    assert 1 <= allowed_processors() <= (os.cpu_count() or 1)


def test_an_engine_ends_when_its_input_ends(system: str) -> None:
    with process.UciProcess(process.OURS) as engine:
        engine.start_uci()
        assert engine.ask("isready", "readyok").text == "readyok"
    assert engine.exit_code == 0
