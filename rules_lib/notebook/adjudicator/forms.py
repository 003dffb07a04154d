"""All forms: those of the systems, from the fields that they declare, and one for any command.

What these do not say, such as a label or where one may be left out, stands in `form.toml` beside
the system or in the folder of its game. A system without that file has a form as well. A part with
`rows` has entries of which there may be more: `before` stands before the first, `between` between
two (`apart`: in Python a comma does); `letters` name them, if numbers do not.

Without JavaScript a form shows what to ask on a command line. No browser completes it: what it
keeps on the way back would come without a word.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, replace
from functools import reduce
from importlib import import_module
from importlib.resources import files
from types import ModuleType
from typing import Any, Literal, NamedTuple, cast, get_args, get_origin

from rules_lib import systems
from rules_lib.commands import command
from rules_lib.commands.command import PROGRAM
from rules_lib.errors import require_word
from rules_lib.notebook.adjudicator import controls
from rules_lib.notebook.adjudicator.controls import Said
from rules_lib.notebook.interact import switch
from rules_lib.notebook.markup import Html, el
from rules_lib.rulebook import RulingSet, catalog
from rules_lib.rulebook.defaults import rulings_class
from rules_lib.rulebook.spelling import spelt
from rules_lib.system.inputs import option_of, said_of
from rules_lib.system.kinds import choices_of, defaults_of, hints_of, plain_of
from rules_lib.system.kinds import words as spoken
from rules_lib.system.system import System
from rules_lib.text.files import read_toml
from rules_lib.text.parser import numbers
from rules_lib.values.type_checks import checked

FILE = "form.toml"
NAMES = re.compile(r"\{([a-z][\w.-]*)\}")
"""Controls in what a line or Python says."""

Data = Mapping[str, Any]


class Part(NamedTuple):
    """A part of a form.

    Attributes:
        html: what it shows.
        words: what it adds to the line.
        thing, more: what it adds to the situation in Python: a thing by its name, or what may
            follow all things.
    """

    html: Html
    words: str = ""
    thing: str = ""
    more: str = ""


def form_of(system: System) -> Html:
    """The form of a system."""
    data = _data(system)
    told: Data = data.get("form", {}).get(system.name, {})
    home = _home(system.inputs)
    dice = told.get("dice") or [option_of(*each)[2:] for each in said_of(system.dice).items()]
    recorded = told.get("recorded") or "".join(f"{{{each}}}" for each in dice)
    if "recorded" not in told and len(dice) > 1:
        recorded = f"{_path(system.dice)}({recorded})"
    rolled = NAMES.findall(recorded)
    names = told.get("parts") or [*said_of(system.asked), *([system.dice] if dice else [])]
    parts = [_part(system, home, name, data, rolled) for name in names]
    things = ",\n    ".join(each.thing for each in parts if each.thing)
    more = "".join(each.more for each in parts)
    made = f"{_leaf(home)}.{system.inputs.__name__}(\n    {things}{more}{{rulings}}\n)"
    setup = told.get("setup", made).strip()
    code = f"{setup} {' '.join(each.html for each in parts)} {recorded}"
    asked = f"{system.name}{told.get('words') or ''.join(each.words for each in parts)}"
    start = f"{_imports(home, system, code)}\nsituation = {setup}\n"
    readings = list(_readings(system, {*told.get("aside", ()), *_unread(system)}))
    return controls.HTML(
        "form",
        name=system.name,
        program=PROGRAM,
        line=f"{asked}{''.join(f'{{{each}}}' for each in rolled)}{{rulings}}",
        python=f"{start}print(situation.adjudicate({recorded}))",
        odds=f"{asked}{told.get('unrolled', '')}{{rulings}}",
        python_odds=f"{start}print(situation.odds())",
        dice=" ".join(dice),
        emptied=" ".join([*dice, *told.get("emptied", ())]),
        examples="\n".join(f"{PROGRAM} {each}" for each in command(system.name).about.examples),
        controls=[each.html for each in parts],
        readings=controls.fold(f"Other readings ({len(readings)} open questions)", readings)
        if readings
        else "",
    )


def _read(system: System) -> tuple[type[RulingSet], ...]:
    """The sets of rulings that a situation takes."""
    return (*system.rulings, *map(rulings_class, system.borrows))


def _unread(system: System) -> set[str]:
    """What is never asked of the sets that it borrows from."""
    lent = map(rulings_class, system.borrows)
    ids = {each.metadata["ruling"] for kind in lent for each in fields(kind)}
    return ids - {*system.borrows}


def _readings(system: System, asides: Collection[str]) -> Iterator[Html]:
    """How each open question may be read, but for those that no record of dice asks."""
    for kind in _read(system):
        for rule_id, ruling in catalog().rulings.items():
            if rulings_class(rule_id) is not kind or rule_id in asides or ruling.settled:
                continue
            control = switch(rule_id)
            ours, *others = control.choices
            choices = {f"{ours.label} (our answer)": ("", "")}
            for each in others:
                choices[each.label] = spelt(each.value), f"{control.name}={each.code}"
            yield controls.reading(rule_id, ruling.question, choices, _module(kind))


def _data(system: System) -> Data:
    """What `form.toml` says, beside the system or in the folder of its game."""
    package = system.inputs.__module__.rpartition(".")[0]
    for each in (package, package.rpartition(".")[0]):
        file = files(each).joinpath(FILE)
        if file.is_file():
            return read_toml(FILE, file.read_text("utf-8"))
    return {}


def _part(system: System, home: ModuleType, name: Any, data: Data, rolled: Sequence[str]) -> Part:
    """A part by its name: a field, or what the file says of it."""
    if name is system.dice:
        only = len(said_of(name)) == 1
        dice = [_plain(name, each, "{}" if only else f"{each}={{}}, ") for each in said_of(name)]
        said = " ".join(option_of(*each)[2:] for each in said_of(name).items())
        return Part(controls.group(system.about.dice.capitalize(), said, *dice))
    told: Data = data.get("part", {}).get(name, {})
    made = [_control(home, each) for each in told.get("controls", ())]
    asked: Any = system.asked
    if name in (asks := said_of(asked)):
        kind, option = plain_of(hints_of(asked)[name]), option_of(name, asks[name])[2:]
        if kind not in spoken():
            control = _plain(asked, name)
            words = f"{{{option}}}"
            return Part(controls.group(option.capitalize(), option, control), words, more=words)
        begins, left = told.get("begins", {}), told.get("leave", ())
        words, own = _thing(option, kind, data, begins, left)
        html = controls.group(
            told.get("label", option.capitalize()), told.get("options", option), *own, *made
        )
        return Part(html, f' --{option} "{words}"', f'{name}={_path(kind)}.parse("{words}")')
    if "rows" in told:
        letters = _named(home, told["letters"]) if "letters" in told else ""
        rows = controls.HTML(
            "rows",
            slot=told["rows"],
            words=told["words"],
            python=told.get("python", told["words"]),
            before=told.get("before", ""),
            between=told.get("between", ""),
            letters=letters or None,
            apart=", " if told.get("apart", "python" in told) else "",
            label=told["label"],
            one=told["one"],
            first=letters[:1] or "1",
            controls=made,
            another=told["one"].lower(),
        )
        return Part(controls.fold(told["fold"], [rows]) if "fold" in told else rows)
    if "fold" in told:
        return Part(controls.fold(told["fold"], made))
    free = [each["name"] for each in told["controls"] if each["name"] not in rolled]
    words = "".join(f"{{{each}}}" for each in free)
    html = controls.group(told["label"], told["options"], *made)
    return Part(html, told.get("words", words), more=words)


def _thing(
    prefix: str, kind: Any, data: Data, begins: Data, left: Sequence[str]
) -> tuple[str, list[Html]]:
    """The words of a thing, with its controls in braces; and these, those to be ticked last."""
    told: Data = data.get("things", {}).get(kind.__name__, {})
    speech, usual = spoken()[kind], defaults_of(kind)
    given = speech.read(speech.example, prefix)
    may = {each.name for each in fields(kind) if each.init and each.default is not MISSING}
    plain = replace(given, **{name: usual[name] for name in usual if name in may})
    words, asked, ticked = str(plain), list[Html](), list[Html]()
    for name, hint in hints_of(kind).items():
        of, each = plain_of(hint), getattr(plain, name)
        shown = f"{prefix}.{told.get('names', {}).get(name, name)}"
        label = told.get("labels", {}).get(name, name.replace("_", " ").capitalize())
        if name in left:
            continue
        if name in may and of is bool:
            said = str(replace(plain, **{name: True})).removeprefix(str(plain))
            ticked.append(controls.tick(shown, said.removeprefix(", "), said, said))
            words += f"{{{shown}}}"
        elif name in may and of is int:
            one, more = (
                str(replace(plain, **{name: count})).removeprefix(str(plain)) for count in (1, 2)
            )
            more = more.replace("2", "#")
            asked.append(controls.typed("number", shown, label, "", more, more, one=one))
            words += f"{{{shown}}}"
        elif of in spoken():
            inside, own = _thing(prefix, of, {"things": {of.__name__: told}}, begins, ())
            words, asked = words.replace(str(each), inside), asked + own
        elif of is int:
            asked.append(
                controls.typed("number", shown, label, str(begins.get(name, each)), least=1)
            )
            words = words.replace(str(each), f"{{{shown}}}", 1)
        elif options := choices_of(of):
            asked.append(
                controls.select(shown, label, {word: (word, word) for word in options}, str(each))
            )
            words = words.replace(str(each), f"{{{shown}}}", 1)
    return words, asked + ticked


def _plain(kind: Any, name: str, python: str = "") -> Html:
    """The control of a field that is one word, number or tick, or the faces of some dice.

    `python` is how Python says the value that stands in its braces.
    """
    each, usual, python = said_of(kind)[name], defaults_of(kind), python or f", {name}={{}}"
    of, option = plain_of(hints_of(kind)[name]), option_of(name, each)
    label, words = each.help, f" {option} #"
    if of is bool:
        return controls.tick(option[2:], label, f" {option}", python.format(not usual[name]))
    if options := choices_of(of):
        choices = {word: (f" {option} {word}", python.format(f'"{word}"')) for word in options}
        return controls.select(option[2:], label, {"as usual": ("", ""), **choices})
    if each.read is numbers:
        return controls.typed("faces", option[2:], label, "", words, python.format("[#]"))
    kind = "number" if of is int else "text"
    return controls.typed(kind, option[2:], label, "", words, python.format("#"))


def _control(home: ModuleType, told: Data) -> Html:
    """A control as the file says it."""
    given = dict(told)
    kind, label = given.pop("kind"), given.pop("label")
    if kind == "fold":
        return controls.fold(label, [_control(home, each) for each in given["controls"]])
    if kind == "choice":
        words, python = given.pop("said", ("#", "#"))
        choices: dict[str, Said] = {
            shown: (said, said) if isinstance(said, str) else (said[0], said[1])
            for shown, said in given.pop("choices", {}).items()
        }
        for one in given.pop("each", None) or _named(home, given.pop("of", "")):
            word = str(one).partition(",")[0]
            said = words.replace("#", word), python.replace("#", word)
            choices[str(one).replace("_", " ")] = said
        return controls.select(label=label, choices=choices, **given)
    if "words" in given:
        given.setdefault("python", given["words"])
    if kind == "tick":
        return controls.tick(label=label, **given)
    return controls.typed(kind, label=label, **given)


def _named(home: ModuleType, name: str) -> Any:
    """What the engine knows by a name: a list of words, or of things with names."""
    if not name:
        return ()
    found = reduce(getattr, name.split("."), home)
    if get_origin(found) is Literal:
        return get_args(found)
    return found if isinstance(found, str) else [each.name for each in cast("Any", found)]


def _home(kind: type) -> ModuleType:
    """Where a program finds a class: its package, a public module of its game, or its own."""
    module = kind.__module__
    package = import_module(module.rpartition(".")[0])
    game = import_module(package.__name__.rpartition(".")[0])
    public = (getattr(game, name) for name in getattr(game, "__all__", ()))
    for each in (package, game, *(each for each in public if isinstance(each, ModuleType))):
        if getattr(each, kind.__name__, None) is kind:
            return each
    return import_module(module)


def _leaf(module: ModuleType) -> str:
    return module.__name__.rpartition(".")[2]


def _module(rulings: type) -> str:
    return rulings.__module__.split(".")[-2]


def _path(kind: type) -> str:
    """What a program calls a class of things."""
    home = _home(kind)
    whole = "." not in home.__name__.removeprefix("rules_lib.")
    return kind.__name__ if whole else f"{_leaf(home)}.{kind.__name__}"


def _imports(home: ModuleType, system: System, code: str) -> str:
    """What Python begins with: all of the game that the code names."""
    game = import_module(home.__name__.rpartition(".")[0])
    used = {each for each in getattr(game, "__all__", ()) if re.search(rf"\b{each}[.(]", code)}
    used |= {_leaf(home), *map(_module, _read(system))}
    return f"from {game.__name__} import {', '.join(sorted(used))}\n"


# ------------------------------------------------------------ any command

WORDS = "words"
"""What the form is called that takes a command line as it is typed."""

EXAMPLES = "Examples to begin with"

LONGEST = 1_000
"""Letters of a command line."""

ASKED = (
    'cavalry --charger "heavy 5, strength 6, through rear of X" --target "infantry 5, strength 5"'
    ' --target "infantry 4, strength 3" --decide square=no'
)


ASKED_IN_WORDS = (*systems, "aftermath")
"""Commands whose examples can be asked; only who won a battle, and at what price, has no form."""


def _examples() -> Iterator[Html]:
    for name in ASKED_IN_WORDS:
        for line, told in command(name).about.examples.items():
            said = f"{name.capitalize()}: {told}"
            yield el("button", said, type="button", data_say=line, class_="rb-dice-say")


def words_form() -> Html:
    """Whatever a command can be asked, also what no other form has a field for."""
    line = controls.HTML(
        "sentence", name=WORDS, label="Type a command", default=ASKED, longest=LONGEST
    )
    said = "from rules_lib.notebook.adjudicator import settle\nprint(settle({words}))"
    return controls.HTML(
        "form",
        name=WORDS,
        program=PROGRAM,
        line="{words}",
        python=said,
        odds="{words}",
        python_odds=said,
        dice=WORDS,
        emptied=WORDS,
        examples=f"{PROGRAM} {ASKED}",
        controls=(line, controls.fold(EXAMPLES, _examples())),
        readings="",
    )


@checked
def form_html(name: str) -> Html:
    """The form of a command, or that for all of them."""
    name = require_word("name", name, (*systems, WORDS))
    return words_form() if name == WORDS else form_of(systems[name])
