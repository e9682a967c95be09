"""What the computer knows of Normandy (1971); the players find it in `knowledge.py`, and the rules never see it."""
