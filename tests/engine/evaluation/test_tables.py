"""Tables of the hand-written evaluation: a file evaluates as computed, a wrong one is refused."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from amalthea.engine import variants
from amalthea.engine.core.variant import Variant
from amalthea.engine.evaluation import COMPUTED, HandWritten, TablesFile, tables_file
from amalthea.engine.evaluation.tables_file import Tables, TablesError, load, misfit, to_toml
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.pieces.evaluation.weights import DEFAULTS
from helpers.games import GAMES, piece_types
from helpers.random_games import begun
from helpers.scores import score_of

TEMPO = f"tempo = {DEFAULTS['tempo']}"
HANDS = ("crazyhouse", "shogi")


def computed(name: str) -> Tables:
    """Return all numbers of a game as they are without any file."""
    variant = variants.get(name)
    return kind_of(variant).tables(variant, COMPUTED)


def file_of(folder: Path, tables: Tables) -> HandWritten:
    path = folder / "tables.toml"
    path.write_text(to_toml(tables))
    return HandWritten(tables=TablesFile(str(path)))


@cache
def positions(name: str, count: int) -> list[tuple[Variant, str]]:
    """Return positions along random games; squares are blocked where the game has that."""
    dice = random.Random(11)
    found: list[tuple[Variant, str]] = []
    while len(found) < count:
        position = begun(name, dice)
        for _ in range(dice.randint(0, 80)):
            if position.status().state != "ongoing":
                break
            position.play(dice.choice(position.legal_moves()))
        found.append((position.variant, position.fen()))
    return found


@pytest.mark.parametrize("name", [*GAMES, *HANDS])
def test_computed_tables_in_a_file_evaluate_alike(name: str, tmp_path: Path) -> None:
    """Scores differ by rounding only, and with blocked squares by mobility.

    There pieces are worth less, and a file cannot make the share of mobility depend on that.
    """
    evaluation = file_of(tmp_path, computed(name))
    for variant, fen in positions(name, 12):
        men = sum(map(str.isalpha, fen.split()[0]))
        most = 2 + (men if "*" in fen else men // 4)
        expected = score_of(variant, fen, COMPUTED)
        assert abs(score_of(variant, fen, evaluation) - expected) <= most, fen


@pytest.mark.parametrize("name", [*GAMES, *HANDS])
def test_a_score_is_its_slopes_times_the_numbers(name: str) -> None:
    """A fit relies on it."""
    numbers = computed(name)
    weights = dict(numbers.weights)
    for variant, fen in positions(name, 12):
        _, evaluator = position_and_evaluator(variant, fen, (), COMPUTED)
        total = sum(
            slope
            * (
                numbers.pieces[each.piece].mobility[each.phase]
                if each.piece
                else weights[each.weight]
            )
            for each, slope in zip(
                kind_of(variant).gradient_terms(variant), evaluator.gradient(), strict=True
            )
        )
        terms, _ = evaluator.terms()
        positional = sum(white - black for name, white, black in terms if name != "material")
        most = 2 * len(terms)
        if "*" in fen:  # pieces are worth less there, and their mobility counts for more
            most += abs(positional) // 8
        assert abs(total - positional) <= most, fen


@pytest.mark.parametrize("name", [*GAMES, *HANDS])
def test_fitted_tables_are_symmetric_by_colour(name: str, tmp_path: Path) -> None:
    """The tables differ on the left and the right, and for types that mirror each other."""
    dice = random.Random(5)
    numbers = computed(name)
    pieces = {
        letter: replace(
            piece,
            midgame=tuple(tuple(dice.randint(-50, 50) for _ in row) for row in piece.midgame),
            mobility=(dice.randint(0, 500), dice.randint(0, 500)),
        )
        for letter, piece in numbers.pieces.items()
    }
    evaluation = file_of(tmp_path, replace(numbers, pieces=pieces))
    for variant, fen in positions(name, 12):
        position, evaluator = position_and_evaluator(variant, fen, (), evaluation)
        flipped = score_of(variant, position.flipped(), evaluation)
        assert abs(evaluator.score() + flipped) <= 1, fen


def test_half_a_row_means_both_sides_of_the_board(tmp_path: Path) -> None:
    numbers = computed("chess")
    path = tmp_path / "tables.toml"
    path.write_text(to_toml(numbers))
    assert "\n" + " ".join(f"{each:4}" for each in numbers.pieces["N"].midgame[0][:4]) + "\n" in (
        path.read_text()
    )
    variant = variants.get("chess")
    read = load(TablesFile(str(path)), kind_of(variant).layout(variant))
    assert dict(read.pieces) == dict(numbers.pieces)


def test_pieces_in_hand_are_worth_what_the_file_says(tmp_path: Path) -> None:
    """If it says nothing, their value follows from the value on the board."""
    numbers = computed("crazyhouse")
    variant = variants.get("crazyhouse")
    fen = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3[N] w - - 0 1"
    knight = numbers.pieces["N"]
    assert knight.hand
    before = score_of(variant, fen, COMPUTED)
    dearer = replace(knight, hand=(knight.hand[0] + 100, knight.hand[1] + 100))
    evaluation = file_of(tmp_path, replace(numbers, pieces={**numbers.pieces, "N": dearer}))
    assert abs(score_of(variant, fen, evaluation) - before - 100) <= 1
    silent = replace(knight, hand=None)
    (other := tmp_path / "silent").mkdir()
    evaluation = file_of(other, replace(numbers, pieces={**numbers.pieces, "N": silent}))
    assert abs(score_of(variant, fen, evaluation) - before) <= 1


def test_shipped_tables_are_the_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = variants.get("gast")
    tables = replace(computed("gast"), weights=(("tempo", 99),))
    evaluation = file_of(tmp_path, tables)
    monkeypatch.setattr(tables_file, "TABLES", tmp_path / "none")
    from amalthea.engine.pieces.evaluation.fitted import tables_of

    tables_of.cache_clear()
    assert tables_of(variant, HandWritten()) is None
    (tmp_path / f"gast-{tables.rules}.toml").write_text(to_toml(tables))
    monkeypatch.setattr(tables_file, "TABLES", tmp_path)
    tables_of.cache_clear()
    found = tables_of(variant, HandWritten())
    tables_of.cache_clear()
    assert found is not None
    assert found.weights == (("tempo", 99),)
    assert score_of(variant, variant.start_fen(1), evaluation) == 99


def test_tables_that_come_with_the_engine_fit_their_games() -> None:
    paths = sorted(tables_file.TABLES.glob("*.toml"))
    assert paths
    for path in paths:
        name, rules = path.stem.split("-", 1)
        variant = variants.get(name)
        read = load(TablesFile(str(path)), kind_of(variant).layout(variant))
        assert read.rules == rules
        assert set(read.pieces) in (set(), {each.letter for each in piece_types(variant)}), path
        assert read.chances, path


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (TEMPO, "tempo = 14.5", "tempo is 14.5, expected a whole number"),
        (TEMPO, "tempo = 100000", "tempo is 100000, expected a whole number"),
        (TEMPO, "tempi = 14", "unknown weight 'tempi'"),
        (TEMPO, r'"\u001b[31m" = 1.5', "?[31m is 1.5, expected a whole number"),
        ('[pieces."N"]', '[pieces."X"]', "unknown piece 'X'"),
        ("value = [0, 0]", "value = [0]", "expected [midgame, endgame]"),
        ("value = [0, 0]", "value = [0, -1]", "value is [0, -1], expected none below 0"),
        ("value = [0, 0]", "", "expected value, mobility, midgame, endgame, optionally hand"),
        (
            "value = [0, 0]",
            "value = [0, 0]\nhand = [9, 9]",
            "K hand: no piece is in hand in this game",
        ),
        ("value = [0, 0]", "value = [0, 0]\nhand = 9", "K hand' is '9', expected [midgame"),
        ('midgame = """\n', 'midgame = """\n 1 2 3 4\n', "midgame: 9 rows, expected 8"),
        ('midgame = """\n', 'midgame = """\n 7', "row 1 has 5 numbers, expected 4"),
        ('midgame = """\n', 'midgame = """\nx', "midgame': expected rows of whole numbers"),
        ('endgame = """\n', 'endgame = """\n-9999', "expected a whole number of at most 6000"),
        ("[weights]", "[wages]", "unknown 'wages'"),
        ("[weights]", "[weights", "not a tables file"),
    ],
)
def test_error_is_one_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    variant = variants.get("chess")
    text = to_toml(computed("chess"))
    assert old in text
    path = tmp_path / "tables.toml"
    path.write_text(text.replace(old, new, 1))
    with pytest.raises(TablesError) as raised:
        load(TablesFile(str(path)), kind_of(variant).layout(variant))
    assert said in str(raised.value)
    assert str(raised.value).isprintable()


def test_tables_for_other_rules_are_not_taken(tmp_path: Path) -> None:
    gast = computed("gast")
    evaluation = file_of(tmp_path, gast)
    assert evaluation.tables
    chess = variants.get("chess")
    with pytest.raises(TablesError) as raised:
        score_of(chess, chess.start_fen(1), evaluation)
    assert str(raised.value) == str(misfit(evaluation.tables.path, gast))
    assert "those of 'gast'" in str(raised.value)


def test_a_file_that_has_changed_is_not_taken(tmp_path: Path) -> None:
    file_of(tmp_path, computed("chess"))
    path = tmp_path / "tables.toml"
    file, _ = tables_file.identified(str(path))
    path.write_text(path.read_text() + "\n")
    chess = variants.get("chess")
    with pytest.raises(TablesError, match="changed since it was checked"):
        score_of(chess, chess.start_fen(1), HandWritten(tables=file))
