"""The common misreadings: an answer that is a ruling does not pass for the word of the source."""

import re
from pathlib import Path

import pytest


@pytest.mark.rule("R-I1", "R-I3", "R-I6", "R-I8", "R-I9", "R-I13")
@pytest.mark.parametrize(
    ("said", "ruling"),
    [
        ("Fanaticism can only help.", "R-I3"),
        ("{OUTNUMBERING_STEP+1}:1 is worth more than {OUTNUMBERING_STEP}:1.", "R-I6"),
        ("My fanatics share the losses.", "R-I8"),
        ("A failed heroic deed helps the enemy.", "R-I9"),
        ("My 6 is destroyed, so it destroys nothing.", "R-I1"),
        ("We won, so our morale counts, though none of us is left.", "R-I13"),
    ],
)
def test_an_answer_that_is_a_ruling_says_so(root: Path, said: str, ruling: str) -> None:
    page = (root / "book" / "rulings" / "misreadings.md").read_text("utf-8")
    (entry,) = (each for each in page.split("\n\n") if each.startswith(f"**“{said}”**"))
    assert f"is our ruling {{rule}}`{ruling}`" in entry
    assert "the sources are clear" not in page


def test_the_dice_behind_a_card_are_those_that_it_names(root: Path) -> None:
    """A number that a card says is a card or a die of the form that its link fills in."""
    page = (root / "book" / "rulings" / "misreadings.md").read_text("utf-8")
    cards = [each for each in page.split("\n\n") if "{dice}`" in each]
    assert len(cards) > 10
    for each in cards:
        said, _, link = each.partition("{dice}`")
        named = re.findall(r"\d+", re.sub(r"\{rule\}`.*?`|\{.*?\}", "", said))
        entered = {
            number
            for field, values in re.findall(r"([\w.-]+)=(\d+)", link)
            for number in (values if field.startswith("rolls-") else [values])
        }
        assert set(named) <= entered, each
