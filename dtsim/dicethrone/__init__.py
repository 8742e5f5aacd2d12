"""Dice Throne: heroes, exact odds, the engine and its players."""
