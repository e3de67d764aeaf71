"""`python -m amalthea` runs the command `amalthea`."""

import signal
import sys

from amalthea.engine.signals import sigint_blocked


def run() -> int:
    """Run the command; return its exit status, also if it is interrupted while it starts.

    Ctrl-C waits for the end of imports, which may lose it.
    """
    try:
        with sigint_blocked():
            from amalthea.protocol.cli import main

        return main()
    except (KeyboardInterrupt, Exception) as error:
        if _is_interrupted(error):
            return 128 + signal.SIGINT
        raise
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left that could be interrupted


def _is_interrupted(error: BaseException | None) -> bool:
    """Return True for Ctrl-C, also where cleaning up failed since it came in between."""
    while error and not isinstance(error, KeyboardInterrupt):
        error = error.__context__
    return error is not None


if __name__ == "__main__":
    sys.exit(run())
