"""`dtsim hero`: list, show, check, numbers, new, schema; what they print and the code they exit with."""

from __future__ import annotations

import csv
import io
import json
import tomllib
from copy import deepcopy

import jsonschema
import pytest
from typer.testing import CliRunner

from dtsim.cli import app, main
from dtsim.files import shipped_folder

HEROES = ["barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief"]
FILES = sorted(path for path in shipped_folder("heroes").glob("*.toml") if path.stem != "common")


def hero(*words: object) -> str:
    """What `dtsim hero ...` prints when all is well."""
    result = CliRunner().invoke(app, ["hero", *map(str, words)])
    assert (result.exit_code, result.exception) == (0, None), result.output
    return result.stdout


def rows(*words: object) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(hero(*words, "--format", "csv"))))


@pytest.fixture
def refused(monkeypatch, capsys):
    """What `dtsim hero ...` says when something is wrong: always exit code 2, never a traceback."""

    def run(*words: object) -> str:
        monkeypatch.setattr("sys.argv", ["dtsim", "hero", *map(str, words)])
        with pytest.raises(SystemExit) as stop:
            main()
        assert stop.value.code == 2
        said = capsys.readouterr()
        assert "Traceback" not in said.out + said.err
        return said.out + said.err

    return run


@pytest.fixture
def ember(tmp_path, monkeypatch):
    """The file of a new hero, in the folder one is in."""
    monkeypatch.chdir(tmp_path)
    hero("new", "Ember Knight")
    return tmp_path / "ember-knight.toml"


@pytest.fixture
def broken(ember):
    """The same with two mistakes."""
    source = ember.read_text(encoding="utf-8").replace("deal 4/5/7 dmg", "deel 4/5/7 dmg")
    ember.write_text(source.replace("cost  = 2\n", "", 1), encoding="utf-8")
    return ember


# ---------------------------------------------------------------- list


def test_list_names_every_hero_with_its_dice_and_doubts():
    text = hero("list")
    assert "gunslinger" in text
    assert "6 heroes" in text
    assert [row["slug"] for row in rows("list")] == HEROES
    assert {row["plays"] for row in rows("list")} == {"games"}


def test_list_as_json_has_the_documented_keys():
    listed = json.loads(hero("list", "--format", "json"))
    keys = {"slug", "name", "dice", "cards", "plays", "doubts", "path", "shipped"}
    assert all(set(entry) == keys for entry in listed)
    assert listed[2]["dice"] == ["bullet", "bullet", "bullet", "dash", "dash", "bullseye"]


def test_list_as_markdown_is_one_table():
    lines = hero("list", "--format", "md").splitlines()
    assert lines[0] == "| Hero | Name | Dice | Cards | Plays | Doubts |"
    assert len([line for line in lines if line.startswith("| ")]) == 2 + len(HEROES)


def test_list_shows_your_heroes_and_which_of_them_are_broken(broken):
    mine = next(row for row in rows("list", "--heroes", broken.parent) if row["slug"] == "ember-knight")
    assert (mine["plays"], mine["shipped"], mine["folder"]) == ("broken", "false", str(broken.parent))


def test_heroes_are_found_in_the_folders_of_the_variable(ember, monkeypatch):
    monkeypatch.setenv("DTSIM_HEROES", str(ember.parent))
    assert "ember-knight" in hero("list")
    assert "Ember Knight" in hero("show", "ember-knight")


def test_list_refuses_a_folder_that_is_not_there(refused, monkeypatch):
    assert refused("list", "--heroes", "nowhere") == "--heroes nowhere: no such folder\n"
    monkeypatch.setenv("DTSIM_HEROES", "nowhere")
    assert refused("list") == "DTSIM_HEROES nowhere: no such folder\n"


# ---------------------------------------------------------------- show


def test_show_prints_the_board_with_chances_and_doubts():
    text = hero("show", "gunslinger")
    assert text.startswith("Gunslinger: complexity 2, a deck of 32 cards\n")
    assert "Dice: bullet 1-3, dash 4-5, bullseye 6" in text
    for part in ("Offence", "Defence and passive", "Status effects", "Cards", "Doubts"):
        assert part in text
    assert "61.5 %" in text  # a small straight within three rolls


@pytest.mark.parametrize("format", ["csv", "json", "md"])
def test_show_tells_the_same_ability_in_every_format(format):
    assert "Fan the Hammer" in hero("show", "gunslinger", "--format", format)


def test_show_as_csv_has_a_row_for_every_item():
    kinds = {row["kind"] for row in rows("show", "cursed-pirate")}
    assert {"offensive", "ultimate", "defensive", "passive", "unique", "negative", "keyword", "card"} <= kinds


def test_show_as_json_is_the_board_as_data():
    board = json.loads(hero("show", "huntress", "--format", "json"))
    assert (board["slug"], board["deck"], board["complete"]) == ("huntress", 32, True)
    bond = next(entry for entry in board["abilities"] if entry.get("upgrade") == "Maternal Bond III")
    assert (bond["name"], bond["level"], bond["dice"], bond["cost"]) == ("Maternal Bond", 3, 4, 4)
    savage = next(entry for entry in board["abilities"] if entry["name"] == "Savage")
    assert [step["needs"] for step in savage["chances"]] == ["3 claw + 1 sabertooth"]


def test_show_common_prints_what_every_deck_shares():
    text = hero("show", "common")
    assert "Six-It!" in text
    assert "Knockdown" in text


def test_show_takes_a_name_as_printed_a_slug_or_a_path(ember):
    assert hero("show", "Shadow Thief") == hero("show", "shadow-thief")
    assert "Ember Knight" in hero("show", ember)


def test_show_writes_a_file_in_the_format_of_its_ending(ember, tmp_path):
    hero("show", ember, "--out", tmp_path / "board.md")
    assert (tmp_path / "board.md").read_text(encoding="utf-8").startswith("# Ember Knight")


def test_show_refuses_a_hero_that_nobody_knows(refused):
    assert "did you mean 'gunslinger'?" in refused("show", "gunslingr")


def test_show_refuses_a_file_with_mistakes(refused, broken):
    assert "2 mistakes in ember-knight.toml" in refused("show", broken.name)


def test_show_refuses_a_format_that_is_none(refused):
    assert "'xml' is not one of" in refused("show", "gunslinger", "--format", "xml")


# ---------------------------------------------------------------- check


def test_check_without_a_name_reads_every_hero_at_hand(ember):
    assert hero("check").endswith("7 files checked, no mistakes\n")
    assert hero("check", "--heroes", ember.parent).endswith("8 files checked, no mistakes\n")


@pytest.mark.parametrize("target", [*HEROES, "common"])
def test_every_shipped_file_has_no_mistakes(target):
    assert hero("check", target).endswith("1 file checked, no mistakes\n")


def test_check_takes_files_names_and_folders_together(ember):
    checked = rows("check", ember, "gunslinger", ember.parent, "common")
    assert [row["file"].rpartition("/")[2] for row in checked] == [
        "ember-knight.toml",
        "gunslinger.toml",
        "ember-knight.toml",
        "common.toml",
    ]
    assert {row["message"] for row in checked} == {"ok"}


def test_check_shows_every_mistake_of_every_file_and_goes_on(refused, broken):
    said = refused("check", broken.name, "gunslinger", "nobody.toml", "paldin")
    assert "ember-knight.toml:24:10: did not expect 'deel' here" in said
    assert "ember-knight.toml:105:3: 'cost' is missing" in said
    assert "gunslinger.toml\n" in said
    assert "nobody.toml: no such hero file" in said
    assert "unknown hero or file 'paldin': did you mean 'paladin'?" in said
    assert said.endswith("4 files checked, 4 mistakes in 3 of them\n")


def test_check_as_json_gives_an_editor_all_it_needs(refused, broken):
    report = json.loads(refused("check", broken.name, "nobody.toml", "--format", "json"))
    assert [entry["ok"] for entry in report] == [False, False]
    assert report[1]["error"] == "nobody.toml: no such hero file"
    first, second = report[0]["mistakes"]
    assert (first["line"], first["column"], first["width"], first["found"]) == (24, 10, 4, "deel")
    assert first["where"] == "Slash > text"
    assert "deal" in first["allowed"]
    assert (second["message"], second["nearest"]) == ("'cost' is missing", None)


def test_check_as_csv_has_a_row_for_every_mistake(refused, broken):
    said = refused("check", broken.name, "--format", "csv").splitlines()
    assert said == [
        "file,line,column,message",
        "ember-knight.toml,24,10,did not expect 'deel' here",
        "ember-knight.toml,105,3,'cost' is missing",
    ]


def test_check_as_markdown_keeps_the_carets_in_their_place(refused, broken):
    said = refused("check", broken.name, "--format", "md")
    assert said.startswith("```\nember-knight.toml:24:10")
    assert '   24 | text  = "deel 4/5/7 dmg"\n      |          ^^^^\n' in said


def test_check_refuses_a_folder_without_heroes(refused, tmp_path):
    assert "no hero file (*.toml) in this folder" in refused("check", tmp_path)


def test_check_writes_its_report_to_a_file_and_still_exits_with_2(refused, broken, tmp_path):
    refused("check", broken.name, "--out", tmp_path / "mistakes.json")
    report = json.loads((tmp_path / "mistakes.json").read_text(encoding="utf-8"))
    assert len(report[0]["mistakes"]) == 2


# ---------------------------------------------------------------- numbers


def test_numbers_lists_every_address_with_its_value_and_line():
    found = {row["address"]: int(row["value"]) for row in rows("numbers", "gunslinger")}
    assert found["Revolver/deal/3"] == 5
    assert found["Showdown II/cost"] == 2
    assert found["Reload/stack_limit"] == 2
    assert found["Eat Lead!/if/1"] == 4


def test_numbers_are_the_same_in_every_format():
    table = hero("numbers", "common")
    data = json.loads(hero("numbers", "common", "--format", "json"))
    assert [entry["address"] for entry in data] == [row["address"] for row in rows("numbers", "common")]
    assert all(entry["address"] in table for entry in data)
    assert set(data[0]) == {"address", "value", "line", "column"}
    assert hero("numbers", "common", "--format", "md").startswith("| Address | Value | Line |")


def test_numbers_refuses_a_hero_that_nobody_knows(refused):
    assert "unknown hero 'nobody'" in refused("numbers", "nobody")


# ---------------------------------------------------------------- new


def test_new_writes_a_file_that_has_no_mistakes(ember):
    assert hero("check", ember).endswith("1 file checked, no mistakes\n")
    assert 'name       = "Ember Knight"' in ember.read_text(encoding="utf-8")


def test_new_says_what_to_do_next(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "dtsim hero check frost-witch.toml" in hero("new", "frost witch")
    assert 'name       = "Frost Witch"' in (tmp_path / "frost-witch.toml").read_text(encoding="utf-8")


def test_new_refuses_to_overwrite(refused, ember):
    ember.write_text("precious", encoding="utf-8")
    assert refused("new", "Ember Knight") == (
        "ember-knight.toml: exists already; --force overwrites it, --out names another file\n"
    )
    assert ember.read_text(encoding="utf-8") == "precious"
    hero("new", "Ember Knight", "--force")
    assert ember.read_text(encoding="utf-8") != "precious"


def test_new_writes_where_it_is_told(tmp_path):
    hero("new", "Ember Knight", "--out", tmp_path / "draft.toml")
    hero("new", "Ember Knight", "--out", tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["draft.toml", "ember-knight.toml"]


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "use words such as Ember Knight"),
        ("!!!", "its words begin with capital letters"),
        ('Ember "Hot" Knight', "use words such as Ember Knight"),
        ("common", "common.toml holds what all heroes share"),
        ("A" * 41, "'name' should have 40 characters at most"),
    ],
)
def test_new_refuses_what_cannot_be_a_name(refused, tmp_path, monkeypatch, name, why):
    monkeypatch.chdir(tmp_path)
    assert f"'{name}' cannot be a hero's name: {why}" in refused("new", name)
    assert not list(tmp_path.iterdir())


def test_new_refuses_a_folder_that_is_not_there(refused, tmp_path):
    said = refused("new", "Ember Knight", "--out", tmp_path / "nowhere" / "ember.toml")
    assert "cannot be written: No such file or directory" in said


# ---------------------------------------------------------------- schema


@pytest.fixture(scope="module")
def schema():
    schema = json.loads(hero("schema"))
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_schema_accepts_every_shipped_hero(schema, path):
    assert not list(schema.iter_errors(tomllib.loads(path.read_text(encoding="utf-8"))))


def test_the_schema_accepts_a_new_hero(schema, ember):
    assert schema.is_valid(tomllib.loads(ember.read_text(encoding="utf-8")))


BREAKS = {
    "no hero": lambda tables: tables.pop("hero"),
    "no offence": lambda tables: tables.pop("offensive"),
    "an unknown table": lambda tables: tables.update(weapon=[]),
    "an unknown key": lambda tables: tables["card"][0].update(colour="red"),
    "a key left out": lambda tables: tables["card"][0].pop("cost"),
    "five faces": lambda tables: tables["hero"]["dice"].pop(),
    "a number in quotation marks": lambda tables: tables["card"][0].update(cost="2"),
    "a price below 0": lambda tables: tables["card"][0].update(cost=-1),
    "a moment that is none": lambda tables: tables["card"][0].update(play="tea time"),
    "a kind that is none": lambda tables: tables["status"][0].update(kind="good"),
    "a level that is none": lambda tables: tables["upgrade"][0].update(level=4),
    "a limit that is none": lambda tables: tables["status"][0].update(limit="once"),
    "half a Stack Limit": lambda tables: tables["status"][0].update(stack_limit={"you": 2}),
    "a name in small letters": lambda tables: tables["status"][0].update(name="ward"),
    "an empty text": lambda tables: tables["card"][0].update(text=" "),
}


@pytest.mark.parametrize("spoil", BREAKS.values(), ids=BREAKS)
def test_the_schema_refuses_a_broken_hero(schema, ember, spoil):
    tables = deepcopy(tomllib.loads(ember.read_text(encoding="utf-8")))
    spoil(tables)
    assert not schema.is_valid(tables)


def test_the_schema_explains_every_key(schema):
    tables = [schema.schema, *schema.schema["$defs"].values()]
    keys = [(name, key) for table in tables for name, key in table["properties"].items()]
    assert [name for name, key in keys if not key.get("description")] == []


def test_the_schema_can_be_written_to_a_file(tmp_path):
    hero("schema", "--out", tmp_path / "hero.schema.json")
    written = json.loads((tmp_path / "hero.schema.json").read_text(encoding="utf-8"))
    assert written["title"] == "dtsim hero file"
