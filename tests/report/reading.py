"""A page as a program reads it: elements closed in order, names, links, words."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

VOID = {"meta", "link", "br", "img", "hr", "input"}


class Page(HTMLParser):
    """Every mistake in the nesting of elements, and what the elements name."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.mistakes: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.pictures: list[str] = []  # what they show, in words
        self.titles: list[str] = []
        self.cells: list[list[str]] = []  # of all tables, row by row
        self.words: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.mistakes += [f"<{tag}> is never closed" for tag in self._open]

    @classmethod
    def of(cls, path: Path) -> Page:
        return cls(path.read_text(encoding="utf-8"))

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self._note(tag, values)
        if tag not in VOID:
            self._open.append(tag)
        if tag == "tr":
            self.cells.append([])
        if tag == "td":
            self.cells[-1].append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.mistakes.append(f"</{tag}> at {self.getpos()} closes something else")

    def handle_data(self, data: str) -> None:
        if "style" in self._open:
            return
        self.words.append(data)
        if "td" in self._open:
            self.cells[-1][-1] += data

    def _note(self, tag: str, values: dict[str, str | None]) -> None:
        self.ids += [values["id"]] if values.get("id") else []
        self.links += [str(values[name]) for name in ("href", "src", "xlink:href") if name in values]
        if tag == "svg":
            self.pictures.append(str(values.get("aria-label")))
