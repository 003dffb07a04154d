"""The chapters' tables of who may and who moves in: each row is asked of the engine."""

import ast
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from rules_lib.triumph_and_glory import Artillery, Cavalry, Infantry, charge
from rules_lib.triumph_and_glory.charge.rules.modifiers import HEAVY_CHARGE_DRM
from rules_lib.triumph_and_glory.units import Order, Unit

BOOK = Path(__file__).parents[2] / "book" / "triumph_and_glory"
BROKEN = Order.DISORDERED
DUVAL = Cavalry("Duval", 4, 4, heavy=True)
RENARD = Cavalry("Renard", 5, 3, heavy=True)
ORLOV = Infantry("Orlov", 6, 5, brigade="Light")
SOKOLOV = Infantry("Sokolov", 5, 2, jaeger=True, brigade="Light")
GROMOV = Artillery("Gromov", 5, 1, fire=5)
VOLKOV = Cavalry("Volkov", 6, 4, heavy=True)


def rows(chapter: str, name: str) -> list[tuple[tuple[str, str], str]]:
    """A table that a chapter shows: situation and answer, and the clause."""
    text = (BOOK / f"{chapter}.md").read_text("utf-8")
    found = re.search(rf"^{name} = (\(\n.*?^\))$", text, re.MULTILINE | re.DOTALL)
    assert found, f"{chapter} has no table {name}"
    return list(ast.literal_eval(found[1]))


def charged(*units: Unit, through: Any = "front", **hexed: Any) -> charge.Charge:
    """Duval has arrived; what is the first question to the target?"""
    stack = charge.Stack((DUVAL,), through=through)
    return charge.adjudicate(charge.Situation.of([stack], [charge.Target(units, **hexed)]), [2])


def beside(unit: Unit) -> charge.Charge:
    """Duval charges, infantry shocks the same hex, and both have arrived."""
    morand = charge.Stack((Infantry("Morand", 5, 4),), charges=False)
    stacks = [charge.Stack((DUVAL,)), morand]
    return charge.adjudicate(charge.Situation.of(stacks, [charge.Target((unit,))]), [2, 2])


def pursued(tries: str) -> charge.Charge:
    """Duval beat Orlov, who retreats; Petrov stands behind. Is this one asked?"""
    petrov = charge.Target((Infantry("Petrov", 6, 5),))
    beyond = () if tries == "Orlov" else (petrov,)
    first = charge.Target((Infantry("Orlov", 6, 1),), beyond=beyond)
    chain = charge.Situation.of([charge.Stack((DUVAL,))], [first])
    return charge.adjudicate(chain, [2, 9], {"square Orlov": False, "go on": "charge"})


def countered() -> charge.Charge:
    """Infantry shocks cavalry, and is counter-charged."""
    shock = charge.Situation.of([charge.Stack((ORLOV,), charges=False)], [charge.Target((DUVAL,))])
    return charge.adjudicate(shock, decisions={"answer": "counter-charge"})


def second_target() -> charge.Charge:
    """Duval charges two hexes, the second from its rear; the first does not answer."""
    two = [charge.Target((VOLKOV,)), charge.Target((Cavalry("Davydov", 6, 3, heavy=True),))]
    across = charge.Stack((DUVAL,), through={"Volkov": "front", "Davydov": "rear"})
    situation = charge.Situation.of([across], two)
    return charge.adjudicate(situation, [2], {"counter-charge Volkov": False})


SQUARES = {
    "infantry in good order": lambda: charged(ORLOV),
    "the same, in the zone of another enemy": lambda: charged(ORLOV, in_enemy_zoc=True),
    "the same, and infantry also shocks it": lambda: beside(ORLOV),
    "infantry with disordered infantry": lambda: charged(
        ORLOV, Infantry("Petrov", 5, 3, order=BROKEN)
    ),
    "infantry with disordered jaegers": lambda: charged(ORLOV, SOKOLOV.ordered(BROKEN)),
    "jaegers alone": lambda: charged(SOKOLOV),
    "jaegers with a gun": lambda: charged(SOKOLOV, GROMOV),
    "infantry met in a pursuit": lambda: pursued("Petrov"),
    "the infantry that just retreated": lambda: pursued("Orlov"),
    "infantry that is counter-charged": countered,
}
COUNTER_CHARGES = {
    "in good order, from the front": lambda: charged(VOLKOV),
    "from the rear": lambda: charged(VOLKOV, through="rear"),
    "disordered": lambda: charged(VOLKOV.ordered(BROKEN)),
    "from a flank (R-N22)": lambda: charged(VOLKOV, through="flank"),
    "in the front of another enemy": lambda: charged(VOLKOV, in_enemy_front=True),
    "infantry also shocks it": lambda: beside(VOLKOV),
    "the second of two targets, met from its rear": second_target,
}


@pytest.mark.parametrize(
    ("table", "kind", "cases"),
    [("squares", "square", SQUARES), ("rights", "counter-charge", COUNTER_CHARGES)],
)
def test_a_reaction_is_allowed_where_the_charge_waits_for_it(
    table: str, kind: str, cases: dict[str, Callable[[], charge.Charge]]
) -> None:
    shown = rows("reactions", table)
    assert [case for (case, _), _ in shown] == list(cases)
    for (case, allowed), _ in shown:
        missing = cases[case]().missing
        waits = missing is not None and (missing.what, missing.kind) == ("decision", kind)
        assert waits == (allowed == "yes"), case


def after(
    *units: Unit, result: int = 5, plan: Mapping[str, str | bool] | None = None, **hexed: Any
) -> charge.Charge:
    """The charge after a fight with this result; each unit comes alone, and all commit."""
    fights = charge.Attack(
        tuple(charge.Stack((each,), charges=isinstance(each, Cavalry)) for each in units),
        (charge.Target((Infantry("Orlov", 4, 3),), **hexed),),
        ratio_drm={frozenset(each.name for each in some): 0 for some in (units, units[:1])},
        cohesion_drm=0,
        other_drm=result - HEAVY_CHARGE_DRM * any(getattr(each, "heavy", False) for each in units),
    )
    dice = {f"commitment {each.name}": 0 for each in units}
    dice |= {f"fight {units[0].name}": 0, "retreat check Orlov": 9}
    wanted: Mapping[str, str | bool] = (
        {"square": False, "advance": "first", "go on": "stop"} if plan is None else plan
    )
    return charge.adjudicate(charge.Situation((fights,)), dice, wanted)


def moved_in(happened: charge.Charge) -> str:
    """The answer as the table says it."""
    missing = happened.missing
    if missing is not None and missing.kind == "advance":
        return "the player picks"
    moved = [
        f"{name}, disordered" if len(happened.fates) == 2 and fate.order == BROKEN else name
        for name, fate in happened.fates.items()
        if fate.place == charge.Place.ADVANCED
    ]
    return " and ".join(moved) or "no unit"


def test_who_moves_in() -> None:
    morand, friant = Infantry("Morand", 7, 3), Infantry("Friant", 5, 3)
    mercier = Cavalry("Mercier", 6, 3, heavy=False)
    duval, murat = Cavalry("Duval", 4, 3, heavy=True), Cavalry("Murat", 5, 3, heavy=True)
    slipped = charge.Situation.of(
        [charge.Stack((RENARD,))], [charge.Target((Cavalry("Davydov", 6, 3, heavy=False),))]
    )
    away: dict[str, str | bool] = {"retreat before shock": True}
    waiting = charge.adjudicate(slipped, [0], away).missing
    assert waiting is not None
    assert waiting.options == ("Renard", "no")
    fought = [
        after(morand, friant),
        after(duval, mercier),
        after(duval, morand),
        after(RENARD, murat, plan={"square": False}),
        after(morand, entry_disorders=True),
        after(duval, RENARD, mercier, result=10),
        charge.adjudicate(slipped, [0], {**away, "occupy": False}),
    ]
    assert [moved_in(each) for each in fought] == [who for (_, who), _ in rows("pursuit", "moves")]
