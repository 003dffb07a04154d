"""What the tests of the command line share."""

import pytest

from tests.commands.asking import Asker


@pytest.fixture
def ask(capsys: pytest.CaptureFixture[str]) -> Asker:
    """The command line."""
    return Asker(capsys)
