"""Scenario files: what they ask for, and every mistake in its line."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from dtsim.dicethrone.pairs import COUPLINGS
from dtsim.errors import DtsimError, FileError
from dtsim.experiments.plan import MOST_GAMES, PILOT, Budget
from dtsim.experiments.scenario import Scenario, ScenarioFile, load_scenario, read_scenario
from dtsim.files import shipped_folder

SHIPPED = sorted(path.stem for path in shipped_folder("scenarios").glob("*.toml"))


def _read(source: str, folder: Path = Path()) -> Scenario:
    return read_scenario(source, folder / "mine.toml")


def _mistakes(source: str) -> list[tuple[int, int, str]]:
    with pytest.raises(FileError) as caught:
        _read(source)
    return [(m.place.line, m.place.column, m.message) for m in caught.value.mistakes]


# ------------------------------------------------------------------------------------------ what they ask for


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_scenario_can_be_played(name: str) -> None:
    scenario = load_scenario(name)
    assert scenario.plan.matchups()
    assert scenario.plan.title
    assert scenario.command == f"dtsim run {name}"
    assert scenario.folder == Path("reports", name)


def test_the_five_questions_have_their_scenario() -> None:
    assert SHIPPED == ["full-matrix", "one-against-the-field", "quick", "skill-ladder", "what-if"]


def test_a_scenario_says_everything_that_a_plan_needs() -> None:
    scenario = _read(
        """
        title = "Mine"
        heroes = ["paladin", "barbarian:random"]
        players = ["greedy"]
        focus = ["paladin:greedy"]
        games = 300
        half_width = 0.05
        seed = 9
        coupling = "hero"
        mirrors = true
        rulings = ["defence-forced"]
        turn_cap = 60
        [numbers.paladin]
        "Holy Light II/cost" = 1
        [output]
        folder = "here"
        formats = ["csv", "md"]
    """.replace('"Holy Light II/cost" = 1', _a_number("paladin"))
    )
    plan = scenario.plan
    assert plan.labels == ("paladin:greedy", "barbarian:random")
    assert (plan.title, plan.seed, plan.coupling, plan.turn_cap) == ("Mine", 9, "hero", 60)
    assert (plan.rulings, plan.mirrors, plan.focus) == (("defence-forced",), True, ("paladin:greedy",))
    assert plan.budget == Budget(300, 0.05)
    assert plan.entrants[0].numbers
    assert plan.events
    assert (scenario.folder, scenario.formats) == (Path("here"), ("csv", "md"))
    assert scenario.command == "dtsim run mine.toml"


def _a_number(hero: str) -> str:
    from dtsim.dicethrone.heroes.roster import numbers_of

    number = numbers_of(hero)[-1]
    return f'"{number.address}" = {number.value + 1}'


def test_without_heroes_all_complete_ones_take_part() -> None:
    assert len(_read("games = 10").plan.entrants) >= 6


def test_a_half_width_alone_is_enough() -> None:
    assert _read("half_width = 0.02").plan.budget == Budget(MOST_GAMES, 0.02)


def test_hero_files_are_looked_for_beside_the_scenario(tmp_path: Path) -> None:
    source = (shipped_folder("heroes") / "paladin.toml").read_text(encoding="utf-8")
    (tmp_path / "my-paladin.toml").write_text(source, encoding="utf-8")
    scenario = _read('heroes = ["my-paladin.toml", "barbarian"]', tmp_path)
    assert scenario.plan.labels == ("my-paladin", "barbarian")
    assert scenario.plan.entrants[0].given == str(tmp_path / "my-paladin.toml")


def test_the_words_of_the_file_are_those_of_the_engine() -> None:
    assert set(get_args(ScenarioFile.model_fields["coupling"].annotation)) == {PILOT, *COUPLINGS}


# ------------------------------------------------------------------------------------------ mistakes


def test_every_mistake_is_found_at_once_in_its_place() -> None:
    found = _mistakes(
        """titel = "x"
heroes = ["gunslinger", "paladn", "barbarian:gredy", 5]
players = ["greedy", "rndom"]
mode = "2v2"
games = 0
half_width = 0.7
seed = "x"
coupling = "seats"
rulings = ["defense-forced"]
focus = ["huntress"]

[numbers.gunslinger]
"Revolver/deal/11" = 4
"Revolver/deal/1" = -1

[numbers.hunter]
"a" = 1

[output]
folder = 3
formats = ["pdf"]
fromat = 1
"""
    )
    places = [(line, column) for line, column, _ in found]
    assert places == [
        (1, 1), (2, 25), (2, 35), (2, 54), (3, 22), (4, 8), (5, 9), (6, 14), (7, 8), (8, 12), (9, 12),
        (10, 10), (13, 1), (14, 21), (16, 2), (20, 10), (21, 12), (22, 1),
    ]  # fmt: skip
    messages = [message for _, _, message in found]
    assert messages[0] == "unknown key 'titel'"
    assert messages[1] == "unknown hero 'paladn'"
    assert messages[6] == "'games' should be at least 1, found 0"
    assert messages[12].startswith("unknown number 'Revolver/deal/11'")


def test_a_mistake_names_the_nearest_word() -> None:
    with pytest.raises(FileError, match="did you mean 'paladin'"):
        _read('heroes = ["paladn", "barbarian"]')
    with pytest.raises(FileError, match="did you mean 'Revolver/deal/1'"):
        _read('heroes = ["gunslinger", "barbarian"]\nnumbers.gunslinger."Revolver/del/1" = 2')


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("games = ", "a value is missing"),
        ('heroes = ["paladin"]', "matchups need at least two heroes"),
        ('heroes = ["nowhere.toml", "paladin"]', "no such hero file"),
        ('heroes = "paladin"', "should be a list"),
        ("players = []", "'players' is empty"),
        ("games = 10\n[output]\nformats = []", "'formats' is empty"),
        ("half_width = 0", "should be above 0"),
        ('games = "many"', "should be a whole number"),
        ("numbers = 5", "should be a table"),
        ("turn_cap = 0", "should be at least 1"),
        ("seed = 9223372036854775808", "should be below"),
        ('coupling = "full"', "'[against]' is missing"),
        ('coupling = "seat"\n[against]', "two versions are compared with the coupling 'full'"),
        ("[against]", "both versions are the same"),
        ('[against]\nheroes = ["nowhere.toml"]', "is no hero, hero file or folder"),
        ('[against]\nrulings = ["defense-forced"]', "unknown ruling"),
        ('[against.numbers.paladin]\n"nothing" = 1', "unknown number 'nothing'"),
        ('[against.numbers.hunter]\n"nothing" = 1', "'hunter' does not take part"),
        ("[against]\nheros = []", "unknown key 'heros'"),
    ],
)
def test_a_broken_scenario_is_one_message(source: str, message: str) -> None:
    assert any(message in found for _, _, found in _mistakes(source))


def test_a_hero_with_mistakes_of_its_own_is_named(tmp_path: Path) -> None:
    (tmp_path / "broken.toml").write_text("[hero]\n")
    with pytest.raises(FileError, match="has mistakes of its own"):
        _read('heroes = ["broken.toml", "paladin"]', tmp_path)


def test_an_unknown_scenario_is_told_with_the_nearest_name() -> None:
    with pytest.raises(DtsimError, match="unknown scenario 'quik': did you mean 'quick'"):
        load_scenario("quik")
    with pytest.raises(DtsimError, match="no such scenario file"):
        load_scenario("nowhere.toml")
