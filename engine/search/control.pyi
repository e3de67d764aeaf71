import mmap

from amalthea.engine.core.position import Position

MAX_WORKERS: int
CONTROL_BYTES: int

class Control:
    """The shared words between the main process and its searchers."""

    def __init__(self, buffer: mmap.mmap | bytearray) -> None: ...
    def stop(self, search: int) -> None:
        """Tells searches up to this number to stop."""
    def stopped(self, search: int) -> bool:
        """Whether that search has been told to stop."""
    def lead(self, index: int) -> None:
        """Names the searcher that decides when a search ends."""
    def leads(self, index: int) -> bool:
        """Whether that searcher does."""
    def watch(self, position: Position, search: int) -> None:
        """Lets the stop word end the position's counting."""
    def start_clock(self, began: int, soft: int, hard: int) -> None:
        """Nanoseconds of the monotonic clock: when the clock began to run, and the two bounds."""
    def stop_clock(self) -> None:
        """No bounds."""
    def soft_left_ns(self) -> tuple[int, int] | None:
        """(left, total) nanoseconds of the soft bound, None while no clock runs."""
    def expired(self) -> bool:
        """Whether the hard bound has passed."""
    def bounded(self) -> bool:
        """Whether a clock runs."""
    def clear_nodes(self) -> None:
        """Before a search."""
    def nodes_of(self, index: int) -> int:
        """Nodes of one searcher."""
    def nodes(self, workers: int) -> int:
        """Nodes of the first `workers` searchers together."""
