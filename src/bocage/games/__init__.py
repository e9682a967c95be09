"""The games: one package each, none knows another."""
