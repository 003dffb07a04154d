"""Writes the golden tables anew: ``python -m tests.golden.write``.

Everything comes from the brute force of ``tests/oracles``, which knows nothing of the library.
"""

from tests.golden import of_battle, of_cavalry, of_paper_tigers
from tests.golden.form import Table

TABLES: tuple[Table, ...] = (*of_paper_tigers.TABLES, *of_battle.TABLES, *of_cavalry.TABLES)


def main() -> None:
    """Write every table."""
    for table in TABLES:
        table.path.write_text(table.text(), "utf-8")
        print(f"{table.path.name}: {table.path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
