"""Damage on its way, and the Final Dmg Total (chapters 12 to 14)."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dtsim.dicethrone.heroes.model.things import Damage
from tests.referee.table import CEILING, Asking, GameOver, Player, Source, Table

if TYPE_CHECKING:
    from tests.referee.text import Reading


class Damages(Table):
    """What waits to be dealt, what is computed from it, and what follows when it lands."""

    sources: list[Source]
    attack: Source | None
    attack_made: bool
    dealt: int
    locked_by: Player | None
    skipped: set[str]
    extra_pass: bool
    dice_changed: bool
    acts: int
    active: Player
    phase: str

    # ------------------------------------------------------------ questions about the attack

    def is_silenced(self, source: Source) -> bool:
        """Parlay: its bearer deals no damage from the Offensive Roll Phase; an Ultimate ignores it."""
        return (
            source.kind in ("attack", "collateral")
            and source.type != "ultimate"
            and "dmg" in self.forbidden(source.by)
        )

    def is_attacked(self, who: Player) -> bool:
        """Under Parlay nobody was Attacked (DT-TOK-14)."""
        return self.attack is not None and self.attack.to is who and not self.is_silenced(self.attack)

    def is_locked(self, who: Player) -> bool:
        """An Ultimate locks its opponents, Stun its bearer (DT-FSM-2)."""
        return self.locked_by not in (None, who) or "actions" in self.forbidden(who)

    def can_be_avoided(self, source: Source) -> bool:
        """Something waits to be dealt, and cards and tokens may act against it (DT-DMG-3)."""
        if source.dodged or not source.is_avoidable or self.is_silenced(source):
            return False
        return source.kind == "reflection" or source.base + source.added > 0

    # ------------------------------------------------------------ damage comes into being

    def land(
        self, r: Reading, by: Player, to: Player, amount: int, damage: Damage, *, is_stolen: bool = False
    ) -> Asking:
        """When damage of a text is dealt (DT-MAI-7, DT-DMG-13)."""
        if amount <= 0:
            return
        if damage.isolated or r.lands == "at once":
            yield from self.burst(Source("burst", by, to, damage.type, amount, is_stolen=is_stolen))
        elif r.lands == "with the phase":  # the sum of a phase is one source (DT-UPK-7)
            assert not is_stolen, "nobody here steals health in a phase of its own"
            waiting = next((s for s in self.sources if s.kind == "phase" and s.to is to), None)
            if waiting is None:
                self.put(Source("phase", by, to, damage.type, amount))
            else:
                waiting.base += amount
                self._log_damage(replace(waiting, by=by, type=damage.type, base=amount))
        elif r.lands == "with the Roll Phase":
            kind = "defence" if r.slot == "defensive" else "card"
            self.put(Source(kind, by, to, damage.type, amount, is_stolen=is_stolen))
        elif damage.type == "collateral":
            self.put(Source("collateral", by, to, damage.type, amount))
        elif to is r.you:
            self.put(Source("recoil", by, to, damage.type, amount))
        else:
            kind = "ultimate" if r.slot == "ultimate" and damage.type == "normal" else damage.type
            source = Source("attack", by, to, kind, amount, is_stolen=is_stolen)
            if self.attack is None:
                self.attack = source
                self.attack_made = True
                self.put(source)
            else:
                assert kind == self.attack.type, "one kind of damage to a target is all these heroes deal"
                self.attack.beside.append(source)
                self._log_damage(replace(source, kind="component"))

    def put(self, source: Source) -> None:
        self.sources.append(source)
        self._log_damage(source)

    def _log_damage(self, source: Source) -> None:
        kind = "other" if source.kind in ("collateral", "card", "recoil") else source.kind
        self.log("damage", source.by, to=source.to.seat, amount=source.base, type=source.type, kind=kind)

    def burst(self, source: Source) -> Asking:
        """A source of its own: a window, then it lands (B)."""
        self.put(source)
        yield from self.window("burst")
        self.compute(source)
        self.sources.remove(source)
        stolen = min(source.stolen, source.to.health)
        self.set_health(source.to, source.to.health - source.total)
        if source.by.health:
            self.set_health(source.by, source.by.health + stolen)
        yield from self.check_defeat()

    def reflect(self, attack: Source, by: Player) -> None:
        self.put(Source("reflection", by, attack.by, "normal", 0))

    def dodge(self, source: Source, who: Player) -> None:
        """It covers everything that the ability deals to that player (DT-ABL-8)."""
        if not source.is_avoidable or source.dodged:
            return
        together = [source]
        if source.kind in ("attack", "collateral"):
            together = [s for s in self.sources if s.to is source.to and s.kind in ("attack", "collateral")]
        for one in together:
            one.dodged = True
        self.log("dodged", who)

    def pass_on(self, who: Player, companion: str, *, all_of_it: bool) -> None:
        for source in self.sources:
            if source.to is who and source.kind in ("attack", "collateral"):
                source.passed_to = companion
                source.part = None if all_of_it else -1

    # ------------------------------------------------------------ Final Dmg Total

    def compute(self, source: Source) -> None:
        """Flat plus and minus, then each half of that subtotal, rounded up; a dodge leaves nothing."""
        if source.kind == "reflection":
            assert self.attack
            source.base = -(-self.attack.subtotal // 2)
        parts = [source.base + source.added, *(part.base for part in source.beside)]
        if source.is_avoidable:  # an Ultimate may only go up (DT-DMG-8)
            parts = _taken_off(parts, source.less + source.guarded + source.prevented)
        if self.is_silenced(source):
            parts = [0 for _ in parts]
        subtotal = sum(parts)
        total = self._total_of(source, subtotal)
        stolen = sum(part for part, of in zip(parts, [source, *source.beside], strict=True) if of.is_stolen)
        if source.dodged:
            total = 0
            subtotal = subtotal if "dodge-keeps-reflection" in self.rulings else 0  # DT-FIN-11
        source.subtotal, source.total = subtotal, total
        source.stolen = min(total, self._total_of(source, stolen))
        self.log("total", source.to, subtotal=subtotal, total=total, by=source.by.seat)

    def _total_of(self, source: Source, subtotal: int) -> int:
        halves = source.halves if source.is_avoidable else 0
        more = sum(math.ceil(factor * subtotal) - subtotal for factor in source.factors)  # DT-FIN-10
        return max(0, subtotal + more - halves * -(-subtotal // 2))

    def apply(self) -> Asking:
        """All totals and all healing of all players at once: net, then the dial's ends (DT-UPK-4)."""
        self._share_loot()
        emptied: list[tuple[Player, str]] = []
        for source in self.sources:
            moved = 0
            if source.passed_to and source.total:
                moved = source.total if source.part is None else source.part
            if moved:
                self.log("moved", source.to, to=source.passed_to, amount=moved)
                if self.lose(source.to, source.passed_to, moved) and not source.to.tokens[source.passed_to]:
                    emptied.append((source.to, source.passed_to))
            source.total -= moved
        for player in self.players:
            lost = sum(source.total for source in self.sources if source.to is player)
            healed = player.health + player.heal_pending
            if "clamp-heal-first" in self.rulings:
                healed = min(CEILING, healed)
            self.set_health(player, healed - lost)
            player.heal_pending = 0
        self.sources.clear()
        yield from self.check_defeat()
        for player, companion in emptied:
            yield from self.token_event(player, companion, "removed")

    def _share_loot(self) -> None:
        """Who steals heals by what the victim has and loses, with all the rest (a reading of DT-TXT-9)."""
        left = {player.seat: player.health + player.heal_pending for player in self.players}
        if "clamp-heal-first" in self.rulings:
            left = {seat: min(CEILING, health) for seat, health in left.items()}
        for source in self.sources:
            kept = source.total
            if source.passed_to:
                kept -= source.total if source.part is None else source.part
            stolen = min(source.stolen, kept, left[source.to.seat])
            if stolen:
                left[source.to.seat] -= stolen
                source.by.heal_pending += stolen
                self.log("healing", source.by, amount=stolen, stolen=True)

    def check_defeat(self) -> Asking:
        """At 0 a player is out, unless a token acts instead; all at once is a draw (DT-HP-1, DT-SIM-2)."""
        from tests.referee.text import Reading

        for player in self.players:
            if player.health == 0:
                for item, token, rule in self.rules(player, "defeated"):
                    yield from self.read(
                        Reading(player, self.other(player), item, "at once", token), rule.text
                    )
        fallen = [player for player in self.players if player.health == 0]
        if fallen:
            for player in fallen:
                self.log("defeated", player)
            left = [player for player in self.players if player.health > 0]
            self.winner = left[0].seat if left else None
            self.result = "decided"
            self.log("over", left[0] if left else None, result="decided")
            raise GameOver

    # what the files above this one add
    def window(self, kind: str, pool: Any = None) -> Asking:
        raise NotImplementedError

    def read(self, r: Reading, text: Any) -> Asking:
        raise NotImplementedError

    def token_event(self, who: Player, token: str, moment: str) -> Asking:
        raise NotImplementedError


def _taken_off(parts: list[int], amount: int) -> list[int]:
    """What is left of each part when so much is taken off, of the first one first."""
    left = []
    for part in parts:
        left.append(max(0, part - amount))
        amount = max(0, amount - part)
    return left
