"""Endgame tables: known figures, every value against its neighbours, a slow solver, bad files."""

from __future__ import annotations

import mmap
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from itertools import pairwise
from pathlib import Path

import pytest

from amalthea.engine import engine as engine_module
from amalthea.engine import variant_files, variants
from amalthea.engine.core.position import Position
from amalthea.engine.core.variant import Variant
from amalthea.engine.engine import Engine
from amalthea.engine.errors import FenError
from amalthea.engine.evaluation import tablebase_file
from amalthea.engine.evaluation.prober import Prober
from amalthea.engine.evaluation.tablebase_file import Header, TablebaseError, TablebaseFile
from amalthea.engine.evaluators import position_and_evaluator
from amalthea.engine.events import BestMove, EngineError, Event, Note
from amalthea.engine.game_kinds import kind_of
from amalthea.engine.new_games import new_position
from amalthea.engine.pieces.description.variant import PiecesVariant, PieceType, Promotion
from amalthea.engine.pieces.endgames.tablebase import Material
from amalthea.engine.search.control import CONTROL_BYTES, Control
from amalthea.engine.search.limits import Limits
from amalthea.engine.search.searcher import MATE_SCORE, Searcher
from amalthea.engine.search.transposition_table import MIB, Table
from amalthea.protocol.cli import main
from helpers.dialogue import Dialogue, errors
from helpers.games import army

pytestmark = pytest.mark.release

SMALL = """
[four]
maxFile = d
maxRank = 4
king = k
queen = q
rook = r
bishop = b
knight = n
gold = g
customPiece1 = h:NN
startFen = kqrb/3n/3g/3K w - - 0 1

[odd:four]
maxFile = e
maxRank = 5
startFen = kqrbn/4g/4h/5/4K w - - 0 1

[oblong:odd]
maxRank = 7
startFen = kqrbn/4g/4h/5/5/5/4K w - - 0 1

[pawns:odd]
maxRank = 6
pawn = p
startFen = kqrbn/4g/4h/5/PPPPP/4K w - - 0 1
promotionPieceTypes = rn
promotionRegionWhite = *6
promotionRegionBlack = *1
doubleStepRegionBlack = *5
enPassantRegion = -

[climbers:odd]
customPiece2 = c:FfsW
promotedPieceType = c:r
promotionRegionWhite = *4 *5
promotionRegionBlack = *1 *2
startFen = kqrbn/4g/4h/5/2C1K w - - 0 1
"""

Maker = Callable[..., list[TablebaseFile]]


@pytest.fixture
def make(tmp_path: Path) -> Maker:
    """Return a function that makes tables of a game in a folder and reads all that lie there."""

    def making(variant: Variant, *materials: str) -> list[TablebaseFile]:
        for header, values in kind_of(variant).tablebases(variant, materials):
            path = tmp_path / f"{header.pieces}.tablebase"
            path.write_bytes(b"".join(tablebase_file.packed(header, values)))
        sound, faults = tablebase_file.read_folder(str(tmp_path))
        assert faults == []
        return sound

    return making


@pytest.fixture
def small(tmp_path: Path) -> Callable[[str], PiecesVariant]:
    """Return a function that finds a game on a small board by its name."""

    def named(name: str) -> PiecesVariant:
        file = tmp_path / "small.ini"
        file.write_text(SMALL)
        found = {variant.name: variant for variant in variant_files.load(str(file))}[name]
        assert isinstance(found, PiecesVariant)
        return found

    return named


def fen_of(variant: Variant, placed: dict[tuple[int, int], str], side: str) -> str:
    rows = (
        "".join(placed.get((file, rank), " ") for file in range(variant.files))
        for rank in reversed(range(variant.ranks))
    )
    drawn = "/".join(re.sub(" +", lambda empty: str(len(empty[0])), row) for row in rows)
    return f"{drawn} {side} - - 0 1"


def scattered(variant: Variant, pieces: str, dice: random.Random) -> str:
    """Return the FEN of a legal position of these pieces, Black's in lower case."""
    squares = [(file, rank) for file in range(variant.files) for rank in range(variant.ranks)]
    while True:
        placed = dict(zip(dice.sample(squares, len(pieces)), pieces, strict=True))
        fen = fen_of(variant, placed, dice.choice("wb"))
        try:
            new_position(variant, fen)
        except FenError:
            continue
        return fen


def prober_on(variant: Variant, fen: str, files: list[TablebaseFile]) -> tuple[Position, Prober]:
    position = new_position(variant, fen)
    prober = kind_of(variant).prober(position, files)
    assert prober
    return position, prober


def value_by_children(position: Position, prober: Prober) -> int:
    """Return the value of a position that follows from the values after every move."""
    lengths: list[int] = []
    for move in position.legal_moves():
        position.play(move)
        status = position.status()
        plies = 0 if status.state != "ongoing" else prober.plies()
        assert plies is not None, position.fen()
        if status.state == "win":
            lengths.append(1)
        else:
            lengths.append(0 if plies == 0 else 1 - plies if plies < 0 else -plies - 1)
        position.undo()
    wins = [plies for plies in lengths if plies > 0]
    if wins:
        return min(wins)
    return 0 if not lengths or 0 in lengths else min(lengths)


@pytest.mark.parametrize(
    ("game", "material", "longest"),
    [
        ("chess", "KQK", 10),
        ("chess", "KRK", 16),
        ("chess", "KBK", 0),
        ("chess", "KPK", 28),
        ("gast", "KNK", 33),
    ],
)
def test_the_longest_mates_are_those_that_are_known(game: str, material: str, longest: int) -> None:
    """Those of chess are published; a knight of Gast's Chess needs 33 moves by itself."""
    variant = variants.get(game)
    *_, (header, _) = kind_of(variant).tablebases(variant, [material])
    assert header.longest == longest


@pytest.mark.parametrize(
    ("game", "material", "placed"),
    [
        ("four", "KQKR", "KQkr"),
        ("odd", "KRK", "KRk"),
        ("odd", "KGGK", "KGGk"),
        ("odd", "KGKG", "KGkg"),
        ("oblong", "KHKB", "KHkb"),
        ("oblong", "KBNK", "KBNk"),
        ("pawns", "KPK", "KPk"),
        ("pawns", "KPKR", "KPkr"),
        ("pawns", "KPPK", "KPPk"),
        ("pawns", "KBKP", "KBkp"),
        ("climbers", "KCKC", "KCkc"),
    ],
)
def test_every_value_follows_from_those_after_each_move(
    game: str,
    material: str,
    placed: str,
    small: Callable[[str], PiecesVariant],
    make: Maker,
    sample: Callable[[int, int], int],
) -> None:
    """If so, every value is right; half of the positions have exchanged colours."""
    variant = small(game)
    files = make(variant, material)
    dice = random.Random(material)
    known = set()
    for number in range(sample(100, 20_000)):
        pieces = placed.swapcase() if number % 2 else placed
        position, prober = prober_on(variant, scattered(variant, pieces, dice), files)
        if position.status().state == "ongoing":
            known.add(prober.plies())
            assert prober.plies() == value_by_children(position, prober), position.fen()
    assert len(known) > 3 or game == "oblong"


def test_wins_and_draws_are_those_of_a_slow_solver(
    small: Callable[[str], PiecesVariant], make: Maker
) -> None:
    """It knows nothing but legal moves, and goes on until nothing changes."""
    variant = small("four")
    files = make(variant, "KRK")
    squares = [(file, rank) for file in range(4) for rank in range(4)]
    moves: dict[str, list[str]] = {}
    lost: set[str] = set()
    for king in squares:
        for rook in squares:
            for other in squares:
                if len({king, rook, other}) < 3:
                    continue
                for side in "wb":
                    fen = fen_of(variant, {king: "K", rook: "R", other: "k"}, side)
                    try:
                        position = new_position(variant, fen)
                    except FenError:
                        continue
                    after = []
                    for move in position.legal_moves():
                        position.play(move)
                        after.append(" ".join(position.fen().split()[:2]))
                        position.undo()
                    moves[" ".join(fen.split()[:2])] = after
                    if position.status().state == "win":
                        lost.add(" ".join(fen.split()[:2]))
    won: set[str] = set()
    while True:
        new_won = {fen for fen, after in moves.items() if not lost.isdisjoint(after)} - won
        won |= new_won
        new_lost = {fen for fen, after in moves.items() if after and won.issuperset(after)} - lost
        lost |= new_lost
        if not new_won and not new_lost:
            break
    assert len(won) > 100
    assert len(lost) > 100
    for fen in moves:
        _, prober = prober_on(variant, f"{fen} - - 0 1", files)
        plies = prober.plies()
        if plies is None:  # mated
            assert fen in lost
        else:
            assert (plies > 0, plies < 0) == (fen in won, fen in lost), fen


# In the search.

QUEEN = "8/8/8/3k4/8/8/8/KQ6 w - - {} 1"  # mate in nine


def score(fen: str, files: list[TablebaseFile], depth: int = 2) -> int:
    variant = variants.get("chess")
    position, evaluator = position_and_evaluator(variant, fen)
    table, control = Table(mmap.mmap(-1, MIB)), Control(mmap.mmap(-1, CONTROL_BYTES))
    searcher = Searcher(position, evaluator, table, control)
    searcher.set_prober(kind_of(variant).prober(position, files))
    searcher.start(1, 0, ())
    for each in range(1, depth + 1):
        searcher.iterate(each, 1)
    return searcher.line(0).score


def test_the_progress_of_tables_is_reported() -> None:
    chess = variants.get("chess")
    shown: list[tuple[str, float]] = []

    def on_table(material: str, share: float) -> None:
        shown.append((material, share))

    made = [header.pieces for header, _ in kind_of(chess).tablebases(chess, ["KPK"], on_table)]
    assert [material for material, _ in shown] == made
    assert shown[0][1] == 0.0
    assert all(before < after < 1 for (_, before), (_, after) in pairwise(shown))


def test_the_search_believes_a_table(make: Maker) -> None:
    files = make(variants.get("chess"), "KQK", "KRK")
    assert score(QUEEN.format(0), files) == MATE_SCORE - 17
    assert score(QUEEN.format(0), []) < MATE_SCORE - 100
    black = "8/8/8/3K4/8/8/8/kq6 b - - 0 1"
    assert score(black, files) == MATE_SCORE - 17


def test_a_win_behind_the_draw_by_plies_is_none(make: Maker) -> None:
    files = make(variants.get("chess"), "KQK")
    assert score(QUEEN.format(83), files) == MATE_SCORE - 17
    assert score(QUEEN.format(84), files) < MATE_SCORE - 100


@pytest.mark.parametrize(
    ("fen", "known"),
    [
        ("8/8/8/4k3/8/8/4K3/7R w - 32 6 20", True),  # limit and count, in plies
        ("8/8/8/4k3/8/8/4K3/7R w - 32 30 20", False),
        ("8/8/8/4k3/8/8/4K3/7R w - - 0 20", False),
    ],
)
def test_a_win_behind_the_draw_by_counting_is_none(make: Maker, fen: str, known: bool) -> None:
    position, prober = prober_on(variants.get("makruk"), fen, make(variants.get("makruk"), "KRK"))
    assert position.status().state == "ongoing"
    assert (prober.plies() is not None) == known


def test_all_searchers_of_the_program_play_a_win_out(tmp_path: Path) -> None:
    assert main(["tablebase", "chess", "KRK", "--output", str(tmp_path)]) == 0
    position = new_position("chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1")
    moves: list[str] = []
    with Dialogue() as engine:
        engine.send(f"setoption name TablebasePath value {tmp_path}")
        while position.status().state == "ongoing":
            engine.send(f"position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1 moves {' '.join(moves)}")
            engine.send("go depth 1")
            moves.append(engine.until("bestmove")[-1].split()[1])
            position.play(moves[-1])
    assert position.status().reason == "checkmate"
    assert len(moves) <= 31


# Files.


def test_bad_files_are_reported_one_by_one(make: Maker, tmp_path: Path) -> None:
    (file,) = make(variants.get("chess"), "KQK")
    data = bytearray(Path(file.path).read_bytes())
    (tmp_path / "short.tablebase").write_bytes(data[: len(data) // 2])
    (tmp_path / "empty.tablebase").write_bytes(b"")
    (tmp_path / "foreign.tablebase").write_text("a table of lengths and weights")
    data[len(data) // 2] ^= 1
    (tmp_path / "flipped.tablebase").write_bytes(data)
    sound, faults = tablebase_file.read_folder(str(tmp_path))
    assert [each.header.pieces for each in sound] == ["KQK"]
    assert len(faults) == 4
    assert all("\n" not in fault for fault in faults)
    events: list[Event] = []
    with Engine(events.append) as engine:
        engine.set_option("TablebasePath", str(tmp_path))
        engine.wait()
    assert [str(each) for each in events if isinstance(each, EngineError)] != []
    assert sum(isinstance(each, EngineError) for each in events) == 4
    assert Note("TablebasePath: chess KQK") in events


def test_a_large_folder_is_read_in_the_background(
    make: Maker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Commands wait meanwhile, unless a search runs, which can be stopped."""
    make(variants.get("chess"), "KQK")
    monkeypatch.setattr(tablebase_file, "_CHUNK", 1 << 10)
    monkeypatch.setattr(engine_module, "_SLICE_S", 0.0)
    events: list[Event] = []
    with Engine(events.append) as engine:
        engine.set_option("TablebasePath", str(tmp_path))
        assert (engine.blocked, engine.timeout()) == (True, 0.0)
        engine.collect()
        assert events == []
        engine.wait()
        assert not engine.blocked
        assert events == [Note("TablebasePath: chess KQK")]
        engine.go(Limits(infinite=True))
        engine.set_option("TablebasePath", str(tmp_path))
        assert (engine.busy, engine.blocked) == (True, False)
        engine.stop()
        engine.wait()
        assert events.count(Note("TablebasePath: chess KQK")) == 2
        assert any(isinstance(each, BestMove) for each in events)
        engine.set_option("TablebasePath", str(tmp_path))
        engine.go(Limits(depth=1))  # has the tables
        assert events.count(Note("TablebasePath: chess KQK")) == 3
        engine.wait()


def test_a_table_for_other_rules_is_not_asked(
    make: Maker, small: Callable[[str], PiecesVariant]
) -> None:
    files = make(variants.get("chess"), "KQK")
    variant = small("four")
    assert kind_of(variant).prober(new_position(variant), files) is None


def test_a_table_with_the_first_version_of_the_fingerprint_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "old.tablebase"
    header = Header("chess", "da41100b48363203", "KQK", 8, 7, 10)
    path.write_bytes(b"".join(tablebase_file.packed(header, bytes(14))))
    with pytest.raises(TablebaseError, match="version 1 of the rules' fingerprint, expected"):
        tablebase_file.read(str(path))


def test_a_table_of_other_positions_than_its_pieces_have_is_refused(
    make: Maker, tmp_path: Path
) -> None:
    (file,) = make(variants.get("chess"), "KQK")
    header = Header(file.header.variant, file.header.rules, "KQK", 8, 7, 10)
    path = tmp_path / "other.tablebase"
    path.write_bytes(b"".join(tablebase_file.packed(header, bytes(14))))
    wrong = tablebase_file.read(str(path))
    with pytest.raises(TablebaseError, match="do not match"):
        kind_of(variants.get("chess")).prober(new_position("chess"), [wrong])


def test_a_file_changed_meanwhile_costs_no_move(tmp_path: Path) -> None:
    assert main(["tablebase", "chess", "KQK", "--output", str(tmp_path)]) == 0
    (path,) = tmp_path.glob("*.tablebase")
    with Dialogue() as engine:
        engine.send(f"setoption name TablebasePath value {tmp_path}")
        engine.until("info string TablebasePath")
        path.unlink()
        engine.send(f"position fen {QUEEN.format(0)}", "go depth 2")
        lines = engine.until("bestmove")
    assert len(errors(lines)) == 1
    assert lines[-1] != "bestmove (none)"


@pytest.mark.parametrize(
    ("game", "material", "what"),
    [
        ("chess", "KPKP", "in passing"),
        ("chess", "KQ", "each from K on"),
        ("chess", "KK", "3 to 4"),
        ("chess", "KQQQK", "3 to 4"),
        ("chess", "KXK", "no piece type"),
        ("ganymede", "KWK", "covers two squares"),
        ("ganymede", "K+SK", ""),
        ("gochess", "KQK", "blocked squares"),
        ("crazyhouse", "KQK", "drops"),
        ("gess", "KK", "no endgame tables"),
    ],
)
def test_what_has_no_table_is_refused_in_one_line(
    game: str, material: str, what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "new" / "tables"
    done = main(["tablebase", game, material, "--output", str(folder)])
    errors = capsys.readouterr().err
    if what:
        assert done != 0
        assert what in errors
        assert errors.count("\n") == 1
        assert not folder.exists()
    else:
        assert done == 0
        assert list(folder.iterdir())


@dataclass(frozen=True, slots=True, kw_only=True)
class NewRule(PiecesVariant):
    """Game with a rule that endgame tables do not list."""

    made_up: bool = False

    __hash__ = Variant.__hash__


@dataclass(frozen=True, slots=True)
class NewPiece(PieceType):
    made_up: bool = False


@dataclass(frozen=True, slots=True)
class NewPromotion(Promotion):
    made_up: bool = False


def test_new_rules_are_refused() -> None:
    """Endgame tables list the rules that they hold: any other is refused until it is added."""
    chess = army("chess")
    values = {each.name: getattr(chess, each.name) for each in fields(chess) if each.init}
    assert Material.read("KPK", NewRule(**values))
    assert "made up" in refusal(NewRule(**values, made_up=True))
    pawn, *others = chess.pieces
    pieces = (NewPiece(pawn.letter, pawn.name, pawn.moves, pawn.from_rank, made_up=True), *others)
    assert "the pawn has a rule" in refusal(replace(chess, pieces=pieces))
    (rule,) = chess.promotions
    promotions = (NewPromotion(rule.piece, rule.rank, rule.to, made_up=True),)
    assert "under conditions" in refusal(replace(chess, promotions=promotions))
    twice = (rule, replace(rule, to=("R",), rank=7))
    assert "more than one way" in refusal(replace(chess, promotions=twice))
    for change in ({"can_pass": (True, False)}, {"flying_general": True}, {"blocked": 3}):
        assert "a rule that tables do not hold" in refusal(replace(chess, **change))


def refusal(variant: PiecesVariant) -> str:
    with pytest.raises(TablebaseError) as caught:
        Material.read("KPK", variant)
    return str(caught.value)
