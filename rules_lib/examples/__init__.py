"""Printed examples of the sources: each claim is data, and the engine says whether it is right."""
