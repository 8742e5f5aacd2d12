"""`dtsim.odds` from Python: what it returns, what it can be asked, how it says that a question is wrong."""

import dataclasses
import itertools
import json
from fractions import Fraction

import pandas as pd
import pytest

import dtsim
from dtsim.dicethrone.odds.api import ability_odds
from dtsim.errors import DtsimError, FileError
from dtsim.files import shipped_folder

ALL_ROLLS = list(itertools.combinations_with_replacement(range(1, 7), 5))


@pytest.fixture(scope="module")
def chances():
    return dtsim.odds("gunslinger")


@pytest.fixture(scope="module")
def pursued():
    return dtsim.odds("gunslinger", goal="damage")


@pytest.fixture(scope="module")
def advised():
    return dtsim.odds("gunslinger", dice="1,1,4,5,6", rolls_left=2, cards=["Six-It!"], cp=1)


# ---------------------------------------------------------------- what comes back


def test_without_a_goal_there_are_only_chances(chances):
    assert (chances.hero, chances.slug, chances.rolls, chances.cp) == ("Gunslinger", "gunslinger", 3, 2)
    assert (chances.cards, chances.levels, chances.side, chances.against) == ((), {}, "", None)
    assert (chances.goal, chances.best, chances.dice, chances.advice) == (None, None, None, ())
    assert [(row.name, row.level, row.needs) for row in chances.abilities[:4]] == [
        ("Revolver", 1, "3 bullet"),
        ("Revolver", 1, "4 bullet"),
        ("Revolver", 1, "5 bullet"),
        ("Bounty Hunter", 1, "2 bullet + 2 bullseye"),
    ]
    assert all(0 < row.probability < 1 and row.exact is None for row in chances.abilities)
    assert chances.abilities == ability_odds("gunslinger")


def test_a_goal_brings_the_best_policy(pursued):
    best = pursued.best
    assert pursued.goal == best.goal == "damage"
    assert not best.is_chance
    assert list(best.abilities) == [*dict.fromkeys(row.name for row in pursued.abilities), "none"]
    assert sum(best.abilities.values()) == pytest.approx(1, abs=1e-12)
    assert sum(best.damage.values()) == pytest.approx(1, abs=1e-12)
    assert list(best.damage) == sorted(best.damage)
    assert best.expected_damage == pytest.approx(best.value, abs=1e-12)


def test_a_chance_is_the_share_of_the_damage_it_asks_for():
    best = dtsim.odds("gunslinger", goal="damage >= 7").best
    assert (best.goal, best.is_chance) == ("damage>=7", True)
    assert sum(chance for amount, chance in best.damage.items() if amount >= 7) == pytest.approx(best.value)


def test_the_goal_of_an_ability_is_its_own_chance(chances):
    best = dtsim.odds("gunslinger", goal="Fan the Hammer").best
    alone = next(row for row in chances.abilities if row.name == "Fan the Hammer")
    assert best.value == pytest.approx(alone.probability, abs=1e-12)
    assert best.value == pytest.approx(best.abilities["Fan the Hammer"], abs=1e-12)


@pytest.mark.parametrize("word", ["revolver: 4", "Revolver: 4 bullet", " REVOLVER :4"])
def test_a_step_of_an_ability(chances, word):
    best = dtsim.odds("gunslinger", goal=word).best
    assert best.goal == "Revolver: 4 bullet"
    assert best.value == pytest.approx(chances.abilities[1].probability, abs=1e-12)


def test_any_of_several_abilities():
    best = dtsim.odds("gunslinger", goal=["Deadeye", "Showdown"]).best
    assert best.goal == "Deadeye or Showdown"
    assert best.value == pytest.approx(best.abilities["Deadeye"] + best.abilities["Showdown"], abs=1e-12)


@pytest.mark.parametrize(("goal", "value"), [("damage>=0", 1), ("damage>=30", 0)])
def test_goals_that_are_certain_or_impossible(goal, value):
    assert dtsim.odds("gunslinger", goal=goal).best.value == pytest.approx(value, abs=1e-12)


def test_dice_on_the_table_bring_advice(advised):
    assert (advised.dice, advised.rolls_left, advised.goal) == ((1, 1, 4, 5, 6), 2, "damage")
    moves = [row.move for row in advised.advice]
    assert len(set(moves)) == len(moves)
    assert sum(move.stop for move in moves) == 1
    assert [move.play for move in moves if move.play] == ["Six-It!"]
    assert sum(move.play is None and not move.stop for move in moves) == 3 * 2 * 2 * 2 - 1
    first = advised.advice[0]
    assert first.regret == 0
    assert first.value == pytest.approx(advised.best.value, abs=1e-12)
    for row in advised.advice:
        assert sorted(row.keep + row.move.roll + tuple(old for old, _ in row.move.change)) == [1, 1, 4, 5, 6]
        assert row.value + row.regret == pytest.approx(first.value, abs=1e-12)
        assert sum(row.abilities.values()) == pytest.approx(1, abs=1e-12)


def test_all_but_one_roll_are_left_unless_said_otherwise():
    assert dtsim.odds("gunslinger", dice=(6, 5, 4, 1, 1)).rolls_left == 2
    assert dtsim.odds("gunslinger", 1, dice="11456").rolls_left == 0


def test_with_no_roll_left_one_can_only_stop():
    found = dtsim.odds("gunslinger", dice=[6, 6, 6, 6, 1], rolls_left=0)
    assert [row.move.stop for row in found.advice] == [True]
    assert found.best.damage == {6: 1}
    assert {row.name: row.probability for row in found.abilities}["Deadeye"] == 1


# ---------------------------------------------------------------- policy


def test_the_policy_has_252_states_for_each_number_of_rolls_left(pursued):
    policy = pursued.policy()
    assert [entry.rolls_left for entry in policy] == [2] * 252 + [1] * 252 + [0] * 252
    for left in range(3):
        assert [entry.dice for entry in policy[252 * left : 252 * (left + 1)]] == ALL_ROLLS
    for entry in policy:
        assert sorted(entry.move.keep + entry.move.roll) == list(entry.dice)
        assert (entry.activate is not None) == entry.move.stop == (not entry.move.roll)
        assert entry.exact is None
    assert all(entry.move.stop for entry in policy[504:])
    assert policy[-1].activate == "Fill'Em With Lead!: 5 bullseye"
    assert policy[-1].value == 11


def test_the_policy_names_the_card_to_play():
    policy = dtsim.odds("gunslinger", goal="Deadeye", cards=["Six-It!"], cp=1).policy()
    (entry,) = [e for e in policy if e.rolls_left == 0 and e.dice == (1, 2, 6, 6, 6)]
    assert (entry.move.play, entry.move.change, entry.move.keep) == ("Six-It!", ((1, 6),), (2, 6, 6, 6))
    assert (entry.move.stop, entry.activate, entry.value) == (False, None, 1)


def test_there_is_no_policy_without_a_goal(chances):
    with pytest.raises(DtsimError, match="a policy needs a goal"):
        chances.policy()


# ---------------------------------------------------------------- frames, records, fractions


@pytest.mark.parametrize(
    ("what", "columns", "n_rows"),
    [
        ("abilities", ["name", "level", "needs", "probability"], 9),
        ("best", ["ability", "probability"], 8),
        ("damage", ["damage", "probability"], 8),
        ("policy", ["rolls_left", "dice", "keep", "roll", "change", "play", "activate", "value"], 756),
    ],
)
def test_frames(pursued, what, columns, n_rows):
    frame = pursued.frame(what)
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == columns
    assert len(frame) == n_rows


def test_a_frame_of_advice(advised):
    frame = advised.frame("advice")
    assert list(frame.columns) == ["keep", "roll", "change", "play", "value", "regret", "abilities"]
    assert frame["regret"].is_monotonic_increasing


def test_the_first_frame_is_that_of_the_abilities(pursued):
    assert pursued.frame().equals(pursued.frame("abilities"))
    assert pursued.frame()["probability"].dtype == float


def test_a_frame_that_does_not_exist(pursued):
    with pytest.raises(DtsimError, match="unknown table 'damge': did you mean 'damage'"):
        pursued.frame("damge")


def test_records_survive_json(advised):
    record = advised.to_dict(policy=True)
    assert json.loads(json.dumps(record)) == record
    assert len(record["policy"]) == 3 * 252


def test_fractions_stand_beside_the_decimals(pursued):
    found = dtsim.odds("gunslinger", goal="damage", exact=True)
    assert isinstance(found.best.exact, Fraction)
    assert float(found.best.exact) == pytest.approx(pursued.best.value, abs=1e-12)
    assert sum(found.best.abilities_exact.values()) == 1
    assert sum(found.best.damage_exact.values()) == 1
    assert sum(amount * chance for amount, chance in found.best.damage_exact.items()) == found.best.exact
    assert all(float(row.exact) == row.probability for row in found.abilities)
    assert found.policy()[0].exact == Fraction(5)
    assert "exact" in found.frame().columns


def test_results_do_not_change(pursued):
    for value in (pursued, pursued.best, pursued.abilities[0], pursued.policy()[0]):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, dataclasses.fields(value)[0].name, 0)


def test_the_same_question_has_the_same_answer():
    question = {"goal": "damage", "cards": ["Six-It!", "Tip It!"], "against": "paladin"}
    assert dtsim.odds("huntress", **question).to_dict(True) == dtsim.odds("huntress", **question).to_dict(
        True
    )


# ---------------------------------------------------------------- levels, sides, heroes


UPGRADED = [upgrade.ability.name for upgrade in dtsim.load_hero("gunslinger").upgrades]


@pytest.mark.parametrize(
    ("levels", "found"),
    [
        (None, {}),
        (1, {}),
        ("Showdown II", {"Showdown": 2}),
        ("showdown=3", {"Showdown": 3}),
        ({"Showdown": 3, "Revolver": 1}, {"Showdown": 3}),
        (["Revolver=2", "Showdown III"], {"Revolver": 2, "Showdown": 3}),
        (["2", "Revolver I"], {name: 2 for name in UPGRADED if name != "Revolver"}),
        (2, dict.fromkeys(UPGRADED, 2)),
    ],
)
def test_levels(levels, found):
    assert dtsim.odds("gunslinger", levels=levels).levels == found


def test_an_upgrade_brings_its_numbers_and_further_abilities():
    plain, upgraded = (dtsim.odds("gunslinger", goal="damage", levels=level) for level in (1, 2))
    added = [row.name for row in upgraded.abilities if row.name not in plain.best.abilities]
    assert added == ["Enforcer", "Mark the Target", "Pistol Whip"]
    assert {row.level for row in upgraded.abilities if row.name in added} == {2}
    assert upgraded.best.value > plain.best.value


def test_the_goal_may_be_named_like_the_upgrade():
    assert dtsim.odds("gunslinger", goal="Revolver II", levels=2).goal == "Revolver"


def test_a_board_with_two_sides():
    assert dtsim.odds("cursed-pirate").side == "human"
    cursed = dtsim.odds("cursed-pirate", side="Cursed")
    assert cursed.side == "cursed"
    assert cursed.abilities[0].name == "Soul Cutlass"


def test_a_hero_by_value_by_path_and_by_printed_name(chances):
    path = shipped_folder("heroes") / "gunslinger.toml"
    for hero in (dtsim.load_hero("gunslinger"), path, str(path), "Gunslinger"):
        assert dtsim.odds(hero).abilities == chances.abilities


def test_a_folder_of_heroes_comes_first(tmp_path):
    source = (shipped_folder("heroes") / "gunslinger.toml").read_text(encoding="utf-8")
    changed = source.replace('"deal 3/4/5 dmg"', '"deal 6/8/10 dmg"')
    (tmp_path / "gunslinger.toml").write_text(changed, encoding="utf-8")
    found = dtsim.odds("gunslinger", goal="damage", heroes=[tmp_path])
    assert found.best.value > dtsim.odds("gunslinger", goal="damage").best.value


def test_more_of_anything_never_hurts():
    values = [dtsim.odds("barbarian", rolls, "damage").best.value for rolls in (1, 2, 3, 4)]
    assert values == sorted(values)
    values = [dtsim.odds("barbarian", goal="damage", cards=["So Wild!"], cp=cp).best.value for cp in range(4)]
    assert values[0] == values[1] < values[2] == values[3]
    values = [dtsim.odds("barbarian", goal="damage", against=hero).best.value for hero in (None, "paladin")]
    assert values[0] > values[1]


# ---------------------------------------------------------------- wrong questions


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ({"rolls": 0}, "rolls should be a whole number from 1 to 4, found 0"),
        ({"rolls": 5}, "rolls should be a whole number from 1 to 4, found 5"),
        ({"rolls": True}, "rolls should be a whole number"),
        ({"rolls": 2.0}, "rolls should be a whole number"),
        ({"cp": -1}, "CP should be a whole number from 0 to 15, found -1"),
        ({"cp": 16}, "CP should be a whole number from 0 to 15, found 16"),
        ({"goal": "Revolvr"}, "unknown goal 'Revolvr': did you mean 'Revolver'"),
        ({"goal": "damage>12"}, "'damage>12' is not a goal: write damage, or damage>=12"),
        ({"goal": ["damage", "Revolver"]}, "several goals can only be abilities"),
        ({"goal": []}, "several goals can only be abilities"),
        ({"goal": "Revolver: 6"}, "unknown step of Revolver '6'.*Revolver: 3 bullet"),
        ({"goal": "Duel"}, "unknown goal 'Duel'"),
        ({"goal": "Revolver II"}, "unknown goal 'Revolver II'"),
        ({"dice": (1, 1, 4, 5)}, "five dice are on the table, found 4"),
        ({"dice": (1, 1, 4, 5, 0)}, "a die shows 1 to 6, found '0'"),
        ({"dice": "1,1,4,5,x"}, "a die shows 1 to 6, found 'x'"),
        ({"rolls_left": 2}, "rolls left need dice on the table"),
        ({"dice": "11456", "rolls_left": 3}, "3 rolls left, but of 3 rolls at most 2 are left"),
        ({"dice": "11456", "rolls_left": -1}, "rolls left should be a whole number from 0 to 3, found -1"),
        ({"cards": ["Six"]}, "unknown card 'Six'.*Six-It!"),
        ({"cards": ["Tithe"]}, "unknown card 'Tithe'"),
        ({"levels": 4}, "a level is 1, 2 or 3, found 4"),
        ({"levels": "Revolver III"}, "unknown upgrade 'Revolver III': did you mean 'Revolver II'"),
        ({"levels": {"Revolver": 3}}, "Revolver of Gunslinger has no level III: the highest is II"),
        ({"levels": {"Revolvr": 2}}, "unknown ability 'Revolvr': did you mean 'Revolver'"),
        ({"side": "cursed"}, "Gunslinger has a board with one side only"),
        ({"against": "palladin"}, "unknown hero 'palladin': did you mean 'paladin'"),
        ({"against": "paladin", "against_side": "dark"}, "Paladin has a board with one side only"),
        ({"against_levels": 2}, "needs a hero who defends"),
        ({"against_side": "human"}, "needs a hero who defends"),
        ({"heroes": ["no such folder"]}, "no such folder"),
    ],
)
def test_a_wrong_question_is_told_what_is_wrong(question, message):
    with pytest.raises(DtsimError, match=message):
        dtsim.odds("gunslinger", **question)


def test_an_unknown_hero():
    with pytest.raises(DtsimError, match="unknown hero 'gunslingr': did you mean 'gunslinger'"):
        dtsim.odds("gunslingr")


def test_a_hero_without_a_defence_cannot_be_attacked_against(tmp_path):
    path = tmp_path / "half.toml"
    path.write_text(
        '[hero]\nname = "Half"\ndice = ["fist", "fist", "fist", "foot", "foot", "eye"]\ncomplete = false\n'
        '[[offensive]]\nname = "Hit"\nneeds = "3 fist"\ntext = "deal 4 dmg"\n',
        encoding="utf-8",
    )
    assert dtsim.odds(path, goal="damage").best.value > 3
    with pytest.raises(DtsimError, match="the file of Half has no Defensive Ability"):
        dtsim.odds("gunslinger", goal="damage", against=path)


def test_a_broken_hero_file_shows_the_line(tmp_path):
    source = (shipped_folder("heroes") / "gunslinger.toml").read_text(encoding="utf-8")
    path = tmp_path / "broken.toml"
    path.write_text(
        source.replace("inflict Knockdown, deal 6", "inflict Knockdwon, deal 6"), encoding="utf-8"
    )
    with pytest.raises(FileError, match="unknown status effect 'Knockdwon'"):
        dtsim.odds(path)
