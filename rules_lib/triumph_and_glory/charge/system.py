"""The cavalry charge as a system, and what is told of it."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal

from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.probability import Distribution, Rng, WorkLimitExceeded
from rules_lib.system import situation, system
from rules_lib.system.inputs import said
from rules_lib.system.kinds import TABLE, InWords
from rules_lib.system.report import (
    Offer,
    Report,
    Verdict,
    chances,
    distribution,
    foremost,
    number,
    steps,
)
from rules_lib.text.chances import percent
from rules_lib.text.parser import numbers
from rules_lib.values.frozen import FrozenMap
from rules_lib.values.type_checks import checked

from ..units import Artillery, Infantry, Unit
from ..units import Cavalry as Rider
from .adjudicate import Charge, adjudicate, play
from .advice import Advice, Best, decide
from .attack import Attack, Stack, Target
from .moves import KINDS, choice_of
from .odds import Goal, Odds, balance, drive_out, odds, ranged, rout
from .rulings import Rulings
from .situation import CHARGER_HELP, TARGET_HELP, Situation, read_stack, read_target, read_unit
from .state import Fate

GOALS = {
    "drive-out": "All targets leave their hexes",
    "rout": "All targets leave the map",
    "balance": "The targets that leave the map, less the chargers that do",
}
"""What can be fought for. The defender wants the opposite."""

MOST_STATES = 10_000
"""Cases that are compared for one answer: some seconds of work."""

MOST_ADVICE = 12
"""Points of decision that are told one by one."""

OPEN = "nobody can say which is best"
"""Of what rests on something unspecified."""


def sides(attacks: Iterable[Attack]) -> tuple[list[str], list[str]]:
    """The names of the attacking units, and of those attacked."""
    declared = tuple(attacks)
    return (
        [unit.name for each in declared for stack in each.stacks for unit in stack.units],
        [unit.name for each in declared for hexed in each.targets for unit in hexed.units],
    )


def goal_of(name: str, attacks: Iterable[Attack]) -> Goal:
    """A goal by its name: all units of both sides are meant."""
    if name not in GOALS:
        raise InvalidValue("goal", name, f"{', '.join(GOALS)}, or a function of an Outcome")
    chargers, targets = sides(attacks)
    if name == "balance":
        return balance(dict.fromkeys(chargers, 1), dict.fromkeys(targets, 1))
    return (rout if name == "rout" else drive_out)(*targets)


def counted(asked: "Asked", _: tuple[str, ...]) -> Report:
    """The odds under best decisions."""
    scene, name = asked.charge, asked.goal
    (attack,) = scene.attacks
    names = sides(scene.attacks)
    try:
        best = scene.best(name, limit=MOST_STATES)
    except WorkLimitExceeded:
        given = f"{len(attack.stacks)} hexes of chargers, {len(attack.targets)} of targets"
        allowed = f"what comes to at most {MOST_STATES} cases: fewer hexes, or more of --decide"
        raise InvalidValue("--charger", given, allowed) from None
    odds = None  # if what is best is unspecified
    with suppress(UnspecifiedBySource):
        odds = best.odds
    data: dict[str, Any] = {"chargers": names[0], "targets": names[1]}
    lines = (_title(names), "", *_best(best, odds, name, data))
    shown = {}
    if name != "balance" and not best.rests_on:
        shown[f"{GOALS[name]} ({name})"] = best.value
    if odds:
        for unit in (*names[0], *names[1]):
            shown |= _ranked(unit, odds.fate(unit))
    first = scene.adjudicate(())
    text = foremost(shown, ", if both sides decide best from here on") if shown else OPEN
    notes = (*_rests_on(best), *_advice(best, name != "balance"), *map(str, best.never_due))
    verdict = Verdict(text, None, shown, due_of(first), notes, _offer(first))
    return Report(lines, data, verdict)


def recorded(asked: "Asked", dice: Any, _: tuple[str, ...]) -> Report:
    """What came of recorded dice and decisions, as far as they go."""
    scene = asked.charge
    record = scene.adjudicate(dice)
    names = sides(scene.attacks)
    missing = record.missing
    data = {
        "chargers": names[0],
        "targets": names[1],
        "complete": record.complete,
        "fates": {name: _plain(fate) for name, fate in record.fates.items()},
        "missing": missing and missing.key,
        "steps": steps(record.steps),
    }
    told = [f"{name}: {fate}" for name, fate in record.fates.items()]
    lines = [_title(names), "", str(record), "", *told]
    if missing is not None:
        decided = f"--decide '{missing.key}=…' ({choice_of(missing.options)})"
        due = decided if missing.what == "decision" else f"a die for {missing.key}"
        left = ", ".join(missing.not_due)
        lines += ["", f"Next: {due}", *([f"Not due so far: {left}"] if left else [])]
    text = f"{'' if record.complete else 'So far, '}{'; '.join(told)}."
    verdict = Verdict(text, record, due=due_of(record), offer=_offer(record))
    return Report(tuple(lines), data, verdict)


def _ranked(unit: str, fates: Distribution[Fate]) -> dict[str, Fraction]:
    """What may become of a unit, the likeliest first."""
    ranked = sorted(fates.items(), key=lambda each: -each[1])
    return {f"{unit} {fate}": chance for fate, chance in ranked}


def _plain(fate: Fate) -> dict[str, str]:
    return {"place": str(fate.place), "order": str(fate.order)}


def _title(names: tuple[list[str], list[str]]) -> str:
    return f"{', '.join(names[0])} against {', '.join(names[1])}"


def _offer(record: Charge) -> Offer | None:
    if record.missing is None:
        return None
    option = "dice" if record.missing.what == "die" else "decide"
    return Offer(option, record.missing.key, record.missing.options)


def due_of(record: Charge) -> str:
    """What is missing, in words; nothing if it is over."""
    if record.missing is None:
        return ""
    if record.missing.what == "die":
        return f"{record.missing.text} (one die, 0 to 9)"
    return str(record.missing)


def _rests_on(best: Best) -> list[str]:
    """What is open, and makes a difference."""
    if not best.rests_on:
        return []
    return ["That depends on what nobody can say:", *(f"  {gap}" for gap in best.rests_on)]


def _best(best: Best, odds: Odds | None, name: str, data: dict[str, Any]) -> list[str]:
    units = (*data["chargers"], *data["targets"])
    fates = {unit: odds.fate(unit) for unit in units} if odds else {}
    least, most = map(number, best.bounds)
    data["goal"], data["value"] = name, None if best.rests_on else least
    data["bounds"] = {"least": least, "most": most}
    data["fates"] = {unit: distribution(found, _plain) for unit, found in fates.items()}
    data["advice"] = [
        {
            "decision": each.decision,
            "player": each.player,
            "best": each.best or None,
            "worth": {
                option: number(low) if low == high else {"least": number(low), "most": number(high)}
                for option, (low, high) in each.bounds.items()
            },
        }
        for each in best.advice
    ]
    unspecified = odds.unspecified if odds else {}
    data["unspecified"] = {gap: number(p) for gap, p in unspecified.items()}
    data["rests_on"] = list(best.rests_on)
    data["never_due"] = steps(best.never_due)
    goal = f"{GOALS[name]} ({name})"
    as_chance = name != "balance"
    if best.rests_on:
        low, high = (percent(p) if as_chance else f"{float(p):.2f}" for p in best.bounds)
        lines = [f"{goal}: {low} to {high}", *_rests_on(best)]
    else:
        lines = chances({goal: best.value}) if as_chance else [f"{goal}: {best.value} on average"]
    for unit, found in fates.items():
        lines += ["", *chances(_ranked(unit, found))]
    lines += ["", *_advice(best, as_chance)]
    if unspecified:
        lines += ["", "Nobody can say what follows then:"]
    lines += [f"  {gap}: {percent(p)}" for gap, p in unspecified.items()]
    never = map(str, best.never_due)
    return lines + (["", "Decisions that never come up:", *never] if best.never_due else [])


def _advice(best: Best, as_chance: bool) -> list[str]:
    grouped: defaultdict[str, list[Advice]] = defaultdict(list)
    for each in best.advice:
        if each.rests_on or each.gain:
            grouped[each.decision].append(each)
    if not grouped:
        left = "What is left to decide changes nothing."
        return [left if best.advice else "Nothing is left to decide."]
    lines = ["Best decisions:"]
    for decision, points in grouped.items():
        who, answers = points[0].player, {each.best for each in points}
        if len(answers) == 1 and not any(each.rests_on for each in points):
            gain = max(each.gain for each in points)
            worth = f"{float(100 * gain):.1f} points" if as_chance else f"{float(gain):.2f}"
            lines.append(f"  {decision} ({who}): {points[0].best}; worth up to {worth}")
            continue
        lines.append(f"  {decision} ({who}): it depends")
        lines += [
            f"    {each.best or OPEN}, when {_when(each, as_chance)}"
            for each in points[:MOST_ADVICE]
        ]
        more = points[MOST_ADVICE:]
        lines += [f"    … and {len(more)} more; see --json"] if more else []
    return lines


def _when(point: Advice, as_chance: bool) -> str:
    def said(worth: Fraction) -> str:
        return percent(worth) if as_chance else f"{float(worth):.3f}"

    worth = ", ".join(f"{option} {ranged(bounds, said)}" for option, bounds in point.bounds.items())
    fates = "; ".join(f"{name} {fate}" for name, fate in point.fates.items())
    return f"{fates} ({worth})"


def faces(option: str, text: str) -> list[int] | dict[str, int]:
    """Faces in their order, or by what was rolled: ``commitment A=3, square X=5``."""
    if "=" not in text:
        return numbers(option, text, "3,5,7")
    found = pairs(option, text.split(","))
    return {name: numbers(option, face, "3")[0] for name, face in found.items()}


def pairs(option: str, texts: Iterable[str]) -> Mapping[str, str]:
    """Names and answers: ``square=yes``."""
    found: dict[str, str] = {}
    for text in texts:
        name, equals, answer = (each.strip() for each in text.partition("="))
        if not (name and equals and answer):
            raise InvalidValue(option, text, "a name and an answer, such as square=yes")
        if name in found:
            raise InvalidValue(option, text, f"{name} once only")
        found[name] = answer
    return found


# ------------------------------------------------------------ the system


@checked
@dataclass(frozen=True, slots=True)
class CavalryCharge(situation.Situation):
    """Cavalry charges of Triumph & Glory.

    Attributes:
        attacks: who charges whom.
        decisions: what both sides decide, by kind or by name.
        rulings: how the open rules are read.

    Raises:
        InvalidValue: attacks that are no :class:`Situation` of the charge.
    """

    attacks: tuple[Attack, ...]
    decisions: Mapping[str, str | bool] = field(default_factory=FrozenMap)

    def __post_init__(self) -> None:
        situation.Situation.__post_init__(self)
        Situation(self.attacks)

    @property
    def situation(self) -> Situation:
        """The attacks, as the functions of the charge take them."""
        return Situation(self.attacks)

    def odds(self) -> Odds:
        """Their exact odds under these decisions."""
        return odds(self.situation, self.decisions, self.house.of(Rulings))

    def adjudicate(self, dice: Sequence[int] | Mapping[str, int] = ()) -> Charge:
        """The nine steps from given dice, as far as these go."""
        return adjudicate(self.situation, dice, self.decisions, self.house.of(Rulings))

    def play(self, rng: Rng | int) -> Charge:
        """Roll the nine steps; ``rng`` is a seed or a source of chance."""
        source = situation.source_of_chance(rng)
        return play(self.situation, self.decisions, source, self.house.of(Rulings))

    def best(self, goal: str | Goal = "drive-out", *, limit: int | None = None) -> Best:
        """The best of all decisions that are left, and their odds.

        Args:
            goal: ``"drive-out"``, ``"rout"``, ``"balance"``, or a function of an outcome.
            limit: states allowed, if not the usual number.
        """
        sought = goal_of(goal, self.attacks) if isinstance(goal, str) else goal
        return decide(self.situation, sought, self.decisions, self.house.of(Rulings), limit=limit)

    def due(self, dice: Sequence[int] | Mapping[str, int] = ()) -> str:
        """What is to be rolled or decided after these dice; ``""`` if it is over."""
        return due_of(self.adjudicate(dice))


@dataclass(frozen=True, slots=True)
class Asked(situation.Situation):
    """What the command asks: of one attack, a text for each hex."""

    charger: tuple[str, ...] = said(
        f"{CHARGER_HELP}. Repeat it for each hex; a name may go before a unit: 'A: …'",
        metavar="UNIT",
    )
    target: tuple[str, ...] = said(f"{TARGET_HELP}. Repeat it for each hex", metavar="UNIT")
    other_drm: int = said(
        "a further modifier of the fight, such as 2 or -1", 0, option="drm", metavar="N"
    )
    ratio_drm: int | None = said(
        "the modifier for the ratio of strengths if all chargers come to fight, such as 1; then no"
        " strength is needed",
        None,
        option="ratio",
        metavar="N",
    )
    decide: tuple[str, ...] = said(
        "what is decided, by kind or by name: square=yes, 'square X=no'. Kinds:"
        f" {', '.join(KINDS)}",
        (),
        metavar="WHAT=ANSWER",
    )
    goal: Literal["drive-out", "rout", "balance"] = said(
        "what all other decisions are best for, the attacker's for it and the defender's against"
        " it; drive-out if left out. "
        + "; ".join(f"{name}: {told.lower()}" for name, told in GOALS.items()),
        "drive-out",
        metavar="GOAL",
        alone="not together with recorded dice",
    )

    @property
    def charge(self) -> CavalryCharge:
        """What is asked about."""
        scene = Situation.parse(
            self.charger,
            self.target,
            other_drm=self.other_drm,
            ratio_drm=self.ratio_drm,
            fields=("--charger", "--target"),
        )
        decided = pairs("--decide", self.decide)
        return CavalryCharge(scene.attacks, decided, rulings=self.house)


@dataclass(frozen=True, slots=True)
class Rolled:
    """Recorded dice of a charge."""

    dice: Sequence[int] | Mapping[str, int] = said(
        "recorded dice, 0 to 9, instead of odds: 3,5,7 in the order in which they are asked for, or"
        " by name: 'commitment A=3, square X=5'. It stops at what is missing and names it",
        (),
        metavar="FACES",
        read=faces,
    )


def _chances(found: Odds) -> Mapping[str, Mapping[str, Fraction]]:
    names = (name for name, _ in next(iter(found.outcomes)).fates)
    return {name: {str(fate): p for fate, p in found.fate(name).items()} for name in names}


ARMS = FrozenMap({"cavalry": Rider, "infantry": Infantry, "artillery": Artillery})
"""What a table calls the units."""


SYSTEM = system.System(
    name="cavalry",
    inputs=CavalryCharge,
    rulings=(Rulings,),
    example="""\
[decisions]
square = "yes"
recall = "no"

[[attacks]]
stacks = ["A: heavy 5, strength 6, disordered cohesion 4"]
targets = ["X: infantry 5, strength 5, disordered cohesion 4"]""",
    chances=_chances,
    ended=lambda charge: "; ".join(f"{name} {fate}" for name, fate in charge.fates.items()),
    notes=lambda _, found: map(str, found.never_due),
    words={
        # Words are read, and tables written.
        Unit: InWords("A: heavy 5, strength 6", read_unit, TABLE.write, "arm", ARMS),
        Artillery: InWords("G: artillery 4, fire 6", read_unit, TABLE.write),
        Stack: InWords("A: heavy 5, strength 6, through flank", read_stack, TABLE.write),
        Target: InWords(
            "X: infantry 5, strength 5 + G: artillery 4, fire 6", read_target, TABLE.write
        ),
    },
    asked=Asked,
    dice=Rolled,
    counted=counted,
    recorded=recorded,
    home=__name__,
)
