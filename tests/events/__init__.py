"""Event statistics: counters against a recount in plain Python, and what reports make of them."""
