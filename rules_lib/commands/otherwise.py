"""How the rules were read, and what recorded dice come to if they are read otherwise."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import replace
from operator import itemgetter

from rules_lib.commands.command import Answer, Command
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.rulebook.defaults import default_of, same, values_of
from rules_lib.rulebook.spelling import option, told, words_of
from rules_lib.system.registry import question
from rules_lib.transcript import Step


def with_readings(asked: Command, options: Namespace, answer: Answer) -> Answer:
    """The answer with how the rules were read, and where the source slips.

    Of recorded dice it has a line for each reading of any question that changes what they say:
    those with another verdict come first. One line names what was cited and changes nothing.
    """
    record = answer.verdict.record if answer.verdict else None
    steps: Iterable[Step] = getattr(record, "steps", ())
    applied = dict.fromkeys(each for step in steps for each in step.clauses)
    lines: list[str] = []
    if answer.chosen is not None:
        others = sorted(_others(asked, options, answer), key=itemgetter(0))
        changing = dict.fromkeys([*answer.changing, *(rule_id for _, rule_id, _ in others)])
        cited = [each for each in applied if each.startswith("R-")]
        lines += _chosen(answer.chosen, dict.fromkeys([*changing, *cited]))
        lines += [line for _, _, line in others]
        alike = ", ".join(each for each in cited if each not in changing)
        lines += [f"The verdict is the same under every reading of {alike}."] if alike else []
    errata = (each for each in catalog().errata.values() if applied.keys() >= {*each.clauses})
    if named := ", ".join(f"{each.id} ({each.title})" for each in errata):
        lines.append(f"Printed slips of the source in these rules: {named}.")
    return replace(answer, read=tuple(lines))


def _chosen(house: HouseRules, asked: Iterable[str]) -> Iterator[str]:
    """How the rules were read, for people; of what else is asked they are told what we chose."""
    for rule_id, value in house.chosen.items():
        ours = option(rule_id, default_of(rule_id))
        yield f"Read with {told(rule_id, value)} (Our default: {ours}.)"
    left = ", ".join(each for each in asked if each not in house.chosen)
    if left:
        yield f"Open questions that matter here, with our answers: {left}."
    elif not house.chosen:
        yield "Read with our default rulings."


def _others(asked: Command, options: Namespace, answer: Answer) -> Iterator[tuple[int, str, str]]:
    """Each question of which another reading says something else, and what: the rank of that, too.

    Another verdict comes first, then the same with other dice to come, and what such dice say last.
    """
    system, ours, read = question(asked.name), answer.verdict, answer.chosen
    if system is None or read is None or ours is None or ours.record is None:
        return
    known = [rule_id for kind in system.rulings for rule_id in kind.ids()]
    for rule_id, value in ((each, value) for each in known for value in values_of(each)):
        if same(value, read.chosen.get(rule_id, default_of(rule_id))):
            continue
        rank, end = 0, ""
        house = HouseRules({**read.chosen, rule_id: value})
        try:
            other = asked.run(Namespace(**{**vars(options), "ruling": [], "rules": house})).verdict
        except IllegalAction:
            end = "this is not allowed."
        except UnspecifiedBySource:
            end = "the source does not say what follows."
        except RulesError as error:
            rank, end = 2, "this record does not decide it."
            if isinstance(error, InvalidValue) and error.given is not None:
                rank, end = 3, f"this record does not fit: {error.allowed}."
        else:
            assert other is not None
            if other.text != ours.text:
                end = other.text
            elif other.due != ours.due:
                due = other.due or "nothing: what stands under “Next” is not allowed"
                rank, end = 1, f"next, {due}."
        words = words_of(rule_id, value).removesuffix(".")
        head = f"If {rule_id} is read as “{words}”" if words else f"If {option(rule_id, value)}"
        if end:
            yield rank, rule_id, f"{head}: {end}"
