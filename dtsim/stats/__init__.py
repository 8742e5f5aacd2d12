"""How sure are we: every number a table shows, with its interval and its number of games.

One small module answers one question. The pair of games (each hero starts once, on one block of dice) is the
unit of evidence; counts add like numbers. Importing a module costs numpy and no more: scipy is imported by
the functions that need it.
"""
