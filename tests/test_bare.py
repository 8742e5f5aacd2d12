"""Bare arrays: read 64 bits wide, written as they are stored; uncompiled and checked they are the arrays."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numba.core.errors import NumbaError

from dtsim import jit
from dtsim.bare import bare, behind, lent, table_of
from dtsim.jit import kernel

compiled = pytest.mark.skipif(not jit.is_compiling(), reason="a bare array is the array itself")


@kernel
def product(array: Any, i: Any, j: Any) -> Any:
    words = bare(array)
    return words[i] * words[j]


@kernel
def fill(array: Any, place: Any, value: Any) -> None:
    bare(array)[place] = value


@kernel
def corner(array: Any, start: Any, rows: Any, columns: Any) -> Any:
    """The last item of a part seen as a table, and its shape."""
    part = lent(bare(array), start, rows, columns)
    return part[rows - 1, columns - 1] * 10_000 + part.shape[0] * 100 + part.shape[1]


@kernel
def mark(array: Any, start: Any) -> None:
    lent(bare(array), start, 2, 2)[1, 0] = 9


@kernel
def first_behind(array: Any, place: Any) -> Any:
    return behind(bare(array), place)[0]


@kernel
def slice_of(array: Any) -> Any:
    return bare(array)[1:3]


@kernel
def write_float(array: Any) -> None:
    bare(array)[0] = bare(array)[1] / 2


@compiled
@pytest.mark.parametrize("kind", ["int8", "int16", "int32", "int64"])
def test_integers_are_read_64_bits_wide(kind: str) -> None:
    assert product(np.array([100, -100], dtype=kind), 0, 1) == -10_000


def test_what_is_written_has_the_width_of_the_array_and_touches_no_neighbour() -> None:
    array = np.array([1, 2, 3], dtype=np.int16)
    fill(array, 1, -7)
    assert array.tolist() == [1, -7, 3]


def test_floats_stay_floats() -> None:
    array = np.array([0.0, 5.0])
    write_float(array)
    assert array[0] == 2.5


def test_a_part_is_lent_as_a_table() -> None:
    array = np.arange(20, dtype=np.int64)
    assert corner(array, 4, 3, 2) == 9 * 10_000 + 302
    mark(array, 10)
    assert array[12] == 9


def test_what_follows_a_place_begins_at_that_place() -> None:
    assert [first_behind(np.array([3, 4, 5]), place) for place in range(3)] == [3, 4, 5]


@compiled
def test_nothing_but_reading_and_writing_one_item_compiles() -> None:
    with pytest.raises(NumbaError):
        slice_of(np.arange(4))


def test_uncompiled_a_bare_array_is_the_array() -> None:
    plain = jit.uncompiled("dtsim.bare")
    array = np.arange(6)
    assert plain.bare(array) is array
    assert plain.behind(array, 2).tolist() == [2, 3, 4, 5]
    assert plain.lent(array, 2, 2, 2).tolist() == [[2, 3], [4, 5]]
    plain.lent(array, 2, 2, 2)[0, 0] = 7
    assert array[2] == 7, "a view, not a copy"


def test_a_table_is_widened_for_uncompiled_code() -> None:
    table = np.array([1, 2], dtype=np.int16)
    assert jit.uncompiled("dtsim.bare").table_of(table).dtype == np.int64
    assert table_of(table).dtype == (np.int16 if jit.is_compiling() else np.int64)


CHECKED = """
import numpy as np
from tests.test_bare import corner, first_behind, product
array = np.arange(20, dtype=np.int16)
print(product(array, 2, 3), first_behind(array, 4), corner(array, 4, 3, 2))
product(array[:2], 0, 3)
"""


def test_where_bounds_are_checked_a_bare_array_has_bounds() -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHECKED],
        env={key: value for key, value in os.environ.items() if key != "NUMBA_DISABLE_JIT"}
        | {"DTSIM_BOUNDSCHECK": "1"},
        cwd=os.fspath(jit.PACKAGE.parent),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == "6 4 90302\n", done.stderr
    assert "IndexError: index is out of bounds" in done.stderr
