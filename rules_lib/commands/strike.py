"""``strike``: sudden strikes on a unit and the structure it is in."""

from argparse import ArgumentParser, Namespace
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args

from rules_lib.commands.command import Answer, Command, Verdict
from rules_lib.commands.door import missing
from rules_lib.commands.melee import steps_distribution, told_steps
from rules_lib.commands.output import chances, distribution, foremost, inline, mean, number, steps
from rules_lib.commands.parsing import numbers
from rules_lib.commands.readings import read_by
from rules_lib.errors import IncompleteRecord, InvalidValue, UnspecifiedBySource
from rules_lib.wording import agree, does

if TYPE_CHECKING:
    from rules_lib.paper_tigers import sudden_strike

BORROWED = "Value and dice of the {}: article #26 of the series, a secondary source."

FATES = {
    "unaffected": "The structure saves",
    "saved": "The unit saves",
    "hit": "The unit is hit",
    "removed": "The unit is removed",
}


def arguments(parser: ArgumentParser) -> None:
    """A unit, a structure; how many activations; recorded dice."""
    from rules_lib.paper_tigers.sudden_strike import STRUCTURES, UnitClass

    classes = ", ".join(get_args(UnitClass))
    names = ", ".join(each.name for each in STRUCTURES)
    parser.add_argument("--unit", help=f"a class, and ', 1 hit' if it is hurt: {classes}")
    parser.add_argument(
        "--structure",
        help=f"what it is in, and such as ', 1 damage': {names} (secondary source); left out:"
        " in the open",
    )
    parser.add_argument(
        "--dice",
        type=str,  # blank while no die is rolled
        action="append",
        metavar="FACES",
        help="recorded dice of one strike, repeated for each: the faces of the unit's save, such as"
        " 4,5; inside a structure its dice first, such as 1,2,3/4,5, 1,6,3 if it saves,"
        " /4,5 if it no longer can",
    )
    parser.add_argument(
        "--activations", type=int, metavar="N", help="how many strikes N activations bring"
    )
    parser.add_argument("--rounds", type=int, metavar="N", help="in so many rounds; 1")


def run(options: Namespace) -> Answer:
    """The odds of one strike and of many, or a transcript."""
    from rules_lib.paper_tigers import sudden_strike

    chosen = read_by(options, sudden_strike.Rulings)
    if options.unit is None and options.activations is None:
        raise missing("--unit", "a unit that is shot at; or --activations")
    for option, needed in (("structure", "unit"), ("dice", "unit"), ("rounds", "activations")):
        if getattr(options, option) is not None and getattr(options, needed) is None:
            raise InvalidValue(f"--{option}", getattr(options, option), f"it with --{needed} only")
    lines: list[str] = []
    data: dict[str, Any] = {}
    verdict = None
    if options.unit is not None:
        unit = sudden_strike.Unit.parse(options.unit, field="--unit")
        structure = options.structure and sudden_strike.Structure.parse(
            options.structure, field="--structure"
        )
        data["unit"] = str(unit)
        data["structure"] = structure and str(structure)
        where = f"in: {data['structure']}" if structure else "in the open"
        lines += [f"Sudden strike: {data['unit']}, {where}", ""]
        answer = _recorded if options.dice else _odds
        told, verdict = answer(options, chosen.of(sudden_strike.Rulings), unit, structure, data)
        lines += told
        if structure is not None:
            verdict = replace(verdict, notes=(BORROWED.format(structure.name),))
            lines += ["", *verdict.notes]
    if options.activations is not None:
        lines += ["", *_strikes(options, chosen.of(sudden_strike.Rulings), data)]
    return Answer(tuple(lines[not lines[0] :]), data, chosen, verdict)


def _odds(
    options: Namespace,
    rulings: "sudden_strike.Rulings",
    unit: "sudden_strike.Unit",
    structure: "sudden_strike.Structure | None",
    data: dict[str, Any],
) -> tuple[list[str], Verdict]:
    from rules_lib.paper_tigers import sudden_strike
    from rules_lib.paper_tigers.sudden_strike.state import ARMOURED

    results = sudden_strike.strike(unit, structure, rulings)
    fates = results.map(lambda result: result.fate)
    rows = {told: fates[sudden_strike.Fate(name)] for name, told in FATES.items()}
    rows = {told: p for told, p in rows.items() if p}
    if structure is not None:
        rows[f"The {does(structure.name, 'loses')} a point of value"] = results.probability(
            lambda result: result.structure != structure
        )
    lasts = sudden_strike.endures(unit, structure, rulings)
    data["odds"] = distribution(
        results,
        lambda result: {
            "fate": str(result.fate),
            "hits": result.hits,
            "value_left": result.structure and result.structure.value_left,
        },
    )
    data["unit_lasts"] = steps_distribution(lasts)
    lines = chances(rows)
    if structure is not None and structure.intact(rulings) and unit.kind in ARMOURED:
        lines += ["Inside it also rolls its own dice, the armour save (R-X9)."]
    lines += ["", f"The strike that removes the unit: {told_steps(lasts)}"]
    if structure is not None and structure.intact(rulings):
        siege = sudden_strike.siege(unit, structure, rulings)
        data["structure_lasts"] = steps_distribution(siege.structure_lasts)
        data["outlived"] = number(siege.outlived)
        lines += [
            f"The strike that brings the structure down: {told_steps(siege.structure_lasts)}",
            "",
            *chances({"The structure falls before the unit, or with it": siege.outlived}),
        ]
    due = ""
    try:
        sudden_strike.adjudicate(unit, structure, [sudden_strike.Dice()], rulings)
    except IncompleteRecord as stops:
        due = stops.due
    return lines, Verdict(foremost(rows), chances=rows, due=due)


def _recorded(
    options: Namespace,
    rulings: "sudden_strike.Rulings",
    unit: "sudden_strike.Unit",
    structure: "sudden_strike.Structure | None",
    data: dict[str, Any],
) -> tuple[list[str], Verdict]:
    from rules_lib.paper_tigers import sudden_strike

    strikes = [_dice(text, structure is not None) for text in options.dice]
    due = told = ""
    try:
        record = sudden_strike.adjudicate(unit, structure, strikes, rulings)
    except (IncompleteRecord, UnspecifiedBySource) as stops:
        record = sudden_strike.adjudicate(unit, structure, strikes[:-1], rulings)
        told = f"Strike {len(strikes)} is not decided yet."
        if isinstance(stops, IncompleteRecord):
            due = stops.due
        else:
            told = f"Strike {len(strikes)}: {str(stops).partition(': ')[2]}."
    except InvalidValue as error:
        if not error.field.endswith(".structure"):
            raise
        own = f"{error.allowed}; the unit’s own dice stand behind a slash, such as /4,5"
        raise InvalidValue(error.field, error.given, own) from None
    data["fate"] = None if told else str(record.results[-1].fate)
    data["steps"] = steps(record.steps)
    lines = [str(record)] if record.steps else []
    lines += [told] if told and not (due and lines) else []
    verdict = Verdict(told or _told(record), record, due=due)
    return [*lines, *verdict.told_due], verdict


def _told(record: "sudden_strike.Record") -> str:
    """What the last strike did to the structure and the unit, and to the unit's activation."""
    *before, now = (result.structure for result in record.results)
    fate = str(record.results[-1].fate)
    told = [f"{FATES[fate]}."]
    if now is not None and now != (before[-1] if before else record.structure):
        fails = f"The {does(now.name, 'fails')}, {agree(now.name, 'its')} value"
        told.insert(0, f"{fails} is now {now.value_left}.")
    if fate != "removed":
        told.append(record.steps[-1].text)
    return " ".join(told)


def _dice(text: str, inside: bool) -> "sudden_strike.Dice":
    from rules_lib.paper_tigers import sudden_strike

    first, slash, second = text.partition("/")
    if not inside and slash:
        raise InvalidValue("--dice", text, "the faces of the unit's save, for it is in the open")
    outer, own = (first, second) if inside else ("", first)
    faces = [numbers("--dice", each, "4,5") if each.strip() else [] for each in (outer, own)]
    return sudden_strike.Dice(*faces)


def _strikes(
    options: Namespace, rulings: "sudden_strike.Rulings", data: dict[str, Any]
) -> list[str]:
    from rules_lib.paper_tigers import sudden_strike

    rounds = 1 if options.rounds is None else options.rounds
    found = sudden_strike.strikes(options.activations, rounds=rounds, rulings=rulings)
    pile = sudden_strike.CommandDeck(jokers=rulings.jokers)
    data["strikes"] = distribution(found, lambda count: {"strikes": count})
    data["pile"] = {"cards": pile.size - pile.jokers, "jokers": pile.jokers}
    average = Fraction(found.mean())
    said = f"{options.activations} activations, rounds: {rounds}"
    return [
        f"Strikes to expect ({said}): {mean(average)} on average; {inline(found.items())}",
        f"Pile: {pile} (R-X2), freshly shuffled. A sniper’s targets draw from the same pile.",
    ]


COMMAND = Command(
    name="strike",
    answers="What does a sudden strike of Paper Tigers (a joker on activation) do to a unit, in the"
    " open or inside a structure? How long do both last? How many strikes must a force expect?",
    examples={
        "strike --unit tank --structure bunker": "a tank in a bunker",
        'strike --unit "infantry, 1 hit" --activations 8 --rounds 3': (
            "hurt infantry in the open, and how many strikes eight units must expect"
        ),
        "strike --unit infantry --structure bunker --dice 1,2,3/4,6 --dice 2,5,1": (
            "two strikes, refereed: the bunker fails, then saves"
        ),
    },
    keys={
        "unit": "the unit",
        "structure": "what it is in; null: in the open",
        "odds": "distribution of one strike: fate, hits and value left",
        "unit_lasts": "mean and distribution of the number of the strike that removes the unit",
        "structure_lasts": "the same of the strike that brings the structure to value 0",
        "outlived": "chance that the structure falls before the unit, or with it",
        "fate": "with --dice: what the last strike did; null: dice are missing",
        "steps": "with --dice: the transcript, each step with its clauses",
        "strikes": "with --activations: distribution of the number of strikes",
        "pile": "with --activations: the cards that are drawn from, and the jokers among them",
    },
    arguments=arguments,
    run=run,
    fields={"strikes": "dice"},
)
