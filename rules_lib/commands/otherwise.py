"""How the rules were read, and what recorded dice come to if they are read otherwise."""

from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import replace

from rules_lib.commands.command import Answer, Command
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.rulebook import HouseRules, catalog
from rules_lib.rulebook.defaults import default_of, same, values_of
from rules_lib.rulebook.spelling import option, told, words_of
from rules_lib.system.registry import question
from rules_lib.system.report import Verdict
from rules_lib.transcript import Step

NOT_ALLOWED = "this is not allowed."
NOT_SAID = "the source does not say what follows."
OTHER_DICE = "this record does not decide it."
NEXT = "next, "
NOTHING_DUE = "nothing: what stands under “Next” is not allowed"
DO_NOT_FIT = "this record does not fit: "

WEAKEST = (NEXT, OTHER_DICE, DO_NOT_FIT)
"""What comes after the readings with another verdict, in this order."""


def with_readings(asked: Command, options: Namespace, answer: Answer) -> Answer:
    """The answer with how the rules were read, and where the source slips.

    Of recorded dice it has a line for each reading of any question that changes what they say:
    those with another verdict come first. One line names what was cited and changes nothing.
    """
    record = answer.verdict.record if answer.verdict else None
    steps: Iterable[Step] = getattr(record, "steps", ())
    applied = dict.fromkeys(each for step in steps for each in step.clauses)
    if answer.chosen is None:
        return replace(answer, read=tuple(_slips(applied)))
    others = [] if record is None else sorted(_others(asked, options, answer), key=_rank)
    changing = dict.fromkeys([*answer.changing, *(rule_id for rule_id, _, _ in others)])
    cited = [each for each in applied if each.startswith("R-")]
    lines = [*_chosen(answer.chosen, dict.fromkeys([*changing, *cited]))]
    lines += [f"{head}: {end}" for _, head, end in others]
    alike = ", ".join(each for each in cited if each not in changing)
    lines += [f"The verdict is the same under every reading of {alike}."] if alike else []
    return replace(answer, read=(*lines, *_slips(applied)))


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


def _slips(applied: Iterable[str]) -> Iterator[str]:
    """A line that names the printed slips of the source, where all their clauses were applied."""
    known = set(applied)
    slips = (each for each in catalog().errata.values() if known.issuperset(each.clauses))
    if named := ", ".join(f"{each.id} ({each.title})" for each in slips):
        yield f"Printed slips of the source in these rules: {named}."


def _rank(other: tuple[str, str, str]) -> int:
    return next((n for n, weak in enumerate(WEAKEST, 1) if other[2].startswith(weak)), 0)


def _others(asked: Command, options: Namespace, answer: Answer) -> Iterator[tuple[str, str, str]]:
    """Each other reading of a question under which the verdict is another, and this verdict."""
    assert answer.chosen is not None
    assert answer.verdict is not None
    system = question(asked.name)
    assert system is not None
    for rule_id in (each for kind in system.rulings for each in kind.ids()):
        for value in values_of(rule_id):
            if same(value, answer.chosen.chosen.get(rule_id, default_of(rule_id))):
                continue
            house = HouseRules({**answer.chosen.chosen, rule_id: value})
            read = Namespace(**{**vars(options), "ruling": [], "rules": house})
            words = words_of(rule_id, value).removesuffix(".")
            head = f"If {rule_id} is read as “{words}”" if words else f"If {option(rule_id, value)}"
            try:
                end = _difference(answer.verdict, asked.run(read).verdict)
            except IllegalAction:
                end = NOT_ALLOWED
            except UnspecifiedBySource:
                end = NOT_SAID
            except InvalidValue as error:
                end = OTHER_DICE if error.given is None else f"{DO_NOT_FIT}{error.allowed}."
            except RulesError:
                end = OTHER_DICE
            if end:
                yield rule_id, head, end


def _difference(ours: Verdict, other: Verdict | None) -> str:
    """The other verdict, or what comes next if that alone is different; "" if both are the same."""
    assert other is not None
    if ours.text != other.text:
        return other.text
    return "" if ours.due == other.due else f"{NEXT}{other.due or NOTHING_DUE}."
