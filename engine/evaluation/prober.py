"""The abstract prober: what is known of a position for certain, as from endgame tables."""


class Prober:
    def probe(self):
        """Plies to the end: the side to move wins (above 0), loses (below 0), or it is a draw (0).

        UNPROBED where that is not known, and where the game is over already.
        """
        return UNPROBED

    def plies(self):
        """What `probe` says, None for UNPROBED."""
        plies: int = self.probe()
        return None if plies == UNPROBED else plies
