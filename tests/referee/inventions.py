"""Heroes that nobody prints, for sentences that the shipped heroes do not use."""

from __future__ import annotations

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.files import shipped_folder

# takes, moves and changes tokens, also several at once
CHANGELING = """
[hero]
name = "Changeling"
dice = ["claw", "claw", "claw", "moon", "moon", "star"]

[[offensive]]
name  = "Scratch"
needs = "3/4/5 claw"
text  = "deal 4/5/6 dmg"

[[offensive]]
name  = "Graft"
needs = "2 claw + 2 moon"
text  = '''
  gain 2 Sprout
  inflict 2 Ember
  deal 3 dmg
'''

[[offensive]]
name  = "Pluck"
needs = "small straight"
text  = '''
  steal 2 health
  steal 1 positive status
  deal 4 dmg
'''

[[offensive]]
name  = "Bloom"
needs = "1 claw + 1 moon + 1 star"
text  = '''
  change up to 2 Sprout to Bush
  steal 1 Bark
  inflict Ember
'''

[[ultimate]]
name  = "Wildfire!"
needs = "5 star"
text  = "inflict 3 Ember, deal 10 dmg"

[[defensive]]
name = "Shed"
dice = 4
text = '''
  prevent 1 x claw dmg
  on 2 moon, may: prevent 2 statuses
  on star: prevent up to 2 negative statuses
  on 3 claw: steal 2 health
'''

[[status]]
name        = "Ember"
kind        = "negative"
stack_limit = 3
when        = "upkeep"
text        = "receive 1 x Ember dmg, remove 1 new Ember, remove 1 old Ember"

[[status]]
name        = "Bark"
kind        = "positive"
stack_limit = 2
spend       = "damaged"
text        = "prevent 2 dmg"

[[status]]
name        = "Sprout"
kind        = "unique"
stack_limit = 3
spend       = "any time"
text        = "gain Bark"

[[status]]
name        = "Bush"
kind        = "unique"
stack_limit = 1
persistent  = true

[[card]]
name   = "Uproot!"
play   = "main phase"
cost   = 1
copies = 2
text   = "transfer 2 statuses from chosen player to chosen player"

[[card]]
name   = "Offload!"
play   = "main phase"
cost   = 0
copies = 2
text   = "transfer up to 2 negative statuses from you to chosen opponent, draw 1 card"

[[card]]
name   = "Weed!"
play   = "main phase"
cost   = 1
copies = 2
text   = "remove 2 negative statuses from chosen player, draw 1 card"

[[card]]
name   = "Snatch!"
play   = "main phase"
cost   = 1
copies = 2
text   = "steal up to 2 statuses from chosen opponent"

[[card]]
name   = "Purge!"
play   = "instant"
cost   = 1
text   = "remove all negative statuses from chosen player"

[[card]]
name   = "Repel!"
play   = "roll phase"
cost   = 0
copies = 2
text   = "prevent 2 negative statuses"

[[card]]
name   = "Sip!"
play   = "roll phase"
cost   = 0
copies = 2
text   = "steal 2 health"

[[card]]
name = "Drain!"
play = "main phase"
cost = 1
text = "steal 3 health from chosen opponent"

[[card]]
name = "Turn!"
play = "main phase"
cost = 0
text = "opponent removes 1 cp, change all Bush to Sprout, gain Bark, gain Ember"
"""

# multiplies damage
GIANT = """
[hero]
name = "Giant"
dice = ["fist", "fist", "fist", "rock", "rock", "peak"]

[[offensive]]
name  = "Stomp"
needs = "3/4/5 fist"
text  = '''
  deal 3/4/5 dmg
  on peak: multiply dmg by 2
'''

[[offensive]]
name  = "Landslide"
needs = "small straight"
text  = "deal 5 undefendable dmg"

[[offensive]]
name  = "Cleft"
needs = "2 rock + 1 peak"
text  = "deal 3 pure dmg, gain 2 Grit"

[[ultimate]]
name  = "Avalanche!"
needs = "5 peak"
text  = "deal 9 dmg"

[[defensive]]
name = "Brace"
dice = 3
text = '''
  on peak: prevent half dmg
  on 2 fist: gain Grit
  inflict 1 x rock Crack
  on 2 rock: inflict 2 Dread
'''

[[status]]
name        = "Grit"
kind        = "positive"
stack_limit = 3
spend       = "attacking"
text        = "add half dmg"

[[status]]
name        = "Dread"
kind        = "negative"
stack_limit = 4
persistent  = true
when        = "attacking"
text        = "prevent 1 x Dread dmg"

[[status]]
name        = "Crack"
kind        = "negative"
stack_limit = 2
when        = "attacked"
text        = "multiply dmg by 2, remove this token"

[[card]]
name            = "Twice!"
play            = "roll phase"
cost            = 1
copies          = 2
attack_modifier = true
text            = "multiply dmg by 2"

[[card]]
name            = "Thrice!"
play            = "roll phase"
cost            = 2
attack_modifier = true
text            = "multiply dmg by 3, add 1 dmg"
"""

INVENTED = {"changeling": CHANGELING, "giant": GIANT}


def invented(name: str) -> Hero:
    source = INVENTED[name].replace("'''", '"""')
    return read_hero(source, f"{name}.toml", name, load_common(shipped_folder("heroes")))
