"""The explorers of the cavalry charge, and one roll of each."""
