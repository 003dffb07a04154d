"""Words to things and back: descriptions, chances, files. Knows no game."""
