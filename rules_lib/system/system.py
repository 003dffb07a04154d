"""A system: one object of a game that generic code asks; no generic code knows a game.

A question is a smaller one: what a command asks that no situation answers.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, partial
from typing import Any

from rules_lib.errors import InvalidValue
from rules_lib.rulebook import HouseRules, RulingSet, catalog
from rules_lib.rulebook.numbers import NAMED
from rules_lib.system import files
from rules_lib.system.kinds import InWords
from rules_lib.system.report import Report, Verdict, apart, chances, distribution, foremost
from rules_lib.system.situation import Situation
from rules_lib.text.files import shipped
from rules_lib.values.frozen import FrozenMap, frozen

HELP = "command.toml"

ALL = ""
"""Whose chances they are, where they are not those of a single unit."""


def untold(*_: Any) -> Report:
    """No report."""
    return Report((), {})


def in_short(system: "System", setup: Situation, idle: Iterable[str] = ()) -> Report:
    """The odds of any system, as its ``chances`` tell them."""
    odds = setup.odds()
    rows: dict[str, Fraction] = {}
    data: dict[str, Any] = {}
    for name, ends in system.chances(odds).items():
        data[name] = distribution(ends, lambda end: {"outcome": end})
        rows |= {f"{name} {end}" if name else capital(end): p for end, p in ends.items() if p}
    lines = (*chances(rows), *apart(system.notes(setup, odds)), *apart(idle))
    verdict = Verdict(foremost(rows), chances=rows)
    return Report(lines, {"odds": data.get(ALL, data)}, verdict)


def capital(name: str) -> str:
    """A name as it stands at the beginning of a line."""
    words = name.replace("_", " ")
    return words[0].upper() + words[1:]


@dataclass(frozen=True, slots=True)
class About:
    """The help of a command.

    Attributes:
        answers: what it answers, in a few sentences.
        examples: lines that work, from the name on, each with what it tells.
        keys: keys of its JSON, each with what stands there.
        notes: what else has to be known, a line each.
        dice: what stands above the options of recorded dice.
        fields: names in the library that are not those of its options, and what they come from.
        house: what it does with the house rules of a table, if it does not read the rules by them.
    """

    answers: str = ""
    examples: Mapping[str, str] = field(default_factory=FrozenMap)
    keys: Mapping[str, str] = field(default_factory=FrozenMap)
    notes: str = ""
    dice: str = "recorded dice, instead of odds"
    fields: Mapping[str, str] = field(default_factory=FrozenMap)
    house: str = ""


@cache
def about_of(module: str, name: str) -> About:
    """The help of a command, from ``command.toml`` beside a module."""
    package = module.rpartition(".")[0]
    told = shipped(package, HELP)[name]
    fill = catalog().numbers.fill_page if NAMED.search(str(told)) else str
    told["answers"] = fill(told["answers"])
    examples = {fill(each["line"]): each["tells"] for each in told.pop("examples")}
    return About(**{key: frozen(each) for key, each in told.items()}, examples=FrozenMap(examples))


@dataclass(frozen=True, slots=True)
class Nothing:
    """Of what has no recorded dice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What a command asks, and how its answer is told.

    Attributes:
        name: that of the command.
        rulings: the open rules that bear on it.
        borrows: the ids of those open rules of other systems that do, too.
        asked: the fields that its options are.
        counted: reports the answer, from what is asked and notes.
        dice: recorded dice, as they are asked for; with one field only this is meant.
        recorded: reports what came of recorded dice, from what is asked, the dice, and notes.
        home: the module that it stands in, beside its help.
        idle: what is said, and nothing asks for; from what is asked, and the names of what is said
            and need not be, each as it is called where it was said.
        words: how its things are said in words.
        together: reads those fields that depend on each other, or on the readings; from the words
            for all fields, what errors call a field, and the readings.
        bear: refuses what takes too long for one answer.
    """

    name: str
    rulings: tuple[type[RulingSet], ...]
    borrows: tuple[str, ...] = ()
    asked: type[Situation] = Situation
    counted: Callable[[Any, tuple[str, ...]], Report] = untold
    dice: type = Nothing
    recorded: Callable[[Any, Any, tuple[str, ...]], Report] = untold
    home: str = ""
    idle: Callable[[Any, Mapping[str, str]], Iterable[str]] = lambda *_: ()
    words: Mapping[Any, InWords] = field(default_factory=FrozenMap)
    together: Callable[[Mapping[str, Any], Callable[[str], str], HouseRules], Mapping[str, Any]] = (
        lambda *_: {}
    )
    bear: Callable[[Any], object] = lambda _: None

    def __post_init__(self) -> None:
        object.__setattr__(self, "words", FrozenMap(self.words))

    @property
    def about(self) -> About:
        """The help of its command."""
        return about_of(self.home, self.name) if self.home else About()

    @property
    def open_rules(self) -> tuple[str, ...]:
        """The ids of all open rules that bear on it."""
        return (*(each for kind in self.rulings for each in kind.ids()), *self.borrows)


@dataclass(frozen=True, slots=True, kw_only=True)
class System(Question):
    """All that generic code asks of a system, besides what its command asks.

    Attributes:
        inputs: its situations; its command asks them if it does not ask something else.
        example: a situation to begin with, in TOML.
        chances: how a situation can end, each with its chance, from its odds: of the whole
            (:data:`ALL`), or of each unit.
        ended: how a game ended, in the words of ``chances`` where they have some for it.
        notes: what else has to be said of odds, from the situation and these.
    """

    inputs: type[Situation]
    example: str
    chances: Callable[[Any], Mapping[str, Mapping[str, Fraction]]]
    ended: Callable[[Any], str]
    notes: Callable[[Any, Any], Iterable[str]] = lambda *_: ()

    def __post_init__(self) -> None:
        """Its command asks a situation, and tells its chances, if nothing else is said."""
        Question.__post_init__(self)
        if self.asked is Situation:
            object.__setattr__(self, "asked", self.inputs)
        if self.counted is untold:
            object.__setattr__(self, "counted", partial(in_short, self))

    def parse(self, words: str | Mapping[str, Any]) -> Situation:
        """A situation, whose game need not be said; errors call its fields by name."""
        data: object = files.table_of(words, files.NAME) if isinstance(words, str) else words
        if not isinstance(data, Mapping):
            raise InvalidValue("words", data, "the lines of a file, or a table of fields")
        made = files.from_dict({"game": self.name, **data})
        if not isinstance(made, self.inputs):
            raise InvalidValue("words, game", data["game"], self.name)
        return made

    def written(self, setup: Situation, in_json: bool = False) -> str:
        """A situation as the text of a file."""
        return files.to_json(setup) if in_json else files.to_toml(setup)
