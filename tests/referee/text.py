"""Reading a text aloud: who, how many, if, and what each verb does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from dtsim.dicethrone.heroes.model.amounts import (
    Amount,
    Counted,
    Every,
    Fixed,
    Half,
    Ladder,
    Register,
    Sum,
    Times,
    UpTo,
)
from dtsim.dicethrone.heroes.model.lines import Action, Condition, Else, Guard, If, Line, May, On
from dtsim.dicethrone.heroes.model.needs import Faces, Show
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from tests.referee.statuses import CHOSEN, Statuses
from tests.referee.table import CEILING, CP_CAP, FOR_DUEL, Asking, Player, Pool, Source

SKIPPED = {
    "income phase": "income phase",
    "offensive phase": "offensive roll phase",
    "defensive phase": "defensive roll phase",
}


@dataclass(eq=False)
class Reading:
    """A text being read: by whom, and what it remembers."""

    you: Player
    opponent: Player
    item: str
    lands: str  # when its damage lands: "at once", "with the phase", "with the attack", "with the Roll Phase"
    token: str = ""  # whose text it is
    is_spent: bool = False  # the token was spent for it
    card: int | None = None
    is_main_card: bool = False
    slot: str = ""  # of an ability
    step: int = 0  # of a ladder
    pool: Pool | None = None  # dice on the table that it may change
    dice: Pool | None = None  # dice that `on` and counts read
    focus: Source | None = None  # damage in question
    chosen: list[Player] = field(default_factory=list)
    picked: list[tuple[str, int]] = field(default_factory=list)  # chosen dice
    taken: bool = False  # a line of the chain was taken
    added: int = 0
    agreed: bool = False  # to the price, when it was chosen
    is_aimed: bool = True  # a Main Phase card is aimed before its window (DT-TIM-9)
    is_lost: bool = False


class Texts(Statuses):
    """Every sentence of the language that the shipped heroes and those of the referee use."""

    # what the phases above know
    pool: Pool | None
    attempts: int
    phase: str
    final_dice: Pool | None
    announced: Any

    def read(self, r: Reading, text: Sequence[Line]) -> Asking:
        if r.is_main_card and not _aims_first(text):
            yield from self.main_card_window(r)
        for line in sorted(text, key=lambda line: line.link == "additionally"):
            if line.link == "then" and r.is_main_card:
                yield from self.window("instant")
            yield from self.read_line(r, line)
            if r.is_lost:
                return

    def read_line(self, r: Reading, line: Line) -> Asking:
        if not any(isinstance(guard, Else) for guard in line.guards):
            r.taken = False
        elif r.taken:
            return
        for guard in line.guards:
            if not (yield from self.passes(r, guard)):
                return
        r.taken = True
        which = 0
        if len(line.options) > 1:
            options = [(f"option {index + 1}", index) for index in range(len(line.options))]
            which = yield from self.ask(r.you, "option", options)
        for action in line.options[which]:
            yield from self.act(r, action)
            if r.is_lost:
                return

    def passes(self, r: Reading, guard: Guard) -> Asking:
        if isinstance(guard, Else):
            return True
        if isinstance(guard, On):
            return any(need.is_met(_counts(r.dice)) for need in guard.needs)
        if isinstance(guard, If):
            return self.holds(r, guard.condition)
        who = r.you if guard.who is None else self.people(r, guard.who)[0]
        if self.is_locked(who):  # is never asked (DT-FSM-2)
            return False
        if isinstance(guard, May):
            return (yield from self.ask(who, "may", [("decline", False), ("accept", True)]))
        assert guard.thing == Word("cp")
        assert isinstance(guard.amount, Fixed)
        price = guard.amount.number
        if who.cp < price:
            return False
        if not r.agreed and not (yield from self.ask(who, "pay", [("decline", 0), (f"pay {price}", price)])):
            return False
        self.gain_cp(who, -price)
        return True

    # ------------------------------------------------------------ conditions

    def holds(self, r: Reading, condition: Condition | None) -> bool:
        return condition is None or self._answer(r, condition) != condition.negated

    def _answer(self, r: Reading, c: Condition) -> bool:
        def enough(number: int) -> bool:
            return number == c.least if c.exact else number >= c.least

        match c.about:
            case "has":
                assert c.who
                assert c.counted
                return enough(self.count(r, c.counted, self.people(r, c.who)[0]))
            case "dmg_is":
                return self.attack is not None and enough(self.attack.base)
            case "dmg_was":
                by_you = self.active is r.you  # dealt: nobody else attacks
                return enough({"dealt": self.dealt * by_you, "added": r.added}[c.word])
            case "roll_is":
                return enough(sum(_faces(r.dice)))
            case "roll_is_greater":
                assert r.dice
                return sum(r.dice.faces) > sum(r.dice.other_faces)
            case "roll_is_not_less":
                assert r.dice
                return sum(r.dice.faces) >= sum(r.dice.other_faces)
            case "attack_is":
                return self.attack is not None and self.attack.type == c.word
            case "attack_made":
                return self.attack_made
            case "you_are_attacked":
                return self.is_attacked(r.you)
            case "you_are_attacking":
                return self.attack is not None and self.attack.by is r.you
            case "side_is":
                return r.you.side == c.word
            case "phase_is":
                return self.phase == c.word
            case "ability_needs":
                shows = [
                    part for need in self.announced.needs for part in need.parts if isinstance(part, Show)
                ]
                return any(part.faces.word == c.word for part in shows)
        raise NotImplementedError(c.about)

    # ------------------------------------------------------------ amounts

    def number(self, r: Reading, amount: Amount, who: Player) -> int:
        match amount:
            case Fixed(number):
                return number
            case Ladder(numbers):
                return numbers[r.step]
            case Times(number, counted):
                return number * self.count(r, counted, who)
            case Register("the roll"):
                return sum(_faces(r.dice))
            case Register("cp"):
                return r.you.cp
            case Half(Register() as of):
                return -(-self.number(r, of, who) // 2)  # rounded up (DT-FIN-5)
            case Sum(terms):
                return sum(self.number(r, term, who) for term in terms)
        raise NotImplementedError(amount)

    def count(self, r: Reading, counted: Counted, who: Player) -> int:
        if counted.what == "faces":
            assert counted.faces
            return sum(face in counted.faces.faces for face in _faces(r.dice))
        assert counted.what == "counter"
        assert counted.counter
        return self.aged(who, counted.counter)

    # ------------------------------------------------------------ people

    def people(self, r: Reading, who: Who | None) -> list[Player]:
        if who is None or who.word == "you":
            return [r.you]
        match who.word:
            case "opponent" | "all opponents":
                return [self.other(r.you)]
            case "attacker":
                assert self.attack
                return [self.attack.by]
            case "owner":
                return [r.you.owners[r.token]]
            case "them":
                return r.chosen
        raise NotImplementedError(who.word)

    def meant(self, r: Reading, who: Who | None) -> Asking:
        """The players a sentence names; those it lets somebody choose are chosen now."""
        if who is None or who.word not in CHOSEN:
            return self.people(r, who)
        yield from self.choose(r, who.word.removeprefix("chosen "), who.most)
        return r.chosen

    def choose(self, r: Reading, whom: str, most: int, least: int = 1) -> Asking:
        candidates = {
            "player": self.players,
            "opponent": [self.other(r.you)],
            "ally": [r.you],
        }[whom]
        if most > 1:
            least = 0  # "up to"
        yield from self.aim(r, lambda: self._choose(r, candidates, most, least))

    def _choose(self, r: Reading, candidates: list[Player], most: int, least: int) -> Asking:
        r.chosen = []
        while len(r.chosen) < most:
            left = [player for player in candidates if player not in r.chosen]
            options: list[tuple[str, Any]] = [(f"player {player.seat}", player) for player in left]
            if not options:
                break
            if len(r.chosen) >= least:
                options.insert(0, ("done", None))
            answer = yield from self.ask(r.you, "player", options)
            if answer is None:
                break
            r.chosen.append(answer)
        return r.chosen

    # ------------------------------------------------------------ aiming a Main Phase card

    def aim(self, r: Reading, question: Any) -> Asking:
        """Aim; then the window of a Main Phase card; who acted may have changed the aim (DT-TIM-9)."""
        answer = yield from question()
        if not r.is_aimed and (yield from self.main_card_window(r)):
            answer = yield from question()
        return answer

    def main_card_window(self, r: Reading) -> Asking:
        r.is_aimed = True
        before = self.acts
        yield from self.window("instant")
        return self.acts != before

    # ------------------------------------------------------------ verbs

    def act(self, r: Reading, action: Action) -> Asking:
        yield from getattr(self, f"do_{action.verb}")(r, action)

    def do_gain(self, r: Reading, action: Action) -> Asking:
        for who in (yield from self.meant(r, action.who)):
            amount = self.number(r, action.amount, who)
            if isinstance(action.thing, Counter):
                yield from self.gain(who, action.thing.name, amount, r.you)
            elif action.thing == Word("cp"):
                self.gain_cp(who, amount)
            else:
                assert action.thing == Word("roll attempt")
                assert self.pool
                if self.pool.roller is who:
                    self.attempts += amount
                    self.dice_changed = True  # DT-ORP-7

    def do_inflict(self, r: Reading, action: Action) -> Asking:
        assert isinstance(action.thing, Counter)
        to = action.to if isinstance(action.to, Who) else Who("opponent")
        for who in (yield from self.meant(r, to)):
            amount = self.number(r, action.amount, r.you)
            yield from self.gain(who, action.thing.name, amount, r.you)

    def gain(self, who: Player, token: str, amount: int, by: Player) -> Asking:
        """Up to the limit, in one event; the surplus is lost (DT-STA-3, DT-STA-6)."""
        gained = max(0, min(amount, who.limits[token] - who.tokens[token]))
        if gained:
            who.tokens[token] += gained
            who.fresh[token] += gained
            who.landed[token] += gained if by is not who else 0
            who.owners[token] = by
            self.log("tokens", who, token=token, change=gained, now=who.tokens[token], by=by.seat)
        elif amount > 0:
            yield from self.token_event(who, token, "gained at limit")

    def lose_tokens(self, who: Player, token: str, amount: int) -> Asking:
        if self.lose(who, token, amount) and not who.tokens[token]:
            yield from self.token_event(who, token, "removed")

    def token_event(self, who: Player, token: str, moment: str) -> Asking:
        for rule in self.kinds[token].rules:
            if rule.moment == moment:
                r = Reading(who, self.other(who), token, "at once", token)
                yield from self.read(r, rule.text)

    def do_remove(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.thing, ThisToken):
            yield from self.lose_tokens(r.you, r.token, 1)
        elif isinstance(action.thing, Status):
            yield from self.take_statuses(r, action)
        else:
            for who in (yield from self.meant(r, action.source or action.who)):
                if action.thing == Word("health"):
                    self.set_health(who, who.health - self.number(r, action.amount, who))
                    yield from self.check_defeat()
                elif action.thing == Word("cp"):
                    self.gain_cp(who, -(yield from self._how_many(r, action.amount, who, who.cp)))
                else:
                    assert isinstance(action.thing, Counter)
                    there = self.aged(who, action.thing)
                    amount = yield from self._how_many(r, action.amount, who, there)
                    yield from self._lose_aged(who, action.thing, min(amount, there))

    def _lose_aged(self, who: Player, counter: Counter, amount: int) -> Asking:
        if counter.age == "new":
            who.fresh[counter.name] -= amount
        yield from self.lose_tokens(who, counter.name, amount)

    def aged(self, who: Player, counter: Counter) -> int:
        """How many of a counter, of this age, somebody has."""
        there = who.tokens[counter.name]
        new = min(there, who.fresh[counter.name])
        return {"": there, "new": new, "old": there - new}[counter.age]

    def _convert(self, r: Reading, action: Action) -> Asking:
        """One counter becomes another, as many as there is room for."""
        assert isinstance(action.thing, Counter)
        assert isinstance(action.to, Counter)
        for who in (yield from self.meant(r, action.who)):
            room = max(0, who.limits[action.to.name] - who.tokens[action.to.name])
            there = min(room, self.aged(who, action.thing))
            amount = min(there, (yield from self._how_many(r, action.amount, who, there)))
            yield from self._lose_aged(who, action.thing, amount)
            yield from self.gain(who, action.to.name, amount, r.you)

    def _how_many(self, r: Reading, amount: Amount, who: Player, there: int) -> Asking:
        if isinstance(amount, Every):
            return there
        if not isinstance(amount, UpTo):
            return self.number(r, amount, who)
        most = there if amount.most is None else min(there, self.number(r, amount.most, who))
        options = [(f"amount {number}", number) for number in range(most + 1)]
        return (yield from self.ask(r.you, "amount", options))

    def do_heal(self, r: Reading, action: Action) -> Asking:
        amount = self.number(r, action.amount, r.you)
        later = r.lands == "with the attack" and "offensive-heal-later" in self.rulings  # DT-ORP-11
        if later or r.lands in ("with the phase", "with the Roll Phase"):
            r.you.heal_pending += amount
            if amount:
                self.log("healing", r.you, amount=amount)
        else:
            self.set_health(r.you, r.you.health + amount)
        return
        yield

    def do_draw(self, r: Reading, action: Action) -> Asking:
        for who in (yield from self.meant(r, action.who)):
            self.draw(who, self.number(r, action.amount, r.you))

    def do_discard(self, r: Reading, action: Action) -> Asking:
        """Whoever discards picks the cards, unless they are random."""
        assert isinstance(action.thing, Cards)
        for who in (yield from self.meant(r, action.who)):
            every = isinstance(action.amount, Every)
            left = len(who.hand) if every else min(len(who.hand), self.number(r, action.amount, who))
            while left:
                if left == len(who.hand):
                    card = min(who.hand)
                elif action.thing.how == "random":
                    card = self.random_card(who)
                else:
                    options = [(f"discard {who.name_of(card)}", card) for card in sorted(who.hand)]
                    card = yield from self.ask(who, "discard", options)
                self.throw_away(who, card)
                left -= 1

    def do_set(self, r: Reading, action: Action) -> Asking:
        if action.thing == Word("health"):
            self.set_health(r.you, self.number(r, action.amount, r.you))
        else:
            assert isinstance(action.to, Word)
            r.you.side = action.to.word
            self.log("side", r.you, side=r.you.side)
        return
        yield

    def do_look(self, r: Reading, action: Action) -> Asking:
        self.log("looked", r.you, at=r.chosen[0].seat)
        return
        yield

    def do_choose(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.thing, Dice):
            yield from self._choose_dice(r, action.thing)
            return
        most = action.amount
        if isinstance(most, UpTo):
            assert most.most
            yield from self.choose(r, action.thing.word, self.number(r, most.most, r.you), 0)  # type: ignore
        else:
            yield from self.choose(r, action.thing.word, self.number(r, most, r.you))  # type: ignore

    def do_activate(self, r: Reading, action: Action) -> Asking:
        keyword = next(k for k in r.you.hero.keywords if k.name == action.thing.word)  # type: ignore
        taken = r.taken
        for line in keyword.text:
            yield from self.read_line(r, line)
        r.taken = taken

    def do_steal(self, r: Reading, action: Action) -> Asking:
        """The victim loses all that is named, the thief gains up to the cap (DT-TXT-7, DT-TXT-8)."""
        if isinstance(action.thing, Status):
            yield from self.take_statuses(r, action)
            return
        for who in (yield from self.meant(r, action.source or Who("opponent"))):
            if isinstance(action.thing, Counter):
                token = action.thing.name
                amount = min(who.tokens[token], self.number(r, action.amount, r.you))
                yield from self.lose_tokens(who, token, amount)
                yield from self.gain(r.you, token, amount, r.you)
                continue
            if action.thing == Word("health") and "stolen-health-is-damage" in self.rulings:
                amount = self.number(r, action.amount, r.you)
                yield from self.land(r, r.you, who, amount, Damage(), is_stolen=True)
                continue
            if action.thing == Word("health"):
                amount = min(who.health, self.number(r, action.amount, r.you))
                self.set_health(who, who.health - amount)
                self.set_health(r.you, max(r.you.health, min(CEILING, r.you.health + amount)))
                yield from self.check_defeat()
                continue
            assert action.thing == Word("cp")
            amount = min(who.cp, self.number(r, action.amount, who))
            if "steal-only-to-cap" in self.rulings:
                amount = min(amount, CP_CAP - r.you.cp)
            self.gain_cp(who, -amount)
            self.gain_cp(r.you, amount)

    def do_transfer(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.thing, ThisToken):
            others = [(f"player {p.seat}", p) for p in self.players if p is not r.you]
            to = yield from self.ask(r.you, "player", others)
            yield from self.lose_tokens(r.you, r.token, 1)
            yield from self.gain(to, r.token, 1, r.you)
        elif isinstance(action.thing, Damage):
            assert isinstance(action.to, Counter)
            self.pass_on(r.you, action.to.name, all_of_it=isinstance(action.amount, Every))
        else:
            yield from self.take_statuses(r, action)

    def do_skip(self, r: Reading, action: Action) -> Asking:
        assert isinstance(action.thing, Word)
        self.skipped.add(action.thing.word)
        self.log("skipped", r.you, skipped=SKIPPED[action.thing.word])
        return
        yield

    def do_repeat(self, r: Reading, action: Action) -> Asking:
        self.extra_pass = True
        self.log("extra pass", self.people(r, action.who)[0])
        return
        yield

    # ------------------------------------------------------------ dice

    def rolled(self, who: Player, r: Reading) -> Asking:
        raise NotImplementedError

    def do_roll(self, r: Reading, action: Action) -> Asking:
        """Roll, rules that answer to this roll, die window; only then are the dice read (DT-DIC-14)."""
        who = self.people(r, action.who)[0]
        count = self.number(r, action.amount, who)
        r.dice = Pool(who, [0] * count)
        self.cast_for(who, r.item, r.dice.faces, range(count))
        yield from self.rolled(who, r)
        yield from self._die_window(r)

    def do_duel(self, r: Reading, action: Action) -> Asking:
        """Both roll and compare; in a defence the Defense Roll was one half of it."""
        if r.slot == "defensive":
            return
        count = self.number(r, action.amount, r.you)
        r.dice = Pool(r.you, [0] * count, r.opponent, [0] * count)
        self.cast_for(r.you, r.item, r.dice.faces, range(count))
        self.cast_for(r.opponent, "duel", r.dice.other_faces, range(count), FOR_DUEL)
        yield from self._die_window(r)

    def _die_window(self, r: Reading) -> Asking:
        """Plays that change the dice just cast, unless a ruling lets them lie (DT-STA-17, DT-CRD-22)."""
        if r.is_spent and "token-dice-fixed" in self.rulings:
            return
        if r.card is not None and "card-dice-fixed" in self.rulings:
            return
        yield from self.window("dice", r.dice)

    def do_reroll(self, r: Reading, action: Action) -> Asking:
        if action.thing == Dice("them"):
            for die in r.picked:
                self._throw(r, *die)
        else:
            yield from self._alter(r, action)

    def do_change(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.thing, Counter):
            yield from self._convert(r, action)
        else:
            yield from self._alter(r, action)

    def _alter(self, r: Reading, action: Action) -> Asking:
        """Die by die, each a different one; after the first the player may stop."""
        done: set[tuple[str, int]] = set()
        for _ in range(self.number(r, action.amount, r.you)):
            options: list[tuple[str, Any]] = [
                (f"{half} {place + 1}" + (f" to {face}" if face else ""), (half, place, face))
                for half, place, face in alterations(r.you, r.pool, action)
                if (half, place) not in done
            ]
            if not options:
                return
            if done:
                options.insert(0, ("done", None))
            answer = yield from self.ask(r.you, "die", options)
            if answer is None:
                return
            half, place, face = answer
            done.add((half, place))
            if face == 0:
                self._throw(r, half, place)
            else:
                faces = _half(r.pool, half)
                self.log("altered", r.you, **{"die": place + 1, "from": faces[place], "to": face})
                faces[place] = face
                self.note_change(r.pool)

    def _choose_dice(self, r: Reading, dice: Dice) -> Asking:
        options = [
            (f"{half} {place + 1}", (half, place))
            for half, roller, faces in (r.pool.halves() if r.pool else ())
            if is_whose(r.you, roller, dice.whose)
            for place in range(len(faces))
        ]
        r.picked = [(yield from self.ask(r.you, "die", options))]

    def _throw(self, r: Reading, half: str, place: int) -> None:
        assert r.pool
        roller = r.pool.roller if half == "die" else r.pool.other
        assert roller
        self.cast_for(roller, r.item, _half(r.pool, half), [place])
        self.note_change(r.pool)

    def note_change(self, pool: Pool | None) -> None:
        """A change of the dice of an announcement reopens it (DT-ORP-7)."""
        if pool is self.pool:
            self.dice_changed = True

    # ------------------------------------------------------------ damage

    def do_deal(self, r: Reading, action: Action) -> Asking:
        assert isinstance(action.thing, Damage)
        if action.amount == Half(Register("incoming")):
            assert self.attack
            self.reflect(self.attack, r.you)
            return
        to = action.to if isinstance(action.to, Who) else Who("opponent")
        for who in (yield from self.meant(r, to)):
            amount = self.number(r, action.amount, r.you)
            yield from self.land(r, r.you, who, amount, action.thing)

    def do_receive(self, r: Reading, action: Action) -> Asking:
        assert isinstance(action.thing, Damage)
        for who in self.people(r, action.who):
            amount = self.number(r, action.amount, who)
            # what somebody receives is booked under the other player
            yield from self.land(r, self.other(who), who, amount, action.thing)

    def do_multiply(self, r: Reading, action: Action) -> Asking:
        assert isinstance(action.amount, Fixed)
        self._multiply(r, action.amount.number)
        return
        yield

    def _multiply(self, r: Reading, factor: float) -> None:
        if self.attack and self.attack.is_modifiable:
            self.attack.factors.append(factor)
            self.log("multiplied", r.you, by=factor)

    def do_add(self, r: Reading, action: Action) -> Asking:
        if action.amount == Half(None):
            self._multiply(r, 1.5)
            return
        amount = self.number(r, action.amount, r.you)
        if self.attack and self.attack.is_modifiable and amount > 0:
            self.attack.added += amount
            r.added += amount
            self.log("added", r.you, amount=amount)
        return
        yield

    def do_make(self, r: Reading, action: Action) -> Asking:
        assert action.thing == Word("undefendable")
        assert self.attack
        if self.attack.type == "normal":
            self.attack.type = "undefendable"
            self.log("type", r.you, type="undefendable")
        return
        yield

    def do_prevent(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.thing, Status):
            yield from self.take_statuses(r, action)
            return
        source = yield from self._in_question(r, action)
        if source is None:
            return
        if isinstance(action.amount, Every):
            self.dodge(source, r.you)
        elif not source.is_avoidable:
            return
        elif action.amount == Half(None):
            source.halves += 1
            self.log("prevented", r.you, amount="half", own=False)
        elif (amount := self.number(r, action.amount, r.you)) > 0:
            if r.slot == "defensive":
                source.guarded += amount
            else:
                source.prevented += amount
            self.log("prevented", r.you, amount=amount, own=False)

    def _in_question(self, r: Reading, action: Action) -> Asking:
        """The damage that is prevented: in focus, or chosen among what waits."""
        if r.focus is not None:
            return r.focus
        whose = self.players if action.who and action.who.word in CHOSEN else [r.you]
        options = [(f"against {s}", s) for s in self.sources if s.to in whose and self.can_be_avoided(s)]
        return (yield from self.ask(r.you, "damage", options)) if options else None


def _aims_first(text: Sequence[Line]) -> bool:
    """Does the card name its object before anything else happens?"""
    line = text[0]
    if line.guards or len(line.options) > 1:
        return False
    action = line.options[0][0]
    people = (action.who, action.source, action.to)
    return action.verb == "choose" or any(isinstance(w, Who) and w.word in CHOSEN for w in people)


def is_whose(you: Player, roller: Player, whose: str) -> bool:
    """Are dice of this roller the ones a text means?"""
    return whose == "any" or (roller is you) == (whose != "opponent")


def alterations(you: Player, pool: Pool | None, action: Action) -> list[tuple[str, int, int]]:
    """Every change of one die that the action allows: half, place and new face (0: thrown anew)."""
    assert isinstance(action.thing, Dice)
    found: list[tuple[str, int, int]] = []
    for half, roller, faces in pool.halves() if pool else ():
        if not is_whose(you, roller, action.thing.whose):
            continue
        for place, shown in enumerate(faces):
            if action.verb == "reroll":
                reached = {0}
            elif action.to == Word("any"):
                reached = set(range(1, 7))
            elif action.to == Word("by 1"):
                reached = {shown - 1, shown + 1} & set(range(1, 7))
            elif action.to == Word("another"):
                reached = set(faces[:place] + faces[place + 1 :])
            else:
                assert isinstance(action.to, Faces)
                reached = set(action.to.faces)
            found += [(half, place, face) for face in sorted(reached - {shown})]
    return found


def _half(pool: Pool | None, half: str) -> list[int]:
    assert pool
    return pool.faces if half == "die" else pool.other_faces


def _faces(pool: Pool | None) -> list[int]:
    return pool.faces if pool else []


def _counts(pool: Pool | None) -> tuple[int, ...]:
    faces = _faces(pool)
    return tuple(faces.count(face) for face in range(1, 7))
