"""What users install: the wheel, built from the source archive, alone in a fresh environment."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def _run(*words: str | Path, cwd: Path, **variables: str) -> str:
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("DTSIM_", "PYTHON"))}
    done = subprocess.run(
        words, cwd=cwd, env=inherited | variables, capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source archive and the wheel that was built from it; nothing is fetched."""
    folder = tmp_path_factory.mktemp("dist")
    _run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT, cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `bin` folder of an environment with the wheel; libraries are borrowed from the one of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    _run(sys.executable, "-m", "venv", "--without-pip", folder, cwd=folder)
    scheme = {"base": str(folder), "platbase": str(folder), "installed_base": str(folder)}
    python = Path(sysconfig.get_path("scripts", "venv", scheme)) / "python"
    quiet = "--no-index", "--no-deps", "--quiet", "--disable-pip-version-check"
    _run(sys.executable, "-m", "pip", "--python", python, "install", *quiet, wheel, cwd=folder)
    # Only now, so that pip never sees the installation of the tests. A folder named in a .pth file is
    # searched, its own .pth files are not read: the editable dtsim in there stays out of sight.
    own = Path(sysconfig.get_path("purelib", "venv", scheme))
    (own / "borrowed.pth").write_text(f"{sysconfig.get_path('purelib')}\n{sysconfig.get_path('platlib')}\n")
    return python.parent


def test_the_wheel_carries_heroes_players_scenarios_and_every_file_of_the_package(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        carried = {name for name in archive.namelist() if ".dist-info/" not in name}
    package = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "dtsim").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    data = {
        f"dtsim/data/{path.relative_to(ROOT).as_posix()}"
        for folder in ("heroes", "players", "scenarios")
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
    }
    assert "dtsim/data/heroes/gunslinger.toml" in data
    assert carried == package | data


def test_the_source_archive_carries_what_the_checks_need(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        carried = {name.partition("/")[2] for name in archive.getnames()}
    needed = ["Makefile", "LICENSE", "README.md", "CHANGELOG.md", "docs/odds.png", "benchmarks/__main__.py"]
    needed += ["tests/test_package.py", "heroes/common.toml", "scenarios/README.md", "reports/README.md"]
    assert set(needed) <= carried
    assert not [name for name in carried if name.startswith((".venv", ".github")) or "__pycache__" in name]


def test_the_installed_package_is_the_one_of_the_wheel(installed: Path, tmp_path: Path) -> None:
    program = "import dtsim; print(dtsim.__file__, dtsim.__version__)"
    path, version = _run(installed / "python", "-c", program, cwd=tmp_path).split()
    assert Path(path).is_relative_to(installed.parent)
    assert version == PROJECT["version"]


def test_the_installed_command_answers_from_any_folder(installed: Path, tmp_path: Path) -> None:
    def dtsim(*words: str) -> str:
        return _run(installed / "dtsim", *words, cwd=tmp_path, XDG_CACHE_HOME=str(tmp_path))

    listed = dtsim("hero", "list")
    assert all(path.stem in listed for path in (ROOT / "heroes").glob("*.toml") if path.stem != "common")
    chances = {
        row["name"]: row for row in json.loads(dtsim("odds", "gunslinger", "--format", "json"))["abilities"]
    }
    # three rolls for five of a kind of one face out of six: (91 / 216) ** 5
    assert chances["Fill'Em With Lead!"]["probability"] == pytest.approx((91 / 216) ** 5, abs=1e-15)


def test_the_installed_module_is_the_command(installed: Path, tmp_path: Path) -> None:
    said = _run(installed / "python", "-m", "dtsim", "--version", cwd=tmp_path)
    assert said == f"dtsim {PROJECT['version']}\n"


def test_the_metadata_says_which_pythons_and_where_the_readme_is(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
        metadata = archive.read(name).decode()
    assert f"Requires-Python: {PROJECT['requires-python']}" in metadata
    assert "Description-Content-Type: text/markdown" in metadata
    assert re.search(r"^License-Expression: MIT$", metadata, re.M)
    needed = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra ==)", metadata, re.M)
    assert sorted(needed) == sorted(re.split(r"[<>=]", text)[0] for text in PROJECT["dependencies"])
