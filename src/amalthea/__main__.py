"""`python -m amalthea` runs the command `amalthea`."""

import sys

from amalthea.protocol.cli import main

sys.exit(main())
