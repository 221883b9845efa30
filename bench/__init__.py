"""The benchmarks: ``make bench``, or ``python -m bench NAME``; one JSON line for each figure."""
