"""Pictures inside a page: SVG as a part of it, whose names do not clash and whose parts can be pointed at."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

_HEAD = re.compile(r"^.*?(?=<svg\b)", re.S)  # XML declaration and document type
_METADATA = re.compile(r"\s*<metadata>.*?</metadata>", re.S)
_NAMES = re.compile(r'(\bid="|\bhref="#|url\(#)')


def inline_svg(content: bytes, name: str, title: str, hints: Mapping[str, str] | None = None) -> str:
    """The picture as an element of an HTML page.

    `name` keeps its ids apart from those of other pictures, `title` is what a screen reader says, and `hints`
    are shown over the parts with these ids.
    """
    text = _METADATA.sub("", _HEAD.sub("", content.decode("utf-8"), count=1)).strip()
    for part, hint in (hints or {}).items():
        text = text.replace(f'<g id="{part}">', f'<g id="{part}"><title>{escape(hint)}</title>')
    text = _NAMES.sub(lambda found: f"{found[1]}{name}-", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
