"""The rules of the nine steps, one module a step or two, in the order of `steps`."""
