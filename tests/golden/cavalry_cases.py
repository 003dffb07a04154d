"""The charges of the golden tables, as JSON in the words of the rules, and as plain data."""

import re
import tomllib
from typing import Any, TypeAlias

from tests.golden.form import FOLDER
from tests.oracles.charge_plain import Assault, Battle, Field, Gang, Man, Way

Json: TypeAlias = dict[str, Any]

FILE = tomllib.loads((FOLDER / "cavalry.toml").read_text("utf-8"))
PLANS: dict[str, dict[str, str | bool]] = FILE["plans"]
"""An answer to each kind of question; "first": the first option."""
KINDS: dict[str, Json] = {
    "heavy": {"kind": "cavalry", "heavy": True},
    "light": {"kind": "cavalry", "heavy": False},
    "infantry": {"kind": "infantry"},
    "jaegers": {"kind": "infantry", "jaeger": True},
    "artillery": {"kind": "artillery", "fire": 6},
}


def unit(words: str, strength: int = 4) -> Json:
    """``"A: heavy 5, disordered"``."""
    name, kind, cohesion, *order = re.split(r": | (?=\d)|, ", words)
    low = max(0, int(cohesion) - 3)
    numbers = {"cohesion": int(cohesion), "cohesion_disordered": low, "strength": strength}
    sort = KINDS[kind]
    return {
        "name": name,
        "kind": sort["kind"],
        **numbers,
        **sort,
        **({"order": order[0]} if order else {}),
    }


def said(value: Any, key: str = "") -> Any:
    """A part of a case, with its words as units and hexes; what is no word is as it stands."""
    if isinstance(value, dict):
        return {name: said(each, name) for name, each in value.items()}
    if key in ("units", "supported_by") and isinstance(value, str):
        return [unit(each) for each in value.split(" + ")]
    if key in HEXES:
        hexes = ({"units": each} if isinstance(each, str) else each for each in value)
        return [said(each) for each in hexes]
    return [said(each) for each in value] if key in LISTS else value


HEXES = ("stacks", "targets", "also_in_front", "beyond", "others")
LISTS = ("attacks", "counter_shocks")
CASES: dict[str, Json] = {each.pop("name"): said(each) for each in FILE["case"]}


def simple(kind: str, cohesion: int, strength: int, foe: int) -> Json:
    """Heavy cavalry A charges one unit Y in clear terrain."""
    against = unit(f"Y: {'heavy' if kind == 'cavalry' else kind} {foe}")
    charger = unit(f"A: heavy {cohesion}", strength)
    return {
        "stacks": [{"units": [charger]}],
        "targets": [{"units": [against], "clear_terrain": True}],
    }


# ------------------------------------------------------------------ into plain data

MAN = {"cohesion_disordered": "low", "arm": "kind"}
GANG = {"in_other_front": "elsewhere", "retreat": "room", "clear_terrain": "clear"}
GANG |= {"commitment_drm": "commitment", "in_fire_of": "in_fire", "out_of_fire_of": "safe_from"}
GANG |= {"entry_disorders": "disorders", "no_zone_at": "no_zone"}
GANG |= {"clear_after_retreat": "clear_next"}
GANG |= {"entry_disorders_after_retreat": "disorders_next"}
FIELD = {"clear_terrain": "clear", "in_enemy_zoc": "zoc", "in_enemy_front": "front"}
FIELD |= {"defensive_fire_drm": "defensive_fire", "retreat": "room", "supported_by": "guns"}
FIELD |= {"chargeable_after_retreat": "chargeable_next", "pursuer_retreat": "pursuer_room"}
FIELD |= {"pursuer_in_other_front": "pursuer_elsewhere"}
FIELD |= {"pursuit_drm": "pursuit", "counter_shocks": "ways", "counter_shock_drm": "strike_drm"}
FIELD |= {"clear_after_retreat": "clear_next", "in_front_after_retreat": "ahead_next"}
FIELD |= {"entry_disorders_after_retreat": "disorders_next"}
FIELD |= {"way_out_after_retreat": "out_next", "in_zone_of": "zone_of", "in_front_of": "front_of"}
FIELD |= {"pursuer_no_zone_at": "pursuer_no_zone", "pursuer_in_fire_of": "pursuer_fire"}
FIELD |= {"pursuer_way_out": "pursuer_out"}
FIELD |= {"ahead_retreat": "ahead_room", "ahead_way_out": "ahead_out"}
WAY = {"entry_disorders": "disorders", "way_out": "out", "clear_terrain": "clear"}


def renamed(given: Json, names: dict[str, str]) -> Json:
    return {names.get(key, key): value for key, value in given.items()}


def listed(given: Json) -> Json:
    """Lists and objects as tuples; "none" is nothing."""
    return {
        key: tuple(value.items()) if isinstance(value, dict)
        else tuple(value) if isinstance(value, list) else None if value == "none" else value
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
        return Way(**{**listed(renamed(given, WAY)), "others": others})

    def field(given: Json, among: list[Man]) -> Field:
        fields = renamed(given, FIELD)
        names = enlist(fields.pop("units"), among)
        guns = enlist(fields.pop("guns", []), among)
        beyond = tuple(field(each, among) for each in fields.pop("beyond", []))
        ways = fields.pop("ways", None)
        found = None if ways is None else tuple(map(way, ways))
        out = fields.pop("way_out", fields.get("room", "open") == "open")
        return Field(men=names, guns=guns, beyond=beyond, ways=found, way_out=out, **listed(fields))

    def assault(gangs: tuple[Gang, ...], given: Json) -> Assault:
        fields = tuple(field(each, men) for each in given["targets"])
        others = tuple(field(each, men) for each in given.get("also_in_front", []))
        ratios = given.get("ratio_drm")
        return Assault(
            gangs,
            fields,
            others,
            ratios and tuple((frozenset(names), drm) for names, drm in ratios),
            given.get("cohesion_drm"),
            given.get("other_drm", 0),
        )

    attacks = attacks_of(situation)
    gangs = [tuple(map(gang, each["stacks"])) for each in attacks]
    assaults = tuple(map(assault, gangs, attacks))
    return Battle((*men, *bystanders), assaults)
