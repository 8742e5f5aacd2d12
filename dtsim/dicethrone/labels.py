"""Options and events of a game in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dtsim.dicethrone.program import layout as L
from dtsim.dicethrone.program.program import Names

QUESTIONS = (
    "window", "main phase", "keep", "announce", "defend", "may", "pay", "option", "die", "token",
    "player", "amount", "discard", "sell", "order", "damage", "move token",
)  # fmt: skip

DAMAGE_TYPES = ("normal", "undefendable", "pure", "collateral", "ultimate")

_PASSES = {
    L.Q_WINDOW: "pass",
    L.Q_MAIN: "end phase",
    L.Q_DEFEND: "decline",
    L.Q_MAY: "decline",
    L.Q_SPEND: "decline",
    L.Q_SELL: "done",
}


def faces(dice: int) -> list[int]:
    """The faces of packed dice, in their places."""
    shown = []
    while dice:
        shown.append(dice & 15)
        dice >>= 4
    return shown


def option_label(names: Names, record: Any, table: Any, code: int) -> str:
    """One option of the question that is open."""
    kind, a, b = code & 255, (code >> 8) & 0xFFFF, code >> 24
    who = int(record[L.ASKED])
    match kind:
        case L.PASS_ON:
            return _PASSES.get(int(record[L.QUESTION]), "done")
        case L.PLAY_CARD:
            return f"play {names.cards[who][a]}"
        case L.SPEND_TOKEN:
            against = f" against {_packet(record, b - 1)}" if b else ""
            return f"spend {names.items[a]}{_which_spend(names, table, a)}{against}"
        case L.USE_PASSIVE:
            return f"use {names.items[a]}: {names.verbs[a]}"
        case L.SELL_CARD:
            return f"sell {names.cards[who][a]}"
        case L.INSTALL:
            return f"upgrade {names.cards[who][a]}"
        case L.REROLL_DICE:
            base = L.FRAMES + int(record[L.DEPTH]) * L.FRAME_SIZE
            return f"keep {_kept(int(record[base + L.F_DICE]), int(record[base + L.F_N_DICE]), a)}"
        case L.STOP_ROLLING:
            return "stop"
        case L.ANNOUNCE:
            return f"announce {names.items[a]}{names.steps[a][b]}"
        case L.ANNOUNCE_NONE:
            return "announce none"
        case L.RESUME_ROLLING:
            return "roll again"
        case L.DEFEND_WITH:
            return f"defend with {names.items[a]}"
        case L.ACCEPT:
            return "accept" if record[L.QUESTION] == L.Q_MAY else f"pay {a}"
        case L.TAKE_OPTION:
            return f"option {a + 1}"
        case L.TAKE_DIE:
            place = a + 1 if a < 16 else a - 15
            whose = "die" if a < 16 else "other die"
            return f"{whose} {place}" + (f" to {b}" if b else "")
        case L.TAKE_TOKEN:
            return f"{names.counters[b]} of player {a}"
        case L.TAKE_PLAYER:
            return f"player {a}"
        case L.TAKE_AMOUNT:
            return f"amount {a}"
        case L.TAKE_CARD:
            return f"discard {names.cards[who][a]}"
        case L.TAKE_TRIGGER:
            return f"resolve {_trigger(names, record, table, a)}"
        case L.TAKE_PACKET:
            return f"against {_packet(record, a)}"
        case L.MOVE_TOKEN:
            return f"move {names.counters[a]} from player {b >> 4} to player {b & 15}"
    raise AssertionError(kind)


def _kept(dice: int, n_dice: int, thrown: int) -> str:
    shown = faces(dice)[:n_dice]
    kept = sorted(face for place, face in enumerate(shown) if not (thrown >> place) & 1)
    return ",".join(map(str, kept)) or "nothing"


def _which_spend(names: Names, table: Any, rule: int) -> str:
    """What a token is spent for, where it may be spent for several things."""
    spends = [
        other
        for other in names.verbs
        if names.items[other] == names.items[rule] and table[other + L.R_SPEND] != 0
    ]
    return f": {names.verbs[rule]}" if len(spends) > 1 else ""


def _packet(record: Any, packet: int) -> str:
    place = L.PACKETS + packet * L.PACKET_SIZE
    if record[place + L.PK_KIND] == L.A_REFLECTION:
        return f"reflected dmg to player {record[place + L.PK_TARGET]}"
    amount = record[place + L.PK_BASE] + record[place + L.PK_ADDED]
    return f"{amount} dmg to player {record[place + L.PK_TARGET]}"


def _trigger(names: Names, record: Any, table: Any, index: int) -> str:
    base = L.FRAMES + int(record[L.DEPTH]) * L.FRAME_SIZE
    rules = int(table[L.P_MOMENTS + int(record[base + L.T_MOMENT])])
    return names.items[int(table[rules + 1 + index])]


# ---------------------------------------------------------------- events

EVENTS = (
    "turn", "step", "choice", "dice", "announced", "activated", "card", "spent", "passive", "sold",
    "installed", "cp", "health", "tokens", "drawn", "discarded", "reshuffled", "damage", "added", "prevented",
    "total", "side", "limit", "defends", "type", "dodged", "skipped", "extra pass", "moved", "defeated",
    "trigger", "looked", "over", "altered", "healing", "prevented status", "multiplied",
    "no attack",
)  # fmt: skip

SKIPPED = ("income phase", "offensive roll phase", "defensive roll phase", "roll attempt", "ability")
RESULTS = ("running", "decided", "unfinished", "broken")


def event(names: Names, row: Sequence[int], steps: Sequence[str]) -> dict[str, Any]:
    """One event as plain data."""
    kind, who, a, b, c, d = (int(word) for word in row)
    found: dict[str, Any] = {"event": EVENTS[kind]}
    if who >= 0:
        found["player"] = who
    return found | _details(names, kind, who, a, b, c, d, steps)


def _details(
    names: Names, kind: int, who: int, a: int, b: int, c: int, d: int, steps: Sequence[str]
) -> dict[str, Any]:
    match kind:
        case L.E_TURN:
            return {"turn": a + 1}
        case L.E_STEP:
            return {"step": steps[a]}
        case L.E_DICE:
            places = [place + 1 for place in range(10) if (c >> place) & 1]
            return {"for": names.purposes.get(a, ""), "dice": faces(b), "thrown": places}
        case L.E_ANNOUNCED | L.E_ACTIVATED:
            ability = names.items.get(a, "none")
            step = names.steps[a][b] if a else ""
            return {"ability": ability + step, "level": names.levels.get(a, 0), "dice": faces(c)}
        case L.E_CARD:
            return {"card": names.cards[who][a], "cost": b}
        case L.E_INSTALLED:
            return {"card": names.cards[who][a], "cost": b}
        case L.E_SOLD | L.E_DRAWN | L.E_DISCARDED:
            return {"card": names.cards[who][a]}
        case L.E_SPENT:
            return {"token": names.items[a], "when": names.moments[a]}
        case L.E_PASSIVE:
            return {"passive": names.items[a], "does": names.verbs[a], "level": names.levels.get(a, 0)}
        case L.E_TRIGGER:
            return {"rule": names.items[a], "when": names.moments[a], "level": names.levels.get(a, 0)}
        case L.E_CP | L.E_HEALTH:
            return {"change": a, "now": b}
        case L.E_TOKENS:
            return {"token": names.counters[a], "change": b, "now": c, "by": d}
        case L.E_RESHUFFLED:
            return {"cards": a}
        case L.E_DAMAGE:
            dealt = {"to": a, "amount": b, "type": DAMAGE_TYPES[c], "kind": PACKET_KINDS[d & 255]}
            return dealt | _origin(names, d >> 16, (d >> 8) & 255)
        case L.E_ADDED:
            return {"amount": a} | _origin(names, c, b)
        case L.E_MULTIPLIED:
            return {"by": a / 2 if a % 2 else a // 2} | _origin(names, c, b)
        case L.E_PREVENTED:
            return {"amount": "half" if c else a, "own": bool(d), "source": b}
        case L.E_DODGED:
            return {"source": a}
        case L.E_HEALING:
            return {"amount": a} | ({"stolen": True} if b else {})
        case L.E_TOTAL:
            return {"subtotal": b, "total": c, "by": d, "source": a}
        case L.E_SIDE:
            return {"side": names.sides[who][a]}
        case L.E_LIMIT:
            return {"token": names.counters[a], "limit": b}
        case L.E_DEFENDS:
            return {"ability": names.items[a], "level": names.levels[a]}
        case L.E_TYPE:
            return {"type": DAMAGE_TYPES[a]}
        case L.E_SKIPPED:
            return {"skipped": SKIPPED[a]}
        case L.E_MOVED:
            return {"to": names.counters[a], "amount": b}
        case L.E_LOOKED:
            return {"at": a}
        case L.E_ALTERED:
            return {"die": a + 1 if a < 16 else a - 15, "from": b, "to": c}
        case L.E_PREVENTED_STATUS:
            return {"token": names.counters[a]}
        case L.E_OVER:
            return {"result": RESULTS[a]}
    return {}


def _origin(names: Names, item: int, source: int) -> dict[str, Any]:
    """What deals damage, and which of the sources of damage on their way it belongs to."""
    return {"of": names.items.get(item, ""), "level": names.levels.get(item, 0), "source": source}


PACKET_KINDS = ("", "attack", "component", "defence", "reflection", "other", "phase", "burst")
