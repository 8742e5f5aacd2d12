"""A scene for every ruling: what it shows by default, and by the other reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from .blows import BLIND, PUSH, STARS, WITHER, fighter, go_to_offer, offered, strike, watch
from .scene import defend, events, finish, go_to, offers, scene, step_on, texts

Rulings = Sequence[str]


class Readings(NamedTuple):
    """A scene that a ruling changes, and what it shows either way."""

    rule: str
    scene: Callable[[Rulings], Any]
    default: Any
    other: Any


BREATHER = """
[[status]]
name        = "Salve"
kind        = "positive"
stack_limit = 1
when        = "upkeep"
text        = "heal 4"
[[status]]
name        = "Thorn"
kind        = "negative"
stack_limit = 1
when        = "upkeep"
text        = "receive 3 dmg"
"""
SPITE = """
[[card]]
name = "Spite!"
play = "roll phase"
cost = 0
text = "deal 3 dmg to chosen opponent"
"""
LUCK = """
[[card]]
name = "Luck!"
play = "roll phase"
cost = 0
attack_modifier = true
text = '''
  roll 1 die
  add the roll dmg
'''
""".replace("'''", '"""')
MARK = """
[[status]]
name        = "Bounty"
kind        = "negative"
stack_limit = 1
persistent  = true
when        = "attacked"
text        = "add 1 dmg, attacker gains 1 cp"
"""
COIN = """
[[status]]
name        = "Coin"
kind        = "positive"
stack_limit = 1
spend       = "any time"
text        = "gain 3 cp"
"""
TRUCE = """
[[status]]
name        = "Truce"
kind        = "negative"
stack_limit = 1
when        = "always"
text        = "forbid dmg"
[[status.also]]
when        = "roll phase ends"
text        = "remove this token"
"""


def _upkeep(rulings: Rulings) -> int:
    """At the ceiling of 60, an Upkeep heals 4 and hurts 3."""
    mine = {"health": 60, "tokens": {"Salve": 1, "Thorn": 1}}
    game = scene(fighter(more=BREATHER), fighter(), mine, rulings=rulings)
    game.take("resolve Salve")
    return game.players[0].health


def _offensive_heal(rulings: Rulings) -> int:
    """At the ceiling of 60, an Attack heals 3 and its defence deals 3 back."""
    game = strike(
        fighter("heal 3, deal 5 dmg"), fighter(guard="deal 3 dmg"), {"health": 60}, then=[1], rulings=rulings
    )
    return finish(defend(game)).players[0].health


def _defence(rulings: Rulings) -> bool:
    """May the defender decline? With the only answer forced nobody is asked."""
    game = strike(fighter(), fighter(), then=[1], rulings=rulings)
    while not events(game, "defends") and game.question != "defend":
        game.take("pass")
    return game.question == "defend" and "decline" in texts(game)


def _discard_phase(rulings: Rulings) -> bool:
    """Is anything sold with six cards in hand?"""
    five = ["So Wild!", "Tip It!", "Samesies!", "Helping Hand", "Better D!"]
    mine = {"hand": five, "cp": 0}  # and one by the Income
    game = go_to(scene(fighter(), fighter(), mine, rulings=rulings), "main phase", step="N1")
    assert len(game.players[0].hand) == 6
    return game.take("end phase").question == "sell"


def _reflection(rulings: Rulings) -> int:
    """Retribution and a dodge that succeeds against 10: what comes back?"""
    held = {"tokens": {"Evasive": 1, "Retribution": 1}}
    game = strike(fighter("deal 10 dmg"), "paladin", {}, held, then=[1], rulings=rulings)
    for choice in ("spend Retribution", "spend Evasive against 10"):
        go_to_offer(game, choice, 1).take(choice)
    return 50 - finish(game).players[0].health


def _token_die(rulings: Rulings) -> bool:
    """May the attacker change the die of the defender's Evasive?"""
    mine = {"cp": 9, "hand": ["So Wild!"]}
    game = strike(fighter(), fighter(), mine, {"tokens": {"Evasive": 1}}, then=[1], rulings=rulings)
    go_to_offer(game, "spend Evasive", 1).take("spend Evasive")
    return events(game, "dice")[-1]["for"] == "Evasive" and offers(game, "play So Wild!")


def _card_die(rulings: Rulings) -> bool:
    """May the defender change the die of a modifier?"""
    mine, theirs = {"hand": ["Luck!"]}, {"cp": 9, "hand": ["Helping Hand"]}
    game = strike(fighter(more=LUCK), fighter(), mine, theirs, then=[6], rulings=rulings)
    go_to_offer(game, "play Luck!", 0).take("play Luck!")
    return events(game, "dice")[-1]["for"] == "Luck!" and offers(game, "play Helping Hand")


def _card_damage(rulings: Rulings) -> tuple[bool, int | None]:
    """An orange card deals the attacker 3, who would defeat the defender with the Attack."""
    theirs = {"health": 5, "hand": ["Spite!"]}
    game = strike(fighter(), fighter(more=SPITE), {"health": 3}, theirs, then=[1], rulings=rulings)
    go_to_offer(game, "play Spite!", 1).take("play Spite!")
    finish(game)
    return game.is_draw, game.winner


def _skipped_phase(rulings: Rulings) -> dict[str, int]:
    """What ends with the Roll Phase, when it was skipped."""
    mine = {"cp": 0, "tokens": {"Knockdown": 1, "Truce": 1}}
    game = scene(fighter(more=TRUCE), fighter(), mine, rulings=rulings)
    return go_to(game, "main phase", step="N1").players[0].tokens


def _pure_bounty(rulings: Rulings) -> tuple[int, int]:
    """A pure Attack on somebody with a Bounty: CP for the attacker, damage."""
    game = strike(
        fighter("deal 4 pure dmg"), fighter(more=MARK), {"cp": 0}, {"tokens": {"Bounty": 1}}, rulings=rulings
    )
    finish(game)
    return game.players[0].cp, 50 - game.players[1].health


def _theft(rulings: Rulings) -> list[int]:
    """A thief with 14 CP steals 3 of 5."""
    game = strike(fighter("steal 3 cp"), fighter(), {"cp": 13}, {"cp": 5}, rulings=rulings)
    return [player.cp for player in finish(game).players]


def _pure_wither(rulings: Rulings) -> int:
    """A pure Attack of somebody with Wither."""
    mine = {"tokens": {"Wither": 1}}
    game = finish(strike(fighter("deal 4 pure dmg", more=WITHER), fighter(), mine, rulings=rulings))
    return 50 - game.players[1].health


def _blind_ultimate(rulings: Rulings) -> tuple[int, int, dict[str, int]]:
    """An Ultimate announced by somebody who is Blind, with a 1 to come: damage, dice used, tokens."""
    game = strike(
        fighter(more=BLIND),
        fighter(),
        {"tokens": {"Blind": 1}},
        ability="Last Word!",
        dice=STARS,
        then=[1],
        rulings=rulings,
    )
    finish(game)
    return 50 - game.players[1].health, 1 - game.dice_left, game.players[0].tokens


def _new_bounty(rulings: Rulings) -> list[tuple[int, int]]:
    """An Attack that inflicts a Bounty first, and the next one: damage and CP of each."""
    hero = fighter("inflict Bounty; then deal 4 undefendable dmg", more=MARK)
    game = strike(hero, fighter(), {"cp": 0}, rulings=rulings)
    first = finish(game)
    before = (50 - first.players[1].health, first.players[0].cp - 1)  # 1 by the Income
    game = strike(hero, fighter(), {"cp": 0}, {"tokens": {"Bounty": 1}}, rulings=rulings)
    later = finish(game)
    return [before, (50 - later.players[1].health, later.players[0].cp - 1)]


def _additionally(rulings: Rulings) -> list[str]:
    """An ability that deals damage and additionally gains a token: what happens first?"""
    hero = fighter("additionally gain Protect; deal 4 undefendable dmg")
    game = finish(strike(hero, fighter(), rulings=rulings))
    return [event["event"] for event in game.events if event["event"] in ("tokens", "health")]


def _stolen_health(rulings: Rulings) -> list[int]:
    """An ability that steals 5 health of somebody whose defence, if there is one, prevents 2."""
    game = strike(
        fighter("steal 5 health"), fighter(guard="prevent 2 dmg"), {"health": 20}, then=[1], rulings=rulings
    )
    while game.step != "N1":
        if game.question == "defend":
            defend(game)
        else:
            step_on(game)
    return [player.health for player in game.players]


def _no_attack(rulings: Rulings) -> tuple[bool, bool]:
    """Wither takes all of the damage: may it be raised, is it defended against?"""
    mine = {"hand": ["Push!"], "tokens": {"Wither": 2}}
    game = strike(fighter("deal 2 dmg", more=WITHER + PUSH), fighter(), mine, rulings=rulings)
    asked = watch(game)
    return bool(offered(asked, "play Push!")), "defend" in [found.question for found in asked]


def _interrupted_instant(rulings: Rulings) -> int:
    """An Instant is to remove a token that gains 3 CP when spent: may its bearer spend it first?"""
    mine = {"cp": 9, "hand": ["Buh, Bye!", "So Wild!"]}
    theirs = {"cp": 0, "tokens": {"Coin": 1}}
    game = go_to(scene(fighter(), fighter(more=COIN), mine, theirs, turn=0, rulings=rulings), "main phase")
    game.take("play Buh, Bye!")
    if offers(game, "spend Coin"):
        game.take("spend Coin")
    go_to(game, "main phase")
    assert game.players[1].tokens == {}
    return game.players[1].cp


READINGS = {
    "clamp-heal-first": Readings("DT-UPK-4", _upkeep, 60, 57),
    "offensive-heal-later": Readings("DT-ORP-11", _offensive_heal, 57, 60),
    "defence-forced": Readings("DT-DRP-4", _defence, True, False),
    "free-sales-in-discard": Readings("DT-DSC-3", _discard_phase, False, True),
    "dodge-keeps-reflection": Readings("DT-FIN-11", _reflection, 0, 5),
    "token-dice-fixed": Readings("DT-STA-17", _token_die, True, False),
    "card-dice-fixed": Readings("DT-CRD-22", _card_die, True, False),
    "card-damage-at-once": Readings("DT-MAI-7", _card_damage, (True, None), (False, 1)),
    "skipped-phase-drops-tokens": Readings("DT-ORP-13", _skipped_phase, {"Truce": 1}, {}),
    "bounty-cp-on-pure": Readings("DT-TOK-9", _pure_bounty, (1, 4), (2, 4)),
    "steal-only-to-cap": Readings("DT-TXT-8", _theft, [15, 2], [15, 4]),
    "wither-lowers-pure": Readings("DT-DMG-9", _pure_wither, 4, 3),
    "blind-stops-ultimate": Readings("DT-ULT-11", _blind_ultimate, (10, 0, {}), (0, 1, {})),
    "new-tokens-wait": Readings("DT-TOK-8", _new_bounty, [(5, 1), (5, 1)], [(4, 0), (5, 1)]),
    "additionally-before-damage": Readings(
        "DT-TXT-5", _additionally, ["health", "tokens"], ["tokens", "health"]
    ),
    "stolen-health-is-damage": Readings("DT-TXT-9", _stolen_health, [25, 45], [23, 47]),
    "attack-by-net-damage": Readings("DT-ABL-7", _no_attack, (True, True), (False, False)),
    "instants-interrupt-instants": Readings("DT-CRD-7", _interrupted_instant, 0, 3),
}
