class Prober:
    """The lookup of proven results of one position, called by the search."""

    def plies(self) -> int | None:
        """Return the plies to the end of the game if its result is proven, otherwise None.

        The number is positive if the side to move wins, negative if it loses, and 0 for a draw. A
        position in which the game is already over has no number, either.
        """
