"""What every room stands on: values, errors, settings, the wiki's folder, HTTP,
and the words of the interface.
"""
