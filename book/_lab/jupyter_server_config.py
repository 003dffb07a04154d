"""How `make lab` starts JupyterLab: chapters as notebooks, and first the page that leads there."""

import os
import sys
from pathlib import Path

BOOK = Path(__file__).parents[1]
sys.path.insert(0, str(BOOK / "_ext"))
os.environ.setdefault("RULEBOOK_BOOK", str(BOOK))  # kernels link their outputs to the chapters
# What every kernel does first; a file of the user's own goes before it.
os.environ.setdefault("PYTHONSTARTUP", str(BOOK / "_lab" / "startup.py"))

c = get_config()  # noqa: F821 # type: ignore[name-defined]
c.ServerApp.contents_manager_class = "rulebook_ext.lab.Chapters"
c.LabApp.default_url = "/lab/tree/index.md"
