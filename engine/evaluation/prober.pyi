class Prober:
    """Bound to one position; asked by the search."""

    def plies(self) -> int | None:
        """Plies to the end: the side to move wins (above 0), loses (below 0), or it is a draw (0).

        None where that is not known, and where the game is over already.
        """
