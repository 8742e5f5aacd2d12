"""A file is written whole or not at all, and what cannot be written is said in one sentence."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from dtsim.errors import DtsimError
from dtsim.files import check_writable, shipped_folder, write_file, write_text

as_another_user = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root"
)


def _names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def _half_then(error: BaseException) -> Callable[[Path], None]:
    def write(draft: Path) -> None:
        draft.write_text("half of the n")
        raise error

    return write


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "old.csv"
    path.write_text("the old table")
    return path


def test_a_file_is_written_in_utf_8_and_nothing_else_is_left(tmp_path: Path) -> None:
    write_text(tmp_path / "new.csv", "Fill'Em With Lead! ≥ 7")
    assert (tmp_path / "new.csv").read_bytes() == "Fill'Em With Lead! ≥ 7".encode()
    assert _names(tmp_path) == ["new.csv"]


def test_a_file_is_overwritten(old: Path) -> None:
    write_text(str(old), "new")
    assert old.read_text() == "new"
    assert _names(old.parent) == ["old.csv"]


def test_a_path_without_a_folder_is_in_the_working_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write_text("here.md", "x")
    assert _names(tmp_path) == ["here.md"]


@pytest.mark.parametrize("error", [ValueError("a bug"), KeyboardInterrupt(), MemoryError()])
def test_a_failure_half_way_leaves_the_old_file_and_no_other(old: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        write_file(old, _half_then(error))
    assert old.read_text() == "the old table"
    assert _names(old.parent) == ["old.csv"]


def test_a_full_disk_is_said_and_leaves_the_old_file(old: Path) -> None:
    full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    with pytest.raises(DtsimError) as caught:
        write_file(old, _half_then(full))
    assert str(caught.value) == f"{old}: cannot be written: No space left on device"
    assert old.read_text() == "the old table"
    assert _names(old.parent) == ["old.csv"]


def test_the_disk_may_fill_up_while_text_is_written(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def write_half(self: Path, data: str, **_: object) -> int:
        self.write_bytes(data[: len(data) // 2].encode())
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_text", write_half)
    with pytest.raises(DtsimError, match="No space left on device"):
        write_text(old, "the new table")
    assert old.read_text() == "the old table"
    assert _names(old.parent) == ["old.csv"]


def test_a_rename_that_fails_leaves_the_old_file(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, target: Path) -> Path:
        raise PermissionError(errno.EPERM, "the file is open elsewhere")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(DtsimError, match="the file is open elsewhere"):
        write_text(old, "new")
    assert old.read_text() == "the old table"
    assert _names(old.parent) == ["old.csv"]


def test_an_error_without_a_number_keeps_its_words(old: Path) -> None:
    with pytest.raises(DtsimError, match="cannot be written: encoder error -2"):
        write_file(old, _half_then(OSError("encoder error -2")))


def test_a_folder_that_is_missing_or_no_folder_is_said(old: Path) -> None:
    with pytest.raises(DtsimError, match="cannot be written: No such file or directory"):
        write_text(old.parent / "missing" / "x.csv", "x")
    with pytest.raises(DtsimError, match="cannot be written: Not a directory"):
        write_text(old / "x.csv", "x")
    with pytest.raises(DtsimError, match="cannot be written: Is a directory"):
        write_text(old.parent, "x")
    assert _names(old.parent) == ["old.csv"]


@as_another_user
def test_a_folder_without_permission_is_said(old: Path) -> None:
    old.parent.chmod(0o500)
    try:
        with pytest.raises(DtsimError, match="cannot be written: Permission denied"):
            write_text(old, "new")
        assert old.read_text() == "the old table"
    finally:
        old.parent.chmod(0o700)


def test_permission_denied_is_said_to_root_too(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, *_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(Path, "touch", refuse)
    with pytest.raises(DtsimError, match="cannot be written: Permission denied"):
        write_text(old, "new")
    assert old.read_text() == "the old table"


# --------------------------------------------------------------------------- what the target was before


def test_a_new_file_has_the_permissions_of_any_new_file(tmp_path: Path) -> None:
    (tmp_path / "plain").touch()
    write_text(tmp_path / "ours", "x")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o444])
def test_an_overwritten_file_keeps_its_permissions(old: Path, mode: int) -> None:
    old.chmod(mode)
    write_text(old, "new")
    assert old.read_text() == "new"
    assert stat.S_IMODE(old.stat().st_mode) == mode


def test_a_link_goes_on_pointing_at_its_file(old: Path) -> None:
    link = old.parent / "latest.csv"
    link.symlink_to(old.name)
    write_text(link, "new")
    assert link.is_symlink()
    assert old.read_text() == "new"
    assert _names(old.parent) == ["latest.csv", "old.csv"]


def test_a_device_or_pipe_is_written_to_and_never_replaced(tmp_path: Path) -> None:
    """As root, a rename over /dev/null would break the machine; a named pipe stands for it here."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "a table")
        assert os.read(reader, 100) == b"a table"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
    assert _names(tmp_path) == ["pipe"]


def test_the_longest_names_can_be_written(tmp_path: Path) -> None:
    name = "x" * 251 + ".csv"
    write_text(tmp_path / name, "x")
    assert _names(tmp_path) == [name]


def test_the_draft_has_the_suffix_that_tells_programs_its_kind(tmp_path: Path) -> None:
    write_file(tmp_path / "chart.svg", lambda draft: draft.write_text(draft.suffix) and None)
    assert (tmp_path / "chart.svg").read_text() == ".svg"


@pytest.mark.parametrize(("folder", "file"), [("heroes", "gunslinger.toml"), ("scenarios", "README.md")])
def test_shipped_files_are_found(folder: str, file: str) -> None:
    assert (shipped_folder(folder) / file).is_file()


def test_a_file_that_could_not_be_written_is_refused_before_and_nothing_changes(old: Path) -> None:
    check_writable(old)
    check_writable(old.parent / "new.csv")
    check_writable("/dev/null")
    for path in (old.parent, old.parent / "missing" / "x.csv", old / "x.csv"):
        with pytest.raises(DtsimError, match="cannot be written"):
            check_writable(path)
    assert (_names(old.parent), old.read_text()) == (["old.csv"], "the old table")
