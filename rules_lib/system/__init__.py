"""What is said once of every system: its situations, and the object that generic code asks.

No module here knows a game. Games import from these modules, and generic code asks
``rules_lib.systems``.
"""
