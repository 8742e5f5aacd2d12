"""A hero in the rulebook's words: frozen, without numpy, and able to be printed back as a board."""
