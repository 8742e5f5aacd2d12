"""A game told in sentences, turn by turn, from its events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from dtsim.dicethrone.program.layout import CP_CAP, HEALING_ABOVE_START, STARTING_CP, STARTING_HEALTH

Event = dict[str, Any]

# where a phase begins, nothing more is said about what happened before
_PHASES = {"U1", "I1", "M1", "O1", "N1", "X1"}
# what was computed has been applied
_SETTLED = {("U4", "I1"), ("Z4", "Z5"), ("X4", "U1")}
_LEVELS = {2: " II", 3: " III"}


def tell(events: Iterable[Event], heroes: tuple[str, ...]) -> list[str]:
    """The lines of the story; what happens in a turn is indented."""
    teller = _Teller(heroes)
    for event in events:
        teller.hear(event)
    return teller.lines


@dataclass(slots=True)
class _Clause:
    """Who does what: `draws Six-It! and So Wild!`."""

    who: int
    verb: str
    objects: list[str] = field(default_factory=list)
    source: int = -1  # of damage that this clause threatens with

    def __str__(self) -> str:
        return f"{self.verb} {_listed(self.objects)}".rstrip()


@dataclass(slots=True)
class _Sentence:
    """A cause and what it does."""

    who: int
    cause: str
    is_empty_talk: bool  # not worth a line unless something follows from it
    clauses: list[_Clause] = field(default_factory=list)


@dataclass(slots=True)
class _Source:
    """Damage on its way, and what changes it."""

    number: int
    kind: str
    type: str
    parts: list[int]
    added: int = 0
    less: int = 0
    halves: int = 0
    times: list[float] = field(default_factory=list)
    is_dodged: bool = False
    subtotal: int = 0
    total: int = 0

    @property
    def is_plain(self) -> bool:
        """It lands as it was dealt."""
        return [self.total] == self.parts and not (self.added or self.less or self.halves or self.times)

    def sum(self) -> str:
        """`7 + 2 - 4 = 5 dmg`: how the Final Dmg Total comes about."""
        if self.is_plain:
            return _dmg(self.total, self.type)
        terms = " + ".join(map(str, [*self.parts, *([self.added] if self.added else [])]))
        terms += f" - {self.less}" if self.less else ""
        planned = sum(self.parts) + self.added - self.less
        if self.kind == "reflection" or max(0, planned) != self.subtotal or terms == str(self.total):
            return f"{self.total} dmg" if self.total else "no dmg"
        if self.halves or self.times:
            how = [f"times {times}" for times in self.times] + (["halved"] if self.halves else [])
            told = terms if terms == str(planned) else f"{terms} = {planned}"
            return f"{told}, {' and '.join(how)} to {self.total} dmg"
        return f"{terms} = {self.total} dmg" if self.total else f"no dmg ({terms})"


class _Teller:
    """Hears the events one by one; knows what was said and what is still to be said."""

    def __init__(self, heroes: tuple[str, ...]) -> None:
        twins = len(set(heroes)) < len(heroes)
        self.names = [f"{name} {'AB'[seat]}" if twins else name for seat, name in enumerate(heroes)]
        self.healths = [STARTING_HEALTH] * len(heroes)
        self.cp = [STARTING_CP] * len(heroes)
        self.lines: list[str] = []
        self.turn = 0
        self.sentence: _Sentence | None = None
        self.hands: list[list[str]] = [[] for _ in heroes]
        self.announced: Event | None = None
        self.sold: list[str] = []
        self.paid = 0  # CP that the sentence has already told of
        self.spent = ""  # the token that the sentence has already told of
        self.sources: dict[int, _Source] = {}
        self.attack = -1
        # what lands together: damage and healing of each player
        self.landing: list[list[_Source]] = [[] for _ in heroes]
        self.healing = [0] * len(heroes)
        self.burst: _Source | None = None  # lands alone, at once
        self.step = ""

    def hear(self, event: Event) -> None:
        """Go on with the story."""
        kind = event["event"]
        if kind not in ("step", "activated", "announced"):
            self._tell_announcement()
        if kind != "drawn":
            self._tell_hands()
        tell = getattr(self, "_" + kind.replace(" ", "_"), None)
        if tell is not None:
            tell(event)

    # ------------------------------------------------------------ sentences

    def _begin(self, who: int, cause: str, *, is_empty_talk: bool = False) -> None:
        self._end()
        self.sentence = _Sentence(who, cause, is_empty_talk)

    def _end(self) -> None:
        """Write the sentence down."""
        found, self.sentence = self.sentence, None
        self.paid, self.spent, self.sold = 0, "", []
        if found is None or (found.is_empty_talk and not found.clauses):
            return
        clauses, speaker = [], found.who if found.cause else -1
        for clause in found.clauses:
            clauses.append(str(clause) if clause.who == speaker else f"{self.names[clause.who]} {clause}")
            speaker = clause.who
        said = ", ".join(clauses)
        self.lines.append("  " + _closed(f"{found.cause}{': ' if found.cause and said else ''}{said}"))

    def _add(self, who: int, verb: str, *objects: str, source: int = -1) -> None:
        """A clause more; without a cause it stands for itself."""
        if self.sentence is None:
            self.sentence = _Sentence(who, "", False)
        clauses = self.sentence.clauses
        if objects and clauses and (clauses[-1].who, clauses[-1].verb) == (who, verb) and source < 0:
            clauses[-1].objects += objects
        else:
            clauses.append(_Clause(who, verb, list(objects), source))

    def _thought(self, event: Event) -> None:
        """Why the player decides as it does next."""
        self._end()
        self.lines.append(f"    {event['says']}")

    # ------------------------------------------------------------ turns

    def _tell_hands(self) -> None:
        hands, self.hands = self.hands, []
        if any(hands):
            self.lines.append("Opening hands")
            self.lines += [
                f"  {name}: {_closed(_listed(hand))}" for name, hand in zip(self.names, hands, strict=True)
            ]

    def _turn(self, event: Event) -> None:
        self._settle()
        self._end()
        self.turn = event["turn"]
        standing = "; ".join(
            f"{name} {health} health, {cp} CP"
            for name, health, cp in zip(self.names, self.healths, self.cp, strict=True)
        )
        self.lines += ["", f"Turn {self.turn}: {self.names[event['player']]} ({standing})"]

    def _step(self, event: Event) -> None:
        before, self.step = self.step, event["step"]
        if (before, self.step) in _SETTLED:
            self._settle()
        if self.step in _PHASES:
            self._end()

    def _over(self, event: Event) -> None:
        self._settle()
        self._end()
        left = ", ".join(f"{name} {health}" for name, health in zip(self.names, self.healths, strict=True))
        if event["result"] == "unfinished":
            ending = f"The turn cap stops the game after {self.turn} turns (health: {left})."
        elif "player" not in event:
            ending = f"Both fall together in turn {self.turn}: a draw."
        else:
            ending = f"{self.names[event['player']]} wins in turn {self.turn} (health: {left})."
        self.lines += ["", ending]

    def _skipped(self, event: Event) -> None:
        what = {"roll attempt": "a Roll Attempt", "ability": "the ability"}.get(event["skipped"])
        self._add(event["player"], "skips", what or f"the {event['skipped'].title()}")

    def _extra_pass(self, event: Event) -> None:
        self._add(event["player"], "gets", "a further Offensive Roll Phase")

    # ------------------------------------------------------------ dice and abilities

    def _dice(self, event: Event) -> None:
        who, dice, purpose = event["player"], event["dice"], event["for"]
        thrown = [face for place, face in enumerate(dice, 1) if place in event["thrown"]]
        kept = [face for place, face in enumerate(dice, 1) if place not in event["thrown"]]
        goes_on = self.sentence is not None and not self.sentence.clauses and self.sentence.who == who
        if purpose == "offense":
            again = goes_on and self.sentence is not None and " rolls " in self.sentence.cause
            does = f"keeps {_shown(kept)}, rolls {_shown(thrown)}" if kept else f"rolls {_shown(thrown)}"
            if again and self.sentence is not None:
                self.sentence.cause += f"; {does if kept else 'rolls all again: ' + _shown(thrown)}"
            else:
                self._begin(who, f"{self.names[who]} {does}")
        elif goes_on and self.sentence is not None and self.sentence.cause:
            if self.sentence.is_empty_talk:
                self._begin(who, f"{self.names[who]} rolls {_shown(thrown)} for {purpose}")
            else:
                self.sentence.cause += f" and rolls {_shown(thrown)}"
        else:
            self._add(who, "rolls", _shown(thrown))

    def _altered(self, event: Event) -> None:
        self._add(event["player"], "turns", f"a {event['from']} into a {event['to']}")

    def _announced(self, event: Event) -> None:
        self._tell_announcement()
        self.announced = event

    def _tell_announcement(self) -> None:
        """An announcement that did not lead straight to the ability."""
        event, self.announced = self.announced, None
        if event is not None:
            said = f"announces {_ability(event)} with {_shown(event['dice'])}"
            who = event["player"]
            self._begin(
                who, f"{self.names[who]} {'activates nothing' if event['ability'] == 'none' else said}"
            )

    def _activated(self, event: Event) -> None:
        self.announced = None
        self._begin(
            event["player"],
            f"{self.names[event['player']]} activates {_ability(event)} with {_shown(event['dice'])}",
        )

    def _defends(self, event: Event) -> None:
        self._begin(event["player"], f"{self.names[event['player']]} defends with {_ability(event)}")

    def _type(self, event: Event) -> None:
        if self.attack in self.sources:
            self.sources[self.attack].type = event["type"]
        self._add(event["player"], "makes", f"the Attack {event['type']}")

    # ------------------------------------------------------------ cards, tokens, CP

    def _card(self, event: Event) -> None:
        self._buy(event, "plays")

    def _installed(self, event: Event) -> None:
        self._buy(event, "upgrades to")

    def _buy(self, event: Event, verb: str) -> None:
        who, cost = event["player"], event["cost"]
        price = f" for {cost} CP ({self.cp[who] - cost} left)" if cost else ""
        self._begin(who, f"{self.names[who]} {verb} {event['card']}{price}")
        self.paid = cost

    def _sold(self, event: Event) -> None:
        who, sold = event["player"], [*self.sold, event["card"]]
        if self.sold and self.sentence is not None and not self.sentence.clauses:
            self.sentence = None
        self._begin(who, f"{self.names[who]} sells {_listed(sold)} (now {min(CP_CAP, self.cp[who] + 1)} CP)")
        self.sold, self.paid = sold, -1

    def _drawn(self, event: Event) -> None:
        if self.hands:
            self.hands[event["player"]].append(event["card"])
        else:
            self._add(event["player"], "draws", event["card"])

    def _discarded(self, event: Event) -> None:
        self._add(event["player"], "discards", event["card"])

    def _reshuffled(self, event: Event) -> None:
        self._add(event["player"], "shuffles", f"{event['cards']} cards into a new deck")

    def _looked(self, event: Event) -> None:
        self._add(event["player"], "looks at", f"the hand of {self.names[event['at']]}")

    def _spent(self, event: Event) -> None:
        self._begin(event["player"], f"{self.names[event['player']]} spends {event['token']}")
        self.spent = event["token"]

    def _passive(self, event: Event) -> None:
        who = event["player"]
        self._begin(who, f"{self.names[who]} uses {event['passive']} to {event['does']}")

    def _trigger(self, event: Event) -> None:
        who = event["player"]
        self._begin(who, f"{self.names[who]}'s {event['rule']}", is_empty_talk=True)

    def _cp(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        self.cp[who] = now
        if change == -self.paid:
            self.paid = 0
            return
        is_own = self.sentence is not None and self.sentence.who == who
        verb = "gains" if change > 0 else "pays" if is_own else "loses"
        self._add(who, verb, f"{abs(change)} CP (now {now})")

    def _tokens(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        name = f"{abs(change)} {event['token']}" if abs(change) > 1 else event["token"]
        if change == -1 and self.spent == event["token"]:
            self.spent = ""
        elif change < 0:
            self._add(who, "loses", f"{name} ({now} left)" if now else name)
        else:
            verb = "gains" if event["by"] == who else "receives"
            self._add(who, verb, f"{name} (now {now})" if now > change else name)

    def _prevented_status(self, event: Event) -> None:
        self._add(event["player"], "prevents", event["token"])

    def _limit(self, event: Event) -> None:
        self._add(event["player"], "may now hold", f"{event['limit']} {event['token']}")

    def _side(self, event: Event) -> None:
        self._add(event["player"], "turns", f"the board to its {event['side']} side")

    # ------------------------------------------------------------ damage on its way

    def _damage(self, event: Event) -> None:
        number, kind, amount = event["source"], event["kind"], event["amount"]
        if kind == "component" and self.attack in self.sources:
            self.sources[self.attack].parts.append(amount)
        elif kind == "phase" and number in self.sources:
            self.sources[number].parts.append(amount)
        else:
            self.sources[number] = _Source(number, kind, event["type"], [amount])
        if kind == "attack":
            self.attack = number
        at = "" if kind in ("attack", "component") else f" to {self.names[event['to']]}"
        if kind == "reflection":
            self._add(event["player"], "throws back", f"half of the dmg{at}")
        else:
            self._add(event["player"], "deals", _dmg(amount, event["type"]) + at, source=number)

    def _no_attack(self, event: Event) -> None:
        self.sources.pop(self.attack, None)
        self._add(event["player"], "makes no Attack, for nothing would be left of the dmg")

    def _added(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].added += event["amount"]
        self._add(event["player"], "adds", f"{event['amount']} dmg")

    def _multiplied(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].times.append(event["by"])
        self._add(event["player"], "multiplies", f"the dmg by {event['by']}")

    def _prevented(self, event: Event) -> None:
        who, amount, source = event["player"], event["amount"], self.sources.get(event["source"])
        if amount == "half":
            self._add(who, "prevents", "half of the dmg")
        else:
            self._add(who, "takes off" if event["own"] else "prevents", f"{amount} dmg")
        if source is not None and amount == "half":
            source.halves += 1
        elif source is not None:
            source.less += amount

    def _dodged(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].is_dodged = True
        self._add(event["player"], "dodges", "all of it")

    # ------------------------------------------------------------ damage that lands

    def _total(self, event: Event) -> None:
        source = self.sources.pop(event["source"], None)
        if source is None or (source.is_dodged and event["total"] == 0):
            return
        source.subtotal, source.total = event["subtotal"], event["total"]
        if source.kind == "burst":
            self.burst = source
        else:
            self.landing[event["player"]].append(source)

    def _moved(self, event: Event) -> None:
        who = event["player"]
        waiting = [self.burst] if self.burst else self.landing[who]
        source = next((source for source in waiting if source and source.total == event["amount"]), None)
        if source is not None:
            self._go_on_with([source])
            self._add(who, f"lets {event['to']} take", source.sum())
        if self.burst:
            self.burst = None
        elif source is not None:
            self.landing[who].remove(source)

    def _healing(self, event: Event) -> None:
        self.healing[event["player"]] += event["amount"]
        if not event.get("stolen"):  # what is stolen lands now
            self._add(event["player"], "will heal", f"{event['amount']}")

    def _health(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        before, self.healths[who] = self.healths[who], now
        if self.burst is not None:
            self._go_on_with([self.burst])
            self._land(who, [self.burst], 0, before)
            self.burst = None
        elif now in self._expected(who, before):
            self._land_all(who, before)
        elif change > 0:
            self._add(who, "heals", f"{change} (health {before} to {now})")
        else:
            self._add(who, "loses", f"{-change} health ({before} to {now})")

    def _expected(self, who: int, before: int) -> set[int]:
        """The health when everything that waits has landed; a ruling says where the healing is capped."""
        if not self.landing[who] and not self.healing[who]:
            return set()
        most = STARTING_HEALTH + HEALING_ABOVE_START
        lost, healed = sum(source.total for source in self.landing[who]), before + self.healing[who]
        return {max(0, min(most, healed - lost)), max(0, min(most, healed) - lost)}

    def _settle(self) -> None:
        """What landed without a change of health."""
        for who, health in enumerate(self.healths):
            if self.landing[who]:
                self._land_all(who, health)
            self.healing[who] = 0

    def _land_all(self, who: int, before: int) -> None:
        self._go_on_with([source for sources in self.landing for source in sources])
        self._land(who, self.landing[who], self.healing[who], before)
        self.landing[who], self.healing[who] = [], 0

    def _land(self, who: int, sources: list[_Source], healing: int, before: int) -> None:
        """`takes 7 + 2 - 4 = 5 dmg (health 50 to 45)`."""
        now = self.healths[who]
        health = f" (health {before} to {now})" if before != now else f" (health {now})"
        healed = [f"heals {healing}"] if healing else []
        taken = [f"takes {_listed([source.sum() for source in sources])}"] if sources else []
        self._add(who, " and ".join(taken + healed) + health)

    def _go_on_with(self, sources: list[_Source]) -> None:
        """Damage that lands as it was dealt is told with its cause, any other in a sentence of its own."""
        if self.sentence is None or self.sentence.cause == "":
            return
        clauses = self.sentence.clauses
        told = {clause.source for clause in clauses if clause.source >= 0}
        if all(source.is_plain and source.number in told for source in sources):
            self.sentence.clauses = [clause for clause in clauses if clause.source < 0]
        else:
            self._end()


def _listed(words: list[str]) -> str:
    """`A, B and C`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def _closed(sentence: str) -> str:
    """With its full stop, unless a card's name ends in a sign of its own."""
    return sentence if sentence.endswith(("!", "?")) else f"{sentence}."


def _shown(dice: list[int]) -> str:
    return " ".join(map(str, sorted(dice)))


def _dmg(amount: int, kind: str) -> str:
    return f"{amount} dmg" if kind == "normal" else f"{amount} {kind} dmg"


def _ability(event: Event) -> str:
    """`Revolver (3 bullet)` at level 2 is `Revolver II (3 bullet)`."""
    name, bracket, step = event["ability"].partition(" (")
    return f"{name}{_LEVELS.get(event['level'], '')}{bracket}{step}"
