"""Small legal heroes by chance: dice, abilities, tokens, upgrades and cards, built from the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from dtsim.dicethrone.heroes.library import load_common
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.reader import read_hero
from dtsim.files import shipped_folder

SYMBOLS = ("claw", "moon", "star")


def _texts(page: str) -> tuple[str, ...]:
    """A text on each line; what stands behind a semicolon is a line of its own in the hero file."""
    return tuple(line.strip() for line in page.strip().splitlines())


def _by_moment(page: str) -> dict[str, tuple[str, ...]]:
    """Texts by the moment that stands before the bar."""
    found: dict[str, tuple[str, ...]] = {}
    for line in _texts(page):
        moment, _, text = line.partition(" | ")
        found[moment] = (*found.get(moment, ()), text)
    return found


# In all of these T is a token, n a small number and m a larger one, s a symbol, and type a type of damage.
ACTS_BY_ITSELF = _by_moment("""
    upkeep | receive 1 x {T} dmg, remove 1 {T}
    upkeep | heal {n}, remove this token
    upkeep | roll 1 die; on {s}: remove this token; else: receive {n} dmg
    upkeep | receive {n} isolated undefendable dmg, remove this token
    upkeep | roll 1 die; on 6, may: transfer this token to chosen player
    income | skip income phase, remove this token
    income | gain {n} cp
    before offensive roll phase | spend 2 cp: remove this token; else: skip offensive roll phase
    before offensive roll phase | skip roll attempt, remove this token
    activating | roll 1 die; remove this token; on 1-2: skip the ability
    activating | gain {n} cp, remove this token
    attacking | add {n} dmg, remove this token
    attacking | prevent 1 x {T} dmg
    attacking | gain {n} cp
    attacked | add {n} dmg
    attacked | prevent {n} dmg, remove this token
    attacked | attacker gains 1 cp
    attacked | deal {n} dmg to attacker
    roll phase ends | remove this token
    roll phase ends | if an attack was made: gain {n} cp, remove this token
    turn ends | receive {n} dmg, remove this token
    turn ends | draw 1 card, remove this token
    defeated | remove this token, set health to {n}
    always | forbid defence
    always | forbid cards
    always | forbid dmg
""")
IS_SPENT = _by_moment("""
    any time | gain {n} cp
    any time | heal {n}
    any time | draw 1 card
    any time | deal {n} dmg to chosen opponent
    any time | remove 1 status
    attacking | add {n} dmg
    attacking | roll 1 die; add half the roll dmg
    attacking | multiply dmg by 2
    attacking | inflict {T}
    attacking | make the attack undefendable
    attacked | prevent {n} dmg
    attacked | deal half incoming dmg to attacker
    attacked | skip defensive roll phase, prevent {n} dmg
    damaged | prevent {n} dmg
    damaged | prevent half dmg
    damaged | roll 1 die; on 1-3: prevent all dmg
    roll phase | change 1 die by 1
    roll phase | reroll 1 of your dice
    roll phase | change 1 of opponent dice to 1
    offensive roll phase ends | make the attack undefendable
    offensive roll phase ends | roll 1 die; on {s}: make the attack undefendable
""")
ALSO = _by_moment("""
    gained at limit | heal {n}
    gained at limit | receive {n} isolated dmg
    gained at limit | gain 1 cp
    removed | draw 1 card
    removed | gain {n} cp
""")
PASSIVES = _by_moment("""
    upkeep | gain {T}
    upkeep | if you have 0 {T}: gain {T}
    upkeep | heal 1
    any time | spend {n} cp: draw 1 card
    any time | spend {n} cp: gain {T}
    main phase | spend {n} cp: heal 1
    main phase | spend 1 {T}: gain 1 cp
    attacked | gain 1 cp
    attacked | if you have 1+ {T}: prevent 1 dmg
    setup | gain {T}
    setup | draw 1 card
    turn ends | gain {T}
    turn ends | if side is day: set side to night; else: set side to day
    rolled | may: reroll 1 of your dice
    activating | if the ability needs {s}: gain 1 cp
""")
CARDS = _by_moment("""
    main phase | inflict {T} to chosen opponent
    main phase | gain {T}
    main phase | deal {n} dmg to chosen opponent
    main phase | draw {n} cards
    main phase | heal {n}
    main phase | steal {n} cp from chosen opponent
    main phase | roll 1 die; on {s}: gain {T}; else: draw 1 card
    main phase | remove 1 status from chosen player; then draw 1 card
    main phase | transfer 1 status from chosen player to chosen player
    main phase | gain {n} cp; then inflict {T} to chosen opponent
    main phase | look at opponent hand
    main phase | chosen opponent discards 1 card
    main phase | activate Knack
    roll phase | change 1 die to any
    roll phase | reroll 1 of opponent dice
    roll phase | change 1 of your dice to 6
    roll phase | change 2 dice to any
    roll phase | chosen player prevents {n} dmg
    roll phase | deal {n} dmg to chosen opponent
    roll phase | gain {T}
    instant | gain {n} cp
    instant | draw {n} cards
    instant | change 1 die by 1
    instant | heal {n}
    instant | deal {n} dmg to chosen opponent
    instant | inflict {T} to chosen opponent
""")
MODIFIERS = _texts("""
    add {n} dmg
    add {n} dmg, gain {T}
    multiply dmg by 2
    add half dmg
    roll 5 dice; add 1 x {s} dmg; if 3+ dmg was added: inflict {T}
""")
CLAUSES = _texts("""
    gain {n} {T}
    inflict {n} {T}
    inflict {T}
    heal {n}
    draw {n} cards
    gain {n} cp
    steal {n} cp
    steal {n} health
    steal 1 {T} from opponent
    remove {n} cp from opponent
    remove 1 {T}
    remove all negative statuses
    raise {T} by 1
    gain {n} cp or draw 1 card
    may: gain {T}
    spend {n} cp: inflict {T}
    spend up to 3 cp: heal 1 x spent
    if you have 1+ {T}: draw 1 card
    opponent discards 1 card
    opponent discards 1 random card
    choose 1 player; inflict {T} to them
    gain 1 x {s} cp
    on 2 {s}: inflict {T}
    deal {n} collateral dmg to all opponents
    receive {n} dmg
    inflict Stun
    inflict Knockdown
    gain Evasive
    if 1+ dmg was dealt: receive {n} dmg
    activate Knack
""")
BLOWS = _texts("""
    deal {m} {type} dmg
    deal {n} + 1 x {T} dmg
    deal {m} dmg; deal {n} undefendable dmg
    roll 3 dice; deal the roll {type} dmg
    roll 4 dice; deal 2 x {s} {type} dmg
    roll 1 die; on {s}: deal {m} {type} dmg; else: deal {n} {type} dmg
    duel 1 die; if your roll is greater: deal {m} {type} dmg; else: deal {n} {type} dmg
""")
GUARDS = _texts("""
    prevent 1 x {s} dmg
    deal 1 x {s} dmg
    prevent half dmg
    prevent {n} dmg, gain {T}
    on 2 {s}: inflict {T}
    on {s}: prevent all dmg
    heal 1 x {s}
    deal {n} dmg or heal {n}
    steal {n} health
    gain {n} cp
""")
NEEDS = _texts("""
    {k} {s}
    {k} of a kind
    small straight
    large straight
    small straight / large straight
    2 claw + 1 moon
    1 star + 2 moon
    2 star + 2 claw
""")
COMPANION = """
[[status]]
name        = "{name} Wolf"
kind        = "companion"
stack_limit = 6
when        = "setup"
text        = "gain 6 {name} Wolf"
[[status.also]]
when = "attacked"
if   = "you have 1+ {name} Wolf"
text = "if the attack is not ultimate, may: skip defensive roll phase, transfer all dmg to {name} Wolf"
"""


class _Author:
    """Writes one hero: every choice is drawn, so that hypothesis can make a failing hero smaller."""

    def __init__(self, draw: Callable[[Any], Any], name: str) -> None:
        self.draw = draw
        self.name = name
        self.tokens = [f"{name} Token {letter}" for letter in "ABC"[: self.number(1, 3)]]

    def number(self, least: int, most: int) -> int:
        return self.draw(st.integers(least, most))

    def one(self, choices: Any) -> Any:
        return self.draw(st.sampled_from(sorted(choices)))

    def some(self, texts: tuple[str, ...], least: int, most: int) -> list[str]:
        return [self.one(texts) for _ in range(self.number(least, most))]

    def text(self, *texts: str, token: str = "") -> str:
        """`text = ...` with every blank filled in."""
        lines = [part.strip() for text in texts for part in self.filled(text, token).split(";")]
        return 'text = """\n' + "\n".join(" ".join(line.split()) for line in lines) + '\n"""\n'

    def filled(self, text: str, token: str = "") -> str:
        return text.format(
            T=token or self.one(self.tokens),
            n=self.number(1, 3),
            m=self.number(4, 9),
            k=self.number(3, 4),
            s=self.one(SYMBOLS),
            type=self.one(("", "undefendable", "pure")),
        )

    def rule(self, key: str, rules: dict[str, tuple[str, ...]], token: str = "") -> str:
        moment = self.one(rules)
        return f'{key} = "{moment}"\n' + self.text(self.one(rules[moment]), token=token)

    def blow(self) -> str:
        """Clauses, damage, and perhaps a clause behind it."""
        behind = [
            text if ";" in text else self.one(("", "then ", "additionally ")) + text
            for text in self.some(CLAUSES, 0, 1)
        ]
        return self.text(*self.some(CLAUSES, 0, 2), self.one(BLOWS), *behind)

    def item(self, table: str, name: str, **keys: Any) -> str:
        lines = [f"[[{table}]]", f'name = "{name}"']
        lines += [
            f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}"
            for key, value in keys.items()
        ]
        return "\n".join(lines) + "\n"

    def status(self, token: str) -> str:
        kind = self.one(("positive", "negative", "unique"))
        part = self.item("status", token, kind=kind, stack_limit=self.number(1, 4))
        part += self.one(("", "persistent = true\n"))
        if self.number(0, 1):
            part += self.rule("spend", IS_SPENT, token)
        else:
            part += self.rule("when", ACTS_BY_ITSELF, token)
        return part + (f"[[status.also]]\n{self.rule('when', ALSO, token)}" if self.number(0, 1) else "")

    def hero(self) -> str:
        faces = self.draw(st.permutations([*SYMBOLS, *(self.one(SYMBOLS) for _ in range(3))]))
        parts = [
            f'[hero]\nname = "{self.name}"\ndice = {list(faces)}\nsides = ["day", "night"]\n',
            self.item("offensive", "Strike", needs=f"3/4/5 {faces[0]}", text="deal 5/7/9 dmg"),
            self.item("ultimate", "Finale!", needs=f"5 {self.one(SYMBOLS)}") + self.blow(),
            self.item("defensive", "Guard", dice=self.number(1, 5)) + self.text(*self.some(GUARDS, 1, 2)),
            self.item(
                "upgrade", "Strike II", of="Strike", level=2, cost=self.number(0, 3), text="deal 6/8/9 dmg"
            ),
            self.item(
                "upgrade", "Guard II", of="Guard", level=2, cost=self.number(0, 3), dice=self.number(1, 5)
            ),
            self.item("keyword", "Knack")
            + self.text(self.one(("gain {T}", "draw 1 card", "gain {T} or heal {n}"))),
            self.item("card", "Push!", play="roll phase", cost=self.number(0, 2), attack_modifier=1).replace(
                "attack_modifier = 1", "attack_modifier = true"
            )
            + self.text(self.one(MODIFIERS)),
            *(self.status(token) for token in self.tokens),
        ]
        for letter in "ABC"[: self.number(1, 3)]:
            side = {"side": self.one(("day", "night"))} if self.number(0, 3) == 3 else {}
            needs = self.filled(self.one(NEEDS))
            parts.append(self.item("offensive", f"Ability {letter}", needs=needs, **side) + self.blow())
        for letter in "ABCD"[: self.number(1, 4)]:
            play = self.one(CARDS)
            card = self.item("card", f"Card {letter}!", play=play, cost=self.number(0, 3))
            parts.append(card + self.text(self.one(CARDS[play])))
        if self.number(0, 1):
            parts.append(self.item("passive", "Habit") + self.rule("when", PASSIVES))
        if self.number(0, 3) == 3:
            parts.append(COMPANION.format(name=self.name))
        return "\n".join(parts)


@st.composite
def hero_files(draw: Callable[[Any], Any], name: str = "Chance") -> str:
    """The source of a hero file."""
    return _Author(draw, name).hero()


def read(source: str) -> Hero:
    return read_hero(source, "chance.toml", "chance", load_common(shipped_folder("heroes")))
