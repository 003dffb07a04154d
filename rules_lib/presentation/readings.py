"""The rulings that matter to an explorer, as controls: our reading first."""

from __future__ import annotations

from dataclasses import is_dataclass

from rules_lib.presentation.explorer import Choice, Control, Reads
from rules_lib.rulebook import catalog
from rules_lib.rulebook.defaults import readings_of, switch_of, values_of


def reads(argument: str, *rule_ids: str) -> Reads:
    """Return the controls of rulings; `argument` hands them over in the line of Python."""
    return Reads(argument, tuple(map(_control, rule_ids)))


def _control(rule_id: str) -> Control:
    told = zip(values_of(rule_id), readings_of(rule_id), strict=True)
    choices = tuple(
        Choice(f"reading-{at}", " ".join(reading.text.split()), value, _python(rule_id, value))
        for at, (value, reading) in enumerate(told)
    )
    title = f"{catalog().rulings[rule_id].title} ({rule_id})"
    return Control(switch_of(rule_id).name, title, choices, "reading-0", ruling=rule_id)


def _python(rule_id: str, value: object) -> str:
    """Return a reading in Python; one of a type of its own with the module it is from."""
    module = catalog().rulings[rule_id].field.partition(".")[0]
    return f"{module}.{value!r}" if is_dataclass(value) else repr(value)
