"""Reports in a real browser: an empty console, nothing fetched, every picture drawn, nothing cut off."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
BROWSER = next((found for name in BROWSERS if (found := shutil.which(name))), None)
SAMPLE = Path(__file__).parents[2] / "reports" / "sample" / "report.html"

pytestmark = pytest.mark.skipif(
    BROWSER is None, reason="no browser here: pages are opened where Chromium or Chrome is installed"
)

ASK = """<script>addEventListener("load", () => {
  const box = element => { const r = element.getBoundingClientRect(); return [r.width, r.height]; };
  const facts = {
    pictures: [...document.querySelectorAll("figure svg")].map(box),
    letters: [...document.querySelectorAll("figure svg")].map(svg => svg.querySelectorAll("text").length),
    texts: [...document.querySelectorAll("figure svg text")].map(box),
    fetched: performance.getEntriesByType("resource").map(entry => entry.name),
    folded: document.querySelectorAll("details").length,
    width: document.documentElement.scrollWidth,
    window: innerWidth,
  };
  document.title = "facts" + JSON.stringify(facts);
});</script>"""


def opened(page: Path, profile: Path, width: int = 1280) -> tuple[str, list[str]]:
    """The page as the browser has understood it, and the lines of its console."""
    assert BROWSER is not None
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run"]
    flags += [f"--user-data-dir={profile}", f"--window-size={width},900", "--virtual-time-budget=5000"]
    flags += ["--enable-logging=stderr", "--log-level=0", "--dump-dom"]
    done = subprocess.run(
        [BROWSER, *flags, page.as_uri()], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, re.findall(r".*CONSOLE.*", done.stderr)


def asked(page: Path, folder: Path, width: int = 1280) -> dict[str, Any]:
    """What the browser measures in a copy of the page."""
    copy = folder / "asked.html"
    copy.write_text(page.read_text(encoding="utf-8").replace("</body>", f"{ASK}</body>"), encoding="utf-8")
    text, _ = opened(copy, folder / "profile", width)
    found = re.search(r"<title>facts(.*?)</title>", text)
    assert found, text[:300]
    return dict(json.loads(html.unescape(found[1])))


@pytest.fixture(scope="module", params=["run", "sample"])
def page(request: pytest.FixtureRequest) -> Path:
    if request.param == "sample":
        return SAMPLE
    folder: Path = request.getfixturevalue("folder")
    return folder / "report.html"


def test_the_console_stays_empty(page: Path, tmp_path: Path) -> None:
    text, console = opened(page, tmp_path / "profile")
    assert "Where do the numbers come from?" in text
    assert console == []


def test_this_test_sees_what_is_on_the_console(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.html"
    wrong.write_text("<!DOCTYPE html><title>x</title><img src='missing.png'><script>nothing.here()</script>")
    _, console = opened(wrong, tmp_path / "profile")
    assert any("nothing is not defined" in line for line in console)


def test_every_picture_is_drawn_and_nothing_is_fetched(page: Path, tmp_path: Path) -> None:
    facts = asked(page, tmp_path)
    assert len(facts["pictures"]) == 9
    assert all(width > 600 and height > 150 for width, height in facts["pictures"])
    assert all(letters > 10 for letters in facts["letters"])
    assert all(width > 0 and height > 0 for width, height in facts["texts"])
    assert facts["fetched"] == []
    assert facts["folded"] > 5


@pytest.mark.parametrize("width", [1600, 1280, 800])
def test_the_page_fits_the_window(page: Path, tmp_path: Path, width: int) -> None:
    facts = asked(page, tmp_path, width)
    assert facts["width"] <= facts["window"]
