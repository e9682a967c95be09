"""What the computer knows of Normandy '44; the players find it in `knowledge.py`, and the rules never see it."""
