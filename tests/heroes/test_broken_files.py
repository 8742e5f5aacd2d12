"""Files that are no hero files at all: one clear message, no traceback."""

from __future__ import annotations

import pytest

from dtsim.dicethrone.heroes import library
from dtsim.dicethrone.heroes.board import load_board
from dtsim.dicethrone.heroes.common import read_common
from dtsim.dicethrone.heroes.library import find_hero, load_common, load_hero
from dtsim.dicethrone.heroes.roster import check_heroes, roster
from dtsim.errors import DtsimError, FileError

from .planting import GOOD, assert_one_mistake, mistakes_of

TOML = {
    "the closing quotation mark is missing": (
        'name = "Light"',
        'name = "Light«»',
        "the quotation mark at the end is missing",
    ),
    "the closing apostrophe is missing": (
        'name = "Light"',
        "name = 'Light«»",
        "the quotation mark at the end is missing",
    ),
    "no quotation marks": (
        'name = "Light"',
        "name = «Light»",
        'text stands in quotation marks: "Light"',
    ),
    "quotation marks of a word processor": (
        'name = "Light"',
        "name = «“»Light”",
        'use straight quotation marks: "',
    ),
    "no value": ('name = "Light"', "name =«»", "a value is missing"),
    "no equals sign": ('name = "Moonrise"', 'name «"»Moonrise"', None),
    "a key twice": (
        'name = "Light"',
        'name = "Light"\n«name» = "Dark"',
        "the key 'name' stands in this table twice",
    ),
    "a table twice": ("# the end", "«[hero]»", "the table [hero] stands here a second time"),
    "a bracket missing": ("[[group]]", "[[group«]»", "the brackets ]] at the end are missing"),
    "a list that is not closed": (
        '"moon", "star"]',
        '"moon", "star"\n«s»ides = []',
        "a comma, or the bracket ] at the end of the list, is missing",
    ),
    "two values in a line": (
        "cost = 2",
        "cost = 2 «o»r 3",
        "did not expect this here: a line holds one key and one value",
    ),
    "a comma for a point": (
        "cost = 2",
        "cost = 2«,»5",
        "did not expect this here: a line holds one key and one value",
    ),
    "a backslash": (
        'text = "gain Glow"',
        'text = "gain «\\»pGlow"',
        "a backslash cannot stand in a text",
    ),
    "a text that goes on to the end": (
        "# the end",
        '[[card]]\ntext = «"""»\ngain Glow',
        "this text is never closed: the marks at its end are missing",
    ),
}


@pytest.mark.parametrize(("old", "new", "message"), TOML.values(), ids=TOML)
def test_a_file_that_is_not_toml(old, new, message):
    also = ' (or the """ of a text above is missing)'
    assert_one_mistake(old, new, message or f"a line should read: key = value{also}")


def test_prose_is_not_toml():
    (mistake,) = mistakes_of("My hero is a knight. He likes fire.\n").mistakes
    assert mistake.message == "a line should read: key = value"


@pytest.mark.parametrize("source", ["", "\n\n", "# only a remark\n"])
def test_an_empty_file(source):
    (mistake,) = mistakes_of(source).mistakes
    assert mistake.message == "the file is empty; 'dtsim hero new NAME' writes one to start from"


def test_a_picture_is_not_a_hero_file(tmp_path):
    (tmp_path / "photo.toml").write_bytes(b"\x89PNG\r\n\x1a\n\x00\x00")
    with pytest.raises(DtsimError, match=r"photo\.toml:1: not a text in UTF-8; save hero files with this"):
        load_hero(tmp_path / "photo.toml")


def test_a_text_in_another_encoding_names_the_line(tmp_path):
    (tmp_path / "old.toml").write_bytes('[hero]\nname = "Héros"\n'.encode("latin-1"))
    with pytest.raises(DtsimError, match=r"old\.toml:2: not a text in UTF-8"):
        load_hero(tmp_path / "old.toml")


def test_a_file_of_zeros(tmp_path):
    (tmp_path / "zeros.toml").write_bytes(bytes(20))
    with pytest.raises(FileError, match=r"zeros\.toml:1:1: a line should read"):
        load_hero(tmp_path / "zeros.toml")


def test_the_mark_that_some_editors_put_at_the_front_is_no_mistake(tmp_path):
    (tmp_path / "marked.toml").write_text(GOOD, encoding="utf-8-sig")
    assert load_hero(tmp_path / "marked.toml").name == "Moon Warden"


def test_lines_may_end_as_windows_ends_them(tmp_path):
    (tmp_path / "windows.toml").write_bytes(GOOD.replace("\n", "\r\n").encode())
    assert load_hero(tmp_path / "windows.toml").name == "Moon Warden"
    (tmp_path / "windows.toml").write_bytes(GOOD.replace("\n", "\r\n").replace("Chill\r", "Chil\r").encode())
    with pytest.raises(FileError, match=r"windows\.toml:17:20: unknown status effect 'Chil'"):
        load_hero(tmp_path / "windows.toml")


def test_a_file_that_is_not_there():
    with pytest.raises(DtsimError, match=r"^nobody\.toml: no such hero file$"):
        find_hero("nobody.toml")


def test_a_folder_is_not_a_hero_file(tmp_path):
    with pytest.raises(DtsimError, match=r"a folder, not a hero file$"):
        load_hero(f"{tmp_path}/")


def test_a_hero_that_nobody_knows():
    with pytest.raises(DtsimError, match=r"^unknown hero 'gunslingr': did you mean 'gunslinger'"):
        load_hero("gunslingr")


def test_a_folder_of_heroes_that_is_not_there():
    with pytest.raises(DtsimError, match=r"^--heroes nowhere: no such folder$"):
        load_hero("gunslinger", heroes=["nowhere"])


# ---------------------------------------------------------------- common.toml


OMEN = '[[card]]\nname = "Omen!"\nplay = "main phase"\ncost = 0\ntext = "heal 1"\n'


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An installation whose folder of heroes has one hero and nothing else."""
    (tmp_path / "moon-warden.toml").write_text(GOOD, encoding="utf-8")
    monkeypatch.setattr(library, "shipped_folder", lambda name: tmp_path)
    return tmp_path


def test_common_toml_is_missing(folder):
    message = "common.toml: missing; this file holds the cards and status effects that heroes share"
    with pytest.raises(DtsimError, match=message):
        load_common(folder)
    with pytest.raises(DtsimError, match=message):
        load_hero("moon-warden")
    with pytest.raises(DtsimError, match=message):
        load_board("common")
    (verdict,) = check_heroes(["moon-warden"])
    assert message in verdict.report


def test_common_toml_has_mistakes(folder):
    (folder / "common.toml").write_text(OMEN.replace("heal", "hea"))
    with pytest.raises(FileError, match=r"common\.toml:5:9: did not expect 'hea' here"):
        load_hero("moon-warden")
    common, hero = check_heroes([str(folder)])
    assert [mistake.message for mistake in common.mistakes] == ["did not expect 'hea' here"]
    assert hero.report.endswith("common.toml has mistakes")
    (listed,) = roster()
    assert listed.hero is None


def test_common_toml_beside_a_hero_comes_before_the_shipped_one(tmp_path):
    (tmp_path / "moon-warden.toml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "common.toml").write_text(OMEN)
    cards = load_hero(tmp_path / "moon-warden.toml").cards
    assert [card.name for card in cards] == ["Omen!", "Full Moon!"]


def test_common_toml_holds_no_hero():
    with pytest.raises(FileError, match="unknown table 'hero'"):
        read_common('[hero]\nname = "Omen"\n', "common.toml")


def test_every_mistake_of_common_toml_is_told():
    token = 'name = "Omen!"\nkind = "positive"\nstack_limit = 0\nspend = "upkeep"\ntext = "add 1 dmg"\n'
    source = f"[[status]]\n{token}{OMEN.replace('heal 1', 'gain Omen?')}"
    with pytest.raises(FileError) as caught:
        read_common(source, "common.toml")
    assert [mistake.message for mistake in caught.value.mistakes] == [
        "with a stack_limit of 0 nobody can ever hold it",
        "'add' has nothing to work on: no damage is on its way at 'upkeep'",
        "the name 'Omen!' is taken already, in line 2",
        "unknown status effect 'Omen?'",
    ]
