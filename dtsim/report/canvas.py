"""The paper that charts are drawn on: colours, type, inches, and files that are whole or not there."""

from __future__ import annotations

import io
import re
from contextlib import AbstractContextManager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dtsim.errors import DtsimError
from dtsim.files import write_file

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg", ".pdf")
DPI = 200

# Okabe and Ito's palette: told apart by colour-blind eyes, and in grey
BLUE, ORANGE, GREEN, SKY = "#0072B2", "#E69F00", "#009E73", "#56B4E9"
INK, MUTED, FAINT, PAPER = "#1A1A1A", "#6B6B6B", "#E6E6E6", "#FFFFFF"

MARGIN = 0.35  # inches
FONT = "DejaVu Sans"  # comes with matplotlib

# the same chart gives the same bytes: no date, no random ids
_METADATA: dict[str, Any] = {
    "png": {"Software": "dtsim"},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}


def check_suffix(path: str | Path) -> None:
    """A picture is a PNG, an SVG or a PDF."""
    if Path(path).suffix.lower() not in SUFFIXES:
        raise DtsimError(f"{path}: a picture ends in {', '.join(SUFFIXES[:-1])} or {SUFFIXES[-1]}")


def styled() -> AbstractContextManager[None]:
    """Within this, figures are drawn and saved in the style of dtsim, whatever the user prefers."""
    import matplotlib

    settings: Any = {
        "text.parse_math": False,
        "svg.hashsalt": "dtsim",
        "svg.fonttype": "none",
        # browsers without the first font take the second, which is as wide
        "font.family": [FONT, "sans-serif"],
        "font.sans-serif": [FONT, "Verdana"],
        "hatch.linewidth": 0.7,
    }
    return matplotlib.rc_context(settings)


def new_figure(width: float, height: float) -> Figure:
    """Paper of this size in inches; it belongs to no window."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height))
    FigureCanvasAgg(figure)
    return figure


def picture(figure: Figure, kind: str) -> bytes:
    """The bytes of a figure as `png`, `svg` or `pdf`."""
    content = io.BytesIO()
    figure.savefig(content, format=kind, dpi=DPI, metadata=_METADATA[kind], facecolor=PAPER)
    if kind == "png":
        return _fewer_colours(content)
    return _fewer_digits(content.getvalue()) if kind == "svg" else content.getvalue()


def _fewer_colours(content: io.BytesIO) -> bytes:
    """A palette of 256 colours looks the same and takes a third of the bytes."""
    from PIL import Image
    from PIL.PngImagePlugin import PngInfo

    information, small = PngInfo(), io.BytesIO()
    information.add_text("Software", "dtsim")
    image = Image.open(content).convert("RGB").quantize(256, dither=Image.Dither.NONE)
    image.save(small, "PNG", optimize=True, pnginfo=information, dpi=(DPI, DPI))
    return small.getvalue()


def _fewer_digits(content: bytes) -> bytes:
    """A hundredth of a point is finer than any printer; what people read is left alone."""

    def shorter(tag: re.Match[bytes]) -> bytes:
        return re.sub(rb"\d+\.\d{3,}", lambda number: b"%.2f" % float(number[0]), tag[0])

    return re.sub(rb"<[^>]*>", shorter, content)


def save_picture(content: bytes, path: str | Path) -> None:
    """Write a picture whole or not at all."""

    def write(draft: Path) -> None:
        draft.write_bytes(content)

    write_file(path, write)


def text_width(text: str, size: float, weight: str = "normal") -> float:
    """How wide a text is, in inches, whatever the resolution."""
    return sum(_advance(letter, weight) for letter in text) * size / 72


@lru_cache(maxsize=4096)
def _advance(letter: str, weight: str) -> float:
    """From one letter to the next, as a share of the size of the type."""
    from matplotlib.font_manager import FontProperties, findfont, get_font
    from matplotlib.ft2font import LoadFlags

    font = get_font(findfont(FontProperties(family=FONT, weight=weight)))
    font.set_size(1000, 72)
    return float(font.load_char(ord(letter), LoadFlags.NO_HINTING).linearHoriAdvance) / 65536 / 1000


def fold(text: str, width: float, size: float) -> list[str]:
    """Lines that fit the width, broken between words."""
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines or [""]


class Page:
    """A figure addressed in inches from the lower left corner."""

    def __init__(self, figure: Figure, width: float, height: float) -> None:
        self.figure, self.width, self.height = figure, width, height

    def axes(self, left: float, bottom: float, width: float, height: float) -> Axes:
        place = left / self.width, bottom / self.height, width / self.width, height / self.height
        axes = self.figure.add_axes(place)
        axes.set_facecolor("none")
        for spine in axes.spines.values():
            spine.set_visible(False)
        axes.tick_params(length=0)
        return axes

    def text(self, left: float, bottom: float, text: str, **style: Any) -> None:
        self.figure.text(left / self.width, bottom / self.height, text, **style)


def write_texts(page: Page, title: str, subtitle: list[str], caption: list[str]) -> None:
    """The title and what it means at the top, where the numbers come from at the bottom."""
    top = page.height - 0.3
    page.text(MARGIN, top, title, size=14, weight="bold", color=INK, va="top")
    for index, line in enumerate(subtitle):
        page.text(MARGIN, top - 0.31 - 0.2 * index, line, size=9.5, color=MUTED, va="top")
    for index, line in enumerate(reversed(caption)):
        page.text(MARGIN, 0.16 + 0.15 * index, line, size=7.5, color=MUTED, va="bottom")
