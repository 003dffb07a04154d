"""The explorers of the cavalry charge: each module is what the cell of its chapter says."""
