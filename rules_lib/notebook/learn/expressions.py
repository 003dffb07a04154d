"""What the files of questions and stories may name: values that the engine works out.

``[from]`` takes names out of modules, ``[given]`` defines them by expressions. What is public in
the package of the game, and the numbers of the rulebook, have their names already. Texts take
values in braces.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Final

from rules_lib.errors import IllegalAction
from rules_lib.rulebook import HouseRules, RulingSet, expressions
from rules_lib.rulebook.defaults import reading_of, rulings_class
from rules_lib.rulebook.numbers import in_text
from rules_lib.text.chances import chance_in_words, percent

OURS: Final = HouseRules()


class Names(expressions.Names):
    """Values by their names; what a file does not name itself, the game and the rulebook do."""

    def __init__(self, game: str, house: HouseRules, data: Mapping[str, Any]) -> None:
        package = import_module(f"rules_lib.{game}")
        super().__init__({name: getattr(package, name) for name in package.__all__}, data)

        def read(module: Any) -> RulingSet:
            """How the table reads a part of the game."""
            rulings: RulingSet = house.of(module.Rulings)
            return rulings

        def reading(rule_id: str) -> str:
            """How it reads an open question, in the words of the rulebook."""
            rulings = house.of(rulings_class(rule_id))
            return reading_of(rule_id, getattr(rulings, rulings.field_of(rule_id))).text

        self |= {"read": read, "reading": reading, "allowed": allowed}
        self |= {"percent": percent, "chance_in_words": chance_in_words, "in_text": in_text}


def allowed(make: Callable[..., object], *inputs: object) -> bool:
    """Whether the rules allow what is made so."""
    try:
        make(*inputs)
    except IllegalAction:
        return False
    return True
