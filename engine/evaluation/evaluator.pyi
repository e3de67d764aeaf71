class Evaluator:
    """Bound to one position; asked by the search."""

    def terms(self) -> tuple[list[tuple[str, int, int]], int]:
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
