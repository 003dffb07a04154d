"""What kind of machine this is: no more than a reader needs to judge the times."""

import os
import platform
from pathlib import Path

CPU_INFO = Path("/proc/cpuinfo")


def machine() -> dict[str, str]:
    """Processor, number of cores, operating system and Python; never a name of the machine."""
    return {
        "processor": _processor(),
        "cores": str(os.cpu_count() or "unknown"),
        "system": platform.system() or "unknown",
        "Python": platform.python_version(),
    }


def _processor() -> str:
    if CPU_INFO.exists():
        for line in CPU_INFO.read_text("utf-8", "replace").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name" and value.strip():
                return value.strip()
    return platform.processor() or platform.machine() or "unknown"
