"""What the planner knows of two heroes before it plays: moves, kinds of results, what cards do to dice."""
