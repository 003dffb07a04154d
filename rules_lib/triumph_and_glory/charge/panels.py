"""What is asked of the charges in ``panels.toml``, over which readings are compared.

Most are rows of ``ends``. The others are those in which a reading decides what is asked.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from functools import partial
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.text.chances import percent

from ..map.board import Board, Placed, Terrain
from ..map.hexes import Hex, side_of
from ..units import Artillery, Cavalry, Infantry, Order, Unit
from .attack import Attack, CounterShock, Stack, Target
from .from_map.legality import paths
from .moves import NO_REACTION, Plan
from .odds import odds
from .rulings import Rulings
from .situation import Situation, read_stack, read_target
from .state import GONE, LEFT, Fate, Place

_stack = partial(read_stack, field="panels, a stack")
_target = partial(read_target, field="panels, a target")

STRENGTH, STRENGTH_OF_GUNS = 6, 1
"""Of units of which no row says another."""

WANTED: dict[str, Callable[[Fate], bool]] = {
    "left": lambda fate: fate.place in LEFT,
    "gone": lambda fate: fate.place in GONE,
    "beaten": lambda fate: fate.place in GONE or fate.order == Order.DISORDERED,
    "driven back": lambda fate: fate.place in GONE | {Place.RETREATED},
    "advanced": lambda fate: fate.place == Place.ADVANCED,
    "advanced in good order": lambda fate: fate == (Place.ADVANCED, Order.GOOD),
    "recalled": lambda fate: fate.place in (Place.RECALLED, Place.BACK_AT_START),
}
"""What becomes of each unit that a row names, such as ``"left Y Z"``."""


def ends(
    attacks: tuple[Attack, ...],
    wanted: str,
    rulings: Rulings,
    decisions: Plan = NO_REACTION,
) -> Fraction | str:
    """The attacks end as wanted; decisions that are not given are those of ``NO_REACTION``.

    Nobody has given the cohesion of units that are disordered: R-N2 says what it is.
    """
    setup = Situation(tuple(filled(each, disordered_known=False) for each in attacks))
    found = odds(setup, {**NO_REACTION, **decisions}, rulings)
    silent = sum(found.unspecified.values(), Fraction(0))
    if silent:
        return f"no answer {percent(silent)} of the time"
    what = next(each for each in sorted(WANTED, key=len, reverse=True) if wanted.startswith(each))
    names = wanted.removeprefix(what).split()
    return found.outcomes.probability(
        lambda outcome: all(WANTED[what](outcome.fate(name)) for name in names)
    )


def filled(given: Any, disordered_known: bool = True) -> Any:
    """Whatever has units in it, with their usual strength, and their cohesion while disordered."""
    if isinstance(given, tuple):
        return tuple(filled(each, disordered_known) for each in given)
    if isinstance(given, Unit):
        usual = STRENGTH_OF_GUNS if isinstance(given, Artillery) else STRENGTH
        weak = max(0, given.cohesion - 1) if disordered_known else None
        return replace(given, strength=given.strength or usual, cohesion_disordered=weak)
    if isinstance(given, Attack | Stack | Target | CounterShock):
        parts = {each.name: getattr(given, each.name) for each in fields(given)}
        return replace(given, **{k: filled(each, disordered_known) for k, each in parts.items()})
    return given


def leaves(target: str, at: str, rulings: Rulings) -> Fraction | str:
    """The target is driven out, charged through the hex that is told."""
    through = side_of(Hex(0, 0), 0, Hex(0, 0).neighbours[int(at[0]) - 1], rulings.front_hexes)
    charger = replace(_stack("A: heavy 5"), through=through)
    return ends((Attack((charger,), (_target(f"Y: {target}"),)),), "left Y", rulings)


def stands(decisions: Plan, rulings: Rulings) -> str:
    """Where heavy 5 stands once it is recalled, after what the target decides."""
    attack = Attack((_stack("A: heavy 5"),), (_target("Y: infantry 6 + G: artillery 5, fire 8"),))
    plan = {**NO_REACTION, **decisions, "recall": True}
    words = {
        Place.RECALLED: "in the hex it has reached",
        Place.BACK_AT_START: "in its starting hex",
    }
    found = odds(Situation((filled(attack),)), plan, rulings)
    places = [fate.place for fate in found.fate("A") if fate.place in words]
    return " or ".join(dict.fromkeys(words[place] for place in places)) or "never recalled"


AHEAD = Hex(1, 0)
AWAY = {"two": Hex(2, 0), "three": Hex(3, 0)}

LANCERS = Placed(Cavalry("Lancers", 5), Hex(2, -1), "Russian", 2)
"""Cavalry with the hex ahead in its front, which no charge may pass."""


def ways(away: str, ground: str, rulings: Rulings) -> str:
    """How many ways lead to the target."""
    units = [
        Placed(Cavalry("A", 5, heavy=True), Hex(0, 0), "French"),
        Placed(Infantry("Y", 6), AWAY[away], "Russian"),
    ]
    units += [LANCERS] if ground.startswith("lancers") else []
    marsh = {AHEAD: Terrain("marsh", 3)} if ground.startswith("marsh") else {}
    board = Board.filled(Terrain("clear", 1), radius=3, changes=marsh, units=units)
    found = {each.hexes for each in paths("A", AWAY[away], board, rulings)}
    return f"{len(found) or 'no'} way{'s' * (len(found) != 1)} to charge"


def struck_back(first: str, rulings: Rulings) -> Fraction | str:
    """A is driven back; Y moves, aside or where B was, and shocks back at both.

    If it may choose, at A alone.
    """
    both = {"staying": ("A", "B"), "retreated": ("A", "B"), "moves": True}
    aside = CounterShock(**both, name="aside")  # type: ignore[arg-type]
    into = CounterShock(**both, vacated_by=("B",), name="in")  # type: ignore[arg-type]
    hit = replace(_target("Y: infantry 7"), counter_shocks=(aside, into))
    attacks = (Attack((_stack(f"A: {first}, shocks"), _stack("B: infantry 4, shocks")), (hit,)),)
    if rulings.countershock_strikes == "chosen":
        for way in ("aside", "in"):
            with suppress(InvalidValue):  # by some other readings it is not open, or A is gone
                plan = {"counter-shock": f"{way}, only A"}
                return ends(attacks, "driven back A", rulings, plan)
    return ends(attacks, "driven back A", rulings, {"counter-shock": "first"})


def both_advance(stacks: tuple[Stack, ...], rulings: Rulings) -> Fraction | str:
    """Both stacks advance into the two hexes that they have emptied."""
    hexes = tuple(_target(f"{name}: infantry 4, strength 3") for name in "YZ")
    # Chargers who must advance have nothing to decline.
    may = rulings.hexes_emptied_together == "best_must" and not stacks[0].charges
    return ends(
        (Attack(stacks, hexes),),
        "advanced A B",
        rulings,
        {"advance Z": "no"} if may else NO_REACTION,
    )
