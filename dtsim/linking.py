"""Compiled functions as parts of whole programs: linked and optimised where Python enters, and only there.

numba compiles every function together with everything below it, although almost all of them are only ever
called by each other. Here a function that another one calls is kept as it was translated, and the function
that Python calls is linked from all of them. Knowing the whole program, LLVM merges what it would else have
to call: games are played half as fast again, and compiling takes a third of the time.

This speaks to parts of numba that are not public; the versions that are known to fit stand in pyproject.toml.
"""

from __future__ import annotations

from typing import Any

import llvmlite.binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

LEVEL = 3  # of optimisation
# how much may be merged into a caller, also where LLVM thinks that it is seldom called; and LLVM's own choice
GENEROUS = "-inline-threshold=1500", "-inline-cold-callsite-threshold=1000"
USUAL = "-inline-threshold=225", "-inline-cold-callsite-threshold=45"
HIDDEN = llvm.Linkage.internal, llvm.Linkage.private


class Callee(JITCodeLibrary):
    """A function for others to call: translated, not optimised, no machine code."""

    def finalize(self) -> None:
        self._finalized = True

    def gather(self, found: dict[Any, None]) -> None:
        """Note this function and everything it calls, each once."""
        if self not in found:
            found[self] = None
            _gather(self._linking_libraries, found)


class Entry(JITCodeLibrary):
    """A function that Python calls, with everything below it."""

    def finalize(self) -> None:
        found: dict[Any, None] = {}
        _gather(self._linking_libraries, found)
        self._linking_libraries = list(found)
        super().finalize()

    def _optimize_final_module(self) -> None:
        module = self._final_module
        for function in module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"  # nobody else will call it
        options = llvm.create_pipeline_tuning_options(speed_level=LEVEL)
        builder = llvm.create_pass_builder(self._codegen._tm, options)
        _choose(GENEROUS)
        try:
            builder.getModulePassManager().run(module, builder)
        finally:
            _choose(USUAL)

    def _get_module_for_linking(self) -> Any:
        """What is kept of it beside the machine code: that its functions are there. Nobody links with it."""
        self._ensure_finalized()
        if self._shared_module is None:
            names = [
                each.name
                for each in (*self._final_module.functions, *self._final_module.global_variables)
                if not each.is_declaration
                and each.linkage not in (llvm.Linkage.internal, llvm.Linkage.private)
            ]
            self._shared_module = llvm.parse_assembly("".join(f'@"{name}" = global i8 0\n' for name in names))
        return self._shared_module


def _gather(libraries: list[Any], found: dict[Any, None]) -> None:
    for library in libraries:
        if isinstance(library, Callee):
            library.gather(found)
        else:
            found[library] = None


def _choose(options: tuple[str, ...]) -> None:
    """LLVM has such options once for the whole process."""
    for option in options:
        llvm.set_option("dtsim", option)


@register_pass(mutates_CFG=True, analysis_only=False)
class _Translation(NativeLowering):
    """numba's last step without the machine code."""

    _name = "dtsim_translation"

    def run_pass(self, state: Any) -> bool:
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        name: Any = [].append  # callers find the translation by an object of its own; nobody calls that
        state.targetctx.insert_user_function(name, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=name)
        return True


class CalleeCompiler(CompilerBase):
    """How functions are compiled that others call."""

    def define_pipelines(self) -> list[Any]:
        _build_in(self.state, Callee)
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [
            (_Translation if step is NativeLowering else step, what) for step, what in passes.passes
        ]
        passes.finalize()
        return [passes]


class EntryCompiler(CompilerBase):
    """How functions are compiled that Python calls."""

    def define_pipelines(self) -> list[Any]:
        _build_in(self.state, Entry)
        return [DefaultPassBuilder.define_nopython_pipeline(self.state)]


def _build_in(state: Any, library: type[JITCodeLibrary]) -> None:
    codegen = state.targetctx.codegen()
    if state.library is None:
        state.library = library(codegen, "dtsim")
        state.library.enable_object_caching()
