"""The variants of a user's file: reading, checking and registering them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from amalthea.engine import variants
from amalthea.engine.errors import AmaltheaError, VariantError
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_position

if TYPE_CHECKING:
    from amalthea.engine.core.variant import Variant

_LONGEST_REASON = 140  # characters shown of the error of a start position


def read_variants(path: str) -> tuple[list[Variant], dict[str, list[VariantError]]]:
    """Return the valid variants of a file, and the errors of the others by name.

    Errors outside any section have the name "". Raises VariantError if the file cannot be read.
    """
    valid, errors, _, _ = _read(path, _read_start_position)
    return valid, errors


def check_variants(
    path: str,
) -> tuple[list[Variant], dict[str, list[VariantError]], list[str]]:
    """Check the variants of a file as `read_variants` does, and set up each start position.

    This takes longer and may find more errors. Also returns warnings, a line each: what was
    corrected, what an author may not have meant, and differences from other programs. Raises
    VariantError if the file cannot be read.
    """
    valid, errors, corrections, warnings = _read(path, _set_up_start_position)
    return valid, errors, [*corrections, *warnings]


def _read(
    path: str, check: Callable[[Variant], Iterable[str]], text: str | None = None
) -> tuple[list[Variant], dict[str, list[VariantError]], list[str], list[str]]:
    """Return valid variants, errors by name, corrections and warnings.

    check: called with each variant; returns remarks on its start position, and raises an error for
    an invalid one.
    """
    from amalthea.engine import variant_files
    from amalthea.engine.variant_files import sets

    contents = sets.read(path) if sets.is_set(path) else variant_files.read(path, text)
    errors: dict[str, list[VariantError]] = {"": list(contents.general)} if contents.general else {}
    for section in contents.invalid:
        errors.setdefault(section.name, []).extend(section.errors)
    valid: list[Variant] = []
    warnings: list[str] = []
    for variant in contents.variants:
        start = contents.starts.get(variant.name, f"{path}: [{variant.name}]")
        try:
            remarks = check(variant)
            valid.append(variant)
        except AmaltheaError as error:
            reason = str(error)[:_LONGEST_REASON]
            errors.setdefault(variant.name, []).append(VariantError(f"{start}: {reason}"))
            continue
        warnings += contents.warnings.get(variant.name, ())
        warnings += (f"{start}: {remark}" for remark in remarks)
    return valid, errors, list(contents.corrections), warnings


def _read_start_position(variant: Variant) -> Iterable[str]:
    kind_of(variant).scene(variant, variant.start_fen())
    return ()


def _set_up_start_position(variant: Variant) -> Iterable[str]:
    return new_position(variant).remarks


def load_variants(
    path: str = "text",
    text: str | None = None,
    *,
    replace: bool = False,
    register: bool = True,
) -> tuple[list[Variant], list[VariantError], list[str]]:
    r"""Add the valid variants of a file, or of a text in its form.

    Returns them, one error for each other variant, and warnings: how lines that are slightly wrong
    were read, and what was replaced. An invalid variant changes nothing; its error is raised
    when a game of its name is asked for that is not known otherwise. `variants.unload(name)`
    removes a game again.

    path: the file; with a text, the name that errors have for it. replace: games may have the name
    of one that comes with the engine, and replace it; they are refused otherwise. register: add the
    games; those that are only read are played by `Position(game)`. Raises VariantError if the file
    cannot be read.

    >>> games, errors, _ = load_variants(text="[short:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K3 w - -")
    >>> games[0].name, errors
    ('short', [])
    """
    if text is None and "\n" in path:
        raise VariantError("path: several lines, expected a file's name; text= takes a text")
    valid, errors, warnings, _ = _read(path, _read_start_position, text)
    summaries = {
        name: VariantError(f"{found[0]} (and {len(found) - 1} more)") if found[1:] else found[0]
        for name, found in errors.items()
    }
    for variant in [each for each in valid if register and variants.is_other_game(each)]:
        where = f"{path}: [{variant.name}]"
        if replace:
            warnings.append(f"{where} replaces the game of that name that comes with the engine")
        else:
            valid.remove(variant)
            summaries[variant.name] = VariantError(
                f"{where} is the name of a game that comes with the engine, which only"
                " replace=True replaces"
            )
    if register:
        for name, error in summaries.items():
            variants.refuse(name, error)
        for variant in valid:
            variants.register(variant)
    return valid, list(summaries.values()), warnings
