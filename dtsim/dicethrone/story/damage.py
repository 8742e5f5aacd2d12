"""Damage told from where it is dealt to where it lands."""

from __future__ import annotations

from dataclasses import dataclass, field

from dtsim.dicethrone.program.layout import HEALING_ABOVE_START, STARTING_HEALTH
from dtsim.dicethrone.story.phrases import Event, dmg_of, listed
from dtsim.dicethrone.story.sentences import Page


@dataclass(slots=True)
class Source:
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
            return dmg_of(self.total, self.type)
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


class Damages:
    """Hears of damage and healing; what has landed is told together."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.healths = [STARTING_HEALTH] * len(page.names)
        self.sources: dict[int, Source] = {}
        self.attack = -1
        # what lands together: damage and healing of each player
        self.landing: list[list[Source]] = [[] for _ in page.names]
        self.healing = [0] * len(page.names)
        self.burst: Source | None = None  # lands alone, at once

    def tell_damage(self, event: Event) -> None:
        number, kind, amount = event["source"], event["kind"], event["amount"]
        if kind == "component" and self.attack in self.sources:
            self.sources[self.attack].parts.append(amount)
        elif kind == "phase" and number in self.sources:
            self.sources[number].parts.append(amount)
        else:
            self.sources[number] = Source(number, kind, event["type"], [amount])
        if kind == "attack":
            self.attack = number
        at = "" if kind in ("attack", "component") else f" to {self.page.names[event['to']]}"
        if kind == "reflection":
            self.page.add(event["player"], "throws back", f"half of the dmg{at}")
        else:
            self.page.add(event["player"], "deals", dmg_of(amount, event["type"]) + at, source=number)

    def tell_no_attack(self, event: Event) -> None:
        self.sources.pop(self.attack, None)
        self.page.add(event["player"], "makes no Attack, for nothing would be left of the dmg")

    def tell_type(self, event: Event) -> None:
        if self.attack in self.sources:
            self.sources[self.attack].type = event["type"]
        self.page.add(event["player"], "makes", f"the Attack {event['type']}")

    def tell_added(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].added += event["amount"]
        self.page.add(event["player"], "adds", f"{event['amount']} dmg")

    def tell_multiplied(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].times.append(event["by"])
        self.page.add(event["player"], "multiplies", f"the dmg by {event['by']}")

    def tell_prevented(self, event: Event) -> None:
        who, amount, source = event["player"], event["amount"], self.sources.get(event["source"])
        if amount == "half":
            self.page.add(who, "prevents", "half of the dmg")
        else:
            self.page.add(who, "takes off" if event["own"] else "prevents", f"{amount} dmg")
        if source is not None and amount == "half":
            source.halves += 1
        elif source is not None:
            source.less += amount

    def tell_dodged(self, event: Event) -> None:
        if event["source"] in self.sources:
            self.sources[event["source"]].is_dodged = True
        self.page.add(event["player"], "dodges", "all of it")

    # ------------------------------------------------------------ damage that lands

    def tell_total(self, event: Event) -> None:
        source = self.sources.pop(event["source"], None)
        if source is None or (source.is_dodged and event["total"] == 0):
            return
        source.subtotal, source.total = event["subtotal"], event["total"]
        if source.kind == "burst":
            self.burst = source
        else:
            self.landing[event["player"]].append(source)

    def tell_moved(self, event: Event) -> None:
        who = event["player"]
        waiting = [self.burst] if self.burst else self.landing[who]
        source = next((source for source in waiting if source and source.total == event["amount"]), None)
        if source is not None:
            self._go_on_with([source])
            self.page.add(who, f"lets {event['to']} take", source.sum())
        if self.burst:
            self.burst = None
        elif source is not None:
            self.landing[who].remove(source)

    def tell_healing(self, event: Event) -> None:
        self.healing[event["player"]] += event["amount"]
        if not event.get("stolen"):  # what is stolen lands now
            self.page.add(event["player"], "will heal", f"{event['amount']}")

    def tell_health(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        before, self.healths[who] = self.healths[who], now
        if self.burst is not None:
            self._go_on_with([self.burst])
            self._land(who, [self.burst], 0, before)
            self.burst = None
        elif now in self._expected(who, before):
            self._land_all(who, before)
        elif change > 0:
            self.page.add(who, "heals", f"{change} (health {before} to {now})")
        else:
            self.page.add(who, "loses", f"{-change} health ({before} to {now})")

    def _expected(self, who: int, before: int) -> set[int]:
        """The health when everything that waits has landed; a ruling says where the healing is capped."""
        if not self.landing[who] and not self.healing[who]:
            return set()
        most = STARTING_HEALTH + HEALING_ABOVE_START
        lost, healed = sum(source.total for source in self.landing[who]), before + self.healing[who]
        return {max(0, min(most, healed - lost)), max(0, min(most, healed) - lost)}

    def settle(self) -> None:
        """What landed without a change of health."""
        for who, health in enumerate(self.healths):
            if self.landing[who]:
                self._land_all(who, health)
            self.healing[who] = 0

    def _land_all(self, who: int, before: int) -> None:
        self._go_on_with([source for sources in self.landing for source in sources])
        self._land(who, self.landing[who], self.healing[who], before)
        self.landing[who], self.healing[who] = [], 0

    def _land(self, who: int, sources: list[Source], healing: int, before: int) -> None:
        """`takes 7 + 2 - 4 = 5 dmg (health 50 to 45)`."""
        now = self.healths[who]
        health = f" (health {before} to {now})" if before != now else f" (health {now})"
        healed = [f"heals {healing}"] if healing else []
        taken = [f"takes {listed([source.sum() for source in sources])}"] if sources else []
        self.page.add(who, " and ".join(taken + healed) + health)

    def _go_on_with(self, sources: list[Source]) -> None:
        """Damage that lands as it was dealt is told with its cause, any other in a sentence of its own."""
        if self.page.sentence is None or self.page.sentence.cause == "":
            return
        clauses = self.page.sentence.clauses
        told = {clause.source for clause in clauses if clause.source >= 0}
        if all(source.is_plain and source.number in told for source in sources):
            self.page.sentence.clauses = [clause for clause in clauses if clause.source < 0]
        else:
            self.page.end()
