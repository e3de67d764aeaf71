"""Engines that take part, from the command line and TOML files, checked before the first game.

On the command line settings follow their engine: `stockfish name=sf tc=5+0.05 option.Hash=64`. A
file has a table `[[engine]]` for each, with the same settings as keys and a table `options`.
"""

from __future__ import annotations

import re
import shlex
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from amalthea.engine.core import schema
from amalthea.engine.options import Combo, Option
from amalthea.engine.text import printable
from amalthea.protocol.match import MatchError
from amalthea.protocol.match.controls import TimeControl
from amalthea.protocol.tool import is_folder, warn
from amalthea.protocol.uci_client.process import OURS, EngineDied, NoAnswer, UciProcess

OUR_NAME = "ours"  # the name of this engine on the command line
CHESS = "chess"  # the variant of an engine without UCI_Variant
NOTICE_S = 1.5  # after which the wait for an engine is announced
CHECK_S = 20.0  # longest answer of an engine in the check before the match
START_S = 30.0  # longest start, from the process to `readyok`; also for a new game

_PATH, _VARIANT = "VariantPath", "UCI_Variant"
_REFUSED = "info string error:"  # prefix of a line that refuses an option
_CONTROLS = ("tc", "movetime", "nodes", "depth", "go")
_SETTING_KEYS = ("name", "directory", "restart", *_CONTROLS)
_SETTING = re.compile(r"(?P<key>[A-Za-z_]+)(?:\.(?P<option>[^=]+))?=(?P<value>.*)", re.DOTALL)
_STARTPOS = re.compile(r"info string variant (?P<name>\S+) .*\bstartpos (?P<fen>\S+)")


@dataclass(frozen=True, slots=True)
class Entrant:
    """An engine and its settings.

    Attributes:
        options: in the order in which they are sent.
        control: None until the match's own time control is filled in.
        restart: start a new process for every game.
    """

    name: str
    command: tuple[str, ...]
    directory: str | None = None
    options: tuple[tuple[str, str], ...] = ()
    control: TimeControl | None = None
    restart: bool = False

    def option(self, name: str) -> str | None:
        """Return the value of an option, None if it is not set."""
        return {key.lower(): value for key, value in self.options}.get(name.lower())


def read_words(words: Sequence[str], known: Sequence[Entrant] = ()) -> list[Entrant]:
    """Return the engines of a command line; without any, all of `known`, the engines of a file.

    Equal names get a number. Raises MatchError.
    """
    files = {entrant.name: entrant for entrant in known}
    found: list[tuple[str, dict[str, Any]]] = []
    for word in words:
        setting = _SETTING.fullmatch(word)
        if not setting:
            found.append((word, {}))
        elif not found:
            raise MatchError(f"{word!r}: expected an engine before its settings")
        else:
            _add_setting(found[-1][1], setting, word)
    entrants = [_from_word(word, settings, files) for word, settings in found]
    return _with_unique_names(entrants or list(known))


@dataclass(frozen=True, slots=True)
class _Settings:
    """Settings of an engine on the command line or in a table of a file; None: not given."""

    name: str | None = None
    command: str | list[str] | None = None
    directory: str | None = None
    restart: bool | None = None
    tc: str | int | float | None = None
    movetime: str | int | None = None
    nodes: str | int | None = None
    depth: str | int | None = None
    go: str | None = None
    options: dict[str, str | bool | int | float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _File:
    """The contents of a file of engines."""

    engine: list[dict[str, object]]


def read_file(path: str) -> list[Entrant]:
    """Return the engines of a TOML file.

    Raises MatchError or SchemaError, which name the file, the engine and the key.
    """
    where = f"--engines {path}"
    tables = schema.read_toml(path, where)
    schema.check_keys(tables, _File, where)
    entrants: list[Entrant] = []
    for number, table in enumerate(schema.from_values(tables, _File, where).engine, 1):
        at = f"{where}: engine {number}" + (
            f" ({printable(str(table['name']))})" if "name" in table else ""
        )
        schema.check_keys(table, _Settings, at)
        settings = schema.from_values(table, _Settings, at)
        if settings.name is None:
            raise MatchError(f"{at}: missing field name")
        entrant = _from_table(settings, at, Path(path).parent)
        if entrant.name in [other.name for other in entrants]:
            raise MatchError(f"{where}: the name {entrant.name!r} is used twice")
        entrants.append(entrant)
    if not entrants:
        raise MatchError(f"{where}: expected at least one table [[engine]]")
    return entrants


def check_engines(
    entrants: Sequence[Entrant],
    variant: str,
    variants_file: str | None,
    start: str,
    shared: Sequence[tuple[str, str]],
    implied: Sequence[tuple[str, str]] = (),
) -> list[Entrant]:
    """Return the entrants with all of their options, after starting each engine once.

    The options of an engine are its supported ones of `implied` and `shared`, then its own; later
    values override earlier ones.

    Args:
        start: our FEN of the variant's start position, with which engines must agree.
        shared: options of the command line, each of which some engine must support.

    Raises MatchError if an engine cannot be started, does not play the variant or refuses an
    option.
    """
    _check_options_allowed("--option", shared)
    for entrant in entrants:
        _check_options_allowed(f"engine {entrant.name}: option", entrant.options)
    check = _EngineCheck(variant, variants_file, start, (*implied, *shared))
    supported: set[str] = set()
    ready = []
    for entrant in entrants:
        complete, offers = check.run(entrant)
        supported |= offers.keys()
        ready.append(complete)
    for name, _ in shared:
        if name.lower() not in supported:
            raise MatchError(f"--option {name}: no engine has it")
    return ready


def options_to_send(
    entrant: Entrant, variant: str, variants_file: str | None
) -> list[tuple[str, str]]:
    """Return the options to send, in order: variants file, variant, the engine's own.

    Engines of the Fairy-Stockfish family know a file's variant only after `VariantPath`, and ignore
    a `UCI_Variant` that they do not know. Other options may depend on the variant.
    """
    own_path = entrant.option(_PATH)
    path = (variants_file or "") if own_path is None else own_path
    first = [(_PATH, path)] if path else []
    others = [pair for pair in entrant.options if pair[0].lower() != _PATH.lower()]
    return [*first, (_VARIANT, variant), *others]


def _add_setting(settings: dict[str, Any], setting: re.Match[str], word: str) -> None:
    key, option = setting["key"], setting["option"]
    if key == "option" and option:
        settings.setdefault("options", {})[option] = setting["value"]
        return
    if option or key not in _SETTING_KEYS:
        expected = " ".join(f"{name}=" for name in _SETTING_KEYS)
        raise MatchError(f"{word!r}: unknown setting, expected one of {expected} option.NAME=")
    if key in settings:
        raise MatchError(f"{word!r}: {key} is set twice")
    settings[key] = setting["value"]


def _from_word(word: str, values: dict[str, Any], known: Mapping[str, Entrant]) -> Entrant:
    where = f"engine {word!r}"
    if (restart := values.get("restart")) is not None:
        if restart not in ("true", "false"):
            raise MatchError(f"{where}: restart {restart!r}, expected true or false")
        values["restart"] = restart == "true"
    settings = _Settings(**values)
    if word in known:
        return _changed(known[word], settings, where)
    name = OUR_NAME if word == OUR_NAME else Path(_command(word, where)[0]).name
    return _changed(Entrant(name, _command(word, where)), settings, where)


def _from_table(settings: _Settings, where: str, folder: Path) -> Entrant:
    words = settings.command
    if words is None:
        raise MatchError(f"{where}: missing field command")
    if settings.directory is not None:
        settings = replace(settings, directory=str(folder / settings.directory))
    return _changed(Entrant("", _command(words, where)), settings, where)


def _command(words: str | list[str], where: str) -> tuple[str, ...]:
    """Return a command line as words. Raises MatchError."""
    if words == OUR_NAME:
        return OURS
    try:
        command = tuple(shlex.split(words)) if isinstance(words, str) else tuple(words)
    except ValueError as error:
        raise MatchError(f"{where}: {error}") from error
    if not command:
        raise MatchError(f"{where}: the command is empty")
    return command


def _changed(entrant: Entrant, settings: _Settings, where: str) -> Entrant:
    """Return the entrant with those settings. Raises MatchError."""
    name = entrant.name if settings.name is None else settings.name
    _check_name(name, where)
    directory = entrant.directory if settings.directory is None else settings.directory
    if directory is not None and not is_folder(directory):
        raise MatchError(f"{where}: directory {directory!r}: no such directory")
    options = {
        key: str(value).lower() if isinstance(value, bool) else str(value)
        for key, value in settings.options.items()
    }
    return Entrant(
        name=name,
        command=entrant.command,
        directory=None if directory is None else str(Path(directory).resolve()),
        options=tuple((dict(entrant.options) | options).items()),
        control=_control(settings, where) or entrant.control,
        restart=entrant.restart if settings.restart is None else settings.restart,
    )


def _check_name(name: str, where: str) -> None:
    """Raise MatchError for a name that is empty or not printable."""
    check_text(f"{where}: name", name)
    if not (name.strip() and name.isprintable()):
        raise MatchError(f"{where}: name {name!r}, expected printable characters")


def _control(settings: _Settings, where: str) -> TimeControl | None:
    given = [(key, value) for key in _CONTROLS if (value := getattr(settings, key)) is not None]
    if len(given) > 1:
        keys = " and ".join(key for key, _ in given)
        raise MatchError(f"{where}: {keys} are set, expected one of them")
    try:
        return TimeControl.read(given[0][0], str(given[0][1])) if given else None
    except MatchError as error:
        raise MatchError(f"{where}: {error}") from error


def check_text(what: str, text: str) -> None:
    """Raise MatchError for bytes of the command line that are not UTF-8."""
    try:
        text.encode()
    except UnicodeEncodeError:
        shown = text.encode(errors="backslashreplace").decode()
        raise MatchError(f"{what}, {shown}: expected UTF-8") from None


def _with_unique_names(entrants: Sequence[Entrant]) -> list[Entrant]:
    """Return the entrants with different names, by appending numbers."""
    seen: set[str] = set()
    named = []
    for entrant in entrants:
        check_text("an engine's command", " ".join((*entrant.command, entrant.directory or "")))
        name, number = entrant.name, 2
        while name in seen:
            name, number = f"{entrant.name}-{number}", number + 1
        seen.add(name)
        named.append(replace(entrant, name=name))
    return named


def _check_options_allowed(where: str, options: Iterable[tuple[str, str]]) -> None:
    """Raise MatchError for options that only the match itself may set."""
    for name, value in options:
        check_text(where, f"{name}={value}")
        if name.lower() == _VARIANT.lower():
            raise MatchError(f"{where} {name}: expected --variant, for all engines alike")


@dataclass(frozen=True, slots=True)
class _EngineCheck:
    """The check of engines before the match. general: options of all engines that support them."""

    variant: str
    variants_file: str | None
    start: str
    general: tuple[tuple[str, str], ...]

    def run(self, entrant: Entrant) -> tuple[Entrant, dict[str, Option]]:
        """Return the entrant with all of its options, and the options that the engine offers.

        Raises MatchError.
        """
        try:
            with UciProcess(entrant.command, entrant.name, entrant.directory) as engine:
                with _notice(entrant):
                    engine.shake_hands(CHECK_S)
                first = dict(options_to_send(entrant, self.variant, self.variants_file))
                if _PATH in first and _PATH.lower() in engine.options:
                    engine.set_option(_PATH, first[_PATH])
                    engine.shake_hands(CHECK_S)
                _check_variant(entrant, self.variant, engine.options)
                complete = _with_general(entrant, self.general, engine.options)
                _check_options(complete, engine.options)
                self._set_up(engine, complete)
                return complete, engine.options
        except NoAnswer as error:
            raise MatchError(
                f"engine {entrant.name}: no answer to 'uci' within {CHECK_S:.0f} s;"
                " is it a UCI engine?"
            ) from error
        except EngineDied as error:
            raise MatchError(f"engine {error}") from error

    def _set_up(self, engine: UciProcess, entrant: Entrant) -> None:
        """Set the options, except for the variants file, which is already set."""
        for name, value in options_to_send(entrant, self.variant, self.variants_file):
            if name != _PATH:
                engine.set_option(name, value)
        engine.send("isready")
        try:
            lines = [line.text for line in engine.read_until("readyok", START_S)]
        except NoAnswer as error:
            what = f"no answer to 'isready' within {START_S:.0f} s"
            raise MatchError(f"engine {entrant.name}: {what}") from error
        for line in lines:
            if line.lower().startswith(_REFUSED):
                raise MatchError(f"engine {entrant.name}: {line[len(_REFUSED) :].strip()}")
        if self.variant != CHESS:
            _check_start(entrant, self.variant, self.start, lines)


@contextmanager
def _notice(entrant: Entrant) -> Iterator[None]:
    """Warn if an engine does not answer for a moment: the program may be no engine at all."""
    text = f"no answer to 'uci' yet, waiting {CHECK_S:.0f} s at most; is it a UCI engine?"
    timer = threading.Timer(NOTICE_S, warn, ("match", f"engine {entrant.name}: {text}"))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _with_general(
    entrant: Entrant, general: Iterable[tuple[str, str]], offers: Mapping[str, Option]
) -> Entrant:
    """Return the entrant with the general options that it supports; its own override them."""
    by_name: dict[str, tuple[str, str]] = {}
    supported = (pair for pair in general if pair[0].lower() in offers)
    for name, value in (*supported, *entrant.options):
        by_name.pop(name.lower(), None)  # an option that is set again moves to the end
        by_name[name.lower()] = (name, value)
    return replace(entrant, options=tuple(by_name.values()))


def _check_variant(entrant: Entrant, variant: str, offers: Mapping[str, Option]) -> None:
    offer = offers.get("uci_variant")
    if offer is None:
        if variant != CHESS:
            raise MatchError(
                f"engine {entrant.name}: plays chess only (it has no option UCI_Variant),"
                f" not {variant}"
            )
    elif offer.expected(variant):
        choices = offer.choices if isinstance(offer, Combo) else ()
        hint = ", or --variants FILE" if "variantpath" in offers else ""
        raise MatchError(
            f"engine {entrant.name}: does not play {variant}, expected one of"
            f" {' '.join(choices)}{hint}"
        )


def _check_start(entrant: Entrant, variant: str, start: str, lines: Iterable[str]) -> None:
    """Raise MatchError if the engine reports another start position than ours.

    Positions with random blocks are not compared. Empty hands may be written as `[]` or `[-]`, and
    the pieces in hand in any order.
    """
    board = start.split(maxsplit=1)[0]
    for line in lines:
        reported = _STARTPOS.match(line)
        fen = reported["fen"] if reported else "*"
        if "*" not in fen and _hand_in_order(fen) != _hand_in_order(board):
            raise MatchError(
                f"engine {entrant.name}: its {variant} is another game: it begins with"
                f" {fen}, ours with {board}"
            )


def _hand_in_order(board: str) -> str:
    """Return a board's text with the pieces in hand sorted by letter."""
    squares, bracket, hand = board.partition("[")
    return squares + bracket + "".join(sorted(hand.replace("-", "")))


def _check_options(entrant: Entrant, offers: Mapping[str, Option]) -> None:
    for name, value in entrant.options:
        offer = offers.get(name.lower())
        if offer is None:
            raise MatchError(
                f"engine {entrant.name}: no option {name!r}, expected one of"
                f" {', '.join(sorted(offer.name for offer in offers.values()))}"
            )
        if expected := offer.expected(value):
            raise MatchError(
                f"engine {entrant.name}: option {name}: value {value!r}, expected {expected}"
            )
