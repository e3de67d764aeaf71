"""Which kind of game a variant is: the one place that chooses, and what follows from the choice."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from engine import variants
from engine.board.game import Game
from engine.errors import AmaltheaError
from engine.evaluation import Evaluation, Explanation, HandWritten, Term

if TYPE_CHECKING:
    from engine.board.position import Position
    from engine.board.variant import Variant
    from engine.evaluation.evaluator import Evaluator
    from engine.kinds import GameKind

KINDS = ("engine.kinds.army", "engine.kinds.stones")  # of the games that the engine knows itself


def kind_of(variant: Variant) -> GameKind:
    """How games of that variant are played: the `KIND` of the package that its class names."""
    kind: GameKind = import_module(variant.kind).KIND
    return kind


def new_position(
    variant: str | Variant = "chess", fen: str | None = None, chess960: bool = False
) -> Position:
    """A position of a variant, without a FEN that of a new game.

    chess960: any array may castle, king and rook ending where they do in the variant, and
    castling is written king takes rook; the position's variant then says so.
    Raises UnknownVariant and FenError.
    """
    chosen = variants.get(variant) if isinstance(variant, str) else variant
    kind = kind_of(chosen)
    text = chosen.start_fen() if fen is None else fen
    return kind.position(kind.chess960(chosen, text) if chess960 else chosen, text)


def new_game(
    variant: str | Variant = "chess",
    fen: str | None = None,
    moves: Iterable[str] = (),
    chess960: bool = False,
) -> Game:
    """A game from a position on, or a new one, in which those moves have been played.

    chess960: as for `new_position`.
    Raises UnknownVariant, FenError, and IllegalMove with the number of the move, from 1.
    """
    game = Game(new_position(variant, fen, chess960))
    game.play_all(moves)
    return game


def judged(
    variant: Variant,
    fen: str,
    moves: Iterable[str] = (),
    evaluation: Evaluation = HandWritten(),
) -> tuple[Position, Evaluator]:
    """A position in which one side is to move, reached by moves from a FEN, and its evaluator.

    Raises FenError and IllegalMove.
    """
    position, evaluator = kind_of(variant).judged(variant, fen, evaluation)
    for move in moves:
        position.play(move)
    return position, evaluator


def explain(position: Position, evaluation: Evaluation = HandWritten()) -> Explanation:
    """The static evaluation of a position, term by term. In check it means little."""
    _, evaluator = judged(position.variant, position.fen(), evaluation=evaluation)
    terms, total = evaluator.terms()
    return Explanation(tuple(Term(*term) for term in terms), total)


def weights() -> dict[str, int]:
    """Every tunable number of every kind's hand-written evaluation, by name, with its default."""
    known: dict[str, int] = {}
    for package in KINDS:
        known |= import_module(package).KIND.weights()
    return known


def read_variants(path: str) -> tuple[list[Variant], list[str]]:
    """The variants of a file that can be played, and what is wrong with each of the others.

    Raises VariantError for a file that cannot be read.
    """
    from engine.variants import ini

    contents = ini.read(path)
    faults = [str(fault) for fault in contents.faults]
    sound: list[Variant] = []
    for variant in contents.variants:
        try:
            new_position(variant)
            sound.append(variant)
        except AmaltheaError as error:
            faults.append(f"{path}: variant {variant.name!r}: {error}")
    return sound, faults
