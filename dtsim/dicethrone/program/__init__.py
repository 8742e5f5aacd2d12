"""From heroes to integers: the places of the game record, and the compiler."""
