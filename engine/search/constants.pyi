from collections.abc import Mapping
from dataclasses import dataclass

@dataclass(frozen=True, slots=True)
class Constant:
    value: int
    low: int
    high: int

def build_name() -> str:
    """Return the kind of this build: quick, tuned, debug, asan or tune."""

def tunable_constants() -> dict[str, Constant]: ...
def set_constants(values: Mapping[str, int]) -> None: ...
