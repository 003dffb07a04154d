"""``cavalry``: a cavalry charge of Triumph & Glory."""

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command, Offer, Verdict
from rules_lib.commands.output import chances, distribution, foremost, number, steps
from rules_lib.commands.parsing import numbers
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue, UnspecifiedBySource
from rules_lib.probability import WorkLimitExceeded
from rules_lib.wording import percent

if TYPE_CHECKING:
    from rules_lib.triumph_and_glory import charge

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


def arguments(parser: ArgumentParser) -> None:
    """Who charges whom, what is decided; recorded dice if there are some."""
    from rules_lib.triumph_and_glory.charge.plans import KINDS
    from rules_lib.triumph_and_glory.charge.words import CHARGER_HELP, TARGET_HELP

    goals = "; ".join(f"{name}: {told.lower()}" for name, told in GOALS.items())
    unit: dict[str, Any] = {"action": "append", "required": True, "metavar": "UNIT"}
    parser.add_argument(
        "--charger",
        help=f"{CHARGER_HELP}. Repeat it for each hex; a name may go before a unit: 'A: …'",
        **unit,
    )
    parser.add_argument("--target", help=f"{TARGET_HELP}. Repeat it for each hex", **unit)
    parser.add_argument(
        "--drm",
        type=int,
        default=0,
        metavar="N",
        help="a further modifier of the fight, such as 2 or -1",
    )
    parser.add_argument(
        "--ratio",
        type=int,
        metavar="N",
        help="the modifier for the ratio of strengths if all chargers come to fight, such as 1;"
        " then no strength is needed",
    )
    parser.add_argument(
        "--decide",
        action="append",
        default=[],
        metavar="WHAT=ANSWER",
        help="what is decided, by kind or by name: square=yes, 'square X=no'. Kinds:"
        f" {', '.join(KINDS)}",
    )
    parser.add_argument(
        "--goal",
        choices=tuple(GOALS),
        metavar="GOAL",
        help="what all other decisions are best for, the attacker's for it and the defender's"
        f" against it; drive-out if left out. {goals}",
    )
    parser.add_argument(
        "--dice",
        metavar="FACES",
        help="recorded dice, 0 to 9, instead of odds: 3,5,7 in the order in which they are asked"
        " for, or by name: 'commitment A=3, square X=5'. It stops at what is missing and names it",
    )


def run(options: Namespace) -> Answer:
    """The odds under best decisions, or the transcript where there are dice."""
    from rules_lib.triumph_and_glory import charge

    chosen = read_by(options, charge.Rulings)
    scene = charge.Situation.parse(
        options.charger,
        options.target,
        other_drm=options.drm,
        ratio_drm=options.ratio,
        fields=("--charger", "--target"),
    )
    decisions = _pairs("--decide", options.decide)
    (attack,) = scene.attacks
    names = [
        [unit.name for each in hexes for unit in each.units]
        for hexes in (attack.stacks, attack.targets)
    ]
    title = f"{', '.join(names[0])} against {', '.join(names[1])}"
    data = {"chargers": names[0], "targets": names[1]}
    rulings = chosen.of(charge.Rulings)
    if options.dice is not None:
        if options.goal is not None:
            raise InvalidValue("--goal", options.goal, "not together with recorded dice")
        record = charge.adjudicate(scene, _dice(options.dice), decisions, rulings)
        lines = (title, "", *_recorded(record, data))
        return Answer(lines, data, chosen, _verdict(record))
    name = options.goal or "drive-out"
    try:
        best = charge.decide(scene, _goal(name, *names), decisions, rulings, limit=MOST_STATES)
    except WorkLimitExceeded:
        given = f"{len(attack.stacks)} hexes of chargers, {len(attack.targets)} of targets"
        allowed = f"what comes to at most {MOST_STATES} cases: fewer hexes, or more of --decide"
        raise InvalidValue("--charger", given, allowed) from None
    odds = _odds(best)
    lines = (title, "", *_best(best, odds, name, data))
    shown = {}
    if name != "balance" and not best.rests_on:
        shown[f"{GOALS[name]} ({name})"] = best.value
    if odds:
        for unit in (*names[0], *names[1]):
            ranked = sorted(odds.fate(unit).items(), key=lambda each: -each[1])
            shown |= {f"{unit} {fate}": p for fate, p in ranked}
    first = charge.adjudicate(scene, (), decisions, rulings)
    verdict = Verdict(
        foremost(shown, ", if both sides decide best from here on") if shown else OPEN,
        chances=shown,
        due=_due(first),
        notes=(*_rests_on(best), *_advice(best, name != "balance"), *map(str, best.never_due)),
        offer=_offer(first),
    )
    return Answer(lines, data, chosen, verdict)


def _goal(name: str, chargers: Sequence[str], targets: Sequence[str]) -> "charge.Goal":
    from rules_lib.triumph_and_glory import charge

    if name == "balance":
        return charge.balance(dict.fromkeys(chargers, 1), dict.fromkeys(targets, 1))
    return (charge.rout if name == "rout" else charge.drive_out)(*targets)


def _recorded(record: "charge.Charge", data: dict[str, Any]) -> list[str]:
    from rules_lib.triumph_and_glory.charge.moves import choice_of

    data["complete"] = record.complete
    data["fates"] = {
        name: {"place": str(fate.place), "order": str(fate.order)}
        for name, fate in record.fates.items()
    }
    data["missing"] = record.missing and record.missing.key
    data["steps"] = steps(record.steps)
    lines = [str(record), "", *(f"{name}: {fate}" for name, fate in record.fates.items())]
    if record.missing is None:
        return lines
    key, options = record.missing.key, choice_of(record.missing.options)
    due = (
        f"--decide '{key}=…' ({options})"
        if record.missing.what == "decision"
        else f"a die for {key}"
    )
    left = ", ".join(record.missing.not_due)
    return [*lines, "", f"Next: {due}", *([f"Not due so far: {left}"] if left else [])]


def _verdict(record: "charge.Charge") -> Verdict:
    fates = "; ".join(f"{name}: {fate}" for name, fate in record.fates.items())
    text = f"{'' if record.complete else 'So far, '}{fates}."
    return Verdict(text, record, due=_due(record), offer=_offer(record))


def _offer(record: "charge.Charge") -> Offer | None:
    if record.missing is None:
        return None
    option = "dice" if record.missing.what == "die" else "decide"
    return Offer(option, record.missing.key, record.missing.options)


def _due(record: "charge.Charge") -> str:
    """What is missing, in words; nothing if it is over."""
    if record.missing is None:
        return ""
    if record.missing.what == "die":
        return f"{record.missing.text} (one die, 0 to 9)"
    return str(record.missing)


def _odds(best: "charge.Best") -> "charge.Odds | None":
    """The odds under the advice; ``None`` if what is best is unspecified."""
    try:
        return best.odds
    except UnspecifiedBySource:
        return None


def _rests_on(best: "charge.Best") -> list[str]:
    """What is open, and makes a difference."""
    if not best.rests_on:
        return []
    return ["That depends on what nobody can say:", *(f"  {gap}" for gap in best.rests_on)]


def _best(
    best: "charge.Best", odds: "charge.Odds | None", name: str, data: dict[str, Any]
) -> list[str]:
    units = (*data["chargers"], *data["targets"])
    fates = {unit: odds.fate(unit) for unit in units} if odds else {}
    least, most = map(number, best.bounds)
    data["goal"], data["value"] = name, None if best.rests_on else least
    data["bounds"] = {"least": least, "most": most}
    data["fates"] = {
        unit: distribution(found, lambda fate: {"place": str(fate.place), "order": str(fate.order)})
        for unit, found in fates.items()
    }
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
        ranked = sorted(found.items(), key=lambda each: -each[1])
        lines += ["", *chances({f"{unit} {fate}": p for fate, p in ranked})]
    lines += ["", *_advice(best, as_chance)]
    if unspecified:
        lines += ["", "Nobody can say what follows then:"]
    lines += [f"  {gap}: {percent(p)}" for gap, p in unspecified.items()]
    never = map(str, best.never_due)
    return lines + (["", "Decisions that never come up:", *never] if best.never_due else [])


def _advice(best: "charge.Best", as_chance: bool) -> list[str]:
    grouped: defaultdict[str, list[charge.Advice]] = defaultdict(list)
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
        more = len(points) - MOST_ADVICE
        lines += [f"    … and {more} more; see --json"] if more > 0 else []
    return lines


def _when(point: "charge.Advice", as_chance: bool) -> str:
    def said(worth: Fraction) -> str:
        return percent(worth) if as_chance else f"{float(worth):.3f}"

    worth = ", ".join(
        f"{option} {' to '.join(map(said, dict.fromkeys(bounds)))}"
        for option, bounds in point.bounds.items()
    )
    fates = "; ".join(f"{name} {fate}" for name, fate in point.fates.items())
    return f"{fates} ({worth})"


def _dice(text: str) -> "list[int] | dict[str, int]":
    if "=" not in text:
        return numbers("--dice", text, "3,5,7")
    pairs = _pairs("--dice", text.split(","))
    return {name: numbers("--dice", face, "3")[0] for name, face in pairs.items()}


def _pairs(option: str, texts: Iterable[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for text in texts:
        name, equals, answer = (each.strip() for each in text.partition("="))
        if not (name and equals and answer):
            raise InvalidValue(option, text, "a name and an answer, such as square=yes")
        if name in found:
            raise InvalidValue(option, text, f"{name} once only")
        found[name] = answer
    return found


COMMAND = Command(
    name="cavalry",
    answers="How does a cavalry charge of Triumph & Glory (Borodino) go, who should decide what,"
    " and what becomes of every unit? Or, with dice: what came of them, step by step?",
    notes="The chargers’ units are called A, B, C, …, the targets’ X, Y, Z, W, V, …. Each text is a"
    " hex; for several attacks, guns beside the target and maps use the library"
    " (rules_lib.triumph_and_glory.charge)."
    " The tables come from a secondary source, as the rulebook says.",
    examples={
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
        ' --target "infantry 5, strength 5, disordered cohesion 4"': (
            "odds if both sides decide best"
        ),
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
        ' --charger "light 4, strength 5, disordered cohesion 3"'
        ' --target "infantry 5, strength 5, disordered cohesion 4"'
        " --decide square=no --goal rout": (
            "two stacks against infantry that stands; what is best to rout it"
        ),
        'cavalry --charger "heavy 5, strength 6"'
        ' --target "infantry 5, strength 5, disordered cohesion 4"'
        " --decide square=yes --decide recall=no --dice 3,7,8": (
            "your dice, refereed: commitment, square, combat"
        ),
        'cavalry --charger "heavy 5, strength 6, disordered cohesion 4"'
        ' --charger "infantry 5, strength 4, shocks, disordered cohesion 4"'
        ' --target "infantry 5, strength 5, disordered cohesion 4 +'
        ' G: artillery 4, fire 6, disordered cohesion 3" --ruling R-N21=together': (
            "a charge and a shock at infantry with a gun, as one fight"
        ),
    },
    keys={
        "chargers": "names of the attacking units",
        "targets": "names of the units attacked",
        "goal": "what is fought for",
        "value": "what it comes to on average, if all decide best; null: it rests on what is open",
        "bounds": "the least and the most that it may come to",
        "rests_on": "what is open, and these bounds rest on",
        "fates": "distribution of what becomes of each unit; with --dice: what became of it",
        "advice": "each decision at each point where it can come up: the worth of every answer",
        "never_due": "decisions that were given and cannot come up, each with what it takes",
        "unspecified": "what the source leaves open, with its chance",
        "complete": "with --dice: nothing more is to be rolled or decided",
        "missing": "with --dice: the die or decision that is due; null: none",
        "steps": "with --dice: the transcript, each step with its clauses",
    },
    arguments=arguments,
    run=run,
    fields={
        "name": "charger target",
        "other_drm": "drm",
        "ratio_drm": "ratio",
        "decisions": "decide",
    },
)
