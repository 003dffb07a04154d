"""A formula with its numbers put in: the sentence of a teacher at the board, and the sum below it.

The numbers come from the cells of the chapter, so they move when a reader changes the example. What
stands on both sides of a sign of equality is worked out here once more, exactly: a formula that is
not true is refused.  A page lights up a number wherever the same name stands: in the sentence, in
the formula, in the code of the section.
"""

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Final, SupportsIndex

from rules_lib.errors import InvalidValue, whole_number
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, el, markup
from rules_lib.text.chances import chance_in_words, decimal, grouped, percent
from rules_lib.values.frozen import FrozenMap

_PIECE: Final = re.compile(r"\{(?P<name>\w+)(?::(?P<form>[%/.~]))?\}|(?P<sign>[\[|\]])")
_LOOSE: Final = re.compile(r" *(\|) *| +(\])")
_END: Final = re.compile(r"= *\{(\w+)(?::.)?\}\W*$")
_SIGNS: Final = {
    "·": "*",
    "×": "*",
    "−": "-",
    "²": "**2",
    "³": "**3",
    "[": "((",
    "|": ")/(",
    "]": "))",
}
_ARITHMETIC: Final[Mapping[type[ast.operator], Callable[[Fraction, Fraction], Fraction]]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
_LONGEST: Final = 9
"""Letters of a fraction that is still read at a glance; a longer one is shown as a percentage."""


@dataclass(frozen=True, slots=True, init=False, repr=False)
class Worked(Display):
    """Lines of text in which `{name}` is a number of the chapter.

    A line with a sign of equality is a formula: `[above | below]` is a fraction, `·`, `−`, `²` and
    `³` are read as arithmetic, and all its sides that are made of numbers must be equal. A number
    is shown as what it is: a count with its thousands apart, a chance as a short fraction or else
    as a percentage; `{name:%}`, `{name:/}`, `{name:.}` and `{name:~}` ask for percentage, fraction,
    decimals, and words ("about 3 times in 5"). The exact result of the last formula is in a
    fold.

    Args:
        lines: sentences and formulas, from top to bottom.
        numbers: the number behind each name, exact: an int (numpy's, too) or a Fraction.

    Raises:
        InvalidValue: a number that is not exact, a name without one, or a formula that is false.
    """

    lines: tuple[str, ...]
    numbers: FrozenMap[str, Fraction]

    def __init__(self, *lines: str, **numbers: Fraction | SupportsIndex) -> None:
        """Look up each name, and work out each formula."""
        for line in lines:
            if not isinstance(line, str):
                raise InvalidValue("lines", line, "texts")
        tidy = tuple(_LOOSE.sub(r"\1\2", line) for line in lines)
        object.__setattr__(self, "lines", tidy)
        exact = FrozenMap({name: _exact(name, value) for name, value in numbers.items()})
        object.__setattr__(self, "numbers", exact)
        for line in lines:
            for piece in _PIECE.finditer(line):
                if piece["name"] and piece["name"] not in self.numbers:
                    raise InvalidValue("lines", piece[0], f"one of {', '.join(self.numbers)}")
            if "=" in line:
                self._check(line)

    def _check(self, line: str) -> None:
        sides = [(self._filled(side), self._value(side)) for side in line.split("=")]
        known = [(side, value) for side, value in sides if value is not None]
        for (left, one), (right, other) in pairwise(known):
            if one != other:
                raise InvalidValue(
                    "lines", line, f"equal sides, not {left} = {one} and {right} = {other}"
                )

    def _filled(self, side: str) -> str:
        """A side with its numbers, for those who changed one and see that it no longer holds."""
        return re.sub(r"\{(\w+)(?::.)?\}", lambda name: str(self.numbers[name[1]]), side).strip()

    def _value(self, side: str) -> Fraction | None:
        """Return what a side is worth; nothing, if it is not made of numbers alone."""
        text = re.sub(r"\{(\w+)(?::.)?\}", r"\1", side)
        for sign, written in _SIGNS.items():
            text = text.replace(sign, written)
        text = re.sub(r"(?<=\d),(?=\d{3})", "", text).strip()
        try:
            return self._sum(ast.parse(text, mode="eval").body)
        except (SyntaxError, LookupError, ZeroDivisionError):
            return None

    def _sum(self, node: ast.expr) -> Fraction:
        match node:
            case ast.Constant(int() as value):
                return Fraction(value)
            case ast.Name(id=name):
                return self.numbers[name]
            case ast.BinOp(left, ast.Pow(), ast.Constant(int() as power)):
                return Fraction(self._sum(left) ** power)
            case ast.BinOp(left, operation, right):
                return _ARITHMETIC[type(operation)](self._sum(left), self._sum(right))
            case _:
                raise LookupError

    def _repr_html_(self) -> Html:
        kinds = ("rb-formula" if "=" in line else "rb-sum" for line in self.lines)
        shown = (
            el("p", self._drawn(line), class_=kind)
            for line, kind in zip(self.lines, kinds, strict=True)
        )
        return el("div", *shown, self._exactly(), class_="rb-worked")

    def _exactly(self) -> Html:
        """Return the fold with the number that the last formula ends with, if it was rounded."""
        ends = [found[1] for line in self.lines if (found := _END.search(line))]
        exact = str(self.numbers[ends[-1]]) if ends else ""
        if len(exact) <= _LONGEST:
            return Html("")
        return el("details", el("summary", "Exact value"), el("p", exact), class_="rb-fold")

    def _drawn(self, line: str) -> Html:
        """Return a line with its numbers; without a style sheet a fraction reads (a) / (b)."""
        text = "".join(
            markup(each) if isinstance(each, str) else el("b", self._written(*each), data_n=each[0])
            for each in _pieces(line)
        )
        text = re.sub(r" *([|\]]) *|(\[) *", lambda found: found[1] or found[2], text).replace(
            "]", "] "
        )
        return Html(
            text.replace("[", '<span class="rb-over"><span><i>(</i>')
            .replace("|", "<i>)</i></span><i> / </i><span><i>(</i>")
            .replace("]", "<i>)</i></span></span>")
        )

    def _written(self, name: str, form: str) -> str:
        value = self.numbers[name]
        if form == "~":
            return chance_in_words(value)
        if form == ".":
            return decimal(value)
        if value.denominator == 1 and form != "%":
            return grouped(value.numerator)
        short = f"{value.numerator}/{value.denominator}"
        if form == "/" or (form != "%" and len(short) <= _LONGEST):
            return f"{grouped(value.numerator)}/{grouped(value.denominator)}"
        return percent(value) if 0 <= value <= 1 else decimal(value)

    def __str__(self) -> str:
        """Return the lines as plain text."""
        lines = (
            "".join(
                each if isinstance(each, str) else self._written(*each) for each in _pieces(line)
            )
            for line in self.lines
        )
        return "\n".join(
            line.replace("[", "(").replace("|", ") / (").replace("]", ")") for line in lines
        )


def _pieces(line: str) -> Iterator[str | tuple[str, str]]:
    """Return a line in pieces: text, and names with the form that is asked for."""
    end = 0
    for piece in _PIECE.finditer(line):
        if piece["name"]:
            yield line[end : piece.start()]
            yield piece["name"], piece["form"] or ""
            end = piece.end()
    yield line[end:]


def _exact(name: str, value: Fraction | SupportsIndex) -> Fraction:
    """Return a number of a chapter as a Fraction, be it numpy's."""
    exact = value if isinstance(value, Fraction) else whole_number(value)
    if exact is None:
        raise InvalidValue(name, value, "a whole number or a Fraction")
    return Fraction(exact)
