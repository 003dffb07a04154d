"""The small arrays of the live page say what numpy says, wherever the book uses them."""

import numpy as np
import pytest
from rulebook_live import arrays
from scipy.signal import convolve

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
        "np.outer(np.array([1, 2]), np.array([3, 4, 5]))",
        "np.array(A)[np.array(A) > 2]",
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
