"""Ranking without a model: how near a paper is to what its reader cares about, part by part."""
