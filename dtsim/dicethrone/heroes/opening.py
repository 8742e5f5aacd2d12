"""A file is opened for reading, and closed with every mistake in it at once."""

from __future__ import annotations

import hashlib
import tomllib
from typing import Any

from pydantic import ValidationError

from dtsim.dicethrone.heroes.draft import Document
from dtsim.dicethrone.heroes.places import locate
from dtsim.dicethrone.heroes.shape import shape_mistakes
from dtsim.dicethrone.heroes.tables import CommonFile
from dtsim.dicethrone.heroes.toml_mistakes import toml_mistake
from dtsim.dicethrone.heroes.vocabulary import Vocabulary
from dtsim.errors import FileError, Mistake, Place, nearest


def open_document(source: str, path: str, shape: type[CommonFile]) -> Document:
    """The tables of a file; what is wrong with their shape is noted."""
    try:
        tables = tomllib.loads(source)
    except ValueError as error:
        raise FileError(path, source, [toml_mistake(error, source)]) from error
    if not tables:
        message = "the file is empty; 'dtsim hero new NAME' writes one to start from"
        raise FileError(path, source, [Mistake(Place(1, 1), message)])
    places = locate(source)
    vocabulary = Vocabulary({}, frozenset())
    try:
        shape.model_validate(tables)
    except ValidationError as error:
        vocabulary.mistakes += shape_mistakes(error, tables, places, shape)
    return Document(tables, places, vocabulary, spellings=_spellings(tables, shape))


def _spellings(tables: dict[str, Any], shape: type[CommonFile]) -> dict[str, str]:
    """What was meant by the names of tables that nobody knows."""
    known = tuple(shape.model_fields)
    meant = {key: nearest(key, known) for key in tables if key not in known}
    return {key: guess for key, guess in meant.items() if guess}


def stop_at_mistakes(document: Document, source: str, path: str) -> None:
    """Raise what was noted, each mistake once."""
    mistakes = document.vocabulary.mistakes
    if mistakes:
        # a text that two levels share is checked for both
        once = {(mistake.place, mistake.message): mistake for mistake in reversed(mistakes)}
        raise FileError(path, source, once.values())


def digest_of(source: str) -> str:
    """By which two states of a file are told apart."""
    return hashlib.blake2b(source.encode(), digest_size=8).hexdigest()
