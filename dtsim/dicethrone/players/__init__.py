"""Players: pick one of the legal options, from what a person at the table sees."""
