"""Imported by each Python that an armed command starts: its changes of the disk count as the command's own."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[2]))

from drill import harm  # found by the line above

harm.arm_child()
