"""The most memory that this process has held at once."""

import sys
from pathlib import Path

STATUS = Path("/proc/self/status")


def peak_kib() -> int | None:
    """Peak resident memory in KiB, interpreter and imports included; ``None`` if not known."""
    # On Linux getrusage also counts what the parent held when it started this process.
    if STATUS.exists():
        for line in STATUS.read_text("ascii", "replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    try:
        import resource
    except ImportError:  # Windows
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // 1024 if sys.platform == "darwin" else peak
