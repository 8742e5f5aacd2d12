"""What the tables of a hero file must have in common: names, moments, levels, members."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model.hero import Ability, Hero, Keyword, Token
from dtsim.dicethrone.heroes.model.lines import UNREAD
from dtsim.dicethrone.heroes.model.things import ThisToken, Word
from dtsim.dicethrone.heroes.walk import Passage, abilities, actions

_LEVELS = {2: "II", 3: "III"}


def check_names(document: Document, taken: Mapping[str, str]) -> None:
    """Every name is there once; `taken` are the names of common.toml and what bears them."""
    seen: dict[str, int] = {}
    for section in document.sections():
        for draft in document.items(section):
            for named in (draft, *draft.items("adds")):
                name = named.string("name")
                if name in taken:
                    what = taken[name]
                    named.mistake("name", f"the name '{name}' is taken by a {what} that all heroes share")
                elif name in seen:
                    named.mistake("name", f"the name '{name}' is taken already, in line {seen[name]}")
                elif name:
                    seen[name] = named.place.line


def check_moments(document: Document) -> None:
    """Each rule has one moment, and each moment a rule."""
    for section in document.sections():
        for draft in document.items(section):
            if section in ("status", "passive"):
                _check_moment(draft, section)
            if section == "passive" and not draft.has("text") and not draft.items("also"):
                draft.mistake("name", "the ability has no rule: add 'when' and 'text'")
            for part in (draft, *draft.items("adds")):
                for rule in part.items("also"):
                    _check_moment(rule, section)


def _check_moment(draft: Draft, section: str) -> None:
    moments = [key for key in ("when", "spend") if draft.has(key)]
    if not draft.has("text"):
        for key in moments:
            draft.mistake(key, f"'{key}' names a moment, but there is no text for it")
    elif len(moments) == 2:
        draft.mistake("spend", "a rule has either 'when' or 'spend', not both")
    elif not moments:
        choice = "'when' or 'spend'" if section == "status" else "'when'"
        draft.mistake("text", f"the rule has no moment: add {choice}")
    elif moments == ["spend"] and section != "status":
        draft.mistake("spend", "there is no token to spend: use 'when', and a price in the text")


def check_references(document: Document, hero: Hero) -> None:
    """Every side, every `of` and every member of a group exists."""
    counters = tuple(token.name for token in hero.tokens)
    keywords = tuple(keyword.name for keyword in hero.keywords)
    spaces = tuple(dict.fromkeys(ability.name for _, ability in abilities(hero)))
    cards = tuple(card.name for card in hero.cards if not card.common)
    known = (*counters, *spaces, *keywords, *cards, "upgrade")
    members = (*counters, *keywords)
    for section in document.sections():
        for draft in document.items(section):
            if section == "group":
                for index, member in enumerate(draft.strings("of")):
                    if member not in members:
                        place = document.places.value((*draft.path, "of", index))
                        draft.report(place, f"unknown member '{member}'", "of", member, members)
            for part in _parts_of(draft):
                side, of = part.string("side"), part.string("of")
                if side and not hero.sides:
                    part.mistake("side", f"unknown side '{side}': [hero] names no sides")
                elif side and side not in hero.sides:
                    part.mistake("side", f"unknown side '{side}'", side, hero.sides)
                # the `of` of an upgrade is an ability and was looked for when it was read
                if of and of not in known and not (section == "upgrade" and part is draft):
                    part.mistake("of", f"unknown name '{of}'", of, known)


def _parts_of(draft: Draft) -> Iterator[Draft]:
    for item in (draft, *draft.items("adds")):
        yield item
        yield from item.items("also")


def check_tokens(document: Document, hero: Hero, passages: list[Passage]) -> None:
    """Every token can be held, does something, and goes away again if nobody sees it."""
    own = (token for token in hero.tokens if not token.common)
    for draft, token in zip(document.items("status"), own, strict=True):
        if draft.raw.get("stack_limit") == 0 or draft.raw.get("stack_limit") == {"you": 0, "others": 0}:
            draft.mistake("stack_limit", "with a stack_limit of 0 nobody can ever hold it")
        if token.kind == "marker":
            if not _is_cleared(token, passages):
                draft.mistake("name", "nothing ever removes this marker: add a rule that does")
        elif not (token.persistent or token.kind == "companion" or _has_rules(draft)):
            message = "the token neither acts ('when'), nor is spent ('spend'), nor is persistent"
            draft.mistake("name", message)


def _has_rules(draft: Draft) -> bool:
    return any(map(draft.has, ("when", "spend", "text", "also")))


def _is_cleared(marker: Token, passages: list[Passage]) -> bool:
    own = {id(rule.text) for rule in marker.rules}
    for passage in passages:
        for line in passage.text:
            if line is UNREAD:
                return True
            for action in actions(line):
                if action.verb == "remove":
                    thing = action.thing
                    if thing == ThisToken() and id(passage.text) in own:
                        return True
                    if getattr(thing, "name", "") == marker.name:
                        return True
    return False


def check_upgrades(document: Document, hero: Hero) -> None:
    """Levels follow each other, and each changes something."""
    levels = {(upgrade.ability.name, upgrade.ability.level) for upgrade in hero.upgrades}
    seen: set[tuple[str, int]] = set()
    for draft, upgrade in zip(document.items("upgrade"), hero.upgrades, strict=True):
        name, level = upgrade.ability.name, upgrade.ability.level
        if level == 3 and (name, 2) not in levels:
            draft.mistake("level", f"{name} has a level III but no level II")
        if (name, level) in seen:
            draft.mistake("level", f"{name} has two upgrades of level {_LEVELS.get(level, level)}")
        if not any(map(draft.has, ("needs", "dice", "when", "text", "also", "adds"))):
            draft.mistake("name", "the upgrade changes nothing: give it a text, needs, dice or adds")
        seen.add((name, level))


def check_calls(document: Document, hero: Hero) -> None:
    """Neither a keyword nor an ability comes back to itself by `activate`."""
    groups = {group.name: group.members for group in hero.groups}
    callers: list[Keyword | Ability] = [*hero.keywords, *(ability for _, ability in abilities(hero))]
    calls: dict[str, list[str]] = {}
    for caller in callers:
        called = calls.setdefault(caller.name, [])
        for line in caller.text:
            for action in actions(line):
                if action.verb == "activate" and isinstance(action.thing, Word):
                    called += groups.get(action.thing.word, (action.thing.word,))
    told: set[str] = set()
    for caller in callers:
        way = _way_back(caller.name, calls)
        if way is not None and not told & {caller.name, *way}:
            told |= {caller.name, *way}  # one loop, one mistake
            by = f" by way of {', '.join(way)}" if way else ""
            owner = Draft(document, (), {}, caller.name)
            owner.report(caller.place, f"'{caller.name}' activates itself{by}, without end")


def _way_back(name: str, calls: dict[str, list[str]]) -> list[str] | None:
    """What lies between a caller and itself; None if it never comes back."""
    ways: list[list[str]] = [[called] for called in calls[name]]
    met: set[str] = set()
    for way in ways:  # grows while it is walked through: the shortest way is found first
        if way[-1] == name:
            return way[:-1]
        if way[-1] not in met:
            met.add(way[-1])
            ways += [[*way, called] for called in calls.get(way[-1], [])]
    return None
