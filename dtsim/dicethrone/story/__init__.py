"""A game told in sentences, turn by turn, from its events."""
