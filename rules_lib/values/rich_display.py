"""How answers show themselves in a notebook: the one door from the engine to what shows."""

from importlib import import_module
from typing import Any, Final, TypeVar

T = TypeVar("T")

DOOR: Final = "rules_lib.notebook.answers"
"""What shows answers: known by its name alone, and imported when something is shown."""


def _face(answer: object) -> Any:
    return import_module(DOOR).face(answer)


class RichDisplay:
    """Base of answers that show themselves when they stand alone in a cell.

    Odds and advice become a small table, what was adjudicated becomes its transcript with dice.
    The engine needs nothing of that: `rules_lib.notebook` is imported when it is asked for.
    """

    __slots__ = ()

    def _repr_html_(self) -> str:
        html: str = _face(self)._repr_html_()
        return html

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, Any]:
        return {**_face(self)._repr_mimebundle_(include, exclude), "text/plain": str(self)}


class Forbidden(tuple[T, ...], RichDisplay):
    """What forbids something: ids of clauses, none if it is legal. A tuple that shows itself."""

    __slots__ = ()


class DisplayList(list[T], RichDisplay):
    """A list of answers that shows itself as one table."""

    __slots__ = ()
