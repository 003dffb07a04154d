"""Our speed beside icepool and dyce: same work, exactly equal results, one run.

``python -m benchmarks`` prints a table and whether the stated floors are kept.
"""
