"""The explorers of Paper Tigers: each module is what the cell of its chapter says."""
