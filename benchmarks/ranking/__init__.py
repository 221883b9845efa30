"""How well the ranking finds what people listed later: ``python -m benchmarks ranking DIR``."""
