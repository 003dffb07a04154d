"""Declared inputs: a field of a dataclass says how it is asked for.

From such a field follow the option of a command, its help, and how what is typed is read.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Said:
    """How a field is asked for.

    Attributes:
        help: what it takes, in words.
        option: what it is called where people type; ``""``: as the field.
        metavar: what stands for its value in the help.
        read: from what errors call it and a text to the value, if its kind does not say it.
        alone: what errors allow where it stands beside recorded dice, with which it makes no sense.
        blank: a text of spaces is a value, too.
        bare: what it means without a value.
        group: what stands above it in the help.
        place: it is typed by itself, without an option.
    """

    help: str
    option: str = ""
    metavar: str | None = None
    read: Callable[[str, str], Any] | None = None
    alone: str = ""
    blank: bool = False
    bare: str | None = None
    group: str = ""
    place: bool = False


def said(text: str, default: Any = MISSING, **more: Any) -> Any:
    """A field of a dataclass that is asked for; ``more`` are attributes of :class:`Said`."""
    return field(default=default, metadata={"said": Said(text, **more)})


def said_of(kind: Any) -> dict[str, Said]:
    """How the fields of a dataclass are asked for, by name, without those that are not."""
    found = {each.name: each.metadata.get("said") for each in fields(kind)}
    return {name: each for name, each in found.items() if each is not None}


def option_of(name: str, each: Said) -> str:
    """The option of a field: ``--shot-hits``."""
    return f"--{each.option or name.replace('_', '-')}"
