"""The evaluation of a variant: which one is the default, its evaluator, the scale of its scores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.evaluation import Evaluation, HandWritten, KinNet, NetFile
from amalthea.engine.evaluation.chances import DEFAULT
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.games import is_shipped

if TYPE_CHECKING:
    from amalthea.engine.core.position import Position
    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.chances import Chances
    from amalthea.engine.evaluation.evaluator import Evaluator
    from amalthea.engine.evaluation.net_file import Header

NETS = Path(__file__).with_name("nets")  # the folder of the shipped nets
_KIN = NETS / "kin.toml"  # names the nets that evaluate no other game
_BEFORE_RULES = "-v"  # between the game and the rules in a net's file name


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
    none, the hand-written evaluation if tables were fitted to these rules, and else the shipped net
    of the nearest game that is akin, among equals the one that was fitted to the most positions.
    nets/kin.toml names nets that help no other game.
    """
    return _default_evaluation(variant, NETS)


@lru_cache(maxsize=64)
def _default_evaluation(variant: Variant, nets: Path) -> Evaluation:
    from amalthea.engine.evaluation import tables_file

    kind = kind_of(variant)
    rules = kind.net_rules(variant)
    if not rules:
        return HandWritten()
    for path in _net_paths(nets):
        if path.endswith(f"-{rules}.net"):
            return NetFile(path)
    if tables_file.shipped(rules):
        return HandWritten()
    alone = _nets_without_kin()
    akin = [
        KinNet(NetFile(path), kinship)
        for other, path in games_with_nets(nets)
        if kind_of(other) is kind
        and other.name not in alone
        and (kinship := kind.kinship(variant, other))
    ]
    most = max((each.kinship.likeness for each in akin), default=0.0)
    nearest = [each for each in akin if each.kinship.likeness == most]
    if len(nearest) > 1:
        return max(nearest, key=_position_count)
    return nearest[0] if nearest else HandWritten()


@lru_cache(maxsize=1)
def _nets_without_kin() -> list[str]:
    """Return the games whose nets evaluate no other game, since they lost matches in others."""
    import tomllib

    with _KIN.open("rb") as file:
        names: list[str] = tomllib.load(file)["without_kin"]
    return names


def _position_count(kin: KinNet) -> int:
    """Return the number of positions that a net was fitted to.

    It is 0 for a net that cannot be read; a search that uses it reports the error.
    """
    from amalthea.engine.evaluation import net_file

    try:
        positions = net_file.read(kin.file.path)[0].trained.get("positions")
    except net_file.NetError:
        return 0
    return positions if isinstance(positions, int) else 0


def played_net(variant: Variant) -> tuple[Header, bytes] | None:
    """Return the net that evaluates a variant by default, None if the default is no net.

    The net of a game that is akin is converted to the rules of the variant, so that a training can
    start from it; the arrays are those of a file. Raises NetError.
    """
    played = default_evaluation(variant)
    if isinstance(played, HandWritten):
        return None
    if isinstance(played, NetFile):
        from amalthea.engine.evaluation import net_file

        return net_file.read(played.path)
    return _converted_net(variant, played)


def borrowed_net(variant: Variant, other: Variant) -> tuple[Header, bytes] | None:
    """Return the net that another game is played with, converted to the rules of a variant.

    Types that move like none of the other game's types have their computed values. None if the
    other game is played without a net, is of another kind or on another board. Raises NetError.
    """
    played, kind = default_evaluation(other), kind_of(variant)
    if isinstance(played, HandWritten) or kind_of(other) is not kind:
        return None
    file, owner = (
        (played.file, played.kinship.other) if isinstance(played, KinNet) else (played, other)
    )
    found = kind.distant_kinship(variant, owner)
    return _converted_net(variant, KinNet(file, found)) if found else None


def _converted_net(variant: Variant, evaluation: KinNet) -> tuple[Header, bytes]:
    """Return the net of another game, converted to the rules of a variant. Raises NetError."""
    from amalthea.engine.evaluation import net_file

    kind = kind_of(variant)
    net = kind.kin_net(variant, evaluation)
    header = replace(
        net_file.load(evaluation.file)[0],
        variant=variant.name,
        rules=kind.net_rules(variant),
        features=net.features,
    )
    return header, net.arrays


def games_with_nets(nets: Path = NETS) -> Iterator[tuple[Variant, str]]:
    """Yield each shipped game with a net in a folder, and the file of the net."""
    for path in _net_paths(nets):
        name = Path(path).name.rpartition(_BEFORE_RULES)[0]
        if is_shipped(name):
            variant = variants.get(name)
            if path.endswith(f"-{kind_of(variant).net_rules(variant)}.net"):
                yield variant, path


@lru_cache(maxsize=4)
def _net_paths(folder: Path) -> tuple[str, ...]:
    """Return the nets of a folder; their names end with their rules."""
    return tuple(sorted(map(str, folder.glob("*.net"))))


def chances(variant: Variant, evaluation: Evaluation | None = None) -> Chances:
    """Return the meaning of the scores of an evaluation, by default of the default one.

    Raises NetError and TablesError.
    """
    chosen = evaluation or default_evaluation(variant)
    if isinstance(chosen, NetFile | KinNet):
        from amalthea.engine.evaluation import net_file

        net = chosen.file if isinstance(chosen, KinNet) else chosen
        known: Chances = net_file.load(net)[0].chances
        return known
    from amalthea.engine.evaluation import tables_file

    file = tables_file.tables_file_of(chosen, kind_of(variant).net_rules(variant))
    return (file and tables_file.chances_of(file)) or DEFAULT
