"""The search for cyclic garbage, which takes a tenth of a build's time
and finds next to nothing.
"""

from __future__ import annotations

import atexit
import gc


class Garbage:
    """Whether it is searched for, during a build and at the end of the process."""

    _ignored = False

    def ignore(self) -> None:
        """From here on it is not."""
        if gc.isenabled():
            gc.disable()
            self._ignored = True
            atexit.unregister(gc.freeze)
            # or else all that is there is looked through before the process ends
            atexit.register(gc.freeze)

    def heed(self) -> None:
        """From here on it is, where it was before; what is there now counts as old."""
        if self._ignored:
            gc.freeze()
            gc.unfreeze()
            gc.enable()
            self._ignored = False
