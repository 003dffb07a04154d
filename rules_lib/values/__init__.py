"""What answers are made of: frozen, checked against their annotations, shown in a notebook.

Knows no game.
"""
