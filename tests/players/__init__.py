"""Players: how well they play, and that they play the same every time."""
