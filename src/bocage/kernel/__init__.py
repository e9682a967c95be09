"""The kernel: geography, flow, chance and records that every game shares and that know no game."""
