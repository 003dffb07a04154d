"""A chapter derives in the open, and what it claims moves with the values of its example."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.sample import DEEP

BOOK = Path(__file__).parents[2] / "book"
CELL = re.compile(r"^```\{code-cell\}[^\n]*\n(---\n.*?\n---\n)?(.*?)^```$", re.M | re.S)
CHANGES = {
    "in_die_tiefen/battle": {
        "terrain=True, tactic_superior=True, deeds=1": ["terrain=True, tactic_superior=True"],
        "outnumbers=4, fanaticism=1": ["outnumbers=6, fanaticism=1", "outnumbers=4"],
    },
    "in_die_tiefen/fanaticism": {
        "Party(4, fanaticism=2), Party(3)": [
            "Party(5, fanaticism=2), Party(3)",
            "Party(4, fanaticism=1), Party(3)",
            "Party(4, fanaticism=2), Party(4)",
        ],
    },
    "in_die_tiefen/tactics": {
        "foxes, bears = Party(4), Party(5)": [
            "foxes, bears = Party(3), Party(5)",
            "foxes, bears = Party(5), Party(4)",
            "foxes, bears = Party(4), Party(4)",
        ],
    },
    "paper_tigers/charge": {
        'british_2, gun_crew = melee.Combatant(Card("red", 7))': [
            'british_2, gun_crew = melee.Combatant(Card("red", 8))'
        ],
        'rifles = melee.Combatant(Card("red", 5))': [
            'rifles = melee.Combatant(Card("red", 8))',
            'rifles = melee.Combatant(Card("black", 5))',
        ],
    },
    "paper_tigers/command_test": {
        'british_2 = Card("red", 7)': [
            'british_2 = Card("red", 9)',
            'british_2 = Card("black", 7)',
            'british_2 = Card("red", 5)',
        ],
    },
    "paper_tigers/el_alamein": {
        'british_2 = melee.Combatant(Card("red", 7))': [
            'british_2 = melee.Combatant(Card("red", 8))',
            'british_2 = melee.Combatant(Card("red", 6))',
            'british_2 = melee.Combatant(Card("black", 7))',
        ],
    },
    "paper_tigers/melee": {
        'able, baker = melee.Combatant(Card("red", 7))': [
            'able, baker = melee.Combatant(Card("red", 9))',
            'able, baker = melee.Combatant(Card("red", 6))',
        ],
        '7)), melee.Combatant(Card("red", 5))': ['7)), melee.Combatant(Card("black", 6))'],
    },
    "paper_tigers/sniper": {
        'shooter, charlie = Card("red", 9)': [
            'shooter, charlie = Card("red", 8)',
            'shooter, charlie = Card("red", 11)',
            'shooter, charlie = Card("black", 8)',
        ],
    },
    "paper_tigers/sudden_strike": {
        "n = 10  # activations": ["n = 15"],
        'unit = "infantry"': ['unit = "tank"', 'unit = "heavy_tank"'],
    },
    "triumph_and_glory/charge": {
        'Cavalry("Duval", 5, 4, heavy=True)': ['Cavalry("Duval", 6, 3, heavy=True)'],
        'Cavalry("Petit", 4, 2, heavy=False)': ['Cavalry("Petit", 5, 3, heavy=True)'],
        'Infantry("Orlov", 5, 4)': ['Infantry("Orlov", 6, 5)'],
    },
    "triumph_and_glory/example": {
        "replay({last: 3})": ["replay({last: 0})"],
        '"square Z": 4': ['"square Z": 2'],
        '"fight A": 2': ['"fight A": 1'],
    },
    "triumph_and_glory/pursuit": {
        'Infantry("Morand", 7, 6), Infantry("Orlov", 5, 2)': [
            'Infantry("Morand", 5, 6), Infantry("Orlov", 3, 4)'
        ],
        'Cavalry("Duval", 5, 6, heavy=True)': ['Cavalry("Duval", 4, 6, heavy=True)'],
        'Cavalry("Renard", 5, 10': ['Cavalry("Renard", 7, 8'],
    },
    "triumph_and_glory/reactions": {
        'Cavalry("Renard", 5, 4, heavy=True)': ['Cavalry("Renard", 6, 7, heavy=False)'],
        'Infantry("Petrov", 6, 4)': ['Infantry("Petrov", 4, 6)'],
        'Cavalry("Volkov", 6, 4, heavy=True)': ['Cavalry("Volkov", 5, 3, heavy=False)'],
    },
}
"""Code of a chapter, and what may come in its place."""


def cells(chapter: str) -> list[tuple[str, str]]:
    """Head and code of each cell."""
    return CELL.findall((BOOK / f"{chapter}.md").read_text("utf-8"))


@pytest.mark.parametrize("chapter", CHANGES)
def test_a_derivation_stands_open(chapter: str) -> None:
    assert any("convolve(" in code for head, code in cells(chapter) if "hide-input" not in head)


@pytest.mark.parametrize(
    ("chapter", "old", "new"),
    [
        pytest.param(chapter, old, new, marks=DEEP)
        for chapter, changes in CHANGES.items()
        for old, each in changes.items()
        for new in each
    ],
)
def test_a_chapter_runs_with_another_value(
    chapter: str, old: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    codes = [code for _, code in cells(chapter)]
    assert sum(old in code for code in codes) == 1
    monkeypatch.setenv("RULEBOOK_STATIC", "1")
    monkeypatch.chdir(BOOK / chapter.partition("/")[0])
    names: dict[str, Any] = {"__name__": "__main__"}
    for code in codes:
        exec(code.replace(old, new), names)
