"""Status effects that a text does not name: removed, prevented, stolen or moved, one by one (chapter 16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dtsim.dicethrone.heroes.model.amounts import Amount, Every, Fixed, UpTo
from dtsim.dicethrone.heroes.model.hero import Token
from dtsim.dicethrone.heroes.model.lines import Action
from dtsim.dicethrone.heroes.model.things import Status, Who
from tests.referee.damage import Damages
from tests.referee.table import Asking, Player

if TYPE_CHECKING:
    from tests.referee.text import Reading

CHOSEN = ("chosen player", "chosen opponent", "chosen ally")
Take = tuple[Player, str, Player | None]  # whose token, which, and who gets it


class Statuses(Damages):
    """A token is chosen together with its holder; the holder stays the same for the whole sentence."""

    def take_statuses(self, r: Reading, action: Action) -> Asking:
        if isinstance(action.amount, Every) and action.verb != "transfer":
            yield from self._take_all(r, action)
            return
        amount, may_stop = action.amount, isinstance(action.amount, UpTo)
        if isinstance(amount, UpTo):
            amount = amount.most or Fixed(999)
        left = 999 if isinstance(amount, Every) else self.number(r, amount, r.you)
        holder: Player | None = None
        while left > 0:
            question = self._question(r, action, holder, may_stop=may_stop)
            aims = not r.is_aimed
            found = yield from self.aim(r, question)
            if found is None:  # a card whose object went in its window is lost (DT-TIM-9)
                r.is_lost = aims
                return
            if found == "done":
                return
            holder = found[0]
            self._note_chosen(r, action, found)
            yield from self._take(r, action, found, 1)
            left -= 1

    def _question(self, r: Reading, action: Action, holder: Player | None, *, may_stop: bool) -> Any:
        def ask() -> Asking:
            takes = [take for take in self.takes(r, action) if holder in (None, take[0])]
            if not takes:
                return None
            options: list[tuple[str, Any]] = [(_told(take, action.verb), take) for take in takes]
            if may_stop:
                options.insert(0, ("done", "done"))
            asked = "move token" if action.verb == "transfer" else "token"
            return (yield from self.ask(r.you, asked, options))

        return ask

    def _take_all(self, r: Reading, action: Action) -> Asking:
        whose = action.source or action.who
        if whose is not None and whose.word in CHOSEN:
            candidates = self._among(r, whose)

            def ask() -> Asking:
                options = [
                    (f"player {player.seat}", player)
                    for player in candidates
                    if action.verb != "remove" or any(take[0] is player for take in self.takes(r, action))
                ]
                return (yield from self.ask(r.you, "player", options)) if options else None

            aims = not r.is_aimed
            target = yield from self.aim(r, ask)
            if target is None:
                r.is_lost = aims
                return
            r.chosen = [target]
            action = Action(action.verb, None, action.amount, action.thing, Who("them"))
        for take in self.takes(r, action):
            yield from self._take(r, action, take, take[0].tokens[take[1]])

    def _take(self, r: Reading, action: Action, take: Take, amount: int) -> Asking:
        holder, token, receiver = take
        if action.verb == "prevent":
            amount = min(amount, holder.landed[token])
            holder.landed[token] -= amount
            for _ in range(amount):
                self.log("prevented status", r.you, token=token)
        yield from self.lose_tokens(holder, token, amount)
        if receiver is not None:
            yield from self.gain(receiver, token, amount, r.you)

    def _note_chosen(self, r: Reading, action: Action, take: Take) -> None:
        """Whoever was chosen by the sentence is `them` from now on."""
        chosen = []
        if _is_chosen(action.source or (action.who if action.verb == "remove" else None)):
            chosen.append(take[0])
        if isinstance(action.to, Who) and _is_chosen(action.to) and take[2] is not None:
            chosen.append(take[2])
        r.chosen = chosen or r.chosen

    # ------------------------------------------------------------ what may be taken

    def takes(self, r: Reading, action: Action) -> list[Take]:
        """Every token that the action may take now, with whoever gets it."""
        assert isinstance(action.thing, Status)
        sign = action.thing.sign
        found: list[Take] = []
        for holder in self._holders(r, action):
            for token in self.held(holder):
                if not self.is_status(token.name) or (sign and token.kind != sign):
                    continue
                if action.verb == "remove" and "remove" not in token.locked:
                    found.append((holder, token.name, None))
                if action.verb == "prevent" and holder.landed[token.name]:
                    found.append((holder, token.name, None))
                if action.verb == "steal" and "transfer" not in token.locked and holder is not r.you:
                    found.append((holder, token.name, r.you))
                if action.verb == "transfer" and "transfer" not in token.locked:
                    found += [(holder, token.name, to) for to in self._receivers(r, action, holder, token)]
        return found

    def _holders(self, r: Reading, action: Action) -> list[Player]:
        default = Who("opponent" if action.verb == "steal" else "you")
        return self._among(r, action.source or action.who or default)

    def _receivers(self, r: Reading, action: Action, giver: Player, token: Token) -> list[Player]:
        """Onto a full board nothing moves, a Powder Keg excepted (DT-STA-20)."""
        assert isinstance(action.to, Who)
        bursts = any(rule.moment == "gained at limit" for rule in token.rules)
        return [
            player
            for player in self._among(r, action.to)
            if player is not giver and (player.tokens[token.name] < player.limits[token.name] or bursts)
        ]

    def _among(self, r: Reading, who: Who) -> list[Player]:
        match who.word:
            case "chosen player" | "everyone":
                return self.players
            case "chosen opponent":
                return [self.other(r.you)]
            case "chosen ally":
                return [r.you]
        return self.people(r, who)

    # what the file above this one adds
    def people(self, r: Reading, who: Who | None) -> list[Player]:
        raise NotImplementedError

    def number(self, r: Reading, amount: Amount, who: Player) -> int:
        raise NotImplementedError

    def aim(self, r: Reading, question: Any) -> Asking:
        raise NotImplementedError

    def gain(self, who: Player, token: str, amount: int, by: Player) -> Asking:
        raise NotImplementedError

    def lose_tokens(self, who: Player, token: str, amount: int) -> Asking:
        raise NotImplementedError


def _is_chosen(who: Who | None) -> bool:
    return who is not None and who.word in CHOSEN


def _told(take: Take, verb: str) -> str:
    holder, token, receiver = take
    if receiver is None or verb == "steal":
        return f"{token} of player {holder.seat}"
    return f"move {token} from player {holder.seat} to player {receiver.seat}"
