"""The shape of a hero file: which tables, which keys, which values. Texts are read elsewhere."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from dtsim.dicethrone.heroes.places import Path, Places
from dtsim.dicethrone.heroes.words import Kind, Lock, Moment, Whose
from dtsim.errors import Mistake

Cost = Annotated[int, Field(ge=0, le=15)]
Count = Annotated[int, Field(ge=0, le=99)]
Level = Annotated[int, Field(ge=2, le=3)]
Dice = Annotated[int, Field(ge=1, le=5)] | str
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
Text = Annotated[str, Field(min_length=1, description="Effects in the card language, one sentence per line")]
Uses = Annotated[str, Field(pattern=r"^[1-9] per (turn|game)$", description="'1 per turn', '2 per game'")]


class Table(BaseModel):
    """Every table refuses keys it does not know."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class RuleTable(Table):
    """A rule: a moment and what happens then."""

    when: Moment | None = None
    spend: Moment | None = None
    whose: Whose = "you"
    of: str | None = None
    side: str | None = None
    condition: str | None = Field(None, alias="if")
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
    of: str | None = None
    side: str | None = None
    condition: str | None = Field(None, alias="if")
    limit: Uses | None = None
    text: Text | None = None
    also: list[RuleTable] = []


class OffensiveTable(Named):
    """A space of the board for the Offensive Roll Phase, or the Ultimate."""

    needs: str
    text: Text
    side: str | None = None
    condition: str | None = Field(None, alias="if")
    also: list[RuleTable] = []


class DefensiveTable(Named):
    """A Defensive Ability and how many dice it rolls."""

    dice: Dice
    text: Text
    side: str | None = None
    condition: str | None = Field(None, alias="if")
    also: list[RuleTable] = []


class PassiveTable(WithRules):
    """A Passive Ability."""


class UpgradeTable(Table):
    """A Hero Upgrade card: what it changes of the ability `of`; what it leaves out stays as it was."""

    name: Name
    of: str
    level: Level
    cost: Cost
    copies: Count = 1
    needs: str | None = None
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

    name: Annotated[str, Field(min_length=1, max_length=40)]
    play: Moment
    cost: Cost
    attack_modifier: bool = False
    copies: Count = 1
    side: str | None = None
    condition: str | None = Field(None, alias="if")
    text: Text


class KeywordTable(Named):
    """An action that the hero names and activates."""

    condition: str | None = Field(None, alias="if")
    limit: Uses | None = None
    text: Text


class GroupTable(Named):
    """One name for several counters or keywords."""

    of: Annotated[list[str], Field(min_length=1)]
    stack_limit: Count | None = None


class HeroTable(Table):
    """What is said of the hero as a whole."""

    name: Name
    dice: Annotated[list[str], Field(min_length=6, max_length=6, description="The symbols of faces 1 to 6")]
    sides: list[str] = []
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


def shape_mistakes(error: ValidationError, places: Places) -> list[Mistake]:
    """What the validator found, in the designer's words; one mistake for each place."""
    found: dict[Path, Mistake] = {}
    for details in error.errors():
        # unions put the name of the member they tried into the path; only real keys and indices are places
        path: Path = tuple(step for step in details["loc"] if isinstance(step, int) or not _is_type(step))
        found.setdefault(path, _mistake(path, dict(details), places))
    return list(found.values())


def _is_type(step: str) -> bool:
    return step in ("int", "str", "HolderLimits") or step.startswith("constrained-")


def _mistake(path: Path, details: dict[str, Any], places: Places) -> Mistake:
    kind, found, context = details["type"], details.get("input"), details.get("ctx", {})
    if kind == "missing":
        return Mistake(places.key(path[:-1]), f"'{path[-1]}' is missing")
    if kind == "extra_forbidden":
        allowed = _keys_of(path[:-1])
        return Mistake(places.key(path), f"unknown key '{path[-1]}'", found=str(path[-1]), allowed=allowed)
    if kind == "literal_error":
        allowed = tuple(word for word in str(context["expected"]).replace(" or ", ", ").split(", "))
        words = tuple(word.strip("'") for word in allowed)
        return Mistake(places.value(path), f"'{found}' is not a value of '{path[-1]}'", "", str(found), words)
    if kind == "string_pattern_mismatch":
        expected = (
            "'1 per turn' or '1 per game'"
            if path[-1] == "limit"
            else "words that begin with a capital letter"
        )
        return Mistake(places.value(path), f"'{path[-1]}' should be {expected}, found '{found}'")
    message = _MESSAGES.get(kind, "{msg}").format(
        key=path[-1] if path else "", found=found, msg=details["msg"], **context
    )
    return Mistake(places.value(path), message)


_MESSAGES = {
    "int_type": "'{key}' should be a whole number, found {found!r}",
    "int_parsing": "'{key}' should be a whole number, found {found!r}",
    "int_from_float": "'{key}' should be a whole number, found {found!r}",
    "string_type": "'{key}' should be text in quotation marks, found {found!r}",
    "bool_type": "'{key}' should be true or false, found {found!r}",
    "bool_parsing": "'{key}' should be true or false, found {found!r}",
    "list_type": "'{key}' should be a list, found {found!r}",
    "model_type": "'{key}' should be a table, found {found!r}",
    "model_attributes_type": "'{key}' should be a table, found {found!r}",
    "greater_than_equal": "'{key}' should be at least {ge}, found {found}",
    "less_than_equal": "'{key}' should be at most {le}, found {found}",
    "too_short": "'{key}' should have {min_length} entries or more, found {actual_length}",
    "too_long": "'{key}' should have {max_length} entries at most, found {actual_length}",
    "string_too_short": "'{key}' is empty",
    "string_too_long": "'{key}' should have {max_length} characters at most",
}


def _keys_of(path: Path) -> tuple[str, ...]:
    """The keys that the table at this path may have."""
    tables: dict[str, type[Table]] = {
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
    named = [step for step in path if isinstance(step, str)]
    table = tables.get(named[-1], HeroFile) if named else HeroFile
    return tuple(sorted(field.alias or name for name, field in table.model_fields.items()))
