"""What each piece of evidence is worth, in nats: fitted on drawn pages, by `python tests/check/fit.py`."""

from __future__ import annotations

import json
from pathlib import Path

WEIGHTS: dict[str, float] = json.loads(Path(__file__).with_name("fitted.json").read_text("utf-8"))["weights"]
