"""``cavalry``: a cavalry charge of Triumph & Glory."""

from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from rules_lib.commands.command import Answer, Command, Offer, Verdict, whole
from rules_lib.commands.output import chances, distribution, foremost, number, steps
from rules_lib.commands.parsing import numbers
from rules_lib.commands.readings import read_by
from rules_lib.errors import InvalidValue, require_word
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
        type=whole,
        default=0,
        metavar="N",
        help="a further modifier of the fight, such as 2 or -1",
    )
    parser.add_argument(
        "--ratio",
        type=whole,
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
            raise InvalidValue("--goal", options.goal, "nothing beside recorded dice")
        record = charge.adjudicate(scene, _dice(options.dice), decisions, rulings)
        lines = (title, "", *_recorded(record, data))
        return Answer(lines, data, chosen, _verdict(record))
    name = require_word("--goal", options.goal or "drive-out", GOALS)
    try:
        best = charge.decide(scene, _goal(name, *names), decisions, rulings, limit=MOST_STATES)
    except WorkLimitExceeded:
        given = f"{len(attack.stacks)} hexes of chargers, {len(attack.targets)} of targets"
        allowed = f"what comes to at most {MOST_STATES} cases: fewer hexes, or more of --decide"
        raise InvalidValue("--charger", given, allowed) from None
    lines = (title, "", *_best(best, name, data))
    shown = {f"{GOALS[name]} ({name})": best.value} if name != "balance" else {}
    for unit in (*names[0], *names[1]):
        ranked = sorted(best.odds.fate(unit).items(), key=lambda each: -each[1])
        shown |= {f"{unit} {fate}": p for fate, p in ranked}
    first = charge.adjudicate(scene, (), decisions, rulings)
    verdict = Verdict(
        foremost(shown, ", if both sides decide best from here on"),
        chances=shown,
        due=_due(first),
        notes=tuple(_advice(best, name != "balance")),
        offer=_offer(first),
    )
    return Answer(lines, data, chosen, verdict)


def _goal(name: str, chargers: Sequence[str], targets: Sequence[str]) -> "charge.Goal":
    from rules_lib.triumph_and_glory import charge

    if name == "balance":
        return charge.balance(dict.fromkeys(chargers, 1), dict.fromkeys(targets, 1))
    return (charge.rout if name == "rout" else charge.drive_out)(*targets)


def _recorded(record: "charge.Charge", data: dict[str, Any]) -> list[str]:
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
    key, options = record.missing.key, ", ".join(record.missing.options)
    due = (
        f"--decide '{key}=…' ({options})"
        if record.missing.what == "decision"
        else f"a die for {key}"
    )
    return [*lines, "", f"Next: {due}"]


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
    return f"{record.missing.text}: {' or '.join(record.missing.options)}?"


def _best(best: "charge.Best", name: str, data: dict[str, Any]) -> list[str]:
    targets, odds = data["targets"], best.odds
    fates = {unit: odds.fate(unit) for unit in (*data["chargers"], *targets)}
    data["goal"], data["value"] = name, number(best.value)
    data["fates"] = {
        unit: distribution(found, lambda fate: {"place": str(fate.place), "order": str(fate.order)})
        for unit, found in fates.items()
    }
    data["advice"] = [
        {
            "decision": each.decision,
            "player": each.player,
            "best": each.best,
            "worth": {option: number(worth) for option, worth in each.worth.items()},
        }
        for each in best.advice
    ]
    data["unspecified"] = {gap: number(p) for gap, p in odds.unspecified.items()}
    goal = f"{GOALS[name]} ({name})"
    as_chance = name != "balance"
    lines = chances({goal: best.value}) if as_chance else [f"{goal}: {best.value} on average"]
    for unit, found in fates.items():
        ranked = sorted(found.items(), key=lambda each: -each[1])
        lines += ["", *chances({f"{unit} {fate}": p for fate, p in ranked})]
    lines += ["", *_advice(best, as_chance)]
    if odds.unspecified:
        lines += ["", "Nobody can say what follows then; it counts as a goal not reached:"]
    return lines + [f"  {gap}: {percent(p)}" for gap, p in odds.unspecified.items()]


def _advice(best: "charge.Best", as_chance: bool) -> list[str]:
    grouped: defaultdict[str, list[charge.Advice]] = defaultdict(list)
    for each in best.advice:
        if each.gain:
            grouped[each.decision].append(each)
    if not grouped:
        left = "What is left to decide changes nothing."
        return [left if best.advice else "Nothing is left to decide."]
    lines = ["Best decisions:"]
    for decision, points in grouped.items():
        who, answers = points[0].player, {each.best for each in points}
        if len(answers) == 1:
            gain = max(each.gain for each in points)
            worth = f"{float(100 * gain):.1f} points" if as_chance else f"{float(gain):.2f}"
            lines.append(f"  {decision} ({who}): {points[0].best}; worth up to {worth}")
            continue
        lines.append(f"  {decision} ({who}): it depends")
        lines += [f"    {each.best}, when {_when(each)}" for each in points[:MOST_ADVICE]]
        more = len(points) - MOST_ADVICE
        lines += [f"    … and {more} more; see --json"] if more > 0 else []
    return lines


def _when(point: "charge.Advice") -> str:
    worth = ", ".join(f"{option} {float(value):.3f}" for option, value in point.worth.items())
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
        "value": "what it comes to on average, if all decide best",
        "fates": "distribution of what becomes of each unit; with --dice: what became of it",
        "advice": "each decision at each point where it can come up: the worth of every answer",
        "unspecified": "what the source leaves open, with its chance",
        "complete": "with --dice: nothing more is to be rolled or decided",
        "missing": "with --dice: the die or decision that is due; null: none",
        "steps": "with --dice: the transcript, each step with its clauses",
    },
    arguments=arguments,
    run=run,
)
