"""The JSON Schema of hero files, so that an editor can complete keys and explain them."""

from __future__ import annotations

from typing import Any

from dtsim.dicethrone.heroes.tables import HeroFile

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_SECTIONS = {
    "hero": "What is said of the hero as a whole",
    "offensive": "Offensive Abilities in the order of the board",
    "ultimate": "The Ultimate Ability",
    "passive": "Passive Abilities",
    "defensive": "Defensive Abilities",
    "upgrade": "Hero Upgrade cards",
    "status": "Status effects, companions and markers that this hero brings",
    "card": "Action cards of this hero; the cards of every deck are in common.toml",
    "keyword": "Actions that the hero names; texts 'activate' them",
    "group": "One name for several counters or keywords",
}

_KEYS = {
    "name": "As printed; every word begins with a capital letter",
    "dice": "Defensive Roll: how many dice, a number or an amount such as '1 + 1 x Dreadful'",
    "sides": "The sides of a board that turns over; the game starts on the first",
    "complexity": "The complexity printed on the board, 1 to 6",
    "complete": "false: only the offence is known, so the hero serves odds but plays no games",
    "doubts": "What is uncertain about the printed values; always shown with the board",
    "needs": "Activation Requirement: '3/4/5 bullet', '2 helm + 1 pray', 'small straight', '4 of a kind'",
    "text": "Effects in the card language, one sentence per line",
    "side": "The side of the board on which this holds",
    "if": "A condition for this to be usable: 'you are attacked', 'you have 3+ Chi', 'side is Dawn'",
    "when": "The moment at which this happens by itself",
    "spend": "The moment at which the holder may spend the token for this",
    "whose": "Whose moment it is; 'others': any holder but the hero of the file",
    "of": "The ability or item that is meant",
    "limit": "How often: '1 per turn', '2 per game'",
    "also": "Further rules of this item, each with its own moment",
    "adds": "Abilities that the upgrade adds to the space",
    "level": "The level this card brings the ability to",
    "cost": "Its price in CP",
    "copies": "How many are in the deck; 0 for a promo card",
    "kind": "companions and markers are counters that no status effect text reaches",
    "stack_limit": "How many a player can hold: a number, or { you = 5, others = 3 }",
    "persistent": "It stays when it has acted",
    "locked": "What other players' effects cannot do with it",
    "play": "When the card can be played",
    "attack_modifier": "The card changes an Attack",
    "you": "Stack Limit of the hero of the file",
    "others": "Stack Limit of everybody else",
}


def hero_schema() -> dict[str, Any]:
    """It knows keys, values and moments; the card language is left to `dtsim hero check`."""
    schema = HeroFile.model_json_schema(by_alias=True)
    for table in schema["$defs"].values():
        _describe(table, _KEYS)
    _describe(schema, _SECTIONS)
    schema["$defs"]["HeroTable"]["properties"]["dice"]["description"] = "The symbols of faces 1 to 6"
    schema["$defs"]["GroupTable"]["properties"]["of"]["description"] = "The members of the group"
    schema |= {"title": "dtsim hero file", "description": "A Dice Throne hero; see docs/hero-files.md"}
    return {"$schema": DIALECT, **schema}


def _describe(table: dict[str, Any], descriptions: dict[str, str]) -> None:
    for key, value in table.get("properties", {}).items():
        value.pop("title", None)  # pydantic repeats the key
        if key in descriptions:
            value["description"] = descriptions[key]
