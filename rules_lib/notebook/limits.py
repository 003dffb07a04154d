"""How much the library takes at once: every limit, read from the code that holds it."""

from importlib import import_module
from typing import Final, NamedTuple

from rules_lib.notebook.table import CaptionedTable, Table
from rules_lib.text.files import shipped
from rules_lib.values.type_checks import checked


class Limit(NamedTuple):
    """The most of something.

    Attributes:
        where: the game or the part of the library.
        what: what is counted.
        most: the largest number that is taken.
    """

    where: str
    what: str
    most: int


def _held(constant: str) -> int:
    module, _, name = constant.rpartition(".")
    most: int = getattr(import_module(f"rules_lib.{module}"), name)
    return most


LIMITS: Final = tuple(
    Limit(where, what, _held(constant))
    for where, some in shipped(__package__, "limits.toml").items()
    for what, constant in some.items()
)


@checked
def limits_table(*where: str) -> CaptionedTable:
    """The limits of these parts, or of all."""
    rows = tuple(
        (each.where, each.what, f"{each.most:,}".replace(",", " "))
        for each in LIMITS
        if not where or each.where in where
    )
    return CaptionedTable("How much is taken at once?", Table(("where", "what", "at most"), rows))
