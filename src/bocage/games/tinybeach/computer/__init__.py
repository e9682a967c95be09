"""What the computer knows of Tiny Beach; the players find it in `knowledge.py`, and the rules never see it."""
