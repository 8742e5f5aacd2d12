"""A hero's board as a person reads it: dice, abilities by level, status effects, cards, doubts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dtsim.report.tables import Column, Report, Table, percent

Entry = dict[str, Any]

_LEVELS = {2: "II", 3: "III"}
_NAME = Column("name", "Ability")
_CHANCE = Column("chance", right=True)
_COST = Column("cost", "CP", right=True)
_TEXT = Column("text", wrap=True)
_WHOSE = {"opponent": "opponent's", "anyone": "anyone's", "others": "not on the hero"}


def board_report(board: Entry) -> Report:
    """The report of a board; an ability may carry `chances`: a list of needs and probability."""
    return Report(
        tables=tuple(table for table in _tables(board) if table.rows),
        data=board,
        flat=_flat(board),
        title=_title(board),
        intro=tuple(_intro(board)),
        notes=tuple(_notes(board)),
    )


def dice_key(dice: list[str]) -> str:
    """`bullet 1-3, dash 4-5, bullseye 6`."""
    shown = []
    for symbol in dict.fromkeys(dice):
        faces = [face for face, other in enumerate(dice, start=1) if other == symbol]
        together = len(faces) > 1 and faces[-1] - faces[0] == len(faces) - 1
        shown.append(f"{symbol} {f'{faces[0]}-{faces[-1]}' if together else ' '.join(map(str, faces))}")
    return ", ".join(shown)


def _title(board: Entry) -> str:
    if "dice" not in board:
        return str(board["name"])
    facts = [f"complexity {board['complexity']}"] if board["complexity"] else []
    facts.append(f"a deck of {board['deck']} cards" if board["complete"] else "known by its offence only")
    return f"{board['name']}: {', '.join(facts)}"


def _intro(board: Entry) -> Iterator[str]:
    if "dice" in board:
        yield f"Dice: {dice_key(board['dice'])}"
    if board.get("sides"):
        first, *others = board["sides"]
        yield f"Sides: {first} at the start, {', '.join(others)}"
    if any(entry.get("chances") for entry in board.get("abilities", [])):
        yield "Chance: within 3 rolls, aiming at nothing else; one line per step of a ladder."


def _notes(board: Entry) -> Iterator[str]:
    if board.get("doubts"):
        yield "Doubts about what is printed:"
    for doubt in board.get("doubts", []):
        yield f"- {doubt}"


def _tables(board: Entry) -> Iterator[Table]:
    abilities = board.get("abilities", [])
    sides = sorted({entry["side"] or "" for entry in abilities}, key=_order(board))
    for side in sides:
        here = [entry for entry in abilities if (entry["side"] or "") == side]
        on = f", side {side}" if side else ", on either side" if len(sides) > 1 else ""
        yield _offence([entry for entry in here if entry["slot"] in ("offensive", "ultimate")], on)
        yield _rest([entry for entry in here if entry["slot"] in ("passive", "defensive")], on)
    yield _statuses(board["status"])
    yield _keywords(board)
    yield _cards(board)


def _order(board: Entry) -> Any:
    return ["", *board.get("sides", [])].index


def _offence(abilities: list[Entry], on: str) -> Table:
    rows = []
    before: Entry = {}
    for entry in abilities:
        same = before.get("name") == entry["name"] and before.get("needs") == entry["needs"]
        needs = f"ultimate: {entry['needs']}" if entry["slot"] == "ultimate" else entry["needs"]
        label = _label(entry) if same else f"{_label(entry)}\n  {needs}"
        rows.append((label, None if same else _chance(entry), _sayings(entry)))
        before = entry
    if not any(entry.get("chances") for entry in abilities):
        return Table((_NAME, _TEXT), tuple((label, text) for label, _, text in rows), f"Offence{on}")
    return Table((_NAME, _CHANCE, _TEXT), tuple(rows), f"Offence{on}")


def _chance(entry: Entry) -> str | None:
    """One line for each step of the requirement."""
    return "\n".join(percent(step["probability"]) for step in entry.get("chances", [])) or None


def _label(entry: Entry) -> str:
    if "added_by" in entry:
        return f"+ {entry['name']}"
    if "upgrade" in entry:
        return f"  {_level_of(entry)} for {entry['cost']} cp"
    return str(entry["name"])


def _level_of(entry: Entry) -> str:
    """`II`, or the card's own name where it is not the ability's with the level behind."""
    level = _LEVELS[entry["level"]]
    return level if entry["upgrade"] == f"{entry['name']} {level}" else entry["upgrade"]


def _rest(abilities: list[Entry], on: str) -> Table:
    rows = []
    for entry in abilities:
        kind = "passive" if entry["slot"] == "passive" else f"defence, {_dice(entry['dice'])}"
        rows.append(
            (_label(entry), None if "upgrade" in entry and entry["dice"] is None else kind, _sayings(entry))
        )
    return Table((_NAME, Column("kind"), _TEXT), tuple(rows), f"Defence and passive{on}")


def _dice(dice: int | str) -> str:
    return "1 die" if dice == 1 else f"{dice} dice"


def _sayings(entry: Entry) -> str:
    """The text, then every standing rule behind the moment it waits for."""
    lines = [f"[if {entry['if']}]"] if entry.get("if") else []
    if entry.get("limit"):
        lines.append(f"[{entry['limit']}]")
    lines += entry.get("text", [])
    for rule in entry.get("rules", []):
        moment = f"[{_moment(rule)}]"
        lines += [f"{moment} {rule['text'][0]}"] if len(rule["text"]) == 1 else [moment, *rule["text"]]
    return "\n".join(lines)


def _moment(rule: Entry) -> str:
    words = [f"spend: {rule['spend']}" if rule["spend"] else str(rule["when"])]
    if rule["of"]:
        words[0] += f" ({rule['of']})"
    if rule["whose"] in _WHOSE:
        words.append(_WHOSE[rule["whose"]])
    words += [f"side {rule['side']}"] if rule["side"] else []
    words += [f"if {rule['if']}"] if rule["if"] else []
    words += [rule["limit"]] if rule["limit"] else []
    return ", ".join(words)


def _statuses(statuses: list[Entry]) -> Table:
    columns = (
        Column("name", "Status effect"),
        Column("kind"),
        Column("stack_limit", "Limit", right=True),
        _TEXT,
    )
    rows = tuple((entry["name"], entry["kind"], _limit(entry), _status_text(entry)) for entry in statuses)
    return Table(columns, rows, "Status effects, companions and markers")


def _limit(entry: Entry) -> str:
    you, others = entry["stack_limit"]["you"], entry["stack_limit"]["others"]
    return str(you) if you == others else f"{you} (others {others})"


def _status_text(entry: Entry) -> str:
    facts = ["persistent"] if entry["persistent"] else []
    facts += [f"cannot be {' or '.join(_LOCKS[lock] for lock in entry['locked'])}"] if entry["locked"] else []
    facts += [entry["limit"]] if entry["limit"] else []
    lines = [f"[{', '.join(facts)}]"] if facts else []
    return "\n".join([*lines, _sayings({"rules": entry["rules"]})]).strip()


_LOCKS = {"transfer": "transferred", "remove": "removed"}


def _keywords(board: Entry) -> Table:
    rows = [(entry["name"], _sayings(entry)) for entry in board.get("keywords", [])]
    for group in board.get("groups", []):
        limit = f", at most {group['stack_limit']} together" if group["stack_limit"] is not None else ""
        rows.append((group["name"], f"any of {', '.join(group['of'])}{limit}"))
    return Table((Column("name", "Word"), _TEXT), tuple(rows), "Words of this hero")


def _cards(board: Entry) -> Table:
    is_hero = "dice" in board
    own = [entry for entry in board["cards"] if not (is_hero and entry["common"])]
    shared = sum(entry["copies"] for entry in board["cards"]) if is_hero else 0
    shared -= sum(entry["copies"] for entry in own) if is_hero else 0
    note = f"And the {shared} cards that every deck shares: dtsim hero show common" if shared else ""
    columns = (Column("name", "Card"), _COST, Column("play"), _TEXT)
    rows = tuple((entry["name"], entry["cost"], entry["play"], _card_text(entry)) for entry in own)
    return Table(columns, rows, "Cards", (note,) if note else ())


def _card_text(entry: Entry) -> str:
    facts = ["attack modifier"] if entry["attack_modifier"] else []
    facts += [f"side {entry['side']}"] if entry["side"] else []
    facts += [f"if {entry['if']}"] if entry["if"] else []
    facts += [f"{entry['copies']} copies"] if entry["copies"] > 1 else []
    facts += ["promo, not in the deck"] if entry["copies"] == 0 else []
    return "\n".join([*([f"[{', '.join(facts)}]"] if facts else []), *entry["text"]])


_FLAT = ("kind", "name", "level", "side", "cost", "needs", "chance", "limit", "when", "text")


def _flat(board: Entry) -> Table:
    """Every item one row: what a spreadsheet wants."""
    records: list[Entry] = []
    for entry in board.get("abilities", []):
        steps = [str(step["probability"]) for step in entry.get("chances", [])]
        dice = _dice(entry["dice"]) if entry["dice"] is not None else None
        facts = {"kind": entry["slot"], "name": entry.get("upgrade", entry["name"]), "level": entry["level"]}
        facts |= {"side": entry["side"], "cost": entry.get("cost"), "needs": entry["needs"] or dice}
        records.append({**facts, "chance": " ".join(steps) or None, "text": _sayings(entry)})
    for entry in board["status"]:
        facts = {"kind": entry["kind"], "name": entry["name"], "limit": _limit(entry)}
        records.append({**facts, "text": _status_text(entry)})
    for entry in board.get("keywords", []):
        records.append({"kind": "keyword", "name": entry["name"], "text": _sayings(entry)})
    for entry in board.get("groups", []):
        records.append({"kind": "group", "name": entry["name"], "text": ", ".join(entry["of"])})
    for entry in board["cards"]:
        facts = {"kind": "card", "name": entry["name"], "side": entry["side"], "cost": entry["cost"]}
        records.append({**facts, "when": entry["play"], "text": _card_text(entry)})
    rows = tuple(tuple(record.get(name) for name in _FLAT) for record in records)
    return Table(tuple(Column(name) for name in _FLAT), rows)
