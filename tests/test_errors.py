"""A mistake is shown with its file, its line, a caret under the word and the word that was meant."""

from __future__ import annotations

import pickle
from textwrap import dedent

import pytest

from dtsim.errors import DtsimError, FileError, Mistake, Place, nearest, unknown

HEROES = ("gunslinger", "Shadow Thief", "paladin")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("gunslingr", "gunslinger"),
        ("GUNSLINGER", "gunslinger"),
        ("shadow theif", "Shadow Thief"),
        ("xyzzy", None),
        ("", None),
    ],
)
def test_the_nearest_allowed_word(word: str, meant: str | None) -> None:
    assert nearest(word, HEROES) == meant


def test_nothing_is_near_if_nothing_is_allowed() -> None:
    assert nearest("gunslinger", ()) is None


def test_an_unknown_name_is_said_with_the_nearest_and_all_known_ones() -> None:
    error = unknown("hero", "paladn", HEROES)
    assert str(error) == (
        "unknown hero 'paladn': did you mean 'paladin'? known: Shadow Thief, gunslinger, paladin"
    )
    assert str(unknown("hero", "xyzzy", ["paladin"])) == "unknown hero 'xyzzy': known: paladin"
    assert str(unknown("hero", "x", [])) == "unknown hero 'x': known: none"
    assert isinstance(error, DtsimError)


def test_a_mistake_shows_its_line_a_caret_where_it_stands_and_what_is_allowed() -> None:
    mistake = Mistake(Place(2, 9, 6), "unknown verb 'deals'", "Revolver > text", "deel", ("deal", "gain"))
    assert mistake.show("x.toml", ["[[offensive]]", 'text = "deel 4 dmg"']) == dedent(
        """\
        x.toml:2:9: unknown verb 'deals'
            2 | text = "deel 4 dmg"
              |         ^^^^^^
                in Revolver > text
                did you mean 'deal'? allowed here: deal, gain"""
    )


def test_a_mistake_without_more_to_say_is_three_lines() -> None:
    assert Mistake(Place(1, 1), "'hero' is missing").show("x.toml", ["a = 1"]).count("\n") == 2


@pytest.mark.parametrize(
    ("place", "carets"),
    [(Place(1, 1), "^"), (Place(1, 3, 99), "  ^^^"), (Place(1, 6, 4), "     ^"), (Place(1, 9), "        ^")],
)
def test_carets_stay_within_the_line_or_mark_its_end(place: Place, carets: str) -> None:
    *_, marked = Mistake(place, "x").show("x.toml", ["a = 1"]).split("\n")
    assert marked == f"      | {carets}"


def test_a_place_after_the_last_line_is_shown_as_an_empty_line() -> None:
    assert Mistake(Place(3, 1), "the text ends too early").show("x.toml", ["a", "b"]).split("\n")[1:] == [
        "    3 | ",
        "      | ^",
    ]


def test_the_caret_stands_under_its_word_after_tabs() -> None:
    _, line, marked = Mistake(Place(1, 4, 2), "x").show("x.toml", ["\ta\tbc"]).split("\n")
    assert line == "    1 | \ta\tbc"
    assert marked == "      | \t \t^^"


def test_a_file_error_shows_every_mistake_in_the_order_of_the_lines() -> None:
    error = FileError("x.toml", "a\nb\nc", [Mistake(Place(3, 1), "third"), Mistake(Place(1, 1), "first")])
    shown = str(error).split("\n")
    assert [shown[0], shown[3], shown[-1]] == [
        "x.toml:1:1: first",
        "x.toml:3:1: third",
        "2 mistakes in x.toml",
    ]


def test_one_mistake_is_not_many() -> None:
    assert str(FileError("x.toml", "a", [Mistake(Place(1, 1), "x")])).endswith("\n1 mistake in x.toml")


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("sign", ["\u2028", "\u0085", "\f", "\v"])
def test_only_the_line_ends_of_toml_count_as_lines(end: str, sign: str) -> None:
    error = FileError(
        "x.toml", f"# a{sign}b{end}nam = 3{end}", [Mistake(Place(2, 1, 3), "unknown key 'nam'")]
    )
    assert str(error).split("\n")[1] == "    2 | nam = 3"


def test_a_file_error_passes_between_processes() -> None:
    error = FileError("x.toml", "a", [Mistake(Place(1, 1), "x", "y", "z", ("zz",))])
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.path, copy.mistakes) == (str(error), error.path, error.mistakes)
