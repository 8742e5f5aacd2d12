"""Experiments: which matchups to play, how often, and what came out."""
