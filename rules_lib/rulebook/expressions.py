"""Names and expressions in files of data: the engine works out what they come to."""

import re
from collections.abc import Mapping
from copy import copy
from importlib import import_module
from typing import Any, Self

from rules_lib.rulebook.texts import catalog


class Names(dict[str, Any]):
    """Values by their names; a name that is not among them is a definition or a number of a rule.

    Args:
        values: to begin with.
        data: what a file says: ``from`` which modules names are taken, which definitions are
            ``given``.

    Attributes:
        definitions: expressions by the name of what they come to. Each is worked out when it is
            first asked for, so it may use any other name, also one that is given later.
    """

    def __init__(self, values: Mapping[str, Any], data: Mapping[str, Any] = {}) -> None:
        super().__init__(values)
        modules = data.get("from", {})
        self |= {name: getattr(import_module(module), name) for name, module in modules.items()}
        self.definitions: Mapping[str, str] = data.get("given", {})

    def __missing__(self, name: str) -> Any:
        if name in self.definitions:
            self[name] = self.value(self.definitions[name])
            return self[name]
        if name in catalog().numbers.table:
            return catalog().numbers[name]
        raise KeyError(name)

    def value(self, expression: str) -> Any:
        """What an expression comes to."""
        return eval(expression, self)

    def with_values(self, **values: object) -> Self:
        """The same names and more."""
        more = copy(self)
        more.update(values)
        return more

    def fill(self, text: str) -> str:
        """A text with its values, which stand in braces."""
        return re.sub(r"\{([^{}]+)\}", lambda found: str(self.value(found[1])), text)
