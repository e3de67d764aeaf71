BUCKETS: int
CLIP: int
DIRECT: int
SCALE: int
WEIGHT: int

class Net:
    """The numbers of a net."""

    def __init__(self, features: int, width: int, data: bytes, plain: bool = False) -> None:
        """data: the arrays of a net file, one behind the other.

        plain: whether to do without what only some processors have; scores are the same.
        Raises ValueError when there are not as many bytes as `size_of` says.
        """
    @property
    def features(self) -> int: ...
    @property
    def width(self) -> int: ...

def size_of(features: int, width: int) -> int:
    """How many bytes a net's numbers take."""
