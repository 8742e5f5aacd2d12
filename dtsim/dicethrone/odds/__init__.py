"""Exact odds of five dice: what activates, what to keep, and with which cards."""
