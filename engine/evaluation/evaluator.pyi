class Evaluator:
    """Bound to one position; asked by the search."""
