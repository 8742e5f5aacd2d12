"""How much damage an ability does: its text resolved from a fresh board, every die and choice followed.

The text is walked as a tree. Dice that it rolls are enumerated; who may choose takes the best branch: the
attacker for the goal, the opponent against it. Of equally good branches the mean damage decides, then the
order of the text. Rules that act by themselves do so at their moment; rules that somebody would have to want
(spending a Reload) do not. With a second board the opponent defends in the best way. What cannot be followed
is refused: better no number than a wrong one.

Damage is what the opponent loses in the end: the Final Total of the attack less what the defence heals in the
same instant (DT-DRP-10), and whatever is lost at once beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial

from dtsim.dicethrone.heroes.model.hero import Ability
from dtsim.dicethrone.heroes.model.lines import Action, Else, If, Line, May, On, Spend, Text
from dtsim.dicethrone.heroes.model.things import Damage
from dtsim.dicethrone.odds.amounts import dice_read, value_of
from dtsim.dicethrone.odds.board import Board, Row
from dtsim.dicethrone.odds.chance import MOST_DICE, Counts, Outcome, mean, mix, rolls_of
from dtsim.dicethrone.odds.choices import spend
from dtsim.dicethrone.odds.conditions import forbidden_to, is_true
from dtsim.dicethrone.odds.damage import lose
from dtsim.dicethrone.odds.frame import Frame
from dtsim.dicethrone.odds.game import Game, Standing
from dtsim.dicethrone.odds.order import continues_chain, split
from dtsim.dicethrone.odds.people import people_of
from dtsim.dicethrone.odds.position import ATTACKER, OPPONENT, START_CP, Position
from dtsim.dicethrone.odds.questions import Question, activates, nodes, questions, reads_cp, reads_dice
from dtsim.dicethrone.odds.verbs import VERBS
from dtsim.errors import DtsimError, Place

Then = Callable[[Position], Outcome]
ThenFrame = Callable[[Frame, Position], Outcome]

ATTACK_MOMENTS = ("offensive roll phase ends", "attacking", "attacked", "damaged")
FOLLOWED_MOMENTS = ("activating", *ATTACK_MOMENTS, "gained", "gained at limit", "removed")


class Outcomes:
    """The distribution of damage of each ability of a board; the goal says what a damage is `worth`."""

    def __init__(self, board: Board, against: Board | None = None, worth: Callable[[int], int] = int) -> None:
        self.board = board
        self.game = Game(board, against)
        self.worth = worth
        rules = [standing.rule for moment in FOLLOWED_MOMENTS for standing in self.game.all_standing(moment)]
        keywords = [*self.game.keywords(ATTACKER), *self.game.keywords(OPPONENT)]
        defences = against.of_slot("defensive") if against else ()
        self._rules_ask_dice = reads_dice(*rules)
        self._others_ask_cp = reads_cp(*rules, *keywords, *defences)
        self._questions: dict[tuple[int, int], tuple[Question, ...]] = {}
        self._asks_cp: dict[str, bool] = {}
        self._splits: dict[int, tuple[Text, Text]] = {}
        self._texts: list[Text] = []  # a text is known by its id: keep it alive
        self._settled: dict[Position, Outcome] = {}
        self._outcomes: dict[tuple[str, int, int, tuple[int, ...]], Outcome] = {}
        sides = (board.side, against.side if against else "")
        self.start = self._set_up(Position((0, START_CP), sides=sides))

    # ---------------------------------------------------------------- activation

    def of(self, row: Row, dice: Counts, cp: int) -> Outcome:
        """The damage when this step of the ability is activated with these dice and so many CP left."""
        ability = row.ability
        asked = self._asked(ability.text)
        if self._rules_ask_dice:
            answers = dice
        else:
            answers = tuple(question(dice) for question in asked)
        if not self.reads_cp(ability):
            cp = 0
        key = ability.name, row.step, cp, answers
        if key not in self._outcomes:
            self._outcomes[key] = self._activate(row, dice, cp)
        return self._outcomes[key]

    def reads_cp(self, ability: Ability) -> bool:
        """Does the damage depend on the CP at hand?"""
        if ability.name not in self._asks_cp:
            others = self.board.abilities if activates(ability.text) else ()
            self._asks_cp[ability.name] = self._others_ask_cp or any(
                reads_cp(item.text, item.condition) for item in (ability, *others)
            )
        return self._asks_cp[ability.name]

    def is_usable(self, ability: Ability, cp: int) -> bool:
        """May an ability be activated on a fresh board with so many CP?"""
        start = self.start.with_cp(ATTACKER, cp)
        if ability.name in forbidden_to(self.game, ATTACKER, start):
            return False
        frame = Frame(ATTACKER, ability.name, start)
        return ability.condition is None or is_true(self.game, ability.condition, frame, start)

    def _activate(self, row: Row, dice: Counts, cp: int) -> Outcome:
        start = self.start.with_cp(ATTACKER, cp)._replace(
            ability=row.name, final=dice if self._rules_ask_dice else ()
        )

        def resolve(position: Position) -> Outcome:
            if position.failed:
                return self.finish(position)
            prompt, late = self._split(row.ability.text)
            frame = Frame(ATTACKER, row.name, position, dice=dice, step=row.step, late=late)
            if not late:
                return self.lines(
                    prompt, 0, frame, position, lambda _, after: self.settle(after, self.finish)
                )
            return self.lines(
                prompt,
                0,
                frame,
                position,
                lambda now, after: self.settle(
                    after, lambda end: self.lines(late, 0, now, end, lambda _, last: self.finish(last))
                ),
            )

        return self.fire("activating", ATTACKER, start, resolve)

    def _split(self, text: Text) -> tuple[Text, Text]:
        if id(text) not in self._splits:
            self._texts.append(text)
            self._splits[id(text)] = split(text)
        return self._splits[id(text)]

    def finish(self, position: Position) -> Outcome:
        return {max(0, position.lost): Fraction(1)}

    def _set_up(self, position: Position) -> Position:
        """The board at the start of a duel; setting up leaves nothing to chance or choice."""
        found: list[Position] = []

        def note(after: Position) -> Outcome:
            found.append(after)
            return self.finish(after)

        self.fire("setup", ATTACKER, position, lambda after: self.fire("setup", OPPONENT, after, note))
        start = found[0]
        if any(other != start for other in found):
            raise DtsimError("exact odds cannot work this out: the setup of a hero rolls dice or chooses")
        return start._replace(start=start.tokens, fired=frozenset())

    # ---------------------------------------------------------------- lines, guards, options

    def lines(self, text: Text, index: int, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
        """Resolve the lines from `index` on, then go on with the rest of the world."""
        if index == len(text):
            return then(frame, position)
        line = text[index]

        def read(frame: Frame, position: Position) -> Outcome:
            return self._line(text, index, frame, position, then)

        if line.link != "then":
            return read(frame, position)
        if frame.role == "ability" and position.attack.parts and position.dealt is None:
            # DT-TXT-4: a `then` behind damage waits until that damage has landed
            return self.settle(position, lambda after: read(frame._replace(read=after), after))
        return read(frame._replace(read=position), position)

    def _line(self, text: Text, index: int, frame: Frame, position: Position, then: ThenFrame) -> Outcome:
        line = text[index]
        frame = frame._replace(text=text, at=index, taken=frame.taken and continues_chain(text, index))

        def skip(frame: Frame, position: Position) -> Outcome:
            return self.lines(text, index + 1, frame, position, then)

        def take(frame: Frame, position: Position) -> Outcome:
            frame = frame._replace(taken=bool(line.guards))
            return self.choose(
                frame.me, [partial(self.actions, option, frame, position, skip) for option in line.options]
            )

        return self._guards(line, 0, frame, position, take, skip)

    def _guards(
        self, line: Line, index: int, frame: Frame, position: Position, take: ThenFrame, skip: ThenFrame
    ) -> Outcome:
        if index == len(line.guards):
            return take(frame, position)

        def go_on(frame: Frame, position: Position) -> Outcome:
            return self._guards(line, index + 1, frame, position, take, skip)

        guard = line.guards[index]
        match guard:
            case Else():
                holds = not frame.taken
            case On(needs):
                dice = dice_read(self.game, frame, line.place)
                holds = any(need.is_met(dice) for need in needs)
            case If(condition):
                holds = is_true(self.game, condition, frame, position)
            case May(who):
                if frame.role == "rule":  # nobody wants anything here: see the top of this file
                    return skip(frame, position)
                player = people_of(self.game, who, frame, position, line.place)[0]
                return self.choose(player, [partial(go_on, frame, position), partial(skip, frame, position)])
            case Spend():
                if frame.role == "rule":
                    return skip(frame, position)
                return spend(self, guard, line.place, frame, position, go_on, skip)
        return go_on(frame, position) if holds else skip(frame, position)

    def actions(
        self, actions: tuple[Action, ...], frame: Frame, position: Position, then: ThenFrame
    ) -> Outcome:
        """One action after the other."""
        if not actions:
            return then(frame, position)
        action, *rest = actions
        act = VERBS.get(action.verb)
        if act is None:
            raise self.game.refusal(frame, action.place, f"the verb '{action.verb}'")
        return act(self, action, frame, position, lambda now, after: self.actions((*rest,), now, after, then))

    def choose(self, player: int, branches: Sequence[Callable[[], Outcome]]) -> Outcome:
        """The branch this player wants: the attacker the goal, the opponent its opposite."""
        if len(branches) == 1:
            return branches[0]()
        outcomes = [branch() for branch in branches]
        scores = [(mean(outcome, self.worth), mean(outcome)) for outcome in outcomes]
        wanted = max(scores) if player == ATTACKER else min(scores)
        return outcomes[scores.index(wanted)]

    def roll(self, n_dice: int, frame: Frame, read: Callable[[Counts], Outcome]) -> Outcome:
        """Roll so many dice; rolls that the rest of the text cannot tell apart are read once."""
        asked = (*self._asked(frame.text, frame.at, frame.at >= 0), *self._asked(frame.late))
        groups: dict[tuple[int, ...], tuple[Counts, int]] = {}
        for dice, weight in rolls_of(n_dice):
            answers = tuple(question(dice) for question in asked)
            first, before = groups.get(answers, (dice, 0))
            groups[answers] = first, before + weight
        return mix((weight, read(dice)) for dice, weight in groups.values())

    def _asked(self, text: Text, start: int = -1, rolls_here: bool = False) -> tuple[Question, ...]:
        key = id(text), start
        if key not in self._questions:
            self._texts.append(text)
            self._questions[key] = questions(text, max(0, start), rolls_here)
        return self._questions[key]

    # ---------------------------------------------------------------- rules that act by themselves

    def fire(self, moment: str, subject: int, position: Position, then: Then) -> Outcome:
        """Let each rule of this moment act that has not yet acted in this attack."""
        for holder, standing in self.game.standing(moment, subject, position):
            key = holder, *standing.key
            if key not in position.fired and standing.rule.of in ("", position.ability):
                after = position._replace(fired=position.fired | {key})
                if not self._is_stopped(holder, standing, moment, position):
                    return self.act(
                        holder, standing, after, lambda end: self.fire(moment, subject, end, then)
                    )
                return self.fire(moment, subject, after, then)
        return then(position)

    def trigger(self, moment: str, player: int, name: str, position: Position, then: Then) -> Outcome:
        """Let the rules act that speak of this very token: `gained`, `gained at limit`, `removed`."""
        found = [
            (holder, standing)
            for holder, standing in self.game.standing(moment, player, position)
            if (standing.rule.of or standing.item) == name
        ]

        def go_on(index: int, position: Position) -> Outcome:
            if index == len(found):
                return then(position)
            return self.act(*found[index], position, lambda after: go_on(index + 1, after))

        return go_on(0, position)

    def act(self, holder: int, standing: Standing, position: Position, then: Then) -> Outcome:
        """Read the text of a rule for the player whose rule it is."""
        rule = standing.rule
        frame = Frame(holder, standing.item, position, "rule", standing.home, dice=position.final)
        if standing.is_optional() or (
            rule.condition and not is_true(self.game, rule.condition, frame, position)
        ):
            return then(position)
        if standing.limit:
            key = holder, *standing.limit_key
            if key in position.fired:
                if standing.limit.times > 1:
                    raise self.game.refusal(frame, rule.place, f"a limit of {standing.limit.times}")
                return then(position)
            position = position._replace(fired=position.fired | {key})
        return self.lines(rule.text, 0, frame, position, lambda _, after: then(after))

    def check_rules(self, moment: str, subject: int, frame: Frame, position: Position) -> None:
        """Rules of this moment are not followed: fine while somebody would have to want them."""
        for _, standing in self.game.standing(moment, subject, position):
            if standing.rule.of in ("", frame.item) and not standing.is_optional():
                asking = frame._replace(item=standing.item, home=standing.home)
                raise self.game.refusal(asking, standing.rule.place, f"a rule at '{moment}'")

    def _is_stopped(self, holder: int, standing: Standing, moment: str, position: Position) -> bool:
        """Attack Modifiers leave pure damage alone; an Ultimate silences the other hero (DT-ULT-10)."""
        if moment not in ATTACK_MOMENTS:
            return False
        if holder == OPPONENT and standing.player is not None and self.game.is_ultimate(position):
            return True
        is_modifier = any(
            isinstance(node, Action)
            and isinstance(node.thing, Damage)
            and (node.verb in ("add", "multiply") or (node.verb == "prevent" and holder == ATTACKER))
            for node in nodes(standing.rule.text)
        )
        return is_modifier and not position.attack.is_modifiable()

    # ---------------------------------------------------------------- the attack

    def settle(self, position: Position, then: Then) -> Outcome:
        """The attack meets its target: rules, the defence, and the damage lands."""
        if position.dealt is not None:
            return then(position)
        is_last = then == self.finish
        if is_last and position in self._settled:
            return self._settled[position]
        if position.attack.is_attack() and not self._is_harmless(position):
            outcome = self._meet(
                position, lambda met: self._meet(met, lambda end: self._land(end, then)), True
            )
        else:
            outcome = self._land(position, then)
        if is_last:
            self._settled[position] = outcome
        return outcome

    def _meet(self, position: Position, then: Then, defended: bool = False) -> Outcome:
        """The rules of the attack, then the defence; tokens that arrive in it get their turn afterwards."""
        moments = [("offensive roll phase ends", ATTACKER), ("attacking", ATTACKER), ("attacked", OPPONENT)]

        def go_on(index: int, position: Position) -> Outcome:
            if index == len(moments):
                return self._defend(position, then) if defended else then(position)
            return self.fire(*moments[index], position, lambda after: go_on(index + 1, after))

        return go_on(0, position)

    def _defend(self, position: Position, then: Then) -> Outcome:
        """DT-DRP-3, -4, -6: one Defensive Ability, named before its dice are rolled, or none."""
        board, forbidden = self.game.boards[OPPONENT], forbidden_to(self.game, OPPONENT, position)
        banned = position.undefended or self.game.is_ultimate(position) or forbidden & {"actions", "defence"}
        if board is None or banned or not position.attack.is_defendable():
            return then(position)
        branches: list[Callable[[], Outcome]] = []
        for ability in board.of_slot("defensive"):
            frame = Frame(OPPONENT, ability.name, position, "defence", OPPONENT)
            if ability.side not in ("", position.sides[OPPONENT]) or ability.name in forbidden:
                continue
            if ability.condition is None or is_true(self.game, ability.condition, frame, position):
                branches.append(partial(self._defence, ability, frame, position, then))
        return self.choose(OPPONENT, [*branches, partial(then, position)])

    def _defence(self, ability: Ability, frame: Frame, position: Position, then: Then) -> Outcome:
        n_dice = 0
        if ability.dice is not None:
            n_dice = value_of(self.game, ability.dice, OPPONENT, frame, position, ability.place)
        self.check_dice(n_dice, frame, ability.place)
        return self.roll(
            n_dice,
            frame._replace(text=ability.text),
            lambda dice: self.lines(
                ability.text, 0, frame._replace(dice=dice), position, lambda _, after: then(after)
            ),
        )

    def _land(self, position: Position, then: Then) -> Outcome:
        """DT-FIN: the final total; what the defence healed counts against it."""

        def land(position: Position) -> Outcome:
            total = 0 if self._is_harmless(position) else position.attack.final_total()
            after = lose(position, total - position.healed)
            return then(after._replace(dealt=total, healed=0))

        if not position.attack.incoming():
            return land(position)
        return self.fire("damaged", OPPONENT, position, land)

    def _is_harmless(self, position: Position) -> bool:
        """DT-TOK-14: whoever is forbidden to deal damage deals none, but for an Ultimate."""
        return "dmg" in forbidden_to(self.game, ATTACKER, position) and not self.game.is_ultimate(position)

    def check_dice(self, n_dice: int, frame: Frame, place: Place) -> None:
        """Rolls stay small enough to be enumerated."""
        if n_dice > MOST_DICE:
            raise self.game.refusal(frame, place, f"{n_dice} dice at once; the most is {MOST_DICE}")
