"""The common misreadings: an answer that is a ruling does not pass for the word of the source."""

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
