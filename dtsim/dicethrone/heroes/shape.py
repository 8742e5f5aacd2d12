"""What is wrong with the shape of a hero file, in the designer's words."""

from __future__ import annotations

from typing import Any

from pydantic import ValidationError

from dtsim.dicethrone.heroes.places import Path, Places
from dtsim.dicethrone.heroes.tables import TABLES, CommonFile, HeroFile, HeroTable, Table, keys_of
from dtsim.errors import Mistake, nearest

Raw = dict[str, Any]


def shape_mistakes(error: ValidationError, tables: Raw, places: Places, shape: type[Table]) -> list[Mistake]:
    """What the validator found: one mistake for each place, none that only follows from another."""
    found: dict[Path, Raw] = {}
    for details in error.errors():
        # unions put the name of the member they tried into the path; only real keys and indices are places
        path: Path = tuple(step for step in details["loc"] if isinstance(step, int) or not _is_type(step))
        found.setdefault(path, dict(details))
    genuine = {path: of for path, of in found.items() if not _is_echo(path, of, found)}
    missing: dict[Path, list[Path]] = {}
    for path, of in genuine.items():
        if of["type"] == "missing":
            missing.setdefault(path[:-1], []).append(path)
    return [
        *(_missing(paths, tables, places) for paths in missing.values()),
        *(
            _mistake(path, of, tables, places, shape)
            for path, of in genuine.items()
            if of["type"] != "missing"
        ),
    ]


def _is_type(step: str) -> bool:
    return step in ("int", "str", "HolderLimits") or step.startswith("constrained-")


def _is_echo(path: Path, details: Raw, found: dict[Path, Raw]) -> bool:
    if any(len(other) > len(path) and other[: len(path)] == path for other in found):
        return True  # one member of a union fits so far, and its mistake is shown
    if _is_stray(path, details) and _NO_HERO in found:
        return True  # [hero] itself is missing
    if details["type"] != "missing":
        return False
    unknown = [
        str(other[-1])
        for other, of in found.items()
        if of["type"] == "extra_forbidden" and other[:-1] == path[:-1]
    ]
    return nearest(str(path[-1]), unknown) is not None  # the key is there, but misspelt


_NO_HERO: Path = ("hero",)


def _is_stray(path: Path, details: Raw) -> bool:
    """A key of [hero] that stands above every table."""
    return details["type"] == "extra_forbidden" and len(path) == 1 and path[0] in keys_of(HeroTable)


def _missing(paths: list[Path], tables: Raw, places: Places) -> Mistake:
    """All the keys that one table lacks."""
    names = [_table_or_key(path) for path in paths]
    listed = f"{', '.join(names[:-1])} and {names[-1]} are" if len(names) > 1 else f"{names[0]} is"
    stray = next((str(key) for key in tables if key in keys_of(HeroTable)), "")
    place = places.key((stray,)) if _NO_HERO in paths else places.key(paths[0][:-1])
    return Mistake(place, f"{listed} missing", _label(tables, paths[0][:-1]))


def _mistake(path: Path, details: Raw, tables: Raw, places: Places, shape: type[Table]) -> Mistake:
    kind, found, context = details["type"], details.get("input"), details.get("ctx", {})
    where = _label(tables, path) if len(path) > 1 else ""
    key = _key(path)
    if kind == "extra_forbidden":
        allowed = keys_of(_table_at(path, shape))
        if len(path) > 1 or not issubclass(shape, CommonFile):
            return Mistake(places.key(path), f"unknown key {key}", where, str(path[-1]), allowed)
        if isinstance(found, dict) or (isinstance(found, list) and isinstance((*found, None)[0], dict)):
            return Mistake(places.key(path), f"unknown table {key}", "", str(path[-1]), allowed)
        return Mistake(places.key(path), f"{key} stands above the first table: move it into one")
    if kind == "literal_error":
        words = tuple(word.strip("'") for word in str(context["expected"]).replace(" or ", ", ").split(", "))
        return Mistake(places.value(path), f"{key} cannot be {_shown(found)}", where, str(found), words)
    return Mistake(places.value(path), _message(path, kind, found, context, details["msg"]), where)


def _message(path: Path, kind: str, found: Any, context: Raw, fallback: str) -> str:
    key = _key(path)
    match kind:
        case "int_type" if isinstance(found, str) and found.isdigit():
            return f"{key} should be a whole number: take away the quotation marks"
        case "list_type" if isinstance(found, dict):
            header = ".".join(step for step in path if isinstance(step, str))
            return f"write [[{header}]] with two brackets on either side: there may be several"
        case "model_type" if path == ("hero",) and isinstance(found, list):
            return "write [hero] with one bracket on either side: there is only one"
        case "string_pattern_mismatch" if path[-1] == "limit":
            return f"{key} should read like '1 per turn' or '2 per game', found {_shown(found)}"
        case "string_pattern_mismatch" if path[-1] == "name" and found.strip():
            return (
                f"{_shown(found)} cannot be a name: its words begin with capital letters"
                " (but for of, the, a, and, in, with) and have no signs but ' ! ? . -"
            )
        case "string_pattern_mismatch" | "string_too_short":
            return f"{key} is empty"
        case "too_short" | "too_long" if path[-1] == "dice":
            return f"{key} should have six symbols, one for each face, found {context['actual_length']}"
        case "too_short":
            return f"{key} is empty"
    pattern = _MESSAGES.get(kind)
    return pattern.format(key=key, found=_shown(found), **context) if pattern else f"{key}: {fallback}"


_MESSAGES = {
    "int_type": "{key} should be a whole number, found {found}",
    "string_type": "{key} should be text in quotation marks, found {found}",
    "bool_type": "{key} should be true or false, found {found}",
    "finite_number": "{key} should be a finite number, found {found}",
    "float_type": "{key} should be a number, found {found}",
    "dict_type": "{key} should be a table, found {found}",
    "greater_than": "{key} should be above {gt}, found {found}",
    "less_than": "{key} should be below {lt}, found {found}",
    "list_type": '{key} should be a list in brackets such as ["..."], found {found}',
    "model_type": "{key} should be a table, found {found}",
    "greater_than_equal": "{key} should be at least {ge}, found {found}",
    "less_than_equal": "{key} should be at most {le}, found {found}",
    "string_too_long": "{key} should have {max_length} characters at most",
}


def _key(path: Path) -> str:
    """`'cost'`, or `entry 2 of 'dice'`."""
    if path and isinstance(path[-1], int):
        return f"entry {path[-1] + 1} of {_key(path[:-1])}"
    return f"'{path[-1]}'" if path else "the file"


def _table_or_key(path: Path) -> str:
    if len(path) > 1:
        return _key(path)
    return f"the table [{path[0]}]" if path[0] == "hero" else f"the table [[{path[0]}]]"


def _shown(found: Any) -> str:
    """A value as the file has it, unless that is long."""
    if isinstance(found, bool):
        return str(found).lower()
    if isinstance(found, str):
        return f"'{found}'"
    if isinstance(found, dict | list):
        return "a table" if isinstance(found, dict) else "a list"
    return str(found)


def _label(tables: Raw, path: Path) -> str:
    """`Nyra > also 2 > when`: names where there are some, keys and numbers else."""
    labels: list[str] = []
    node: Any = tables
    for depth, step in enumerate(path):
        inside = (isinstance(node, dict) and step in node) or isinstance(node, list)
        node = node[step] if inside else None
        name = node.get("name") if isinstance(node, dict) else None
        if isinstance(step, int) and isinstance(node, dict):
            labels[-1] = name if isinstance(name, str) else f"{path[depth - 1]} {step + 1}"
            if "adds" in path[:depth]:  # an added ability is an item of its own
                labels = labels[-1:]
        elif isinstance(step, str):
            labels.append(step)
    return " > ".join(labels)


def _table_at(path: Path, shape: type[Table]) -> type[Table]:
    named = [step for step in path[:-1] if isinstance(step, str)]
    if not named:
        return shape
    field = shape.model_fields.get(named[0])
    only = field.annotation if field else None  # a table that may stand once, such as [output]
    if isinstance(only, type) and issubclass(only, Table):
        return only
    return TABLES.get(named[-1], HeroFile)
