"""A commented hero file to start from."""

from __future__ import annotations

import re
from importlib import resources

from dtsim.dicethrone.heroes.library import COMMON, load_common
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.errors import DtsimError, FileError
from dtsim.files import shipped_folder

_PLACEHOLDER = "New Hero"


def new_hero(name: str) -> str:
    """The source of a new hero's file, read once to be sure that it holds."""
    title = printed_name(name)
    if file_name(name) == f"{COMMON}.toml":
        raise DtsimError(f"'{name}' cannot be a hero's name: {COMMON}.toml holds what all heroes share")
    source = resources.files(__package__).joinpath("template.toml").read_text(encoding="utf-8")
    source = source.replace(_PLACEHOLDER, title).replace("FILE", file_name(name))
    try:
        read_hero(source, file_name(name), "new", load_common(shipped_folder("heroes")))
    except FileError as error:
        said = error.mistakes[0].message
        why = said.partition(" cannot be a name: ")[2] or said
        raise DtsimError(f"'{name}' cannot be a hero's name: {why}") from error
    return source


def printed_name(name: str, what: str = "hero", such_as: str = "Ember Knight") -> str:
    """Every word with a capital letter, but for the small words between."""
    words = name.split()
    if not words or not re.fullmatch(r"[\w'’!?.,\s-]+", name):
        raise DtsimError(f"'{name}' cannot be a {what}'s name: use words such as {such_as}")
    small = {"of", "the", "with"}
    return " ".join(
        word if index and word in small else word[:1].upper() + word[1:] for index, word in enumerate(words)
    )


def file_name(name: str, what: str = "hero") -> str:
    """`Ember Knight` is kept in `ember-knight.toml`."""
    slug = "-".join(re.findall(r"[^\W_]+", re.sub(r"['’]", "", name.lower())))
    return f"{slug or what}.toml"
