"""What shows any game: explorers, forms, pictures, stories, sheets, transcripts.

Nothing here knows a game; what only one game shows is in its ``page``. No rule imports either.
Third-party packages (ipywidgets) are imported only when a live widget is asked for.
"""
