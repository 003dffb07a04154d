"""The tests of the engine, collected once in this process, run one by one."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from .places import ROOT

TESTS = (
    "tests/probability",
    "tests/paper_tigers",
    "tests/in_die_tiefen",
    "tests/triumph_and_glory",
    "tests/properties",
    "tests/golden",
    "tests/hostile_world",
    "tests/impact/test_measures.py",
    "tests/rulebook/test_rulings.py",
    "tests/test_derivations.py",
    "tests/test_best_choices.py",
)
"""Those nearest to the engine; what asks it through a command line or a picture takes too long."""
OPTIONS: tuple[str, ...] = (
    "-qq",
    "-s",
    "-p",
    "no:cacheprovider",
    "-m",
    "not (slow or browser or site)",
)
# Tools that this process has loaded already are not to be looked into.
OPTIONS += ("-W", "ignore::pytest.PytestAssertRewriteWarning")


class Session:
    """A pytest session that has collected its tests and runs those it is asked for."""

    def __init__(self, session: pytest.Session) -> None:
        self._hook = session.config.hook
        self._failed = _Failed()
        self.items = {item.nodeid: item for item in session.items}
        self.broken = session.testsfailed > 0
        session.config.pluginmanager.register(self._failed)

    def fails(self, test: str, following: str | None = None) -> bool:
        """Run one test, and keep what it shares with the following one."""
        self._failed.seen = False
        after = self.items[following] if following else None
        self._hook.pytest_runtest_protocol(item=self.items[test], nextitem=after)
        return self._failed.seen


def inside(work: Callable[[Session], None], tests: Sequence[str] = TESTS, root: Path = ROOT) -> int:
    """Collect tests, and do some work in the place of running them; return pytest's code."""
    os.chdir(root)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["--rootdir", str(root), *OPTIONS, *tests]
    return int(pytest.main(options, plugins=[_Instead(work)]))


class _Instead:
    """Does other work where pytest would run all tests."""

    def __init__(self, work: Callable[[Session], None]) -> None:
        self._work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: Any) -> None:
        """Let property tests stop at their first counterexample, without making it small."""
        from hypothesis import Phase, settings

        given = settings.get_profile(settings.get_current_profile_name())
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutation", given, phases=phases, report_multiple_bugs=False)
        settings.load_profile("mutation")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._work(Session(session))
        return True


class _Failed:
    """Notes that a test failed."""

    seen = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """See each part of a test: its set-up, itself, its end."""
        self.seen = self.seen or report.failed
