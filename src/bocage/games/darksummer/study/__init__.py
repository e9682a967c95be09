"""What review and lab read off a game."""
