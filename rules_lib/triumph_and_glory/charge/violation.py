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
        violation.clause, violation.hex, violation.why, violation.secondary = (
            clause,
            at,
            why,
            secondary,
        )
        return violation

    def __getnewargs__(self) -> tuple[object, ...]:  # type: ignore[override]
        return (self.clause, self.hex, self.why, *self.secondary)


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
