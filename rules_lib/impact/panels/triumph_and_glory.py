"""Situations of the cavalry charge: rows of ``triumph_and_glory.toml``, and those in code.

In code stand only those in which a reading decides what is asked.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from fractions import Fraction
from importlib.resources import files
from typing import Any, TypeAlias

from rules_lib import situations
from rules_lib.data_files import read_toml
from rules_lib.errors import InvalidValue
from rules_lib.impact.model import NoAnswer, Panel, Situation, Value
from rules_lib.triumph_and_glory import charge
from rules_lib.triumph_and_glory.charge import Attack, CounterShock, Outcome, Place, Stack, Target
from rules_lib.triumph_and_glory.charge.from_map.fronts import side_towards
from rules_lib.triumph_and_glory.map.board import Board, Placed
from rules_lib.triumph_and_glory.map.hexes import Hex
from rules_lib.triumph_and_glory.map.terrain import Terrain
from rules_lib.triumph_and_glory.units import Artillery, Cavalry, Infantry, Order, Unit

Plan: TypeAlias = Mapping[str, str | bool]
Row: TypeAlias = Mapping[str, Any]

ROWS = "triumph_and_glory.toml"
NOTE = "Numbers are cohesion; strengths are even if nothing else is said."
ABOUT = ("name", "wanted", "decisions")
"""What a row has beside its attack."""

STRENGTH, STRENGTH_OF_GUNS = 6, 1
"""Of units of which no row says another."""

PLAIN: Plan = {
    "square": False,
    "counter-charge": False,
    "recall": False,
    "fire": False,
    "retreat before shock": False,
    "counter-shock": False,
    "breakthrough": False,
    "answer": "stand",
    "counter-charge at": "first",
    "occupy": False,
    "go on": "charge",
    "advance": "first",
    "pursuers": "first",
}
"""Nobody does what need not be done, but whoever may charge on does."""


def _at(*places: Place) -> Callable[[Outcome, str], bool]:
    return lambda outcome, name: outcome.fate(name).place in places


WANTED: dict[str, Callable[[Outcome, str], bool]] = {
    "left": lambda outcome, name: outcome.left(name),
    "gone": lambda outcome, name: outcome.gone(name),
    "beaten": lambda outcome, name: (
        outcome.gone(name) or outcome.fate(name).order == Order.DISORDERED
    ),
    "broken": lambda outcome, name: (
        outcome.gone(name) or outcome.fate(name).place == Place.RETREATED
    ),
    "advanced": _at(Place.ADVANCED),
    "advanced in good order": lambda outcome, name: (
        outcome.fate(name).place == Place.ADVANCED and outcome.fate(name).order == Order.GOOD
    ),
    "recalled": _at(Place.RECALLED, Place.BACK_AT_START),
    "driven back": _at(Place.RETREATED, Place.WITHDRAWN, Place.ELIMINATED),
}
"""What becomes of each unit that a row names, such as ``"left Y Z"``."""


def _filled(given: Any, cohesion: bool) -> Any:
    """Whatever has units in it, with their usual strength, and their cohesion while disordered."""
    if isinstance(given, tuple):
        return tuple(_filled(each, cohesion) for each in given)
    if isinstance(given, Unit):
        usual = STRENGTH_OF_GUNS if isinstance(given, Artillery) else STRENGTH
        weak = max(0, given.cohesion - 1) if cohesion else None
        return replace(given, strength=given.strength or usual, cohesion_disordered=weak)
    if isinstance(given, Attack | Stack | Target | CounterShock):
        parts = {each.name: getattr(given, each.name) for each in fields(given)}
        return replace(given, **{name: _filled(each, cohesion) for name, each in parts.items()})
    return given


def _read(row: Row, cohesion: bool = True) -> situations.Cavalry:
    """The attacks and decisions of a row: one attack, or several."""
    attacks = row.get("attacks", [{k: row[k] for k in row if k not in ABOUT}])
    told = {"game": "cavalry", "attacks": attacks, "decisions": row.get("decisions", {})}
    found = situations.from_dict(told, name=row.get("name", ROWS))
    assert isinstance(found, situations.Cavalry)
    return replace(found, attacks=_filled(found.attacks, cohesion))


def _attack(*stacks: Any, of: Any) -> Attack:
    """One attack in words, on a hex or on several."""
    return _read({"stacks": list(stacks), "targets": of}).attacks[0]


def _chance(attacks: Iterable[Attack], wanted: str, rulings: charge.Rulings, plan: Plan) -> Value:
    """The chance that attacks end as ``wanted``; decisions not given are those of ``PLAIN``."""
    odds = charge.odds(charge.Situation(tuple(attacks)), {**PLAIN, **plan}, rulings)
    silent = sum(odds.unspecified.values(), Fraction(0))
    if silent:
        return NoAnswer(f"no answer {_percent(silent)} of the time")
    what = next(each for each in sorted(WANTED, key=len, reverse=True) if wanted.startswith(each))
    names = wanted.removeprefix(what).split()
    return odds.outcomes.probability(
        lambda outcome: all(WANTED[what](outcome, name) for name in names)
    )


def _percent(share: Fraction) -> str:
    tenths = int(1000 * share + Fraction(1, 2))
    return f"{tenths // 10}.{tenths % 10} %"


def _situation(row: Row, wanted: str, cohesion: bool) -> Situation:
    setup = _read(row, cohesion)
    return Situation(
        row["name"],
        lambda rulings: _chance(setup.attacks, wanted, rulings, setup.decisions),
    )


def _panels() -> Iterator[Panel]:
    """Those of the rows."""
    text = files(__package__).joinpath(ROWS).read_text("utf-8")
    listed = read_toml(ROWS, text)["panels"]
    by_ruling = {each["rulings"][0]: each for each in listed}
    for each in listed:
        rows = by_ruling[each.get("same_as", each["rulings"][0])]
        usual = {"decisions": rows.get("decisions", {})}
        found = (
            _situation({**usual, **row}, row.get("wanted", rows["wanted"]), rows is each)
            for row in rows["situations"]
        )
        yield Panel(tuple(each["rulings"]), each["headline"], tuple(found), NOTE)


# -- where a reading decides what is asked ---------------------------------------------------

ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def _from_side(target: str, direction: int) -> Situation:
    home, facing = Hex(0, 0), 0

    def leaves(rulings: charge.Rulings) -> Value:
        through = side_towards(home, facing, home.neighbours[direction], rulings)
        attack = _attack({"units": ["A: heavy 5"], "through": through}, of=[f"Y: {target}"])
        return _chance([attack], "left Y", rulings, {})

    name = f"{target}, charged from the {ORDINALS[direction]} hex clockwise from where it faces"
    return Situation(name, leaves)


CLEAR, MARSH = Terrain("clear", 1), Terrain("marsh", 3)

HOME, AHEAD, TWO_AWAY, THREE_AWAY = Hex(0, 0), Hex(1, 0), Hex(2, 0), Hex(3, 0)

LANCERS = Placed(Cavalry("Lancers", 5), Hex(2, -1), "Russian", 2)
"""Cavalry with the hex ahead in its front, which no charge may pass."""


def _ways(name: str, target: Hex, marsh: bool = False, *others: Placed) -> Situation:
    units = (
        Placed(Cavalry("A", 5, heavy=True), HOME, "French"),
        Placed(Infantry("Y", 6), target, "Russian"),
        *others,
    )
    changes = {AHEAD: MARSH} if marsh else {}
    board = Board.filled(CLEAR, radius=4, changes=changes, units=units)

    def ways(rulings: charge.Rulings) -> str:
        found = {each.hexes for each in charge.paths("A", target, board, rulings)}
        return f"{len(found) or 'no'} way{'s' * (len(found) != 1)} to charge"

    return Situation(name, ways)


def _where_recalled(cause: str, decided: Plan) -> Situation:
    attack = _attack("A: heavy 5", of=["Y: infantry 6 + G: artillery 5, fire 8"])
    plan = {**PLAIN, **decided, "recall": True}
    words = {
        Place.RECALLED: "in the hex it has reached",
        Place.BACK_AT_START: "in its starting hex",
    }

    def stands(rulings: charge.Rulings) -> str:
        odds = charge.odds(charge.Situation((attack,)), plan, rulings)
        places = [fate.place for fate in odds.fate("A") if fate.place in words]
        return " or ".join(dict.fromkeys(words[place] for place in places)) or "never recalled"

    return Situation(f"heavy 5, recalled after {cause}", stands)


def _struck_back(first: str) -> Situation:
    """Y moves, aside or where B was, and shocks back at both; or at A alone, if it may choose."""
    both = {"staying": ["A", "B"], "retreated": ["A", "B"], "moves": True}
    aside, into = {**both, "name": "aside"}, {**both, "vacated_by": ["B"], "name": "in"}
    target = {"units": ["Y: infantry 7"], "counter_shocks": [aside, into]}
    attack = _attack(f"A: {first}, shocks", "B: infantry 4, shocks", of=[target])

    def value(rulings: charge.Rulings) -> Value:
        if rulings.countershock_strikes == "chosen":
            for way in ("aside", "in"):
                with suppress(InvalidValue):  # by some other readings it is not open, or A is gone
                    plan = {"counter-shock": f"{way}, only A"}
                    return _chance([attack], "broken A", rulings, plan)
        return _chance([attack], "broken A", rulings, {"counter-shock": "first"})

    return Situation(f"{first} and infantry 4 shock infantry 7, which shocks back", value)


def _two_emptied(name: str, *stacks: str) -> Situation:
    hexes = ["Y: infantry 4, strength 3", "Z: infantry 4, strength 3"]
    attack = _attack(*stacks, of=hexes)
    # Chargers who must advance have nothing to decline.
    decided: Plan = {} if attack.stacks[0].charges else {"advance Z": "no"}
    return Situation(
        f"{name}, half as strong, in two hexes",
        lambda rulings: _chance(
            [attack],
            "advanced A B",
            rulings,
            decided if rulings.hexes_emptied_together == "best_must" else {},
        ),
    )


def _in_code(rule_id: str, headline: str, *listed: Situation) -> Panel:
    return Panel((rule_id,), headline, listed, NOTE)


PANELS = (
    *_panels(),
    _in_code(
        "R-N5",
        "the target is driven out",
        *(_from_side(target, at) for target in ("infantry 6", "heavy 6") for at in range(6)),
    ),
    _in_code(
        "R-N8",
        "where the cavalry stands",
        _where_recalled("square", {"square": True}),
        _where_recalled("fire", {"fire": "first"}),
    ),
    _in_code(
        "R-N18",
        "how many ways lead to the target",
        _ways("target two hexes away, open ground", TWO_AWAY),
        _ways("target two hexes away, marsh on the straight way", TWO_AWAY, True),
        _ways("target two hexes away, lancers watch the straight way", TWO_AWAY, False, LANCERS),
        _ways("target three hexes away, open ground", THREE_AWAY),
    ),
    _in_code(
        "R-N27",
        "the first attacker is driven back",
        _struck_back("infantry 5"),
        _struck_back("infantry 6"),
    ),
    _in_code(
        "R-N31",
        "both stacks advance",
        _two_emptied("two heavy 5 charge infantry 4", "A: heavy 5", "B: heavy 5"),
        _two_emptied(
            "infantry 6 and infantry 5 shock infantry 4",
            "A: infantry 6, shocks",
            "B: infantry 5, shocks",
        ),
    ),
)
