"""The stories of Paper Tigers: how each goes on; what is told stands in the ``story.toml``."""
