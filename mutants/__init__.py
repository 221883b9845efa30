"""Mutation testing: the modules that hold the promises, broken one place at a time,
against their tests.
"""
