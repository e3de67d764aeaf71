"""Positions of games as arrays for the fit: their features and their results.

Nets evaluate quiet positions. So positions in check are left out, those before a capture or
a random move, those with a mate score, and duplicates.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import BadZipFile

from amalthea.engine.core.color import Color
from amalthea.engine.errors import AmaltheaError
from amalthea.engine.evaluation import HandWritten
from amalthea.engine.evaluation.chances import logistic
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.game_kinds import kind_of
from amalthea.protocol.records import self_play
from amalthea.training import TrainError, learning_library

if TYPE_CHECKING:
    import numpy as np

    from amalthea.engine.core.variant import Variant
    from amalthea.engine.evaluation.features import Numbering
    from amalthea.protocol.jobs.executor import Executor
    from amalthea.protocol.records.self_play import Record

PADDING = 65_535  # padding instead of a feature's number
MATE_CP = 15_000  # least score of a mate
_MAX_EXPONENT = 30.0  # an exponent beyond which nothing changes
_SCALES = range(80, 2001, 20)  # centipawns
_Row = tuple[int, bool, int, int, int, float, float, int, bool]  # the columns of a position
_RESULTS = {Color.WHITE: 1.0, None: 0.5, Color.BLACK: 0.0}


@dataclass(frozen=True, slots=True)
class Samples:
    """Columns, with a row for each position, from the side to move's view unless noted.

    Attributes:
        numbers: of the features present, White's view, padded with PADDING.
        black: whether Black is to move.
        piece_counts: the number of pieces on the board.
        score: centipawns.
        end_score: centipawns that are added to any evaluation, see Evaluator.end_score.
        result: 0, 1/2 or 1.
        td_value: the TD(λ) value of later searches and the result, as a chance.
        move: move number as in FEN.
        settled: whether no later move was random.
        game: number of the game, from 0.
        phase, gradient: of the hand-written evaluation, White's view, see Evaluator.gradient;
            without columns unless it is fitted.

    """

    numbers: np.ndarray
    black: np.ndarray
    piece_counts: np.ndarray
    score: np.ndarray
    end_score: np.ndarray
    result: np.ndarray
    td_value: np.ndarray
    move: np.ndarray
    settled: np.ndarray
    game: np.ndarray
    phase: np.ndarray
    gradient: np.ndarray

    def __len__(self) -> int:
        return len(self.black)


@dataclass(frozen=True, slots=True)
class SampleTask:
    """A task: make the samples of some games.

    first: the number of the first game. scale_cp, gamma: see `td_values`.
    """

    variant: Variant
    games: tuple[Record, ...]
    first: int
    scale_cp: float
    gamma: float
    with_gradient: bool = False


def load_samples(
    executor: Executor,
    variant: Variant,
    path: Path,
    scale_cp: float,
    gamma: float,
    with_gradient: bool = False,
) -> Samples:
    """Return the samples of a file of games, from the cache beside it if there is one.

    Raises TrainError if they are not games of the variant.
    """
    cache = path.with_name(f"{path.name.split('.')[0]}.samples.npz")
    made_of = json.dumps([variant.name, path.stat().st_size, scale_cp, gamma, with_gradient])
    if (kept := _read_cache(cache, made_of)) is not None:
        return kept
    np = learning_library("numpy")
    tasks = _tasks(variant, path, scale_cp, gamma, with_gradient)
    parts = list(executor.map(make_samples, tasks))
    if not sum(len(samples) for samples, _ in parts):
        raise TrainError(f"{path}: no positions that can be used")
    _, first = np.unique(np.concatenate([keys for _, keys in parts]), return_index=True)
    made = _rows(join([samples for samples, _ in parts]), np.sort(first))
    _write_cache(cache, made, made_of)
    return made


def join(parts: Sequence[Samples]) -> Samples:
    """Return the rows of all parts, in order."""
    np = learning_library("numpy")
    longest = max(part.numbers.shape[1] for part in parts)
    numbers = np.full((sum(map(len, parts)), longest), PADDING, np.uint16)
    start = 0
    for part in parts:
        numbers[start : start + len(part), : part.numbers.shape[1]] = part.numbers
        start += len(part)
    rest = [each.name for each in fields(Samples) if each.name != "numbers"]
    columns = {name: np.concatenate([getattr(part, name) for part in parts]) for name in rest}
    return Samples(numbers=numbers, **columns)


def find_numbering(variant: Variant, path: Path) -> Numbering:
    """Return the numbering of the features of these games. Raises TrainError."""
    for part in self_play.read(path):
        for record in part:
            try:
                position, _ = position_and_evaluator(variant, record.fen, (), HandWritten())
            except AmaltheaError as error:
                raise TrainError(f"{path}: not games of {variant.name}: {error}") from error
            return kind_of(variant).features(position).numbering
    raise TrainError(f"{path}: no games")


def fit_scale(path: Path) -> int:
    """Return the centipawns for which the chance of winning is 73 %, by the results of games."""
    np = learning_library("numpy")
    pairs = [
        (score, abs(turn - _RESULTS[record.winner]))
        for part in self_play.read(path)
        for record in part
        for score, turn in _settled_scores(record)
        if abs(score) < MATE_CP
    ]
    if not pairs:
        raise TrainError(f"{path}: no games")
    score, result = np.array(pairs).T

    def loss(scale: int) -> float:
        logit = np.clip(score / scale, -_MAX_EXPONENT, _MAX_EXPONENT)
        return float(np.mean(np.log1p(np.exp(logit)) - result * logit))

    return min(_SCALES, key=loss)


def make_samples(task: SampleTask) -> tuple[Samples, np.ndarray]:
    """Return the samples of some games, and the key of each position. Raises TrainError."""
    np = learning_library("numpy")
    features: list[list[int]] = []
    rows: list[tuple[int, bool, int, int, int, float, float, int, bool, int]] = []
    gradient: list[list[float]] = []
    for number, record in enumerate(task.games, task.first):
        try:
            for numbers, row, coefficients in _quiet_positions(task, record):
                features.append(numbers)
                rows.append((*row, number))
                gradient.append(coefficients)
        except AmaltheaError as error:
            named = f"game {number + 1} is not a game of {task.variant.name}"
            raise TrainError(f"{named}: {error}") from error
    longest = max(map(len, features), default=0)
    table = np.full((len(features), longest), PADDING, np.uint16)
    for at, numbers in enumerate(features):
        table[at, : len(numbers)] = numbers
    columns = zip(*rows, strict=True) if rows else ((),) * 10
    key, black, piece_count, score, end_score, result, values, move, settled, game = columns
    width = 0
    if task.with_gradient:  # the phase, then a column for each term, also without positions
        width = 1 + len(kind_of(task.variant).gradient_terms(task.variant))
    gradient_table = np.array(gradient, np.float32).reshape(len(features), width)
    samples = Samples(
        table,
        np.array(black, bool),
        np.array(piece_count, np.int16),
        np.array(score, np.int16),
        np.array(end_score, np.int16),
        np.array(result, np.float32),
        np.array(values, np.float32),
        np.array(move, np.int16),
        np.array(settled, bool),
        np.array(game, np.int32),
        gradient_table[:, 0] if task.with_gradient else np.zeros(len(features), np.float32),
        gradient_table[:, 1:],
    )
    return samples, np.array(key, np.uint64)


def td_values(record: Record, scale_cp: float, gamma: float) -> list[float]:
    """Return, before each move, White's chance according to the rest of the game.

    It is TD(λ), with gamma as λ: a mean of the chances by the searches of this and all later
    positions and of the result, each weighted gamma times as much as the one before. A random move
    cuts it off.
    """
    value = _RESULTS[record.winner]
    strays = set(record.strays)
    values = [0.0] * len(record.scores)
    for at, (score, turn) in reversed(
        list(enumerate(zip(record.scores, _turns(record), strict=True)))
    ):
        chance = logistic((-score if turn else score) / scale_cp)
        value = chance if at in strays else (1 - gamma) * chance + gamma * value
        values[at] = value
    return values


def _quiet_positions(
    task: SampleTask, record: Record
) -> Iterator[tuple[list[int], _Row, list[float]]]:
    """Yield (features, key and values, phase and gradient) of each position that is kept."""
    position, evaluator = position_and_evaluator(task.variant, record.fen, (), HandWritten())
    features = kind_of(task.variant).features(position)
    strays = set(record.strays)
    values = td_values(record, task.scale_cp, task.gamma)
    result = _RESULTS[record.winner]
    numbers, count = features.active()
    last = max(strays, default=-1)
    for at, (move, score, value) in enumerate(
        zip(record.moves.split(), record.scores, values, strict=True)
    ):
        in_check, key, black = position.in_check(), position.key(), position.turn == "b"
        number, end_score = position.fullmove(), evaluator.end_score()
        coefficients = [evaluator.phase(), *evaluator.gradient()] if task.with_gradient else []
        position.play(move)
        after, after_count = features.active()
        if after_count == count and not in_check and at not in strays and abs(score) < MATE_CP:
            values_of_side = (1 - result, 1 - value) if black else (result, value)
            yield (
                numbers,
                (
                    key,
                    black,
                    count,
                    score,
                    -end_score if black else end_score,
                    *values_of_side,
                    number,
                    at > last,
                ),
                coefficients,
            )
        numbers, count = after, after_count


def _turns(record: Record) -> Iterator[int]:
    """Yield, before each move, 0 for White and 1 for Black."""
    first = record.fen.split()[1] == "b"
    return ((first + at) % 2 for at in range(len(record.scores)))


def _settled_scores(record: Record) -> Iterator[tuple[int, int]]:
    """Yield (score, side to move) of the positions after the last random move."""
    first = max(record.strays, default=-1) + 1
    return islice(zip(record.scores, _turns(record), strict=True), first, None)


def _tasks(
    variant: Variant, path: Path, scale_cp: float, gamma: float, with_gradient: bool
) -> Iterator[SampleTask]:
    first = 0
    for part in self_play.read(path):
        yield SampleTask(variant, tuple(part), first, scale_cp, gamma, with_gradient)
        first += len(part)


def _rows(samples: Samples, chosen: np.ndarray) -> Samples:
    return Samples(*(getattr(samples, each.name)[chosen] for each in fields(Samples)))


def _write_cache(cache: Path, samples: Samples, made_of: str) -> None:
    """Write the cache; without it the next fit takes a few seconds longer."""
    np = learning_library("numpy")
    columns = {each.name: getattr(samples, each.name) for each in fields(Samples)}
    temporary = cache.with_suffix(".part")
    try:
        with temporary.open("wb") as file:
            np.savez(file, made_of=made_of, **columns)
        os.replace(temporary, cache)
    except OSError:
        temporary.unlink(missing_ok=True)


def _read_cache(cache: Path, made_of: str) -> Samples | None:
    """Return the samples in the cache, None if it is missing, damaged or made of other games."""
    np = learning_library("numpy")
    try:
        with np.load(cache) as file:
            if str(file["made_of"]) != made_of:
                return None
            return Samples(**{each.name: file[each.name] for each in fields(Samples)})
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return None
