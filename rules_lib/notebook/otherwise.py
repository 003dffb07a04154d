"""What changes where a rule is read otherwise than we do: both answers, and the difference."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Final

from rules_lib.errors import RulesError
from rules_lib.notebook.explorer import Answer, Explorer, Number
from rules_lib.text.chances import decimal, percent, points

SAME: Final = "the same"
OURS: Final = "our reading"
UNCHANGED: Final = "no change"
UNANSWERED: Final = "no answer"
STAYS: Final = ", but other numbers change"
"""What a reading does that changes all but the headline."""


def ours_of(explorer: Explorer, setting: Mapping[str, str]) -> dict[str, str]:
    """Return the same setting with every rule read as we read it."""
    return {
        control.name: control.default if control.ruling else setting[control.name]
        for control in explorer.controls
        if control.name in setting
    }


def reads_otherwise(explorer: Explorer, setting: Mapping[str, str]) -> tuple[str, ...]:
    """Return the rulings that a setting reads otherwise than we do."""
    controls = (*explorer.controls, *explorer.readings)
    return tuple(
        each.ruling
        for each in controls
        if each.ruling and setting.get(each.name, each.default) != each.default
    )


def attempt(
    explorer: Explorer, setting: Mapping[str, str], read: Mapping[str, Any]
) -> Answer | None:
    """Return an answer, or none where the readings leave the case without one."""
    chosen = {each.name: each.choice(setting[each.name]).value for each in explorer.controls}
    try:
        return explorer.answer(**chosen, **read)
    except RulesError:
        return None


def effects(explorer: Explorer, setting: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """Return for each switch what each of its readings, by itself, does to the headline."""
    ours = explorer.at({each.name: setting[each.name] for each in explorer.controls})
    told = {}
    for control in explorer.readings:
        theirs = (attempt(explorer, setting, {control.name: o.value}) for o in control.choices[1:])
        told[control.name] = (OURS, *(_effect(explorer, each, ours) for each in theirs))
    return told


def foretold(explorer: Explorer, setting: Mapping[str, str]) -> list[str]:
    """Return the `effects` of all readings but ours, in the order of the switches of a page."""
    return [words for told in effects(explorer, setting).values() for words in told[1:]]


def near(explorer: Explorer) -> Iterator[dict[str, str]]:
    """Yield the setting shown first, then those that differ from it in one control."""
    first = explorer.defaults()
    yield first
    for control in explorer.controls:
        for choice in control.choices:
            if choice.key != control.default:
                yield {**first, control.name: choice.key}


def _effect(explorer: Explorer, theirs: Answer | None, ours: Answer) -> str:
    """Return it in words: `"45.8 % → 38.0 %"`."""
    if theirs == ours:
        return UNCHANGED
    before = percent(ours.part(explorer.headline.part).chance)
    if theirs is None:
        return f"{before} → {UNANSWERED}"
    after = percent(theirs.part(explorer.headline.part).chance)
    return f"{before} → {after}" if after != before else f"{before}{STAYS}"


def changes(theirs: Answer | None, ours: Answer) -> tuple[str, ...]:
    """Return what another reading changes, in words: of each part as drawn, of each number."""
    if theirs is None:
        return ("",) * (len(ours.parts) + len(ours.numbers))
    parts = zip(theirs.shown(), ours.shown(), strict=True)
    numbers = zip(theirs.numbers, ours.numbers, strict=True)
    return (
        *(_change(their.chance - mine.chance) for their, mine in parts),
        *(_moved(their, mine) for their, mine in numbers),
    )


def _change(difference: Fraction) -> str:
    return points(difference, signed=True) if difference else SAME


def _moved(theirs: Number, ours: Number) -> str:
    if theirs.value is None or ours.value is None:
        return SAME if theirs.value == ours.value else UNANSWERED
    difference = Fraction(theirs.value) - Fraction(ours.value)
    if theirs.unit == "%":
        return _change(difference / 100)
    size = decimal(abs(difference), theirs.digits)
    sign = "+" if difference > 0 else "−"
    return f"{sign}{size} {theirs.unit}".strip() if difference else SAME


def told(value: Fraction | str) -> str:
    """Return a headline as readers see it: a percentage, or the words of what happens."""
    return percent(value) if isinstance(value, Fraction) else str(value)
