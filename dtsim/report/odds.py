"""Exact odds as a person reads them: the abilities, the best policy, advice for dice on the table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from dtsim.report.tables import Column, Report, Table, percent

Entry = dict[str, Any]

_LEVELS = {1: "I", 2: "II", 3: "III"}
_SHOWN = 3  # abilities named beside a keep


def odds_report(found: Entry) -> Report:
    """The report of what `Odds.to_dict` says; JSON is that record itself."""
    tables = tuple(_tables(found))
    return Report(
        tables=tables,
        data=found,
        flat=_flat(found),
        title=title_of(found),
        intro=tuple(conditions_of(found)),
        notes=tuple(_notes(found)),
    )


def title_of(found: Entry) -> str:
    """`Gunslinger: exact odds with 3 rolls`."""
    if "dice" in found:
        left = rolls_left(found["rolls_left"])
        return f"{found['hero']}: {' '.join(map(str, found['dice']))} on the table, {left}"
    return f"{found['hero']}: exact odds with {found['rolls']} roll{'s' if found['rolls'] != 1 else ''}"


def rolls_left(number: int) -> str:
    return {0: "no roll left", 1: "1 roll left"}.get(number, f"{number} rolls left")


def conditions_of(found: Entry) -> Iterator[str]:
    """Under which conditions the numbers hold, one sentence each."""
    if found["side"]:
        yield f"Board: {found['side']} side."
    if found["levels"]:
        raised = [f"{name} {_LEVELS[level]}" for name, level in found["levels"].items()]
        yield f"Upgrades: {', '.join(raised)}."
    if found["cards"]:
        yield f"In hand: {', '.join(found['cards'])}; {found['cp']} CP to pay for them."
    if found["against"]:
        yield f"Against {found['against']}: damage is what is left after the defence roll."


def do_text(move: Entry) -> str:
    """`keep 4 5, roll 1 1 6`; `Six-It!: 1 to 6`; `stop`."""
    keep, rolled = _dice(move["keep"]), _dice(move["roll"])
    if move["play"] is not None:
        changes = ", ".join(f"{old} to {new}" for old, new in move["change"])
        if move["roll"]:
            return f"{move['play']}: roll {rolled}"
        return f"{move['play']}: {changes or 'no change'}"
    if not move["roll"]:
        return "stop"
    return f"keep {keep}, roll {rolled}" if keep else f"roll all: {rolled}"


def goal_text(goal: str) -> str:
    """`damage>=12` reads `12 damage or more`."""
    number = goal.removeprefix("damage>=")
    return f"{number} damage or more" if number.isdigit() else goal


def value_text(value: float, goal: str) -> str:
    """A chance in percent, or a damage."""
    return f"{value:.3f}" if goal == "damage" else percent(value)


def _dice(dice: list[int]) -> str:
    return " ".join(map(str, dice))


# ---------------------------------------------------------------- tables


def _tables(found: Entry) -> Iterator[Table]:
    best = found.get("best")
    if "advice" in found and best:
        yield _advice(found["advice"], best["goal"])  # what a player at the table asked for
    yield _abilities(found)
    if best:
        yield _policy_result(best)
        yield _damage(best)
    if "policy" in found and best:
        yield _policy(found["policy"], best["goal"])


def _abilities(found: Entry) -> Table:
    rows = found["abilities"]
    exact = [Column("exact", right=True)] if rows and "exact" in rows[0] else []
    columns = (
        Column("name", "Ability"),
        Column("level", show=lambda level: _LEVELS[level]),
        Column("needs"),
        Column("probability", "Chance", percent, right=True),
        *exact,
    )
    return Table(columns, _rows(rows, columns), "Each ability, chased on its own")


def _policy_result(best: Entry) -> Table:
    exact = best.get("abilities_exact", {})
    columns = (
        Column("name", "Activates"),
        Column("probability", "Chance", percent, right=True),
        *([Column("exact", right=True)] if exact else []),
    )
    rows = [
        {"name": _name(name), "probability": chance, "exact": exact.get(name)}
        for name, chance in best["abilities"].items()
        if chance > 0
    ]
    return Table(columns, _rows(rows, columns), _headline(best))


def _headline(best: Entry) -> str:
    fraction = f" = {best['exact']}" if "exact" in best else ""
    if best["goal"] == "damage":
        return f"Best policy for damage: {best['value']:.4f} expected{fraction}"
    return f"Best policy for {goal_text(best['goal'])}: {percent(best['value'])}{fraction}"


def _damage(best: Entry) -> Table:
    exact = best.get("damage_exact", {})
    columns = (
        Column("damage", right=True),
        Column("probability", "Chance", percent, right=True),
        Column("at_least", "At least this", percent, right=True),
        *([Column("exact", right=True)] if exact else []),
    )
    rows, above = [], 1.0
    for amount, chance in best["damage"].items():
        rows.append(
            {"damage": int(amount), "probability": chance, "at_least": above, "exact": exact.get(amount)}
        )
        above = max(0.0, above - chance)
    title = f"Damage under that policy: {best['expected_damage']:.3f} on average"
    return Table(columns, _rows(rows, columns), title)


def _advice(advice: list[Entry], goal: str) -> Table:
    exact = [Column("exact", right=True)] if advice and "exact" in advice[0] else []
    columns = (
        Column("do"),
        Column(
            "value", "Chance" if goal != "damage" else "Damage", lambda v: value_text(v, goal), right=True
        ),
        *exact,
        Column("regret", show=lambda regret: _regret_text(regret, goal), right=True),
        Column("leads_to", wrap=True),
    )
    rows = [entry | {"do": do_text(entry), "leads_to": _leads_to(entry["abilities"])} for entry in advice]
    return Table(columns, _rows(rows, columns), f"What to do for {goal_text(goal)}, best first")


def _regret_text(regret: float, goal: str) -> str:
    if regret == 0:
        return "best"
    return f"-{regret:.3f}" if goal == "damage" else f"-{100 * regret:.1f} pp"


def _leads_to(abilities: dict[str, float]) -> str:
    likely = sorted(abilities.items(), key=lambda item: -item[1])[:_SHOWN]
    return ", ".join(f"{_name(name)} {percent(chance)}" for name, chance in likely if chance > 0)


def _name(name: str) -> str:
    return "no ability" if name == "none" else name


def _policy(policy: list[Entry], goal: str) -> Table:
    columns = (
        Column("rolls_left", "Rolls left", right=True),
        Column("dice", show=_dice),
        Column("do"),
        Column("activate", "Activate"),
        Column(
            "value", "Chance" if goal != "damage" else "Damage", lambda v: value_text(v, goal), right=True
        ),
    )
    rows = [entry | {"do": do_text(entry)} for entry in policy]
    return Table(columns, _rows(rows, columns), f"The policy for {goal_text(goal)}: all 252 rolls")


def _rows(entries: list[Entry], columns: tuple[Column, ...]) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(entry.get(column.name) for column in columns) for entry in entries)


def _notes(found: Entry) -> Iterator[str]:
    if not found.get("best"):
        return
    if found["against"]:
        met = "what the defence heals counts against it"
    else:
        met = "the opponent has no defence (name one with --against)"
    yield f"Damage is dealt from a fresh board: {met}; no tokens are spent, no other cards are played."


# ---------------------------------------------------------------- CSV


def _flat(found: Entry) -> Table:
    """One table: the policy, else the advice, else the abilities and what follows from a goal."""
    if "policy" in found:
        return _flat_moves(found["policy"], ("rolls_left", "dice"), ("activate", "value"))
    if "advice" in found:
        names = list(found["advice"][0]["abilities"])
        rows = [entry | entry["abilities"] for entry in found["advice"]]
        return _flat_moves(rows, (), ("value", "regret", *names))
    rows = [{"table": "ability"} | row for row in found["abilities"]]
    best = found.get("best")
    if best:
        exact = [best.get("abilities_exact", {}), best.get("damage_exact", {})]
        rows.append(
            {"table": "best", "name": best["goal"], "value": best["value"], "exact": best.get("exact")}
        )
        for table, chances, fractions in (
            ("best ability", best["abilities"], exact[0]),
            ("best damage", best["damage"], exact[1]),
        ):
            rows += [
                {"table": table, "name": name, "probability": chance, "exact": fractions.get(name)}
                for name, chance in chances.items()
            ]
    names = ["name", "level", "needs", "probability"]
    names = ["table", *names, "value"] if best else names
    if any(row.get("exact") for row in rows):
        names.append("exact")
    columns = tuple(map(Column, names))
    return Table(columns, _rows(rows, columns))


def _flat_moves(rows: list[Entry], before: tuple[str, ...], after: tuple[str, ...]) -> Table:
    exact = ("exact",) if rows and "exact" in rows[0] else ()
    columns = tuple(map(Column, (*before, "keep", "roll", "play", "change", *after, *exact)))
    plain = [row | {"change": [f"{old}>{new}" for old, new in row["change"]]} for row in rows]
    return Table(columns, _rows(plain, columns))
