"""Explorers from functions, as `ipywidgets.interact` makes widgets of them.

A cell names the controls like the parameters of a function, and the function gives the answer::

    @explorer(
        Headline("passed", "You pass {chance}."),
        value=numbers("Value of the card", range(2, 15), 7),
    )
    def test_odds(value: int) -> Answer:
        'Will my unit pass?'
        passed = command.chance(Card("red", value), "charge")
        return Answer((Part("passed", passed, "good"), Part("failed", 1 - passed, "bad")))
"""

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import is_dataclass, replace
from functools import cache, partial
from textwrap import dedent
from typing import Final, TypeVar

from rules_lib.notebook.display import Display
from rules_lib.notebook.explorer import (
    Answer,
    Choice,
    Control,
    Explorer,
    Headline,
    Style,
)
from rules_lib.notebook.explorer_widget import Shown
from rules_lib.probability import Rng
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of, switch_of, values_of

T = TypeVar("T")

_RULINGS: Final = re.compile(r",\s*((?:\w+=|\*\*)?[\w.]+\(\*\*read\)|\*\*read)(?:,(?=\s*\)))?")
"""What hands the readings over, in the source of a function."""


def explorer(
    headline: Headline,
    *,
    read: Iterable[str] = (),
    readings: tuple[Control, ...] = (),
    note: str = "",
    dice: str = "",
    exact: bool = False,
    **controls: Control,
) -> Callable[[Callable[..., Answer]], Explorer]:
    """Make an explorer of the function below, whose docstring asks the question.

    Its line of Python is the source of the function, up to what it calls `odds`.

    Args:
        headline, note, dice, exact: as in :class:`Explorer`.
        read: the rulings that matter and have no control of their own; the function hands them
            over as ``…Rulings(**read)``.
        readings: the same, spelled out, where the function does it in another way.
        controls: one for each parameter of the function, in the order shown.
    """

    def made(answer: Callable[..., Answer]) -> Explorer:
        code, argument = line_of(answer, controls)
        return Shown(
            answer.__name__.replace("_", "-"),
            inspect.cleandoc(answer.__doc__ or ""),
            tuple(replace(control, name=name) for name, control in controls.items()),
            answer,
            headline,
            code,
            exact,
            note,
            readings or read_by(argument, *read),
            dice,
        )

    return made


def read_by(argument: str, *rule_ids: str) -> tuple[Control, ...]:
    """Return rulings as controls, our reading first; `argument` hands them over in Python."""
    return tuple(replace(switch(each), argument=argument) for each in rule_ids)


def switch(rule_id: str) -> Control:
    """Return the control for how an open question is read, our reading first."""
    ruling = catalog().rulings[rule_id]
    module = ruling.field.partition(".")[0]
    told = zip(values_of(rule_id), readings_of(rule_id), strict=True)
    choices = tuple(
        Choice(
            f"reading-{at}",
            " ".join(reading.text.split()),
            value,
            f"{module}.{value!r}" if is_dataclass(value) else repr(value),
        )
        for at, (value, reading) in enumerate(told)
    )
    title = f"{ruling.title} ({rule_id})"
    return Control(switch_of(rule_id).name, title, choices, "reading-0", ruling=rule_id)


def line_of(answer: Callable[..., Answer], names: Iterable[str]) -> tuple[str, str]:
    """Return what a function does up to its `odds`, and how it hands over the readings.

    Its parameters and the readings are left as places to fill in: `{attacker}`, `{read}`; numbers
    that a constant names are written out.
    """
    source, _, before, odds = _up_to_odds(answer)
    said = [ast.get_source_segment(source, each) or "" for each in (*before, odds)]
    text = "\n".join(re.sub(r"\n    ", "\n", each) for each in said)
    found = _RULINGS.search(text)
    argument = found[1].replace("**read", "{}") if found else ""
    text = _RULINGS.sub("{read}", text, count=1)
    for name, value in answer.__globals__.items():
        if name.isupper() and isinstance(value, int):
            text = re.sub(rf"\b{name}\b", str(value), text)
    places = "|".join(names)
    return re.sub(rf"(?<![\w.{{'\"])({places})\b(?!\s*=(?!=))", r"{\1}", text), argument


def _up_to_odds(
    answer: Callable[..., Answer],
) -> tuple[str, ast.FunctionDef, list[ast.stmt], ast.expr]:
    """The source of a function, itself, what it does before its `odds`, and what these are."""
    source = dedent(inspect.getsource(answer))
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    _, *body = function.body  # without the question
    end = [ast.unparse(each).startswith("odds = ") for each in body].index(True)
    odds = body[end]
    assert isinstance(odds, ast.Assign)
    return source, function, body[:end], odds.value


def thrown(
    explorer: Explorer, play: Callable[..., T], tell: Callable[[T, Rng], tuple[str, Display]]
) -> Callable[..., tuple[str, Display]]:
    """Return what rolls an explorer once: `play` gets what its `odds` are asked of.

    `tell` says, as the parts of the answer do, how what was played ends, and shows it.
    """

    @cache
    def asks() -> Callable[..., partial[object]]:
        _, function, before, odds = _up_to_odds(explorer.answer)
        assert isinstance(odds, ast.Call)
        call = ast.Call(ast.Name("partial", ast.Load()), [odds.func, *odds.args], odds.keywords)
        function.body, function.decorator_list = [*before, ast.Return(call)], []
        names = {**explorer.answer.__globals__, "partial": partial}
        exec(compile(ast.fix_missing_locations(ast.Module([function], [])), "", "exec"), names)
        found: Callable[..., partial[object]] = names[function.name]
        return found

    def once(rng: Rng, **chosen: object) -> tuple[str, Display]:
        asked = asks()(**chosen)
        given = inspect.signature(asked.func).bind(*asked.args, **asked.keywords).arguments
        return tell(play(**given, rng=rng), rng)

    return once


def numbers(label: str, values: Iterable[int], default: int) -> Control:
    """Return a slider over whole numbers, which are its keys."""
    choices = tuple(Choice(str(each), str(each), each) for each in values)
    return Control("unnamed", label, choices, str(default), "slider")


def choice(
    label: str,
    options: Mapping[str, object],
    keys: str = "",
    *,
    default: str = "",
    dice: Iterable[str] | None = None,
    python: Iterable[str] | None = None,
    style: Style = "chips",
    ruling: str = "",
) -> Control:
    """Return a control whose options say what they stand for.

    Args:
        label: what is asked.
        options: the words of each option, and its value.
        keys: what stands for each in a link, in the same order; else its words.
        default: the key shown first; else that of the first option.
        dice: what stands for each in the link to the form for rolled dice; else its value.
        python: what stands for each in the line of Python; else its value.
        style, ruling: as in :class:`Control`.
    """
    named = keys.split() or [words.lower().replace(" ", "-") for words in options]
    form = [None] * len(named) if dice is None else list(dice)
    code = [""] * len(named) if python is None else list(python)
    choices = tuple(
        Choice(key, words, value, line, dice=entry)
        for key, (words, value), line, entry in zip(named, options.items(), code, form, strict=True)
    )
    return Control("unnamed", label, choices, default or named[0], style, ruling)
