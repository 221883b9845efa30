"""What the wiki knows, read once: papers in short, what people wrote on pages,
comparisons, citations.
"""
