"""What the review and the lab read off a game of Normandy (1971)."""
