"""The shape of a hero file: which tables, which keys, which values. Texts are read elsewhere."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from dtsim.dicethrone.heroes.words import Kind, Lock, Moment, Whose

Cost = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=99)]
Level = Annotated[int, Field(ge=2, le=3)]
Words = Annotated[str, Field(min_length=1, pattern=r"\S")]
Dice = Annotated[int, Field(ge=1, le=5)] | Words
Name = Annotated[
    str,
    Field(
        min_length=1,
        max_length=40,
        # as NAME in grammar.lark, so that every name can be used in a text
        pattern=r"^[A-Z][\w'’!?.-]*( ((of|the|a|and|in|with) )*[A-Z][\w'’!?.-]*)*$",
        description="Words that begin with a capital letter, as printed",
    ),
]
Text = Annotated[Words, Field(description="Effects in the card language, one sentence per line")]
Uses = Annotated[str, Field(pattern=r"^[1-9] per (turn|game)$", description="'1 per turn', '2 per game'")]


class Table(BaseModel):
    """Every table refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RuleTable(Table):
    """A rule: a moment and what happens then."""

    when: Moment | None = None
    spend: Moment | None = None
    whose: Whose = "you"
    of: Words | None = None
    side: Words | None = None
    condition: Words | None = Field(None, alias="if")
    limit: Uses | None = None
    text: Text


class Named(Table):
    """Anything with a name."""

    name: Name


class WithRules(Named):
    """An item that has rules of its own: one written into the item, more under `also`."""

    when: Moment | None = None
    spend: Moment | None = None
    whose: Whose = "you"
    of: Words | None = None
    side: Words | None = None
    condition: Words | None = Field(None, alias="if")
    limit: Uses | None = None
    text: Text | None = None
    also: list[RuleTable] = []


class OffensiveTable(Named):
    """A space of the board for the Offensive Roll Phase, or the Ultimate."""

    needs: Words
    text: Text
    side: Words | None = None
    condition: Words | None = Field(None, alias="if")
    also: list[RuleTable] = []


class DefensiveTable(Named):
    """A Defensive Ability and how many dice it rolls."""

    dice: Dice
    text: Text
    side: Words | None = None
    condition: Words | None = Field(None, alias="if")
    also: list[RuleTable] = []


class PassiveTable(WithRules):
    """A Passive Ability."""


class UpgradeTable(Table):
    """A Hero Upgrade card: what it changes of the ability `of`; what it leaves out stays as it was."""

    name: Name
    of: Words
    level: Level
    cost: Cost
    copies: Count = 1
    needs: Words | None = None
    dice: Dice | None = None
    when: Moment | None = None
    text: Text | None = None
    also: list[RuleTable] = []
    adds: list[OffensiveTable] = []


class HolderLimits(Table):
    """A Stack Limit that differs between the hero of the file and everybody else."""

    you: Count
    others: Count


class StatusTable(WithRules):
    """A status effect, companion or marker."""

    kind: Kind
    stack_limit: Count | HolderLimits
    persistent: bool = False
    locked: list[Lock] = []


class CardTable(Table):
    """An Action card."""

    name: Annotated[Words, Field(max_length=40)]
    play: Moment
    cost: Cost
    attack_modifier: bool = False
    copies: Count = 1
    side: Words | None = None
    condition: Words | None = Field(None, alias="if")
    text: Text


class KeywordTable(Named):
    """An action that the hero names and activates."""

    condition: Words | None = Field(None, alias="if")
    limit: Uses | None = None
    text: Text


class GroupTable(Named):
    """One name for several counters or keywords."""

    of: Annotated[list[Words], Field(min_length=1)]
    stack_limit: Count | None = None


class HeroTable(Table):
    """What is said of the hero as a whole."""

    name: Name
    dice: Annotated[list[str], Field(min_length=6, max_length=6, description="The symbols of faces 1 to 6")]
    sides: list[Words] = []
    complexity: Annotated[int, Field(ge=1, le=6)] | None = None
    complete: bool = True
    doubts: list[str] = []


class CommonFile(Table):
    """What every deck shares and status effects that several heroes bring."""

    status: list[StatusTable] = []
    card: list[CardTable] = []


class HeroFile(CommonFile):
    """A hero."""

    hero: HeroTable
    offensive: Annotated[list[OffensiveTable], Field(min_length=1)]
    ultimate: list[OffensiveTable] = []
    passive: list[PassiveTable] = []
    defensive: list[DefensiveTable] = []
    upgrade: list[UpgradeTable] = []
    keyword: list[KeywordTable] = []
    group: list[GroupTable] = []


TABLES: dict[str, type[Table]] = {
    "hero": HeroTable,
    "offensive": OffensiveTable,
    "ultimate": OffensiveTable,
    "defensive": DefensiveTable,
    "passive": PassiveTable,
    "upgrade": UpgradeTable,
    "status": StatusTable,
    "card": CardTable,
    "keyword": KeywordTable,
    "group": GroupTable,
    "also": RuleTable,
    "adds": OffensiveTable,
    "stack_limit": HolderLimits,
}


def keys_of(table: type[Table]) -> tuple[str, ...]:
    """The keys that a table may have, as they are written."""
    return tuple(sorted(field.alias or name for name, field in table.model_fields.items()))
