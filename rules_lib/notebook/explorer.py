"""Explorers: a question with a few choices and an exact answer, declared once, shown twice."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, product
from typing import Final, Literal, Self

from rules_lib.errors import InvalidValue, keep_int, require_word, whole_number
from rules_lib.notebook.palette import PLACE, ROLES, Role
from rules_lib.rulebook.spelling import spelt
from rules_lib.text.chances import chance_in_words, checked_chance, three_ways
from rules_lib.values.type_checks import checked

STILL: Final = "application/vnd.rulebook.still+html"
"""What a notebook shows that has not run, beside what a page shows."""

Style = Literal["select", "chips", "slider"]


@checked
@dataclass(frozen=True, slots=True)
class Choice:
    """One position of a control.

    `key` stands in links, `label` is read by people, `value` goes to the answer function,
    `python` stands for it in the Python line (default: the value in Python), `dice` in the link
    to the form for dice that were rolled; `group` is the heading under which a select lists it.
    """

    key: str
    label: str
    value: object
    python: str = ""
    group: str = ""
    dice: str | None = None

    @property
    def code(self) -> str:
        """What stands for this choice in the Python line."""
        return self.python or (f'"{x}"' if isinstance(x := self.value, str) else repr(x))

    @property
    def entry(self) -> str:
        """What stands for this choice in the link to the form for rolled dice."""
        if self.dice is not None:
            return self.dice
        return f"{self.value:d}" if isinstance(self.value, bool) else spelt(self.value)


@checked
@dataclass(frozen=True, slots=True)
class Control:
    """A question with a finite number of choices; one on how a rule is read names its `ruling`.

    `chips` draws them as a row of buttons, `slider` a range of numbers, which are their keys. A
    reading that lies in a fold is handed over by an `argument` of the line of Python: `{}` in it
    stands for the fields of a set of rulings.
    """

    name: str
    label: str
    choices: tuple[Choice, ...]
    default: str
    style: Style = "select"
    ruling: str = ""
    argument: str = ""

    def __post_init__(self) -> None:
        """Check that each choice has a key of its own, and that one of them is the default."""
        keys = [choice.key for choice in self.choices]
        _require_unique(f"choices of {self.name!r}", keys)
        require_word(f"default of {self.name!r}", self.default, keys)

    def readings(self) -> tuple[object, ...]:
        """Return how each choice reads the ruling."""
        return tuple(choice.value for choice in self.choices)

    def choice(self, key: str) -> Choice:
        """Return the choice with this key."""
        keys = [choice.key for choice in self.choices]
        return self.choices[keys.index(require_word(self.name, key, keys))]


@dataclass(frozen=True, slots=True)
class Part:
    """One of the outcomes that make up the whole."""

    label: str
    chance: Fraction
    role: Role

    def __post_init__(self) -> None:
        """Check chance and role."""
        checked_chance(self.chance, f"chance of {self.label!r}")
        require_word(f"role of {self.label!r}", self.role, ROLES)


@dataclass(frozen=True, slots=True)
class Number:
    """A figure beside the parts: how many, in `unit`; `None` where the rules leave it open."""

    label: str
    value: Fraction | int | None
    unit: str = ""
    digits: int = 1

    @classmethod
    def percent(cls, label: str, chance: Fraction | None) -> Self:
        """Return a chance as a figure beside the parts."""
        return cls(label, None if chance is None else 100 * chance, "%")

    def __post_init__(self) -> None:
        """Check that the number is exact."""
        keep_int(self, "digits", 0, 2, name=f"digits of {self.label!r}")
        if self.value is None:
            return
        exact = self.value if isinstance(self.value, Fraction) else whole_number(self.value)
        if exact is None:
            raise InvalidValue(f"value of {self.label!r}", self.value, "a Fraction")
        object.__setattr__(self, "value", Fraction(exact))


@dataclass(frozen=True, slots=True)
class Answer:
    """What one setting leads to: parts that sum to exactly 1, and numbers beside them."""

    parts: tuple[Part, ...]
    numbers: tuple[Number, ...] = ()

    def __post_init__(self) -> None:
        """Check that the parts are one whole and that no label comes twice."""
        _require_unique("parts", [part.label for part in self.parts])
        _require_unique("numbers", [number.label for number in self.numbers])
        total = sum((part.chance for part in self.parts), Fraction(0))
        if total != 1:
            raise InvalidValue("parts", str(total), "chances that sum to exactly 1")

    def part(self, label: str) -> Part:
        """Return the part with this label."""
        labels = [part.label for part in self.parts]
        return self.parts[labels.index(require_word("part", label, labels))]

    def shown(self) -> tuple[Part, ...]:
        """Return the parts as they are drawn: the attacker left, the defender right."""
        return tuple(sorted(self.parts, key=lambda part: PLACE[part.role]))

    def shape(self) -> tuple[object, ...]:
        """Return what must not differ between the settings of one explorer."""
        parts = tuple((part.label, part.role) for part in self.parts)
        return parts, tuple(number.label for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Headline:
    """The sentence that gives the answer: `{chance}` in it is the chance of `part` in words.

    `never` and `always` replace the whole sentence where the chance is exactly 0 or 1.
    """

    part: str
    sentence: str
    never: str = ""
    always: str = ""

    def __post_init__(self) -> None:
        """Check that the sentence has a place for the chance."""
        if self.sentence.count("{chance}") != 1:
            raise InvalidValue("sentence", self.sentence, "a sentence with one {chance} in it")

    def say(self, chance: Fraction) -> str:
        """Return the sentence for this chance."""
        special = self.never if chance == 0 else self.always if chance == 1 else ""
        return special or self.sentence.replace("{chance}", chance_in_words(chance))


@dataclass(frozen=True, slots=True)
class Explorer:
    """A question that the reader answers by setting one to six controls.

    `answer` is called with one keyword argument per control (its choice's value) and must be pure.
    `python` is the library call that gives the exact fraction, `{name}` standing for a choice.
    `exact` ships the fractions as well: for small tables only.  `readings` are the rulings that
    matter and are no controls of the situation: they lie in a fold, and `answer` gets those that
    are read otherwise than we do; `{read}` in `python` stands for them.  `dice` is the link to the
    form for dice that were rolled, filled in like `python`: see `dice_link`.
    """

    id: str
    question: str
    controls: tuple[Control, ...]
    answer: Callable[..., Answer]
    headline: Headline
    python: str
    exact: bool = False
    note: str = ""
    readings: tuple[Control, ...] = ()
    dice: str = ""

    @property
    def compared(self) -> Control:
        """The control whose choices are the rows of a table: the first of those with most."""
        return max(self.controls, key=lambda control: len(control.choices))

    def defaults(self) -> dict[str, str]:
        """Return the setting shown first: control name to choice key."""
        return {control.name: control.default for control in self.controls}

    def at(self, setting: Mapping[str, str]) -> Answer:
        """Return the answer for a setting; controls that are left out stand at their default."""
        for name in setting:
            names = (control.name for control in (*self.controls, *self.readings))
            require_word("setting", name, names)
        chosen = self._chosen({**self.defaults(), **setting}) | self._read(setting)
        return self.answer(**{name: choice.value for name, choice in chosen.items()})

    def table(self) -> Iterator[tuple[dict[str, str], Answer]]:
        """Yield every setting with its answer, the last control changing fastest.

        Raises `InvalidValue` if an answer has other parts or numbers than the default's answer.
        """
        shape = self.at({}).shape()
        names = [control.name for control in self.controls]
        for keys in product(*([c.key for c in control.choices] for control in self.controls)):
            setting = dict(zip(names, keys, strict=True))
            answer = self.at(setting)
            if answer.shape() != shape:
                raise InvalidValue(
                    f"answer of {self.id!r} for {setting}", answer.shape(), f"{shape}"
                )
            yield setting, answer

    def sentence(self, answer: Answer) -> str:
        """Return the headline sentence of an answer."""
        return self.headline.say(answer.part(self.headline.part).chance)

    def describe(self, setting: Mapping[str, str]) -> str:
        """Return a setting in words: `"Attacker's card: red 7 · In cover: no"`."""
        chosen, read = self._chosen(setting), self._read(setting)
        said = [f"{c.label}: {chosen[c.name].label}" for c in self.controls]
        said += [f"{c.label}: {read[c.name].label}" for c in self.readings if c.name in read]
        return " · ".join(said)

    def dice_link(self, setting: Mapping[str, str]) -> str:
        """Return the form and its entries for a setting: `"battle?a.dice=5&b.dice=4"`.

        An entry may come up several times: the form adds up what it asks for once.
        """
        link = self.dice
        for control in self.controls:
            choice = control.choice(setting.get(control.name, control.default))
            link = link.replace(f"{{{control.name}}}", choice.entry)
        return link

    def python_line(self, setting: Mapping[str, str]) -> str:
        """Return the Python call for a setting, with the rulings that are read otherwise."""
        line, read = self.python, self._read(setting)
        for name, choice in self._chosen(setting).items():
            line = line.replace(f"{{{name}}}", choice.code)
        handed = ""
        for argument, controls in groupby(self.readings, key=lambda control: control.argument):
            fields = [f"{c.name}={read[c.name].code}" for c in controls if c.name in read]
            handed += f", {argument.replace('{}', ', '.join(fields))}" if fields else ""
        return line.replace("{read}", handed)

    def _chosen(self, setting: Mapping[str, str]) -> dict[str, Choice]:
        return {control.name: control.choice(setting[control.name]) for control in self.controls}

    def _read(self, setting: Mapping[str, str]) -> dict[str, Choice]:
        """Return the readings of a setting that are not ours."""
        return {
            control.name: control.choice(setting[control.name])
            for control in self.readings
            if setting.get(control.name, control.default) != control.default
        }

    def __str__(self) -> str:
        """Return question and default answer as plain text."""
        setting, answer = self.defaults(), self.at({})
        lines = [self.question, self.describe(setting), self.sentence(answer)]
        said = ((part.label, three_ways(part.chance)) for part in answer.parts)
        lines += [f"  {label}: {each.percent} = {each.exact}" for label, each in said]
        return "\n".join(lines)


def _require_unique(name: str, values: list[str]) -> None:
    double = sorted({value for value in values if values.count(value) > 1})
    if double:
        raise InvalidValue(name, ", ".join(double), "each of them once")
