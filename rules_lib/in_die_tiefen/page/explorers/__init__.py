"""The explorers of the mass battle: each module is what the cell of its chapter says."""
