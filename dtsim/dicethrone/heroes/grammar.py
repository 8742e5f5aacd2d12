"""The grammar of the card language: its parser, its words, and which of them may come next."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import re
import sys
from importlib import resources
from pathlib import Path

import lark
from lark import Lark
from lark.exceptions import UnexpectedInput

from dtsim.caches import cache_folder_of
from dtsim.errors import DtsimError
from dtsim.files import write_file


@functools.cache
def grammar() -> Lark:
    """The parser; a text may start as line, needs, condition or amount."""
    source = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    made_from = f"{source}{lark.__version__}{sys.version}".encode()
    kept = cache_folder_of("grammar") / f"{hashlib.blake2b(made_from, digest_size=10).hexdigest()}.pickle"
    return _kept(kept) or _build(source, kept)


def _kept(path: Path) -> Lark | None:
    """The parser as an earlier run left it; whatever is wrong with the file, it can be built anew."""
    try:
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:
        return None


def _build(source: str, kept: Path) -> Lark:
    """Building takes a tenth of a second, more than everything else about a hero file."""
    parser = Lark(
        source,
        parser="lalr",
        start=["line", "needs", "condition", "amount"],
        maybe_placeholders=False,
        propagate_positions=True,
    )

    def save(draft: Path) -> None:
        with draft.open("wb") as file:
            parser.save(file)

    with contextlib.suppress(DtsimError):  # without it the next run builds it again
        write_file(kept, save)
    return parser


def is_reserved(word: str) -> bool:
    """Has the word a meaning of its own, so that no die symbol may take it?"""
    patterns = (_bare(name) for name in _terminals() if name not in _DESCRIBED)
    return any(re.fullmatch(pattern, word) for pattern in patterns)


def next_words(before: str, start: str) -> set[str] | None:
    """What may follow the front of a sentence, in readable words; None if the front itself is wrong."""
    # Asked anew, for a parser that has met a wrong word has often closed the phrase before it already,
    # and its own list lacks what could have gone on with that phrase.
    parser = grammar().parse_interactive(before, start=start)
    try:
        parser.exhaust_lexer()
    except UnexpectedInput:
        return None
    return readable(parser.accepts())  # type: ignore[no-untyped-call]


def readable(terminals: set[str]) -> set[str]:
    """Terminals of the grammar as a designer knows them."""
    return {word for terminal in terminals for word in _readable(terminal)}


_DESCRIBED = {
    "INT": ("a number",),
    "MORE": ("a number with +",),
    "RANGE": ("faces such as 1-2",),
    "NAME": ("a Name",),
    "WORD": ("a die symbol",),
    "$END": ("the end of the sentence",),
    "WS_INLINE": (),
}


def _readable(terminal: str) -> tuple[str, ...]:
    if terminal in _DESCRIBED:
        return _DESCRIBED[terminal]
    alternatives = re.sub(r"[()]", "", _bare(terminal)).split("|")
    words = (re.sub(r"s\?$", "", word).replace("\\", "") for word in alternatives)
    return tuple(word if word.isalpha() else f"'{word}'" for word in words)


def _bare(terminal: str) -> str:
    """The pattern of a word without what must stand around it."""
    pattern = _terminals().get(terminal, terminal)
    return re.sub(r"\(\?[!=].*?\)", "", pattern).replace("(?i:", "(")


@functools.cache
def _terminals() -> dict[str, str]:
    return {terminal.name: terminal.pattern.to_regexp() for terminal in grammar().terminals}
