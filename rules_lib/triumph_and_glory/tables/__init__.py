"""Tables that come from the secondary source, and how others are read in their place."""
