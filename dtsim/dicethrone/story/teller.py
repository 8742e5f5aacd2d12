"""A game told from its events: turns, dice, abilities, cards, tokens and CP."""

from __future__ import annotations

from collections.abc import Iterable

from dtsim.dicethrone.program.layout import CP_CAP, STARTING_CP
from dtsim.dicethrone.story.damage import Damages
from dtsim.dicethrone.story.phrases import Event, ability_of, closed, listed, shown
from dtsim.dicethrone.story.sentences import Page

# where a phase begins, nothing more is said about what happened before
_PHASES = {"U1", "I1", "M1", "O1", "N1", "X1"}
# what was computed has been applied
_SETTLED = {("U4", "I1"), ("Z4", "Z5"), ("X4", "U1")}


def tell(events: Iterable[Event], heroes: tuple[str, ...]) -> list[str]:
    """The lines of the story; what happens in a turn is indented."""
    teller = Teller(heroes)
    for event in events:
        teller.hear(event)
    return teller.page.lines


class Teller:
    """Hears the events one by one; knows what was said and what is still to be said."""

    def __init__(self, heroes: tuple[str, ...]) -> None:
        self.page = Page(heroes)
        self.damages = Damages(self.page)
        self.cp = [STARTING_CP] * len(heroes)
        self.turn = 0
        self.step = ""
        self.hands: list[list[str]] = [[] for _ in heroes]
        self.announced: Event | None = None

    def hear(self, event: Event) -> None:
        """Go on with the story."""
        kind = event["event"]
        if kind not in ("step", "activated", "announced"):
            self._tell_announcement()
        if kind != "drawn":
            self._tell_hands()
        for teller in (self, self.damages):
            tell = getattr(teller, "tell_" + kind.replace(" ", "_"), None)
            if tell is not None:
                tell(event)

    def tell_thought(self, event: Event) -> None:
        """Why the player decides as it does next."""
        self.page.end()
        self.page.lines.append(f"    {event['says']}")

    # ------------------------------------------------------------ turns

    def _tell_hands(self) -> None:
        hands, self.hands = self.hands, []
        if any(hands):
            self.page.lines.append("Opening hands")
            self.page.lines += [
                f"  {name}: {closed(listed(hand))}" for name, hand in zip(self.page.names, hands, strict=True)
            ]

    def tell_turn(self, event: Event) -> None:
        self.damages.settle()
        self.page.end()
        self.turn = event["turn"]
        standing = "; ".join(
            f"{name} {health} health, {cp} CP"
            for name, health, cp in zip(self.page.names, self.damages.healths, self.cp, strict=True)
        )
        self.page.lines += ["", f"Turn {self.turn}: {self.page.names[event['player']]} ({standing})"]

    def tell_step(self, event: Event) -> None:
        before, self.step = self.step, event["step"]
        if (before, self.step) in _SETTLED:
            self.damages.settle()
        if self.step in _PHASES:
            self.page.end()

    def tell_over(self, event: Event) -> None:
        self.damages.settle()
        self.page.end()
        left = ", ".join(
            f"{name} {health}" for name, health in zip(self.page.names, self.damages.healths, strict=True)
        )
        if event["result"] == "unfinished":
            ending = f"The turn cap stops the game after {self.turn} turns (health: {left})."
        elif "player" not in event:
            ending = f"Both fall together in turn {self.turn}: a draw."
        else:
            ending = f"{self.page.names[event['player']]} wins in turn {self.turn} (health: {left})."
        self.page.lines += ["", ending]

    def tell_skipped(self, event: Event) -> None:
        what = {"roll attempt": "a Roll Attempt", "ability": "the ability"}.get(event["skipped"])
        self.page.add(event["player"], "skips", what or f"the {event['skipped'].title()}")

    def tell_extra_pass(self, event: Event) -> None:
        self.page.add(event["player"], "gets", "a further Offensive Roll Phase")

    # ------------------------------------------------------------ dice and abilities

    def tell_dice(self, event: Event) -> None:
        who, dice, purpose = event["player"], event["dice"], event["for"]
        thrown = [face for place, face in enumerate(dice, 1) if place in event["thrown"]]
        kept = [face for place, face in enumerate(dice, 1) if place not in event["thrown"]]
        before = self.page.sentence
        if before is not None and (before.clauses or before.who != who):
            before = None  # it does not go on
        if purpose == "offense":
            does = f"keeps {shown(kept)}, rolls {shown(thrown)}" if kept else f"rolls {shown(thrown)}"
            if before is not None and " rolls " in before.cause:
                before.cause += f"; {does if kept else 'rolls all again: ' + shown(thrown)}"
            else:
                self.page.begin(who, f"{self.page.names[who]} {does}")
        elif before is not None and before.cause:
            if before.is_empty_talk:
                self.page.begin(who, f"{self.page.names[who]} rolls {shown(thrown)} for {purpose}")
            else:
                before.cause += f" and rolls {shown(thrown)}"
        else:
            self.page.add(who, "rolls", shown(thrown))

    def tell_altered(self, event: Event) -> None:
        self.page.add(event["player"], "turns", f"a {event['from']} into a {event['to']}")

    def tell_announced(self, event: Event) -> None:
        self._tell_announcement()
        self.announced = event

    def _tell_announcement(self) -> None:
        """An announcement that did not lead straight to the ability."""
        event, self.announced = self.announced, None
        if event is not None:
            said = f"announces {ability_of(event)} with {shown(event['dice'])}"
            who = event["player"]
            self.page.begin(
                who, f"{self.page.names[who]} {'activates nothing' if event['ability'] == 'none' else said}"
            )

    def tell_activated(self, event: Event) -> None:
        self.announced = None
        self.page.begin(
            event["player"],
            f"{self.page.names[event['player']]} activates {ability_of(event)} with {shown(event['dice'])}",
        )

    def tell_defends(self, event: Event) -> None:
        self.page.begin(
            event["player"], f"{self.page.names[event['player']]} defends with {ability_of(event)}"
        )

    # ------------------------------------------------------------ cards, tokens, CP

    def tell_card(self, event: Event) -> None:
        self._buy(event, "plays")

    def tell_installed(self, event: Event) -> None:
        self._buy(event, "upgrades to")

    def _buy(self, event: Event, verb: str) -> None:
        who, cost = event["player"], event["cost"]
        price = f" for {cost} CP ({self.cp[who] - cost} left)" if cost else ""
        self.page.begin(who, f"{self.page.names[who]} {verb} {event['card']}{price}").paid = cost

    def tell_sold(self, event: Event) -> None:
        who, before = event["player"], self.page.sentence
        sold = [*(before.sold if before else []), event["card"]]
        if before is not None and before.sold and not before.clauses:
            self.page.sentence = None  # told again, with one card more
        cp = min(CP_CAP, self.cp[who] + 1)
        sentence = self.page.begin(who, f"{self.page.names[who]} sells {listed(sold)} (now {cp} CP)")
        sentence.sold, sentence.paid = sold, -1

    def tell_drawn(self, event: Event) -> None:
        if self.hands:
            self.hands[event["player"]].append(event["card"])
        else:
            self.page.add(event["player"], "draws", event["card"])

    def tell_discarded(self, event: Event) -> None:
        self.page.add(event["player"], "discards", event["card"])

    def tell_reshuffled(self, event: Event) -> None:
        self.page.add(event["player"], "shuffles", f"{event['cards']} cards into a new deck")

    def tell_looked(self, event: Event) -> None:
        self.page.add(event["player"], "looks at", f"the hand of {self.page.names[event['at']]}")

    def tell_spent(self, event: Event) -> None:
        who, token = event["player"], event["token"]
        self.page.begin(who, f"{self.page.names[who]} spends {token}").spent = token

    def tell_passive(self, event: Event) -> None:
        who = event["player"]
        self.page.begin(who, f"{self.page.names[who]} uses {event['passive']} to {event['does']}")

    def tell_trigger(self, event: Event) -> None:
        who = event["player"]
        self.page.begin(who, f"{self.page.names[who]}'s {event['rule']}", is_empty_talk=True)

    def tell_cp(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        sentence = self.page.sentence
        self.cp[who] = now
        if change == -(sentence.paid if sentence else 0):
            if sentence:
                sentence.paid = 0
            return
        is_own = sentence is not None and sentence.who == who
        verb = "gains" if change > 0 else "pays" if is_own else "loses"
        self.page.add(who, verb, f"{abs(change)} CP (now {now})")

    def tell_tokens(self, event: Event) -> None:
        who, change, now = event["player"], event["change"], event["now"]
        name = f"{abs(change)} {event['token']}" if abs(change) > 1 else event["token"]
        sentence = self.page.sentence
        if change == -1 and sentence is not None and sentence.spent == event["token"]:
            sentence.spent = ""
        elif change < 0:
            self.page.add(who, "loses", f"{name} ({now} left)" if now else name)
        else:
            verb = "gains" if event["by"] == who else "receives"
            self.page.add(who, verb, f"{name} (now {now})" if now > change else name)

    def tell_prevented_status(self, event: Event) -> None:
        self.page.add(event["player"], "prevents", event["token"])

    def tell_limit(self, event: Event) -> None:
        self.page.add(event["player"], "may now hold", f"{event['limit']} {event['token']}")

    def tell_side(self, event: Event) -> None:
        self.page.add(event["player"], "turns", f"the board to its {event['side']} side")
