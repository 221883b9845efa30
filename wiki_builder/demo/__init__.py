"""The demonstration: recorded days that the whole pipeline runs over without a network."""
