"""The abstract prober, which looks up proven results, for instance in endgame tables."""


class Prober:
    """The lookup of proven results of one position, called by the search."""

    def probe(self):
        """Return the plies to the end of the game if its result is proven.

        The number is positive if the side to move wins, negative if it loses, and 0 for a draw. It
        is UNPROBED if the result is unknown or the game is already over.
        """
        return UNPROBED

    def plies(self):
        """Return the plies to the end of the game if its result is proven, otherwise None.

        The number is positive if the side to move wins, negative if it loses, and 0 for a draw. A
        position in which the game is already over has no number, either.
        """
        plies: int = self.probe()
        return None if plies == UNPROBED else plies
