"""What a hero file may not say although every word of it is right."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from dtsim.dicethrone.heroes.check_items import (
    check_calls,
    check_moments,
    check_names,
    check_references,
    check_tokens,
    check_upgrades,
)
from dtsim.dicethrone.heroes.check_texts import check_choice, check_text
from dtsim.dicethrone.heroes.draft import Document, Draft
from dtsim.dicethrone.heroes.model.amounts import Amount, Best, Ladder, Register
from dtsim.dicethrone.heroes.model.hero import Hero
from dtsim.dicethrone.heroes.model.needs import Need
from dtsim.dicethrone.heroes.walk import counted, parts, passages, rules
from dtsim.errors import Mistake, Place

_NO_NAMES: Mapping[str, str] = {}


def check_items(document: Document, taken: Mapping[str, str] = _NO_NAMES) -> None:
    """The refusals that need no meaning: names are unique, and each rule has one moment."""
    check_names(document, taken)
    check_moments(document)


def check_needs(draft: Draft, needs: tuple[Need, ...]) -> None:
    """Five dice can show every step of an Activation Requirement."""
    for step in needs:
        if not any(step.is_met(counts) for counts in _results_of_five_dice()):
            draft.mistake("needs", f"five dice can never show {step}")


def _results_of_five_dice() -> Iterator[tuple[int, ...]]:
    for dice in itertools.combinations_with_replacement(range(6), 5):
        yield tuple(dice.count(face) for face in range(6))


def check_dice(draft: Draft, dice: Amount) -> None:
    """How many dice a Defensive Roll has is known before they are rolled."""
    for amount in parts(dice):
        what = counted(amount)
        counts_dice = what is not None and what.what in ("faces", "pair", "reroll")
        if counts_dice or isinstance(amount, Best | Ladder) or amount == Register("the roll"):
            draft.mistake("dice", "the number of dice cannot depend on the dice themselves")


_OWNERS = {
    "needs": ("offensive", "ultimate"),
    "dice": ("defensive",),
    "when": ("passive",),
}


def check_upgrade_keys(draft: Draft, slot: str) -> None:
    """An upgrade changes only what its ability has; the rule of a passive needs its moment again."""
    for key, slots in _OWNERS.items():
        if draft.has(key) and slot not in slots:
            draft.mistake(
                key, f"'{key}' is for {' and '.join(slots)} abilities, but {draft.string('of')} is {slot}"
            )
    if slot == "passive" and draft.has("text") and not draft.has("when"):
        draft.mistake("text", "the rule has no moment: add 'when'")


def check_hero(document: Document, hero: Hero) -> None:
    """The refusals that need the whole hero."""

    def report(place: Place, message: str, where: str) -> None:
        document.vocabulary.mistakes.append(Mistake(place, message, where))

    texts = list(passages(hero))
    for passage in texts:
        check_text(passage, report)
    for name, rule in rules(hero):
        check_choice(rule, f"{name} > text", report)
    check_references(document, hero)
    check_tokens(document, hero, texts)
    check_upgrades(document, hero)
    check_calls(document, hero)
    _check_completeness(document, hero)


def _check_completeness(document: Document, hero: Hero) -> None:
    if not hero.complete or document.vocabulary.mistakes:
        return
    slots = {ability.slot for ability in hero.abilities}
    for slot, title in (("defensive", "a Defensive Ability"), ("ultimate", "an Ultimate")):
        if slot not in slots:
            message = (
                f"the table [[{slot}]] is missing: a hero that plays games needs {title};"
                " with complete = false it serves odds only"
            )
            mistake = Mistake(document.places.key(("hero",)), message, "hero")
            document.vocabulary.mistakes.append(mistake)
