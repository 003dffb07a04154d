"""Plays a battle roll: rolls all dice, draws what the rulings leave to chance, adjudicates."""

from typing import Any

from rules_lib.errors import require_names
from rules_lib.in_die_tiefen.battle.adjudicate import (
    DEFAULT_NAMES,
    ChoiceNeeded,
    Fought,
    adjudicate,
)
from rules_lib.in_die_tiefen.battle.party import Party
from rules_lib.in_die_tiefen.battle.rulings import Rulings
from rules_lib.probability import Distribution, Rng, dice
from rules_lib.rulebook import uses
from rules_lib.values.type_checks import checked


@uses("IDT-5.1", "R-I2", "R-I8")
@checked
def play(
    a: Party,
    b: Party,
    rng: Rng,
    rulings: Rulings = Rulings(),
    *,
    names: tuple[str, str] = DEFAULT_NAMES,
) -> Fought:
    """Roll a battle.

    Args:
        a, b: the two parties.
        rng: a source of chance, such as ``random.Random(7)``.
        rulings: how the open rules are read. Of equal dice, and of all where R-I2 is read as
            "random", each is as likely to be destroyed as any other.
        names: what the transcript calls the parties.

    Returns:
        The same as :func:`~rules_lib.in_die_tiefen.battle.adjudicate` of these dice.
    """
    require_names(names)
    rolls = {"a": dice.roll(a.dice, rng), "b": dice.roll(b.dice, rng)}
    steady = {"a": a.steady_dice, "b": b.steady_dice}
    drawn: dict[str, Any] = {}
    while True:
        try:
            return adjudicate(a, b, rolls["a"], rolls["b"], rulings, names=names, **drawn)
        except ChoiceNeeded as needed:
            own = rolls[needed.side]
            places = _places(own, needed.faces, needed.more, rng)
            if needed.what == "destroyed":
                drawn[needed.field] = tuple(own[at] for at in places)
            else:
                drawn[needed.field] = sum(at >= steady[needed.side] for at in places)


def _places(rolls: tuple[int, ...], faces: tuple[int, ...], more: int, rng: Rng) -> list[int]:
    """Places of dice with these faces, and of some more dice, drawn at random."""
    taken: list[int] = []
    for face in (*faces, *(None,) * more):
        left = [at for at in range(len(rolls)) if at not in taken and face in (None, rolls[at])]
        taken.append(Distribution.uniform(left).sample(rng))
    return taken
