"""Where each key and value of a TOML file stands, so that a mistake can be shown in its line."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

import tree_sitter_toml
from tree_sitter import Language, Node, Parser

from dtsim.errors import Place

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A piece of text and where its first character stands in the file."""

    words: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Places:
    """Places of the keys and of the values, by their path in the document."""

    source: str
    keys: dict[Path, Place]
    values: dict[Path, Place]

    def key(self, path: Path) -> Place:
        """Of the key, or of the table that should have it."""
        while path and path not in self.keys:
            path = path[:-1]
        return self.keys.get(path, Place(1, 1))

    def value(self, path: Path) -> Place:
        """Of the value, or of the nearest table around it."""
        return self.values[path] if path in self.values else self.key(path)

    def sentences(self, path: Path) -> list[Sentence]:
        """The sentences of a text value; line breaks and semicolons part them."""
        place = self.value(path)
        lines = self.source.split("\n")
        first = lines[place.line - 1][place.column - 1 :]
        quote = next((mark for mark in ('"""', "'''", '"', "'") if first.startswith(mark)), "")
        column = place.column + len(quote)
        found: list[Sentence] = []
        for number in range(place.line, len(lines) + 1):
            rest = lines[number - 1][column - 1 :]
            end = rest.find(quote) if quote else -1
            content = rest if end < 0 else rest[:end]
            found += _split(content, number, column)
            if end >= 0:
                break
            column = 1
        return found


def _split(content: str, line: int, column: int) -> list[Sentence]:
    pieces = re.finditer(r"[^;]+", content)
    return [
        Sentence(words, line, column + piece.start() + len(piece.group()) - len(piece.group().lstrip()))
        for piece in pieces
        if (words := piece.group().strip())
    ]


def locate(source: str) -> Places:
    """Find every key and value of a TOML document."""
    places = Places(source, {}, {})
    lines = [line.encode() for line in source.split("\n")]
    tree = Parser(_language()).parse(source.encode())
    lengths: dict[Path, int] = {}
    for node in tree.root_node.children:
        if node.type == "table":
            path = _header(node, lengths)
            places.keys[path] = _place(node.children[1], lines)
            _pairs(node, path, places, lines)
        elif node.type == "table_array_element":
            path = _header(node, lengths)
            places.keys.setdefault(path, _place(node.children[1], lines))
            lengths[path] = lengths.get(path, 0) + 1
            path = (*path, lengths[path] - 1)
            places.keys[path] = _place(node.children[1], lines)
            _pairs(node, path, places, lines)
        elif node.type == "pair":
            _pair(node, (), places, lines)
    return places


@functools.cache
def _language() -> Language:
    return Language(tree_sitter_toml.language())


def _header(node: Node, lengths: dict[Path, int]) -> Path:
    """`[[status.also]]` belongs to the last `[[status]]` above it."""
    path: Path = ()
    names = _key_names(node.children[1])
    for depth, name in enumerate(names):
        path = (*path, name)
        if path in lengths and depth < len(names) - 1:
            path = (*path, lengths[path] - 1)
    return path


def _key_names(node: Node) -> list[str]:
    if node.type == "dotted_key":
        return [name for child in node.children if child.type != "." for name in _key_names(child)]
    return [_text(node).strip("\"'")]


def _pairs(node: Node, path: Path, places: Places, lines: list[bytes]) -> None:
    for child in node.children:
        if child.type == "pair":
            _pair(child, path, places, lines)


def _pair(node: Node, path: Path, places: Places, lines: list[bytes]) -> None:
    key, value = node.children[0], node.children[2]
    path = (*path, *_key_names(key))
    places.keys[path] = _place(key, lines)
    _value(value, path, places, lines)


def _value(node: Node, path: Path, places: Places, lines: list[bytes]) -> None:
    places.values[path] = _place(node, lines)
    if node.type == "inline_table":
        _pairs(node, path, places, lines)
    elif node.type == "array":
        elements = [child for child in node.children if child.is_named and child.type != "comment"]
        for index, element in enumerate(elements):
            places.keys[(*path, index)] = _place(element, lines)
            _value(element, (*path, index), places, lines)


def _place(node: Node, lines: list[bytes]) -> Place:
    # the parser counts bytes, people count characters
    row, byte = node.start_point
    column = len(lines[row][:byte].decode()) + 1
    last_row, last_byte = node.end_point
    covered = lines[row][byte:last_byte] if last_row == row else lines[row][byte:]
    return Place(row + 1, column, max(1, len(covered.decode())))


def _text(node: Node) -> str:
    return (node.text or b"").decode()
