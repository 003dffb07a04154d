"""The charges of the golden tables, as JSON in the words of the rules, and as plain data."""

from typing import Any, TypeAlias

from tests.oracles.charge_moves import Chooser
from tests.oracles.charge_plain import Assault, Battle, Field, Gang, Man

Json: TypeAlias = dict[str, Any]
Plan: TypeAlias = dict[str, str | bool]

PLANS: dict[str, Plan] = {
    "yes": {
        "retreat before shock": True,
        "occupy": "first",
        "answer": "counter-charge",
        "square": True,
        "counter-charge": "first",
        "recall": True,
        "fire": "first",
        "advance": "first",
        "pursue": "first",
        "pursuers": "first",
        "go on": "first",
        "breakthrough": True,
        "counter-shock": True,
    },
    "no": {
        "retreat before shock": False,
        "occupy": "no",
        "answer": "stand",
        "square": False,
        "counter-charge": "no",
        "recall": False,
        "fire": "no",
        "advance": "first",
        "pursue": "first",
        "pursuers": "first",
        "go on": "stop",
        "breakthrough": False,
        "counter-shock": False,
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
    "R-N11=true": ("disordered_charge_bonus", True),
    "R-N12=no_effect": ("failed_check_before_shock", "no_effect"),
    "R-N13=declared_only": ("enemies_in_front", "declared_only"),
    "R-N14=square_only": ("pursuit_reactions", "square_only"),
    "R-N15=true": ("countercharger_pursues", True),
    "R-N16=true": ("square_without_charge", True),
    "R-N17=automatic": ("retreat_below_zero", "automatic"),
    "R-N17=none": ("retreat_below_zero", "none"),
    "R-N19=each": ("stack_checks", "each"),
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
    "a gun supports": (
        one([stack(heavy("A"))], [stack(foot("Y"), supported_by=[gun("G")])]),
        ("R-N4=once",),
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
    "a gun supports cavalry": (
        one([stack(heavy("A"))], [stack(heavy("Y"), supported_by=[gun("G")])]),
        ("R-N11=true",),
    ),
    "heavy at light": (one([stack(heavy("A"))], [stack(light("Y"))]), ("R-N12=no_effect",)),
    "another enemy in front": (
        one([stack(heavy("A"))], [stack(foot("Y"))], also_in_front=[stack(foot("W"))]),
        ("R-N13=declared_only",),
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
}
"""Situations, and the readings that matter there."""


# ------------------------------------------------------------------ into plain data

MAN = {"cohesion_disordered": "low"}
GANG = {"in_other_front": "elsewhere", "retreat": "room", "clear_terrain": "clear"}
GANG |= {"commitment_drm": "commitment", "out_of_fire_of": "safe_from"}
FIELD = {"clear_terrain": "clear", "in_enemy_zoc": "zoc", "in_enemy_front": "front"}
FIELD |= {"defensive_fire_drm": "defensive_fire", "retreat": "room", "supported_by": "guns"}
FIELD |= {"chargeable_after_retreat": "chargeable_next", "pursuer_retreat": "pursuer_room"}
FIELD |= {"pursuit_drm": "pursuit", "counter_shock": "strikes_back"}
FIELD |= {"counter_shock_drm": "strike_drm"}


def renamed(given: Json, names: dict[str, str]) -> Json:
    return {names.get(key, key): value for key, value in given.items()}


def plain(situation: Json) -> Battle:
    """One attack, in the plain data of the oracle."""
    men: list[Man] = []

    def enlist(units: list[Json]) -> tuple[str, ...]:
        men.extend(Man(**renamed(each, MAN)) for each in units)
        return tuple(each["name"] for each in units)

    def gang(given: Json) -> Gang:
        fields = renamed(given, GANG)
        return Gang(men=enlist(fields.pop("units")), **fields)

    def field(given: Json) -> Field:
        fields = renamed(given, FIELD)
        names = enlist(fields.pop("units"))
        guns = enlist(fields.pop("guns", []))
        beyond = tuple(map(field, fields.pop("beyond", [])))
        return Field(men=names, guns=guns, beyond=beyond, **fields)

    gangs = tuple(map(gang, situation["stacks"]))
    fields = tuple(map(field, situation["targets"]))
    others = tuple(map(field, situation.get("also_in_front", [])))
    drm = situation.get("other_drm", 0)
    return Battle(tuple(men), (Assault(gangs, fields, others, other=drm),))


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
