"""A situation of the library as the golden tables say it, then as plain data for the oracle."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.units import Unit
from tests.golden.cavalry_cases import plain
from tests.oracles.charge_plain import Battle, Readings

LEFT_OUT = ("shocked_again", "group", "secondary")
"""What decides nothing once a charge is declared."""
UNSAID = ("way_out", "beside")
"""What has its plain value if nothing is given."""


def said(value: Any) -> Any:
    """As JSON: what has fields as an object, with the names of its fields as keys."""
    if is_dataclass(value):
        given = {each.name: said(getattr(value, each.name)) for each in fields(value)}
        if isinstance(value, Unit):
            given |= {"kind": type(value).__name__.lower(), "order": str(value.order)}
        return {
            key: each
            for key, each in given.items()
            if key not in LEFT_OUT and not (key in UNSAID and each is None)
        }
    if isinstance(value, Mapping):
        return dict(value)
    return [said(each) for each in value] if isinstance(value, tuple) else value


def battle(situation: charge.Situation) -> Battle:
    """Everything declared."""
    return plain(said(situation))


def readings(rulings: charge.Rulings) -> Readings:
    """The rulings."""
    return Readings(**{name: getattr(rulings, name) for name in Readings._fields})
