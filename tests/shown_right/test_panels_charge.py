"""What a reading changes in a charge: the chance of each situation is that of its words."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from rules_lib.rulebook import catalog
from tests.oracles.charge_plain import (
    ADVANCED,
    BACK,
    DISORDERED,
    ELIMINATED,
    OFF_MAP,
    RECALLED,
    RETREATED,
    WITHDRAWN,
    Assault,
    Field,
    Gang,
    Man,
    Readings,
    Way,
)
from tests.shown_right import charges
from tests.shown_right.charges import Scene, Wanted
from tests.shown_right.conftest import Held
from tests.shown_right.panels import Fields, hold_panel, readings

pytestmark = pytest.mark.slow

EVEN = 6
STRENGTHS: dict[str | None, Fraction | int] = {
    None: 1,
    "twice as strong": 2,
    "thrice as strong": 3,
    "half as strong": Fraction(1, 2),
    "a third as strong": Fraction(1, 3),
    "two thirds as strong": Fraction(2, 3),
}
"""Strengths are even if nothing else is said."""
STRENGTH = "|".join(filter(None, STRENGTHS))
UNIT = rf"(heavy|light|infantry) (\d)(?:, ({STRENGTH}))?"


def man(name: str, words: str, even: int = EVEN, **more: str) -> Man:
    """``"light 5, half as strong"``."""
    found = re.fullmatch(UNIT, words)
    assert found, words
    kind, cohesion, strength = found.groups()
    size = int(even * STRENGTHS[strength])
    make = (
        charges.foot
        if kind == "infantry"
        else lambda *a, **m: charges.rider(a[0], kind, *a[1:], **m)
    )
    return make(name, int(cohesion), size, **more)


def scene(men: list[Man], gangs: list[Gang], field: Field, **plan: str | bool) -> Scene:
    spelled = {key.replace("_", " "): value for key, value in plan.items()}
    return Scene(tuple(men), (Assault(tuple(gangs), (field,)),), spelled)


A, B, Y = Gang(("A",)), Gang(("B",)), Field(("Y",))
SHOT: dict[str, str | bool] = {"fire": "first"}
MEET: dict[str, str | bool] = {"counter-charge": "first"}
NEXT = Field(("Z",))


def one(rider: str, foe: str, rest: str) -> Scene:
    """One stack charges one hex; ``rest`` says what else there is."""
    men = [man("A", rider), man("Y", foe)]
    base = scene(men, [A], Y)

    def made(field: Field = Y, gang: Gang = A, *more: Man, **plan: str | bool) -> Scene:
        return Scene((*men, *more), (Assault((gang,), (field,)),), plan)

    if rest in ("", ", which tries to form square"):
        return made(square=bool(rest))
    if rest == " in the rear":
        return made(gang=A._replace(through="rear"))
    if rest == "; it flees into a wood":
        return made(Y._replace(chargeable_next=False))
    if found := re.fullmatch(r" through fire of (\d), and rides on", rest):
        return made(Y._replace(men=("Y", "G")), A, charges.guns("G", int(found[1])), **SHOT)
    if found := re.fullmatch(r"; its battery fires with (\d)", rest):
        shot = {**SHOT, "recall": True}
        return made(Y._replace(men=("Y", "G")), A, charges.guns("G", int(found[1])), **shot)
    if found := re.fullmatch(r" on (disordered )?(\w+ \d), which counter-charges if it may", rest):
        mate = man("Z", found[2])
        mate = mate._replace(order=DISORDERED) if found[1] else mate
        return made(Y._replace(men=("Y", "Z")), A, mate, **MEET)
    if found := re.fullmatch(rf", ({UNIT}) and ({UNIT}) shock it", rest):
        gangs = A, B._replace(charges=False), Gang(("C",), charges=False)
        others = man("B", found[1]), man("C", found[5])
        return Scene((*men, *others), (Assault(gangs, (Y,)),))
    if rest == ", which leaves, and moves into its hex":
        left: dict[str, str | bool] = {"retreat before shock": True, "occupy": "A"}
        return made(Y, A, **left)
    if found := re.fullmatch(r", a battery beside it fires with (\d)", rest):
        return made(Y._replace(guns=("G",)), A, charges.guns("G", int(found[1])), **SHOT)
    if rest == " through its flank; it counter-charges if it may":
        return made(Y, A._replace(through="flank"), **MEET)
    if found := re.fullmatch(rf"; ({UNIT}),? behind it(.*)", rest):
        met: dict[str, str | bool] = {}
        if found[5] == " counter-charges":
            met = {"pursuit 1: counter-charge Z": "first"}
        return made(Y._replace(beyond=(NEXT,)), A, man("Z", found[1]), **met)
    if found := re.fullmatch(r", which flees past its like; a battery of (\d) there fires", rest):
        more = men[1]._replace(name="Z"), charges.guns("G", int(found[1]))
        behind = Y._replace(beyond=(Field(("Z", "G")),))
        return made(behind, A, *more, **{"pursuit 1: fire G": "first"})
    if rest == ", which leaves before the second charge":
        return made(Y, A, **{"pursuit 1: retreat before shock Y": True})
    if found := re.fullmatch(rf", ({UNIT}) shocks it", rest):
        both = (A, B._replace(charges=False))
        return replace(base, men=(*men, man("B", found[1])), assaults=(Assault(both, (Y,)),))
    if found := re.fullmatch(rf", (light \d) ({UNIT}) beside it, if it commits itself", rest):
        first = Assault((A._replace(in_front=("Z",)),), (Y,))
        second = Assault((B,), (NEXT,))
        own = man("B", found[1]), man("Z", found[2])
        return Scene((*men, *own), (first, second))
    if found := re.fullmatch(rf"; (?:more )?({UNIT}),? in its front(, too, .*)?", rest):
        plan: dict[str, str | bool] = {}
        if "tries a square" in rest:
            plan = {"square Z": True}
        elif "counter-charges" in rest:
            plan = {"counter-charge Z": "first"}
        assault = Assault((A,), (Y,), (NEXT,))
        return Scene((*men, man("Z", found[1])), (assault,), plan)
    assert rest == " in two hexes, one on clear ground", rest
    twin = men[1]._replace(name="Z")
    return Scene((*men, twin), (Assault((A,), (Y._replace(clear=True), NEXT)),))


def two(riders: str, foe: str, rest: str) -> Scene:
    """Two stacks, ``"heavy 5 and heavy 4"`` or ``"two heavy 5"``."""
    words = [riders[4:]] * 2 if riders.startswith("two ") else riders.split(" and ")
    men = [man(name, each) for name, each in zip("AB", words, strict=True)]
    if foe == "disordered infantry":
        return scene([*men, charges.foot("Y", 4, order=DISORDERED)], [A, B], Y)
    men.append(man("Y", foe))
    if rest == " in two hexes, one of them only from behind":
        gangs = (
            A._replace(through=(("Z", "front"), ("Y", "flank"))),
            B._replace(through=(("Z", "flank"), ("Y", "rear"))),
        )
        men.append(men[-1]._replace(name="Z"))
        return Scene(tuple(men), (Assault(gangs, (Y, NEXT)),))
    plan = MEET if rest.startswith(" from two hexes; it counter-charges") else {}
    plan = {"square": True} if rest == ", which tries to form square" else plan
    return Scene(tuple(men), (Assault((A, B), (Y,)),), plan)


def stack(rider: str, foes: str) -> Scene:
    """``"infantry 6 on infantry 4"``, or two alike; the rider is as strong as both."""
    tries = foes.endswith(" that tries to form square")
    bare = foes.removesuffix(" that tries to form square")
    pair = [bare[7:]] * 2 if bare.startswith("of two ") else bare.removeprefix(": ").split(" on ")
    men = [man("A", rider, 2 * EVEN), *(man(n, each) for n, each in zip("YZ", pair, strict=True))]
    return scene(men, [A], Field(("Y", "Z")), square=tries)


FACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def through(place: str, front_hexes: int) -> str:
    """TG-9.71, R-N5: the side of a unit on which the nth hex clockwise lies, by its front hexes."""
    fronts = {1: {0}, 2: {0, 1}, 3: {5, 0, 1}}[front_hexes]
    rears = {1: {2, 3, 4}, 2: {3, 4}, 3: {3}}[front_hexes]
    at = FACES.index(place)
    return "front" if at in fronts else "rear" if at in rears else "flank"


def told(name: str, fields: Fields) -> Scene:
    """The scene that the words of a situation set."""
    if found := re.fullmatch(
        r"(heavy \d); (infantry \d) forms square, its battery fires.* (\d)", name
    ):
        men = [man("A", found[1]), man("Y", found[2]), charges.guns("G", int(found[3]))]
        plan: dict[str, str | bool] = {"square": True, "fire": "first", "recall": True}
        return scene(men, [A], Field(("Y", "G")), **plan)
    if found := re.fullmatch(rf"({UNIT}), charged from the (\w+) hex clockwise.*", name):
        side = through(found[5], fields["front_hexes"])
        return scene([man("A", "heavy 5"), man("Y", found[1])], [A._replace(through=side)], Y)
    if found := re.fullmatch(r"heavy cavalry charges (light \d), which leaves", name):
        plan = {"retreat before shock": True}
        return scene([man("A", "heavy 5"), man("Y", found[1])], [A], Y, **plan)
    if found := re.fullmatch(rf"(infantry \d) shocks ({UNIT}), which counter-charges", name):
        men = [man("A", found[1]), man("Y", found[2])]
        return scene(men, [A._replace(charges=False)], Y, answer="counter-charge")
    if found := re.fullmatch(r"(heavy \d) charges a stack(?:(:.*)| (of two .*))", name):
        return stack(found[1], found[2] or found[3])
    if found := re.fullmatch(
        r"(?:two (heavy \d) charge|(infantry \d) and (infantry \d) shock)"
        r" (infantry \d, half as strong), in two hexes",
        name,
    ):
        rides = bool(found[1])
        gangs = [each._replace(charges=rides) for each in (A, B)]
        men = [man("A", found[1] or found[2]), man("B", found[1] or found[3])]
        men += [man(each, found[4]) for each in "YZ"]
        may_stay = not rides and fields["hexes_emptied_together"] == "best_must"
        plan = {"advance Z": "no"} if may_stay else {}
        return Scene(tuple(men), (Assault(tuple(gangs), (Y, NEXT)),), plan)
    if found := re.fullmatch(
        r"((?:\w+ )?\w+ \d(?: and \w+ \d)?) charge (disordered infantry|\w+ \d)(.*)", name
    ):
        return two(*found.groups())
    if found := re.fullmatch(
        r"(infantry \d) and (infantry \d) shock (\w+ \d), "
        r"(both through its front|the second through its flank), which counter-charges if it may",
        name,
    ):
        side = "front" if found[4].startswith("both") else "flank"
        gangs = [A._replace(charges=False), B._replace(charges=False, through=side)]
        men = [man("A", found[1]), man("B", found[2]), man("Y", found[3])]
        return scene(men, gangs, Y, answer="counter-charge")
    if found := re.fullmatch(
        r"(infantry \d) and (infantry \d) shock (infantry \d), which shocks back", name
    ):
        gangs = [A._replace(charges=False), B._replace(charges=False)]
        men = [man("A", found[1]), man("B", found[2]), man("Y", found[3])]
        whom = "yes, only A" if fields["countershock_strikes"] == "chosen" else "yes"
        return Scene(tuple(men), (Assault(tuple(gangs), (Y,)),), {"counter-shock": whom})
    if found := re.fullmatch(
        r"(heavy \d) charges (infantry \d), which shocks back from where it is, or (.*)", name
    ):
        men = [man("A", found[1]), man("Y", found[2] + ", twice as strong")]
        moved = (
            Way((), ("A",), moves=True, vacated_by=("A",), name="after it")
            if found[3] == "after it"
            else Way(("A",), moves=True, name="aside")
        )
        field = Y._replace(ways=(Way(("A",), name="stay"), moved))
        return Scene(tuple(men), (Assault((A,), (field,)),), {"counter-shock": "first"})
    found = re.fullmatch(rf"({UNIT}),? charges (?:(a square of )?)({UNIT})(.*)", name)
    assert found, name
    whole = one(found[1], found[6], found[10])
    return charges.decided(whole, square=True) if found[5] else whole


HEADLINES: dict[str, Wanted] = {
    "the target is driven out": charges.left("Y"),
    "the target leaves the map": charges.gone("Y"),
    "the cavalry is recalled": charges.at("A", RECALLED, BACK),
    "both cavalry units advance": lambda end: all(end[n][0] == ADVANCED for n in "AB"),
    "the light cavalry ends in disorder": lambda end: (
        end["Y"][1] == DISORDERED and end["Y"][0] not in OFF_MAP
    ),
    "the infantry ends in disorder, or off the map": charges.broken("Y"),
    "the infantry leaves the map": charges.gone("A"),
    "the charger advances": charges.at("A", ADVANCED),
    "the cavalry moves in, in good order": lambda end: (
        end["A"][0] == ADVANCED and end["A"][1] != DISORDERED
    ),
    "both stacks advance": lambda end: all(end[n][0] == ADVANCED for n in "AB"),
    "the first attacker is driven back": charges.at("A", RETREATED, WITHDRAWN, ELIMINATED),
    "the charger is driven back": charges.at("A", RETREATED, WITHDRAWN, ELIMINATED),
    "the charging cavalry is driven back": charges.at("A", RETREATED, WITHDRAWN, ELIMINATED),
    "the whole stack is driven out": charges.left("Y", "Z"),
}


def oracle(headline: str, name: str, fields: Fields) -> Fraction | None:
    wanted = HEADLINES[headline]
    if name.endswith("leaves the map, too"):
        wanted = charges.gone("Y", "Z")
    return told(name, fields).chance(wanted, readings(Readings, fields))


def oracle_not_given(headline: str, name: str, fields: Fields) -> Fraction | None:
    """The same; nobody has given the cohesion of disordered units."""
    given = told(name, fields)
    bare = replace(given, men=tuple(each._replace(low=None) for each in given.men))
    return bare.chance(HEADLINES[headline], readings(Readings, fields))


IN_WORDS = ("R-N8", "R-N18")
"""Rulings that change places and ways, not chances: tests/impact has them."""
RULINGS = [each for each in catalog().systems["triumph-and-glory"].rulings if each not in IN_WORDS]


@pytest.mark.parametrize("rule_id", RULINGS)
def test_charges(held: Held, rule_id: str) -> None:
    hold_panel(held, rule_id, oracle_not_given if rule_id == "R-N2" else oracle)
