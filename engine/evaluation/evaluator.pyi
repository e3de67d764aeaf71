class Evaluator:
    """Bound to one position; asked by the search."""

    def check(self) -> None:
        """Raises NotImplementedError if a method was called that the class lacks."""
    def score(self) -> int:
        """The whole evaluation in centipawns from White's view."""
    def terms(self) -> tuple[list[tuple[str, int, int]], int]:
        """([(name, White's, Black's)], total): centipawns, the total from White's view."""
    def judge(self) -> Evaluator:
        """Who judges the position as it stands: one evaluator may leave most to another."""
    def phase(self) -> float:
        """How much the score is one of the middlegame, 0 to 1."""
    def slopes(self) -> list[float]:
        """White's view: how much the score has of each weight that `GameKind.slopes` names."""
