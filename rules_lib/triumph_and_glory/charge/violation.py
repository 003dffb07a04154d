"""What forbids a move: the clause, the hex that offends, and why."""

from collections.abc import Iterable
from typing import Self

from rules_lib.triumph_and_glory.map.hexes import Hex


class Violation(str):
    """The id of a clause that forbids something; it equals that id, and says more.

    Attributes:
        clause: the id, as a plain text.
        hex: the hex that offends.
        why: a sentence or more that names the hex and what is wrong there.
        secondary: items of the secondary source that the reason leans on, such as "6.3".
    """

    __slots__ = ("clause", "hex", "secondary", "why")

    clause: str
    hex: Hex
    why: str
    secondary: tuple[str, ...]

    def __new__(cls, clause: str, at: Hex, why: str, *secondary: str) -> Self:
        """A violation against ``clause`` in the hex ``at``."""
        violation = super().__new__(cls, clause)
        said = {"clause": clause, "hex": at, "why": why, "secondary": secondary}
        for name, value in said.items():
            object.__setattr__(violation, name, value)
        return violation

    def __setattr__(self, name: str, value: object) -> None:
        """Refuse: answers are shared, and never change."""
        raise AttributeError(f"{name}: a violation never changes")

    def __delattr__(self, name: str) -> None:
        """Refuse, too."""
        raise AttributeError(f"{name}: a violation never changes")

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        return type(self), (self.clause, self.hex, self.why, *self.secondary)


def merged(violations: Iterable[Violation]) -> tuple[Violation, ...]:
    """One violation for each clause and hex, with all its reasons."""
    found: dict[tuple[str, Hex], Violation] = {}
    for each in violations:
        key = each.clause, each.hex
        if key in found:
            leans_on = dict.fromkeys([*found[key].secondary, *each.secondary])
            each = Violation(*key, f"{found[key].why} {each.why}", *leans_on)
        found[key] = each
    return tuple(found.values())
