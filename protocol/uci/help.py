"""Help for commands of the prompt that people type: `COMMAND --help`."""

from __future__ import annotations

HELP = {
    "bench": """\
bench [DEPTH]: search fixed positions of several games, 13 plies deep unless DEPTH says otherwise.
"Nodes searched" is a signature: it changes only if the search or the evaluation does.""",
    "eval": """\
eval: show the static evaluation of the position term by term, in pawns, for White, for Black and
their difference, and the values of the piece types, in centipawns. If a net evaluates the game,
also what each piece adds to its score.""",
    "go": """\
go [depth N] [nodes N] [movetime MS] [wtime MS btime MS [winc MS] [binc MS] [movestogo N]]
[byoyomi MS] [mate N] [searchmoves M...] [side w|b] [infinite] [ponder]: search the position; `info`
lines and one `bestmove` follow. Without a limit it searches until `stop`. `go perft N` counts the
positions after N plies.""",
    "load": """\
load FILE: add the games of a variant file, NAME.ini with pieces or NAME.toml with formations, to
those that UCI_Variant offers. `amalthea load FILE` starts a session with them.""",
    "perft": """\
perft DEPTH: count the positions after DEPTH plies, below each legal move, as `go perft DEPTH`
does: a test of move generation.""",
}
