"""The pages about rulings: largest, typical, "there typically"."""

import re
from collections.abc import Iterator
from fractions import Fraction

import pytest
from docutils import nodes

from rulebook_ext import impacts, rulings_pages, settle
from rules_lib.commands.explain import explain
from rules_lib.impact import Change, Impact, ReadingImpact, measure
from rules_lib.rulebook import catalog
from tests.impact.shared import bench
from tests.shown_right.conftest import Held
from tests.shown_right.reading import is_points
from tests.shown_right.test_tables import middle

pytestmark = pytest.mark.slow

LINE = re.compile(
    r"Largest change: (?P<largest>.*?)\. Typical change: (?P<typical>.*?), the median of"
    r" (?P<all>\d+) situations\."
    r"(?: It touches (?P<touched>\d+) situations?, there typically by (?P<there>.*?)\.)?$",
    re.MULTILINE,
)


def text(found: Iterator[nodes.Node]) -> str:
    return "\n".join(each.astext() for each in found)


def differences(reading: ReadingImpact) -> dict[str, Fraction]:
    """What changes by how much, where both are chances."""
    return {
        each.situation: each.other - each.default
        for each in reading.changes
        if isinstance(each.default, Fraction) and isinstance(each.other, Fraction)
    }


@pytest.mark.parametrize("system", catalog().systems)
def test_rulings_pages(held: Held, system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for rule_id in catalog().systems[system].rulings:
        impact = measure(rule_id, bench())
        hold_readings(held, impact)
        monkeypatch.setattr(impacts, "measured", lambda _, known=impact: known)
        monkeypatch.setattr("rules_lib.impact.measure", lambda _, known=impact: known)
        hold_lines(held, impact)


def hold_readings(held: Held, impact: Impact) -> None:
    """Each other answer: its sentence, and the list of situations that follows it."""
    for reading in impact.readings:
        part = text(rulings_pages._reading(impact, reading))
        sizes = {name: abs(each) for name, each in differences(reading).items()}
        for each in reading.changes:
            begins = f"{each.situation}: "
            shown = [line for line in part.splitlines() if line.startswith(begins) and "→" in line]
            assert bool(shown) == each.differs, each.situation
            for line in shown:
                hold_change(held, line.removeprefix(begins), each)
        told = LINE.search(part)
        if not any(sizes.values()):
            assert told is None
            continue
        assert told
        most = max(sizes, key=lambda name: sizes[name])
        sign = [each for each in differences(reading).values() if abs(each) == sizes[most]]
        assert any(is_points(told["largest"], each) for each in sign), (most, told["largest"])
        held.points(told["typical"], middle(list(sizes.values())), signed=False)
        assert int(told["all"]) == len(reading.changes)
        touched = [size for size in sizes.values() if size]
        if len(touched) < len(reading.changes):
            assert int(told["touched"]) == len(touched)
            held.points(told["there"], middle(touched), signed=False)
        else:
            assert told["touched"] is None


def hold_change(held: Held, told: str, change: Change) -> None:
    """``6.3 % → 9.0 % (+2.7 points)``; or words."""
    found = re.fullmatch(r"(.*) → (.*?)(?: \(([^()]* points|nothing)\))?", told)
    assert found
    for shown, value in ((found[1], change.default), (found[2], change.other)):
        if isinstance(value, Fraction):
            held.percent(shown, value, change.situation)
        else:
            assert shown == value
    if isinstance(change.default, Fraction) and isinstance(change.other, Fraction):
        held.points(found[3], change.other - change.default, change.situation)


def hold_lines(held: Held, impact: Impact) -> None:
    """The line in a chapter, the line in the list of all, and what ``explain`` says."""
    every = [(size, reading) for reading in impact.readings for size in sizes_of(reading)]
    largest = max((size for size, _ in every), default=Fraction(0))
    strongest = [reading for size, reading in every if size == largest]
    line = settle.line_of(impact).astext()
    told, _ = explain(catalog().rulings[impact.ruling.id], measured=True)
    said = " ".join(line.strip() for line in told)
    verdict = re.search(
        r"[Aa]t most ([\d.]+ points): (settle before the game|settle if it|don’t)", said
    )
    sizes = [sizes_of(each) for each in impact.readings]
    usual = max((middle(each) for each in sizes if each), default=Fraction(0))
    if largest >= Fraction(1, 2000):
        assert verdict
        held.points(verdict[1], largest, impact.ruling.id, signed=False)
        limit = 2 if largest <= Fraction(1, 100) else 0 if usual >= Fraction(5, 100) else 1
        assert verdict[2] == ("settle before the game", "settle if it", "don’t")[limit]
        assert verdict[2] in impacts.when(impact.ruling.id).lower()
        assert "points" not in impacts.when(impact.ruling.id)
        assert settle._worst(impact).astext().endswith(f"up to {verdict[1]}")
    if largest:
        typical = re.search(r"typically (nothing|(?:less than )?[\d.]+ points)", line)
        assert typical
        held.points(typical[1], usual, impact.ruling.id, signed=False)
    most = re.search(r"Most: (.*?)\. +Reads ", f"{said} Reads ")
    if largest:
        assert most
        assert any(abs(differences(each)[most[1]]) == largest for each in strongest)


def sizes_of(reading: ReadingImpact) -> list[Fraction]:
    return [abs(each) for each in differences(reading).values()]
