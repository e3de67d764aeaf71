"""Choice of a square in secret, while both sides place their pieces: a mixed strategy.

A fixed choice can be predicted and countered, so squares are drawn from the equilibrium of a matrix
game: the side's promising squares against the enemy's, with the value of each pair from the search
or the evaluation of the positions that may come of it. The pieces that both sides still have to
place go to plausible random squares, the same for all pairs (a completion); there are as many
completions as time allows. See docs/placement.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import inf
from operator import mul
from statistics import fmean

from amalthea.engine.choosing import Advice, ChooserContext, SearchMaker
from amalthea.engine.core.variant import Square, square_name
from amalthea.engine.errors import FenError
from amalthea.engine.evaluation import Evaluation, HandWritten
from amalthea.engine.pieces.description.variant import PiecesVariant
from amalthea.engine.pieces.evaluation.evaluators import position_and_evaluator
from amalthea.engine.pieces.evaluation.fitted import appraised
from amalthea.engine.pieces.placement.equilibrium import solve
from amalthea.engine.pieces.placement.position import SIDES, PlacementPosition, first_player
from amalthea.engine.pieces.text.piece_fen import Setup

_CANDIDATES = 10  # squares of each side in the matrix
_SCAN_COMPLETIONS = 6  # on which every square is tried before the promising ones are known
_PASS_COMPLETIONS = 4  # on which every pair is evaluated in a pass
_SEARCHED_LEFT = 2  # pieces that a side still places when searches become better than noise
EVALUATION_ALONE = -1  # depth without a search: the static evaluation
_GLIMPSE = 0  # depth without a search: the static evaluation and hanging pieces
_HANGING_LEFT = 2  # pieces that a side still places when hanging pieces become better than noise
_THEIR_SHARE = 0.25  # of what the side not to move could win, in the value of a position
_TRIED = 4  # random squares of which a completion takes the best
_KING_SQUARES = 12  # random squares for a king in a completion, the best guarded tried first
_GUARD_CP = 10  # for each piece of its side near a king, subtracted for an enemy piece
_NEAR = 2  # squares within which a piece is near
_RARE = 0.03  # choices with a smaller share are left out
_HASTY_SQUARES = 3  # squares of which one is drawn when there is no time for a matrix
_EARLY_PASSES = 3  # completions for earlier pieces: more of them hardly help
_DEEPEST_PASS = 60

Pieces = dict[Square, str]


@dataclass(frozen=True, slots=True)
class Completion:
    """Squares for all pieces still to be placed, White's first in each field.

    current: of the pieces that are placed now. squares: of the others, in the order of placing.
    kings: for the kings, by preference.
    """

    current: tuple[Square, Square]
    squares: tuple[tuple[Square, ...], tuple[Square, ...]]
    kings: tuple[tuple[Square, ...], tuple[Square, ...]]


class Payoffs:
    """Values of pairs of squares, by the numbers of the side's own square and the enemy's."""

    def __init__(self, rows: int, columns: int) -> None:
        self._values: list[list[list[float]]] = [[[] for _ in range(columns)] for _ in range(rows)]

    def add(self, row: int, column: int, value: float | None) -> None:
        """Add one more value of a pair; None is ignored."""
        if value is not None:
            self._values[row][column].append(value)

    def with_more(self, other: Payoffs) -> Payoffs:
        """Return the values of these payoffs and of others together."""
        both = Payoffs(len(self._values), len(self._values[0]))
        for payoffs in (self, other):
            for i, row in enumerate(payoffs._values):
                for j, values in enumerate(row):
                    both._values[i][j] += values
        return both

    def means(self) -> list[list[float | None]]:
        """Return the means, None for a pair without a value."""
        return [[fmean(values) if values else None for values in row] for row in self._values]


class _Averages:
    """Several values for each square."""

    def __init__(self, squares: list[Square]) -> None:
        self._values: dict[Square, list[float]] = {square: [] for square in squares}

    def add(self, square: Square, value: float | None) -> None:
        if value is not None:
            self._values[square].append(value)

    def squares(self) -> list[Square]:
        """Return all squares in the given order."""
        return list(self._values)

    def best(self, count: int) -> list[Square]:
        """Return the squares with the highest means, best first, those without a value last."""
        means = {at: fmean(found) if found else -inf for at, found in self._values.items()}
        return sorted(means, key=lambda square: -means[square])[:count]


class Judge:
    """Values of squares and of positions on one board."""

    def __init__(
        self, position: PlacementPosition, evaluation: Evaluation, make_search: SearchMaker
    ) -> None:
        self.evaluated = 0
        self._variant = position.variant
        self._rules = position.rules
        self._blocked = position.placed.blocked
        by_hand = evaluation if isinstance(evaluation, HandWritten) else HandWritten()
        self._squares = appraised(self._variant, by_hand, self._blocked)
        first, second = _far_apart(self._variant, self._blocked)
        kings = {first: self._variant.royal, second: self._variant.royal.lower()}
        setup = self._setup(kings, "w")
        self._army, self._evaluator = position_and_evaluator(self._variant, setup, evaluation)
        self._search = make_search(self._army, self._evaluator)
        self._tables: dict[str, dict[Square, float]] = {}

    def place(self, letter: str, square: Square) -> float:
        """Return the centipawns of a piece on a square, from its owner's view."""
        if letter not in self._tables:
            piece = self._variant.piece(letter.upper())
            self._tables[letter] = self._squares.table(piece, int(letter.islower()), "midgame")
        return self._tables[letter][square]

    def value(self, pieces: Pieces, depth: int) -> float | None:
        """Return centipawns from White's view, None if a king is in check.

        depth: plies to search, or EVALUATION_ALONE, or _GLIMPSE for the evaluation with what either
        side could win by an exchange.
        """
        if not self._set_up(pieces):
            return None
        sign = 1 if self._army.turn == "w" else -1
        if depth <= _GLIMPSE:
            value: float = self._evaluator.score()
            if depth == _GLIMPSE:
                own, theirs = self._army.loose()
                value += sign * (own - _THEIR_SHARE * theirs)
            return value
        score, nodes = self._search(depth)
        self.evaluated += nodes
        return sign * score

    def _set_up(self, pieces: Pieces) -> bool:
        """Set up a position and return True if it is legal."""
        side = first_player(pieces, self._rules, self._variant.royal)
        try:
            self._army.set_up(self._setup(pieces, side))
        except FenError:
            return False
        self.evaluated += 1
        return not self._army.in_check()

    def _setup(self, pieces: Pieces, side: str) -> Setup:
        return Setup(pieces, side, 0, (), None, 0, 1, self._blocked)


class PlacementChooser:
    """Chooser of the square for one side's next piece."""

    def __init__(
        self,
        position: PlacementPosition,
        side: str,
        context: ChooserContext,
    ) -> None:
        self._position = position
        self._side = side
        self._judge = Judge(position, context.evaluation, context.make_search)
        self._rng = context.rng
        self._left = len(position.hands())
        self._own = [
            square
            for square in position.squares(side)
            if not context.only or self._text(square) in context.only
        ]
        self._weighed = [square for square in self._own if self._text(square) in context.weigh]
        self._theirs = position.squares("b" if side == "w" else "w")
        self._errors = dict.fromkeys(self._own, 0.0)
        if context.error_cp:
            self._errors = {at: self._rng.gauss(0.0, context.error_cp) for at in self._own}

    @property
    def evaluated(self) -> int:
        """Return the number of positions evaluated so far."""
        return self._judge.evaluated

    def deepen(self, enough: Callable[[], bool]) -> Iterator[Advice]:
        """Yield advice after each pass until `enough` returns True, at least once."""
        if not self._own or not self._theirs:
            return
        own, theirs = self._promising(enough)
        if enough():
            yield self._hasty(own)
            return
        known = Payoffs(len(own), len(theirs))
        passes = _EARLY_PASSES if self._left > _SEARCHED_LEFT else _DEEPEST_PASS
        for number in range(1, passes + 1):
            found = self._judge_pairs(own, theirs, number, enough)
            deeper = number > 1 and self._depth(number) > self._depth(number - 1)
            if found is None:
                if number == 1:
                    yield self._hasty(own)
                return
            known = found if deeper else known.with_more(found)
            yield self._advice(own, known, number)
            if enough():
                return

    # -- candidate squares -----------------------------------------------------------------------

    def _promising(self, enough: Callable[[], bool]) -> tuple[list[Square], list[Square]]:
        """Return the best squares of either side by completions."""
        own = _Averages(self._rng.sample(self._own, len(self._own)))
        theirs = _Averages(self._theirs)
        for _ in range(_SCAN_COMPLETIONS):
            if enough():
                break
            completion = self._completion()
            planned, answer = self._planned(completion)
            for square in own.squares():
                if enough():
                    break
                value = self._own_value(square, _other_than(square, answer, planned), completion)
                own.add(square, value)
            for square in theirs.squares():
                if enough():
                    break
                value = self._pair_value(_other_than(square, planned, answer), square, completion)
                theirs.add(square, None if value is None else -value)
        best = own.best(_CANDIDATES)
        further = [square for square in self._weighed if square not in best]
        return best + further, theirs.best(_CANDIDATES)

    def _planned(self, completion: Completion) -> tuple[Square, Square]:
        """Return the squares of the current pieces in a completion, the side's own first."""
        white, black = completion.current
        return (white, black) if self._side == "w" else (black, white)

    def _text(self, square: Square) -> str:
        letter = self._position.letter if self._side == "w" else self._position.letter.lower()
        return f"{letter}@{square_name(*square)}"

    # -- values of pairs -------------------------------------------------------------------------

    def _judge_pairs(
        self, own: list[Square], theirs: list[Square], number: int, enough: Callable[[], bool]
    ) -> Payoffs | None:
        """Return one pass's value of every pair, None if it was interrupted too early."""
        found = Payoffs(len(own), len(theirs))
        depth = self._depth(number)
        for lap in range(_PASS_COMPLETIONS if depth == _GLIMPSE and self._left > 1 else 1):
            completion = self._completion()
            for i, mine in enumerate(own):
                for j, other in enumerate(theirs):
                    if enough():
                        return found if number == 1 and lap > 0 else None
                    found.add(i, j, self._own_value(mine, other, completion, depth))
        return found

    def _depth(self, number: int) -> int:
        """Return the search depth of a pass, in plies; for the last piece each pass is deeper."""
        if self._left == 1:
            return number - 1
        return 1 if number > 1 and self._left <= _SEARCHED_LEFT else _GLIMPSE

    def _own_value(
        self, own: Square, theirs: Square, completion: Completion, depth: int = _GLIMPSE
    ) -> float | None:
        """Return the value of a pair with the player's error about its square."""
        value = self._pair_value(own, theirs, completion, depth)
        return None if value is None else value + self._errors[own]

    def _pair_value(
        self, own: Square, theirs: Square, completion: Completion, depth: int = _GLIMPSE
    ) -> float | None:
        """Return centipawns from the chooser's view, None for no legal position."""
        white, black = (own, theirs) if self._side == "w" else (theirs, own)
        if white == black:
            return None
        if depth == _GLIMPSE and self._left > _HANGING_LEFT:
            depth = EVALUATION_ALONE
        pieces = self._completed(white, black, completion)
        sign = 1 if self._side == "w" else -1
        if self._left == 1:
            value = self._judge.value(pieces, depth)
            return None if value is None else sign * value
        for white_king, black_king in zip(*completion.kings, strict=True):
            if white_king == black_king or white_king in pieces or black_king in pieces:
                continue
            royal = self._position.variant.royal
            standing = {**pieces, white_king: royal, black_king: royal.lower()}
            value = self._judge.value(standing, depth)
            if value is not None:
                return sign * value
        return None

    def _completed(self, white: Square, black: Square, completion: Completion) -> Pieces:
        """Return the pieces of a completion, with the current pieces on these squares.

        Pieces that the completion has there go to the squares that it had for the current pieces.
        """
        pieces = dict(self._position.placed.pieces)
        spare = [square for square in completion.current if square not in (white, black)]
        letter = self._position.letter
        pieces[white], pieces[black] = letter, letter.lower()
        hands = self._position.hands()
        for side, squares in zip(SIDES, completion.squares, strict=True):
            for kind, planned in zip(hands[1:-1], squares, strict=True):
                square = spare.pop() if planned in (white, black) else planned
                pieces[square] = kind if side == "w" else kind.lower()
        return pieces

    # -- completions -----------------------------------------------------------------------------

    def _completion(self) -> Completion:
        """Return plausible squares for all pieces that both sides still have to place."""
        pieces = dict(self._position.placed.pieces)
        free = sorted(set(self._own) | set(self._theirs))
        self._rng.shuffle(free)
        squares: tuple[list[Square], list[Square]] = ([], [])
        for kind in self._position.hands()[:-1]:
            for side, chosen in zip(SIDES, squares, strict=True):
                letter = kind if side == "w" else kind.lower()
                tried = free[-_TRIED:]
                best = max(tried, key=lambda square: self._judge.place(letter, square))
                free.remove(best)
                pieces[best] = letter
                chosen.append(best)
                self._rng.shuffle(free)
        kings = tuple(self._king_squares(pieces, free, side) for side in SIDES)
        if self._left == 1:
            own, theirs = self._rng.choice(self._own), self._rng.choice(self._theirs)
            current = (own, theirs) if self._side == "w" else (theirs, own)
        else:
            current = (squares[0].pop(0), squares[1].pop(0))
        return Completion(current, (tuple(squares[0]), tuple(squares[1])), (kings[0], kings[1]))

    def _king_squares(self, pieces: Pieces, free: list[Square], side: str) -> tuple[Square, ...]:
        """Return some squares for a king, those best guarded by its own pieces first."""
        tried = self._rng.sample(free, min(_KING_SQUARES, len(free)))

        def guard(square: Square) -> float:
            near = sum(
                _GUARD_CP if letter.isupper() == (side == "w") else -_GUARD_CP
                for at, letter in pieces.items()
                if max(abs(at[0] - square[0]), abs(at[1] - square[1])) <= _NEAR
            )
            return near + self._judge.place(self._position.variant.royal, square)

        return tuple(sorted(tried, key=guard, reverse=True))

    # -- advice ----------------------------------------------------------------------------------

    def _hasty(self, own: list[Square]) -> Advice:
        """Return advice to draw one of the squares that look best, without weighing answers."""
        texts = [self._text(square) for square in own[:_HASTY_SQUARES]]
        shares = tuple((text, 1 / len(texts)) for text in texts)
        return Advice(1, shares, None, self._judge.evaluated)

    def _advice(self, own: list[Square], payoffs: Payoffs, number: int) -> Advice:
        """Return the equilibrium of the known values as advice.

        Pairs without a value, after which both sides choose again, have the value of the
        equilibrium itself; it is estimated by the mean of the others at first.
        """
        known = payoffs.means()
        values = [value for row in known for value in row if value is not None]
        again = sum(values) / len(values) if values else 0.0
        for _ in range(2):
            matrix = [[again if value is None else value for value in row] for row in known]
            equilibrium = solve(matrix)
            again = equilibrium.value
        shares = [
            (self._text(square), share)
            for square, share in zip(own, equilibrium.rows, strict=True)
            if share >= min(_RARE, max(equilibrium.rows))
        ]
        whole = sum(share for _, share in shares)
        shares = sorted(((text, share / whole) for text, share in shares), key=_by_share)
        worths = {
            self._text(square): round(sum(map(mul, equilibrium.columns, row)))
            for square, row in zip(own, matrix, strict=True)
        }
        likely = [text for text, _ in shares]
        others = sorted(worths.keys() - set(likely), key=lambda text: (-worths[text], text))
        return Advice(
            number,
            tuple(shares),
            round(equilibrium.value),
            self._judge.evaluated,
            tuple((text, worths[text]) for text in likely + others),
        )


def _by_share(choice: tuple[str, float]) -> tuple[float, str]:
    return -choice[1], choice[0]


def _other_than(square: Square, wanted: Square, instead: Square) -> Square:
    """Return the wanted square, or another one if that is the same as the first."""
    return wanted if wanted != square else instead


def _far_apart(variant: PiecesVariant, blocked: frozenset[Square]) -> tuple[Square, Square]:
    """Return two open squares on which kings do not meet."""
    squares = [
        (file, rank)
        for rank in range(variant.ranks)
        for file in range(variant.files)
        if (file, rank) not in blocked
    ]
    return squares[0], squares[-1]
