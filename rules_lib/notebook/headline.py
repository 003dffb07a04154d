"""The chance a chapter opens with: a sentence, a percentage, and the fraction in a fold."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from rules_lib.errors import InvalidValue
from rules_lib.notebook.display import Display
from rules_lib.notebook.markup import Html, Templates
from rules_lib.text.chances import ThreeWays, checked_chance, three_ways
from rules_lib.values.type_checks import checked

_HTML: Final = Templates("picture.html")


@checked
@dataclass(frozen=True, slots=True)
class HeadlineChance(Display):
    """One chance said three ways; `{chance}` in the sentence is the chance in words."""

    sentence: str
    chance: Fraction

    def __post_init__(self) -> None:
        """Check chance and sentence."""
        checked_chance(self.chance)
        if "{chance}" not in self.sentence:
            raise InvalidValue("sentence", self.sentence, "a sentence with {chance} in it")

    @property
    def said(self) -> ThreeWays:
        """The whole sentence, the percentage and the fraction."""
        words, percent, exact = three_ways(self.chance)
        return ThreeWays(self.sentence.replace("{chance}", words), percent, exact)

    def _repr_html_(self) -> Html:
        return _HTML("headline", **self.said._asdict())

    def __str__(self) -> str:
        """Return the chance as plain text."""
        return f"{self.said.words} {self.said.percent} = {self.said.exact}"
