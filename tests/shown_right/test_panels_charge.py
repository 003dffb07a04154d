"""What a reading changes in a charge: each situation of the panels, as it is stated, by the oracle.

The names of situations are typed beside what they state: of each what it names must be there.
"""

import re
from collections.abc import Callable
from fractions import Fraction

import pytest

from rules_lib.impact.panels import _Asked, panel_of
from rules_lib.rulebook import catalog
from rules_lib.triumph_and_glory import Infantry
from rules_lib.triumph_and_glory.charge import Attack, Situation, Stack, Target
from tests.oracles import translate
from tests.oracles.charge_plain import (
    ADVANCED,
    BACK,
    DISORDERED,
    ELIMINATED,
    OFF_MAP,
    OUT_OF_HEX,
    RECALLED,
    RETREATED,
    WITHDRAWN,
    Assault,
    Field,
    Gang,
    Man,
    Readings,
)
from tests.shown_right import charges
from tests.shown_right.charges import Plan, Scene
from tests.shown_right.conftest import Held
from tests.shown_right.test_panels import OTHERS, Fields, Right, hold_panel, readings

pytestmark = pytest.mark.slow

DRIVEN = (RETREATED, WITHDRAWN, ELIMINATED)
HEADLINES: dict[str, tuple[str, Callable[[str, str], bool]]] = {
    "the target is driven out": ("Y", lambda place, _: place in OUT_OF_HEX),
    "the whole stack is driven out": ("YZ", lambda place, _: place in OUT_OF_HEX),
    "the target leaves the map": ("Y", lambda place, _: place in OFF_MAP),
    "the infantry leaves the map": ("A", lambda place, _: place in OFF_MAP),
    "the cavalry is recalled": ("A", lambda place, _: place in (RECALLED, BACK)),
    "both cavalry units advance": ("AB", lambda place, _: place == ADVANCED),
    "both stacks advance": ("AB", lambda place, _: place == ADVANCED),
    "the charger advances": ("A", lambda place, _: place == ADVANCED),
    "the cavalry moves in, in good order": (
        "A",
        lambda place, order: place == ADVANCED and order != DISORDERED,
    ),
    "the light cavalry ends in disorder": (
        "Y",
        lambda place, order: order == DISORDERED and place not in OFF_MAP,
    ),
    "the infantry ends in disorder, or off the map": (
        "Y",
        lambda place, order: order == DISORDERED or place in OFF_MAP,
    ),
    "the first attacker is driven back": ("A", lambda place, _: place in DRIVEN),
    "the charger is driven back": ("A", lambda place, _: place in DRIVEN),
    "the charging cavalry is driven back": ("A", lambda place, _: place in DRIVEN),
}
"""Of which units a headline tells, and what."""


def man(given: Man, known: bool) -> Man:
    """Strengths are even if nothing else is said; who is disordered has one cohesion less."""
    even = 1 if given.kind == "artillery" else 6
    low = max(given.cohesion - 1, 0) if known else None
    return given._replace(strength=given.strength or even, low=low)


def ends(
    _: Fields,
    attacks: tuple[Attack, ...],
    wanted: str,
    decisions: Plan | None = None,
) -> Scene:
    assert wanted
    battle = translate.battle(Situation(attacks))
    men = tuple(man(each, known=False) for each in battle.men)
    return Scene(men, battle.assaults, decisions or {})


FACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def through(place: str, front_hexes: int) -> str:
    """TG-9.71, R-N5: the side of a unit on which the nth hex clockwise lies, by its front hexes."""
    fronts = {1: {0}, 2: {0, 1}, 3: {5, 0, 1}}[front_hexes]
    rears = {1: {2, 3, 4}, 2: {3, 4}, 3: {3}}[front_hexes]
    at = FACES.index(place)
    return "front" if at in fronts else "rear" if at in rears else "flank"


def unit(name: str, words: str, strength: int = 6) -> Man:
    kind, cohesion = words.split()
    if kind == "infantry":
        return charges.foot(name, int(cohesion), strength)
    return charges.rider(name, kind, int(cohesion), strength)


def leaves(fields: Fields, target: str, at: str) -> Scene:
    gang = Gang(("A",), through=through(at, fields["front_hexes"]))
    men = unit("A", "heavy 5"), unit("Y", target)
    return Scene(men, (Assault((gang,), (Field(("Y",)),)),))


def struck_back(fields: Fields, first: str) -> Scene:
    gangs = Gang(("A",), charges=False), Gang(("B",), charges=False)
    men = unit("A", first), unit("B", "infantry 4"), unit("Y", "infantry 7")
    whom = "yes, only A" if fields["countershock_strikes"] == "chosen" else "yes"
    return Scene(men, (Assault(gangs, (Field(("Y",)),)),), {"counter-shock": whom})


def both_advance(fields: Fields, stacks: tuple[Stack, ...]) -> Scene:
    declared = translate.battle(Situation.of(stacks, [Target((Infantry("Y", 4),))]))
    gangs, riders = declared.assaults[0].gangs, declared.men[: len(stacks)]
    men = [man(each, True) for each in riders] + [unit(name, "infantry 4", 3) for name in "YZ"]
    may_stay = fields["hexes_emptied_together"] == "best_must" and not gangs[0].charges
    assault = Assault(gangs, (Field(("Y",)), Field(("Z",))))
    return Scene(tuple(men), (assault,), {"advance Z": "no"} if may_stay else {})


SCENES = {each.__name__: each for each in (ends, leaves, struck_back, both_advance)}


def oracle(headline: str, name: str, asked: _Asked, fields: Fields) -> Right:
    names, wanted = HEADLINES[headline]
    scene = SCENES[asked.question.__name__](fields, **asked.given)
    of = names + "Z" * name.endswith("leaves the map, too")
    return scene.chance(
        lambda end: all(wanted(*end[each]) for each in of), readings(Readings, fields)
    )


RULINGS = [each for each in catalog().systems["triumph-and-glory"].rulings if each not in OTHERS]


@pytest.mark.parametrize("rule_id", RULINGS)
def test_charges(held: Held, rule_id: str) -> None:
    hold_panel(held, rule_id, oracle)


UNIT = re.compile(r"(heavy|light|infantry) (\d)")
STRENGTHS: dict[str, Fraction | int] = {
    "twice as strong": 2,
    "thrice as strong": 3,
    "half as strong": Fraction(1, 2),
    "a third as strong": Fraction(1, 3),
    "two thirds as strong": Fraction(2, 3),
}
WORDS: dict[str, Callable[[Scene, re.Match[str]], object]] = {
    r"in the rear|from behind": lambda it, _: "rear" in repr(it.assaults),
    r"its flank": lambda it, _: "flank" in repr(it.assaults),
    r"shocks? (?!back)": lambda it, _: "charges=False" in repr(it.assaults),
    r"into a wood": lambda it, _: "chargeable_next=False" in repr(it.assaults),
    r"clear ground": lambda it, _: "clear=True" in repr(it.assaults),
    r"in its front": lambda it, _: it.assaults[0].others,
    r"behind it|past its like": lambda it, _: "beyond=(Field" in repr(it.assaults),
    r"square": lambda it, _: any("square" in key and it.plan[key] for key in it.plan),
    r"counter-charge": lambda it, _: "counter-charge" in repr(it.plan),
    r"leaves(?! the map)": lambda it, _: any("retreat before" in key for key in it.plan),
    r"shocks back": lambda it, _: "counter-shock" in it.plan,
    r"(?:fire of|fires with|battery of) (\d)": lambda it, found: (
        "fire" in repr(it.plan) and int(found[1]) in [each.fire for each in it.men]
    ),
}
"""What a name says besides units, and what must then be stated."""


def test_names_say_what_is_stated() -> None:
    panels = {each: panel_of(each).situations for each in RULINGS if each != "R-N5"}
    for each in (one for panel in panels.values() for one in panel):
        assert isinstance(each.value, _Asked)
        fields = {"countershock_strikes": "all", "hexes_emptied_together": ""}
        scene = SCENES[each.value.question.__name__](fields, **each.value.given)
        kinds = {True: "heavy", False: "light", None: "infantry"}
        units = {(kinds[one.heavy], str(one.cohesion)) for one in scene.men if one.fire is None}
        assert set(UNIT.findall(each.name)) <= units, each.name
        sizes = [one.strength or 0 for one in scene.men if one.fire is None]
        for told in (STRENGTHS[words] for words in STRENGTHS if words in each.name):
            assert {int(told * size) for size in sizes} & set(sizes), each.name
        for words, stated in WORDS.items():
            if found := re.search(words, each.name):
                assert stated(scene, found), (each.name, words)
