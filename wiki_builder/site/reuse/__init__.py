"""What the last build of the site made and this one uses again, and the second process;
same pages either way.
"""
