class Evaluator:
    """The static evaluation of one position, called by the search."""

    def check(self) -> None:
        """Raise NotImplementedError if a method was called that the class lacks."""
    def score(self) -> int:
        """Return the full evaluation in centipawns from White's view."""
    def terms(self) -> tuple[list[tuple[str, int, int]], int]:
        """Return ([(name, White's, Black's)], total) in centipawns, the total from White's view."""
    def active_evaluator(self) -> Evaluator:
        """Return the evaluator that is responsible for the current position, maybe another one."""
    def end_score(self) -> int:
        """Return the part of the score that stands over any evaluation, White's view."""
    def phase(self) -> float:
        """Return the weight of the middlegame in the score, from 0 to 1."""
    def gradient(self) -> list[float]:
        """Return the derivative of White's score by each of the `GameKind.gradient_terms`."""
