"""Changes of our own, which cosmic-ray lacks: of what a text says, and a statement left out.

They work on its trees, as its operators do. A word becomes its opposite, a number another one, the
attacker's chance becomes the defender's. Mere look is not changed: no word of it has an opposite.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

from parso.python.tree import Keyword

Node: TypeAlias = Any
"""A node of parso's."""

PAIRS = """
    above below; all none; always never; ascending descending; attacker defender; attackers
    defenders; before after; best worst; better worse; black red; both neither; can cannot; charger
    target; default other; earlier later; enemy own; even odd; every no; failed passed; fails
    passes; fewer more; first second; fought moved; fresh shaken; front flank; higher lower; highest
    lowest; hit miss; hits misses; kept lost; large small; larger smaller; left right; less least;
    loser winner; loses wins; maximum minimum; mine theirs; once twice; or and; over under; same
    different; superior inferior; up down; with without; yes no; you they; your their; a b;
    numerator denominator; zero one; two three; four five; six seven; eight nine; half quarter
"""
OTHER = {
    word: other
    for one, two in map(str.split, PAIRS.split(";"))
    for word, other in ((one, two), (two, one))
}
_TOKEN = re.compile(r"[A-Z]+-[A-Z]*\d+(?:\.\d+)*|(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)|[A-Za-z]{2,}")


def other_texts(text: str) -> Iterator[str]:
    """A text with one word or number after the other changed, and each "not" left out."""
    for found in _TOKEN.finditer(text):
        token, new = found.group(), None
        if token == "not":
            new = ""
        elif token[-1].isdigit():
            new = re.sub(r"\d+$", lambda digits: str(int(digits[0]) + 1), token)
        elif token.lower() in OTHER:
            new = _cased(OTHER[token.lower()], token)
        if new is not None:
            yield text[: found.start()] + new + text[found.end() :]


def _cased(word: str, like: str) -> str:
    if like.isupper():
        return word.upper()
    return word.capitalize() if like[0].isupper() else word


@cache
def known_names() -> frozenset[str]:
    """All attributes that the library asks for: another one would only be a crash."""
    files = sorted((Path(__file__).parents[1] / "rules_lib").rglob("*.py"))
    text = "\n".join(file.read_text("utf-8") for file in files)
    return frozenset(re.findall(r"\.([A-Za-z_]\w*)", text))


class Change:
    """An operator of cosmic-ray's kind: each place with each text that may stand there."""

    types: tuple[str, ...] = ()

    def others(self, node: Node) -> Iterator[str]:
        """What may stand there instead."""
        raise NotImplementedError

    def mutation_positions(self, node: Node) -> Iterator[tuple[Any, Any]]:
        """The place, once for each text."""
        for _ in self.others(node) if node.type in self.types else ():
            yield node.start_pos, node.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Put the text there."""
        other = list(self.others(node))[index]
        if not hasattr(node, "value"):
            leaf = node.get_first_leaf()
            return Keyword(other, leaf.start_pos, leaf.prefix)
        node.value = other
        return node


class OtherWord(Change):
    """Another word in a text."""

    types = "string", "fstring_string"

    def others(self, node: Node) -> Iterator[str]:
        """Of all words in turn; a text that stands alone only explains."""
        if node.parent.type != "simple_stmt":
            yield from other_texts(node.value)


class OtherName(Change):
    """Another attribute: `odds.attacker_wins`, `odds.defender_wins`."""

    types = ("name",)

    def others(self, node: Node) -> Iterator[str]:
        """With one of its words changed, where there is such a name."""
        if node.parent.type == "trailer" and node.get_previous_leaf() == ".":
            parts = node.value.split("_")
            for at, part in enumerate(parts):
                name = "_".join([*parts[:at], OTHER.get(part, "?"), *parts[at + 1 :]])
                if name in known_names():
                    yield name


class WithoutStatement(Change):
    """A call for its effect, or a refusal, left out."""

    types = "atom_expr", "raise_stmt"

    def others(self, node: Node) -> Iterator[str]:
        """Nothing instead."""
        if node.parent.type == "simple_stmt":
            yield "pass"


OPERATORS = {each.__name__: each() for each in (OtherWord, OtherName, WithoutStatement)}
