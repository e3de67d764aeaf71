"""The abstract evaluator: bound to one position, asked by the search."""


class Evaluator:
    def evaluate(self, alpha, beta, margin):
        """Centipawns from the side to move's view.

        A score more than `margin` outside (alpha, beta) may be rough: quickly found, and rarely
        wrong about the side of the window it lies on.
        """
        return 0

    def terms(self):
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
        raise NotImplementedError
