"""What recorded dice come to if an open question that they came upon is read otherwise."""

from argparse import Namespace
from collections.abc import Iterator

from rules_lib.commands.command import Answer, Command
from rules_lib.commands.readings import known
from rules_lib.errors import IllegalAction, InvalidValue, RulesError, UnspecifiedBySource
from rules_lib.probability.errors import ProbabilityError

NOT_ALLOWED = "this is not allowed."
NOT_SAID = "the source does not say what follows."
OTHER_DICE = "these dice do not decide it."


def otherwise(asked: Command, options: Namespace, answer: Answer) -> tuple[str, ...]:
    """A line for each reading with another verdict, and one for all questions without any."""
    told, same = [], []
    for rule_id in answer.asked:
        others = [each for each in _others(asked, options, answer, rule_id) if each]
        told += others
        same += [] if others else [rule_id]
    if same:
        told.append(f"The same verdict, however they are read: {', '.join(same)}.")
    return tuple(told)


def _others(asked: Command, options: Namespace, answer: Answer, rule_id: str) -> Iterator[str]:
    """The verdict under each other reading of a question; "" where it is the same."""
    assert answer.chosen is not None
    ruling = known(rule_id)
    now = answer.chosen.departures.get(rule_id)
    current = ruling.option(ruling.default) if now is None else f"{rule_id}={now}"
    kept = [each for each in options.ruling if not each.strip().upper().startswith(f"{rule_id}=")]
    for value in (ruling.default, *ruling.others):
        option = ruling.option(value)
        if option == current:
            continue
        try:
            other = asked.run(Namespace(**{**vars(options), "ruling": [*kept, option]}))
        except IllegalAction:
            end = NOT_ALLOWED
        except UnspecifiedBySource:
            end = NOT_SAID
        except InvalidValue as error:
            end = f"these dice do not fit: {error.allowed}."
        except (RulesError, ProbabilityError):
            end = OTHER_DICE
        else:
            end = _difference(answer, other)
        words = f" ({ruling.text_of(value)})" if ruling.text_of(value) else ""
        yield f"If {option}{words}: {end}" if end else ""


def _difference(ours: Answer, other: Answer) -> str:
    """The other verdict, or what comes next if that alone is different; "" if both are the same."""
    assert ours.verdict is not None
    assert other.verdict is not None
    if ours.verdict.text != other.verdict.text:
        return other.verdict.text
    return "" if ours.verdict.due == other.verdict.due else f"next, {other.verdict.due}."
