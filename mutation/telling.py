"""Further changes of what people read: numbers and words that mean something.

A word becomes its opposite, a number another one, two values change places, the attacker's chance
becomes the defender's. Only in the packages that show (see `mutation/packages.py`).
"""

import ast
import re
from collections.abc import Callable, Iterator, Set
from functools import cache
from itertools import pairwise

from . import look

PAIRS = """
    above below; ahead behind; all none; always never; ascending descending; attacker
    defender; attackers defenders; before after; best worst; better worse; black red; both
    neither; can cannot; charger target; chargers targets; default other; each no; earlier
    later; early late; enemy own; even odd; every no; failed passed; fails passes; fewer more;
    first second; fought moved; fresh shaken; friend enemy; front flank; good bad; higher
    lower; highest lowest; hit miss; hits misses; kept lost; large small; larger smaller;
    largest smallest; last first; least most; left right; less more; lose win; loser winner;
    loses wins; lost won; many few; maximum minimum; mine theirs; nearest farthest; new old;
    nothing something; once twice; only also; or and; ours theirs; out in; over under; plain
    superior; rise fall; same other; small large; start end; superior inferior; up down; with
    without; yes no; you they; your their
"""
IDENTIFIERS = "a b; columns rows; numerator denominator; mean median"
NUMBERS = (
    *("zero one", "one two", "two three", "three four", "four five", "five six", "six seven"),
    *("seven eight", "eight nine", "nine ten", "ten eleven", "half quarter"),
)
ID = re.compile(r"^[A-Z]+-[A-Z]*\d+(?:\.\d+)*$")
_TOKEN = re.compile(r"[A-Z]+-[A-Z]*\d+(?:\.\d+)*|(?<![\w.])\d+(?:\.\d+)?(?![\w.]*\w)|[A-Za-z]+")


def _table(*pairs: str) -> dict[str, str]:
    both = [(one, two) for one, two in map(str.split, pairs)]
    return {b: a for a, b in both} | dict(both)


WORDS = _table(*PAIRS.split(";")) | {(pair := each.split())[0]: pair[1] for each in NUMBERS}
NAMES = _table(*PAIRS.split(";"), *IDENTIFIERS.split(";"))


def other_texts(text: str) -> Iterator[str]:
    """A text with one word or number after the other changed, and each "not" left out."""
    for found in _TOKEN.finditer(text):
        for new in _other_token(found.group()):
            end = found.end() + (not new and text[found.end() :].startswith(" "))
            yield text[: found.start()] + new + text[end:]


def _other_token(token: str) -> Iterator[str]:
    if token == "not":
        yield ""
    elif token[-1].isdigit():
        start = re.search(r"\d+$", token)
        assert start
        yield token[: start.start()] + str(int(start.group()) + 1)
    elif token.lower() in WORDS:
        yield _cased(WORDS[token.lower()], token)


def other_name(name: str) -> Iterator[str]:
    """A name with one of its words changed: `attacker_wins`, `defender_wins`."""
    parts = name.split("_")
    for at, part in enumerate(parts):
        if part.lower() in NAMES:
            new = _cased(NAMES[part.lower()], part)
            yield "_".join([*parts[:at], new, *parts[at + 1 :]])


def _cased(word: str, like: str) -> str:
    if like.isupper() and len(like) > 1:
        return word.upper()
    return word.capitalize() if like[0].isupper() else word


@cache
def known_names() -> Set[str]:
    """All names that the library uses: another one would only be a crash."""
    files = sorted((look.ROOT / "rules_lib").rglob("*.py"))
    return set(re.findall(r"\.([A-Za-z_]\w*)", "\n".join(f.read_text("utf-8") for f in files)))


def instead(node: ast.AST, local: Set[str], numbers: bool) -> Iterator[ast.AST]:
    """What is tried in the place of a node, beside what is tried everywhere."""
    match node:
        case ast.Constant(value=str(text)):
            yield from map(ast.Constant, other_texts(text))
        case ast.Constant(value=float(value)) if numbers:
            yield ast.Constant(value + 1)
        case ast.Attribute(ctx=ast.Load(), value=value, attr=name):
            for other in other_name(name):
                if other in known_names():
                    yield ast.Attribute(value, other, ast.Load())
        case ast.Name(ctx=ast.Load(), id=name):
            yield from (ast.Name(each, ast.Load()) for each in other_name(name) if each in local)
        case ast.Tuple(ctx=ast.Load(), elts=parts) | ast.List(ctx=ast.Load(), elts=parts) if (
            numbers
        ):
            yield from _swapped(parts, lambda new: type(node)(new, ast.Load()))
        case ast.Call(func=ast.Name(id="suppress")):
            return
        case ast.Call(func=function, args=parts) if len(parts) > 2 and numbers:
            yield from _swapped(parts, lambda new: ast.Call(function, new, node.keywords))
        case ast.Dict(keys=keys, values=values):
            yield from _swapped(values, lambda new: ast.Dict(keys, new))
        case ast.FormattedValue(format_spec=ast.JoinedStr(values=[ast.Constant(value=str(form))])):
            for other in {
                re.sub(r"\d+", lambda found: str(int(found[0]) + 1), form),
                form.lstrip("+"),
            }:
                if other != form:
                    spec = ast.JoinedStr([ast.Constant(other)])
                    yield ast.FormattedValue(node.value, node.conversion, spec)
        case ast.JoinedStr(values=values):
            yield from _other_places(values)


def _swapped(parts: list[ast.expr], made: Callable[[list[ast.expr]], ast.AST]) -> Iterator[ast.AST]:
    """Neighbours of one kind change places, at the beginning and at the end."""
    for at in {0, len(parts) - 2} if len(parts) > 1 else ():
        one, two = parts[at : at + 2]
        if _alike(one, two):
            yield made([*parts[:at], two, one, *parts[at + 2 :]])


def _alike(one: ast.expr, two: ast.expr) -> bool:
    if type(one) is not type(two) or ast.dump(one) == ast.dump(two):
        return False
    if isinstance(one, ast.Starred | ast.Tuple | ast.List | ast.Dict | ast.Lambda):
        return False
    if isinstance(one, ast.Constant) and isinstance(two, ast.Constant):
        ids = isinstance(one.value, str) and ID.match(one.value)
        return type(one.value) is type(two.value) and not ids
    if isinstance(one, ast.Call) and isinstance(two, ast.Call):
        return ast.dump(one.func) == ast.dump(two.func)
    return True


def _other_places(values: list[ast.expr]) -> Iterator[ast.JoinedStr]:
    """Two values in a text change places."""
    places = [at for at, each in enumerate(values) if isinstance(each, ast.FormattedValue)]
    for one, two in pairwise(places):
        if ast.dump(values[one]) != ast.dump(values[two]):
            new = list(values)
            new[one], new[two] = new[two], new[one]
            yield ast.JoinedStr(new)
