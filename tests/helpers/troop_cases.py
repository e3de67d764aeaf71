"""The cases of Troop Chess (reconstruction) that are published with its rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CASES: dict[str, Any] = json.loads(Path(__file__).with_name("troop_cases.json").read_text("utf-8"))
