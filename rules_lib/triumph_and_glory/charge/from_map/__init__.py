"""From the map to a situation: what is legal, and what a fight needs to know of the board."""
