"""The network: the only code that asks it anything,
the model's client and ``notify.mail`` apart.
"""

import sys

# httpx is a command line, too, and imports rich and pygments for it, which takes a quarter of its
# time. ``None`` says that there is no such module
# (https://docs.python.org/3/reference/import.html#the-module-cache); httpx can be without.
sys.modules.setdefault("httpx._main", None)  # type: ignore[arg-type]  # typeshed knows modules only
