"""Imported by each Python that an armed command starts:
its changes of the disk count as the command's own.
"""

from __future__ import annotations

from drill import harm

harm.arm_child()
