"""Each kind of error of the system: its reason, what there was, and what helps."""

from __future__ import annotations

import errno
import os
import re

import pytest

from amalthea.engine.system_errors import error_reason, is_system_error

EXPLAINED = {
    errno.ENOMEM: r"\d+ MiB are free.*: lower Hash, Threads or --concurrency",
    errno.EAGAIN: r"processes: .*; end some, or lower Threads or --concurrency",
    errno.EMFILE: r"a process may have \d+: raise that by ulimit -n",
    errno.ENFILE: r"the whole system has too many: end some programs",
    errno.ENOSPC: r"make room there, or choose another place",
    errno.EDQUOT: r"your share is used up: delete files, or choose another place",
    errno.EFBIG: r"the file system has no larger ones: choose another place",
    errno.EACCES: r"user \S+ may not: change the permissions or choose another place",
    errno.EPERM: r"user \S+ may not: change the permissions or choose another place",
    errno.EROFS: r"choose another place",
}


@pytest.mark.parametrize("number", EXPLAINED)
def test_an_error_of_the_system_says_what_there_was_and_what_helps(number: int) -> None:
    error = OSError(number, os.strerror(number))
    reason = error_reason(error)
    assert re.fullmatch(rf"{os.strerror(number)} \({EXPLAINED[number]}\)", reason), reason
    assert is_system_error(error)


@pytest.mark.parametrize(
    ("error", "number"),
    [(MemoryError(), errno.ENOMEM), (RuntimeError("can't start new thread"), errno.EAGAIN)],
)
def test_errors_of_python_that_the_system_causes_are_named_alike(
    error: Exception, number: int
) -> None:
    assert error_reason(error) == error_reason(OSError(number, os.strerror(number)))
    assert is_system_error(error)


@pytest.mark.parametrize("error", [ValueError("seven"), RuntimeError("seven")])
def test_other_errors_keep_their_own_words(error: Exception) -> None:
    assert error_reason(error) == "seven"
    assert not is_system_error(error)


def test_a_missing_file_needs_no_advice() -> None:
    assert error_reason(FileNotFoundError(errno.ENOENT, "No such file")) == "No such file"
