"""A good hero, and how to plant a mistake into it."""

from __future__ import annotations

import re

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.errors import FileError, Place, nearest
from dtsim.files import shipped_folder

GOOD = '''\
[hero]
name       = "Moon Warden"
dice       = ["fang", "fang", "fang", "moon", "moon", "star"]
sides      = ["day", "night"]
complexity = 3

[[offensive]]
name  = "Bite"
needs = "3/4/5 fang"
text  = "deal 4/5/6 dmg"

[[offensive]]
name  = "Moonlight"
needs = "2 fang + 2 moon"
text  = """
  roll 2 dice
  on moon: inflict Chill
  else: deal 7 dmg
"""

[[offensive]]
name  = "Eclipse"
side  = "night"
needs = "small straight"
text  = "deal 8 undefendable dmg"

[[ultimate]]
name  = "Night of Teeth!"
needs = "5 star"
text  = "gain 2 Glow, deal 12 dmg"

[[passive]]
name = "Moonrise"
when = "upkeep"
text = "gain Glow"

[[defensive]]
name = "Pelt"
dice = 3
text = "prevent 1 x moon dmg"

[[status]]
name        = "Glow"
kind        = "positive"
stack_limit = 3
spend       = "attacking"
text        = "add 2 dmg"

[[status]]
name        = "Chill"
kind        = "negative"
stack_limit = 2
persistent  = true
when        = "income"
text        = "receive 1 x Chill dmg"
[[status.also]]
when        = "gained at limit"
text        = "receive 1 dmg"

[[status]]
name        = "Sleepless"
kind        = "marker"
stack_limit = 1
when        = "turn ends"
text        = "remove this token"

[[upgrade]]
name  = "Bite II"
of    = "Bite"
level = 2
cost  = 1
text  = "deal 5/6/8 dmg"

[[upgrade]]
name  = "Pelt II"
of    = "Pelt"
level = 2
cost  = 3
dice  = 4
[[upgrade.adds]]
name  = "Claws Out"
needs = "3 star"
text  = "deal 3 pure dmg"

[[keyword]]
name  = "Howl"
limit = "2 per turn"
text  = "gain Glow or gain Sleepless"

[[group]]
name = "Light"
of   = ["Glow", "Chill"]

[[card]]
name = "Full Moon!"
play = "main phase"
cost = 2
text = "activate 2 Howl, set side to night"

# the end
'''


def mistakes_of(source: str) -> FileError:
    """What the reader says about a file; that it says something is part of the test."""
    try:
        read_hero(source, "moon-warden.toml", "moon-warden", load_common(shipped_folder("heroes")))
    except FileError as error:
        return error
    raise AssertionError("no mistake was found")


def plant(*changes: tuple[str, str], source: str = GOOD) -> tuple[str, list[Place]]:
    """The source with changes; what they put between « and » are the places of the mistakes."""
    for old, new in changes:
        assert source.count(old) == 1, f"{source.count(old)} times in the good hero: {old}"
        source = source.replace(old, new)
    places = []
    lines = source.split("\n")
    for number, line in enumerate(lines, start=1):
        while "«" in line:
            start = line.index("«")
            end = line.index("»") - 1
            line = line.replace("«", "", 1).replace("»", "", 1)
            places.append(Place(number, start + 1, max(1, end - start)))
        lines[number - 1] = line
    return "\n".join(lines), places


def assert_one_mistake(old: str, new: str, message: str, guess: str | None = None) -> None:
    """The file has this mistake at this place, and none that only follows from it."""
    source, (place,) = plant((old, new))
    error = mistakes_of(source)
    assert [mistake.message for mistake in error.mistakes] == [message]
    (mistake,) = error.mistakes
    assert mistake.place == place
    assert (nearest(mistake.found, mistake.allowed) if mistake.found else None) == guess
    shown = str(error).split("\n")
    assert shown[0] == f"moon-warden.toml:{place.line}:{place.column}: {message}"
    assert shown[1] == f"{place.line:5} | {source.split(chr(10))[place.line - 1]}"
    assert re.fullmatch(rf"      \| {' ' * (place.column - 1)}\^+", shown[2])
