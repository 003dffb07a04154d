"""Sphinx extension: the rulebook's numbered boxes, links to boxes and terms, and coverage."""

import os
from types import ModuleType
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def setup(app: Sphinx) -> dict[str, Any]:
    """Register everything with Sphinx."""
    # Only here, so that who wants one part need not wait for what runs notebooks.
    from rulebook_ext import (
        adjudicators,
        archive,
        assets,
        boxes,
        bundle,
        code_lines,
        coverage_table,
        disputes,
        domain,
        draft,
        examples,
        explorers,
        fill,
        home,
        icons,
        impacts,
        languages,
        licences,
        links,
        live,
        live_packed,
        mathml,
        my_table,
        nodes,
        notebooks,
        numbers,
        parallel_execution,
        policy,
        progress,
        quick,
        reference,
        rulings_pages,
        search,
        settle,
        social,
        stills,
        terms,
        tooltips,
    )

    # Explorers then show their published form, which needs no kernel.
    os.environ["RULEBOOK_STATIC"] = "1"
    # A figure of plotly's comes as data alone, without the whole of plotly.js beside it.
    os.environ["PLOTLY_RENDERER"] = "plotly_mimetype"
    published = (live, live_packed, notebooks, icons, licences, bundle, policy, archive)
    # Their order counts: search takes scripts off a page, and what comes later adds none.
    parts: tuple[ModuleType, ...] = (
        numbers,
        parallel_execution,
        progress,
        nodes,
        domain,
        boxes,
        examples,
        coverage_table,
        fill,
        links,
        live,
        live_packed,
        code_lines,
        mathml,
        stills,
        assets,
        terms,
        languages,
        quick,
        explorers,
        adjudicators,
        impacts,
        rulings_pages,
        settle,
        disputes,
        tooltips,
        my_table,
        search,
        social,
        notebooks,
        reference,
        home,
        icons,
        licences,
        bundle,
        policy,
        archive,
    )
    if draft.wanted():
        parts = (*(each for each in parts if each not in published), draft)
    for part in parts:
        part.setup(app)
    app.connect("env-get-outdated", _all_outdated)
    return {"version": "1", "env_version": 1, "parallel_read_safe": True}


def _all_outdated(app: Sphinx, env: BuildEnvironment, *_: set[str]) -> list[str]:
    """Every page depends on the library and the rulebook, which Sphinx does not watch."""
    from rulebook_ext import draft

    return draft.outdated(env) if draft.wanted() else sorted(env.found_docs)
