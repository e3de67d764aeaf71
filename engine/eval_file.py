"""The file that the option EvalFile names: a net, fitted tables or weights.

A net is recognised by its first bytes. The others are TOML; tables have a key `rules`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from amalthea.engine.evaluation import Evaluation, HandWritten, NetFile
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.system_errors import error_reason
from amalthea.engine.text import clip
from amalthea.engine.weights_file import WeightsError, checked_weights, read_toml

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

_NAMES_TABLES = "rules"  # a key of tables, and no weight's name
_LONGEST_TRAINED = 120  # characters shown of how a net was trained


@dataclass(frozen=True, slots=True)
class EvalFile:
    """An evaluation that was read from a file.

    evaluation: the evaluation itself.
    summary: the contents of the file, for the user.
    rules: those of the games that it is for; "" for weights, which suit all games.
    made_for: the name of the game of a net or of tables.
    """

    evaluation: Evaluation
    summary: str = ""
    rules: str = ""
    made_for: str = ""

    @property
    def kind(self) -> str:
        """The name of such a file in messages."""
        return "a net" if isinstance(self.evaluation, NetFile) else "tables"

    def fits(self, variant: Variant) -> bool:
        """Return True if the file can evaluate positions of a variant."""
        return not self.rules or self.rules == kind_of(variant).net_rules(variant)

    def misfit(self, variant: Variant) -> str:
        """Return the remark that the file is not used for a variant, "" if it fits."""
        if self.fits(variant):
            return ""
        return f"EvalFile is {self.kind} for {clip(self.made_for)}, not used in {variant.name}"


def read_eval_file(path: str, variant: Variant | None = None) -> EvalFile:
    """Return the evaluation in a file; if a variant is given, it must fit that.

    Raises WeightsError, NetError and TablesError, also for the file of another game.
    """
    from amalthea.engine.evaluation import net_file

    try:
        is_net = net_file.is_net(path)
    except (OSError, ValueError) as error:
        raise WeightsError(f"cannot read {clip(path)}: {error_reason(error)}") from error
    if is_net:
        return _net(path, variant)
    weights = read_toml(path)
    if _NAMES_TABLES in weights:
        return _tables(path, variant)
    chosen = tuple(checked_weights(path, weights).items())
    return EvalFile(HandWritten(chosen), f"weights: {len(chosen)} set")


def _net(path: str, variant: Variant | None) -> EvalFile:
    from amalthea.engine.evaluation import net_file

    evaluation, header = net_file.identified(path)
    trained = ", ".join(f"{name} {value}" for name, value in header.trained.items())
    summary = f"net of {header.width} units for {clip(header.variant)}"
    if trained:
        summary += f", trained: {trained[:_LONGEST_TRAINED]}"
    found = EvalFile(evaluation, summary, header.rules, header.variant)
    if variant and not found.fits(variant):
        raise net_file.misfit(path, header)
    return found


def _tables(path: str, variant: Variant | None) -> EvalFile:
    from amalthea.engine.evaluation import tables_file

    file, tables = tables_file.identified(path)
    summary = f"tables of the hand-written evaluation for {clip(tables.variant)}"
    found = EvalFile(HandWritten(tables=file), summary, tables.rules, tables.variant)
    if variant:
        tables_file.load(file, kind_of(variant).layout(variant))
    return found
