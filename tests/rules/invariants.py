"""A bookkeeper who follows a game by its events alone and checks what must hold after every decision."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from dtsim.dicethrone.engine.steps import NAMES as STEPS
from dtsim.dicethrone.game import Game, engine
from dtsim.dicethrone.heroes.model.things import ThisToken
from dtsim.dicethrone.heroes.walk import abilities
from dtsim.dicethrone.labels import event as told
from dtsim.dicethrone.program import layout as L

CEILING = L.STARTING_HEALTH + L.HEALING_ABOVE_START
PILES = (L.HAND, L.DECK, L.DISCARD, L.INSTALLED, L.RESOLVING)
# steps from which the turn goes back: a new announcement, more rolling, an extra pass
BACK = {("O5", "O4"), ("O4", "O3"), ("Z6", "O1"), ("X4", "U1")}
ACTS = ("card", "spent", "passive", "sold", "installed")


class Bookkeeper:
    """Everything the events of a game add up to; `check` compares it with the table."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seen = 0
        seats = range(len(game.players))
        self.cp = [L.STARTING_CP for _ in seats]
        self.health = [L.STARTING_HEALTH for _ in seats]
        self.tokens: list[Counter[str]] = [Counter() for _ in seats]
        self.limits = [dict(player.limits) for player in game.players]
        self.hand = [0 for _ in seats]
        self.deck = [len(cards) for cards in game.program.names.cards]
        self.discard = [0 for _ in seats]
        self.levels = [dict.fromkeys(player.levels, 0) for player in game.players]
        self.needs = [_needs(hero) for hero in game.program.heroes]
        self.ultimates = [
            {ability.name for _, ability in abilities(hero) if ability.slot == "ultimate"}
            for hero in game.program.heroes
        ]
        self.turns: list[int] = []
        self.step = "U1"
        self.begin_pass()
        self.raised: list[dict[str, int]] = [{} for _ in seats]
        self.kinds: dict[int, str] = {}  # of sources of damage, by their number
        self.bursts = [0 for _ in seats]  # totals that land next, alone
        self.totals = [0 for _ in seats]  # totals that land together
        self.healing = [0 for _ in seats]  # what lands with them
        self.until_the_end = _until_the_end(game)
        self.concluded: Counter[tuple[int, str]] = Counter()
        self.has_rolled = False

    def begin_pass(self) -> None:
        """A pass of the Roll Phase: what may happen once in it, or so many times."""
        self.activated = self.attempts = self.helps = 0
        self.locked: int | None = None  # by an Ultimate
        self.could_defend = False
        self.dice_read: list[int] = []  # by the ability that was activated
        self.dodged: set[int] = set()
        self.multiples: dict[int, float] = {}  # of a source of damage
        self.plain: list[dict[str, Any]] = []  # events about damage

    def check(self) -> None:
        """After every decision: the books and the table agree, and every limit holds."""
        game = self.game
        rows = game._journal[self.seen : int(game.record[L.N_EVENTS])]
        self.seen += len(rows)
        for row in rows:
            self.enter(told(game.program.names, row, STEPS), [int(word) for word in row])
        for seat, player in enumerate(game.players):
            base = L.PLAYERS + seat * L.PLAYER_SIZE
            piles = [int(game.record[base + pile]) for pile in PILES]
            assert 0 <= player.cp <= L.CP_CAP
            assert player.cp == self.cp[seat], "CP changed without an event"
            assert 0 <= player.health <= CEILING
            assert player.health == self.health[seat], "health changed without an event"
            assert player.tokens == {name: held for name, held in self.tokens[seat].items() if held}
            assert all(held <= player.limits[name] for name, held in player.tokens.items())
            assert player.limits == self.limits[seat] | self.raised[seat]
            assert sum(piles) == (1 << len(game.program.names.cards[seat])) - 1
            assert sum(map(int.bit_count, piles)) == len(game.program.names.cards[seat]), "a card is twice"
            assert len(player.hand) == self.hand[seat]
            assert len(player.deck) == self.deck[seat]
            levels = player.levels
            assert all(levels[name] >= self.levels[seat][name] for name in levels), "a level fell"
            self.levels[seat] = levels
        if game.asked is None:
            self.check_end()
        else:
            assert game.players[game.asked].health > 0, "a defeated player is asked"
            assert game.asked != self.locked, "asked under the lock of an Ultimate"
            read = [int(game.record[L.FINAL_DICE]) >> 4 * place & 15 for place in range(L.DICE)]
            assert self.dice_read in ([], read), "dice changed after they were read"
            assert self.step not in ("Z2", "Z3") or game.question == "amount", "asked in the settlement"

    def check_end(self) -> None:
        """One side won, nobody did because all fell at once, or the cap was reached."""
        game = self.game
        standing = [seat for seat, health in enumerate(self.health) if health > 0]
        if game.result == "unfinished":
            assert len(standing) == 2
            assert game.winner is None
        else:
            assert game.result == "decided"
            assert standing == ([] if game.is_draw else [game.winner])

    # ------------------------------------------------------------ events

    def enter(self, event: dict[str, Any], row: list[int]) -> None:
        """Enter one event into the books."""
        kind, who = event["event"], event.get("player", -1)
        if kind in ACTS:
            assert who != self.locked, "acted under the lock of an Ultimate"
        match kind:
            case "turn":
                if self.turns:
                    assert who != self.turns[-1], "two turns in a row"
                self.turns.append(who)
                self.concluded.clear()
                self.has_rolled = False
            case "step":
                self.enter_step(event["step"])
            case "cp":
                self.cp[who] += event["change"]
                assert self.cp[who] == event["now"]
            case "health":
                self.land(who, event)
                assert self.health[who] > 0 or event["now"] > 0, "a fallen player fell again"
                self.health[who] += event["change"]
                assert self.health[who] == event["now"]
            case "tokens":
                self.tokens[who][event["token"]] += event["change"]
                assert self.tokens[who][event["token"]] == event["now"] >= 0
            case "limit":
                before = (self.limits[who] | self.raised[who])[event["token"]]
                assert event["limit"] >= before
                self.raised[who][event["token"]] = event["limit"]
            case "drawn":
                self.deck[who] -= 1
                self.hand[who] += 1
            case "reshuffled":
                assert self.deck[who] == 0, "shuffled although there was a deck"
                self.deck[who] = event["cards"]
            case "sold" | "discarded" | "card" | "installed":
                self.hand[who] -= 1
                self.helps += kind == "card"
            case "spent" | "passive" | "trigger":
                self.helps += 1
                if kind == "trigger":
                    self.conclude(who, event)
            case "healing":
                self.healing[who] += event["amount"]
            case "dice" | "altered":
                self.enter_dice(event)
            case "activated":
                self.enter_ability(who, event)
            case "defends":
                assert self.could_defend, "a defence without defendable damage"
            case "damage" | "added" | "multiplied" | "prevented" | "dodged" | "type" | "moved" | "total":
                self.enter_damage(kind, event, row)
            case "over":
                assert self.game.is_over

    def enter_step(self, step: str) -> None:
        order = STEPS.index(step)
        forward = STEPS.index(self.step) <= order or step == "U1"
        assert forward or (self.step, step) in BACK, f"{step} after {self.step}"
        self.step = step
        self.has_rolled |= step == "O2"
        if step in ("Z1", "U3", "X2"):  # what was left over added up to no change
            self.totals = [0 for _ in self.totals]
            self.healing = [0 for _ in self.healing] if step != "Z1" else self.healing
        if step == "X2":  # the Discard Phase is over
            assert self.hand[self.turns[-1]] <= L.HAND_LIMIT
        if step == "O1":
            self.begin_pass()
        if step in ("N1", "O1"):
            self.locked = None

    def enter_dice(self, event: dict[str, Any]) -> None:
        if event["event"] == "altered":
            assert event["to"] in range(1, 7)
            return
        assert all(face in range(1, 7) for face in event["dice"])
        if event["for"] == "offense":
            assert not self.dice_read, "dice thrown after they were read"
            assert len(event["dice"]) == L.DICE
            self.attempts += 1
            assert self.attempts <= L.ROLL_ATTEMPTS + self.helps, "too many attempts"

    def enter_ability(self, who: int, event: dict[str, Any]) -> None:
        self.activated += 1
        self.dice_read = event["dice"]
        assert self.activated == 1, "two abilities in one pass"
        counts = [event["dice"].count(face) for face in range(1, 7)]
        assert any(need.is_met(counts) for need in self.needs[who][event["ability"]]), event
        name = event["ability"].split(" (")[0]
        if name in self.ultimates[who]:
            self.locked = 1 - who

    def enter_damage(self, kind: str, event: dict[str, Any], row: list[int]) -> None:
        if kind == "damage":
            assert event["amount"] >= 0
            self.kinds[row[5] >> 8 & 255] = event["kind"]
            if event["kind"] in ("attack", "component") and event["type"] == "normal":
                self.could_defend = True
        if kind == "type" and event["type"] == "normal":
            self.could_defend = True
        if kind == "dodged":
            self.dodged.add(row[2])
        if kind == "multiplied":
            self.multiples[row[3]] = self.multiples.get(row[3], 0) + event["by"]
        if kind == "total":
            most = event["subtotal"] + self.multiples.pop(row[2], 0) * event["subtotal"]
            assert 0 <= event["total"] <= most
            waiting = self.bursts if self.kinds[row[2]] == "burst" else self.totals
            waiting[event["player"]] += event["total"]
        if kind == "moved":
            self.totals[event["player"]] -= event["amount"]
            if row[2] in self.dodged:
                assert event["subtotal"] == 0, "dodged and yet incoming"
                self.dodged.discard(row[2])

    def land(self, who: int, event: dict[str, Any]) -> None:
        """All that lands together is one change, whatever the order of sources and players (DT-SIM-2)."""
        if self.bursts[who]:
            assert event["now"] == max(0, self.health[who] - self.bursts[who])
            self.bursts[who] = 0
        elif self.totals[who] or (self.healing[who] and self.step in ("Z4", "I1", "X4")):
            healed = self.health[who] + self.healing[who]
            if self.game.record[L.RULINGS] & L.CLAMP_HEAL_FIRST:
                healed = min(CEILING, healed)
            assert event["now"] == max(0, min(CEILING, healed - self.totals[who]))
            self.totals[who] = self.healing[who] = 0

    def conclude(self, who: int, event: dict[str, Any]) -> None:
        """What ends with the Roll Phase ends once, and not if the phase was skipped (DT-ORP-13)."""
        if event["when"] == "roll phase ends" and event["rule"] in self.until_the_end:
            self.concluded[who, event["rule"]] += 1
            assert self.concluded[who, event["rule"]] == 1
            dropped = self.game.record[L.RULINGS] & L.SKIPPED_PHASE_DROPS_TOKENS
            assert self.has_rolled or dropped, "ended with a phase that was skipped"


def _until_the_end(game: Game) -> set[str]:
    """Tokens that do nothing but leave with the Roll Phase of their holder."""
    return {
        token.name
        for hero in game.program.heroes
        for token in hero.tokens
        for rule in token.rules
        if rule.moment == "roll phase ends"
        and rule.whose == "you"
        and [action.thing for line in rule.text for action in line.options[0]] == [ThisToken()]
    }


def _needs(hero: Any) -> dict[str, list[Any]]:
    """The requirements that go by a name; a step of a ladder is part of it."""
    found: dict[str, list[Any]] = {}
    for _, ability in abilities(hero):
        for need in ability.needs:
            step = f" ({need})" if len(ability.needs) > 1 else ""
            found.setdefault(ability.name + step, []).append(need)
    return found


def take_code(game: Game, code: int) -> None:
    """Take an option by its number: without its words, which take longer than the rules."""
    engine.take(game.record, code)
    game._run()


def codes(game: Game) -> list[int]:
    """The options of the player who is asked, as numbers."""
    return [int(code) for code in game._options[: game._count]]


def choice(game: Game, chance: random.Random, zeal: float) -> int:
    """A random option; the lower the zeal, the more often the first one, which is to do nothing."""
    found = codes(game)
    return chance.choice(found) if chance.random() < zeal else found[0]


def play_out(game: Game, chance: random.Random, zeal: float = 0.9) -> Bookkeeper:
    """Random legal play to the end, checked after every decision."""
    books = Bookkeeper(game)
    books.check()
    while not game.is_over:
        assert len(set(codes(game))) == game._count > 1, "a question that is none"
        take_code(game, choice(game, chance, zeal))
        books.check()
    return books
