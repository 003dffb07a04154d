"""Everything that only shows: wording, explorers, pictures, drawings, transcripts.

Nothing here knows a rule; the games never import it.  Third-party packages (ipywidgets) are
imported only when a live widget is asked for.
"""
