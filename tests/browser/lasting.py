"""How long a browser runs, how long it is waited for, and what it says by itself of a policy."""

from typing import Literal

import pytest

PATIENCE = 60_000
"""Milliseconds: a guard against a page that hangs."""
HEARS = """addEventListener("securitypolicyviolation", (event) => {
    (window.violated ??= []).push(`${event.effectiveDirective}: ${event.blockedURI}`);
});"""


def how_long(fixture_name: str, config: pytest.Config) -> Literal["session", "module"]:
    """For all tests of the built pages: to start a browser costs more than most that is asked.

    It brings an event loop of its own: where other tests may want theirs, it ends with its file.
    """
    return "session" if config.getoption("markexpr").startswith("site") else "module"
