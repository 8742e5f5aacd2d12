"""`dtsim odds` on the command line: every format, every file it writes, every mistake of the user."""

import csv
import io
import json
import subprocess
import sys

import pytest
from typer.testing import CliRunner

import dtsim
from dtsim.cli import app, main
from dtsim.files import shipped_folder

PNG = b"\x89PNG\r\n\x1a\n"


def show(*arguments):
    """What a command that goes well prints."""
    result = CliRunner().invoke(app, ["odds", *arguments])
    assert result.exit_code == 0, result.output
    assert result.exception is None
    return result.stdout


def record(*arguments):
    return json.loads(show(*arguments, "--format", "json"))


@pytest.fixture
def refusal(monkeypatch, capsys):
    """The message of a command that is refused; it is all there is, and the exit code is 2."""

    def refused(*arguments):
        monkeypatch.setattr(sys, "argv", ["dtsim", "odds", *map(str, arguments)])
        with pytest.raises(SystemExit) as stop:
            main()
        out, message = capsys.readouterr()
        assert stop.value.code == 2
        assert out == ""
        assert "Traceback" not in message
        return message

    return refused


# ---------------------------------------------------------------- JSON


def test_json_of_the_chances():
    found = record("gunslinger", "--rolls", "2")
    assert list(found) == ["hero", "slug", "side", "levels", "rolls", "cp", "cards", "against", "abilities"]
    assert (found["hero"], found["rolls"], found["side"]) == ("Gunslinger", 2, None)
    assert list(found["abilities"][0]) == ["name", "level", "needs", "probability"]
    assert found["abilities"][0] == {
        "name": "Revolver",
        "level": 1,
        "needs": "3 bullet",
        "probability": pytest.approx(459 / 512, abs=1e-12),
    }


def test_json_of_a_goal():
    best = record("gunslinger", "--goal", "damage")["best"]
    assert list(best) == ["goal", "value", "expected_damage", "abilities", "damage"]
    expected = dtsim.odds("gunslinger", goal="damage").best
    assert (best["goal"], best["value"]) == ("damage", expected.value)
    assert best["abilities"] == expected.abilities
    assert best["damage"] == {str(amount): chance for amount, chance in expected.damage.items()}


def test_json_of_dice_on_the_table():
    found = record("gunslinger", "--dice", "1,1,4,5,6", "--rolls-left", "2", "--with", "six-it", "--cp", "1")
    assert (found["dice"], found["rolls_left"], found["cards"]) == ([1, 1, 4, 5, 6], 2, ["Six-It!"])
    assert found["best"]["goal"] == "damage"
    advice = found["advice"]
    assert list(advice[0]) == ["keep", "roll", "change", "play", "value", "regret", "abilities"]
    assert advice[0]["regret"] == 0
    assert [row["regret"] for row in advice] == sorted(row["regret"] for row in advice)
    (card,) = [row for row in advice if row["play"]]
    assert (card["play"], len(card["change"]), card["change"][0][1]) == ("Six-It!", 1, 6)


def test_json_with_fractions():
    found = record("gunslinger", "--goal", "damage", "--exact")
    assert {row["name"]: row["exact"] for row in found["abilities"]}["Showdown"] == "753572225/1224440064"
    assert set(found["best"]) >= {"exact", "abilities_exact", "damage_exact"}
    assert set(found["best"]["damage_exact"]) == set(found["best"]["damage"])


def test_json_of_the_policy():
    found = record("gunslinger", "--policy", "--rolls", "1")
    assert found["best"]["goal"] == "damage"
    assert len(found["policy"]) == 252
    assert found["policy"][0] == {
        "rolls_left": 0,
        "dice": [1, 1, 1, 1, 1],
        "keep": [1, 1, 1, 1, 1],
        "roll": [],
        "change": [],
        "play": None,
        "activate": "Revolver: 5 bullet",
        "value": 5,
    }


def test_options_mean_what_they_mean_in_python():
    options = ["--goal", "damage>=8", "--rolls", "2", "--with", "Tip It!", "--with", "So Wild!", "--cp", "3"]
    options += [
        "--level",
        "2",
        "--level",
        "Smack=3",
        "--against",
        "cursed-pirate",
        "--against-side",
        "cursed",
    ]
    found = dtsim.odds(
        "barbarian",
        2,
        "damage>=8",
        cards=["Tip It!", "So Wild!"],
        cp=3,
        levels=["2", "Smack=3"],
        against="cursed-pirate",
        against_side="cursed",
    )
    assert record("barbarian", *options) == json.loads(json.dumps(found.to_dict()))


def test_several_goals_are_any_of_them():
    assert (
        record("gunslinger", "--goal", "Deadeye", "--goal", "Showdown")["best"]["goal"]
        == "Deadeye or Showdown"
    )


def test_the_other_side_of_a_board():
    found = record("cursed-pirate", "--side", "cursed")
    assert (found["side"], found["abilities"][0]["name"]) == ("cursed", "Soul Cutlass")


# ---------------------------------------------------------------- tables, CSV, Markdown


def test_a_table_for_people():
    text = show("gunslinger", "--goal", "damage>=7")
    assert text.startswith("Gunslinger: exact odds with 3 rolls\n")
    assert "Showdown            I      small straight         61.5 %" in text
    assert "Best policy for 7 damage or more: 45.7 %" in text
    assert "no tokens are spent" in text
    assert "\x1b" not in text


def test_a_table_of_advice_comes_first():
    text = show("gunslinger", "--dice", "11456", "--rolls-left", "1")
    assert text.startswith("Gunslinger: 1 1 4 5 6 on the table, 1 roll left\n")
    assert text.index("What to do for damage") < text.index("Each ability")
    assert "best" in text


def test_conditions_are_named():
    text = show(
        "barbarian", "--level", "Smack=2", "--with", "Six-It!", "--against", "paladin", "--goal", "damage"
    )
    assert "Upgrades: Smack II." in text
    assert "In hand: Six-It!; 2 CP to pay for them." in text
    assert "Against Paladin: damage is what is left after the defence roll." in text


def test_markdown():
    lines = show("gunslinger", "--exact", "--format", "md").splitlines()
    assert lines[0] == "# Gunslinger: exact odds with 3 rolls"
    assert "| Ability | Level | Needs | Chance | Exact |" in lines
    assert "| Showdown | I | small straight | 61.5 % | 753572225/1224440064 |" in lines


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_csv_of_the_chances():
    rows = rows_of(show("gunslinger", "--format", "csv"))
    assert list(rows[0]) == ["name", "level", "needs", "probability"]
    found = dtsim.odds("gunslinger").abilities
    assert [float(row["probability"]) for row in rows] == [row.probability for row in found]


def test_csv_of_a_goal():
    rows = rows_of(show("gunslinger", "--goal", "damage", "--exact", "--format", "csv"))
    assert list(rows[0]) == ["table", "name", "level", "needs", "probability", "value", "exact"]
    assert {row["table"] for row in rows} == {"ability", "best", "best ability", "best damage"}
    assert all(row["exact"] for row in rows)


def test_csv_of_advice_and_of_a_policy():
    rows = rows_of(show("gunslinger", "--dice", "11456", "--with", "Six-It!", "--format", "csv"))
    assert list(rows[0])[:6] == ["keep", "roll", "play", "change", "value", "regret"]
    assert [row["change"] for row in rows if row["play"]] == ["1>6"]
    rows = rows_of(show("gunslinger", "--policy", "--format", "csv"))
    assert len(rows) == 756
    assert list(rows[0])[:2] == ["rolls_left", "dice"]


# ---------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("name", "start"),
    [("odds.json", "{\n"), ("odds.csv", "name,"), ("odds.md", "# Gun"), ("odds.txt", "Gunslinger: ")],
)
def test_the_ending_of_a_file_names_its_format(tmp_path, name, start):
    path = tmp_path / name
    path.write_text("old", encoding="utf-8")
    assert show("gunslinger", "--out", str(path)) == ""
    assert path.read_text(encoding="utf-8").startswith(start)
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


def test_a_format_that_is_named_beats_the_ending(tmp_path):
    path = tmp_path / "odds.txt"
    show("gunslinger", "--out", str(path), "--format", "json")
    assert json.loads(path.read_text(encoding="utf-8"))["hero"] == "Gunslinger"


@pytest.mark.parametrize("question", [[], ["--goal", "damage"], ["--dice", "11456", "--with", "Six-It!"]])
def test_a_chart(tmp_path, question):
    path = tmp_path / "odds.png"
    assert show("gunslinger", *question, "--plot", str(path)).startswith("Gunslinger: ")
    assert path.read_bytes().startswith(PNG)


# ---------------------------------------------------------------- mistakes of the user

MISTAKES = {
    "unknown hero": (["gunslingr"], "unknown hero 'gunslingr': did you mean 'gunslinger'? known: "),
    "no hero file": (["nowhere/hero.toml"], "nowhere/hero.toml: no such hero file"),
    "unknown card": (["gunslinger", "--with", "Six-Ot!"], "unknown card 'Six-Ot!': did you mean 'Six-It!'?"),
    "useless card": (["gunslinger", "--with", "Eat Lead!"], "Eat Lead! cannot help this roll: "),
    "six dice": (["gunslinger", "--dice", "1,1,4,5,6,6"], "five dice are on the table, found 6"),
    "face seven": (["gunslinger", "--dice", "1,1,4,5,7"], "a die shows 1 to 6, found '7'"),
    "negative rolls": (
        ["gunslinger", "--rolls", "-1"],
        "rolls should be a whole number from 1 to 4, found -1",
    ),
    "zero rolls": (["gunslinger", "--rolls", "0"], "rolls should be a whole number from 1 to 4, found 0"),
    "five rolls": (["gunslinger", "--rolls", "5"], "rolls should be a whole number from 1 to 4, found 5"),
    "rolls left without dice": (["gunslinger", "--rolls-left", "1"], "rolls left need dice on the table"),
    "too many rolls left": (
        ["gunslinger", "--dice", "11456", "--rolls-left", "3"],
        "3 rolls left, but of 3 ",
    ),
    "negative rolls left": (["gunslinger", "--dice", "11456", "--rolls-left", "-1"], "rolls left should be "),
    "unknown goal": (["gunslinger", "--goal", "dammage"], "unknown goal 'dammage': did you mean 'damage'?"),
    "unknown ability": (
        ["gunslinger", "--goal", "Revolvr"],
        "unknown goal 'Revolvr': did you mean 'Revolver'?",
    ),
    "unknown step": (["gunslinger", "--goal", "Revolver: 6"], "unknown step of Revolver '6'"),
    "crooked goal": (["gunslinger", "--goal", "damage>5"], "'damage>5' is not a goal: write damage, or "),
    "too much CP": (["gunslinger", "--cp", "16"], "CP should be a whole number from 0 to 15, found 16"),
    "unknown level": (["gunslinger", "--level", "9"], "a level is 1, 2 or 3, found 9"),
    "unknown upgrade": (
        ["gunslinger", "--level", "Revolver V"],
        "unknown upgrade 'Revolver V': did you mean ",
    ),
    "no such side": (["cursed-pirate", "--side", "dark"], "unknown side 'dark': known: cursed, human"),
    "unknown defender": (["gunslinger", "--against", "palladin"], "unknown hero 'palladin': did you mean "),
    "level of nobody": (
        ["gunslinger", "--against-level", "2"],
        "the level or side of a defence needs a hero",
    ),
    "no such folder": (["gunslinger", "--heroes", "nowhere"], "--heroes nowhere: no such folder"),
    "unknown picture": (
        ["gunslinger", "--plot", "odds.gif"],
        "odds.gif: a picture ends in .png, .svg or .pdf",
    ),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_one_message_and_leaves_files_alone(refusal, tmp_path, monkeypatch, mistake):
    arguments, message = MISTAKES[mistake]
    monkeypatch.chdir(tmp_path)
    out = tmp_path / "odds.json"
    out.write_text("old", encoding="utf-8")
    said = refusal(*arguments, "--out", out)
    assert said.startswith(message)
    assert said.count("\n") == 1
    assert out.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "Missing argument 'HERO'"),
        (["gunslinger", "--rolls", "three"], "Invalid value for '--rolls'"),
        (["gunslinger", "--format", "xml"], "'xml' is not one of"),
        (["gunslinger", "--gaol", "damage"], "No such option"),
    ],
)
def test_words_that_the_command_does_not_know(refusal, arguments, said):
    message = refusal(*arguments)
    assert said in message
    assert message.startswith("Usage: dtsim odds")


@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_a_file_that_cannot_be_written(refusal, tmp_path, option):
    path = tmp_path / "missing" / "odds.png"
    assert refusal("gunslinger", option, path) == f"{path}: cannot be written: No such file or directory\n"


@pytest.mark.parametrize("option", ["--out", "--plot"])
def test_a_folder_in_the_place_of_the_file(refusal, tmp_path, option):
    path = tmp_path / "odds.png"
    path.mkdir()
    assert refusal("gunslinger", option, path).startswith(f"{path}: cannot be written: ")
    assert list(tmp_path.iterdir()) == [path]


def test_a_broken_hero_file(refusal, tmp_path):
    source = (shipped_folder("heroes") / "gunslinger.toml").read_text(encoding="utf-8")
    path, out = tmp_path / "broken.toml", tmp_path / "odds.json"
    path.write_text(
        source.replace("inflict Knockdown, deal 6", "inflict Knockdwon, deal 6"), encoding="utf-8"
    )
    out.write_text("old", encoding="utf-8")
    lines = refusal(path, "--out", out).splitlines()
    assert lines[0].startswith(f"{path}:")
    assert lines[0].endswith("unknown status effect 'Knockdwon'")
    assert lines[-1] == f"1 mistake in {path}"
    assert out.read_text(encoding="utf-8") == "old"


def test_the_program_itself():
    command = [sys.executable, "-m", "dtsim", "odds", "gunslingr"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("unknown hero 'gunslingr'")
    assert "Traceback" not in done.stderr
