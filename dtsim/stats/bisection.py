"""Where a falling function crosses zero, for many functions at once."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from dtsim.stats.arrays import ArrayLike, FloatArray


def crossing(
    function: Callable[[FloatArray], FloatArray], low: ArrayLike, high: ArrayLike, n_steps: int = 64
) -> FloatArray:
    """Halve [low, high] until it is one number: positive to the left of it, not to the right.

    The ends themselves are never tried, so the function may be infinite there.
    """
    left, right = np.broadcast_arrays(np.asarray(low, dtype=float), np.asarray(high, dtype=float))
    for _ in range(n_steps):
        middle = (left + right) / 2
        is_left = function(middle) > 0
        left, right = np.where(is_left, middle, left), np.where(is_left, right, middle)
    return np.asarray((left + right) / 2)
