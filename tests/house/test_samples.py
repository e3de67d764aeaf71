"""The games that an ordinary run of the tests tries have the rules of all games."""

from __future__ import annotations

from amalthea.engine.games import FILES, PARENTS, in_files
from amalthea.engine.pieces.reading import sections
from helpers.sample import games_of_each_rule


def keys(name: str) -> set[str]:
    """Return the keys that a game and its parents set, without numbers."""
    files = (folder / f"{name}.ini" for folder in (FILES, PARENTS))
    (section,) = sections.read(str(next(filter(lambda file: file.is_file(), files)))).sections
    own = {key.rstrip("0123456789") for key in section.entries}
    return own | keys(section.parent) if section.parent else own


def test_few_games_set_the_keys_of_all_games() -> None:
    games = [name for name in in_files() if (FILES / f"{name}.ini").is_file()]
    few = [name for name in games if name in games_of_each_rule()]
    assert set().union(*map(keys, few)) == set().union(*map(keys, games))
    assert len(few) < len(games) / 3
