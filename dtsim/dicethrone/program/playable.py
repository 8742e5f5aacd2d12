"""Which sentences the engine plays. What it would read only in part is refused before a game begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from dtsim.dicethrone.heroes.model.amounts import Amount, AtMost, Every, Fixed, Half, Register, UpTo
from dtsim.dicethrone.heroes.model.hero import Group, Keyword, Rule
from dtsim.dicethrone.heroes.model.lines import Action, Guard, If, Line, May, Spend, Text
from dtsim.dicethrone.heroes.model.things import Cards, Counter, Damage, Dice, Status, ThisToken, Who, Word
from dtsim.dicethrone.heroes.walk import actions, actions_of, amounts, conditions, people
from dtsim.dicethrone.heroes.words import OPTIONAL_MOMENTS
from dtsim.dicethrone.program.builder import CannotPlay

REFLECTED = Half(Register("incoming"))  # `deal half incoming dmg`

ONE = ("opponent", "attacker", "defender", "owner", "them", "all opponents", "all allies")
CHOSEN = ("chosen player", "chosen opponent", "chosen ally")
ANYBODY = (*ONE, *CHOSEN, "everyone")
NUMBER, ALL, UP_TO, HALF = "a number", "all", "up to", "half"


@dataclass(frozen=True, slots=True)
class Plays:
    """What the engine reads of an action: who does it (`you` always), how many, from whom, to whom."""

    who: tuple[str, ...] = ()
    amounts: tuple[str, ...] = (NUMBER,)
    source: tuple[str, ...] = ()
    to: tuple[str, ...] = ()
    ages: bool = False  # `old` and `new` tokens


_DICE = Plays(amounts=(NUMBER, ALL, UP_TO))
_ONCE = Plays(amounts=())

# by the verb and what it acts on
PLAYS: dict[tuple[str, str], Plays] = {
    ("gain", "counter"): Plays(ANYBODY, (NUMBER, ALL, UP_TO)),
    ("gain", "cp"): Plays(ANYBODY, (NUMBER, ALL, UP_TO)),
    ("gain", "health"): Plays(ANYBODY, (NUMBER, ALL, UP_TO)),
    ("gain", "roll attempt"): Plays(ANYBODY),
    ("inflict", "counter"): Plays(amounts=(NUMBER, ALL, UP_TO), to=ANYBODY),
    ("remove", "counter"): Plays(ANYBODY, (NUMBER, ALL, UP_TO), ANYBODY, ages=True),
    ("remove", "cp"): Plays(ANYBODY, (NUMBER, ALL, UP_TO), ANYBODY),
    ("remove", "health"): Plays(ANYBODY, (NUMBER, ALL, UP_TO), ANYBODY),
    ("remove", "roll attempt"): Plays(ANYBODY, (NUMBER, ALL), ANYBODY),
    ("remove", "status"): Plays((), (NUMBER, ALL, UP_TO), ANYBODY),
    ("remove", "this token"): _ONCE,
    ("heal", ""): Plays(ANYBODY, (NUMBER, ALL, UP_TO)),
    ("draw", "cards"): Plays(ANYBODY, (NUMBER, ALL, UP_TO)),
    ("discard", "cards"): Plays((*ONE, *CHOSEN), (NUMBER, ALL)),
    ("raise", "counter"): Plays(),
    ("set", "health"): Plays(),
    ("set", "side"): _ONCE,
    ("deal", "dmg"): Plays(to=ANYBODY),
    ("receive", "dmg"): Plays(ANYBODY),
    ("add", "dmg"): Plays(amounts=(NUMBER, HALF)),
    ("multiply", "dmg"): Plays(),
    ("prevent", "dmg"): Plays(("chosen player", "chosen ally"), (NUMBER, ALL, HALF)),
    ("prevent", "status"): Plays(amounts=(NUMBER, ALL, UP_TO)),
    ("make", "undefendable"): _ONCE,
    ("make", "defendable"): _ONCE,
    ("make", "pure"): _ONCE,
    ("roll", ""): Plays((*ONE, *CHOSEN)),
    ("duel", ""): Plays(),
    ("reroll", "dice"): _DICE,
    ("reroll", "chosen dice"): _ONCE,
    ("change", "dice"): _DICE,
    ("change", "counter"): Plays(ANYBODY, (NUMBER, ALL, UP_TO), ages=True),
    ("choose", "dice"): Plays(),
    ("choose", "player"): Plays(amounts=(NUMBER, ALL, UP_TO)),
    ("choose", "opponent"): Plays(amounts=(NUMBER, ALL, UP_TO)),
    ("choose", "ally"): Plays(amounts=(NUMBER, ALL, UP_TO)),
    ("steal", "cp"): Plays(amounts=(NUMBER, ALL), source=ANYBODY),
    ("steal", "health"): Plays(amounts=(NUMBER, ALL), source=ANYBODY),
    ("steal", "counter"): Plays(amounts=(NUMBER, ALL), source=ANYBODY),
    ("steal", "status"): Plays(amounts=(NUMBER, ALL, UP_TO), source=ANYBODY),
    ("transfer", "status"): Plays(amounts=(NUMBER, ALL, UP_TO), source=ANYBODY, to=ANYBODY),
    ("transfer", "this token"): Plays(amounts=(), to=("opponent", "chosen player", "chosen opponent")),
    ("transfer", "dmg"): Plays(amounts=(ALL, UP_TO)),
    ("skip", "income phase"): _ONCE,
    ("skip", "offensive phase"): _ONCE,
    ("skip", "defensive phase"): _ONCE,
    ("skip", "roll attempt"): _ONCE,
    ("skip", "the ability"): _ONCE,
    ("repeat", "offensive phase"): Plays(ONE, ()),
    ("activate", "name"): _ONCE,
    ("look", "hand"): _ONCE,
}


def check_action(action: Action) -> None:
    """Refuse an action of which the engine would leave a word unread."""
    thing = _thing(action)
    plays = PLAYS.get((action.verb, thing))
    if plays is None:
        raise CannotPlay(f"the engine cannot play {f'{action.verb} {thing}'.strip()!r} yet")
    told = f"{action.verb} {thing}".strip()
    _check_who(action.who, plays.who, f"as the one who is to {told!r}")
    _check_who(action.source, plays.source, f"as the one to {told!r} from")
    if isinstance(action.to, Who):
        _check_who(action.to, plays.to, f"as the one to {told!r} to")
    if plays.amounts or action.amount != Fixed(1):
        _check_amount(action.amount, plays.amounts, told)
    if isinstance(action.thing, Counter) and action.thing.age and not plays.ages:
        raise CannotPlay(f"the engine cannot {action.verb} {action.thing.age!r} tokens yet")
    _check_more(action)


def _thing(action: Action) -> str:
    """What the action acts on, in the words of the table."""
    match action.thing:
        case None:
            return ""
        case Counter():
            return "counter"
        case Status():
            return "status"
        case ThisToken():
            return "this token"
        case Damage():
            return "dmg"
        case Cards(how, upgrades, free):
            plain = how in ("", "random" if action.verb == "discard" else "") and not upgrades and not free
            return "cards" if plain else " ".join(word for word in (how, "upgrades" * upgrades) if word)
        case Dice("them"):
            return "chosen dice"
        case Dice():
            return "dice"
        case Word(word):
            if action.verb == "activate":
                return "name"
            return "hand" if word.endswith(" hand") else word
    return "this"


def _check_who(who: Who | None, played: tuple[str, ...], what: str) -> None:
    if who is None or who.word == "you":
        return
    if who.word not in played:
        raise CannotPlay(f"the engine cannot name {who.word!r} {what} yet")


def _check_amount(amount: Amount, played: tuple[str, ...], told: str) -> None:
    kind = _kind(amount)
    if kind not in played:
        raise CannotPlay(f"the engine cannot {told!r} with {kind!r} as its amount yet")


def _kind(amount: Amount) -> str:
    """What sort of amount it is; a ceiling goes with numbers only."""
    match amount:
        case Every():
            return ALL
        case Half(None):
            return HALF
        case UpTo():
            return UP_TO
        case AtMost(inner) if _kind(inner) != NUMBER:
            return f"{_kind(inner)} at most"
    return NUMBER


def _check_more(action: Action) -> None:
    """What is peculiar to a verb."""
    named = [who for who in (action.who, action.source, action.to) if isinstance(who, Who)]
    match action:
        case Action("remove", who=Who(), source=Who()):
            raise CannotPlay("the engine cannot let somebody remove something from somebody else yet")
        case Action("deal", amount=amount, thing=Damage(kind, isolated), to=to) if amount == REFLECTED:
            if kind != "normal" or isolated or to not in (None, Who("opponent"), Who("attacker")):
                raise CannotPlay("the engine reflects half of the damage as it is, to where it comes from")
        case Action("transfer", thing=Damage(), amount=UpTo(Fixed() as most)):
            raise CannotPlay(f"the engine passes on all or any of the damage, not up to {most.number}")
        case Action("transfer", thing=Damage(), to=Who(word)):
            raise CannotPlay(f"the engine cannot pass damage to {word!r} yet")
        case Action("choose", thing=Word(), amount=amount) if not _is_fixed(amount):
            raise CannotPlay("the engine chooses a fixed number of players")
        case Action(verb, thing=Status()) if any(who.most > 1 for who in named):
            raise CannotPlay(f"the engine cannot {verb} status effects of several chosen players yet")
        case Action("discard" | "roll" | "prevent") if any(who.most > 1 for who in named):
            raise CannotPlay(f"the engine cannot let several chosen players {action.verb} yet")


def _is_fixed(amount: Amount) -> bool:
    inner = amount.most if isinstance(amount, UpTo) else amount
    return inner is None or isinstance(inner, Fixed | Every)


# ---------------------------------------------------------------- guards


def check_guard(guard: Guard) -> None:
    """Refuse a guard of which the engine would leave a word unread."""
    match guard:
        case May(who) | Spend(who=who):
            _check_who(who, ONE, "as the one who may")
    match guard:
        case Spend(amount, thing):
            _check_amount(amount, (NUMBER, ALL, UP_TO), "spend")
            if isinstance(thing, Counter) and thing.age:
                raise CannotPlay(f"the engine cannot spend {thing.age!r} tokens yet")
        case If(condition):
            _check_who(condition.who, ONE, "in a condition")


# ---------------------------------------------------------------- texts and rules at their moment

_WITH_ATTACK = ("activating", "offensive roll phase ends", "attacking", "attacked", "inflicted", "damaged",
                "rolled", "roll phase", "roll phase ends", "reroll")  # fmt: skip
_SET_OFF = ("gained at limit", "removed", "always")  # when a token comes, goes or lies there


def check_text(
    name: str,
    text: Text,
    keywords: Mapping[str, Text],
    moment: str = "",
    *,
    token: bool = False,
    offense: bool = False,
) -> None:
    """Refuse words that mean nothing where a text, or a keyword it activates, is read; "": of an ability."""
    _check_words(name, text, moment, token, offense)
    for action in actions_of(text):
        if action.verb == "activate" and isinstance(action.thing, Word):
            check_text(name, keywords.get(action.thing.word, ()), keywords, moment, token=token)


def _check_words(name: str, text: Text, moment: str, token: bool, offense: bool) -> None:
    has_dealt = False
    for line in text:
        for action in actions(line):
            has_dealt |= action.verb == "deal"
            if offense and not has_dealt and action.verb in ("add", "multiply"):
                raise CannotPlay(f"{name}: an ability must deal damage before it can {action.verb} to it")
        if not token and (_names(line, "owner") or any(a.thing == ThisToken() for a in actions(line))):
            raise CannotPlay(f"{name}: only the text of a token has an owner and a token of its own")
        if moment and moment not in _WITH_ATTACK and (_names(line, "attacker") or _names(line, "defender")):
            raise CannotPlay(f"{name}: there is no attacker and no defender at {moment!r}")
        reads_dealt = any(amount == Register("dmg dealt") for amount, _ in amounts(line))
        if reads_dealt and not offense and moment != "roll phase ends":
            raise CannotPlay(f"{name}: the engine knows the damage dealt only for abilities and afterwards")


def _names(line: Line, word: str) -> bool:
    asked = [condition.who for condition in conditions(line)]
    return any(who is not None and who.word == word for who in (*(who for who, _ in people(line)), *asked))


def check_played(name: str, text: Text) -> None:
    """Refuse in the text of a card, a spent token or a passive what only abilities can do."""
    for line in text:
        for action in actions(line):
            if action.verb == "make" and action.thing != Word("undefendable"):
                raise CannotPlay(f"{name}: the engine can only make the attack undefendable here")


def check_rule(name: str, rule: Rule, *, token: bool, limited: bool) -> None:
    """Refuse keys of a rule that the engine does not ask for at its moment."""
    own = rule.spend or rule.moment in (*_SET_OFF, *OPTIONAL_MOMENTS, "defeated")
    extras = {
        "whose": rule.whose != "you" and own,
        "if": rule.condition is not None and rule.moment in _SET_OFF,
        "limit": limited and rule.moment in (*_SET_OFF, "defeated"),
        "side": bool(rule.side) and rule.moment == "always",
        "of": bool(rule.of) and rule.moment != "rolled",
    }
    for key, is_unread in extras.items():
        if is_unread:
            raise CannotPlay(f"{name}: the engine does not know the key {key!r} at {rule.moment!r} yet")
    if rule.moment == "always":
        if not token:
            raise CannotPlay(f"{name}: the engine plays 'always' for tokens only")
        if any(line.guards or len(line.options) > 1 for line in rule.text):
            raise CannotPlay(f"{name}: the engine cannot forbid something under a condition yet")


def check_keyword(keyword: Keyword) -> None:
    """Refuse keys of an action that the hero names."""
    keys = (("if", keyword.condition), ("limit", keyword.limit))
    for key, found in keys:
        if found is not None:
            raise CannotPlay(f"{keyword.name}: the engine does not know the key {key!r} of a keyword yet")


def check_groups(groups: Iterable[Group]) -> None:
    """Refuse a limit that several counters share."""
    for group in groups:
        if group.stack_limit is not None:
            raise CannotPlay(f"{group.name}: the engine does not know a limit that counters share yet")
