"""How much a checked claim can be trusted: ``python -m benchmarks grounding``.

Errors are planted into true claims, and what the product makes of them, and of the true ones, is
counted. ``FORMAT.md`` says how to measure on other papers.
"""
