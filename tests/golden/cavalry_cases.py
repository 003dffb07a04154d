"""The charges of the golden tables, as JSON in the words of the rules, and as plain data."""

from typing import Any, TypeAlias

from tests.oracles.charge_moves import Chooser
from tests.oracles.charge_plain import Assault, Battle, Field, Gang, Man, Way

Json: TypeAlias = dict[str, Any]
Plan: TypeAlias = dict[str, str | bool]

PLANS: dict[str, Plan] = {
    "yes": {
        "retreat before shock": True,
        "occupy": "first",
        "answer": "counter-charge",
        "counter-charge at": "first",
        "square": True,
        "counter-charge": "first",
        "recall": True,
        "fire": "first",
        "advance": "first",
        "pursuers": "first",
        "go on": "first",
        "breakthrough": True,
        "counter-shock": "first",
    },
    "no": {
        "retreat before shock": False,
        "occupy": "no",
        "answer": "stand",
        "counter-charge at": "first",
        "square": False,
        "counter-charge": "no",
        "recall": False,
        "fire": "no",
        "advance": "first",
        "pursuers": "first",
        "go on": "stop",
        "breakthrough": False,
        "counter-shock": "no",
    },
}
"""An answer to each kind of question; "first": the first option."""

READINGS: dict[str, tuple[str, Any]] = {
    "default": ("", None),
    "R-N1=disordered": ("retreat_check_cohesion", "disordered"),
    "R-N2=must_be_given": ("disordered_cohesion", "must_be_given"),
    "R-N3=true": ("chargers_zoc_forbids_square", True),
    "R-N4=once": ("recall_rolls", "once"),
    "R-N6=first_free": ("pursuit_penalty", "first_free"),
    "R-N6=flat": ("pursuit_penalty", "flat"),
    "R-N7=as_stacking_allows": ("advance_after_withdrawal", "as_stacking_allows"),
    "R-N8=starting_hex": ("recalled_stays", "starting_hex"),
    "R-N9=whole_charge": ("countercharge_stops", "whole_charge"),
    "R-N10=lapses": ("pursuit_terrain", "lapses"),
    "R-N11=no_pursuit": ("charging_on_disordered", "no_pursuit"),
    "R-N11=no_bonus": ("charging_on_disordered", "no_bonus"),
    "R-N11=neither": ("charging_on_disordered", "neither"),
    "R-N12=no_effect": ("failed_check_before_shock", "no_effect"),
    "R-N13=declared_only": ("enemies_in_front", "declared_only"),
    "R-N14=square_only": ("pursuit_reactions", "square_only"),
    "R-N15=true": ("countercharger_pursues", True),
    "R-N16=true": ("square_without_charge", True),
    "R-N17=automatic": ("retreat_below_zero", "automatic"),
    "R-N17=none": ("retreat_below_zero", "none"),
    "R-N19=each": ("stack_checks", "each"),
    "R-N20=any_gun": ("reaction_fire_by", "any_gun"),
    "R-N21=group_advances": ("mixed_attack", "group_advances"),
    "R-N21=together": ("mixed_attack", "together"),
    "R-N22=true": ("countercharge_through_flank", True),
    "R-N23=false": ("added_enemies_react", False),
    "R-N24=one_for_all": ("several_hexes", "one_for_all"),
    "R-N25=charger": ("advance_circle", "charger"),
    "R-N25=attacker_chooses": ("advance_circle", "attacker_chooses"),
    "R-N26=printed": ("recall_cohesion", "printed"),
    "R-N28=whole_stack": ("countercharge_judged_by", "whole_stack"),
    "R-N28=each_unit": ("countercharge_judged_by", "each_unit"),
    "R-N29=all_hexes": ("countercharge_of_infantry", "all_hexes"),
    "R-N29=one_in_front": ("countercharge_of_infantry", "one_in_front"),
    "R-N30=disordered": ("occupying_chargers", "disordered"),
    "R-N30=roll_first": ("occupying_chargers", "roll_first"),
    "R-N31=best_must": ("hexes_emptied_together", "best_must"),
    "R-N31=one": ("hexes_emptied_together", "one"),
    "R-N32=must": ("countershock_moves", "must"),
    "R-N32=must_into_left": ("countershock_moves", "must_into_left"),
}
"""The field of each reading, named alike in the oracle."""


def unit(kind: str, name: str, cohesion: int, **more: Any) -> Json:
    base: Json = {"name": name, "kind": kind, "cohesion": cohesion}
    base["cohesion_disordered"] = max(0, cohesion - 3)
    return {**base, "strength": 4, **more}


def heavy(name: str, cohesion: int = 5, **more: Any) -> Json:
    return unit("cavalry", name, cohesion, heavy=True, **more)


def light(name: str, cohesion: int = 5, **more: Any) -> Json:
    return unit("cavalry", name, cohesion, heavy=False, **more)


def foot(name: str, cohesion: int = 6, **more: Any) -> Json:
    return unit("infantry", name, cohesion, **more)


def gun(name: str, fire: int = 6) -> Json:
    return unit("artillery", name, 5, fire=fire)


def stack(*units: Json, **more: Any) -> Json:
    return {"units": list(units), **more}


def several(*attacks: Json) -> Json:
    return {"attacks": list(attacks)}


def one(stacks: list[Json], targets: list[Json], **more: Any) -> Json:
    return {"stacks": stacks, "targets": targets, **more}


def simple(cohesion: int, strength: int, kind: str, foe: int) -> Json:
    """Heavy cavalry A charges one unit Y in clear terrain."""
    against = heavy("Y", foe) if kind == "cavalry" else foot("Y", foe)
    return one(
        [stack(heavy("A", cohesion, strength=strength))], [stack(against, clear_terrain=True)]
    )


BASIC = one([stack(heavy("A"))], [stack(foot("Y"), clear_terrain=True)])
UNKNOWN = {key: value for key, value in foot("Y").items() if key != "cohesion_disordered"}
CASES: dict[str, tuple[Json, tuple[str, ...]]] = {
    "cavalry at infantry": (
        BASIC,
        ("R-N1=disordered", "R-N3=true", "R-N8=starting_hex", "R-N16=true"),
    ),
    "disordered cohesion not given": (
        one([stack(heavy("A"))], [stack(UNKNOWN)]),
        ("R-N2=must_be_given",),
    ),
    "a gun with infantry": (
        one([stack(heavy("A"))], [stack(foot("Y"), gun("G"))]),
        ("R-N4=once",),
    ),
    "a gun supports": (
        one([stack(heavy("A"))], [stack(foot("Y"), supported_by=[gun("G")])]),
        ("R-N20=any_gun",),
    ),
    "a row of enemies": (
        one(
            [stack(heavy("A"))],
            [stack(heavy("Y", 0), beyond=[stack(heavy("W", 0), beyond=[stack(heavy("X", 0))])])],
        ),
        ("R-N6=first_free", "R-N6=flat"),
    ),
    "two stacks at disordered infantry": (
        one([stack(heavy("A")), stack(light("B", 6))], [stack(foot("Y", order="disordered"))]),
        ("R-N7=as_stacking_allows",),
    ),
    "two stacks, one counter-charge": (
        one([stack(heavy("A")), stack(light("B"))], [stack(heavy("Y"))]),
        ("R-N9=whole_charge",),
    ),
    "bad ground behind": (
        one([stack(heavy("A"))], [stack(heavy("Y"), chargeable_after_retreat=False)]),
        ("R-N10=lapses",),
    ),
    "a gun with cavalry": (
        one([stack(heavy("A"))], [stack(heavy("Y"), gun("G"))], other_drm=6),
        ("R-N11=no_pursuit", "R-N11=no_bonus", "R-N11=neither", "R-N26=printed"),
    ),
    "heavy at light": (
        one([stack(heavy("A"))], [stack(light("Y"))]),
        ("R-N12=no_effect", "R-N30=disordered", "R-N30=roll_first"),
    ),
    "another enemy in front": (
        one([stack(heavy("A"))], [stack(foot("Y"))], also_in_front=[stack(foot("W"))]),
        ("R-N13=declared_only", "R-N23=false"),
    ),
    "cavalry met in pursuit": (
        one(
            [stack(heavy("A", 9))],
            [stack(heavy("Y", 0), beyond=[stack(heavy("W"))])],
            other_drm=6,
        ),
        ("R-N14=square_only",),
    ),
    "infantry shocks cavalry": (
        one([stack(foot("A"), charges=False)], [stack(heavy("Y", 9))]),
        ("R-N15=true",),
    ),
    "a result below zero": (
        one([stack(light("A"))], [stack(foot("Y"))], other_drm=-6),
        ("R-N17=automatic", "R-N17=none"),
    ),
    "stacks of two": (
        one([stack(light("A"), heavy("B", 3))], [stack(foot("Y"), foot("X", 3))]),
        ("R-N19=each",),
    ),
    "cavalry charges, infantry shocks": (
        one([stack(heavy("A")), stack(foot("B"), charges=False)], [stack(foot("Y"))]),
        ("R-N21=group_advances", "R-N21=together"),
    ),
    "charger, cavalry, infantry": (
        one(
            [
                stack(heavy("A", 4), commitment_drm=-10),
                stack(light("B", 5), charges=False, commitment_drm=-10),
                stack(foot("C", 6), charges=False, commitment_drm=-10),
            ],
            [stack(foot("Y", order="disordered"))],
            other_drm=2,
        ),
        ("R-N25=charger", "R-N25=attacker_chooses"),
    ),
    "a stack of light and disordered heavy is charged": (
        one([stack(light("A"), heavy("B"))], [stack(light("Y"), heavy("Z", order="disordered"))]),
        ("R-N28=whole_stack", "R-N28=each_unit"),
    ),
    "infantry from two hexes shocks cavalry": (
        one(
            [stack(foot("A"), charges=False), stack(foot("B"), charges=False)], [stack(heavy("Y"))]
        ),
        ("R-N29=all_hexes",),
    ),
    "infantry from two hexes, one beside the front": (
        one(
            [stack(foot("A"), charges=False), stack(foot("B"), charges=False, through="flank")],
            [stack(heavy("Y"))],
        ),
        ("R-N29=one_in_front",),
    ),
    "two stacks empty two hexes": (
        one(
            [stack(heavy("A"), commitment_drm=-10), stack(light("B", 6), commitment_drm=-10)],
            [stack(foot("Y", 0)), stack(foot("Z", 0))],
            other_drm=20,
        ),
        ("R-N31=best_must", "R-N31=one"),
    ),
    "infantry strikes from where it is or from beside": (
        one(
            [stack(foot("A"), charges=False)],
            [
                stack(
                    foot("Y", 9),
                    counter_shocks=[
                        {"staying": ["A"], "name": "stay"},
                        {
                            "staying": ["A"],
                            "others": [stack(foot("Z"))],
                            "moves": True,
                            "name": "aside",
                        },
                        {
                            "retreated": ["A"],
                            "moves": True,
                            "vacated_by": ["A"],
                            "name": "after",
                        },
                    ],
                )
            ],
            other_drm=-6,
        ),
        ("R-N32=must", "R-N32=must_into_left"),
    ),
    "infantry takes over": (
        several(
            one([stack(heavy("A", 3))], [stack(foot("Y"), gun("G"))]),
            one([stack(foot("B"), charges=False, in_front=["Y"])], [stack(foot("W", 4))]),
        ),
        ("R-N13=declared_only",),
    ),
    "cavalry takes over": (
        several(
            one([stack(heavy("A", 3))], [stack(foot("Y"))]),
            one([stack(light("B"), in_front=["Y"])], [stack(heavy("W", 4))]),
        ),
        ("R-N23=false",),
    ),
    "artillery alone": (one([stack(heavy("A"))], [stack(gun("G"))]), ()),
    "artillery alone beside infantry": (
        one([stack(heavy("A")), stack(heavy("B"))], [stack(foot("Y")), stack(gun("G"))]),
        (),
    ),
    "front of one, rear of the other": (
        one(
            [
                stack(heavy("A"), through={"Y": "front", "W": "rear"}),
                stack(heavy("B"), through="rear"),
            ],
            [stack(foot("Y"), clear_terrain=True), stack(heavy("W"))],
        ),
        ("R-N24=one_for_all",),
    ),
    "through a flank": (
        one([stack(light("A"), through="flank")], [stack(heavy("Y"))]),
        ("R-N22=true",),
    ),
    "a breakthrough finds cavalry": (
        one(
            [stack(foot("A", 9), charges=False)],
            [stack(foot("Y", 2), beyond=[stack(heavy("W"))])],
            other_drm=6,
        ),
        (),
    ),
    "jaegers leave infantry": (
        one([stack(foot("A"), charges=False)], [stack(foot("J", jaeger=True), foot("Y"))]),
        (),
    ),
    "a counter-shock at others, too": (
        one(
            [stack(light("A")), stack(light("B"), through="rear")],
            [
                stack(
                    foot("Y", 9),
                    counter_shocks=[{"staying": ["A"], "others": [stack(foot("Z"))]}],
                )
            ],
            other_drm=-9,
        ),
        (),
    ),
    "two stacks in one hex": (
        one([stack(heavy("A")), stack(light("B"), beside="A")], [stack(heavy("Y"), gun("G"))]),
        (),
    ),
}
"""Situations, and the readings that matter there."""


# ------------------------------------------------------------------ into plain data

MAN = {"cohesion_disordered": "low"}
GANG = {"in_other_front": "elsewhere", "retreat": "room", "clear_terrain": "clear"}
GANG |= {"commitment_drm": "commitment", "in_fire_of": "in_fire", "out_of_fire_of": "safe_from"}
GANG |= {"entry_disorders": "disorders"}
FIELD = {"clear_terrain": "clear", "in_enemy_zoc": "zoc", "in_enemy_front": "front"}
FIELD |= {"defensive_fire_drm": "defensive_fire", "retreat": "room", "supported_by": "guns"}
FIELD |= {"chargeable_after_retreat": "chargeable_next", "pursuer_retreat": "pursuer_room"}
FIELD |= {"pursuit_drm": "pursuit", "counter_shocks": "ways", "counter_shock_drm": "strike_drm"}
FIELD |= {"clear_after_retreat": "clear_next", "in_front_after_retreat": "ahead_next"}
FIELD |= {"entry_disorders_after_retreat": "disorders_next"}
WAY = {"entry_disorders": "disorders"}


def renamed(given: Json, names: dict[str, str]) -> Json:
    return {names.get(key, key): value for key, value in given.items()}


def listed(given: Json) -> Json:
    """Lists and objects as tuples."""
    return {
        key: tuple(value.items()) if isinstance(value, dict)
        else tuple(value) if isinstance(value, list) else value
        for key, value in given.items()
    }  # fmt: skip


def man(given: Json) -> Man:
    fields = renamed(given, MAN)
    jaeger = fields.pop("jaeger", False)
    return Man(**{**fields, "kind": "jaegers"} if jaeger else fields)


def attacks_of(situation: Json) -> list[Json]:
    """One attack, or several."""
    attacks: list[Json] = situation.get("attacks", [situation])
    return attacks


def plain(situation: Json) -> Battle:
    """It, in the plain data of the oracle."""
    men: list[Man] = []
    bystanders: list[Man] = []

    def enlist(units: list[Json], among: list[Man]) -> tuple[str, ...]:
        among.extend(map(man, units))
        return tuple(each["name"] for each in units)

    def gang(given: Json) -> Gang:
        fields = renamed(given, GANG)
        return Gang(men=enlist(fields.pop("units"), men), **listed(fields))

    def way(given: Json) -> Way:
        others = tuple(field(each, bystanders) for each in given.get("others", []))
        fields = {**listed(renamed(given, WAY)), "others": others}
        fields.pop("clear_terrain", None)
        return Way(**fields)

    def field(given: Json, among: list[Man]) -> Field:
        fields = renamed(given, FIELD)
        names = enlist(fields.pop("units"), among)
        guns = enlist(fields.pop("guns", []), among)
        beyond = tuple(field(each, among) for each in fields.pop("beyond", []))
        ways = fields.pop("ways", None)
        found = None if ways is None else tuple(map(way, ways))
        out = fields.pop("way_out", fields.get("room", "open") == "open")
        return Field(men=names, guns=guns, beyond=beyond, ways=found, way_out=out, **fields)

    def assault(gangs: tuple[Gang, ...], given: Json) -> Assault:
        fields = tuple(field(each, men) for each in given["targets"])
        others = tuple(field(each, men) for each in given.get("also_in_front", []))
        ratios = given.get("ratio_drm")
        return Assault(
            gangs,
            fields,
            others,
            None if ratios is None else tuple(ratios.items()),
            given.get("cohesion_drm"),
            given.get("other_drm", 0),
        )

    attacks = attacks_of(situation)
    gangs = [tuple(map(gang, each["stacks"])) for each in attacks]
    assaults = tuple(map(assault, gangs, attacks))
    return Battle((*men, *bystanders), assaults)


def answers(plan: Plan) -> Chooser:
    """A plan by kinds as the oracle asks for it."""

    def choose(question: str, options: tuple[str, ...]) -> str | None:
        asked = question.rpartition(": ")[2]
        kinds = [kind for kind in plan if asked.startswith(f"{kind} ")]
        if not kinds:
            return None
        answer = plan[max(kinds, key=len)]
        if isinstance(answer, bool):
            return "yes" if answer else "no"
        return options[0] if answer == "first" else answer

    return choose
