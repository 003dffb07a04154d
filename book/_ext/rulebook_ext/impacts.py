"""Measures the rulings once, beside the reading of pages, for the boxes and the pages about them.

What it finds is kept as long as the library is the same.
"""

from collections.abc import Iterable
from functools import cache, partial
from multiprocessing.pool import AsyncResult
from typing import Final, NamedTuple

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext.draft import is_kept, kept
from rulebook_ext.processes import begin
from rules_lib.impact import (
    Bench,
    Clash,
    Gap,
    Impact,
    Silenced,
    clashes,
    gaps,
    measure,
    never_matter,
    points,
    unreachable,
)
from rules_lib.rulebook import catalog

RANKED: Final = "book/rulings/index"
"""The page that wants them all."""


class Measured(NamedTuple):
    """What is measured of a system.

    Attributes:
        impacts: what each ruling changes.
        silenced: the readings that make other questions pointless.
        clashes: readings that cannot both be used.
        never_matter: rulings that change nothing.
        gaps: open situations.
    """

    impacts: dict[str, Impact]
    silenced: tuple[Silenced, ...]
    clashes: tuple[Clash, ...]
    never_matter: tuple[str, ...]
    gaps: tuple[Gap, ...]


def _measure(system: str) -> Measured:
    bench = Bench()
    return Measured(
        {each: measure(each, bench) for each in catalog().systems[system].rulings},
        unreachable(system, bench),
        clashes(system, bench),
        never_matter(system, bench),
        gaps(system, bench),
    )


def measured(rule_id: str) -> Impact:
    """What a ruling changes."""
    return of(catalog().entry(rule_id).system).impacts[rule_id]


@cache
def of(system: str) -> Measured:
    """Return what is measured of a system: as it is kept, as it was begun, or now."""
    begun = _begun.pop(system, None)
    found: Measured = kept(_name(system), begun.get if begun else partial(_measure, system))
    return found


def _name(system: str) -> str:
    return f"impact/{system}"


_begun: dict[str, AsyncResult[Measured]] = {}


def _begin(_app: Sphinx, _env: BuildEnvironment, names: Iterable[str]) -> None:
    for system in sorted(catalog().systems) if RANKED in names else ():
        if not is_kept(_name(system)):
            _begun[system] = begin(_measure, system)


def when(rule_id: str) -> str:
    """When to settle a question; its points are on its own page: ``"Settle before the game."``"""
    weight = str(measured(rule_id).weight)
    return f"{weight[0].upper()}{weight[1:]}."


def typically(impact: Impact) -> str:
    """When to settle it, and what is at stake: ``"Don’t argue: typically 0.4 points."``"""
    if not impact.largest:
        return when(impact.ruling.id)
    most = points(impact.largest)
    usual = most if most.startswith("less") else f"typically {points(impact.typical)}"
    return f"{when(impact.ruling.id).removesuffix('.')}: {usual}."


def setup(app: Sphinx) -> None:
    """Begin when it is known what is to be read."""
    app.connect("builder-inited", lambda _: of.cache_clear())
    app.connect("env-before-read-docs", _begin)
