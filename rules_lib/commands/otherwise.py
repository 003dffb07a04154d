"""What recorded dice come to if an open question is read otherwise: each is asked by a run."""

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace

from rules_lib.commands.command import Answer, Command
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.rulebook.defaults import values_of
from rules_lib.rulebook.spelling import option, words_of

NOT_ALLOWED = "this is not allowed."
NOT_SAID = "the source does not say what follows."
OTHER_DICE = "this record does not decide it."
NEXT = "next, "
NOTHING_DUE = "nothing: what stands under “Next” is not allowed"
DO_NOT_FIT = "this record does not fit: "

WEAKEST = (NEXT, OTHER_DICE, DO_NOT_FIT)
"""What comes after the readings with another verdict, in this order."""


def with_other_readings(asked: Command, options: Namespace, answer: Answer) -> Answer:
    """The answer with a line for each reading of any question that changes what the dice say.

    Readings with another verdict come first. One line names what was cited and changes nothing.
    """
    if answer.chosen is None or answer.verdict is None or answer.verdict.record is None:
        return answer
    found: list[tuple[int, str, str]] = []
    for rule_id in answer.chosen.ids:
        found += [
            (_rank(end), rule_id, f"{head}: {end}")
            for head, end in _others(asked, options, answer, rule_id)
            if end
        ]
    found.sort(key=lambda each: each[0])
    changing = tuple(dict.fromkeys(rule_id for _, rule_id, _ in found))
    same = [each for each in answer.cited if each not in changing]
    lines = [line for _, _, line in found]
    if same:
        lines.append(f"The verdict is the same under every reading of {', '.join(same)}.")
    return replace(answer, changing=changing, otherwise=tuple(lines))


def _rank(end: str) -> int:
    return next((n for n, weak in enumerate(WEAKEST, 1) if end.startswith(weak)), 0)


def _others(
    asked: Command, options: Namespace, answer: Answer, rule_id: str
) -> Iterator[tuple[str, str]]:
    """Each other reading of a question, and the verdict under it; "" where it is the same."""
    assert answer.chosen is not None
    readings, now = values_of(rule_id), answer.chosen.departures.get(rule_id)
    current = option(rule_id, readings[0]) if now is None else f"{rule_id}={now}"
    kept = [each for each in options.ruling if not each.strip().upper().startswith(f"{rule_id}=")]
    for value in readings:
        read = option(rule_id, value)
        if read == current:
            continue
        try:
            other = asked.run(Namespace(**{**vars(options), "ruling": [*kept, read]}))
        except IllegalAction:
            end = NOT_ALLOWED
        except UnspecifiedBySource:
            end = NOT_SAID
        except InvalidValue as error:
            end = OTHER_DICE if error.given is None else f"{DO_NOT_FIT}{error.allowed}."
        except RulesError:
            end = OTHER_DICE
        else:
            end = _difference(answer, other)
        words = words_of(rule_id, value).removesuffix(".")
        yield f"If {rule_id} is read as “{words}”" if words else f"If {read}", end


def _difference(ours: Answer, other: Answer) -> str:
    """The other verdict, or what comes next if that alone is different; "" if both are the same."""
    assert ours.verdict is not None
    assert other.verdict is not None
    if ours.verdict.text != other.verdict.text:
        return other.verdict.text
    if ours.verdict.due == other.verdict.due:
        return ""
    return f"{NEXT}{other.verdict.due or NOTHING_DUE}."
