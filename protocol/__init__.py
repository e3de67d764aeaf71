"""Front ends and tools: everything that talks to people or to other programs."""

NAME = "Amalthea"
AUTHORS = "The Amalthea authors"
__version__ = "1.0.0"

# Exit statuses of the command besides 0.
FAILED = 1
BAD_USAGE = 2
INTERRUPTED = 130
