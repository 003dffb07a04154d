"""Has Python's modules compiled for the browser, in Node, while the chapters run.

It halves the time from the click to a live page. Where it cannot be done, the browser gets the
sources alone, and compiles them itself.
"""

import hashlib
import shutil
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path

from rulebook_ext.live_parts import Unavailable

SECONDS = 600
"""A guard against a Node that hangs; it takes ten."""
KEPT = 3
"""Results that stay in the cache."""
STDLIB = "pyodide/python_stdlib.zip"
MADE = ("python.zip", STDLIB, "pyodide/*.whl")
"""The archives that get compiled modules, below the folder of the parts."""


class Compiling:
    """A run of the script in Node, or its result from the cache."""

    def __init__(self, script: Path, parts: Path, cache: Path) -> None:
        """Start, unless the same has been compiled before."""
        self._parts = parts
        self._kept = cache / f"compiled-{_fingerprint(script, parts)}"
        self._fresh = self._kept
        self._process: subprocess.Popen[str] | None = None
        if self._kept.exists():
            return
        node = shutil.which("node") or shutil.which("nodejs")
        if node is None:
            raise Unavailable("Node is not installed")
        cache.mkdir(parents=True, exist_ok=True)
        self._fresh = Path(tempfile.mkdtemp(prefix="compiling-", dir=cache))
        self._process = subprocess.Popen(
            [node, str(script), str(parts), str(self._fresh)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
        )

    def finish(self) -> None:
        """Wait for the archives, and put them in the place of those with sources."""
        if self._process is not None:
            try:
                _, said = self._process.communicate(timeout=SECONDS)
            except subprocess.TimeoutExpired:
                self.stop()
                raise Unavailable("Node takes too long") from None
            if self._process.returncode:
                shutil.rmtree(self._fresh)
                reason = said.strip()[-300:] or "no reason given"
                raise Unavailable(f"Node failed: {reason}")
        shutil.copytree(self._fresh, self._parts, dirs_exist_ok=True)
        if self._process is not None:
            self._keep()

    def _keep(self) -> None:
        """Keep what has been compiled, and a few before it: other builds may read them just now."""
        with suppress(OSError):  # another build was quicker
            self._fresh.rename(self._kept)
        shutil.rmtree(self._fresh, ignore_errors=True)
        kept = sorted(self._kept.parent.glob("compiled-*"), key=lambda each: each.stat().st_mtime)
        for old in kept[:-KEPT]:
            shutil.rmtree(old, ignore_errors=True)

    def stop(self) -> None:
        """Give up."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()


def _fingerprint(script: Path, parts: Path) -> str:
    files = [script, *(each for place in MADE for each in sorted(parts.glob(place)))]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]
