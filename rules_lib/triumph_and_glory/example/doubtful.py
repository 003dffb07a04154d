"""The claims of the example that do not agree with each other, or with the rules."""

from collections.abc import Iterator
from fractions import Fraction

from rules_lib.audit import Check
from rules_lib.triumph_and_glory.charge.cohesion import FACES, cohesion_of
from rules_lib.triumph_and_glory.charge.from_map.legality import legality
from rules_lib.triumph_and_glory.charge.rulings import Rulings
from rules_lib.triumph_and_glory.example import record, scene
from rules_lib.triumph_and_glory.example.dice import faces_that, replay
from rules_lib.triumph_and_glory.example.kinds import Kind
from rules_lib.triumph_and_glory.example.play import good, result_row, said
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.units import Order

NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six"}


def doubtful_checks() -> Iterator[Check]:
    """The distance, the words for the result of the fight over Y, the retreat check of C."""
    yield _distance()
    yield _result()
    yield _same_cohesion()


def legal_distances() -> tuple[int, ...]:
    """From how many hexes A may charge Y, by TG-9.81a; tried on the map, hex by hex."""
    board, target = scene.board(), scene.TARGETS["Y"]
    found = []
    for away in range(1, scene.RADIUS + 1):
        start = Hex(target.q - away, target.r)
        path = [Hex(start.q + 1, start.r)] if away > 1 else []
        if "TG-9.81a" not in legality("A", path, target, board.moved("A", start)):
            found.append(away)
    return tuple(found)


def chance_of(lowest: int) -> Fraction:
    """The chance of a modified result of at least this in the fight over Y."""
    total = record.FIGHT_OVER_Y.total
    return Fraction(sum(face + total >= lowest for face in FACES), len(FACES))


def needs_of_retreat_check() -> dict[str, tuple[int, ...]]:
    """The faces with which C holds its hex, by the two readings of R-N1."""
    key, holds = record.RETREAT_CHECK.key, good(record.RETREAT_CHECK)
    other = scene.READ.departures()
    return {
        reading: faces_that(key, holds, rulings=Rulings.from_ids({**other, "R-N1": reading}))
        for reading in ("printed", "disordered")
    }


def _distance() -> Check:
    near, far = record.NEAREST, record.FARTHEST
    legal = legal_distances()
    differ = [
        away
        for away in range(1, scene.RADIUS + 1)
        if (away in legal) != (away >= near and (far is None or away <= far))
    ]
    bound = "" if far is None else f" and no farther than {NUMBERS[far]}"
    return Check(
        Kind.DISTANCE,
        "the declaration",
        f"no nearer than {NUMBERS[near]} hexes{bound}",
        f"{' or '.join(NUMBERS[each] for each in legal)} hexes",
        ("TG-9.81a",),
        not differ,
        f"By these words cavalry could charge from {NUMBERS[differ[0]]} hexes. Under the rule it"
        " cannot."
        if differ
        else "",
    )


def _result() -> Check:
    fight = record.FIGHT_OVER_Y
    lowest = result_row(fight).lowest
    assert lowest is not None, "the row has a lower end"
    words, row = chance_of(fight.lowest), chance_of(lowest)
    return Check(
        Kind.RESULT,
        fight.where,
        f"a result greater than {fight.lowest - 1}",
        f"the row begins at {lowest}",
        ("TG-9.81-8", "TG-9.87a"),
        fight.lowest == lowest,
        f"With {fight.total:+d} the row comes up {_times(row)}, a result greater than"
        f" {fight.lowest - 1} only {_times(words)}.{_anyway()} Doubtful: nothing speaks against"
        f" {lowest} itself.",
    )


def doomed() -> bool:
    """Whether every face of the die of the fight over Y has the same end for all."""
    key = record.FIGHT_OVER_Y.key
    return all(replay({key: face}).fates == replay().fates for face in FACES)


def _anyway() -> str:
    if not doomed():
        return ""
    name = record.FIGHT_OVER_Y.defender
    return f" For {name} every face is the same: already disordered, it leaves the map."


def _times(chance: Fraction) -> str:
    return f"{chance * len(FACES)} times in {len(FACES)}"


def _same_cohesion() -> Check:
    """Disorder lowers the cohesion of Y, or it does not: so should it be for C."""
    roll = record.RETREAT_CHECK
    y = scene.defenders()["Y"]
    printed = said(tuple(range(roll.highest + 1)))
    after = cohesion_of(y.ordered(Order.DISORDERED), scene.READ)
    needs = needs_of_retreat_check()
    alike = needs["disordered" if after < y.cohesion else "printed"]
    holds = {reading: Fraction(len(faces), len(FACES)) for reading, faces in needs.items()}
    return Check(
        Kind.SAME_COHESION,
        f"{roll.who}, {roll.purpose}",
        f"disordered Y has {after}, not {y.cohesion}; disordered C needs {printed}",
        f"treated like Y, C needs {said(alike)}",
        ("TG-9.81-7", "TG-9.85e", "R-N1"),
        printed == said(alike),
        f"C holds its hex {_times(holds['printed'])} as printed, {_times(holds['disordered'])}"
        " if disorder costs it one, too.",
    )
