"""Heroes to be invented: each passage asks for something that a hero of the future may want."""

from __future__ import annotations

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.files import shipped_folder

SKELETON = """
[hero]
name  = "Invented"
dice  = ["claw", "claw", "claw", "moon", "moon", "star"]
sides = ["human", "beast"]

[[offensive]]
name  = "Scratch"
needs = "3/4/5 claw"
text  = "deal 4/5/6 dmg"

[[ultimate]]
name  = "Star Fall!"
needs = "5 star"
text  = "deal 10 dmg"

[[defensive]]
name = "Guard"
dice = 3
text = "prevent 1 x moon dmg"
"""

INVENTED = {
    "a pet with health that takes the damage, whole or in part": """
        [[status]]
        name        = "Bear"
        kind        = "companion"
        stack_limit = 8
        [[status.also]]
        when = "setup"
        text = "gain 8 Bear, gain Bear Awake"
        [[status.also]]
        when = "attacking"
        if   = "you have 1+ Bear Awake"
        text = "add 1 dmg"
        [[status.also]]
        when = "attacked"
        if   = "you have 1+ Bear Awake"
        text = "if the attack is not ultimate, may: skip defensive roll phase, transfer all dmg to Bear"
        [[status.also]]
        when = "removed"
        text = "remove Bear Awake"
        [[status.also]]
        when = "upkeep"
        if   = "you have 0 Bear Awake"
        text = "if you have 4+ Bear: gain Bear Awake; else: gain 2 Bear"
        [[status]]
        name        = "Bear Awake"
        kind        = "marker"
        stack_limit = 1
        [[status]]
        name        = "Bear's Oath"
        kind        = "positive"
        stack_limit = 2
        [[status.also]]
        spend = "attacked"
        if    = "you have 1+ Bear Awake"
        text  = "skip defensive roll phase, transfer any dmg to Bear"
        [[status.also]]
        spend = "any time"
        text  = "gain 3 Bear"
    """,
    "a board that turns over, and a passive that watches the opponents": """
        [[offensive]]
        name  = "Bite"
        side  = "beast"
        needs = "4 moon"
        text  = "deal 9 dmg"
        [[passive]]
        name = "Moonrise"
        [[passive.also]]
        side = "human"
        when = "turn ends"
        text = "if you have 1+ Calm: remove 1 Calm; else: set side to beast"
        [[passive.also]]
        side = "beast"
        when = "upkeep"
        text = "remove 2 health"
        [[passive.also]]
        side  = "beast"
        when  = "roll phase ends"
        whose = "opponent"
        text  = "if not an attack was made: inflict Fear"
        [[status]]
        name        = "Calm"
        kind        = "unique"
        stack_limit = { you = 4, others = 2 }
        persistent  = true
        locked      = ["transfer", "remove"]
        when        = "upkeep"
        whose       = "others"
        text        = "receive 1 x Calm dmg"
        [[status]]
        name        = "Fear"
        kind        = "negative"
        stack_limit = 1
        when        = "attacking"
        text        = "prevent 1 dmg, remove this token"
    """,
    "no action at all, then another Attack": """
        [[status]]
        name        = "Trance"
        kind        = "negative"
        stack_limit = 1
        [[status.also]]
        when = "always"
        text = "forbid actions"
        [[status.also]]
        when  = "roll phase ends"
        whose = "opponent"
        text  = "remove this token, owner repeats offensive roll phase"
    """,
    "prices at any time, and a defeat that is cheated": """
        [[passive]]
        name = "Toll"
        [[passive.also]]
        when = "any time"
        text = "spend 2 cp: reroll 1 of your dice"
        [[upgrade]]
        name  = "Toll II"
        of    = "Toll"
        level = 2
        cost  = 3
        [[upgrade.also]]
        when = "any time"
        text = "spend 1 cp: reroll 1 of your dice"
        [[upgrade.also]]
        when = "activating"
        text = "if the ability needs star: gain 1 cp"
        [[status]]
        name        = "Second Breath"
        kind        = "unique"
        stack_limit = 1
        locked      = ["transfer", "remove"]
        when        = "defeated"
        text        = "remove this token, set health to 3"
    """,
    "untouchable until the end of the next own turn, and a theft": """
        [[status]]
        name        = "Fog"
        kind        = "positive"
        stack_limit = 1
        when        = "attacked"
        text        = "if the attack is not ultimate: skip defensive roll phase, prevent all dmg"
        [[status.also]]
        when = "turn ends"
        text = "if you have 1+ old Fog: remove this token"
        [[offensive]]
        name  = "Snatch"
        needs = "2/3/4 moon"
        text  = "gain 1/2/3 cp; on star, may: remove 2 cp from chosen opponent"
    """,
    "companions that grow into each other": """
        [[group]]
        name = "Fungus"
        of   = ["Spore", "Cap"]
        [[keyword]]
        name = "Ripen"
        text = "gain Spore or change 1 Spore to Cap"
        [[status]]
        name        = "Spore"
        kind        = "companion"
        stack_limit = 3
        limit       = "1 per turn"
        spend       = "any time"
        text        = "reroll 1 of your dice"
        [[status]]
        name        = "Cap"
        kind        = "companion"
        stack_limit = 2
        limit       = "1 per turn"
        [[status.also]]
        spend = "attacking"
        text  = "add 2 dmg"
        [[status.also]]
        spend = "inflicted"
        text  = "prevent 1 negative status"
        [[status.also]]
        when = "any time"
        text = "spend 1 cp, spend 1 Cap: draw 1 card"
        [[card]]
        name = "Harvest Time!"
        play = "main phase"
        cost = 0
        text = '''
          activate 2 Ripen
          spend up to 3 Fungus: gain 1 x spent cp
          if 2+ were spent: heal 1
        '''
    """,
    "machines that are paid or activated for nothing": """
        [[group]]
        name = "Machine"
        of   = ["Drill", "Press"]
        [[group]]
        name = "Order"
        of   = ["Bore", "Flatten"]
        [[keyword]]
        name  = "Bore"
        if    = "you have 1+ Drill"
        limit = "1 per turn"
        text  = "add 2 dmg"
        [[keyword]]
        name  = "Flatten"
        if    = "you have 1+ Press"
        limit = "2 per turn"
        text  = '''
          everyone receives 1/2/4 by Rust dmg
          everyone removes all Rust
        '''
        [[status]]
        name        = "Steam"
        kind        = "positive"
        stack_limit = 6
        when        = "main phase"
        text        = "spend 2 Steam: gain Machine"
        [[status]]
        name        = "Rust"
        kind        = "negative"
        stack_limit = 3
        when        = "upkeep"
        text        = "roll 1 x Rust dice; remove 1 x 6 Rust"
        [[status]]
        name        = "Drill"
        kind        = "companion"
        stack_limit = 1
        when        = "attacking"
        text        = '''
          if you have 1+ Drill Plus, spend 1 Steam: activate Bore
          else, spend 2 Steam: activate Bore
        '''
        [[status]]
        name        = "Drill Plus"
        kind        = "companion"
        stack_limit = 1
        [[status]]
        name        = "Press"
        kind        = "companion"
        stack_limit = 1
        [[offensive]]
        name  = "Full Steam"
        needs = "4 star"
        text  = "gain 2 Steam, inflict Rust, deal 7 dmg; activate up to 2 Order"
    """,
    "one token with a menu of prices, and rolls that cost": """
        [[status]]
        name        = "Plan"
        kind        = "positive"
        stack_limit = 5
        [[status.also]]
        spend = "any time"
        text  = "gain 1 cp or reroll 1 of your dice"
        [[status.also]]
        when = "any time"
        text = "spend 3 Plan: draw 1 card or inflict Targeted to chosen opponent"
        [[status.also]]
        when = "any time"
        text = "spend 4 Plan: chosen player gains Protect"
        [[status.also]]
        when = "main phase"
        text = "spend 4 Plan: transfer 1 status from chosen player to chosen player"
        [[status]]
        name        = "Mire"
        kind        = "negative"
        stack_limit = 1
        [[status.also]]
        when = "reroll"
        text = "remove 1 cp or skip roll attempt"
        [[status.also]]
        when = "roll phase ends"
        text = "receive 1 x reroll at most 2 dmg, remove this token"
    """,
    "damage that comes later": """
        [[status]]
        name        = "Venom"
        kind        = "negative"
        stack_limit = 2
        when        = "turn ends"
        text        = "receive 2 x Venom dmg, remove all Venom"
        [[group]]
        name        = "Fuse"
        of          = ["Long Fuse", "Short Fuse"]
        stack_limit = 2
        [[status]]
        name        = "Long Fuse"
        kind        = "negative"
        stack_limit = 2
        when        = "upkeep"
        text        = '''
          roll 1 x Long Fuse dice
          change 1 x 1-4 Long Fuse to Short Fuse
          remove 1 x 5-6 Long Fuse
        '''
        [[status]]
        name        = "Short Fuse"
        kind        = "negative"
        stack_limit = 2
        when        = "upkeep"
        text        = '''
          roll 1 x old Short Fuse dice
          receive 3 x 1-4 isolated undefendable dmg
          remove all old Short Fuse
        '''
    """,
    "a virtue, a stain, and patience rewarded": """
        [[status]]
        name        = "Poise"
        kind        = "positive"
        stack_limit = 2
        [[status.also]]
        spend = "attacking"
        text  = "add 1 dmg"
        [[status.also]]
        when = "attacking"
        text = "spend 2 Poise: add 3 dmg"
        [[status]]
        name        = "Stain"
        kind        = "negative"
        stack_limit = 2
        when        = "attacking"
        text        = "prevent 1 x Stain dmg, remove all Stain"
        [[passive]]
        name = "Patience"
        [[passive.also]]
        when = "setup"
        text = "if not you are the start player: gain Poise"
        [[passive.also]]
        when = "turn ends"
        text = "if not 3+ roll attempts were used: gain Poise"
    """,
    "a menu, each line once per turn": """
        [[status]]
        name        = "Thirst"
        kind        = "positive"
        stack_limit = 5
        [[status.also]]
        when  = "attacking"
        limit = "1 per turn"
        text  = "spend 1 Thirst: add 2 dmg"
        [[status.also]]
        when  = "main phase"
        limit = "1 per turn"
        text  = "spend 2 Thirst: remove 1 status from chosen player"
        [[status.also]]
        when  = "attacking"
        limit = "1 per game"
        text  = "spend 4 Thirst: heal dmg dealt"
    """,
    "a thing that lies on one board or another": """
        [[keyword]]
        name = "Throw"
        text = '''
          if you have 1+ Anchor: transfer Anchor to chosen opponent, deal 1 isolated undefendable dmg to them
          else: transfer Anchor to you, gain Tide
          gain Thrown
        '''
        [[status]]
        name        = "Anchor"
        kind        = "companion"
        stack_limit = 1
        [[status.also]]
        when = "setup"
        text = "gain Anchor"
        [[status.also]]
        when = "any time"
        text = "spend 1 card: activate Throw"
        [[status.also]]
        when  = "upkeep"
        whose = "anyone"
        text  = "if opponent has 1+ Anchor: holder of Anchor receives 1 dmg"
        [[status]]
        name        = "Thrown"
        kind        = "marker"
        stack_limit = 3
        when        = "turn ends"
        text        = "remove all Thrown"
        [[status]]
        name        = "Tide"
        kind        = "positive"
        stack_limit = 4
        limit       = "1 per turn"
        when        = "main phase"
        text        = "spend 4 Tide: draw 1 card"
        [[card]]
        name = "Breaker!"
        play = "instant"
        if   = "you have 2+ Thrown"
        cost = 0
        text = "draw 1 card, gain 1 cp"
    """,
    "rules about upgrades, hands and the deck": """
        [[passive]]
        name  = "Archive"
        limit = "1 per turn"
        when  = "main phase"
        text  = '''
          may: play 1 free upgrade
          else, may: look at 3 cards
          if not 1+ upgrade was seen, may: draw 1 chosen upgrade
        '''
        [[passive.also]]
        when = "gained"
        of   = "upgrade"
        text = "look at opponent hand"
        [[card]]
        name = "Study!"
        play = "main phase"
        cost = 2
        text = "look at 5 cards; draw all seen upgrades; raise Page by 1; gain all Page"
        [[status]]
        name        = "Page"
        kind        = "positive"
        stack_limit = 2
        spend       = "attacking"
        text        = "add 1 x upgrade dmg"
    """,
    "a roll that fails, is read anew, or loses a face": """
        [[status]]
        name        = "Glare"
        kind        = "negative"
        stack_limit = 1
        when        = "activating"
        text        = "roll 1 die; remove this token; on 1: skip the ability; on 2-3: prevent half dmg"
        [[status]]
        name        = "Blank"
        kind        = "unique"
        stack_limit = 1
        [[status.also]]
        when = "always"
        text = "forbid 6"
        [[status.also]]
        when = "turn ends"
        text = "remove this token"
        [[status]]
        name        = "Fortune"
        kind        = "positive"
        stack_limit = 3
        [[status.also]]
        when  = "rolled"
        of    = "Glare"
        whose = "opponent"
        text  = "spend 1 Fortune: change 1 die by 1"
        [[defensive]]
        name = "Swarm"
        dice = "1 + 1 x Fortune"
        text = "deal 1 x pair of claw dmg, prevent 1 x moon at most 3 dmg; on 0 star: gain Fortune"
        [[offensive]]
        name  = "Encore"
        needs = "5 claw"
        text  = "gain Fortune; then activate Scratch"
        [[offensive]]
        name  = "Deep Roll"
        needs = "2 claw + 2 star"
        text  = "roll 3 dice; deal best 2 dice dmg; additionally deal 2 collateral dmg to all opponents"
    """,
}


def invent(passage: str) -> Hero:
    """The hero of the skeleton and a passage."""
    lines = "\n".join(line.strip() for line in passage.replace("'''", '"""').splitlines())
    return read_invented(SKELETON + lines)


def read_invented(source: str) -> Hero:
    return read_hero(source, "invented.toml", "invented", load_common(shipped_folder("heroes")))
