"""What the last build of the site made and this one uses again, and other processes;
same pages either way.
"""
