"""The deck of a hero: its Action cards and Hero Upgrades as records."""

from __future__ import annotations

from dtsim.dicethrone.heroes.model.hero import Card, Hero, Upgrade
from dtsim.dicethrone.heroes.words import MOMENTS
from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.builder import CannotPlay
from dtsim.dicethrone.program.draft import Draft
from dtsim.dicethrone.program.moments import WINDOWS
from dtsim.dicethrone.program.playable import check_played, check_text
from dtsim.dicethrone.program.program import purpose_of
from dtsim.dicethrone.program.reading import Reading
from dtsim.dicethrone.program.requirements import requirements
from dtsim.dicethrone.program.texts import compile_text

_CARD_NEEDS = {
    L.CARDS_DICE: L.CHANGES_DICE,
    L.CARDS_ON_DICE: L.NEEDS_YOUR_DICE | L.NEEDS_OPPONENT_DICE | L.NEEDS_DICE | L.NEEDS_ATTEMPT,
    L.CARDS_ON_ATTACK: L.NEEDS_ATTACK,
    L.CARDS_ON_DAMAGE: L.NEEDS_DAMAGE | L.NEEDS_YOUR_DAMAGE,
    L.CARDS_ON_STATUS: L.NEEDS_STATUS | L.NEEDS_YOUR_STATUS | L.NEEDS_TRANSFER,
}


def write_cards(draft: Draft, player: int, hero: Hero) -> tuple[int, list[str]]:
    """The place of the first card, and the names of all by their slots."""
    reading = draft.reading(hero)
    records: list[tuple[str, list[int]]] = []
    for card in hero.cards:
        if card.copies:
            records += [(card.name, _card(draft, card, hero, reading))] * card.copies
    for upgrade in hero.upgrades:
        records += [(upgrade.name, _upgrade(upgrade, hero))] * upgrade.copies
    if len(records) > 62:
        raise CannotPlay(f"{hero.name} has more than 62 cards")
    first = draft.builder.add([word for _, record in records for word in record])
    base = L.PLAYERS + player * L.PLAYER_SIZE
    for slot, (name, record) in enumerate(records):
        draft.items[first + slot * L.K_SIZE] = name
        bit = 1 << slot
        draft.record[base + _card_set(record[L.K_PLAY])] |= bit
        for place, needs in _CARD_NEEDS.items():
            if record[L.K_REQUIRES] & needs:
                draft.record[base + place] |= bit
        if _card_set(record[L.K_PLAY]) == L.CARDS_LATE:
            draft.record[L.LATE_MOMENTS] |= 1 << record[L.K_PLAY]
        for cp in range(16):
            if record[L.K_COST] <= cp:
                draft.record[base + L.AFFORDABLE + cp] |= bit
    draft.record[base + L.DECK] = (1 << len(records)) - 1
    return first, [name for name, _ in records]


def _card(draft: Draft, card: Card, hero: Hero, reading: Reading) -> list[int]:
    if card.play not in WINDOWS:
        raise CannotPlay(f"{card.name}: the engine has no window for playing it at {card.play!r} yet")
    check_text(card.name, card.text, reading.keywords, card.play)
    check_played(card.name, card.text)
    return [
        MOMENTS.index(card.play), card.cost, compile_text(card.text, reading),
        draft.builder.conditions((card.condition,), hero.sides, hero.dice),
        requirements(card.text, attack_modifier=card.attack_modifier), int(card.attack_modifier),
        hero.sides.index(card.side) if card.side else -1, -1, 0, purpose_of(card.name),
    ]  # fmt: skip


def _upgrade(upgrade: Upgrade, hero: Hero) -> list[int]:
    space = next(
        index for index, ability in enumerate(hero.abilities) if ability.name == upgrade.ability.name
    )
    level = upgrade.ability.level
    return [L.UPGRADE, upgrade.cost, 0, 0, 0, 0, -1, space, level, purpose_of(upgrade.name)]


def _card_set(play: int) -> int:
    sets = {
        L.MAIN_PHASE: L.CARDS_MAIN,
        L.ROLL_PHASE: L.CARDS_ROLL,
        L.INSTANT: L.CARDS_INSTANT,
        L.ANY_TIME: L.CARDS_INSTANT,
        L.UPGRADE: L.CARDS_UPGRADE,
    }
    return sets.get(play, L.CARDS_LATE)
