#!/usr/bin/env python3
r"""Read, check and add records of measurements, and generate the pages that show them.

    scripts/measurements.py check
    scripts/measurements.py write
    scripts/measurements.py add search --title "Null move with a reduction of four plies" \
        --command "scripts/sprt.py HEAD~1 HEAD" --result "chess +3 (-5 to +11)" --verdict rejected

A topic is a file docs/measurements/TOPIC.toml: its title, its summary, and a [[measurement]] table
for each record, the newest last. The page TOPIC.md beside it and the index README.md are generated;
`write` and `add` update them. `check` reads all records and fails if one is wrong or a page is out
of date.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import sys
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from datetime import date
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_type_hints

from command_line import new_parser

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "measurements"
LINE_LENGTH = 100
_RECORD = "--record"  # argument of scripts that make records
VERDICTS = {
    "taken": "the change is part of the engine",
    "rejected": "the change was tried and is not part of the engine",
    "reached": "the target is reached",
    "missed": "the target is missed",
    "mixed": "the target is reached in part, or the change was taken in part",
    "passed": "the check found no error",
    "fixed": "the check found an error, which has been corrected",
    "open": "undecided: more games or a quieter machine are needed",
    "noted": "a figure to know; nothing was to be decided",
}
INTRODUCTION = f"""\
# Measurements

Every claim about speed and strength stands here as a record, together with the command that
repeats it. Ideas that failed are recorded, too. The conclusions from the records are in
[decisions](../decisions/README.md).

- A record is a `[[measurement]]` table in the TOML file of its topic. The pages are generated from
  these files: edit the files and run `scripts/measurements.py write`, or add a record with
  `scripts/measurements.py add`. `scripts/sprt.py` and `scripts/tactics.py` write theirs with
  `--record`.
- Unless a record says otherwise, the machine has 2 cores of x86-64, 24 GiB of memory, Linux,
  Python 3.11 and gcc 12, and the engine uses one search process and a table of 16 MiB.
- Elo values are given with their 95 % confidence interval. `+88 =56 -56` are wins, draws and
  losses of the engine that is named first.
- A record marked *not repeatable* was measured with a script that was never committed.
- Older records name `scripts/match_engine`, the forerunner of `amalthea match`. `--option-a X=Y`
  is `option.X=Y` behind the engine today, `--go-b "depth 2"` is `depth=2`, and `--go-b "share 30"`
  is the engine `scripts/fixed_share.py 30`. Scripts had no ending then: `scripts/sprt` is
  `scripts/sprt.py`, `scripts/bench_search` is `scripts/bench.py search`, `scripts/wheel` is
  `scripts/build_wheel.py`, and `scripts/setup` is `scripts/setup_environment.py`.

The verdicts:

{chr(10).join(f"- **{verdict}**: {meaning}." for verdict, meaning in VERDICTS.items())}

"""


class MeasurementError(Exception):
    """Error in a record or a topic; the text names the file and the record."""


@dataclass(frozen=True, slots=True)
class Match:
    """The result of a match from the view of the first engine.

    `limit` is a time control ("5+0.05") or a number of nodes ("5000 nodes"); `elo` comes with the
    bounds of its 95 % confidence interval, where they are finite.
    """

    variant: str
    games: int
    limit: str = ""
    wins: int | None = None
    draws: int | None = None
    losses: int | None = None
    elo: float | None = None
    low: float | None = None
    high: float | None = None

    def problem(self) -> str | None:
        """Return the inconsistency in words, or None."""
        counts = (self.wins, self.draws, self.losses)
        known = [count for count in counts if count is not None]
        if known and len(known) < len(counts):
            return "wins, draws and losses: expected all three or none"
        if known and sum(known) != self.games:
            return f"wins, draws and losses sum to {sum(known)}, expected {self.games} games"
        bounds = [value for value in (self.low, self.elo, self.high) if value is not None]
        if bounds != sorted(bounds):
            return "elo is outside its interval"
        return None


@dataclass(frozen=True, slots=True)
class Record:
    """One measurement.

    result, note: Markdown.
    method: how it was measured, as far as the command does not show it.
    """

    date: date
    title: str
    verdict: str
    question: str = ""
    base: str = ""  # commit or state that was measured against
    candidate: str = ""
    command: str = ""
    method: str = ""
    repeatable: bool = True
    summary: str = ""  # the result in a few words, for the table; matches have theirs
    matches: tuple[Match, ...] = ()
    result: str = ""
    note: str = ""

    @property
    def anchor(self) -> str:
        """The name by which pages link to the record."""
        return f"{self.date}-{re.sub('[^a-z0-9]+', '-', self.title.lower()).strip('-')}"

    def problem(self) -> str | None:
        """Return the inconsistency in words, or None."""
        if self.verdict not in VERDICTS:
            return f"unknown verdict {self.verdict!r}, expected one of {', '.join(VERDICTS)}"
        if not self.title or len(self.title) > LINE_LENGTH:
            return f"the title has {len(self.title)} characters, expected 1 to {LINE_LENGTH}"
        if self.repeatable and not (self.command or self.method):
            return "expected a command or a method, or repeatable = false"
        if not (self.matches or self.result):
            return "expected a result or matches"
        if len(self.summary) > LINE_LENGTH:
            return f"the summary has {len(self.summary)} characters, expected at most {LINE_LENGTH}"
        return next(filter(None, (match.problem() for match in self.matches)), None)


@dataclass(frozen=True, slots=True)
class Topic:
    """A file of records."""

    name: str
    title: str
    summary: str
    records: tuple[Record, ...]

    def newest_first(self) -> list[Record]:
        """Return the records by date; of one day, the last in the file comes first."""
        return sorted(self.records, key=lambda record: record.date)[::-1]


Kind = TypeVar("Kind", Match, Record, Topic)


def read_topics(folder: Path = FOLDER) -> list[Topic]:
    """Read and check all topics of a folder, by name. Raises MeasurementError."""
    return [read_topic(path) for path in sorted(folder.glob("*.toml"))]


def read_topic(path: Path) -> Topic:
    """Read and check the topic of a TOML file. Raises MeasurementError."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise MeasurementError(f"{path.name}: {error}") from error
    entries = table.pop("measurement", [])
    if not isinstance(entries, list):
        raise MeasurementError(f"{path.name}: measurement: expected [[measurement]] tables")
    records = [
        _read_record(entry, f"{path.name}: measurement {number}")
        for number, entry in enumerate(entries, 1)
    ]
    seen: set[str] = set()
    for record in records:
        if record.anchor in seen:
            raise MeasurementError(f"{path.name}: {record.title!r} is recorded twice that day")
        seen.add(record.anchor)
    table |= {"name": path.stem, "records": tuple(records)}
    return _from_table(Topic, table, path.name)


def _read_record(entry: object, where: str) -> Record:
    if not isinstance(entry, dict):
        raise MeasurementError(f"{where}: expected a table")
    where = f"{where} ({entry['title']})" if "title" in entry else where
    matches = entry.get("matches", [])
    if not isinstance(matches, list) or not all(isinstance(match, dict) for match in matches):
        raise MeasurementError(f"{where}: matches: expected a list of tables")
    read = tuple(
        _from_table(Match, match, f"{where}, match {number}")
        for number, match in enumerate(matches, 1)
    )
    record = _from_table(Record, {**entry, "matches": read}, where)
    if problem := record.problem():
        raise MeasurementError(f"{where}: {problem}")
    return record


def _from_table(kind: type[Kind], table: Mapping[str, Any], where: str) -> Kind:
    """Make a dataclass of a table whose keys and types are checked. Raises MeasurementError."""
    hints = get_type_hints(kind)
    if unknown := sorted(table.keys() - hints.keys()):
        expected = ", ".join(hints)
        raise MeasurementError(f"{where}: unknown key {unknown[0]!r}, expected one of {expected}")
    for field in fields(kind):
        if field.name not in table:
            if field.default is MISSING:
                raise MeasurementError(f"{where}: {field.name} is missing")
            continue
        hint, value = hints[field.name], table[field.name]
        types = (
            get_args(hint) if isinstance(hint, UnionType) else (getattr(hint, "__origin__", hint),)
        )
        types += (int,) if float in types else ()
        if type(value) not in types:
            names = " or ".join(each.__name__ for each in types)
            raise MeasurementError(
                f"{where}: {field.name} is a {type(value).__name__}, expected {names}"
            )
    return kind(**table)


def to_toml(record: Record) -> str:
    """Return a record as a [[measurement]] table, without the fields that have their default."""
    lines = ["[[measurement]]"]
    for field in fields(Record):
        value = getattr(record, field.name)
        if value != field.default:
            lines.append(f"{field.name} = {_value(field.name, value)}")
    return "\n".join(lines) + "\n"


def _value(name: str, value: object) -> str:
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        rows = "".join(f"    {{ {_inline(match)} }},\n" for match in value)
        return f"[\n{rows}]"
    assert isinstance(value, str)
    quoted = json.dumps(value, ensure_ascii=False)
    # A backslash at the end of a line joins it to the next one.
    wrapped = textwrap.wrap(
        quoted[1:-1], LINE_LENGTH - len(" \\"), break_long_words=False, break_on_hyphens=False
    )
    short = len(name) + len(" = ") + len(quoted) <= LINE_LENGTH
    if short or " ".join(wrapped) != quoted[1:-1]:
        return quoted
    return '"""\n{}"""'.format(" \\\n".join(wrapped))


def _inline(match: Match) -> str:
    given = ((field, getattr(match, field.name)) for field in fields(Match))
    return ", ".join(
        f"{field.name} = {json.dumps(value, ensure_ascii=False)}"
        for field, value in given
        if value != field.default
    )


def add_record_option(parser: argparse.ArgumentParser) -> None:
    """Add the argument of a script that can add its record to a topic."""
    help_ = "add the record to docs/measurements"
    parser.add_argument(_RECORD, action="store_true", help=help_)


def repeating_command() -> str:
    """Return the command line of this process, without the argument that adds the record."""
    words = [word for word in sys.argv[1:] if word != _RECORD]
    return shlex.join([f"scripts/{Path(sys.argv[0]).name}", *words])


def add(record: Record, topic: str, folder: Path = FOLDER) -> None:
    """Append a record to a topic's file and write all pages anew. Raises MeasurementError."""
    if problem := record.problem():
        raise MeasurementError(f"{record.title}: {problem}")
    known = {each.name: each.records for each in read_topics(folder)}
    if topic not in known:
        raise MeasurementError(f"unknown topic {topic!r}, expected one of {', '.join(known)}")
    path = folder / f"{topic}.toml"
    if record.anchor in (each.anchor for each in known[topic]):
        raise MeasurementError(f"{path.name}: {record.title!r} is recorded twice that day")
    with open(path, "a", encoding="utf-8") as file:
        file.write("\n" + to_toml(record))
    write_pages(folder)


def pages(topics: Sequence[Topic]) -> dict[str, str]:
    """Return the text of every generated page, by file name."""
    texts = {f"{topic.name}.md": _page(topic) for topic in topics}
    return texts | {"README.md": _index(topics)}


def write_pages(folder: Path = FOLDER) -> None:
    """Write all generated pages of a folder. Raises MeasurementError."""
    for name, text in pages(read_topics(folder)).items():
        (folder / name).write_text(text, "utf-8")


def outdated(folder: Path = FOLDER) -> list[str]:
    """Return the names of generated pages that are missing, superfluous or out of date."""
    expected = pages(read_topics(folder))
    found = {path.name: path.read_text("utf-8") for path in folder.glob("*.md")}
    return sorted(
        name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name)
    )


def _index(topics: Sequence[Topic]) -> str:
    rows = [
        f"| [{topic.title}]({topic.name}.md) | {topic.summary} | {len(topic.records)} |"
        for topic in sorted(topics, key=lambda topic: topic.title)
    ]
    return INTRODUCTION + "\n".join(
        ["| topic | what it is about | records |", "|---|---|---:|", *rows, ""]
    )


def _page(topic: Topic) -> str:
    records = topic.newest_first()
    lines = [
        f"# {topic.title}",
        "",
        f"<!-- Generated from {topic.name}.toml by scripts/measurements.py write. -->",
        "",
        f"{topic.summary} [All topics and how to read them](README.md)",
        "",
        "| date | measurement | result | verdict |",
        "|---|---|---|---|",
    ]
    lines += [
        f"| {record.date} | [{_cell(record.title)}](#{record.anchor})"
        f" | {_cell(record.summary) or '; '.join(map(_brief, record.matches))} | {record.verdict} |"
        for record in records
    ]
    return "\n".join([*lines, *(line for record in records for line in _section(record))]) + "\n"


def _section(record: Record) -> Iterator[str]:
    """Yield the lines of a record in full."""
    yield from ("", f'<a id="{record.anchor}"></a>', "", f"## {record.title}", "")
    states = [
        f"{name} {state}"
        for name, state in (("candidate", record.candidate), ("base", record.base))
        if state
    ]
    marks = [] if record.repeatable else ["*not repeatable*"]
    yield " · ".join([str(record.date), f"**{record.verdict}**", *states, *marks])
    if record.question:
        yield from ("", record.question)
    if record.command:
        yield from ("", "```sh", *record.command.split("\n"), "```")
    if len(record.matches) > 1:
        yield from ("", "| game | limit | games | + = - | Elo |", "|---|---|---:|---|---|")
        yield from (_match_row(match) for match in record.matches)
    for name in ("method", "result", "note"):
        if text := getattr(record, name):
            yield from ("", f"**{name.capitalize()}:** {text}")


def _match_row(match: Match) -> str:
    counts = "" if match.wins is None else f"+{match.wins} ={match.draws} -{match.losses}"
    return f"| {match.variant} | {match.limit} | {match.games} | {counts} | {_elo(match)} |"


def _brief(match: Match) -> str:
    """Return a match in a few words: "chess +56 (+20 to +93)", without Elo its counts."""
    return f"{match.variant} {_elo(match) or f'+{match.wins} ={match.draws} -{match.losses}'}"


def _elo(match: Match) -> str:
    """Return the Elo of a match with its interval; "above +277" where every game was won."""
    low, value, high = (
        "" if each is None else f"{each:+g}" for each in (match.low, match.elo, match.high)
    )
    if not value:
        return f"above {low}" if low else f"below {high}" if high else ""
    return f"{value} ({low or '-inf'} to {high or '+inf'})" if low or high else value


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Run the command and return its exit status."""
    options = _parser().parse_args()
    try:
        if options.action == "write":
            write_pages(options.folder)
        elif options.action == "add":
            given = {field.name: getattr(options, field.name, None) for field in fields(Record)}
            record = Record(**{name: value for name, value in given.items() if value is not None})
            add(record, options.topic, options.folder)
        elif found := outdated(options.folder):
            raise MeasurementError(
                f"out of date: {', '.join(found)}; run scripts/measurements.py write"
            )
    except MeasurementError as error:
        print(f"measurements: {error}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = new_parser(__doc__)
    actions = parser.add_subparsers(dest="action", required=True)
    checking = actions.add_parser(
        "check", help="fail if a record is wrong or a page is out of date"
    )
    writing = actions.add_parser("write", help="generate all pages")
    adding = actions.add_parser("add", help="append a record and generate all pages")
    for each in (checking, writing, adding):
        each.add_argument(
            "--folder", type=Path, default=FOLDER, help="folder of the records and pages"
        )
    adding.add_argument("topic", help="name of a topic, which is that of its file")
    adding.add_argument(
        "--date", type=date.fromisoformat, default=date.today(), metavar="YYYY-MM-DD"
    )
    adding.add_argument("--title", required=True, help="one line that names the measurement")
    adding.add_argument("--verdict", required=True, choices=VERDICTS)
    adding.add_argument("--question", help="what was measured, and under which conditions")
    adding.add_argument("--base", help="commit that the candidate is compared with")
    adding.add_argument("--candidate", help="commit that is measured")
    adding.add_argument("--command", help="the command that repeats the measurement")
    adding.add_argument(
        "--method", help="how it was measured, as far as the command does not show it"
    )
    adding.add_argument(
        "--not-repeatable",
        dest="repeatable",
        action="store_false",
        default=None,
        help="the command no longer exists",
    )
    adding.add_argument("--summary", help="the result in a few words, for the table")
    adding.add_argument("--result", required=True, help="the figures")
    adding.add_argument("--note", help="what follows from them")
    return parser


if __name__ == "__main__":
    sys.exit(main())
