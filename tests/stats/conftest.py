"""Property tests of the statistics take as long as they need and try the same examples every time."""

from __future__ import annotations

from hypothesis import settings

settings.register_profile("statistics", deadline=None, derandomize=True)
settings.load_profile("statistics")
