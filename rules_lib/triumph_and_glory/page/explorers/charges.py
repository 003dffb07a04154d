"""The explorers of the cavalry charge, of its parts, and of the source’s example."""

from fractions import Fraction
from typing import Any

from rules_lib.notebook.explorer import Answer, Headline, Number, Part
from rules_lib.notebook.interact import choice, explorer, numbers
from rules_lib.notebook.palette import Role
from rules_lib.triumph_and_glory import charge, example
from rules_lib.triumph_and_glory.charge.rules.modifiers import signed
from rules_lib.triumph_and_glory.charge.state import Fate, Place
from rules_lib.triumph_and_glory.example import record
from rules_lib.triumph_and_glory.page import meetings
from rules_lib.triumph_and_glory.page.meetings import (
    BEFORE_COHESION,
    answered,
    leaves_hex,
    leaves_map,
)
from rules_lib.triumph_and_glory.units import Cavalry, Infantry

ROLES: dict[str, Role] = {meetings.OFF: "first", meetings.BACK: "both", meetings.KEEPS: "second"}
RATIOS = {f"{a} to {d}": (a, d) for a, d in ((1, 2), (1, 1), (3, 2), (2, 1), (3, 1))}


@explorer(
    Headline(
        "in line: it keeps its ground",
        "Standing in line, the infantry keeps its ground {chance}.",
        always="Standing in line, the infantry always keeps its ground.",
    ),
    heavy=choice("The cavalry is", {"heavy": True, "light": False}, dice=("heavy", "light")),
    cavalry=numbers("Cohesion of the cavalry", meetings.COHESIONS, default=5),
    infantry=numbers("Cohesion of the infantry", meetings.COHESIONS, default=5),
    ratio=choice(
        "Strength, cavalry to infantry",
        RATIOS,
        default="1-to-1",
        dice=[f"charger.strength={a}&target.strength={d}" for a, d in RATIOS.values()],
        style="select",
    ),
    read=["R-N1", "R-N3", "R-N6", "R-N8"],
    note="One cavalry unit charges one infantry unit through its front, in clear terrain with an"
    " open flank; no artillery. In disorder they have one cohesion less. “Square”: it is"
    " tried, and if it forms, a recall. Infantry in line shocks back when it may; the cavalry"
    " waits for it. Strength ratio, clear terrain, results table: secondary source.",
    dice="cavalry?charger.kind={heavy}&charger.cohesion={cavalry}&target.cohesion={infantry}"
    "&{ratio}&target.clear=1&dice=",
)
def cavalry_charge_odds(
    heavy: bool, cavalry: int, infantry: int, ratio: tuple[int, int], **read: Any
) -> Answer:
    """What does a charge do to infantry, in line and in square?"""
    attack, defence = ratio
    riders = Cavalry("Duval", cavalry, attack, cohesion_disordered=cavalry - 1, heavy=heavy)
    foot = Infantry("Orlov", infantry, defence, cohesion_disordered=infantry - 1)
    target = charge.Target((foot,), clear_terrain=True)
    meeting = charge.Situation.of([charge.Stack((riders,))], [target])
    plan = {"square": False, "recall": True, "counter-shock": True, "retreat before shock": False}
    odds = charge.odds(meeting, plan, rulings=charge.Rulings(**read))
    tries = charge.odds(meeting, plan | {"square": True}, charge.Rulings(**read))
    line, square = meetings.ends(answered(odds)), meetings.ends(answered(tries))
    tried = {each: f"cavalry {each}" for each in (meetings.DISORDERED, meetings.RECALLED)}
    tried = meetings.ENDS | tried
    return Answer(
        tuple(Part(meetings.IN_LINE[end], line[end], role) for end, role in ROLES.items()),
        (
            Number.percent("in line: cavalry off the map", line[meetings.LOST]),
            Number.percent("in line: cavalry disordered", line[meetings.DISORDERED]),
            *(Number.percent(f"tries square: {said}", square[end]) for end, said in tried.items()),
        ),
    )


# ------------------------------------------------------------ the target’s reaction

YOU_ARE = {"infantry": "infantry", "heavy cavalry": "heavy", "light cavalry": "light"}


@explorer(
    Headline("you lose your hex", "You try it. You lose your hex {chance}."),
    heavy=choice("The chargers are", {"heavy": True, "light": False}, dice=("heavy", "light")),
    attacker=numbers("Their cohesion", meetings.COHESIONS, default=5),
    kind=choice("You are", YOU_ARE, keys="infantry heavy light"),
    defender=numbers("Your cohesion", meetings.COHESIONS, default=5),
    read=["R-N1", "R-N3", "R-N6", "R-N17"],
    note="Infantry tries to form square, cavalry to counter-charge. The chargers are as strong as"
    " you, have come through your front, on clear ground (its +1 and the tables: secondary"
    " source), and try no recall. No unit slips away or strikes back. A pursuit is counted in."
    " Disordered units have one cohesion less.",
    dice="cavalry?charger.kind={heavy}&charger.cohesion={attacker}&charger.strength=1"
    "&target.cohesion={defender}&target.strength=1&target.clear=1&dice=",
)
def reaction_odds(
    heavy: bool, attacker: int, kind: meetings.Kind, defender: int, **read: Any
) -> Answer:
    """You are charged. Should you react?"""
    chargers = Cavalry("A", attacker, 1, cohesion_disordered=attacker - 1, heavy=heavy)
    charged = {
        "infantry": Infantry("D", defender, 1, cohesion_disordered=defender - 1),
        "heavy": Cavalry("D", defender, 1, cohesion_disordered=defender - 1, heavy=True),
        "light": Cavalry("D", defender, 1, cohesion_disordered=defender - 1, heavy=False),
    }[kind]
    meeting = charge.Situation.of(
        [charge.Stack((chargers,), commitment_drm=-10)],  # they are there
        [charge.Target((charged,), clear_terrain=True)],
    )
    plan = {**charge.NO_REACTION, "square": True, "counter-charge": "first"}
    odds = charge.odds(meeting, plan, rulings=charge.Rulings(**read))
    stands = answered(charge.odds(meeting, charge.NO_REACTION, charge.Rulings(**read)))
    tries = answered(odds)
    succeeds = tries.chance("square D", "formed") + tries.chance("counter-charge D", "succeeded")
    lost, thrown = leaves_hex(tries, "D"), meetings.thrown_back(tries)
    return Answer(
        (
            Part("you lose your hex", lost, "first"),
            Part("both stay", 1 - lost - thrown, "neutral"),
            Part("the chargers are thrown back", thrown, "second"),
        ),
        (
            Number.percent("if you try: the roll succeeds", succeeds),
            Number.percent("if you try: you leave the map", leaves_map(tries, "D")),
            Number.percent("if you try: you are disordered, or gone", meetings.spent(tries)),
            Number.percent("if you stand: your hex is lost", leaves_hex(stands, "D")),
            Number.percent("if you stand: they are thrown back", meetings.thrown_back(stands)),
            Number.percent("if you stand: you leave the map", leaves_map(stands, "D")),
            Number.percent("if you stand: you are disordered, or gone", meetings.spent(stands)),
        ),
    )


# ------------------------------------------------------------ the pursuit

MODIFIERS = range(3, 10)
PURSUED = ("no pursuit", "one charge in pursuit", "two charges in pursuit", "three or more")
PURSUERS: tuple[Role, ...] = ("second", "neutral", "both", "first")


@explorer(
    Headline("no pursuit", "There is no pursuit {chance}."),
    drm=choice(
        "Modifiers of the charge, in all",
        {signed(drm): drm for drm in MODIFIERS},
        keys=" ".join(map(str, MODIFIERS)),
        default="7",
        dice=[str(5 + BEFORE_COHESION - drm) for drm in MODIFIERS],
        style="slider",
    ),
    enemies=choice(
        "Fresh enemies behind the first",
        {"none": 1, "one more": 2, "nine more": 10},
        keys="nobody one-more nine-more",
        default="nine-more",
    ),
    rulings=choice(
        "Each further charge loses (R-N6)",
        {"1, 2, 3 …": "cumulative", "0, 1, 2 …": "first_free", "always 1": "flat"},
        keys="cumulative first-free flat",
        ruling="R-N6",
    ),
    note="Strong heavy cavalry charges weak infantry, and more of it stands behind. No target"
    " reacts, and a pursuit charges whenever it may. Disordered units have one cohesion less."
    " Tables: secondary source.",
    dice="cavalry?charger.cohesion=5&charger.strength=10&target.cohesion={drm}&target.strength=1"
    "&square=no&dice=",
)
def pursuit_odds(drm: int, enemies: int, rulings: Any) -> Answer:
    """How long does a pursuit run?"""
    horse = Cavalry("riders", 5, 10, cohesion_disordered=4, heavy=True)
    riders = charge.Stack((horse,), commitment_drm=-10)  # they are there
    row: tuple[charge.Target, ...] = ()
    for n in range(enemies):
        cohesion = 5 + BEFORE_COHESION - drm
        foot = Infantry(str(n), cohesion, 1, cohesion_disordered=cohesion - 1)
        row = (charge.Target((foot,), beyond=row),)
    meeting = charge.Situation.of([riders], row)
    odds = charge.odds(meeting, charge.NO_REACTION, charge.Rulings(pursuit_penalty=rulings))
    pursuits = answered(odds).pursuits
    chances = *(pursuits[each] for each in range(3)), 1 - pursuits.cdf(2)
    gone = odds.outcomes.map(lambda end: sum(end.gone(str(n)) for n in range(enemies)))
    return Answer(
        tuple(map(Part, PURSUED, chances, PURSUERS)),
        (
            Number("charges in pursuit on average", Fraction(pursuits.mean()), digits=2),
            Number("enemies off the map on average", Fraction(gone.mean()), digits=2),
        ),
    )


# ------------------------------------------------------------ the source’s example

ATTACKERS = {
    fight.defender: fight.attackers for fight in (record.FIGHT_OVER_Y, record.FIGHT_OVER_Z)
}
KEEPS, NOT_PRINTED = "it keeps its hex", "the example does not print what that takes"
ENDS = {**meetings.ENDS, meetings.KEEPS: KEEPS}


def end_of(fate: Fate) -> str:
    """What has become of the target."""
    unknown = fate.place == Place.UNSPECIFIED
    return NOT_PRINTED if unknown else ENDS[meetings.foot_end(fate)]


@explorer(
    Headline(KEEPS, "It keeps its hex {chance}."),
    target=choice(
        "What becomes of",
        {"Y, charged by A and B": "Y", "Z, charged by C": "Z"},
        keys="y z",
        dice=("6&drm=4", "5&drm=-1"),
    ),
    square=choice(
        "The Russians",
        {"try square": True, "stay in line": False},
        keys="tries stands",
        dice=("yes", "no"),
    ),
    recall=choice(
        "Against a square the French",
        {"try a recall": True, "charge on": False},
        keys="tries charges",
        dice=("yes", "no"),
    ),
    read=["R-N1", "R-N3", "R-N16"],
    note="Printed are cohesions and two ratios of strength, that over Y for A and B together; no"
    " strengths, and not what C is. Where an end depends on more, this says so. The Russians do"
    " not shock back. Disordered units have one cohesion less, as in the example.",
    dice="cavalry?charger.cohesion=4&charger.strength=1&target.strength=1&target.clear=1"
    "&target.cohesion={target}&square={square}&recall={recall}&dice=",
)
def example_odds(target: str, square: bool, recall: bool, **read: Any) -> Answer:
    """What could have become of the example?"""
    plan = {"square": square, "recall": recall, "counter-shock": False}
    rulings = charge.Rulings(disordered_cohesion="one_lower", **read)
    odds = charge.odds(example.situation(), plan, rulings)
    fates = odds.fate(target).map(end_of)
    formed = odds.chance(f"square {target}", "formed") if square else Fraction(0)
    nobody = odds.outcomes.probability(
        lambda end: {end.fate(name).place for name in ATTACKERS[target]} == {Place.UNCOMMITTED}
    )
    return Answer(
        (
            *(Part(said, fates[said], ROLES[end]) for end, said in ENDS.items()),
            Part(NOT_PRINTED, fates[NOT_PRINTED], "neutral"),
        ),
        (
            Number.percent("no unit comes to charge it", nobody),
            Number.percent("it forms square", formed),
        ),
    )
