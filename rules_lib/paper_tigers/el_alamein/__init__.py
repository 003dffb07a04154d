"""The El Alamein tutorial: what it records, what is wrong in it, and how it should have run."""

from rules_lib.examples.audit import Finding
from rules_lib.paper_tigers.el_alamein.replays import (
    Story,
    audit,
    corrected,
    odds_after,
    replay,
    replayed,
)

__all__ = ["Finding", "Story", "audit", "corrected", "odds_after", "replay", "replayed"]
