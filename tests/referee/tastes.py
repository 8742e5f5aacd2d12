"""How random players choose: what is tried more often, so that rare things happen too."""

from __future__ import annotations

from collections.abc import Callable

Taste = Callable[[str], float]


def uniform(text: str) -> float:
    return 1


def eager(text: str) -> float:
    """Rather act than sell, rather attack than not."""
    return _by_verb(text, {"sell": 0.2, "play": 2, "spend": 2, "use": 0.5, "upgrade": 4})


def thrifty(text: str) -> float:
    """Keep cards and CP for upgrades and strong cards; never sell without need."""
    verbs = {"sell": 0.02, "play": 0.7, "spend": 0.5, "use": 0.1, "upgrade": 20}
    return 0 if text == "announce none" else _by_verb(text, verbs)


def playful(text: str) -> float:
    """Play whatever can be played, whenever it can."""
    return _by_verb(text, {"sell": 0.3, "play": 10, "spend": 10, "use": 3, "accept": 3, "pass": 1})


def patient(text: str) -> float:
    """Hold cards and tokens back, so that there is something to play in every window."""
    return _by_verb(text, {"sell": 0.02, "play": 0.4, "spend": 0.4, "use": 0.05, "pass": 3})


def after_faces(faces: str) -> Taste:
    """Eager for certain faces: five of them bring Ultimates, different ones straights."""

    def taste(text: str) -> float:
        verb, _, kept = text.partition(" ")
        if verb != "keep":
            return eager(text)
        kept = kept.replace(",", "")
        wanted = set(kept) <= set(faces) and (len(faces) == 1 or len(set(kept)) == len(kept))
        return 10.0 ** len(kept) if wanted else 1

    return taste


def _by_verb(text: str, weights: dict[str, float]) -> float:
    return 0.2 if text == "announce none" else weights.get(text.split()[0], 1)


TASTES: dict[str, Taste] = {
    "uniform": uniform,
    "eager": eager,
    "thrifty": thrifty,
    "playful": playful,
    "patient": patient,
    "after sixes": after_faces("6"),
    "after fours": after_faces("4"),
    "after ones": after_faces("1"),
    "after straights": after_faces("23456"),
}
