"""Cards in hand: what a text can do to the dice, and which cards cannot help."""

import pytest

import dtsim
from dtsim.dicethrone.odds.board import board_of
from dtsim.dicethrone.odds.hand import hand_of
from dtsim.dicethrone.odds.outcomes import Outcomes
from dtsim.dicethrone.odds.plays import Play, PlayKind
from dtsim.errors import DtsimError

HERO = """
[hero]
name     = "Invented"
dice     = ["sword", "sword", "sword", "life", "life", "pow"]
complete = false
[[offensive]]
name  = "Strike"
needs = "3 sword"
text  = "deal 5 dmg"
[[card]]
name = "Trick!"
play = "roll phase"
cost = {cost}
text = \"\"\"
{text}
\"\"\"
"""


@pytest.fixture
def play_of(tmp_path):
    """The play behind the text of one card."""

    def play(text, cost=1):
        path = tmp_path / "invented.toml"
        path.write_text(HERO.format(cost=cost, text=text), encoding="utf-8")
        (held,) = hand_of(["Trick!"], Outcomes(board_of(dtsim.load_hero(path))))
        return held.play

    return play


@pytest.mark.parametrize(
    ("text", "play"),
    [
        ("change 1 of your dice to 6", Play(PlayKind.CHANGE, 1, 0b100000)),
        ("change up to 2 of your dice to sword", Play(PlayKind.CHANGE, 1, 0b000111, 2)),
        ("change 1 die to any", Play(PlayKind.CHANGE, 1)),
        ("change 1 die by 1", Play(PlayKind.STEP, 1)),
        ("change 1 of your dice to another", Play(PlayKind.COPY, 1)),
        ("reroll 1 of your dice", Play(PlayKind.REROLL, 1)),
        ("reroll 1 of your dice\nmay: reroll 1 of your dice", Play(PlayKind.REROLL, 1, count=2)),
        ("reroll any of your dice", Play(PlayKind.ATTEMPT, 1)),
        ("gain 1 roll attempt", Play(PlayKind.ATTEMPT, 1)),
        ("change 1 of your dice to 6, draw 1 card", Play(PlayKind.CHANGE, 1, 0b100000)),
        ("spend 2 cp: change 1 die to any", Play(PlayKind.CHANGE, 3)),
        ("spend 2 cp: draw 1 card\nchange 1 die to any", Play(PlayKind.CHANGE, 1)),
        ("if you have 1+ Evasive: change 2 dice to any\nelse: change 1 die to any", Play(PlayKind.CHANGE, 1)),
    ],
)
def test_a_text_that_changes_dice(play_of, text, play):
    assert play_of(text) == play


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("draw 2 cards", "it changes no dice"),
        ("gain 2 cp", "it changes no dice"),
        ("reroll 1 of opponent dice", "an opponent's dice"),
        ("change 1 die to any, gain 1 cp", "it also does 'gain'"),
        ("change 1 die to any or draw 1 card", "a choice between effects"),
        ("change 1 die by 2", "in a way that is not known"),
        ("gain 2 roll attempts", "several Roll Attempts"),
        ("reroll up to 2 of your dice", "re-rolls several dice at once"),
        ("reroll 1 of your dice\nreroll 1 of your dice", "second re-roll is not optional"),
        ("spend 1 cp: reroll 1 of your dice\nspend 1 cp: reroll 1 of your dice", "one effect of several"),
        ("spend 1 Evasive: change 1 die to any", "not a number of your CP"),
        ("if you have 0 cp: change 1 die to any", "its condition is about CP"),
        ("roll 1 die\non 6: change 1 die to any", "it looks at the dice first"),
    ],
)
def test_a_text_that_cannot_help(play_of, text, reason):
    with pytest.raises(DtsimError, match=rf"Trick! cannot help this roll: .*{reason}.*cards that can: "):
        play_of(text)


def test_a_card_that_nobody_can_pay(play_of):
    with pytest.raises(DtsimError, match="it costs 16 CP, and nobody has more than 15"):
        play_of("spend 2 cp: change 1 die to any", cost=14)


@pytest.mark.parametrize(
    ("hero", "card", "reason"),
    [
        ("barbarian", "Get Some!", "it changes no dice|it also does"),
        ("barbarian", "Better D!", "its condition does not hold"),
        ("barbarian", "Vegas Baby!", "it belongs to 'main phase'"),
        ("paladin", "Crit", "it belongs to 'attacking'"),
    ],
)
def test_cards_and_tokens_of_another_moment(hero, card, reason):
    with pytest.raises(DtsimError, match=f"{card} cannot help this roll: ({reason})"):
        dtsim.odds(hero, cards=[card])


@pytest.mark.parametrize(("limit", "repeatable"), [("", True), ('limit = "1 per turn"', False)])
def test_a_passive_is_used_as_long_as_the_cp_last_or_as_its_limit_allows(tmp_path, limit, repeatable):
    path = tmp_path / "invented.toml"
    text = "spend 1 cp: reroll 1 of your dice"
    passive = f'[[passive]]\nname = "Luck"\nwhen = "any time"\n{limit}\ntext = "{text}"\n'
    path.write_text(HERO.format(cost=1, text="draw 1 card") + passive, encoding="utf-8")
    (held,) = hand_of(["Luck"], Outcomes(board_of(dtsim.load_hero(path))))
    assert held.play == Play(PlayKind.REROLL, 1, repeatable=repeatable)


def test_names_are_known_without_capitals_and_signs():
    found = dtsim.odds("paladin", cards=["six it", "TRY TRY AGAIN", "tithe"], cp=3)
    assert found.cards == ("Six-It!", "Try, Try Again!", "Tithe")


def test_nine_cards_are_too_many():
    with pytest.raises(DtsimError, match="9 cards in hand are too many: the most is 8"):
        dtsim.odds("paladin", cards=["Six-It!"] * 9)
