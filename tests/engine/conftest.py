"""Fixtures of the tests of the search."""

from collections.abc import Iterator

import pytest

from amalthea.engine.search.workers.pool import WorkerPool
from helpers.search_pool import worker_processes


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    made = WorkerPool()
    yield made
    made.close()
    assert not worker_processes()
