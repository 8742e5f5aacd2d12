"""The order of play: a turn from Upkeep to Discard (section 33)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import Every, Half
from dtsim.dicethrone.heroes.model.hero import Ability, Hero, Upgrade
from dtsim.dicethrone.heroes.model.lines import Action, If, Line, Text
from dtsim.dicethrone.heroes.model.things import Damage, Who, Word
from tests.referee.scenes import Scene
from tests.referee.statuses import CHOSEN
from tests.referee.table import (
    FOR_DEFENCE,
    FOR_DUEL,
    FOR_OFFENSE,
    FOR_START,
    HAND_LIMIT,
    Ask,
    Asking,
    GameOver,
    Player,
    Pool,
)
from tests.referee.text import Reading
from tests.referee.windows import Play, Standing, Windows


class Referee(Windows):
    """A game that stops at every decision: `asked` is the open question, `answer` goes on.

    It begins with the deal, or in the middle: with the boards of a scene, at the turn of its active player.
    """

    def __init__(
        self,
        heroes: Iterable[Hero],
        seed: int = 0,
        turn_cap: int = 200,
        rulings: Iterable[str] = (),
        scene: Scene | None = None,
    ) -> None:
        super().__init__(heroes, seed, turn_cap, rulings)
        self.sources = []
        self.acts = 0
        self.declared = []
        self.step = ""
        self.asked: Ask | None = None
        self._new_phase()
        self._playing = self._game(scene)
        self._go_on(None)

    def answer(self, value: Any) -> None:
        self._go_on(value)

    def _go_on(self, value: Any) -> None:
        try:
            self.asked = self._playing.send(value)
        except (StopIteration, GameOver):
            self.asked = None

    # ------------------------------------------------------------ the game

    def _game(self, scene: Scene | None) -> Asking:
        if scene is None:
            yield from self._set_up()
        else:
            self.turn = scene.turn
            self.active = self.players[scene.active]
            for player, board in zip(self.players, scene.boards, strict=True):
                self.lay_out(player, board)
        while True:
            yield from self._turn()
            self.active = self.other(self.active)
            self.turn += 1
            if self.turn >= self.turn_cap:
                self.result = "unfinished"
                self.log("over", None, result="unfinished")
                return

    def _set_up(self) -> Asking:
        for player in self.players:
            self.draw(player, 4)  # DT-SET-4
        start = self.below(self.bits(0, FOR_START, 0), 2)
        self.active = self.players[start]
        for player in self.priority():  # DT-SET-7
            yield from self.triggers(player, self._own(player, "setup"))

    def _turn(self) -> Asking:
        self.phase = "upkeep"
        self._begin()
        yield from self._upkeep()
        yield from self._income()
        yield from self._main("M1")
        if (yield from self._before_offense()):
            yield from self._roll_phase()
        elif "skipped-phase-drops-tokens" in self.rulings:  # DT-ORP-13
            yield from self._conclude({token.name for token in self.held(self.active)})
        yield from self._main("N1")
        yield from self._discard()
        yield from self._end()

    def _begin(self) -> None:
        self._new_phase()
        self.log("turn", self.active, turn=self.turn + 1)
        for player in self.players:
            player.draws = 0
            player.rolls.clear()
            player.fresh.clear()

    def _new_phase(self) -> None:
        """No attack, no locks, nothing skipped."""
        self.attack = None
        self.attack_made = False
        self.locked_by = None
        self.skipped = set()
        self.extra_pass = False
        self.dealt = 0
        self.pool = None
        self.announced = None
        self.dice_changed = False
        self.defence_may_come = False
        self.phase = ""

    def _own(self, holder: Player, moment: str) -> Standing:
        """Rules for the holder's own moment; `others` spares the hero who brings the token."""
        return [
            (item, token, rule)
            for item, token, rule in self.rules(holder, moment)
            if not rule.spend
            and (
                rule.whose == "you"
                or (rule.whose == "others" and token not in {own.name for own in holder.hero.tokens})
            )
        ]

    # ------------------------------------------------------------ up to Main (1)

    def _upkeep(self) -> Asking:
        self.step = "U1"
        active = self.active
        rules = self.standing(active, self._own(active, "upkeep"))
        yield from self.window("instant")
        yield from self.triggers(active, rules, lands="with the phase")
        yield from self._settle_phase()

    def _settle_phase(self) -> Asking:
        """U3 and U4: what is pending, visible in a window, then applied together."""
        if self.sources or any(player.heal_pending for player in self.players):
            self.step = "U3"
            yield from self.window("instant")
            self.step = "U4"
            for source in self.sources:
                self.compute(source)
            yield from self.apply()
            yield from self.window("instant")

    def _income(self) -> Asking:
        self.step = "I1"
        self.phase = "income"
        active = self.active
        if self.turn == 0:
            return  # the Start Player's first turn (DT-SET-8)
        yield from self.triggers(active, self._own(active, "income"))
        if "income phase" in self.skipped:
            return
        self.step = "I2"
        self.gain_cp(active, 1)
        self.draw(active, 1)
        yield from self.window("instant")

    def _main(self, step: str) -> Asking:
        self.step = step
        self.phase = "main"
        active = self.active
        while True:
            options: list[tuple[str, Any]] = [("end phase", None)]
            for card in sorted(active.hand):
                name = active.name_of(card)
                options.append((f"sell {name}", ("sell", card)))
                if isinstance(active.cards[card], Upgrade):
                    price = self._price(card)
                    if price is not None and price <= active.cp:
                        options.append((f"upgrade {name}", ("upgrade", card)))
            options += self.actions(active, "main", None)
            act = yield from self.ask(active, "main phase", options)
            if act is None:
                return
            if isinstance(act, tuple) and act[0] == "sell":
                self._sell(act[1])
            elif isinstance(act, tuple):
                self._install(act[1])
            else:
                at_once = not self.is_free_stack or self._is_main_card(act)
                if at_once or (yield from self.declare(active, act, "main", None)):
                    yield from self.resolve(active, act, "main", None)
            yield from self.window("instant", first=1)

    def _is_main_card(self, act: Any) -> bool:
        """A card that is paid and aimed before it is answered (DT-TIM-9)."""
        return isinstance(act, Play) and self.active.cards[act.card].play == "main phase"  # type: ignore

    def _sell(self, card: int) -> None:
        """1 CP whatever it costs (DT-MAI-2)."""
        self.active.hand.remove(card)
        self.active.discard.append(card)
        self.log("sold", self.active, card=self.active.name_of(card))
        self.gain_cp(self.active, 1)

    def _price(self, number: int) -> int | None:
        """From II to III only the difference is paid; never back (DT-CRD-12..15)."""
        card = self.active.cards[number]
        assert isinstance(card, Upgrade)
        level = self.active.levels.get(card.ability.name, 1)
        if level >= card.ability.level:
            return None
        covered = [
            upgrade.cost
            for upgrade in self.active.hero.upgrades
            if upgrade.ability.name == card.ability.name and upgrade.ability.level == level
        ]
        return max(0, card.cost - sum(covered))

    def _install(self, number: int) -> None:
        active = self.active
        card = active.cards[number]
        assert isinstance(card, Upgrade)
        price = self._price(number)
        assert price is not None
        active.hand.remove(number)
        active.installed.append(number)
        self.log("installed", active, card=card.name, cost=price)
        self.gain_cp(active, -price)
        active.levels[card.ability.name] = card.ability.level

    def _before_offense(self) -> Asking:
        """M3: Knockdown, paid off or obeyed. Does the Offensive Roll Phase happen?"""
        self.step = "M3"
        rules = self._own(self.active, "before offensive roll phase")
        if rules:
            yield from self.triggers(self.active, rules)
            yield from self.window("instant")
        return "offensive phase" not in self.skipped

    # ------------------------------------------------------------ the Roll Phase

    def _roll_phase(self) -> Asking:
        held = {token.name for token in self.held(self.active)}
        passes = 0
        while True:
            self._new_phase()
            yield from self._offense(passes)
            yield from self._defence(passes)
            yield from self._settlement()
            if not (yield from self._is_extra_pass_due()):
                break
            passes += 1
            yield from self.triggers(self.active, self._own(self.active, "before offensive roll phase"))
            if "offensive phase" in self.skipped:
                break
        yield from self._conclude(held)

    def _is_extra_pass_due(self) -> Asking:
        """Z6: Stun goes, and its owner attacks again."""
        self.step = "Z6"
        self.locked_by = None
        self.attack = None
        self.skipped.discard("offensive phase")
        other = self.other(self.active)
        rules = [rule for rule in self.rules(other, "roll phase ends") if rule[2].whose == "opponent"]
        yield from self.triggers(other, [rule for rule in rules if _has_verb(rule[2].text, "repeat")])
        return self.extra_pass

    def _conclude(self, held: set[str]) -> Asking:
        """C: tokens leave that end with the own Roll Phase and were there when it began; markers always."""
        self.step = "C"
        rules = [
            (item, token, rule)
            for item, token, rule in self._own(self.active, "roll phase ends")
            if token in held or (token and self.kinds[token].kind == "marker")
        ]
        yield from self.triggers(self.active, rules)

    def _offense(self, passes: int) -> Asking:
        active = self.active
        self.phase = "offensive"
        self.step = "O1"
        self.attempts = 3
        for player in self.players:
            player.landed.clear()
        yield from self.window("roll")
        self.step = "O2"
        self.pool = pool = Pool(active, [0] * 5, is_attempt=True)
        self.cast(active, FOR_OFFENSE, "offense", passes * 16, pool.faces, range(5))
        self.attempts -= 1
        used = 1
        yield from self.window("roll", pool)
        while True:
            while self.attempts > 0:
                self.step = "O3"
                thrown = yield from self._keep(active, pool)
                if thrown is None:
                    break
                self.attempts -= 1
                self.cast(active, FOR_OFFENSE, "offense", passes * 16 + used, pool.faces, thrown)
                used += 1
                yield from self.window("roll", pool)
            answer = yield from self._announcement(pool)
            if answer != "roll again":
                break
        ability, level, step = answer
        self.pool = None
        self.final_dice = pool
        if ability is not None:
            yield from self._activate(ability, level, step)

    def _keep(self, who: Player, pool: Pool) -> Asking:
        """Stop, or throw any of the dice anew."""
        options: list[tuple[str, Any]] = [("stop", None)]
        places = range(len(pool.faces))
        for thrown in range(1, 1 << len(pool.faces)):
            kept = sorted(pool.faces[place] for place in places if not thrown >> place & 1)
            text = ",".join(map(str, kept)) or "nothing"
            options.append((f"keep {text}", [place for place in places if thrown >> place & 1]))
        return (yield from self.ask(who, "keep", options))

    def _announcement(self, pool: Pool) -> Asking:
        """O4 and O5: it stands when nobody has changed a die since; only a change lets rolling go on."""
        self.step = "O4"
        may_resume = False
        while True:
            answer = yield from self._announce(may_resume)
            if answer == "roll again":
                return answer
            self.dice_changed = False
            yield from self.window("roll", pool)
            if not self.dice_changed:
                return answer
            may_resume = True

    def _announce(self, may_resume: bool) -> Asking:
        pool = self.pool
        assert pool
        options: list[tuple[str, Any]] = [("announce none", (None, 0, 0))]
        if may_resume and self.attempts > 0:
            options.append(("roll again", "roll again"))
        counts = tuple(pool.faces.count(face) for face in range(1, 7))
        for ability, level in self.active.abilities("offensive", "ultimate"):
            for step, need in enumerate(ability.needs):
                if need.is_met(counts):
                    options.append((f"announce {_named(ability, step)}", (ability, level, step)))
        answer = yield from self.ask(self.active, "announce", options)
        if answer != "roll again":
            ability, level, step = answer
            name = _named(ability, step) if ability else "none"
            self.log("announced", self.active, ability=name, level=level, dice=list(pool.faces))
        return answer

    # ------------------------------------------------------------ activation

    def _activate(self, ability: Ability, level: int, step: int) -> Asking:
        """O7 and O8: an Ultimate locks; values are fixed; what needs no target happens at once."""
        active = self.active
        self.announced = ability
        assert self.final_dice
        if ability.slot == "ultimate":
            self.locked_by = active
        self.step = "O7"
        yield from self.triggers(active, self._own(active, "activating"))
        self.log(
            "activated", active, ability=_named(ability, step), level=level, dice=list(self.final_dice.faces)
        )
        self.reading = Reading(
            active, self.other(active), ability.name, "with the attack", slot=ability.slot, step=step
        )
        self.reading.dice = self.final_dice
        self.inner: Pool | None = None
        self.plan = _plan(ability.text, "stolen-health-is-damage" in self.rulings)
        yield from self._stage("O8")
        self.step = "O8"
        if not self.plan["T4"]:
            self._weigh()
        self.defence_may_come = True
        yield from self.window("offense ends")
        if self.plan["T4"]:
            self.step = "T4"
            yield from self._stage("T4")
            self._weigh()
            yield from self.window("offense ends")

    def _weigh(self) -> None:
        """By a ruling an ability is an Attack only if tokens leave something of its damage (DT-ABL-7)."""
        attack = self.attack
        if attack is None or "attack-by-net-damage" not in self.rulings:
            return
        value = attack.base + attack.added + sum(part.base for part in attack.beside)
        for holder, moment in ((attack.by, "attacking"), (attack.to, "attacked")):
            if moment == "attacked" and not self.is_attacked(holder):
                continue
            for item, token, rule in self._counting(holder, moment):
                r = Reading(holder, self.other(holder), item, "at once", token, focus=attack)
                for action in (action for line in rule.text for action in line.options[0] if _is_sum(action)):
                    amount = self.number(r, action.amount, holder)
                    if action.verb == "add":
                        value += amount if attack.is_modifiable else 0
                    elif attack.is_avoidable and (
                        attack.is_modifiable or "wither-lowers-pure" in self.rulings
                    ):
                        value -= amount
        if value <= 0:
            self.sources.remove(attack)
            self.attack = None
            self.attack_made = False
            self.log("no attack", attack.by)

    def _stage(self, stage: str) -> Asking:
        """The part of the activated ability that belongs to a step of the turn."""
        r = self.reading
        r.lands = "at once" if stage in ("Z5", "last") else "with the attack"
        for line, is_rolled in self.plan[stage]:
            if line == "window":
                yield from self.window("roll")
                continue
            r.dice = self.inner if is_rolled else self.final_dice
            yield from self.read_line(r, line)
            if _has_verb((line,), "roll") or _has_verb((line,), "duel"):
                self.inner = r.dice

    # ------------------------------------------------------------ defence

    def _defence(self, passes: int) -> Asking:
        self.phase = "defensive"
        self.step = "DF1"
        if self.announced:
            yield from self._stage("DF1")
        self.step = "DF2"
        yield from self._attacked()
        self.step = "DF2"
        yield from self.window("roll")
        attack = self.attack
        self.defended = False
        if (
            attack
            and attack.type == "normal"
            and not self.is_locked(attack.to)
            and not self.is_silenced(attack)
            and "defensive phase" not in self.skipped
        ):
            yield from self._defend(attack.to, passes)
        self.defence_may_come = False
        self.step = "DF6"
        if self.sources or any(player.heal_pending for player in self.players):
            yield from self.window("roll")

    def _attacked(self) -> Asking:
        """Triggers of both sides, the active player's first (DT-FSM-4); sums are kept for the settlement."""
        other = self.other(self.active)
        if self.attack is None:
            rules = [rule for rule in self.rules(other, "roll phase ends") if rule[2].whose == "opponent"]
            yield from self.triggers(other, [rule for rule in rules if not _has_verb(rule[2].text, "repeat")])
            return
        for holder, moment in ((self.active, "attacking"), (other, "attacked")):
            if moment == "attacked" and not self.is_attacked(other):
                continue
            rules = [
                (item, token, replace(rule, text=_without_sums(rule.text)))
                for item, token, rule in self._counting(holder, moment, at_once=True)
            ]
            rules = [rule for rule in rules if rule[2].text]
            yield from self.triggers(holder, rules, focus=self.attack)

    def _counting(self, holder: Player, moment: str, *, at_once: bool = False) -> Standing:
        """Rules of an Attack that count for this one; attack modifiers only where it can be modified."""
        assert self.attack
        rules = self.standing(holder, self._own(holder, moment))
        if "new-tokens-wait" in self.rulings and moment == "attacked":  # DT-TOK-8
            rules = [rule for rule in rules if not holder.landed[rule[1]]]
        cp_on_pure = at_once and "bounty-cp-on-pure" in self.rulings  # DT-TOK-9
        if not self.attack.is_modifiable and not cp_on_pure:
            rules = [rule for rule in rules if not _modifies(rule[2].text)]
        return rules

    def _defend(self, who: Player, passes: int) -> Asking:
        self.step = "DF3"
        options: list[tuple[str, Any]] = [("decline", None)]
        if "defence-forced" in self.rulings:  # DT-DRP-4
            options.clear()
        for ability, level in who.abilities("defensive"):
            options.append((f"defend with {ability.name}", (ability, level)))
        answer = yield from self.ask(who, "defend", options)
        self.defence_may_come = False
        if answer is None:
            return
        ability, level = answer
        self.defended = True
        self.log("defends", who, ability=ability.name, level=level)
        self.step = "DF4"
        r = Reading(who, self.other(who), ability.name, "with the Roll Phase", slot="defensive")
        count = self.number(r, ability.dice, who)
        self.pool = pool = Pool(who, [0] * count, is_attempt=True)
        self.attempts = 0
        used = 1
        self.cast(who, FOR_DEFENCE, "defence", passes * 16, pool.faces, range(count))
        if _has_verb(ability.text, "duel"):
            pool.other, pool.other_faces = self.other(who), [0] * count
            self.cast(pool.other, FOR_DUEL, "duel", passes * 16, pool.other_faces, range(count))
        yield from self.window("roll", pool)
        while self.attempts > 0:
            thrown = yield from self._keep(who, pool)
            if thrown is None:
                break
            self.attempts -= 1
            self.cast(who, FOR_DEFENCE, "defence", passes * 16 + used, pool.faces, thrown)
            used += 1
            yield from self.window("roll", pool)
        self.pool = None
        self.step = "DF5"
        r.dice = pool
        r.focus = self.attack
        yield from self.read(r, ability.text)

    # ------------------------------------------------------------ settlement

    def _settlement(self) -> Asking:
        if self.sources or any(player.heal_pending for player in self.players):
            self.step = "Z1"
            yield from self._sums()
            for source in sorted(self.sources, key=lambda source: source.kind == "reflection"):
                self.compute(source)
            self.dealt = self.attack.total if self.attack else 0
            if self.announced:
                before = list(self.sources)
                yield from self._stage("Z1")
                for source in self.sources:
                    if source not in before:
                        self.compute(source)
            self.step = "Z2"
            for source in self.sources:
                if source.passed_to and source.part == -1:
                    options = [(f"amount {part}", part) for part in range(source.total + 1)]
                    source.part = yield from self.ask(source.to, "amount", options)
            self.step = "Z3"
            was_attack = self.attack is not None
            yield from self.apply()
            self.attack = None
            self.step = "Z4"
            if was_attack:
                yield from self.window("roll phase ends")
        if self.announced and (self.plan["Z5"] or self.plan["last"]):
            self.step = "Z5"
            yield from self._stage("Z5")
            yield from self._stage("last")

    def _sums(self) -> Asking:
        """Flat plus and minus of tokens in play, counted with the damage."""
        attack = self.attack
        if attack is None:
            return
        for holder, moment in ((attack.by, "attacking"), (attack.to, "attacked")):
            if moment == "attacked" and not self.is_attacked(holder):
                continue
            for item, token, rule in self._counting(holder, moment):
                r = Reading(holder, self.other(holder), item, "at once", token, focus=attack)
                for line in rule.text:
                    for action in line.options[0]:
                        if _is_sum(action):
                            self._sum(r, action)
                        elif action.verb == "prevent" and isinstance(action.amount, Every):
                            # also if the token came after the Attack had arrived (Shadow Defense)
                            yield from self.read_line(r, replace(line, options=((action,),)))

    def _sum(self, r: Reading, action: Action) -> None:
        attack = r.focus
        assert attack
        amount = self.number(r, action.amount, r.you)
        if action.verb == "add" and attack.is_modifiable:
            attack.added += amount
            self.log("added", r.you, amount=amount)
        elif action.verb == "prevent" and (attack.is_modifiable or "wither-lowers-pure" in self.rulings):
            attack.less += amount  # a token on the attacker (DT-DMG-9)
            self.log("prevented", r.you, amount=amount, own=True)

    # ------------------------------------------------------------ end of the turn

    def _discard(self) -> Asking:
        """X1: down to six; who draws above that in the window sells again."""
        self.step = "X1"
        self.phase = "discard"
        yield from self._sell_down(free="free-sales-in-discard" in self.rulings)  # DT-DSC-3
        while len(self.active.hand) > HAND_LIMIT:
            yield from self._sell_down(free=False)

    def _sell_down(self, *, free: bool) -> Asking:
        active = self.active
        sold = False
        while len(active.hand) > HAND_LIMIT or (free and active.hand):
            options: list[tuple[str, Any]] = [
                (f"sell {active.name_of(card)}", card) for card in sorted(active.hand)
            ]
            if len(active.hand) <= HAND_LIMIT:
                options.insert(0, ("done", None))
            card = yield from self.ask(active, "sell", options)
            if card is None:
                break
            self._sell(card)
            sold = True
        if sold:
            yield from self.window("instant")

    def _end(self) -> Asking:
        self.step = "X2"
        rules = self._own(self.active, "turn ends")
        if rules:
            yield from self.triggers(self.active, rules, lands="with the phase")
            yield from self.window("instant")
        self.step = "X3"
        for source in self.sources:
            self.compute(source)
        yield from self.apply()


# ---------------------------------------------------------------- texts taken apart


def _named(ability: Ability, step: int) -> str:
    return ability.name + (f" ({ability.needs[step]})" if len(ability.needs) > 1 else "")


def _has_verb(text: Sequence[Line], verb: str) -> bool:
    return any(action.verb == verb for line in text for option in line.options for action in option)


def _modifies(text: Sequence[Line]) -> bool:
    return _has_verb(text, "add") or _has_verb(text, "multiply")


def _is_sum(action: Action) -> bool:
    """A flat plus or minus of damage."""
    return (
        action.verb in ("add", "prevent")
        and isinstance(action.thing, Damage)
        and not isinstance(action.amount, Every | Half)
    )


def _without_sums(text: Text) -> Text:
    lines = []
    for line in text:
        options = tuple(tuple(action for action in option if not _is_sum(action)) for option in line.options)
        if any(options):
            lines.append(replace(line, options=options))
    return tuple(lines)


def _plan(text: Text, robs_by_damage: bool) -> dict[str, list[tuple[Any, bool]]]:
    """The lines of an Offensive Ability by the step of the turn in which they happen.

    With each line goes whether it stands behind a roll of the text, whose dice it then reads.
    `robs_by_damage`: stolen health is damage and comes with it (a reading of DT-TXT-9).
    """

    def is_damage(action: Action) -> bool:
        is_theft = action.verb == "steal" and action.thing == Word("health")
        return isinstance(action.thing, Damage) or (is_theft and robs_by_damage)

    plan: dict[str, list[tuple[Any, bool]]] = {stage: [] for stage in ("O8", "T4", "DF1", "Z1", "Z5", "last")}
    is_rolled = is_dueled = was_damage = after_damage = False
    before: set[str] = set()
    for line in text:
        if line.link == "then":
            if was_damage:
                if after_damage:  # before the first lies the window of Z4
                    plan["Z5"].append(("window", False))
                after_damage = True
            elif "DF1" in before:
                plan["DF1"].append(("window", False))
            else:
                plan["O8"].append(("window", False))
        is_dueled = is_dueled or _has_verb((line,), "duel")
        for stage in plan:
            options = tuple(
                tuple(
                    action
                    for action in option
                    if _stage_of(line, action, is_damage(action), is_dueled, after_damage) == stage
                )
                for option in line.options
            )
            if any(options):
                plan[stage].append((replace(line, options=options), is_rolled))
                before.add(stage)
        was_damage = was_damage or any(
            is_damage(action) and action.verb in ("deal", "steal")
            for option in line.options
            for action in option
        )
        is_rolled = is_rolled or _has_verb((line,), "roll") or is_dueled
    return plan


def _stage_of(line: Line, action: Action, is_damage: bool, is_dueled: bool, after_damage: bool) -> str:
    if any(isinstance(g, If) and g.condition.about == "dmg_was" for g in line.guards):
        return "Z1"
    if line.link == "additionally" and not is_damage:
        return "last"
    if after_damage and not is_damage:
        return "Z5"
    if is_dueled:
        return "T4"
    if is_damage or action.verb in ("roll", "make"):
        return "O8"
    return "DF1" if _needs_target(action) else "O8"


def _needs_target(action: Action) -> bool:
    """Inflicting, stealing, discarding: by the target, unless somebody is chosen (DT-TGT-3)."""
    people = [who for who in (action.who, action.source, action.to) if isinstance(who, Who)]
    if any(who.word in (*CHOSEN, "them") for who in people):
        return False
    return action.verb in ("inflict", "steal") or any(who.word == "opponent" for who in people)
