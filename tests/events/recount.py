"""The events of a game counted once more, from the story and without the counters' code."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from math import floor
from typing import Any

from dtsim.dicethrone.replay import Replay

LEVELS = {0: "", 1: "", 2: " II", 3: " III"}
ROUNDS, TURNS = 32, 64  # longer games share the last length; their health is kept so far
RESULTS = ("won", "drawn", "lost", "stopped")

Key = tuple[object, ...]


class Recount:
    """Everything counted in one game: (what, hero, ...) to a number."""

    def __init__(self, game: Replay) -> None:
        self.game = game
        self.counts: Counter[Key] = Counter()
        self.turn = 0
        self.health = [50, 50]
        self.histories: list[tuple[int, int]] = []
        self.tokens: list[Counter[str]] = [Counter(), Counter()]
        self.drawn: list[list[str]] = [[], []]
        self.is_first_roll = False
        self.ability = ("", "")
        self.users: dict[str, int] = {}
        self.sources: dict[int, list[tuple[int, str, Key, int]]] = defaultdict(list)
        self.attack = -1
        self.damage: Counter[Key] = Counter()
        self.first_blood: tuple[int, int] | None = None
        self.fates: set[tuple[int, str, str]] = set()
        if game.winner is not None:
            self.results = tuple("won" if seat == game.winner else "lost" for seat in range(2))
        else:
            self.results = ("drawn" if game.result == "decided" else "stopped",) * 2
        self._count()

    def _count(self) -> None:
        for event in self.game.events:
            see = getattr(self, "_" + event["event"].replace(" ", "_"), None)
            if see:
                see(event, event.get("player"))
        self._end_turn()
        for (who, what, name), amount in self.damage.items():
            self.counts["damage", who, what, name, self.results[who]] += amount
        for who, name, fate in self.fates:
            self.counts["fate", who, name, fate, self._length(), self.results[who]] += 1
        for who in range(2):
            self.counts["games", who, self._length(), self.results[who]] += 1
            if self.turn <= TURNS:
                self.counts["final health", who, self.turn, self.health[who]] += 1
        if self.first_blood:
            who, turn = self.first_blood
            self.counts["first blood", who, turn, self.results[who]] += 1

    def _length(self) -> int:
        return min((self.turn - 1) // 2, ROUNDS - 1)

    # ------------------------------------------------------------ turns, dice, tokens

    def _turn(self, event: dict[str, Any], who: int) -> None:
        if self.turn:
            self._end_turn()
        self.turn += 1
        for seat in range(2):
            for name, number in self.tokens[seat].items():
                if number:
                    self.counts["held", seat, name] += 1
                    self.counts["stacks", seat, name] += number

    def _end_turn(self) -> None:
        self.histories.append((self.health[0], self.health[1]))
        for seat in range(2 if self.turn <= TURNS else 0):
            self.counts["health", seat, self.turn, self.health[seat]] += 1

    def _health(self, event: dict[str, Any], who: int) -> None:
        self.health[who] = event["now"]

    def _step(self, event: dict[str, Any], who: None) -> None:
        if event["step"] == "O2":
            self.is_first_roll = True

    def _dice(self, event: dict[str, Any], who: int) -> None:
        if self.is_first_roll and event["for"] == "offense":
            self.is_first_roll = False
            self.counts["phases", who] += 1
            self.counts["first roll", who, tuple(sorted(event["dice"]))] += 1

    def _tokens(self, event: dict[str, Any], who: int) -> None:
        self.tokens[who][event["token"]] = event["now"]
        change = event["change"]
        self.counts["gained" if change > 0 else "lost", who, event["token"]] += abs(change)
        if change > 0 and event["by"] != who:
            self.counts["inflicted", who, event["token"]] += change

    # ------------------------------------------------------------ abilities and cards

    def _announced(self, event: dict[str, Any], who: int) -> None:
        if event["ability"] != "none":
            self.counts["announced", who, _label(event["ability"], event["level"])] += 1

    def _activated(self, event: dict[str, Any], who: int) -> None:
        label = _label(event["ability"], event["level"])
        self.ability = (_without_step(label), label)
        self.users[_without_step(label)] = who
        self.counts["used", who, label, self.results[who]] += 1

    def _defends(self, event: dict[str, Any], who: int) -> None:
        label = _label(event["ability"], event["level"])
        self.users[label] = who
        self.counts["used", who, label, self.results[who]] += 1

    def _spent(self, event: dict[str, Any], who: int) -> None:
        self.counts["spent", who, event["token"]] += 1

    def _drawn(self, event: dict[str, Any], who: int) -> None:
        card = event["card"]
        self.counts["drawn", who, card] += 1
        self.drawn[who].append(card)
        if len(self.drawn[who]) <= 4:
            self.fates.add((who, card, "opening"))
        elif card not in self.drawn[who][:4]:
            self.fates.add((who, card, "later"))

    def _card(self, event: dict[str, Any], who: int) -> None:
        self.users[event["card"]] = who
        self.counts["played", who, event["card"]] += 1
        self.fates.add((who, event["card"], "played"))

    _installed = _card

    def _sold(self, event: dict[str, Any], who: int) -> None:
        self.counts["sold", who, event["card"]] += 1
        self.fates.add((who, event["card"], "sold"))

    def _discarded(self, event: dict[str, Any], who: int) -> None:
        self.counts["discarded", who, event["card"]] += 1

    # ------------------------------------------------------------ damage

    def _damage(self, event: dict[str, Any], who: int) -> None:
        source = event["source"]
        if event["kind"] == "component":
            source = self.attack
        elif event["kind"] != "phase":
            self.sources[source] = []
        if event["kind"] == "attack":
            self.attack = source
        self._join(source, who, event, event["amount"])

    def _added(self, event: dict[str, Any], who: int) -> None:
        self._join(event["source"], self.sources[event["source"]][0][0], event, event["amount"])

    def _join(self, source: int, dealer: int, event: dict[str, Any], amount: int) -> None:
        """Of a card or an ability, the one who used it last; of a status effect, the dealer."""
        label = _label(event["of"], event["level"])
        owner = self.users.get(label, dealer)
        if event["level"]:
            what, name = "ability", self.ability[1] if label == self.ability[0] else label
        else:
            what, name = ("card" if label in self.users else "token"), label
        self.sources[source].append((owner, what, (name,), amount))

    def _total(self, event: dict[str, Any], target: int) -> None:
        parts = self.sources.pop(event["source"], [])
        planned = sum(amount for *_, amount in parts)
        so_far, given = 0, 0
        for owner, what, (name,), amount in parts:
            so_far += amount
            share = Fraction(so_far, planned) if planned else Fraction(1)
            up_to = floor(event["total"] * share + Fraction(1, 2))
            part, given = up_to - given, up_to
            if part and owner == target:
                self.counts["self damage", owner] += part
            elif part:
                self.damage[owner, what, name] += part
                self.first_blood = self.first_blood or (owner, self.turn)


def _label(ability: str, level: int) -> str:
    """`Revolver (3 bullet)` at level 2 is `Revolver II (3 bullet)`."""
    name, bracket, step = ability.partition(" (")
    return f"{name}{LEVELS[level]}{bracket}{step}"


def _without_step(label: str) -> str:
    return label.partition(" (")[0]
