"""One game again: it ends as its row says, its health adds up, and its story reads like a report."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

import pytest

from dtsim.dicethrone.batch import pair_up, play_batch
from dtsim.dicethrone.game import Game
from dtsim.dicethrone.labels import EVENTS
from dtsim.dicethrone.player_files.model import KINDS
from dtsim.dicethrone.program.layout import HEALING_ABOVE_START, STARTING_HEALTH
from dtsim.dicethrone.replay import Replay, replay, replay_game
from dtsim.dicethrone.story.damage import Damages
from dtsim.dicethrone.story.teller import Teller, tell
from dtsim.errors import DtsimError
from dtsim.report.replay import replay_report
from dtsim.report.tables import Format, render

HEROES = ["barbarian", "cursed-pirate", "gunslinger", "huntress", "paladin", "shadow-thief"]
PAIRS = [("gunslinger", "barbarian"), ("cursed-pirate", "paladin"), ("huntress", "shadow-thief")]
MOST = STARTING_HEALTH + HEALING_ABOVE_START


def games(player: str, number: int, *pairs: tuple[str, str]) -> Iterator[Replay]:
    """The first games of these pairs."""
    for heroes in pairs:
        for game in range(number):
            yield replay(*heroes, seed=31, game=game, player=player)


@pytest.fixture(scope="module")
def told() -> list[Replay]:
    """Games of every hero, by players who do all sorts of things."""
    pairs = list(zip(HEROES, HEROES[1:] + HEROES[:1], strict=True))
    return [*games("random", 2, *pairs), *games("greedy", 1, *pairs), *games("greedy", 1, ("paladin",) * 2)]


# ---------------------------------------------------------------- the game of the row


@pytest.mark.parametrize("player", KINDS)
@pytest.mark.parametrize("heroes", PAIRS, ids=" ".join)
def test_a_replay_ends_as_the_row_of_its_game_says(heroes: tuple[str, str], player: str) -> None:
    pairing = pair_up(heroes, seed=32, player=player)
    batch = play_batch(pairing, range(4, 8))
    for row, game in enumerate(range(4, 8)):
        found = replay_game(pairing, game)
        assert found.health == tuple(batch.healths[row])
        assert found.turns == batch.rows[row, 1] == sum(e["event"] == "turn" for e in found.events)
        assert (-1 if found.winner is None else found.winner) == batch.outcomes[row]
        starter = next(event["player"] for event in found.events if event["event"] == "turn")
        assert starter == batch.starters[row]


def test_a_game_stopped_at_the_turn_cap_has_a_replay_too() -> None:
    found = replay(*PAIRS[0], seed=33, turn_cap=5)
    assert (found.result, found.winner, found.turns) == ("unfinished", None, 5)
    assert found.story().endswith(
        f"The turn cap stops the game after 5 turns (health: Gunslinger {found.health[0]}, "
        f"Barbarian {found.health[1]}).\n"
    )


def test_a_replay_knows_players_rulings_and_changed_numbers() -> None:
    plain = replay(*PAIRS[0], seed=34)
    assert replay(*PAIRS[0], seed=34, seats=["random", "greedy"]).players == ("random", "greedy")
    changed = replay(*PAIRS[0], seed=34, numbers={"gunslinger": {"Revolver/deal/1": 9}})
    assert changed.events[:8] == plain.events[:8], "the same hands"
    starts = [replay(*PAIRS[0], seed=34, start=seat).events for seat in (0, 1)]
    turns = [next(event for event in events if event["event"] == "turn") for events in starts]
    assert [turn["player"] for turn in turns] == [0, 1]


def test_games_are_numbered_from_0() -> None:
    with pytest.raises(DtsimError, match="games are numbered from 0, there is no game -1"):
        replay(*PAIRS[0], game=-1)


# ---------------------------------------------------------------- health adds up


class Ledger:
    """Every change of health follows from damage and healing that the events told before."""

    def __init__(self, found: Replay) -> None:
        self.health = [STARTING_HEALTH] * 2
        self.kinds: dict[int, str] = {}
        self.lands: list[list[int]] = [[], []]
        self.heals = [0, 0]
        self.burst: int | None = None
        self.is_landing = False
        self.landed: set[int] = set()
        self.explained = 0
        steps = [event for event in found.events if event["event"] == "step"]
        self.next_steps = {id(one): two["step"] for one, two in itertools.pairwise(steps)}
        for event in found.events:
            self._hear(event)
        assert tuple(self.health) == found.health

    def _hear(self, event: dict[str, Any]) -> None:
        match event["event"]:
            case "damage":
                self.kinds[event["source"]] = event["kind"]
            case "healing":
                self.heals[event["player"]] += event["amount"]
            case "total":
                assert event["total"] <= event["subtotal"] or event["subtotal"] == 0
                if self.kinds[event["source"]] == "burst":
                    self.burst = event["total"]
                else:
                    self.lands[event["player"]].append(event["total"])
            case "moved" if self.burst is not None:
                self.burst -= event["amount"]
            case "moved":
                self.lands[event["player"]].remove(event["amount"])
            case "step":
                if self.is_landing:
                    for who in (0, 1):
                        assert self.health[who] == self._expected(who), "what landed without a word"
                        self.lands[who], self.heals[who] = [], 0
                self.landed = set()
                self.is_landing = (event["step"], self.next_steps.get(id(event))) in [
                    ("Z4", "Z5"), ("U4", "I1"), ("X4", "U1"), ("Z4", None), ("U4", None), ("X4", None),
                ]  # fmt: skip
            case "health":
                self._change(event)

    def _expected(self, who: int) -> int:
        return max(0, min(MOST, self.health[who] + self.heals[who] - sum(self.lands[who])))

    def _change(self, event: dict[str, Any]) -> None:
        who, now = event["player"], event["now"]
        assert now == self.health[who] + event["change"]
        if self.burst is not None:
            assert now == max(0, self.health[who] - self.burst)
            self.burst = None
            self.explained += 1
        elif self.is_landing and who not in self.landed:  # what comes second acts instead of a defeat
            assert now == self._expected(who)
            self.lands[who], self.heals[who] = [], 0
            self.landed.add(who)
            self.explained += 1
        self.health[who] = now


def test_every_change_of_health_follows_from_the_damage_that_was_told(told: list[Replay]) -> None:
    ledgers = [Ledger(found) for found in told]
    assert sum(ledger.explained for ledger in ledgers) > 20 * len(told) / 2


# ---------------------------------------------------------------- the story


def test_every_kind_of_event_has_its_words() -> None:
    silent = {"choice", "defeated"}  # the first is no longer written, the second is told by the ending
    words = {kind: f"tell_{kind.replace(' ', '_')}" for kind in EVENTS}
    told = {kind for kind, word in words.items() if hasattr(Teller, word) or hasattr(Damages, word)}
    assert set(EVENTS) - told == silent


def test_the_story_tells_every_change_of_health(told: list[Replay]) -> None:
    for found in told:
        said = re.findall(r"\((?:health )?(\d+) to (\d+)\)", found.story())
        changes = [event for event in found.events if event["event"] == "health"]
        expected = [(event["now"] - event["change"], event["now"]) for event in changes]
        assert [(int(before), int(now)) for before, now in said] == expected


def test_the_arithmetic_of_the_story_is_right(told: list[Replay]) -> None:
    sums = [match for found in told for match in re.findall(r"(\d+(?: [+-] \d+)+) = (\d+)", found.story())]
    assert len(sums) > len(told)
    for terms, total in sums:
        signed = terms.replace("+ ", "+").replace("- ", "-").split()
        assert sum(map(int, signed)) == int(total), f"{terms} = {total}"


def test_every_line_of_the_story_says_something(told: list[Replay]) -> None:
    for found in told:
        title, _, *lines = found.story().splitlines()
        assert title == f"{' against '.join(found.heroes)}: game {found.game} of seed 31, played by " + (
            " against ".join(found.players)
        )
        for line in lines:
            assert line == "" or re.fullmatch(r"(  \S.*|Turn \d+: .*\)|Opening hands|.+)", line)
            assert not re.search(r"  |:\.|: ,|None|: $", line.strip()), line
            if line.startswith("  "):
                assert line.endswith((".", "!", "?"))
                assert len(line.split()) > 2


def test_the_story_tells_the_cards_the_abilities_and_the_turns(told: list[Replay]) -> None:
    for found in told:
        story = found.story()
        for kind, words in (("card", " plays "), ("installed", " upgrades to "), ("spent", " spends ")):
            assert story.count(words) == sum(event["event"] == kind for event in found.events)
        turns = [int(number) for number in re.findall(r"^Turn (\d+): ", story, re.M)]
        assert turns == list(range(1, found.turns + 1))
        activated = sum(event["event"] == "activated" for event in found.events)
        assert len(re.findall(r" activates (?!nothing)", story)) == activated


def test_twins_are_told_apart() -> None:
    story = replay("paladin", "paladin", seed=35).story()
    assert "\n  Paladin A: " in story
    assert re.search(r"^Paladin [AB] wins in turn", story, re.M)


def test_a_scene_reads_like_a_report() -> None:
    game = Game("gunslinger", "barbarian", scene=True, start=0)
    game.players[0].set(cp=2, deck=["Tip It!"])
    game.begin(active=0, dice=[1, 1, 1, 4, 6, 2, 5, 3, 4, 6, 4, 1, 2])
    passes = ("end phase", "pass")
    for choice in ("keep 1,1,1", "keep 1,1,1", "announce Revolver (4", "spend Reload", "defend with", "end"):
        while not any(str(option).startswith(choice) for option in game.options):
            game.take(next(option for option in game.options if str(option) in passes))
        game.take(choice)
    assert game.dice_left == 0
    assert tell(game.events, ("Gunslinger", "Barbarian"))[1:8] == [
        "Turn 3: Gunslinger (Gunslinger 50 health, 2 CP; Barbarian 50 health, 2 CP)",
        "  Gunslinger's Quick Draw: gains Reload.",
        "  Gunslinger gains 1 CP (now 3), draws Tip It!",
        "  Gunslinger rolls 1 1 1 4 6; keeps 1 1 1, rolls 2 5; keeps 1 1 1, rolls 3 4.",
        "  Gunslinger activates Revolver (4 bullet) with 1 1 1 3 4: deals 4 dmg.",
        "  Gunslinger spends Reload and rolls 6: adds 3 dmg.",
        "  Barbarian defends with Thick Skin and rolls 1 2 4: will heal 2.",
    ]
    assert "  Barbarian takes 4 + 3 = 7 dmg and heals 2 (health 50 to 45)." in tell(
        game.events, ("Gunslinger", "Barbarian")
    )


TURN = {"event": "turn", "player": 0, "turn": 1}
ROLL = {"event": "dice", "player": 0, "for": "offense", "dice": [5, 1, 1, 6, 1], "thrown": [1, 2, 3, 4, 5]}
ATTACK = {"event": "damage", "player": 0, "to": 1, "amount": 7, "type": "normal", "kind": "attack",
          "of": "Smack", "level": 1, "source": 0}  # fmt: skip


def _total(player: int, subtotal: int, total: int, source: int = 0) -> dict[str, Any]:
    return {"event": "total", "player": player, "subtotal": subtotal, "total": total, "source": source}


def _health(player: int, change: int, now: int) -> dict[str, Any]:
    return {"event": "health", "player": player, "change": change, "now": now}


def _step(step: str) -> dict[str, Any]:
    return {"event": "step", "step": step}


def _activated(ability: str, level: int = 1) -> dict[str, Any]:
    return {"event": "activated", "player": 0, "ability": ability, "level": level, "dice": [1, 1, 1, 2, 6]}


SENTENCES: dict[str, list[dict[str, Any]]] = {
    "Ann rolls 1 1 1 5 6; keeps 1 1 1, rolls 2 4; rolls all again: 1 2 3 4 6.": [
        ROLL,
        ROLL | {"dice": [4, 1, 1, 2, 1], "thrown": [1, 4]},
        ROLL | {"dice": [4, 1, 3, 2, 6]},
    ],
    "Ann activates Smack II (3 sword) with 1 1 1 2 6: deals 7 dmg.": [
        _activated("Smack (3 sword)", 2) | {"event": "announced"},
        _activated("Smack (3 sword)", 2),
        ATTACK,
    ],
    "Ann activates Smack with 1 1 1 2 6: Bob takes 7 undefendable dmg (health 50 to 43).": [
        _activated("Smack"),
        ATTACK | {"type": "undefendable"},
        _total(1, 7, 7),
        _step("Z4"),
        _health(1, -7, 43),
    ],
    "Bob plays Not This Time! for 1 CP (1 left): prevents 6 dmg.": [
        {"event": "card", "player": 1, "card": "Not This Time!", "cost": 1},
        {"event": "cp", "player": 1, "change": -1, "now": 1},
        {"event": "prevented", "player": 1, "amount": 6, "own": False, "source": 0},
    ],
    "Bob takes 7 + 2 - 6 = 3 dmg and heals 4 (health 50 to 51).": [
        ATTACK,
        {"event": "added", "player": 0, "amount": 2, "of": "Crit", "level": 0, "source": 0},
        {"event": "prevented", "player": 1, "amount": 6, "own": False, "source": 0},
        {"event": "defends", "player": 1, "ability": "Thick Skin", "level": 1},
        {"event": "healing", "player": 1, "amount": 4},
        _total(1, 3, 3),
        _step("Z4"),
        _health(1, 1, 51),
    ],
    "Bob takes 7 + 2 = 9, halved to 4 dmg (health 50 to 46).": [
        ATTACK,
        {"event": "added", "player": 0, "amount": 2, "of": "Crit", "level": 0, "source": 0},
        {"event": "card", "player": 1, "card": "Shield!", "cost": 0},
        {"event": "prevented", "player": 1, "amount": "half", "own": False, "source": 0},
        _total(1, 9, 4),
        _health(1, -4, 46),
    ],
    "Bob takes 7 + 2 = 9, times 2 and times 1.5 and halved to 18 dmg (health 50 to 32).": [
        ATTACK,
        {"event": "added", "player": 0, "amount": 2, "of": "Crit", "level": 0, "source": 0},
        {"event": "multiplied", "player": 0, "by": 2, "of": "Crit", "level": 0, "source": 0},
        {"event": "multiplied", "player": 0, "by": 1.5, "of": "Crit", "level": 0, "source": 0},
        {"event": "card", "player": 1, "card": "Shield!", "cost": 0},
        {"event": "prevented", "player": 1, "amount": "half", "own": False, "source": 0},
        _total(1, 9, 18),
        _health(1, -18, 32),
    ],
    "Bob takes no dmg (7 - 8) (health 50).": [
        ATTACK,
        {"event": "card", "player": 1, "card": "Shield!", "cost": 0},
        {"event": "prevented", "player": 1, "amount": 8, "own": False, "source": 0},
        _total(1, 0, 0),
        _step("Z4"),
        _step("Z5"),
    ],
    "Bob spends Evasive and rolls 1: dodges all of it.": [
        ATTACK,
        {"event": "spent", "player": 1, "token": "Evasive", "when": "damaged"},
        {"event": "tokens", "player": 1, "token": "Evasive", "change": -1, "now": 0, "by": 1},
        {"event": "dice", "player": 1, "for": "Evasive", "dice": [1], "thrown": [1]},
        {"event": "dodged", "player": 1, "source": 0},
        _total(1, 0, 0),
    ],
    "Bob rolls 2 for Powder Keg: loses Powder Keg, takes 3 undefendable dmg (health 50 to 47).": [
        {"event": "trigger", "player": 1, "rule": "Powder Keg", "when": "upkeep", "level": 0},
        {"event": "dice", "player": 1, "for": "Powder Keg", "dice": [2], "thrown": [1]},
        {"event": "tokens", "player": 1, "token": "Powder Keg", "change": -1, "now": 0, "by": 1},
        ATTACK | {"kind": "phase", "type": "undefendable", "amount": 3},
        _total(1, 3, 3),
        _health(1, -3, 47),
    ],
    "Bob lets Nyra take 7 dmg, loses 5 Nyra.": [
        ATTACK,
        {"event": "card", "player": 1, "card": "Over Here!", "cost": 0},
        _total(1, 7, 7),
        {"event": "moved", "player": 1, "to": "Nyra", "amount": 7},
        {"event": "tokens", "player": 1, "token": "Nyra", "change": -5, "now": 0, "by": 1},
    ],
    "Ann plays Steal!: Bob loses 1 CP (now 1), Ann gains 1 CP (now 3), draws A and B.": [
        {"event": "card", "player": 0, "card": "Steal!", "cost": 0},
        {"event": "cp", "player": 1, "change": -1, "now": 1},
        {"event": "cp", "player": 0, "change": 1, "now": 3},
        {"event": "drawn", "player": 0, "card": "A"},
        {"event": "drawn", "player": 0, "card": "B"},
    ],
    "Ann sells A and B (now 4 CP).": [
        {"event": "sold", "player": 0, "card": "A"},
        {"event": "cp", "player": 0, "change": 1, "now": 3},
        {"event": "sold", "player": 0, "card": "B"},
        {"event": "cp", "player": 0, "change": 1, "now": 4},
    ],
    "Ann upgrades to Smack II for 2 CP (0 left).": [
        {"event": "installed", "player": 0, "card": "Smack II", "cost": 2},
        {"event": "cp", "player": 0, "change": -2, "now": 0},
    ],
    "Ann plays Six-It! for 1 CP (1 left): turns a 4 into a 6.": [
        {"event": "card", "player": 0, "card": "Six-It!", "cost": 1},
        {"event": "cp", "player": 0, "change": -1, "now": 1},
        {"event": "altered", "player": 0, "die": 2, "from": 4, "to": 6},
    ],
    "Ann's Cursed: loses 4 health (50 to 46).": [
        {"event": "trigger", "player": 0, "rule": "Cursed", "when": "upkeep", "level": 0},
        _health(0, -4, 46),
    ],
    "Ann announces Smack with 1 1 1 2 6.": [
        _activated("Smack") | {"event": "announced"},
        {"event": "card", "player": 1, "card": "So Wild!", "cost": 0},
    ],
    "Ann activates nothing.": [
        {"event": "announced", "player": 0, "ability": "none", "level": 0, "dice": []}
    ],
    "Ann skips the Offensive Roll Phase.": [
        {"event": "skipped", "player": 0, "skipped": "offensive roll phase"}
    ],
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_of_the_story(sentence: str) -> None:
    over = {"event": "over", "result": "decided", "player": 0}
    assert f"  {sentence}" in tell([TURN, *SENTENCES[sentence], over], ("Ann", "Bob"))


def test_what_happens_by_itself_and_does_nothing_is_not_told() -> None:
    trigger = {"event": "trigger", "player": 0, "rule": "Nyra", "when": "attacked", "level": 0}
    assert tell([TURN, trigger, trigger, TURN], ("Ann", "Bob"))[-3].startswith("Turn 1")


def test_opening_hands_take_a_line_each() -> None:
    drawn = [
        {"event": "drawn", "player": seat, "card": card} for seat, card in ((0, "A"), (0, "B"), (1, "C!"))
    ]
    assert tell([*drawn, TURN], ("Ann", "Bob"))[:4] == ["Opening hands", "  Ann: A and B.", "  Bob: C!", ""]


@pytest.mark.parametrize(
    ("event", "ending"),
    [
        ({"result": "decided", "player": 1}, "Bob wins in turn 1 (health: Ann 50, Bob 50)."),
        ({"result": "decided"}, "Both fall together in turn 1: a draw."),
        ({"result": "unfinished"}, "The turn cap stops the game after 1 turns (health: Ann 50, Bob 50)."),
    ],
)
def test_the_last_line_says_how_it_ended(event: dict[str, Any], ending: str) -> None:
    assert tell([TURN, {"event": "over"} | event], ("Ann", "Bob"))[-1] == ending


# ---------------------------------------------------------------- formats


@pytest.fixture(scope="module")
def found() -> Replay:
    return replay(*PAIRS[1], seed=36, game=3)


def test_lines_are_broken_to_the_width_and_what_goes_on_hangs(found: Replay) -> None:
    text = render(replay_report(found), Format.TABLE, 60)
    lines = text.splitlines()
    assert max(map(len, lines)) <= 60
    assert any(line.startswith("    ") for line in lines)
    assert " ".join(text.split()) == " ".join(found.story().split())


def test_json_has_the_end_and_every_event(found: Replay) -> None:
    data = replay_report(found).data
    keys = ["heroes", "players", "seed", "game", "result", "winner", "turns", "health", "events"]
    assert list(data) == keys
    assert (data["heroes"], data["seed"], data["game"]) == (["cursed-pirate", "paladin"], 36, 3)
    assert data["events"] == list(found.events)
    assert data["events"][-1]["event"] == "over"


def test_csv_has_a_row_for_every_event(found: Replay) -> None:
    header, *rows = render(replay_report(found), Format.CSV).splitlines()
    assert header == "event,player,details"
    assert len(rows) == len(found.events)
