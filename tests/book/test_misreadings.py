"""The common misreadings: their links lead to examples that are played."""

import re
from pathlib import Path


def test_the_dice_behind_a_card_are_those_that_it_names_and_that_are_played(root: Path) -> None:
    """A number that a card says is a card or a die of the form that its link fills in.

    A line of code of the page has all numbers of the link, each in its place; a 1 may say yes.
    """
    page = (root / "book" / "rulings" / "misreadings.md").read_text("utf-8")
    cards = [each for each in page.split("\n\n") if "{dice}`" in each]
    assert len(cards) > 10
    numbers = [re.findall(r"\b\d+", line) for line in page.splitlines() if "{dice}" not in line]
    played = [" ".join(each for each in line if each != "1") for line in numbers]
    for each in cards:
        said, _, link = each.partition("{dice}`")
        named = re.findall(r"\d+", re.sub(r"\{rule\}`.*?`|\{.*?\}", "", said))
        entered = [
            number
            for field, values in re.findall(r"([\w.-]+)=(\d+)", link)
            for number in (values if field.startswith(("rolls-", "dice")) else [values])
        ]
        assert {*named} <= {*entered}, each
        wanted = " ".join(number for number in entered if number != "1")
        assert any(wanted in line for line in played), f"not played: {wanted}: {each}"
