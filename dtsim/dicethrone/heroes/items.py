"""The tables of a hero file become its items: abilities, upgrades, cards, tokens, keywords, groups."""

from __future__ import annotations

from dataclasses import replace

from dtsim.dicethrone.heroes.checks import check_dice, check_needs, check_upgrade_keys
from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model.amounts import Amount
from dtsim.dicethrone.heroes.model.hero import Ability, Card, Group, Keyword, Limit, Rule, Token, Upgrade
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.dicethrone.heroes.words import Slot


def ability_of(draft: Draft, slot: str) -> Ability:
    name: Slot = slot  # type: ignore[assignment]
    base = Ability(draft.string("name"), name, side=draft.string("side"), place=draft.place)
    if slot == "passive":
        return replace(base, limit=draft.limit(), rules=_rules(draft), printed=draft.string("text"))
    return replace(
        base,
        needs=_needs(draft),
        dice=_dice(draft),
        condition=draft.condition(),
        text=draft.text(),
        rules=_also(draft),
        printed=draft.string("text"),
    )


def upgrades_of(document: Document, abilities: tuple[Ability, ...]) -> tuple[Upgrade, ...]:
    """In the order of the file. What a level leaves out stays as the level below has it."""
    spaces = {ability.name: ability for ability in abilities}
    drafts = document.items("upgrade")
    read: dict[int, Upgrade] = {}
    for index in sorted(range(len(drafts)), key=lambda index: _plain_number(drafts[index], "level", 2)):
        read[index] = _upgrade(drafts[index], spaces)
        spaces |= {name: read[index].ability for name in spaces if name == read[index].ability.name}
    return tuple(read[index] for index in range(len(drafts)))


def _upgrade(draft: Draft, spaces: dict[str, Ability]) -> Upgrade:
    of = draft.string("of")
    space = spaces.get(of)
    if space is None:
        if of:
            draft.mistake("of", f"unknown ability '{of}'", of, tuple(spaces))
        space = Ability(of, "offensive")
    else:
        check_upgrade_keys(draft, space.slot)
    if space.slot == "passive":
        # `of` names the ability here, not what the moment is about
        own = (replace(_rule(draft), of=""),) if draft.has("text") else ()
        rules = (*own, *_also(draft)) or space.rules
        ability = replace(space, rules=rules, printed=draft.string("text", space.printed))
    else:
        rules = _also(draft)
        ability = replace(
            space,
            needs=_needs(draft) or space.needs,
            dice=_dice(draft) or space.dice,
            text=draft.text() or space.text,
            rules=rules or space.rules,
            printed=draft.string("text", space.printed),
        )
    return Upgrade(
        name=draft.string("name"),
        cost=draft.number("cost"),
        ability=replace(ability, level=_plain_number(draft, "level", 2), place=draft.place),
        adds=tuple(ability_of(adds, "offensive") for adds in draft.items("adds")),
        copies=draft.number("copies", 1),
        place=draft.place,
    )


def card_of(draft: Draft) -> Card:
    return Card(
        name=draft.string("name"),
        play=draft.string("play"),
        cost=draft.number("cost"),
        condition=draft.condition(),
        text=draft.text(),
        attack_modifier=draft.flag("attack_modifier"),
        copies=draft.number("copies", 1),
        side=draft.string("side"),
        printed=draft.string("text"),
        place=draft.place,
    )


def token_of(draft: Draft) -> Token:
    limits = draft.raw.get("stack_limit")
    if isinstance(limits, dict):
        pair = Draft(draft.document, (*draft.path, "stack_limit"), limits, f"{draft.label}/stack_limit")
        you, others = pair.number("you"), pair.number("others")
    else:
        you = others = draft.number("stack_limit")
    return Token(
        name=draft.string("name"),
        kind=draft.string("kind", "positive"),  # type: ignore[arg-type]
        limit_you=you,
        limit_others=others,
        persistent=draft.flag("persistent"),
        locked=draft.strings("locked"),  # type: ignore[arg-type]
        rules=_rules(draft),
        limit=draft.limit(),
        place=draft.place,
    )


def keyword_of(draft: Draft) -> Keyword:
    condition = draft.condition()
    return Keyword(draft.string("name"), draft.text(), condition, draft.limit(), draft.place)


def group_of(draft: Draft) -> Group:
    limit = draft.number("stack_limit") if draft.has("stack_limit") else None
    members = draft.strings("of")
    draft.document.vocabulary.named.update(members)  # common ones come along although no text names them
    return Group(draft.string("name"), members, limit, draft.place)


def _rules(draft: Draft) -> tuple[Rule, ...]:
    """The rule written into the item itself, then those under `also`; a limit of the item is shared."""
    own = (_rule(draft),) if draft.has("text") else ()
    return (*own, *_also(draft))


def _also(draft: Draft) -> tuple[Rule, ...]:
    return tuple(_rule(also, also.limit()) for also in draft.items("also"))


def _rule(draft: Draft, limit: Limit | None = None) -> Rule:
    spend = draft.string("spend")
    return Rule(
        moment=draft.string("when") or spend,
        condition=draft.condition(),  # before the text: addresses of numbers count in this order
        text=draft.text(),
        spend=bool(spend),
        whose=draft.string("whose", "you"),
        of=draft.string("of"),
        side=draft.string("side"),
        limit=limit,
        place=draft.at("text"),
    )


def _needs(draft: Draft) -> tuple[Need, ...]:
    needs = draft.needs()
    check_needs(draft, needs)
    return needs


def _dice(draft: Draft) -> Amount | None:
    dice = draft.amount("dice")
    if dice is not None:
        check_dice(draft, dice)
    return dice


def _plain_number(draft: Draft, key: str, default: int) -> int:
    """A number that is no parameter of the game: a level is a name."""
    value = draft.raw.get(key)
    return value if isinstance(value, int) else default
