"""What is said of a charge: lists of names, and what has become of units."""

from collections.abc import Iterable

from rules_lib.transcript import Step
from rules_lib.triumph_and_glory.charge.game import Moment
from rules_lib.triumph_and_glory.charge.state import Piece, Place
from rules_lib.triumph_and_glory.units import Order


def listed(names: Iterable[str]) -> str:
    """Names in a sentence: ``A``, ``A and B``, ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def does(names: Iterable[str], verb: str, of_several: str = "") -> str:
    """Who does something: ``A advances``, ``A and B advance``; or both forms: "is", "are"."""
    who = tuple(names)
    one, more = (verb, of_several) if of_several else (f"{verb}s", verb)
    return f"{listed(who)} {more if len(who) > 1 else one}"


def told_change(name: str, before: Piece, after: Piece) -> str:
    """What a disorder or a retreat did to a unit, as a sentence."""
    moved = after.place != before.place
    if moved and after.place == Place.WITHDRAWN:
        return f"{name} withdraws from the map."
    if moved and after.place == Place.ELIMINATED:
        return f"{name} is eliminated."
    back = " and retreats one hex" if moved and after.place == Place.RETREATED else ""
    if after.order != before.order:
        square = " and no longer in square" if before.order == Order.SQUARE else ""
        return f"{name} is disordered{square}{back}."
    return f"{name} retreats one hex." if back else f"{name} stays as it is."


def told_of(
    before: Moment, after: Moment, names: Iterable[str], clauses: tuple[str, ...]
) -> tuple[Step, ...]:
    """A step for each of some units: what has become of it."""
    pairs = ((name, before.piece(name), after.piece(name)) for name in names)
    return tuple(Step(told_change(*each), clauses) for each in pairs)


def told_of_changed(
    before: Moment, after: Moment, names: Iterable[str], clauses: tuple[str, ...]
) -> tuple[Step, ...]:
    """The same for those of them with whom something happened."""
    changed = [
        n
        for n in names
        if (old := before.piece(n)).order != (new := after.piece(n)).order or old.place != new.place
    ]
    return told_of(before, after, changed, clauses)


def without_empty_parts(steps: Iterable[Step]) -> tuple[Step, ...]:
    """The steps without headings that nothing stands under."""
    found: list[Step] = []
    for step in steps:
        if step.heading and found and found[-1].heading:
            found.pop()
        found.append(step)
    return tuple(found[:-1] if found and found[-1].heading else found)
