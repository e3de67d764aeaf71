"""What tests of the search may ask for."""

from collections.abc import Iterator

import pytest

from amalthea.engine.search.workers.pool import Pool
from helpers.search_pool import searchers


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool()
    yield made
    made.close()
    assert not searchers()
