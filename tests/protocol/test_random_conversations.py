"""Random conversations, some with workers killed and paused: every command has one legal answer.

`scripts/converse.py` runs any number of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from helpers.conversations import PROTOCOLS
from helpers.random_conversation import converse

if TYPE_CHECKING:
    from helpers.sample import Sample


@pytest.mark.long
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_command_has_its_answer(protocol: str, sample: Sample) -> None:
    seeds = range(sample(2, 300))
    assert list(converse(PROTOCOLS[protocol], seeds)) == list(seeds)
