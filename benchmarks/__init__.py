"""How fast dtsim is against other tools for the same task, measured in one run: `python -m benchmarks`."""
