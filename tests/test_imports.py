"""Who may import whom: the layers of dtsim as data, and nothing heavy before a command needs it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

import dtsim
from dtsim import jit
from dtsim.cli import app

PACKAGE = Path(dtsim.__file__).parent
ROOT = PACKAGE.parent

# A part of dtsim (a module or a folder) and the parts it may import beside itself; the longest name that fits
# a module counts. A new folder needs a line here: where does it stand?
LAYERS: dict[str, set[str]] = {
    "errors": set(),
    "files": {"errors"},
    "caches": set(),
    # how numba compiles: known to nobody but jit
    "linking": set(),
    "jit": {"caches", "linking"},
    "rng": {"jit"},
    "bare": {"jit"},
    "results": {"errors", "files"},
    "dicethrone": {"dicethrone", "results", "rng", "bare", "jit", "errors", "files"},
    "dicethrone.heroes": {"caches", "errors", "files"},
    "dicethrone.odds": {"dicethrone.heroes", "rng", "jit", "errors", "files"},
    # the numbers of the 462 sets of dice
    "dicethrone.odds.lattice": {"jit"},
    "dicethrone.program": {
        "dicethrone.heroes.model",
        "dicethrone.heroes.walk",
        "dicethrone.heroes.words",
        "dicethrone.odds.lattice",
        "errors",
    },
    "dicethrone.program.layout": set(),
    # integers and arrays only: no heroes, no words, no files
    "dicethrone.engine": {"dicethrone.program.layout", "dicethrone.odds.lattice", "rng", "bare", "jit"},
    "dicethrone.players": {
        "dicethrone.program.layout",
        "dicethrone.odds.lattice",
        "dicethrone.odds.kernels",
        "dicethrone.engine",
        "rng",
        "bare",
        "jit",
    },
    # what a player studies before its first game, from the heroes to arrays
    "dicethrone.players.study": {
        "dicethrone.players.mind",
        "dicethrone.players.looks",
        "dicethrone.players.memory",
        "dicethrone.program",
        "dicethrone.heroes.model",
        "dicethrone.odds.lattice",
        "errors",
    },
    "dicethrone.players.heeds": {"dicethrone.players", "dicethrone.program"},
    # who decides, as a text; beside it stand heroes, which are read the same way
    "dicethrone.player_files": {"dicethrone.heroes", "errors", "files"},
    # two games share random numbers and results, not rules
    "thrown": {"results", "rng", "jit", "errors", "files"},
    "experiments": {"dicethrone", "thrown", "results", "stats", "rng", "jit", "errors", "files"},
    "stats": {"results", "errors"},
    "report": {"stats", "results", "errors", "files"},
    "cli": {
        "",
        "experiments",
        "report",
        "dicethrone",
        "thrown",
        "results",
        "stats",
        "jit",
        "errors",
        "files",
    },
    "__main__": {"cli"},
    "": {"dicethrone", "thrown", "experiments", "results", "stats", "report"},  # dtsim/__init__.py
}

# What a part may name in signatures without loading it (`if TYPE_CHECKING`), beside what it may import.
TYPES_ONLY: dict[str, set[str]] = {
    "report": {"dicethrone", "thrown", "experiments"},
    "dicethrone.players": {"dicethrone.players.study"},
}

# Libraries and the parts that may import them. What is not listed here is not a dependency.
LIBRARIES: dict[str, set[str]] = {
    "numpy": {"dicethrone", "thrown", "experiments", "results", "stats", "report", "rng"},
    "numba": {"jit", "bare", "linking"},
    "llvmlite": {"linking"},
    "platformdirs": {"caches"},
    "scipy": {"stats"},
    "pandas": {"report.tables", "results", "dicethrone.odds.api"},
    "matplotlib": {"report.canvas", "report.plots", "report.figures", "report.pictures"},
    "PIL": {"report.canvas"},
    "jinja2": {"report.page"},
    "rich": {"report.tables", "cli"},
    "typer": {"cli"},
    "pydantic": {"dicethrone.heroes", "dicethrone.player_files", "dicethrone.position", "experiments"},
    "lark": {"dicethrone.heroes"},
    "tree_sitter": {"dicethrone.heroes"},
    "tree_sitter_toml": {"dicethrone.heroes"},
}

_PACKAGE_OF = {"PIL": "pillow"}  # a library that is not called like its package

COMPILED = "rng", "dicethrone.engine", "dicethrone.players", "dicethrone.odds.kernels", "thrown.engine"
"""Parts that are compiled know numpy and nothing else of the world."""

BY_STRING = "import_module", "__import__", "uncompiled"
"""Functions that import the module they are given the name of."""

HEAVY = ("numba", "numpy", "scipy", "pandas", "matplotlib", "lark", "pydantic", "tree_sitter")


@dataclass(frozen=True)
class Import:
    """One module names another, at its top or in a function, to load it or only for the type checker."""

    importer: str
    imported: str
    line: int
    is_for_types: bool = False

    def __str__(self) -> str:
        return f"{self.importer or 'dtsim'} (line {self.line}) imports {self.imported or 'dtsim'}"


def _name_of(path: Path) -> str:
    """`dicethrone.odds.api`; the package itself is the empty name."""
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {_name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def _imports_of(name: str, source: str, is_package: bool = False) -> Iterator[Import]:
    def visit(node: ast.AST, is_for_types: bool) -> Iterator[Import]:
        for imported in _named_by(node, name, is_package):
            yield Import(name, imported, node.lineno, is_for_types)  # type: ignore[attr-defined]
        guarded = node.body if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) else []
        for child in ast.iter_child_nodes(node):
            yield from visit(child, is_for_types or child in guarded)

    return visit(ast.parse(source), False)


def _named_by(node: ast.AST, name: str, is_package: bool) -> list[str]:
    """The full names of the modules that a statement or a call imports."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            here = ["dtsim", *name.split(".")] if name else ["dtsim"]
            up = node.level - 1 if is_package else node.level
            base = ".".join([*here[: len(here) - up], *([base] if base else [])])
        return [_module_in(base, alias.name) for alias in node.names]
    if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in BY_STRING:
        return [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
    return []


def _module_in(base: str, name: str) -> str:
    """`from dtsim import jit` imports dtsim.jit; `from dtsim.jit import leaf` imports dtsim.jit too."""
    return f"{base}.{name}" if f"{base}.{name}".removeprefix("dtsim.") in MODULES else base


IMPORTS = [
    found
    for name, path in MODULES.items()
    for found in _imports_of(name, path.read_text(encoding="utf-8"), path.name == "__init__.py")
]


def _is_in(module: str, part: str) -> bool:
    return module == part or (part != "" and module.startswith(f"{part}."))


def _is_in_any(module: str, parts: set[str]) -> bool:
    return any(_is_in(module, part) for part in parts)


def _layer_of(module: str) -> str:
    return max((layer for layer in LAYERS if _is_in(module, layer)), key=len, default="")


def _inside(found: Import) -> str | None:
    """The imported module without its `dtsim.`; None if it is not ours."""
    return found.imported.removeprefix("dtsim").removeprefix(".") if _is_in(found.imported, "dtsim") else None


def _is_allowed(found: Import) -> bool:
    target = _inside(found)
    if target is None:
        return True
    layer = _layer_of(found.importer)
    allowed = LAYERS[layer] | ({layer} if layer else set())
    if found.is_for_types:
        allowed = allowed | TYPES_ONLY.get(layer, set())
    return _is_in_any(target, allowed)


# ---------------------------------------------------------------------------------------------- the layers


def test_every_module_has_its_layer() -> None:
    without = [name for name in MODULES if name and _layer_of(name) == ""]
    assert not without, "say in LAYERS what these may import"


def test_every_import_goes_down_a_layer() -> None:
    assert [str(found) for found in IMPORTS if not _is_allowed(found)] == []


def test_libraries_stay_in_their_parts() -> None:
    strangers = [
        str(found)
        for found in IMPORTS
        if _inside(found) is None
        and (library := found.imported.split(".")[0]) not in sys.stdlib_module_names
        and not _is_in_any(found.importer, LIBRARIES.get(library, set()))
    ]
    assert strangers == []


def test_compiled_parts_know_numpy_and_nothing_else() -> None:
    strangers = [
        str(found)
        for found in IMPORTS
        if _is_in_any(found.importer, set(COMPILED))
        and _inside(found) is None
        and found.imported.split(".")[0] not in sys.stdlib_module_names | {"numpy"}
    ]
    assert strangers == []


def test_every_dependency_is_declared_and_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {re.split(r"[<>=~! \[;]", text)[0].replace("-", "_") for text in project["dependencies"]}
    used = {found.imported.split(".")[0] for found in IMPORTS} - set(sys.stdlib_module_names) - {"dtsim"}
    assert {_PACKAGE_OF.get(library, library) for library in used} == declared


def test_all_that_compiled_code_is_made_of_is_in_the_key_of_its_cache() -> None:
    """numba forgets that a constant of another file changed: see dtsim/jit.py."""
    loaded_by: dict[str, set[str]] = {name: set() for name in MODULES}
    for found in IMPORTS:
        if not found.is_for_types and (target := _inside(found)) in MODULES and target:
            loaded_by[found.importer].add(target)
    compiled = {
        name
        for name, path in MODULES.items()
        if re.search(r"^\s*@(jit\.)?(kernel|leaf)\b", path.read_text(), re.M)
    }
    assert {"rng", "dicethrone.odds.kernels"} <= compiled
    reached: set[str] = set()
    while compiled:
        name = compiled.pop()
        reached.add(name)
        compiled |= loaded_by[name] - reached
    assert {MODULES[name] for name in reached} <= set(jit.compiled_sources())


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("dicethrone.engine.game", "from dtsim.dicethrone.heroes.model.hero import Hero"),
        ("dicethrone.engine.game", "def f():\n    import dtsim.report.tables"),
        ("dicethrone.players.greedy", "from dtsim.dicethrone.odds import solver"),
        ("dicethrone.heroes.reader", "from ..odds.api import odds"),
        ("thrown.engine", "from dtsim.dicethrone.engine import dice"),
        ("stats.elo", "if TYPE_CHECKING:\n    from dtsim.report.tables import Report"),
        ("report.odds", "from dtsim.dicethrone.odds.api import odds"),
        ("rng", "import importlib\nimportlib.import_module('dtsim.cli')"),
        ("errors", "from dtsim import __version__"),
        ("newcomer", "import dtsim.errors"),
    ],
)
def test_this_test_sees_an_import_that_goes_up(importer: str, source: str) -> None:
    assert not all(_is_allowed(found) for found in _imports_of(importer, source))


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("dicethrone.engine.game", "from dtsim.dicethrone.engine import dice\nfrom dtsim.rng import face"),
        ("report.odds", "if TYPE_CHECKING:\n    from dtsim.dicethrone.odds.api import Odds"),
        ("dicethrone.heroes.reader", "from . import model\nfrom ...errors import Place\nimport tomllib"),
        ("cli.odds", "from dtsim import __version__"),
    ],
)
def test_this_test_allows_an_import_that_goes_down(importer: str, source: str) -> None:
    assert all(_is_allowed(found) for found in _imports_of(importer, source))


# ------------------------------------------------------------------------------------ nothing heavy too early


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--version"],
        ["hero", "--help"],
        ["odds", "--help"],
        ["matchups", "--help"],
        ["run", "--help"],
    ],
    ids=" ".join,
)
def test_help_loads_nothing_heavy(words: list[str]) -> None:
    # Typer itself takes pydantic to read the arguments of a command
    heavy = set(HEAVY) - ({"pydantic"} if len(words) > 1 else set())
    _assert_not_loaded(
        heavy,
        f"sys.argv[1:] = {words!r}",
        "try: dtsim.cli.main()",
        "except SystemExit as stop: assert not stop.code",
    )


def test_importing_the_command_line_loads_nothing_heavy() -> None:
    _assert_not_loaded(set(HEAVY))


def _assert_not_loaded(libraries: set[str], *lines: str) -> None:
    check = f"loaded = {libraries!r} & set(sys.modules)", "assert not loaded, loaded"
    program = "\n".join(["import sys, dtsim.cli", *lines, *check])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def _commands(group: object, words: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Each command and group, with the names of the commands in it."""
    inner: dict[str, object] = getattr(group, "commands", {})
    yield words, list(inner)
    for name, command in inner.items():
        yield from _commands(command, (*words, name))


COMMANDS = dict(_commands(typer.main.get_command(app)))


def test_every_module_of_the_command_line_has_a_command() -> None:
    modules = {name.split(".")[1] for name in MODULES if name.startswith("cli.")}
    commands = [info.callback.__module__ for info in app.registered_commands if info.callback]
    groups = [group.name for group in app.registered_groups]
    assert modules - {"output", "progress"} == {*(name.split(".")[-1] for name in commands), *groups}


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_help_names_every_command(words: tuple[str, ...]) -> None:
    done = CliRunner().invoke(app, [*words, "--help"])
    assert done.exit_code == 0
    listed = re.findall(r"^  (\S+)  +\S", done.output.partition("Commands:")[2], re.M)
    assert listed == COMMANDS[words]


def test_playing_loads_nothing_of_scipy_that_takes_time_and_no_pandas() -> None:
    words = ["play", "gunslinger", "barbarian", "--games", "2"]
    _assert_not_loaded(
        {"scipy.linalg", "scipy.stats", "pandas", "matplotlib"},
        f"sys.argv[1:] = {words!r}",
        "try: dtsim.cli.main()",
        "except SystemExit as stop: assert not stop.code",
    )
