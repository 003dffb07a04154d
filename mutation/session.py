"""The tests of a suite, collected once in this process, run one by one."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from .packages import ENGINE, ROOT, Suite

OPTIONS: tuple[str, ...] = ("-qq", "-s", "-p", "no:cacheprovider", "-m", "not (browser or site)")
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


def inside(
    work: Callable[[Session], None],
    suite: Suite = ENGINE,
    tests: Sequence[str] = (),
    root: Path = ROOT,
) -> int:
    """Collect tests, and do some work in the place of running them; return pytest's code.

    Args:
        work: what is done with them.
        suite: the tests.
        tests: only these files.
        root: of the repository.
    """
    os.chdir(root)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    options = ["--rootdir", str(root), *OPTIONS, *(tests or (*suite.tests, *suite.nets))]
    return int(pytest.main(options, plugins=[_Instead(work, suite)]))


class _Instead:
    """Does other work where pytest would run all tests."""

    def __init__(self, work: Callable[[Session], None], suite: Suite) -> None:
        self._work = work
        self._suite = suite

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection(self, session: Any) -> None:
        """Let property tests stop at their first counterexample, without making it small."""
        from hypothesis import Phase, settings

        given = settings.get_profile(settings.get_current_profile_name())
        phases = [Phase.explicit, Phase.generate]
        settings.register_profile("mutation", given, phases=phases, report_multiple_bugs=False)
        settings.load_profile("mutation")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leave out slow tests, but for those that are asked too."""
        items[:] = [
            item
            for item in items
            if item.get_closest_marker("slow") is None or item.nodeid.startswith(self._suite.slow)
        ]

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
