"""``python -m tests.explore``: try new examples for a time, and keep those that fail.

`make test` tries the same examples in every run. This tries others, file by file and round by
round, until the time is over. What fails is printed as an `@example` to put above its test, and
kept in `.hypothesis`, from where the next run tries it first.
"""

import argparse
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOUND = Path(".hypothesis") / "found.txt"
"""What failed so far, one after the other."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Explore; 1 if something failed, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tests.explore", description=__doc__)
    parser.add_argument("only", nargs="*", help="only files whose path contains this")
    parser.add_argument("--minutes", type=float, default=10.0, help="how long (10)")
    parser.add_argument("--examples", type=int, default=300, help="of a test in a round (300)")
    options = parser.parse_args(arguments)
    end = time.monotonic() + 60 * options.minutes
    files = [each for each in drawn() if not options.only or any(s in each for s in options.only)]
    found: set[str] = set()
    rounds = 0
    while files and time.monotonic() < end:
        random.shuffle(files)
        for file in files:
            left = end - time.monotonic()
            if left <= 0:
                break
            for each in explore(file, options.examples, left):
                if each not in found:
                    keep(each)
                found.add(each)
        rounds += 1
    print(f"{rounds} rounds over {len(files)} files: {len(found)} examples fail")
    return int(bool(found))


def drawn(root: Path = ROOT) -> list[str]:
    """The files with tests whose examples are drawn."""
    found = (root / "tests").rglob("test_*.py")
    texts = {each.relative_to(root).as_posix(): each.read_text("utf-8") for each in found}
    return sorted(file for file, text in texts.items() if "@given(" in text)


def explore(file: str, examples: int, seconds: float | None = None) -> Iterator[str]:
    """Try new examples of the tests of a file, and give those that fail."""
    command = [sys.executable, "-m", "pytest", file, "-p", "no:nbval", "-q", "-m", "hypothesis"]
    chosen = {"HYPOTHESIS_PROFILE": "explore", "HYPOTHESIS_EXAMPLES": str(examples)}
    try:
        ended = subprocess.run(
            command, capture_output=True, text=True, timeout=seconds, env={**os.environ, **chosen}
        )
    except subprocess.TimeoutExpired:
        return
    # Where nothing is cut off, pytest tells a failure twice.
    found = list(dict.fromkeys(as_examples(file, ended.stdout)))
    if not found and ended.returncode not in (0, pytest.ExitCode.NO_TESTS_COLLECTED):
        failed = re.findall("^(?:FAILED|ERROR).*", ended.stdout, re.MULTILINE)
        found = [f"# {each}" for each in failed or [f"{file}: {ended.stdout[-200:]}"]]
    yield from found


FAILING = re.compile(
    r"^(?:Falsifying example|Failing test case): (\w+)\(\n(.*?)^\)\n((?:Draw [^\n]*\n)*)",
    re.DOTALL | re.MULTILINE,
)


def as_examples(file: str, output: str) -> Iterator[str]:
    """What fails, as decorators; what a test draws by itself cannot be one, and stays a comment."""
    for name, given, draws in FAILING.findall(re.sub(r"(?m)^E {1,7}", "", output)):
        call = f"@example({' '.join(given.split())[:-1]})"
        drawn_inside = [f"# {each}" for each in draws.splitlines()]
        yield "\n".join([f"# {file}: {name}", "# " * bool(draws) + call, *drawn_inside])


def keep(example: str) -> None:
    """Print it, and add it to the file of what was found."""
    print(example, flush=True)
    FOUND.parent.mkdir(exist_ok=True)
    with FOUND.open("a", encoding="utf-8") as file:
        file.write(example + "\n")


if __name__ == "__main__":
    raise SystemExit(main())
