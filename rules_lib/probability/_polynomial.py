"""Sums of independent whole numbers as products of polynomials.

A distribution on 0..n is the list of its weights: index = value. Multiplying such lists adds the
values. Everything is exact integer arithmetic.
"""

import struct
from collections.abc import Sequence

WORD = 8
"""Coefficients of this width in bytes are unpacked at once."""


def multiply(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Multiply two polynomials with non-negative coefficients, of which the last are not 0.

    Both are packed into one huge integer each, with room for every sum, so that a single
    multiplication of integers does all the work.
    """
    if len(a) == 1 or len(b) == 1:
        single, other = (a[0], b) if len(a) == 1 else (b[0], a)
        return [single * x for x in other]
    width = digit_width(sum(a) * sum(b))
    return unpack(pack(a, width) * pack(b, width), width)


def power(base: Sequence[int], exponent: int) -> list[int]:
    """Raise a polynomial with a non-zero constant term to a power.

    From C = P^n follows P C' = n P' C, which gives each coefficient of C from the earlier
    ones: as many products as C has coefficients times the terms of P.
    """
    constant = base[0]
    terms = [(i, x) for i, x in enumerate(base) if x and i]
    result = [constant**exponent]
    for k in range(1, exponent * (len(base) - 1) + 1):
        total = sum(((exponent + 1) * i - k) * x * result[k - i] for i, x in terms if i <= k)
        result.append(total // (k * constant))
    return result


def dice(count: int, sides: int) -> list[int]:
    """Raise 1 + x + … + x^(sides - 1) to a power: the ways to throw each total above the least.

    From P = (1 - x^s) / (1 - x) and C = P^n follows
    (1 - x) (1 - x^s) C' = n (1 - s x^(s-1) + (s - 1) x^s) C,
    which gives each coefficient from three earlier ones. The second half mirrors the first.
    """
    last = count * (sides - 1)
    ways = [1]
    for k in range(1, last // 2 + 1):
        total = (count + k - 1) * ways[k - 1]
        if k >= sides:
            total += (k - sides - count * sides) * ways[k - sides]
        if k > sides:
            total += (count * (sides - 1) - k + sides + 1) * ways[k - sides - 1]
        ways.append(total // k)
    return ways + ways[: last + 1 - len(ways)][::-1]


def digit_width(largest: int) -> int:
    """Return how many bytes hold any coefficient up to `largest`."""
    return (largest.bit_length() + 7) // 8 or 1


def pack(coefficients: Sequence[int], width: int) -> int:
    """Write coefficients side by side into one integer, `width` bytes each."""
    return int.from_bytes(b"".join([x.to_bytes(width, "little") for x in coefficients]), "little")


def unpack(packed: int, width: int) -> list[int]:
    """Read the coefficients back from `pack`, up to the last one that is not 0."""
    count = -(-packed.bit_length() // (8 * width))
    data = packed.to_bytes(width * count, "little")
    if width == WORD:  # as below, only faster
        return list(struct.unpack(f"<{count}Q", data))
    return [int.from_bytes(each, "little") for (each,) in struct.iter_unpack(f"{width}s", data)]
