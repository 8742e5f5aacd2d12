"""Printed numbers to replace, as they are written on the command line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dtsim.errors import DtsimError

Numbers = Mapping[str, Mapping[str, int]]
"""By hero (its slug, or `common`) and address: the new value."""


def numbers_of(texts: Iterable[str]) -> dict[str, dict[str, int]]:
    """Changed numbers as they are written on the command line."""
    numbers: dict[str, dict[str, int]] = {}
    for hero, address, value in map(_number_of, texts):
        numbers.setdefault(hero, {})[address] = value
    return numbers


def _number_of(text: str) -> tuple[str, str, int]:
    """`gunslinger/Revolver/deal/1=5`: the hero, the address, the value."""
    found = re.fullmatch(r"([^/=]+)/(.+)=(\d+)", text.strip())
    if found is None:
        raise DtsimError(
            f"'{text}' changes no number: write HERO/ADDRESS=NUMBER, such as gunslinger/Revolver/deal/1=5; "
            "'dtsim hero numbers HERO' lists the addresses"
        )
    return found[1], found[2], int(found[3])
