"""A formula with its numbers is worked out once more: what it claims must be so."""

from fractions import Fraction

import numpy as np
import pytest

from rules_lib.errors import InvalidValue
from rules_lib.notebook.worked import Worked
from tests.in_turn import in_turn

CASES = [
    ("P = [{won} | {ways}] = {chance}", "P = (21) / (36) = 7/12"),
    ("[2 · {won} − 6 | 6²] = 1", "(2 · 21 − 6) / (6²) = 1"),
    ("n = {won} + … = {ways}", "n = 21 + … = 36"),
    (
        "It comes up {chance:~}, {chance:%}, {chance:.}, {won:/}.",
        "It comes up about 58 times in 100, 58.3 %, 0.58, 21.",
    ),
    ("{thousands} throws", "46,656 throws"),
]


@in_turn("line, said", CASES)
def test_a_true_line_is_said_with_its_numbers(line: str, said: str) -> None:
    worked = Worked(line, won=np.int64(21), ways=36, chance=Fraction(7, 12), thousands=46_656)
    assert str(worked) == said


@pytest.mark.parametrize(
    ("line", "number", "allowed"),
    [
        ("P = [{won} | 6²] = {won}", 21, r"equal sides, not \[21 \| 6²\] = 7/12 and"),
        ("{lost} of 36", 21, "one of won"),
        ("{won} of 36", 0.5, "a whole number or a Fraction"),
        ("{won} of 36", True, "a whole number or a Fraction"),
    ],
)
def test_a_false_one_is_refused(line: str, number: object, allowed: str) -> None:
    with pytest.raises(InvalidValue, match=allowed):
        Worked(line, won=number)  # type: ignore[arg-type]


def test_a_number_carries_its_name_and_the_last_its_exact_value() -> None:
    html = Worked(
        "P = {chance:%} = {same:%}", chance=Fraction(12345, 98765), same=Fraction(12345, 98765)
    )
    shown = html._repr_html_()
    assert '<b data-n="chance">12.5\u00a0%</b>' in shown
    assert "<summary>Exact value</summary><p>2469/19753</p>" in shown
