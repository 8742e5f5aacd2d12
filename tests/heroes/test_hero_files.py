"""Every shipped hero file says what is printed: the tables below were written by hand from the fact sheets.

A row names its numbers by the word that owns them: `roll 1; deal 4 1 2` are the numbers behind `roll` and
behind `deal` in the order of the file. Every number of every file is in a row, so a changed digit fails.
"""

# ruff: noqa: E501 (the tables are wider than code)

from __future__ import annotations

from collections.abc import Iterator

import pytest

from dtsim.dicethrone.heroes.library import hero_paths, load_common, load_hero
from dtsim.dicethrone.heroes.model.amounts import Times
from dtsim.dicethrone.heroes.model.hero import Ability, Number, Token
from dtsim.dicethrone.heroes.model.lines import If, Line, On, Spend, Text
from dtsim.dicethrone.heroes.model.needs import Need, Show
from dtsim.dicethrone.heroes.model.things import Counter, Damage, Who
from dtsim.files import shipped_folder

DECKS = {
    "barbarian": 32,
    "cursed-pirate": 33,
    "gunslinger": 32,
    "huntress": 32,
    "paladin": 32,
    "shadow-thief": 32,
}

DICE = {
    "barbarian": "sword sword sword life life pow",
    "cursed-pirate": "cutlass cutlass cutlass booty booty skull",
    "gunslinger": "bullet bullet bullet dash dash bullseye",
    "huntress": "spear spear claw claw bonded-soul sabertooth",
    "paladin": "sword sword helmet helmet life prayer",
    "shadow-thief": "dagger dagger bag bag playing-card shadow",
}

COMPLEXITY = {
    "barbarian": 1,
    "cursed-pirate": 4,
    "gunslinger": 2,
    "huntress": 5,
    "paladin": 5,
    "shadow-thief": 5,
}

# slot or cost | name | needs, or dice of the defence | numbers | types of damage | counters and groups named
# A row with a cost is an upgrade; `+` is an ability that the upgrade above it adds.
BOARDS = {
    "barbarian": """
        offensive | Smack           | 3/4/5 sword      | deal 4 6 8                | normal              |
        2         | Smack II        | 3/4/5 sword      | deal 5 7 9; on 4          | normal              |
        3         | Smack III       | 3/4/5 sword      | deal 6 8 10; on 4         | normal              |
        offensive | Sturdy Blow     | 2 sword + 2 pow  | deal 4                    | undefendable        |
        1         | Sturdy Blow II  | 2 sword + 2 pow  | deal 5                    | undefendable        |
        2         | Sturdy Blow III | 2 sword + 2 pow  | deal 6                    | undefendable        |
        offensive | Fortitude       | 3/4/5 life       | heal 4 5 6                |                     |
        2         | Fortitude II    | 3/4/5 life       | heal 5 6 7; on 3; remove 1 |                    |
        offensive | Overpower       | 3 sword + 2 pow  | roll 3; if 14             | normal              | Concussion
        2         | Overpower II    | 3 sword + 2 pow  | roll 3; if 10             | normal              | Concussion
        +         | War Cry         | 2 sword + 2 life | heal 2; deal 2            | undefendable        |
        offensive | Mighty Blow     | small straight   | deal 9                    | normal              |
        2         | Mighty Blow II  | small straight   | deal 8                    | undefendable        |
        offensive | Crit Bash       | 4 pow            | deal 5                    | undefendable        | Stun
        2         | Crit Bash II    | 4 pow            | deal 7                    | undefendable        | Stun
        +         | Crit Smash      | 3 pow            | deal 2                    | undefendable        | Concussion
        offensive | Reckless        | large straight   | deal 15; if 1; receive 4  | normal undefendable |
        2         | Reckless II     | large straight   | deal 20; if 1; receive 5  | normal undefendable |
        ultimate  | Rage!           | 5 pow            | deal 15                   | normal              | Stun
        defensive | Thick Skin      | 3                | heal 2                    |                     |
        3         | Thick Skin II   | 4                | heal 2; on 2; prevent 1   |                     |
    """,
    "paladin": """
        offensive | Righteous Combat     | 3 sword + 2 helmet  | roll 2; deal 5 1 2; heal 2; gain 1 | normal |
        2         | Righteous Combat II  | 3 sword + 2 helmet  | roll 3; deal 5 1 2; heal 2; gain 1 | normal |
        4         | Righteous Combat III | 3 sword + 2 helmet  | roll 3; deal 6 1 2; heal 2; gain 1 | normal |
        +         | Steadfast            | 2 sword + 1 helmet  | heal 2; deal 2      | undefendable   |
        offensive | Retaliate            | 3 helmet + 1 prayer | gain 3              |                | Retribution
        1         | Retaliate II         | 3 helmet + 1 prayer | gain 4              |                | Retribution
        +         | Requital | 1 sword + 1 helmet + 1 life + 1 prayer | heal 1; deal 3 | undefendable | Retribution
        offensive | Mighty Prayer        | 3 sword + 1 prayer  | deal 3              | undefendable   | Accuracy, Crit
        2         | Mighty Prayer II     | 3 sword + 1 prayer  | deal 4              | undefendable   | Accuracy, Crit
        +         | Offensive Stance     | 2 sword + 1 prayer  | deal 2              | undefendable   | Accuracy, Crit
        offensive | Holy Attack          | small straight / large straight | heal 1 2; deal 6 8 | normal |
        2         | Holy Attack II       | small straight / large straight | heal 1 2; deal 7 9 | normal |
        offensive | Righteous Prayer     | 4 prayer            | deal 8; gain 2      | normal         | Crit
        2         | Righteous Prayer II  | 4 prayer            | deal 8; gain 2      | undefendable   | Crit
        +         | Prosperity           | 3 prayer            | gain 4              |                |
        offensive | Holy Light           | 2 life              | heal 1; roll 2; draw 1; gain 2 |     | Crit, Protect
        2         | Holy Light II        | 2 life              | heal 1; roll 3; draw 1; gain 2 |     | Crit, Protect
        ultimate  | Resolute Faith!      | 5 prayer            | heal 5; deal 10     | normal         | Blessing of Divinity
        passive   | Tithe                |                     | spend 1 3; reroll 1; draw 1 |        |
        3         | Tithe II             |                     | spend 1 2; reroll 1; draw 1; gain 1 | |
        defensive | Divine Defense       | 3                   | deal 1; prevent 1 2; gain 1 | normal |
        3         | Divine Defense II    | 4                   | deal 1; prevent 1 2; gain 1 | normal |
        4         | Divine Defense III   | 4              | deal 1; prevent 1 2; gain 1; on 2 1 | normal | Protect
    """,
    "shadow-thief": """
        offensive | Dagger Strike       | 3/4/5 dagger        | deal 4 6 8; gain 1         | normal | Poison
        0         | Dagger Strike II    | 3/4/5 dagger        | deal 4 6 8; gain 1; draw 1 | normal | Poison
        offensive | Pickpocket          | 2/3/4 bag           | gain 2 3 4; remove 1       |        |
        1         | Pickpocket II       | 2/3/4/5 bag         | gain 3 4 5 6; remove 2     |        |
        offensive | Shifty Strike       | small straight      | gain 3                     | normal |
        2         | Shifty Strike II    | small straight      | gain 4                     | normal |
        +         | Shadow Strike       | 2 dagger + 2 shadow |                            | normal | Poison
        offensive | Insidious Strike    | large straight      | gain 3                     | normal |
        2         | Insidious Strike II | large straight      | gain 4                     | normal |
        +         | Shank Attack | 1 dagger + 1 bag + 1 playing-card + 1 shadow | gain 1; draw 1 | | Poison, Sneak Attack
        offensive | Shadow Dance        | 3 shadow            | roll 1                     | pure   | Shadows, Sneak Attack
        1         | Shadow Dance II     | 3 shadow            | roll 1; draw 1             | pure   | Shadows, Sneak Attack
        offensive | Carducopia          | 2 playing-card      | draw 1                     |        |
        2         | Carducopia II       | 2 playing-card      | draw 1; discard 1; gain 1  |        |
        ultimate  | Shadow Shank!       | 5 shadow            | gain 3; deal 5             | normal | Shadows
        defensive | Shadow Defense      | 4                   | on 2 2               |        | Poison, Shadows, Sneak Attack
        3         | Shadow Defense II   | 5                   |                      |        | Poison, Shadows, Sneak Attack
        defensive | Counter Strike      | 5                   | deal 1; on 1 1             | normal | Poison
        4         | Counter Strike II   | 5                   | deal 2; on 1 1             | normal | Poison
    """,
    "huntress": """
        offensive | Animalistic          | 3/4/5 spear             | deal 3 4 5          | normal       |
        2         | Animalistic II       | 3/4/5 spear             | deal 4 5 6; on 4    | normal       | Bleed
        offensive | Savage               | 3 claw + 1 sabertooth   | roll 1; deal 4 1 2  | normal       | Bleed, Nyra's Bond
        2         | Savage II            | 3 claw + 1 sabertooth   | roll 1; deal 5 1 2  | normal       | Bleed, Nyra's Bond
        +         | Hunt                 | 2 claw + 1 sabertooth   | deal 3              | normal       | Bleed
        offensive | Resuscitate          | 2 bonded-soul           | gain 3              |              | Nyra, Nyra's Bond
        2         | Resuscitate II       | 2 bonded-soul           | gain 2              |              | Nyra, Nyra's Bond
        offensive | Feral Instincts      | 3 spear + 1 bonded-soul | deal 2              | undefendable | Nyra's Bond
        2         | Feral Instincts II   | 3 spear + 1 bonded-soul | deal 3              | undefendable | Nyra's Bond
        +         | Swipe                | 2 spear + 1 sabertooth  | inflict 3           |              | Bleed
        offensive | Onslaught            | small straight / large straight | inflict 1 2; deal 4 7 | normal | Bleed
        2         | Onslaught II         | small straight / large straight | inflict 1 2; deal 5 8 | normal | Bleed
        offensive | Predatory Advance    | 2 spear + 2 claw + 1 bonded-soul | gain 1; deal 5 | normal   | Nyra
        2         | Predatory Advance II | 2 spear + 2 claw + 1 bonded-soul | gain 1; deal 6 | normal   | Nyra
        +         | Jugular              | 1 spear + 1 claw + 1 sabertooth  | inflict 2      |          | Bleed
        offensive | Feral                | 4 sabertooth            | gain 1; deal 5      | undefendable | Nyra
        2         | Feral II             | 4 sabertooth            | gain 1; deal 6      | undefendable | Nyra
        +         | Ferocious            | 3 sabertooth            | gain 1; inflict 2   |              | Bleed, Nyra
        ultimate  | Jungle Fury!         | 5 sabertooth            | inflict 2; deal 12  | normal       | Bleed, Nyra's Bond
        defensive | Maternal Bond        | 3                | deal 1 2; gain 1; if 1     | normal       | Nyra, Nyra Awake
        2         | Maternal Bond II     | 4                |                            | normal       | Nyra, Nyra Awake
        4         | Maternal Bond III    | 4                | deal 1 1 2; gain 1; if 1   | normal       | Nyra, Nyra Awake
    """,
    "cursed-pirate": """
        offensive | Cutlass Strike    | 3/4/5 cutlass                 | deal 5 6 7; on 4 | normal       | Powder Keg
        offensive | X Marks the Spot  | 3 booty       | gain 1 1; roll 3; deal 2; draw 1 | undefendable | Cursed Doubloon
        offensive | Walk the Plank    | 1 cutlass + 2 booty + 1 skull | steal 1; discard 1; deal 7 | normal |
        offensive | Light the Fuse    | small straight / large straight | deal 7 9       | normal       | Powder Keg
        offensive | Shiver Me Timbers | 1 cutlass + 3 skull           | deal 7           | undefendable | Cursed Doubloon
        offensive | Black Spot        | 4 skull                       | deal 7        | undefendable | Cursed Doubloon, Parlay
        offensive | Soul Cutlass      | 3/4/5 cutlass                 | deal 5 7 9; on 3 | normal       | Powder Keg
        offensive | Dread Mark | 3 booty | gain 2; roll 4; deal 2; draw 1; inflict 1 | undefendable      | Cursed Doubloon
        offensive | Abyssal Walk      | 1 cutlass + 2 booty + 1 skull | steal 1; discard 1; deal 8 | normal | Wither
        offensive | Thar She Blows    | small straight / large straight | deal 7 10      | normal       | Powder Keg, Wither
        offensive | The Shivering | 1 cutlass + 3 skull | deal 8; receive 1 | collateral undefendable    | Cursed Doubloon
        offensive | Black Soul        | 4 skull                   | deal 8         | undefendable | Parlay, Powder Keg, Wither
        ultimate  | Pirate's Touch!   | 5 skull              | deal 12; gain 2 | normal | Cursed Doubloon, Parlay, Powder Keg
        ultimate  | Cursed Touch! | 5 skull | deal 13; inflict 2     | normal | Cursed Doubloon, Parlay, Powder Keg, Wither
        passive   | Cursed            |                 | gain 3; if 1; remove 1 4       |              | Cursed Doubloon, Powder Keg
        defensive | Ahoy Matey        | 4               | deal 1; gain 1; prevent 2; on 2 1 | normal    | Cursed Doubloon
        defensive | Avast Ye          | 5               | deal 1; gain 1; prevent 2; on 1 1 | normal    | Cursed Doubloon
    """,
    "gunslinger": """
        offensive | Revolver           | 3/4/5 bullet          | deal 3 4 5       | normal       |
        2         | Revolver II        | 3/4/5 bullet          | deal 4 5 6; on 4 | normal       | Knockdown
        offensive | Bounty Hunter      | 2 bullet + 2 bullseye | deal 1           | undefendable | Bounty
        1         | Bounty Hunter II   | 2 bullet + 2 bullseye | deal 2           | undefendable | Bounty
        offensive | Showdown           | small straight        | duel 1; deal 7 5 | normal       |
        2         | Showdown II        | small straight        | duel 1; deal 8 6 | normal       |
        3         | Showdown III       | small straight        | duel 1; deal 9 6 | normal       |
        offensive | Deadeye            | 4 bullseye            | deal 6           | undefendable | Knockdown
        2         | Deadeye II         | 4 bullseye            | deal 8           | undefendable | Knockdown
        +         | Enforcer           | 3 bullseye            | choose 2         |              | Bounty, Evasive, Knockdown
        offensive | Take Cover         | 2 bullet + 3 dash     | deal 5           | normal       | Evasive
        2         | Take Cover II      | 2 bullet + 3 dash     | deal 6           | normal       | Evasive
        +         | Mark the Target    | 3 dash                | gain 2           |              | Bounty, Evasive
        offensive | Fan the Hammer     | large straight        | gain 2; deal 7   | normal       | Evasive
        2         | Fan the Hammer II  | large straight        | gain 2; deal 8   | normal       | Evasive
        +         | Pistol Whip        | 2 dash + 1 bullseye   | deal 1           | undefendable | Evasive, Knockdown
        ultimate  | Fill'Em With Lead! | 5 bullseye            | deal 10; reroll 1 | normal      | Bounty, Evasive, Knockdown
        passive   | Quick Draw         |                       |                  |              | Reload
        2         | Quick Draw II      |                       | reroll 1         |              | Reload
        defensive | Duel               | 1                     | duel 1; deal 3 1 | normal       |
        3         | Duel II            | 1                     | duel 1; deal 3 1 | normal       |
    """,
}

# kind | name | Stack Limit | moments (spendable: with `spend`) | numbers | further properties
TOKENS = {
    "barbarian": "",
    "paladin": """
        positive | Crit        | 1 | spend attacking                 | if 5; add 4 |
        positive | Accuracy    | 1 | spend offensive roll phase ends |             |
        positive | Retribution | 1 | spend attacked                  |             |
    """,
    "shadow-thief": """
        positive | Shadows      | 1 | attacked, turn ends             | if 1      |
        positive | Sneak Attack | 1 | spend offensive roll phase ends | roll 1    |
        negative | Poison       | 3 | upkeep                          | receive 1 | persistent
    """,
    "huntress": """
        companion | Nyra | 7 | setup, attacking, attacked, removed, upkeep | gain 7 1; if 1 1 0 5; add 2 |
        marker    | Nyra Awake  | 1 |                                |              |
        positive  | Nyra's Bond | 1 | spend attacked, spend any time | if 1; gain 2 |
    """,
    "cursed-pirate": """
        unique   | Cursed Doubloon | 5 or 3 | upkeep             | receive 1               | persistent transfer remove
        negative | Powder Keg      | 1 | upkeep, gained at limit | roll 1; on 1 2 6; receive 3 3 |
        negative | Wither          | 2 | attacking               | prevent 1               | persistent
        negative | Parlay          | 1 | always, roll phase ends |                         |
    """,
    "gunslinger": """
        positive | Reload    | 2 | spend attacking         | roll 1          |
        negative | Bounty    | 1 | attacked                | add 1; gain 1   | persistent
        marker   | Wild West | 1 | rolled, roll phase ends | reroll 1; add 1 |
    """,
    "common": """
        positive | Evasive     | 3 | spend damaged                   | roll 1; on 1 2    |
        positive | Protect     | 1 | spend damaged                   |                   |
        positive | Cleanse     | 3 | spend any time                  | remove 1          |
        positive | Guard Break | 2 | spend offensive roll phase ends | roll 1; on 4 5    |
        negative | Knockdown   | 1 | before offensive roll phase     | spend 2           |
        negative | Concussion  | 1 | income                          |                   |
        negative | Stun        | 1 | always, roll phase ends         |                   |
        negative | Bleed       | 2 | upkeep                          | roll 1; receive 1 1 4; remove 1 5 6 |
        negative | Targeted    | 1 | attacked                        | add 2             | persistent
        unique   | Blessing of Divinity | 1 | defeated               | set 1             | transfer remove
    """,
}

# play | name | cost | numbers | types of damage | counters named. `AM`: Attack Modifier. `promo`: not in the deck.
CARDS = {
    "barbarian": """
        main phase       | Concuss!          | 1 |                |  | Concussion
        roll phase ends  | Head Bash!        | 0 | if 8           |  | Concussion
        roll phase AM    | Get Some!         | 2 | roll 5; add 1  |  | Concussion
        instant          | Feelin' Good!     | 0 | roll 3; heal 1 2 |  |
        main phase promo | Adrenaline Surge! | 0 | roll 1; heal 2; draw 1 |  | Concussion
    """,
    "paladin": """
        main phase       | Mighty!       | 1 |                                  |        | Crit
        main phase       | Consecration! | 4 | choose 1                         |        | Accuracy, Crit, Protect, Retribution
        main phase       | Blessed!      | 1 | roll 1; draw 2; heal 3 4; gain 3 |        |
        roll phase       | Absolution!   | 1 | roll 1; deal 3; prevent 3 5 2; gain 2 | normal |
        main phase promo | Divine Favor! | 0 | roll 1; gain 4; draw 1           |        |
    """,
    "shadow-thief": """
        main phase       | Sneaky!            | 1 |                        |  | Sneak Attack
        instant          | Poison Wound!      | 2 |                        |  | Poison
        roll phase       | Wild Shadow!       | 4 | if 1; change 2 1       |  | Shadows
        instant          | Shadow Coin!       | 0 | if 1; gain 3 2         |  | Shadows
        instant          | Enter the Shadows! | 4 |                        |  | Shadows
        main phase       | Card Trick!        | 2 | discard 1; if 1; draw 2 1 |  | Shadows
        main phase promo | Shadow Meld!       | 0 | roll 1; gain 2; draw 1 |  | Sneak Attack
    """,
    "huntress": """
        main phase       | Blood Bond!   | 1 | roll 3; gain 1 1 2          |  | Nyra
        main phase       | Savage Slash! | 1 | choose 1; roll 1; inflict 2 |  | Bleed
        roll phase AM    | Pounce!       | 0 | roll 5; add 1               |  | Bleed
        roll phase AM    | Prowl!        | 0 | roll 1; add 1 2 3; gain 1   |  | Nyra
        instant          | Resilient!    | 1 |                             |  | Nyra's Bond
        main phase promo | Primal Roar!  | 0 | roll 1; gain 4; draw 1      |  | Nyra
    """,
    "cursed-pirate": """
        main phase       | Yo Ho!          | 2 | choose 1                       |        | Powder Keg
        main phase       | Light It Up!    | 2 |                                |        | Powder Keg
        main phase       | Feed the Fish!  | 3 | inflict 3                      |        | Powder Keg
        main phase       | Pirate's Life!  | 1 | heal 3                         |        | Cursed Doubloon
        main phase       | High Stakes!    | 2 | roll 2; draw 2; gain 2         |        |
        main phase       | Crow's Nest!    | 1 | choose 1; roll 1; discard 1 1  |        |
        main phase       | Truce!          | 3 |                                |        | Parlay
        main phase       | Pillage!        | 0 | steal 1                        |        |
        main phase       | Scurvy!         | 2 | receive 1                      | normal | Wither
        main phase       | Swashbuckle!    | 2 | roll 1; deal 2; draw 2         | normal | Powder Keg
        roll phase       | Ransom!         | 1 | choose 1; spend 2; gain 2      |        |
        roll phase AM    | Run Ya Through! | 2 | roll 5; add 1; if 3            |        | Powder Keg
        roll phase AM    | Shark Bait!     | 1 | add 2                          |        |
        instant          | Batten Down!    | 4 | draw 4                         |        |
        instant          | Cursed Cards!   | 0 | draw 1 2 3; receive 2 4        | normal |
        main phase promo | Heave-Ho!       | 0 | roll 1; draw 1                 |        | Parlay
    """,
    "gunslinger": """
        main phase       | Wanted!           | 2 |                          |              | Bounty
        main phase       | Spin the Chamber! | 1 |                          |              | Reload
        main phase       | Roulette!         | 1 | choose 1; roll 1; deal 2 | undefendable | Bounty, Knockdown
        roll phase AM    | Wild West!        | 1 |                          |              | Wild West
        roll phase AM    | Eat Lead!         | 1 | roll 5; add 1; if 4      |              | Knockdown
        main phase promo | Run and Gun!      | 0 | roll 1; draw 1           |              | Bounty, Knockdown
    """,
    "common": """
        main phase | Transference!        | 2 | transfer 1 |  |
        main phase | What Status Effects? | 2 |            |  |
        main phase | Vegas Baby!          | 0 | roll 1     |  |
        main phase | Get That Outta Here! | 1 | remove 1   |  |
        instant    | Triple Up!           | 2 | draw 3     |  |
        instant    | Double Up!           | 1 | draw 2     |  |
        instant    | Buh, Bye!            | 2 | remove 1   |  |
        instant    | Tip It!              | 1 | change 1 1 |  |
        instant    | Getting Paid!        | 0 | gain 2     |  |
        roll phase | Not This Time!       | 1 | prevent 6  |  |
        roll phase | Twice As Wild!       | 3 | change 2   |  |
        roll phase | Try, Try Again!      | 1 | reroll 1 1 |  |
        roll phase | So Wild!             | 2 | change 1   |  |
        roll phase | Samesies!            | 1 | change 1   |  |
        roll phase | One More Time!       | 1 | gain 1     |  |
        roll phase | Helping Hand         | 1 | reroll 1   |  |
        roll phase | Better D!            | 0 | gain 1     |  |
        roll phase | Six-It!              | 1 | change 1 6 |  |
    """,
}

KEYWORDS = {"cursed-pirate": {"Refuse": "roll 1; on 3 6"}}

SIDES = {
    "human": {
        "Cutlass Strike",
        "X Marks the Spot",
        "Walk the Plank",
        "Light the Fuse",
        "Shiver Me Timbers",
        "Black Spot",
        "Pirate's Touch!",
        "Ahoy Matey",
    },
    "cursed": {
        "Soul Cutlass",
        "Dread Mark",
        "Abyssal Walk",
        "Thar She Blows",
        "The Shivering",
        "Black Soul",
        "Cursed Touch!",
        "Avast Ye",
    },
    "": {"Cursed"},
}

LEVELS = {1: "", 2: " II", 3: " III"}
HEROES = sorted(DECKS)


# ---------------------------------------------------------------- what a file says, in the columns of the tables


def _table(rows: str) -> dict[str, list[str]]:
    """The rows by the name in their second column."""
    cells = ([cell.strip() for cell in row.split("|")] for row in rows.strip().splitlines())
    table = {row[1]: [row[0], *row[2:]] for row in cells}
    assert len(table) == len(rows.strip().splitlines())
    return table


def _numbers(text: str) -> dict[str, list[int]]:
    """`roll 1; deal 4 1 2` as {roll: [1], deal: [4, 1, 2]}."""
    entries = (entry.split() for entry in text.split(";") if entry.strip())
    return {owner: [int(number) for number in numbers] for owner, *numbers in entries}


def _numbers_by_item(numbers: tuple[Number, ...]) -> dict[str, dict[str, list[int]]]:
    found: dict[str, dict[str, list[int]]] = {}
    for number in numbers:
        item, owner, *_ = number.address.split("/")
        found.setdefault(item, {}).setdefault(owner, []).append(number.value)
    return found


def _text_numbers(numbers: dict[str, dict[str, list[int]]], item: str) -> dict[str, list[int]]:
    labels = ("cost", "copies", "needs", "dice", "stack_limit")
    return {owner: values for owner, values in numbers.get(item, {}).items() if owner not in labels}


def _needs(ability: Ability) -> str:
    if ability.slot == "defensive":
        return str(getattr(ability.dice, "number", ability.dice))
    steps = [need.parts[0] for need in ability.needs]
    if len(steps) > 1 and all(isinstance(step, Show) for step in steps):
        return "/".join(str(step).split()[0] for step in steps) + " " + str(steps[0]).split()[1]
    return " / ".join(str(need) for need in ability.needs)


def _texts(ability: Ability) -> Iterator[Text]:
    yield ability.text
    for rule in ability.rules:
        yield rule.text


def _damage(texts: Iterator[Text] | list[Text]) -> str:
    kinds = {
        action.thing.type
        for text in texts
        for line in text
        for option in line.options
        for action in option
        if action.verb in ("deal", "receive") and isinstance(action.thing, Damage)
    }
    return " ".join(sorted(kinds))


def _counters(texts: Iterator[Text] | list[Text]) -> set[str]:
    return {name for text in texts for line in text for name in _named(line)}


def _named(line: Line) -> Iterator[str]:
    things: list[object] = []
    for guard in line.guards:
        if isinstance(guard, Spend):
            things.append(guard.thing)
        if isinstance(guard, If) and guard.condition.counted:
            things.append(guard.condition.counted.counter)
    for option in line.options:
        for action in option:
            things += [action.thing, action.to]
            if isinstance(action.amount, Times):
                things.append(action.amount.counted.counter)
            if isinstance(action.to, Who):
                things.append(action.to.counter)
    return (thing.name for thing in things if isinstance(thing, Counter))


def _names(cell: str) -> set[str]:
    return {name.strip() for name in cell.split(",") if name.strip()}


def _moments(token: Token) -> str:
    return ", ".join(f"spend {rule.moment}" if rule.spend else rule.moment for rule in token.rules)


def _properties(token: Token) -> str:
    return " ".join([*(["persistent"] if token.persistent else []), *token.locked])


def _limit(token: Token) -> str:
    same = token.limit_you == token.limit_others
    return str(token.limit_you) if same else f"{token.limit_you} or {token.limit_others}"


# ---------------------------------------------------------------- tests


def test_the_shipped_heroes_are_the_ones_in_the_tables():
    shipped = {slug for slug, path in hero_paths().items() if path.parent == shipped_folder("heroes")}
    assert shipped == set(DECKS)


@pytest.mark.parametrize("slug", HEROES)
def test_the_deck_without_promo_cards_has_its_printed_size(slug):
    hero = load_hero(slug)
    copies = sum(card.copies for card in hero.cards) + sum(upgrade.copies for upgrade in hero.upgrades)
    assert copies == DECKS[slug]
    assert sum(card.copies for card in hero.cards if card.common) == 18


@pytest.mark.parametrize("slug", HEROES)
def test_dice_and_complexity_are_as_printed(slug):
    hero = load_hero(slug)
    assert hero.dice == tuple(DICE[slug].split())
    assert hero.complexity == COMPLEXITY[slug]
    assert hero.complete
    assert hero.doubts


@pytest.mark.parametrize("slug", HEROES)
def test_every_face_of_the_dice_is_asked_for_by_some_ability(slug):
    hero = load_hero(slug)
    asked = {
        face
        for ability in hero.abilities
        for need in (*ability.needs, *(need for need in _asked_by(ability.text)))
        for part in need.parts
        if isinstance(part, Show)
        for face in part.faces.faces
    }
    assert asked == {1, 2, 3, 4, 5, 6}


def _asked_by(text: Text) -> Iterator[Need]:
    for line in text:
        for guard in line.guards:
            if isinstance(guard, On):
                yield from guard.needs


@pytest.mark.parametrize("slug", HEROES)
def test_every_number_has_an_address_of_its_own(slug):
    addresses = [number.address for number in load_hero(slug).numbers]
    assert len(addresses) == len(set(addresses))


@pytest.mark.parametrize("slug", HEROES)
def test_every_number_of_the_file_belongs_to_a_row(slug):
    rows = {*_table(BOARDS[slug]), *_table(CARDS[slug]), *KEYWORDS.get(slug, {})}
    if TOKENS[slug]:
        rows |= {*_table(TOKENS[slug])}
    assert set(_numbers_by_item(load_hero(slug).numbers)) <= rows


def _board_rows() -> list[tuple[str, str]]:
    return [(slug, name) for slug in HEROES for name in _table(BOARDS[slug])]


@pytest.mark.parametrize(("slug", "name"), _board_rows())
def test_the_ability_is_as_printed(slug, name):
    hero = load_hero(slug)
    slot_or_cost, needs, numbers, damage, counters = _table(BOARDS[slug])[name]
    if slot_or_cost.isdigit():
        upgrade = next(upgrade for upgrade in hero.upgrades if upgrade.name == name)
        ability = upgrade.ability
        assert upgrade.cost == int(slot_or_cost)
        assert upgrade.copies == 1
        assert name == ability.name + LEVELS[ability.level]
    elif slot_or_cost == "+":
        ability = next(added for upgrade in hero.upgrades for added in upgrade.adds if added.name == name)
    else:
        ability = hero.ability(name)
        assert ability.slot == slot_or_cost
        assert ability.level == 1
    assert _needs(ability) == needs
    assert _text_numbers(_numbers_by_item(hero.numbers), name) == _numbers(numbers)
    assert _damage(_texts(ability)) == damage
    assert _counters(_texts(ability)) == _names(counters)


@pytest.mark.parametrize("slug", HEROES)
def test_the_board_has_no_ability_beside_the_rows(slug):
    hero = load_hero(slug)
    names = [ability.name for ability in hero.abilities]
    for upgrade in hero.upgrades:
        names += [upgrade.name, *(added.name for added in upgrade.adds)]
    assert sorted(names) == sorted(_table(BOARDS[slug]))


@pytest.mark.parametrize("slug", HEROES)
def test_an_added_ability_comes_with_the_upgrade_above_it(slug):
    above = ""
    for name, row in _table(BOARDS[slug]).items():
        if row[0] == "+":
            upgrade = next(upgrade for upgrade in load_hero(slug).upgrades if upgrade.name == above)
            assert [added.name for added in upgrade.adds] == [name]
        above = name


def _token_rows() -> list[tuple[str, str]]:
    return [(slug, name) for slug, rows in TOKENS.items() if rows for name in _table(rows)]


@pytest.mark.parametrize(("slug", "name"), _token_rows())
def test_the_status_effect_is_as_printed(slug, name):
    if slug == "common":
        common = load_common(shipped_folder("heroes"))
        tokens, numbers = tuple(common.tokens.values()), common.numbers
    else:
        hero = load_hero(slug)
        tokens, numbers = tuple(token for token in hero.tokens if not token.common), hero.numbers
    kind, limit, moments, printed, properties = _table(TOKENS[slug])[name]
    token = next(token for token in tokens if token.name == name)
    assert token.kind == kind
    assert _limit(token) == limit
    assert _moments(token) == moments
    assert _text_numbers(_numbers_by_item(numbers), name) == _numbers(printed)
    assert _properties(token) == properties
    assert {token.name for token in tokens} == set(_table(TOKENS[slug]))


def _card_rows() -> list[tuple[str, str]]:
    return [(slug, name) for slug, rows in CARDS.items() for name in _table(rows)]


@pytest.mark.parametrize(("slug", "name"), _card_rows())
def test_the_card_is_as_printed(slug, name):
    if slug == "common":
        common = load_common(shipped_folder("heroes"))
        cards, numbers = common.cards, common.numbers
    else:
        hero = load_hero(slug)
        cards, numbers = tuple(card for card in hero.cards if not card.common), hero.numbers
    play, cost, printed, damage, counters = _table(CARDS[slug])[name]
    card = next(card for card in cards if card.name == name)
    assert card.play == play.removesuffix(" AM").removesuffix(" promo")
    assert card.attack_modifier == play.endswith(" AM")
    assert card.copies == (0 if play.endswith(" promo") else 1)
    assert card.cost == int(cost)
    assert _text_numbers(_numbers_by_item(numbers), name) == _numbers(printed)
    assert _damage([card.text]) == damage
    assert _counters([card.text]) == _names(counters)
    assert {card.name for card in cards} == set(_table(CARDS[slug]))


@pytest.mark.parametrize("slug", HEROES)
def test_keywords_are_as_printed(slug):
    hero = load_hero(slug)
    found = {
        keyword.name: _text_numbers(_numbers_by_item(hero.numbers), keyword.name) for keyword in hero.keywords
    }
    assert found == {name: _numbers(numbers) for name, numbers in KEYWORDS.get(slug, {}).items()}


def test_each_ability_of_the_pirate_is_on_its_side_of_the_board():
    hero = load_hero("cursed-pirate")
    assert hero.sides == ("human", "cursed")
    for side, names in SIDES.items():
        assert {ability.name for ability in hero.abilities if ability.side == side} == names


def test_situations_in_which_cards_can_be_played():
    conditions = {
        (slug, card.name): card.condition.about
        for slug in HEROES
        for card in load_hero(slug).cards
        if card.condition
    }
    assert {about for (_, name), about in conditions.items() if name == "One More Time!"} == {"phase_is"}
    assert {about for (_, name), about in conditions.items() if name == "Better D!"} == {"phase_is"}
    own = {key: about for key, about in conditions.items() if key[1] not in ("One More Time!", "Better D!")}
    assert own == {("barbarian", "Head Bash!"): "dmg_was", ("paladin", "Absolution!"): "you_are_attacked"}


def test_the_pirate_may_decline_every_doubloon_of_her_own():
    hero = load_hero("cursed-pirate")
    texts = [ability.text for ability in hero.abilities] + [card.text for card in hero.cards]
    for text in texts:
        for line in text:
            gains = [
                a
                for option in line.options
                for a in option
                if a.verb == "gain" and a.thing == Counter("Cursed Doubloon")
            ]
            assert not gains or any(type(guard).__name__ == "May" for guard in line.guards)
