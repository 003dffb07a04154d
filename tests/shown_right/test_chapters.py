"""No chapter shows a number that nothing holds: cells assert what they show and what is typed."""

import re
from fractions import Fraction
from pathlib import Path

import pytest

from tests.shown_right.chapters import BOOK, Run, chapters, figures, run
from tests.shown_right.conftest import Held
from tests.shown_right.reading import is_percent, is_rounded

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", chapters(), ids=lambda path: str(path.relative_to(BOOK)))
def test_chapters(held: Held, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = run(path, monkeypatch)
    loose = [f"{each[0]}: {each[1]}: {each[2]}" for each in found.shown if not right(found, *each)]
    typed = list(figures(path))
    loose += [f"typed: {text}" for kind, text in typed if not stands(found, kind, text)]
    assert not loose, "\n".join(loose)
    held.numbers += len(found.shown) + len(typed)


def right(found: Run, question: str, words: str, number: Fraction) -> bool:
    """It is asserted, or what the oracles make of a situation that the chapter asks about."""
    cited = set(re.findall(r"\bR-\w+", f"{question} {words}"))
    return found.is_asserted(number) or any(each.answers(number, cited) for each in found.asked)


def stands(found: Run, kind: str, text: str) -> bool:
    """A figure that is typed is one of the numbers that the chapter asserts."""
    if kind == "percent" and "." not in text:  # no decimal: then it is exactly so
        return found.is_asserted(Fraction(int(text.rstrip(" %")), 100))
    if kind == "percent":
        return any(0 <= each <= 1 and is_percent(text, each) for each in found.asserted)
    if kind == "decimal":
        known = (100 * each for each in found.asserted)
        return text in found.texts or any(is_rounded(text, each) for each in known)
    parts = text.replace(" times in ", "/").replace(" time in ", "/").split("/")
    return found.is_asserted(Fraction(int(parts[0]), int(parts[1])))
