"""Errors that the engine raises on purpose; front ends catch them in their main loops."""


class AmaltheaError(Exception):
    """Base class of the engine's errors; the text of an error is one line for the user."""


class FenError(AmaltheaError, ValueError):
    """Error in a FEN: it is malformed or describes an impossible position."""


class ExposedKing(FenError):
    """Error for a FEN in which the side to move could capture the enemy king."""


class IllegalMove(AmaltheaError, ValueError):
    """Error for a move that is not legal. reason: why, in words, "" if that is not known."""

    def __init__(self, text: str, reason: str = "") -> None:
        super().__init__(f"{text}: {reason}" if reason else text)
        self.reason = reason


class AmbiguousMove(IllegalMove):
    """Error in a short form of a move that may stand for several legal moves."""


class UnknownVariant(AmaltheaError, LookupError):
    """Error for a name that no variant has."""


class VariantError(AmaltheaError, ValueError):
    """Error in a variant's description: a contradiction, or a rule that does not exist."""


class UnknownLetter(VariantError):
    """Error for a letter that no piece of a game has."""


class BetzaError(VariantError):
    """Error in the Betza notation of a piece."""


class StorageError(AmaltheaError):
    """Error for a file that cannot be read or locked, or has invalid contents."""


class NoPosition(AmaltheaError):
    """Error for a command without a position, since the last one was refused."""


class LimitsError(AmaltheaError, ValueError):
    """Error in the limits of a search: a number is out of bounds, or the search would never end."""


class PhaseError(AmaltheaError, ValueError):
    """Error in the side: given while only one moves, or missing while both choose at once.

    turn: the side to move, or "-" if both choose.
    """

    def __init__(self, turn: str) -> None:
        super().__init__(turn)
        self.turn = turn

    @property
    def both(self) -> bool:
        """True if both sides choose at once."""
        return self.turn == "-"

    def __str__(self) -> str:
        if self.both:
            return "both sides choose, and none of them is named"
        return f"'{self.turn}' is to move, not both sides"


class WorkerError(AmaltheaError, RuntimeError):
    """Error of a worker process that could not be started or stopped answering."""
