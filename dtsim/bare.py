"""Arrays as compiled code hands them on: a bare address.

numba passes a one-dimensional array as seven numbers and looks at every index for a negative one. Where
hundreds of small functions hand the same three arrays to each other, that is most of what they do. A bare
array is its address alone: `x[i]` reads, `x[i] = v` writes, nothing else. Integers are read as 64 bits wide,
whatever they are stored as. Uncompiled, and where bounds are checked, a bare array is the array itself.
"""

from __future__ import annotations

import operator
from typing import Any

from dtsim.jit import bounds_are_checked, is_compiling, part

__all__ = ["bare", "behind", "lent", "table_of"]

_IS_COMPILED = is_compiling()  # when this copy of the module was loaded: an uncompiled twin stays one

if _IS_COMPILED and not bounds_are_checked():
    from numba.core import cgutils, types
    from numba.core.datamodel import models
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import intrinsic, lower_builtin, register_model
    from numba.np import arrayobj

    class Bare(types.Type):
        """The address of the first item."""

        def __init__(self, dtype: Any) -> None:
            self.dtype = dtype
            self.read = types.int64 if isinstance(dtype, types.Integer) else dtype
            super().__init__(name=f"Bare({dtype})")

    @register_model(Bare)
    class _Model(models.PrimitiveModel):
        def __init__(self, manager: Any, bare_type: Any) -> None:
            item = manager.lookup(bare_type.dtype).get_data_type()
            super().__init__(manager, bare_type, item.as_pointer())

    @infer_global(operator.getitem)
    class _Get(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if isinstance(args[0], Bare) and isinstance(args[1], types.Integer):
                return signature(args[0].read, args[0], types.intp)
            return None

    @infer_global(operator.setitem)
    class _Set(AbstractTemplate):
        def generic(self, args: Any, kws: Any) -> Any:
            if isinstance(args[0], Bare) and isinstance(args[1], types.Integer):
                return signature(types.none, args[0], types.intp, args[0].read)
            return None

    @lower_builtin(operator.getitem, Bare, types.intp)
    def _lower_get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        bare_type = sig.args[0]
        found = builder.load(cgutils.gep(builder, args[0], args[1]))
        return context.cast(builder, found, bare_type.dtype, bare_type.read)

    @lower_builtin(operator.setitem, Bare, types.intp, types.Any)
    def _lower_set(context: Any, builder: Any, sig: Any, args: Any) -> None:
        bare_type = sig.args[0]
        stored = context.cast(builder, args[2], sig.args[2], bare_type.dtype)
        builder.store(stored, cgutils.gep(builder, args[0], args[1]))

    @intrinsic
    def _bare(context: Any, array: Any) -> Any:
        """The bare array of a contiguous one-dimensional array."""

        def address(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return arrayobj.make_array(sig.args[0])(context, builder, args[0]).data

        return Bare(array.dtype)(array), address

    @intrinsic
    def _lent(context: Any, array: Any, start: Any, rows: Any, columns: Any) -> Any:
        """A part of a bare array as a two-dimensional array, for functions made for those."""
        of_type = types.Array(array.dtype, 2, "C")

        def view(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            item = context.get_abi_sizeof(context.get_data_type(array.dtype))
            width = context.get_constant(types.intp, item)
            made = arrayobj.make_array(of_type)(context, builder)
            arrayobj.populate_array(
                made,
                data=cgutils.gep(builder, args[0], args[1]),
                shape=(args[2], args[3]),
                strides=(builder.mul(args[3], width), width),
                itemsize=width,
                meminfo=None,
            )
            return made._getvalue()

        return of_type(array, types.intp, types.intp, types.intp), view

    @intrinsic
    def _behind(context: Any, array: Any, start: Any) -> Any:
        """What follows a place of a bare array."""

        def shifted(context: Any, builder: Any, sig: Any, args: Any) -> Any:
            return cgutils.gep(builder, args[0], args[1])

        return array(array, types.intp), shifted

    bare: Any = _bare
    lent: Any = _lent
    behind: Any = _behind

else:

    @part
    def _same(array: Any) -> Any:
        return array

    @part
    def _part(array: Any, start: Any, rows: Any, columns: Any) -> Any:
        return array[start : start + rows * columns].reshape((rows, columns))

    @part
    def _rest(array: Any, start: Any) -> Any:
        return array[start:]

    bare, lent, behind = _same, _part, _rest


def table_of(table: Any) -> Any:
    """A table of 16-bit words as uncompiled code needs it: plain Python would not widen what it reads."""
    return table if _IS_COMPILED else table.astype("int64")
