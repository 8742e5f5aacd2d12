"""What happened in the games of two heroes, as estimates: abilities, cards, status effects, the feel of it.

The unit is the game. An activation rate, a share of damage, an uptime are ratios of totals over games with
the error of the games: the phases of one game need not be independent of each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from dtsim.stats.association import CardGames, stratified_difference
from dtsim.stats.diagnostics import odds_z
from dtsim.stats.estimate import Estimate
from dtsim.stats.games import Games
from dtsim.stats.intervals import wilson
from dtsim.stats.quantiles import quantile
from dtsim.stats.ratios import RatioSums
from dtsim.stats.trajectories import Fan, health_fan, health_fan_of_the_living

if TYPE_CHECKING:
    from dtsim.dicethrone.events import Tally
    from dtsim.dicethrone.exact import Odds, RowOdds

WON, LOST = 0, 2  # of the outcomes won, drawn, lost, stopped
BLOW_OUT = 25  # health left to the victor: half of what a game starts with
ORIGINS = ("other", "offensive abilities", "defensive abilities", "passives", "cards", "status effects")

Record = dict[str, Any]


def events_data(tally: Tally, exact: Odds | None = None) -> Record:
    """Everything that event statistics say, as plain values; an estimate has value, low, high and n."""
    return {
        "games": tally.games,
        "games_with_lost_events": int(tally.field("heroes", "cut")[0]),
        "heroes": [_hero_data(tally, hero, exact) for hero in range(len(tally.sheet.heroes))],
        "game_feel": _game_feel(tally),
    }


def _hero_data(tally: Tally, hero: int, exact: Odds | None) -> Record:
    sheet = tally.sheet
    played = int(np.flatnonzero(tally.section("health")[hero].sum(axis=1)).max(initial=-1)) + 1
    return {
        "hero": sheet.heroes[hero],
        "name": sheet.names[hero],
        "results": _plain_games(_games(tally.section("games")[hero].sum(axis=0))),
        "offensive_roll_phases": int(tally.field("heroes", "phases")[hero]),
        "defences": int(tally.field("heroes", "defences")[hero]),
        "damage": _damage(tally, hero),
        "abilities": [
            _ability(tally, hero, row, exact[hero][row] if exact else None)
            for row in range(len(sheet.abilities[hero]))
        ],
        "cards": [_card(tally, hero, row) for row in range(len(sheet.cards[hero]))],
        "status_effects": [_token(tally, hero, row) for row in range(len(sheet.tokens))],
        "health": _fan(health_fan(tally.health_by_turn()[hero, :played])),
        "health_of_the_living": _fan(health_fan_of_the_living(tally.section("health")[hero, :played])),
    }


# ---------------------------------------------------------------- damage


def _damage(tally: Tally, hero: int) -> Record:
    total = tally.field("heroes", "damage")[hero].sum()
    squares = tally.field("heroes", "damage_damage")[hero].sum()
    parts = tally.field("heroes", "by_origin")[hero]
    part_squares = tally.field("heroes", "by_origin_squared")[hero]
    products = tally.field("heroes", "by_origin_damage")[hero]
    shares = [
        {
            "source": name,
            "damage": int(parts[k]),
            "share": _plain(_ratio(tally.games, parts[k], total, part_squares[k], products[k], squares)),
        }
        for k, name in enumerate(ORIGINS)
    ]
    return {
        "total": int(total),
        "per_game": _plain(_mean(tally.games, total, squares)),
        "to_itself": int(tally.field("heroes", "self_damage")[hero]),
        "by_source": [share for share in shares if share["damage"] or share["source"] != "other"],
    }


def _share(tally: Tally, hero: int, section: str, row: int) -> Record:
    """Of the hero's damage, the part that came from this row."""
    part, squares, products = (
        tally.field(section, name)[hero, row].sum() for name in ("damage", "damage_damage", "damage_total")
    )
    total = tally.field("heroes", "damage")[hero].sum()
    total_squares = tally.field("heroes", "damage_damage")[hero].sum()
    return _plain(_ratio(tally.games, part, total, squares, products, total_squares))


def _share_when(tally: Tally, hero: int, row: int, outcome: int) -> Record:
    """The share of an ability in the games that were won, or lost."""
    part, squares, products = (
        tally.field("abilities", name)[hero, row, outcome]
        for name in ("damage", "damage_damage", "damage_total")
    )
    total = tally.field("heroes", "damage")[hero, outcome]
    total_squares = tally.field("heroes", "damage_damage")[hero, outcome]
    games = int(tally.section("games")[hero, :, outcome].sum())
    return _plain(_ratio(games, part, total, squares, products, total_squares))


# ---------------------------------------------------------------- abilities


def _ability(tally: Tally, hero: int, row: int, exact: RowOdds | None) -> Record:
    """`rate` is activations per Offensive Roll Phase in which the ability was on the board."""
    shown = tally.sheet.abilities[hero][row]
    names = ("phases", "phases_phases", "announced", "used_used", "used_phases", "damage_used")
    phases, phases_squared, announced, used_squared, used_phases, damage_used = (
        int(tally.field("abilities", name)[hero, row]) for name in names
    )
    used, damage, squares = (
        tally.field("abilities", name)[hero, row] for name in ("used", "damage", "damage_damage")
    )
    n = tally.games
    record: Record = {
        "name": shown.name,
        "level": shown.level,
        "needs": shown.needs,
        "side": shown.side,
        "slot": shown.slot,
        "phases": phases,
        "announced": announced,
        "used": int(used.sum()),
        "used_by_result": used.tolist(),
        "rate": _plain(_rate(n, int(used.sum()), phases, used_squared, used_phases, phases_squared)),
        "damage": int(damage.sum()),
        "damage_per_use": _plain(
            _ratio(n, damage.sum(), used.sum(), squares.sum(), damage_used, used_squared)
        ),
        "share": _share(tally, hero, "abilities", row),
        "share_in_wins": _share_when(tally, hero, row, WON),
        "share_in_losses": _share_when(tally, hero, row, LOST),
    }
    return record | _beside_the_odds(tally, hero, exact)


def _beside_the_odds(tally: Tally, hero: int, exact: RowOdds | None) -> Record:
    """The first roll owes nothing to the player, so its z-score checks the dice; the rate owes much."""
    if exact is None:
        return {"exact_chased": None, "first_roll": None}
    rolls = tally.section("first_rolls")[hero]
    n, met = int(rolls.sum()), int(rolls[exact.met].sum())
    checked = {"exact": exact.first_roll, "z": odds_z(met, n, exact.first_roll) if n else None}
    return {"exact_chased": exact.chased, "first_roll": _plain(wilson(met, n)) | checked}


# ---------------------------------------------------------------- cards


def _card(tally: Tally, hero: int, row: int) -> Record:
    """Win rates that go along with a card: an association, not what the card does."""
    counts = {
        name: int(tally.field("cards", name)[hero, row]) for name in ("drawn", "played", "sold", "discarded")
    }
    fates = tally.section("fates")[hero, :, :, row]  # [length, outcome, fate]
    opening, later, played, sold = (_games(fates[:, :, fate].sum(axis=0)) for fate in range(4))
    lengths = tally.section("games")[hero]
    in_hand = fates[:, :, 0] + fates[:, :, 1]
    not_seen = lengths - in_hand
    games = CardGames(opening, later, _games(not_seen.sum(axis=0)), played)
    strata = [(_games(a), _games(b)) for a, b in zip(in_hand, not_seen, strict=True)]
    return {
        "name": tally.sheet.cards[hero][row],
        **counts,
        "opening_hand": _score(opening),
        "drawn_later": _score(later),
        "in_hand": _score(games.in_hand),
        "not_seen": _score(games.not_seen),
        "when_played": _score(played),
        "when_sold": _score(sold),
        "opening_difference": _plain(games.opening_difference()),
        "improvement_when_drawn": _plain(games.improvement_when_drawn()),
        "difference_at_equal_length": _plain(stratified_difference(strata)),
        "damage": int(tally.field("cards", "damage")[hero, row]),
        "share": _share(tally, hero, "cards", row),
    }


# ---------------------------------------------------------------- status effects


def _token(tally: Tally, hero: int, row: int) -> Record:
    """`uptime`: turns, of either player, that began with at least one; `damage` is dealt by this hero."""
    shown = tally.sheet.tokens[row]
    value = {name: int(tally.field("tokens", name)[hero, row]) for name in _TOKEN_FIELDS}
    turns, turns_squared = (int(tally.field("heroes", name)[hero]) for name in ("turns", "turns_turns"))
    n = tally.games
    uptime = _ratio(n, value["held"], turns, value["held_held"], value["held_turns"], turns_squared)
    stacks = _ratio(n, value["stacks"], turns, value["stacks_stacks"], value["stacks_turns"], turns_squared)
    return {
        "name": shown.name,
        "kind": shown.kind,
        "uptime": _plain(uptime),
        "stacks": _plain(stacks),
        **{name: value[name] for name in ("gained", "inflicted", "lost", "spent", "damage")},
        "share": _share(tally, hero, "tokens", row),
    }


_TOKEN_FIELDS = (
    "held", "held_held", "held_turns", "stacks", "stacks_stacks", "stacks_turns",
    "gained", "inflicted", "lost", "spent", "damage",
)  # fmt: skip


# ---------------------------------------------------------------- the feel of a game


def _game_feel(tally: Tally) -> Record:
    changes = tally.section("lead_changes")[0]
    behind, comebacks = (tally.field("heroes", name) for name in ("behind", "comebacks"))
    margins = tally.section("margins")
    blood = tally.section("first_blood")  # [hero, outcome, turn]
    bloody = int(blood.sum())
    return {
        "lead_changes": _plain(_mean_of(changes)),
        "comebacks": _plain(wilson(int(comebacks.sum()), int(behind.sum()))),
        "winning_margin": _plain(_mean_of(margins.sum(axis=0))),
        "blow_outs": _plain(wilson(int(margins[:, BLOW_OUT:].sum()), int(margins.sum()))),
        "first_blood_turn": _plain(quantile(blood.sum(axis=(0, 1)), 0.5).mapped(lambda turn: turn + 1)),
        "first_blood_wins": _score(_games(blood.sum(axis=(0, 2)))),
        "by_hero": [
            {
                "hero": name,
                "comebacks": _plain(wilson(int(comebacks[hero]), int(behind[hero]))),
                "winning_margin": _plain(_mean_of(margins[hero])),
                "blow_outs": _plain(wilson(int(margins[hero, BLOW_OUT:].sum()), int(margins[hero].sum()))),
                "first_blood": _plain(wilson(int(blood[hero].sum()), bloody)),
            }
            for hero, name in enumerate(tally.sheet.heroes)
        ],
    }


# ---------------------------------------------------------------- estimates from sums


def _ratio(n: int, y: Any, x: Any, yy: Any, xy: Any, xx: Any) -> Estimate:
    """The ratio of two totals that cannot be negative; games that show no scatter bound nothing."""
    found = RatioSums(n, float(y), float(x), float(yy), float(xy), float(xx)).estimate()
    if found.value is None or found.low is None or found.high is None:
        return found
    if found.high <= found.low:
        return Estimate(found.value, None, None, n)
    return Estimate(found.value, max(0.0, found.low), found.high, n)


def _rate(n: int, used: int, phases: int, used_used: int, used_phases: int, phases_phases: int) -> Estimate:
    """Uses by phase; of what never happened the phases say how rare it may still be."""
    if used == 0 and phases > 0:
        return Estimate(0.0, 0.0, wilson(0, phases).high, n)
    found = _ratio(n, used, phases, used_used, used_phases, phases_phases)
    return found if found.high is None else Estimate(found.value, found.low, min(1.0, found.high), n)


def _mean(n: int, total: Any, squares: Any) -> Estimate:
    return _ratio(n, total, n, squares, total, n)


def _mean_of(histogram: Any) -> Estimate:
    """The mean of a histogram over 0, 1, 2 ..."""
    values = np.arange(len(histogram))
    return _mean(int(histogram.sum()), (histogram * values).sum(), (histogram * values**2).sum())


def _games(outcomes: Any) -> Games:
    won, drawn, lost, stopped = (int(count) for count in outcomes)
    return Games(won, drawn, lost, stopped)


def _score(games: Games) -> Record:
    return _plain(games.score_rate())


def _plain_games(games: Games) -> Record:
    return {"wins": games.wins, "draws": games.draws, "losses": games.losses, "unfinished": games.truncated}


def _plain(found: Estimate) -> Record:
    return {"value": found.value, "low": found.low, "high": found.high, "n": found.n}


def _fan(fan: Fan) -> Record:
    """Quantiles of health by turn."""
    return {"levels": list(fan.levels), "values": fan.values.tolist(), "n": fan.n.tolist()}
