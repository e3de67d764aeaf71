"""The kind of game of each variant, and the functions that depend on it.

This is the only place that knows all kinds of game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.core.game import Game
from amalthea.engine.errors import AmaltheaError, FenError, VariantError
from amalthea.engine.evaluation import (
    Evaluation,
    Explanation,
    HandWritten,
    NetFile,
    PieceWorth,
    Term,
)
from amalthea.engine.evaluation.chances import DEFAULT
from amalthea.engine.evaluation.tables_file import MAX_WEIGHT

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.chances import Chances
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.kind import GameKind

KINDS = (  # the packages of all kinds of game
    "amalthea.engine.pieces",
    "amalthea.engine.gess",
    "amalthea.engine.troop",
)
_LONGEST_FAULT = 140  # characters shown of the error of a position
NETS = Path(__file__).with_name("nets")  # the folder of the shipped nets


def kind_of(variant: Variant) -> GameKind:
    """Return the kind of game of a variant: `KIND` of the package that its class names."""
    return _kind(variant.kind)


@cache
def _kind(package: str) -> GameKind:
    kind: GameKind = import_module(package).KIND
    return kind


def new_position(
    variant: str | Variant = "chess", fen: str | None = None, chess960: bool = False
) -> Position:
    """Return a position of a variant, by default its start position.

    chess960: castle from any array as in Chess960, written as king takes rook; the variant of the
        position includes that.

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
    """Return a game that starts from a position, by default a new game, after some moves.

    chess960: see `new_position`.

    Raises UnknownVariant, FenError, and IllegalMove with the number of the move, from 1.
    """
    game = Game(new_position(variant, fen, chess960))
    game.play_all(moves)
    return game


def after_null_move(position: Position) -> Position | None:
    """Return the position with the other side to move, as after a null move.

    Returns None if that makes no sense: in check, while both sides choose, after the end.
    """
    if len(position.choosers()) > 1 or position.status().state != "ongoing":
        return None
    placement, side, rights, _, *counts = position.fen().split()
    fen = " ".join((placement, "b" if side == "w" else "w", rights, "-", *counts))
    try:
        after = kind_of(position.variant).position(position.variant, fen)
    except FenError:  # the side to move could capture the king
        return None
    return after if after.status().state == "ongoing" else None


def position_and_evaluator(
    variant: Variant,
    fen: str,
    moves: Iterable[str] = (),
    evaluation: Evaluation | None = None,
) -> tuple[Position, Evaluator]:
    """Return the position after moves from a FEN, in which one side is to move, and its evaluator.

    evaluation: the default one if None.

    Raises FenError, IllegalMove, NetError and TablesError.
    """
    position, evaluator = kind_of(variant).position_and_evaluator(
        variant, fen, evaluation or default_evaluation(variant)
    )
    for move in moves:
        position.play(move)
    return position, evaluator


def default_evaluation(variant: Variant) -> Evaluation:
    """Return the default evaluation of a variant.

    That is the shipped net for the rules of the game, whatever the game is called; if there is
    none, the hand-written evaluation.
    """
    rules = kind_of(variant).net_rules(variant)
    ending = f"-{rules}.net"
    for path in _shipped(NETS) if rules else ():
        if path.endswith(ending):
            return NetFile(path)
    return HandWritten()


@lru_cache(maxsize=4)
def _shipped(folder: Path) -> tuple[str, ...]:
    """Return the nets of a folder; their names end with their rules."""
    return tuple(sorted(map(str, folder.glob("*.net"))))


def chances(variant: Variant, evaluation: Evaluation | None = None) -> Chances:
    """Return the meaning of the scores of an evaluation, by default of the default one.

    Raises NetError and TablesError.
    """
    chosen = evaluation or default_evaluation(variant)
    if isinstance(chosen, NetFile):
        from amalthea.engine.evaluation import net_file

        known: Chances = net_file.load(chosen)[0].chances
        return known
    from amalthea.engine.evaluation import tables_file

    file = chosen.tables or tables_file.shipped(kind_of(variant).net_rules(variant))
    return (file and tables_file.chances_of(file)) or DEFAULT


def explain(position: Position, evaluation: Evaluation | None = None) -> Explanation:
    """Return the static evaluation of a position term by term.

    It means little while the side to move is in check. Raises FenError, NetError and TablesError.
    """
    variant, fen = position.variant, position.fen()
    chosen = evaluation or default_evaluation(variant)
    by_net = isinstance(chosen, NetFile)
    by_hand = HandWritten() if by_net else chosen
    _, evaluator = position_and_evaluator(variant, fen, evaluation=by_hand)
    listed, total = evaluator.terms()
    shown = chances(variant, by_hand).shown
    terms = tuple(Term(name, shown(white), shown(black)) for name, white, black in listed)
    hand = shown(total)
    if not by_net:
        return Explanation(terms, hand, hand)
    seen, evaluator = position_and_evaluator(variant, fen, evaluation=chosen)
    shown = chances(variant, chosen).shown
    worth = _worth_of_each(seen, evaluator, shown)
    return Explanation(terms, hand, shown(evaluator.score()), True, worth)


def _worth_of_each(
    position: Position, evaluator: Evaluator, shown: Callable[[float], int]
) -> tuple[PieceWorth, ...]:
    """Return the value of each piece on the board to the net, in shown centipawns."""
    from amalthea.engine.evaluation.net_evaluator import NetEvaluator

    kind = kind_of(position.variant)
    numbers = kind.removable(position)
    judge = evaluator.active_evaluator()
    if not numbers or not isinstance(judge, NetEvaluator):
        return ()
    total = judge.score()
    return tuple(
        PieceWorth(
            square,
            token,
            shown(total - judge.score_without(numbers[square])) if square in numbers else None,
        )
        for square, token in sorted(kind.scene(position.variant, position.fen()).items())
    )


def weights() -> dict[str, int]:
    """Return all tunable weights of the hand-written evaluations with their defaults."""
    known: dict[str, int] = {}
    for package in KINDS:
        known |= import_module(package).KIND.weights()
    return known


def weight_range(name: str) -> tuple[int, int]:
    """Return the smallest and the largest value of a weight. Raises KeyError."""
    for package in KINDS:
        kind = import_module(package).KIND
        if name in kind.weights():
            found: tuple[int, int] = kind.ranges().get(name, (-MAX_WEIGHT, MAX_WEIGHT))
            return found
    raise KeyError(name)


def read_variants(path: str) -> tuple[list[Variant], dict[str, list[VariantError]]]:
    """Return the valid variants of a file, and the errors of the others by name.

    Errors outside any section have the name "". Raises VariantError if the file cannot be read.
    """

    def begin(variant: Variant) -> None:
        kind_of(variant).scene(variant, variant.start_fen())

    sound, faults, _ = _read(path, begin)
    return sound, faults


def check_variants(
    path: str,
) -> tuple[list[Variant], dict[str, list[VariantError]], list[str]]:
    """Check the variants of a file as `read_variants` does, and set up each start position.

    This takes longer and may find more errors. Also returns warnings about differences from other
    programs, a line each. Raises VariantError if the file cannot be read.
    """
    return _read(path, new_position)


def _read(
    path: str, tried: Callable[[Variant], object]
) -> tuple[list[Variant], dict[str, list[VariantError]], list[str]]:
    """Read variants; `tried` is called with each and raises an error for an invalid one."""
    from amalthea.engine import variant_files
    from amalthea.engine.variant_files import sets

    contents = sets.read(path) if sets.is_set(path) else variant_files.read(path)
    faults: dict[str, list[VariantError]] = {"": list(contents.stray)} if contents.stray else {}
    for refused in contents.refused:
        faults.setdefault(refused.name, []).extend(refused.faults)
    sound: list[Variant] = []
    for variant in contents.variants:
        try:
            tried(variant)
            sound.append(variant)
        except AmaltheaError as error:
            what = str(error)[:_LONGEST_FAULT]
            faults.setdefault(variant.name, []).append(
                VariantError(f"{path}: [{variant.name}] {what}")
            )
    warnings = [line for variant in sound for line in contents.warnings.get(variant.name, ())]
    return sound, faults, warnings


def load_variants(path: str) -> tuple[list[Variant], list[VariantError]]:
    """Add the valid variants of a file; return them, and one error for each other variant.

    The error is also raised when such a variant is asked for. Raises VariantError if the file
    cannot be read.
    """
    sound, faults = read_variants(path)
    told = {
        name: VariantError(f"{found[0]} (and {len(found) - 1} more)") if found[1:] else found[0]
        for name, found in faults.items()
    }
    for name, fault in told.items():
        variants.refuse(name, fault)
    for variant in sound:
        variants.register(variant)
    return sound, list(told.values())
