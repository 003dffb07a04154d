"""A form: what it asks for, and the command line and the Python that it writes."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from rules_lib.commands import command
from rules_lib.commands.command import PROGRAM
from rules_lib.notebook.adjudicator.controls import HTML, fold, reading
from rules_lib.notebook.markup import Html
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import rulings_class, values_of
from rules_lib.rulebook.spelling import spelt, words_of
from rules_lib.values.frozen import FrozenMap


def form(
    name: str,
    controls: Iterable[Html],
    asked: str,
    rolled: str,
    start: str,
    *,
    recorded: str,
    odds: str,
    dice: Sequence[str],
    rulings: Mapping[str, type[RulingSet]] = FrozenMap(),
    asides: Collection[str] = (),
    emptied: Sequence[str] = (),
    examples: Iterable[str] = (),
    unrolled: str = "",
) -> Html:
    """A form for one command; without JavaScript it shows what to ask on a command line.

    No browser completes it: what it keeps on the way back would come without a word.

    Args:
        name: that of the command.
        controls: what is asked.
        asked: what they make of a line after the name, without the dice; names of controls stand in
            braces.
        rolled: what the dice add to it.
        start: what Python begins with.
        recorded, odds: what Python prints of dice that were rolled, and while no die is given.
        dice: the controls with the dice.
        rulings: the module of each set of rulings, and the set.
        unrolled: what the line has while no die is given.
        asides: rulings that no record of dice asks for.
        emptied: what goes with the dice when the form begins anew.
        examples: lines that show how to ask; those of the command if there are none.
    """
    readings, end = list(_readings(rulings, asides)), "{rulings}" if rulings else ""
    told = examples or command(name).about.examples
    return HTML(
        "form",
        name=name,
        program=PROGRAM,
        line=f"{asked}{rolled}{end}",
        python=f"{start}print({recorded})",
        odds=f"{asked}{unrolled}{end}",
        python_odds=f"{start}print({odds})",
        dice=" ".join(dice),
        emptied=" ".join((*dice, *emptied)),
        examples="\n".join(f"{PROGRAM} {each}" for each in told),
        controls=controls,
        readings=fold(f"Other readings ({len(readings)} open questions)", readings)
        if readings
        else "",
    )


def _readings(rulings: Mapping[str, type[RulingSet]], asides: Collection[str]) -> Iterator[Html]:
    for module, kind in rulings.items():
        for rule_id, ruling in catalog().rulings.items():
            if rulings_class(rule_id) is not kind or rule_id in asides:
                continue
            values = values_of(rule_id)
            if len(values) > 1:
                field = kind.field_of(rule_id)
                choices = {
                    _told(rule_id, value): ("", "")
                    if at == 0
                    else (spelt(value), f"{field}={_python(value, module)}")
                    for at, value in enumerate(values)
                }
                yield reading(rule_id, ruling.question, choices, module)


def _told(rule_id: str, value: object) -> str:
    text = words_of(rule_id, value) or spelt(value)
    return f"{text} (our answer)" if value == values_of(rule_id)[0] else text


def _python(value: object, module: str) -> str:
    """A reading as Python writes it, also one of a type of its own."""
    plain = isinstance(value, str | bool | int | tuple | Fraction) or value is None
    return repr(value) if plain else f"{module}.{value!r}"
