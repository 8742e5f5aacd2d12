"""The rules as a state machine over one flat game record."""
