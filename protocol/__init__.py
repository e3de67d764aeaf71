"""Front ends and tools: everything that talks to people or to other programs."""

NAME = "Amalthea"
AUTHORS = "The Amalthea authors"
__version__ = "1.0.0"

FAILED = 1
BAD_USAGE = 2
INTERRUPTED = 130
EXIT_STATUSES = {
    0: "success",
    FAILED: "the work failed: a file has errors, an engine or the output was lost",
    BAD_USAGE: "the arguments or what they name are invalid, which one line explains",
    INTERRUPTED: "interrupted by Ctrl-C; what is finished is kept or printed",
    143: "ended by SIGTERM",
}
