"""`python -m protocol` is the command `amalthea`."""

import sys

from protocol.cli import main

sys.exit(main())
