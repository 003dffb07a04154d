"""What the tests of a process measure, each situation once."""

from functools import cache

from rules_lib.impact import Bench

bench = cache(Bench)
