"""Who may act when, and what they may do (chapters 18 and 21; windows of section 33)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dtsim.dicethrone.heroes.model import lines
from dtsim.dicethrone.heroes.model.amounts import Fixed
from dtsim.dicethrone.heroes.model.hero import Card, Rule, Upgrade
from dtsim.dicethrone.heroes.model.lines import Action, Text
from dtsim.dicethrone.heroes.model.things import Dice, Status, Who, Word
from tests.referee.table import Asking, Player, Pool, Source
from tests.referee.text import Reading, Texts, alterations, is_whose

ROLL_PHASES = ("offensive", "defensive")

Standing = list[tuple[str, str, Rule]]  # item, token (or nothing for a board), rule


@dataclass(frozen=True, eq=True)
class Play:
    """A card to be played."""

    card: int


@dataclass(frozen=True, eq=True)
class Spend:
    """A token to be spent, perhaps against some damage."""

    token: str
    rule: Rule
    source: Source | None


@dataclass(frozen=True, eq=True)
class Use:
    """A passive ability to be used."""

    item: str
    rule: Rule


class Windows(Texts):
    """Windows: asking in priority order until all have passed in a row (DT-FSM-1)."""

    def priority(self) -> list[Player]:
        return [self.active, self.other(self.active)]

    def window(self, kind: str, pool: Pool | None = None, passives: bool = True, first: int = 0) -> Asking:
        """`instant`, `roll`, `dice`, `burst`, or a roll window with a moment of its own.

        `first`: after an act of a Main Phase its player is not asked first; the phase itself asks next.
        """
        asked = first
        while asked < 2:
            who = self.priority()[asked]
            action = yield from self.offer(who, kind, pool, passives)
            if action is None:
                asked += 1
                continue
            if self.is_free_stack:
                if (yield from self.declare(who, action, kind, pool)):
                    yield from self.resolve(who, action, kind, pool)
                asked = 0
                continue
            for earlier in self.priority()[:asked]:  # may act first, as often as wished (DT-TIM-9)
                while (before := (yield from self.offer(earlier, kind, pool, passives))) is not None:
                    yield from self.resolve(earlier, before, kind, pool)
            if action in [what for _, what in self.actions(who, kind, pool, passives)]:
                yield from self.resolve(who, action, kind, pool)
            asked = 0

    @property
    def is_free_stack(self) -> bool:
        """By a ruling every act may be answered before it resolves (DT-CRD-7)."""
        return "instants-interrupt-instants" in self.rulings

    def declare(self, who: Player, action: Any, kind: str, pool: Pool | None) -> Asking:
        """Everybody may act first; is the act still possible then?"""
        self.declared.append((who, action))
        yield from self.window("instant" if kind == "main" else kind, pool)
        self.declared.pop()
        return action in [what for _, what in self.actions(who, kind, pool)]

    def offer(self, who: Player, kind: str, pool: Pool | None, passives: bool) -> Asking:
        if self.is_locked(who):
            return None
        options = [
            (text, what)
            for text, what in self.actions(who, kind, pool, passives)
            if (who, what) not in self.declared
        ]
        return (yield from self.ask(who, "window", [("pass", None), *options]))

    # ------------------------------------------------------------ what is possible

    def actions(
        self, who: Player, kind: str, pool: Pool | None, passives: bool = True
    ) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        for card in sorted(who.hand):
            if self.may_play(who, card, kind, pool):
                found.append((f"play {who.name_of(card)}", Play(card)))
        found += self._spends(who, kind, pool)
        if passives:
            for item, _, rule in self.rules(who, "any time"):
                if not rule.spend and self._may_use(who, rule, kind, pool):
                    found.append((f"use {item}: {_verb(rule)}", Use(item, rule)))
        return found

    def may_play(self, who: Player, number: int, kind: str, pool: Pool | None) -> bool:
        card = who.cards[number]
        if isinstance(card, Upgrade) or card.cost > who.cp:
            return False
        if card.play == "main phase" and kind != "main":
            return False
        if card.play == "roll phase" and not self._is_roll_window(kind):
            return False
        if card.play == "roll phase ends" and kind != "roll phase ends":
            return False
        r = self._reading(who, card.name, pool)
        if card.attack_modifier and not self._may_modify(who):
            return False
        if not self.holds(r, card.condition):
            return False
        return self._has_object(r, card.text, kind)

    def _is_roll_window(self, kind: str) -> bool:
        if kind in ("dice", "burst"):
            return self.phase in ROLL_PHASES
        return kind not in ("instant", "main")

    def _may_modify(self, who: Player) -> bool:
        """Only an own Attack, and one that can be modified (DT-MOD-5, DT-MOD-6)."""
        return self.attack is not None and self.attack.by is who and self.attack.is_modifiable

    def _reading(self, who: Player, item: str, pool: Pool | None) -> Reading:
        return Reading(who, self.other(who), item, "at once", pool=pool)

    def _spends(self, who: Player, kind: str, pool: Pool | None) -> list[tuple[str, Any]]:
        found: list[tuple[str, Any]] = []
        for token in self.held(who):
            spends = [rule for rule in token.rules if rule.spend]
            for rule in spends:
                name = token.name + (f": {_verb(rule)}" if len(spends) > 1 else "")
                r = self._reading(who, token.name, pool)
                if not self.holds(r, rule.condition):
                    continue
                if rule.moment == "damaged":
                    if kind != "dice":
                        found += [
                            (f"spend {name} against {source}", Spend(token.name, rule, source))
                            for source in self.sources
                            if source.to is who and self.can_be_avoided(source)
                        ]
                elif self._fits(who, rule, kind) and self._has_object(r, rule.text, kind):
                    found.append((f"spend {name}", Spend(token.name, rule, None)))
        return found

    def _fits(self, who: Player, rule: Rule, kind: str) -> bool:
        match rule.moment:
            case "any time":
                return True
            case "attacking":
                return self._is_roll_window(kind) and kind != "dice" and self._may_modify(who)
            case "offensive roll phase ends":
                return kind == "offense ends" and self._may_modify(who)
            case "attacked":  # from the target's being known, which is after the Offensive Roll Phase
                return (
                    self._is_roll_window(kind)
                    and kind not in ("dice", "offense ends")
                    and self.is_attacked(who)
                )
        raise NotImplementedError(rule.moment)

    def _may_use(self, who: Player, rule: Rule, kind: str, pool: Pool | None) -> bool:
        price = next(guard for guard in rule.text[0].guards if isinstance(guard, lines.Spend))
        assert isinstance(price.amount, Fixed)
        r = self._reading(who, "", pool)
        return who.cp >= price.amount.number and self._has_object(r, rule.text, kind)

    def _has_object(self, r: Reading, text: Text, kind: str) -> bool:
        """Is there something for the text to work on? In a die window only what changes the dice fits."""
        changes_dice = False
        for line in text:
            for option in line.options:
                for action in option:
                    if not self._finds_object(r, action):
                        return False
                    changes_dice |= isinstance(action.thing, Dice)
        return changes_dice or kind != "dice"

    def _finds_object(self, r: Reading, action: Action) -> bool:
        match action:
            case Action(verb="choose", thing=Dice(whose)):
                halves = r.pool.halves() if r.pool else []
                return any(is_whose(r.you, roller, whose) for _, roller, _ in halves)
            case Action(thing=Dice("them")):
                return True
            case Action(thing=Dice()):
                return bool(alterations(r.you, r.pool, action))
            case Action(thing=Status()):
                return bool(self.takes(r, action))
            case Action(verb="prevent", who=Who("chosen player")):
                return any(self.can_be_avoided(source) for source in self.sources)
            case Action(thing=Word("roll attempt")):
                return r.pool is not None and r.pool.is_attempt
            case Action(verb="make", thing=Word("undefendable")):
                return self.attack is not None and self.attack.type == "normal"
            case Action(verb="skip", thing=Word("defensive phase")):
                return self.defence_may_come
            case Action(verb="add" | "multiply"):
                return self._may_modify(r.you)
        return True

    # ------------------------------------------------------------ doing it

    def resolve(self, who: Player, action: Any, kind: str, pool: Pool | None) -> Asking:
        self.acts += 1
        if isinstance(action, Play):
            yield from self.play(who, action.card, pool)
        elif isinstance(action, Spend):
            r = Reading(who, self.other(who), action.token, "at once", action.token, True, pool=pool)
            r.focus = action.source
            self.log("spent", who, token=action.token, when=action.rule.moment)
            yield from self.lose_tokens(who, action.token, 1)
            yield from self.read(r, action.rule.text)
        else:
            yield from self.use(who, action, kind, pool)

    def play(self, who: Player, number: int, pool: Pool | None) -> Asking:
        """Pay, do what it says, discard it (DT-MAI-3, DT-CRD-3)."""
        card = who.cards[number]
        assert isinstance(card, Card)
        who.hand.remove(number)
        self.log("card", who, card=card.name, cost=card.cost)
        self.gain_cp(who, -card.cost)
        waits = card.play == "roll phase" and "card-damage-at-once" not in self.rulings  # DT-MAI-7
        lands = "with the Roll Phase" if waits else "at once"
        r = Reading(who, self.other(who), card.name, lands, card=number, pool=pool)
        r.is_main_card = card.play == "main phase"
        r.is_aimed = not r.is_main_card
        yield from self.read(r, card.text)
        who.discard.append(number)

    def use(self, who: Player, action: Use, kind: str, pool: Pool | None) -> Asking:
        """A passive is no Instant: it may be answered before it resolves (DT-TIM-12)."""
        self.log("passive", who, passive=action.item, does=_verb(action.rule))
        if not self.is_free_stack:
            yield from self.window("instant", pool, passives=False)
        if self._may_use(who, action.rule, kind, pool):
            r = Reading(who, self.other(who), action.item, "at once", pool=pool, agreed=True)
            yield from self.read(r, action.rule.text)

    def rolled(self, who: Player, r: Reading) -> Asking:
        """Rules that answer to the roll of some item."""
        rules = [rule for rule in self.rules(who, "rolled") if rule[2].of == r.item]
        yield from self.triggers(who, rules, r.dice)

    # ------------------------------------------------------------ rules that act by themselves

    def standing(self, holder: Player, rules: Standing) -> Standing:
        """Those whose condition holds now."""
        return [rule for rule in rules if self.holds(self._reading(holder, rule[0], None), rule[2].condition)]

    def triggers(
        self,
        holder: Player,
        rules: Standing,
        pool: Pool | None = None,
        lands: str = "at once",
        focus: Source | None = None,
    ) -> Asking:
        """One after the other, in the holder's order; the list is fixed, what has gone does nothing."""
        waiting = self.standing(holder, rules)
        while waiting:
            options = [(f"resolve {item}", (item, token, rule)) for item, token, rule in waiting]
            if self.is_locked(holder):
                options = options[:1]
            item, token, rule = chosen = yield from self.ask(holder, "order", options)
            waiting.remove(chosen)
            if token and not holder.tokens[token] and self.kinds[token].kind != "companion":
                continue
            if not self.holds(self._reading(holder, item, None), rule.condition):
                continue
            r = Reading(holder, self.other(holder), item, lands, token, pool=pool, focus=focus)
            yield from self.read(r, rule.text)

    defence_may_come: bool
    declared: list[tuple[Player, Any]]  # by a ruling: acts that others may still answer


def _verb(rule: Rule) -> str:
    """What a rule does first."""
    return rule.text[0].options[0][0].verb
