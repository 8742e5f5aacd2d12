"""From heroes to integers: the compiler, and the places of the game record that it shares with the engine."""
