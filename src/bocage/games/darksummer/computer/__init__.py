"""What the computer knows of this game: positions, orders, advice and reasons."""
