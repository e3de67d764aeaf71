"""The abstract evaluator: bound to one position, asked by the search."""


class Evaluator:
    def evaluate(self, alpha, beta):
        """Centipawns from the side to move's view.

        A score far outside (alpha, beta) may be rough, but is on the right side of the window.
        """
        return 0

    def terms(self):
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
        raise NotImplementedError
