"""Exact odds of five dice."""
