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

# A chapter has no outputs of its own: what is exported has run first.
c.ExecutePreprocessor.enabled = True
c.ContentsManager.hide_globs = ["_*", "__pycache__", "*.pyc", "conftest.py", ".*", "*~"]
if hasattr(os, "geteuid") and os.geteuid() == 0:
    print("JupyterLab runs as root here: whoever reaches it may do anything on this machine.")
    c.ServerApp.allow_root = True
