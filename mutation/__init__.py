"""Whether the tests notice: change the code in one place at a time, and see whether one fails.

The changes of code are those of cosmic-ray, chosen in `places.py`; `text_mutations.py` adds those
of words with a meaning. ``python -m mutation --help`` tells the rest.
"""
