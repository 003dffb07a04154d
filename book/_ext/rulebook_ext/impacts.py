"""Measures the rulings once, beside the reading of pages, for the boxes and the pages about them.

It takes as long as all pages together: a process of its own does it, and what it finds is kept as
long as the library is the same.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from functools import cache, partial
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from rulebook_ext.draft import is_kept, kept
from rulebook_ext.kernels import server
from rulebook_ext.prose import spans
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
from rules_lib.rulebook import Ruling, catalog
from rules_lib.rulebook.defaults import readings_of

RANKED: Final = "book/rulings/index"
"""The page that wants them all."""


_bench = cache(Bench)


def measured(rule_id: str) -> Impact:
    """What a ruling changes."""
    found: dict[str, Impact] = of(_impacts, catalog().entry(rule_id).system)
    return found[rule_id]


def silenced(system: str) -> tuple[Silenced, ...]:
    """The readings of a system that make other questions pointless."""
    found: tuple[Silenced, ...] = of(_silenced, system)
    return found


def contradictions(system: str) -> tuple[tuple[Clash, ...], tuple[str, ...], tuple[Gap, ...]]:
    """Readings of a system that cannot both be used, rulings that never matter, open situations."""
    found: tuple[tuple[Clash, ...], tuple[str, ...], tuple[Gap, ...]] = of(_contradictions, system)
    return found


def _impacts(system: str) -> dict[str, Impact]:
    return {each: measure(each, _bench()) for each in catalog().systems[system].rulings}


def _silenced(system: str) -> tuple[Silenced, ...]:
    return unreachable(system, _bench())


def _contradictions(system: str) -> tuple[tuple[Clash, ...], tuple[str, ...], tuple[Gap, ...]]:
    bench = _bench()
    return clashes(system, bench), never_matter(system, bench), gaps(system, bench)


@cache
def of(what: Callable[[str], Any], system: str) -> Any:
    """Return what is measured of a system: as it is kept, as it was begun, or now."""
    begun = _begun.pop((what, system), None)
    return kept(_name(what, system), begun.result if begun else partial(what, system))


def _name(what: Callable[[str], Any], system: str) -> str:
    return f"impact/{system}{what.__name__}"


_begun: dict[tuple[Callable[[str], Any], str], Future[Any]] = {}


def _begin(app: Sphinx, _env: BuildEnvironment, names: Iterable[str]) -> None:
    if RANKED not in names:
        return
    pool = ProcessPoolExecutor(1, mp_context=server())
    app.connect("build-finished", lambda *_: pool.shutdown(wait=False, cancel_futures=True))
    for what in (_impacts, _silenced, _contradictions):
        for system in sorted(catalog().systems):
            if not is_kept(_name(what, system)):
                _begun[what, system] = pool.submit(what, system)


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


def reason_of(ruling: Ruling) -> nodes.paragraph:
    """Why we read it so; or, if our default is another by now, what speaks for the reading told."""
    argued = ruling.readings[0]
    ours = readings_of(ruling.id)[0] == argued
    why = "Why this default? " if ours else f"What speaks for “{argued.answer}”? "
    words = nodes.strong("", why)
    return nodes.paragraph("", "", words, *spans(ruling.reason), classes=["rb-reason"])


def setup(app: Sphinx) -> None:
    """Begin when it is known what is to be read."""
    for each in (_bench, of):
        app.connect("builder-inited", lambda _, known=each: known.cache_clear())
    app.connect("env-before-read-docs", _begin)
