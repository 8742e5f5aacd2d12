"""Exact odds as a chart: the abilities and the best policy, or the keeps for dice on the table."""

from __future__ import annotations

from typing import Any

from dtsim.report.odds import conditions_of, goal_text, rolls_left, title_of, value_text
from dtsim.report.plots import Bar, Bars, Chart, Die, Histogram
from dtsim.report.tables import percent

Entry = dict[str, Any]

MOST_KEEPS = 16


def odds_chart(found: Entry, version: str) -> Chart:
    """The chart of what `Odds.to_dict` says."""
    if "advice" in found:
        return _keeps_chart(found, version)
    best = found.get("best")
    if best is None:
        subtitle = "How likely each ability is when it alone is chased, with the best keeps"
    elif best["goal"] == "damage":
        subtitle = f"Playing for damage with the best keeps deals {best['value']:.2f} on average"
    else:
        goal = goal_text(best["goal"])
        subtitle = f"Playing for {goal} with the best keeps succeeds {percent(best['value'])} of the time"
    return Chart(
        title_of(found),
        subtitle,
        _caption(found, version),
        Bars(
            "chance to activate",
            tuple(_ability_bars(found["abilities"], best["abilities"] if best else {})),
            title="Abilities" if best else "",
            legend=("chased alone", f"activated when playing for {goal_text(best['goal'])}")
            if best
            else None,
        ),
        _histogram(best) if best else None,
    )


def _histogram(best: Entry) -> Histogram:
    number = best["goal"].removeprefix("damage>=")
    return Histogram(
        "damage to the opponent",
        tuple((int(amount), chance) for amount, chance in best["damage"].items()),
        f"Damage when playing for {goal_text(best['goal'])}",
        best["expected_damage"],
        int(number) if number.isdigit() else None,
    )


def _ability_bars(rows: list[Entry], marks: dict[str, float]) -> list[Bar]:
    """One bar for each step; the policy's mark stands once for each ability, at its first step."""
    bars: list[Bar] = []
    for row in rows:
        is_first = not bars or bars[-1].name != row["name"]
        bars.append(
            Bar(
                row["probability"],
                percent(row["probability"]),
                row["name"],
                row["needs"],
                mark=(marks.get(row["name"]) or None) if is_first else None,
            )
        )
    return bars


def _keeps_chart(found: Entry, version: str) -> Chart:
    advice, goal = found["advice"], found["best"]["goal"]
    bars = tuple(_keep_bar(entry, goal) for entry in advice[:MOST_KEEPS])
    others = len(advice) - len(bars)
    rest = f" {others} weaker choices are left out." if others > 0 else ""
    what = "expected damage" if goal == "damage" else f"chance of {goal_text(goal)}"
    is_changed = any(die.state == "changed" for bar in bars for die in bar.dice)
    key = f"Blue dice stay, pale ones are rolled{', orange ones are set' if is_changed else ''}."
    return Chart(
        f"{found['hero']}: what to keep, {rolls_left(found['rolls_left'])}",
        f"{what[0].upper()}{what[1:]} after each choice. {key}{rest}",
        _caption(found, version),
        Bars(what, bars, goal != "damage", title="Choice", notes="given away"),
    )


def _keep_bar(entry: Entry, goal: str) -> Bar:
    lost = entry["regret"]
    note = "best"
    if lost:
        note = f"{lost:.3f}" if goal == "damage" else f"{100 * lost:.1f} points"
    return Bar(
        entry["value"],
        value_text(entry["value"], goal),
        dice=_dice(entry),
        detail=entry["play"] or ("stop" if not entry["roll"] else ""),
        note=note,
        faint=lost > 0,
    )


def _dice(entry: Entry) -> tuple[Die, ...]:
    """Kept, set and rolled dice of a choice, each group in ascending order."""
    kept = [Die(face) for face in entry["keep"]]
    changed = [Die(new, "changed") for _, new in entry["change"]]
    return (*kept, *changed, *(Die(face, "rolled") for face in entry["roll"]))


def _caption(found: Entry, version: str) -> str:
    rolls = f"{found['rolls']} roll{'s' if found['rolls'] != 1 else ''}"
    if "dice" in found:
        dice = " ".join(map(str, found["dice"]))
        rolls = f"{dice} on the table, {rolls_left(found['rolls_left'])}"
    facts = [f"dtsim {version}", found["hero"], rolls]
    facts += [sentence.rstrip(".") for sentence in conditions_of(found)]
    if not found["levels"]:
        facts.append("all abilities at level I")
    return " · ".join([*facts, "exact odds, no simulation"])
