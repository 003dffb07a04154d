"""The small arrays of the live page say what numpy says, wherever the book uses them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rulebook_live import arrays
from scipy.signal import convolve

ROOT = Path(__file__).parents[2]

ANSWERS = """
import json, sys
from dataclasses import asdict
if sys.argv[1] == "small":
    from rulebook_live import standins
    standins.install_arrays()
import numpy as np
assert hasattr(np, "__version__") == (sys.argv[1] != "small")
from rules_lib import derivations as d
from rules_lib.derivations import Fighter, MeleeSetup
horse, foot = Fighter(6, 5, 4, heavy=True), Fighter(5, 4, 6)
said = {
    "throws": [str(d.pass_chance(n, v)) for n in range(1, 9) for v in (0, n, 3 * n, 6 * n)],
    "ratios": [d.ratio_drm(a, b) for a in range(1, 9) for b in range(1, 9)],
    "rows": [str(p) for drm in range(-6, 12) for p in d.row_chances(drm)],
    "checks": [str(d.check_chance(c, m)) for c in range(8) for m in range(-2, 3)],
    "melee": [
        list(asdict(d.melee(MeleeSetup(3, a, 2, b, small, cover))).values())
        for a in (5, 9, 19) for b in (7, 19) for small in (False, True) for cover in (False, True)
    ],
}
print(json.dumps(said))
"""


def answers(kind: str) -> dict[str, Any]:
    """What the derivations say in a Python of their own: on numpy, or on the small arrays."""
    path = f"import sys; sys.path[:0] = {[str(ROOT), str(ROOT / 'book/_ext')]!r}\n"
    command = [sys.executable, "-c", path + ANSWERS, kind]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert ran.returncode == 0, ran.stderr
    said: dict[str, Any] = json.loads(ran.stdout)
    return said


@pytest.mark.slow
def test_the_derivations_say_the_same_on_small_arrays() -> None:
    small, real = answers("small"), answers("numpy")
    assert small.keys() == real.keys()
    for name, said in real.items():
        if name == "melee":
            flat = np.array(said, dtype=float).ravel().tolist()
            assert np.array(small[name], dtype=float).ravel().tolist() == pytest.approx(flat), name
        else:
            assert small[name] == said, name


A, B = [[1, 2, 3], [4, 5, 6]], [[10], [20]]


@pytest.mark.parametrize(
    "expression",
    [
        "np.array(A) + np.array(B)",
        "np.array(A) * 2 - 1",
        "1 - np.array(A)",
        "(np.array(A) >= 2) & (np.array(A) < 5)",
        "np.array(A).sum(axis=0)",
        "np.array(A).sum(axis=1, keepdims=True)",
        "np.array(A)[:, ::-1]",
        "np.array(A)[1, np.array([2, 0, 0])]",
        "np.array(A)[np.array([False, True])]",
        "np.array(A)[-1]",
        "np.array(A).T",
        "np.cumsum(np.array(A), axis=1)",
        "np.concatenate([np.array(A), np.array(B)], axis=1)",
        "np.where(np.array(A) > 3, 0, np.array(A))",
        "np.minimum(np.array(A), 4)",
        "np.sign(np.array(A) - 3)",
        "np.searchsorted((0, 5, 10), np.arange(12) - 1, side='right')",
        "np.bincount(np.array([1, 1, 3]), minlength=6)",
        "np.indices((2, 3))",
        "np.linalg.solve(np.array([[0.0, 2.0], [1.0, 1.0]]), np.array([4.0, 5.0]))",
        "np.convolve(np.array([1, 2]), np.array([0, 1, 5]))",
    ],
)
def test_an_operation_does_what_numpy_does(expression: str) -> None:
    ours, theirs = (eval(expression, {"np": kind, "A": A, "B": B}) for kind in (arrays, np))
    assert ours.shape == theirs.shape
    assert ours.tolist() == theirs.tolist()


def test_tables_are_convolved_as_scipy_does() -> None:
    ours = arrays.convolve(A, [[1, 0], [2, 3]])
    assert ours.tolist() == convolve(np.array(A), np.array([[1, 0], [2, 3]])).tolist()


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        arrays.array([1, 2]) + arrays.array([1, 2, 3])
    with pytest.raises(IndexError, match="only one axis"):
        arrays.array(A)[[0, 1], [0, 1]]
    with pytest.raises(ValueError, match="no single solution"):
        arrays.solve(arrays.zeros((2, 2)), arrays.ones(2))
