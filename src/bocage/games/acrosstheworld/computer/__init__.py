"""What the computer knows of Normandy 1944; the players find it in `knowledge.py`, and the rules never see it."""
