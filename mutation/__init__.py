"""Do the tests notice when a rule is changed? `python -m mutation` changes the engine and looks.

Each mutant is one small change of one place: a comparison, a sign, a number, a condition, a
statement left out. A mutant is killed if a test fails, or runs out of time or memory, with it.
CONTRIBUTING says how to use this, and why it is a tool of our own.

    packages   the parts that are changed, and the tests that are asked about them
    places     every change that is tried, as data
    operators  the kinds of change
    telling    more kinds, where people read what comes out
    look       what is mere look, and left alone
    planting   puts a change into the loaded engine
    coverage   which test runs which line, and how long it takes
    trial      tests one mutant in a process of its own
    store      verdicts of earlier runs; mutants that are equivalent, with the reason
    report     the table
"""
