"""Run every benchmark module and print one table for each; names choose some: `python -m benchmarks odds`."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main(chosen: list[str]) -> None:
    names = [module.name for module in pkgutil.iter_modules(benchmarks.__path__)]
    for name in sorted(name for name in names if name.startswith("bench_")):
        if not chosen or name.removeprefix("bench_") in chosen:
            print(importlib.import_module(f"benchmarks.{name}").run(), flush=True)


main(sys.argv[1:])
