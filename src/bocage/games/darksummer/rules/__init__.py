"""The chapters of the rulebook, in its order."""
