"""A game told in sentences, turn by turn, from its events."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Event = dict[str, Any]

_SILENT = {"step", "choice", "turn", "total"}


class _Teller:
    """Knows the heroes' names and what the sentences of a turn have said so far."""

    def __init__(self, heroes: tuple[str, ...], healths: list[int]) -> None:
        twins = len(set(heroes)) < len(heroes)
        self.names = [f"{name} {seat + 1}" if twins else name for seat, name in enumerate(heroes)]
        self.healths = healths

    def sentence(self, event: Event) -> str:
        who = self.names[event["player"]] if "player" in event else ""
        tell = getattr(self, "_" + event["event"].replace(" ", "_"), None)
        return f"{who} {tell(event)}".strip() if tell else ""

    def _other(self, seat: int) -> str:
        return self.names[seat]

    # ------------------------------------------------------------ dice and abilities

    def _dice(self, event: Event) -> str:
        shown = " ".join(map(str, event["dice"]))
        again = len(event["thrown"]) < len(event["dice"])
        kept = [face for place, face in enumerate(event["dice"], 1) if place not in event["thrown"]]
        if again:
            return f"keeps {' '.join(map(str, kept))} and rolls: {shown}"
        purpose = {"offense": "", "defence": " in defence", "duel": " in the duel"}.get(event["for"])
        return f"rolls{purpose if purpose is not None else ' for ' + event['for']}: {shown}"

    def _announced(self, event: Event) -> str:
        return "activates nothing" if event["ability"] == "none" else f"announces {event['ability']}"

    def _activated(self, event: Event) -> str:
        level = {2: " at level II", 3: " at level III"}.get(event["level"], "")
        return f"activates {event['ability']}{level}"

    def _altered(self, event: Event) -> str:
        return f"turns a {event['from']} into a {event['to']}"

    def _defends(self, event: Event) -> str:
        return f"defends with {event['ability']}"

    def _type(self, event: Event) -> str:
        return f"makes the Attack {event['type']}"

    def _skipped(self, event: Event) -> str:
        return f"skips the {event['skipped']}"

    def _extra_pass(self, event: Event) -> str:
        return "gets a further Offensive Roll Phase"

    # ------------------------------------------------------------ cards, tokens, passives

    def _card(self, event: Event) -> str:
        return f"plays {event['card']} for {event['cost']} CP"

    def _card_lost(self, event: Event) -> str:
        return f"loses {event['card']}: there is nothing left to aim it at"

    def _installed(self, event: Event) -> str:
        return f"upgrades: {event['card']} for {event['cost']} CP"

    def _sold(self, event: Event) -> str:
        return f"sells {event['card']}"

    def _drawn(self, event: Event) -> str:
        return f"draws {event['card']}"

    def _discarded(self, event: Event) -> str:
        return f"discards {event['card']}"

    def _reshuffled(self, event: Event) -> str:
        return f"shuffles {event['cards']} cards into a new deck"

    def _looked(self, event: Event) -> str:
        return f"looks at the hand of {self._other(event['at'])}"

    def _spent(self, event: Event) -> str:
        return f"spends {event['token']}"

    def _passive(self, event: Event) -> str:
        return f"uses {event['passive']} to {event['does']}"

    def _trigger(self, event: Event) -> str:
        return f"resolves {event['rule']}"

    def _tokens(self, event: Event) -> str:
        number, token = abs(event["change"]), event["token"]
        many = f"{number} {token}" if number > 1 else token
        if event["change"] < 0:
            return f"loses {many} ({event['now']} left)"
        if event["by"] != event["player"]:
            return f"receives {many} from {self._other(event['by'])} (now {event['now']})"
        return f"gains {many} (now {event['now']})"

    def _prevented_status(self, event: Event) -> str:
        return f"prevents {event['token']}"

    def _limit(self, event: Event) -> str:
        return f"may now hold {event['limit']} {event['token']}"

    def _side(self, event: Event) -> str:
        return f"turns the board to its {event['side']} side"

    def _cp(self, event: Event) -> str:
        verb = "gains" if event["change"] > 0 else "pays"
        return f"{verb} {abs(event['change'])} CP (now {event['now']})"

    # ------------------------------------------------------------ damage

    def _damage(self, event: Event) -> str:
        kind = "" if event["type"] == "normal" else f" {event['type']}"
        if event["kind"] == "reflection":
            return f"throws half of the damage back at {self._other(event['to'])}"
        return f"threatens {self._other(event['to'])} with {event['amount']}{kind} dmg"

    def _added(self, event: Event) -> str:
        return f"adds {event['amount']} dmg"

    def _prevented(self, event: Event) -> str:
        if event["own"]:
            return f"loses {event['amount']} dmg of the Attack"
        return f"prevents {event['amount']} dmg" if event["amount"] != "half" else "prevents half of the dmg"

    def _dodged(self, event: Event) -> str:
        return "dodges all of it"

    def _total(self, event: Event) -> str:
        if event["subtotal"] == event["total"]:
            return f"takes {event['total']} dmg in the end"
        return f"takes {event['total']} dmg in the end (subtotal {event['subtotal']})"

    def _moved(self, event: Event) -> str:
        return f"lets {event['to']} take {event['amount']} of it"

    def _health(self, event: Event) -> str:
        verb = "heals" if event["change"] > 0 else "loses"
        self.healths[event["player"]] = event["now"]
        return f"{verb} {abs(event['change'])} health: {event['now']}"

    def _defeated(self, event: Event) -> str:
        return "is defeated"


def tell(events: Iterable[Event], heroes: tuple[str, ...]) -> Iterator[str]:
    """The lines of the story."""
    teller = _Teller(heroes, [50] * len(heroes))
    yield " against ".join(teller.names)
    yield ""
    yield "Opening hands"
    for event in events:
        kind = event["event"]
        if kind == "turn":
            standing = ", ".join(
                f"{name} {health}" for name, health in zip(teller.names, teller.healths, strict=True)
            )
            yield ""
            yield f"Turn {event['turn']}: {teller.names[event['player']]} ({standing})"
        elif kind == "over":
            yield ""
            yield _ending(teller, event)
        elif (kind not in _SILENT or (kind == "total" and event["subtotal"])) and (
            line := teller.sentence(event)
        ):
            yield f"  {line}"


def _ending(teller: _Teller, event: Event) -> str:
    left = ", ".join(f"{name} {health}" for name, health in zip(teller.names, teller.healths, strict=True))
    if event["result"] == "unfinished":
        return f"The turn cap stops the game ({left})."
    if "player" not in event:
        return "Both fall together: a draw."
    return f"{teller.names[event['player']]} wins ({left})."
