"""What keeps a file from being TOML, said without TOML's own words."""

from __future__ import annotations

import re

from dtsim.errors import Mistake, Place


def toml_mistake(error: ValueError, source: str) -> Mistake:
    """The first mistake: the reader cannot go on behind it."""
    found = re.search(r"^(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", str(error), re.DOTALL)
    lines = source.rstrip("\n").split("\n")
    said = found[1] if found else str(error)
    if said == "Unterminated string":
        return Mistake(_opening(lines), "this text is never closed: the marks at its end are missing")
    if said == _NO_APOSTROPHE:  # there is no further one in the file: the last one opened the text
        line = max(number for number, text in enumerate(lines, start=1) if "'" in text)
        column = len(lines[line - 1]) + 1
    elif found and found[2] and int(found[2]) <= len(lines):
        line, column = int(found[2]), int(found[3])
    else:
        line, column = len(lines), len(lines[-1]) + 1
    place, message = _in_plain_words(said, lines[line - 1], line, column)
    if message in (_KEY_AND_VALUE, _KEY_OR_TABLE) and any('"""' in above for above in lines[: line - 1]):
        message += ' (or the """ of a text above is missing)'
    return Mistake(place, message)


def _in_plain_words(said: str, text: str, line: int, column: int) -> tuple[Place, str]:
    here = Place(line, column)
    rest = text[column - 1 :]
    key = re.match(r"\s*([^\s=]+)", text)
    if said in ("Illegal character '\\n'", "Found invalid character '\\n'", _NO_APOSTROPHE):
        return here, "the quotation mark at the end is missing"
    if said == "Invalid value":
        return _invalid_value(rest, here)
    if said.startswith("Unescaped"):
        return Place(line, text.rfind("\\", 0, column) + 1), "a backslash cannot stand in a text"
    if said == "Cannot overwrite a value" and key:
        start = text.index(key[1])
        return Place(line, start + 1, len(key[1])), f"the key '{key[1]}' stands in this table twice"
    twice = re.match(r"Cannot (?:declare|redefine namespace|mutate immutable namespace) \((.*?),?\)", said)
    if twice:
        name = ".".join(part.strip(" '") for part in twice[1].split(","))
        return Place(line, 1, len(text)), f"the table [{name}] stands here a second time"
    for beginning, message in _PLAIN.items():
        if said.startswith(beginning):
            return here, message
    return here, f"not TOML: {said}"


_NO_APOSTROPHE = 'Expected "\'"'
_KEY_AND_VALUE = "a line should read: key = value"
_KEY_OR_TABLE = "a line should read: key = value, or name a [table]"
_PLAIN = {
    "Expected '=' after a key": _KEY_AND_VALUE,
    "Invalid statement": _KEY_OR_TABLE,
    "Invalid initial character": _KEY_OR_TABLE,
    "Expected newline": "did not expect this here: a line holds one key and one value",
    "Expected ']]'": "the brackets ]] at the end are missing",
    "Expected ']'": "the bracket ] at the end is missing",
    "Unclosed array": "a comma, or the bracket ] at the end of the list, is missing",
    "Unclosed inline table": "a comma, or the brace } at the end, is missing",
    "Illegal character": "this character cannot stand in a hero file",
    "Found invalid character": "this character cannot stand in a hero file",
}


def _invalid_value(rest: str, here: Place) -> tuple[Place, str]:
    if rest.startswith(tuple("“”„‟«»‘’‚")):
        return here, 'use straight quotation marks: "'
    word = re.match(r"[^\s,\]}#]+", rest)
    if word is None:
        return here, "a value is missing"
    place = Place(here.line, here.column, len(word[0]))
    if re.fullmatch(r"\.\d+", word[0]):
        return place, f"a number begins with a digit: 0{word[0]}"
    shown = word[0].strip("\"'“”")
    return place, f'text stands in quotation marks: "{shown}"'


def _opening(lines: list[str]) -> Place:
    """Where the last text of several lines was opened."""
    for number in range(len(lines), 0, -1):
        column = max(lines[number - 1].rfind(marks) for marks in ('"""', "'''"))
        if column >= 0:
            return Place(number, column + 1, 3)
    return Place(len(lines), len(lines[-1]) + 1)
