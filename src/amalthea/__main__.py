"""`python -m amalthea` runs the command `amalthea`."""

import signal
import sys


def run() -> int:
    """Run the command; return its exit status, also if it is interrupted while it starts."""
    try:
        from amalthea.protocol.cli import main

        return main()
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left that could be interrupted


if __name__ == "__main__":
    sys.exit(run())
