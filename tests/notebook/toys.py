"""Small explorers and a small checker of HTML, for the tests of what shows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from bs4 import BeautifulSoup

from rules_lib.notebook.explorer import Answer, Choice, Control, Headline, Number, Part
from rules_lib.notebook.explorer_widget import Shown
from rules_lib.notebook.interact import numbers
from tests.oracles.chances import reaching, throws


def read_text(data: Mapping[str, Any], index: int) -> str:
    """Return the text a text column holds for a setting: what the page's JavaScript does."""
    return str(data["texts"][data["places"][index]])


def setting_index(controls: Sequence[Mapping[str, Any]], setting: Mapping[str, str]) -> int:
    """Return the number of a setting in the table."""
    index = 0
    for control in controls:
        keys = control["keys"]
        index = index * len(keys) + keys.index(setting[control["name"]])
    return index


def duel(attacker: int, defender: int, bonus: bool) -> Answer:
    """Return who rolls higher, with dice of each side: nothing any game knows."""
    mine, theirs = throws(attacker), throws(defender)
    whole = 6 ** (attacker + defender)
    wins = sum(n * m for x, n in mine.items() for y, m in theirs.items() if x + bonus > y)
    ties = sum(n * m for x, n in mine.items() for y, m in theirs.items() if x + bonus == y)
    tie = Fraction(ties, whole)
    rounds = Number("rounds on average", 1 / (1 - tie), "rounds", 2)
    return Answer(
        (
            Part("attacker higher", Fraction(wins, whole), "first"),
            Part("defender higher", Fraction(whole - wins - ties, whole), "second"),
            Part("equal", tie, "neutral"),
        ),
        (rounds,),
    )


DICE = tuple(Choice(f"{n}-dice", f"{n} dice", n) for n in (1, 2, 3))
DUEL = Shown(
    id="duel",
    question="Who rolls higher?",
    controls=(
        Control("attacker", "Attacker’s dice", DICE, "2-dice"),
        Control("defender", "Defender’s dice", DICE, "2-dice"),
        Control(
            "bonus",
            "Attacker adds 1",
            (Choice("no", "No", False), Choice("yes", "Yes", True)),
            "no",
            "chips",
        ),
    ),
    answer=duel,
    headline=Headline("attacker higher", "The attacker rolls higher {chance}."),
    python="duel({attacker}, {defender}, bonus={bonus})",
)


def target_answer(target: int) -> Answer:
    """Return whether two dice reach a target: from always to never."""
    p = reaching(target, 2)
    return Answer((Part("reached", p, "good"), Part("missed", 1 - p, "bad")))


TARGET = Shown(
    id="target",
    question="Do two dice reach it?",
    controls=(replace(numbers("Target", range(2, 14), 7), name="target"),),
    answer=target_answer,
    headline=Headline(
        "reached", "You reach it {chance}.", never="You cannot reach it.", always="You cannot miss."
    ),
    python="reach(2, {target})",
    exact=True,
)


class Outline:
    """The elements of some HTML and its text; no id comes twice."""

    def __init__(self, html: str) -> None:
        self.soup = BeautifulSoup(html, "html.parser", multi_valued_attributes=None)
        ids = [each["id"] for each in self.soup.select("[id]")]
        assert len(ids) == len(set(ids)), f"double ids: {ids}"
        closed = html.count("</") + html.count("/>")
        assert str(self.soup).count("</") == closed, "an element is never closed, or twice"
        texts = self.soup.find_all(string=lambda text: text.parent.name != "script")
        self.text = "".join(texts).replace("\u00a0", " ")

    def all(self, tag: str, **attributes: str) -> list[dict[str, Any]]:
        """Return the attributes of every element of that kind with these attributes."""
        wanted: dict[str, Any] = {
            name.rstrip("_").replace("_", "-"): v for name, v in attributes.items()
        }
        return [each.attrs for each in self.soup.find_all(tag, wanted)]
