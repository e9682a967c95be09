"""Real geography to maps: development only, nothing here is needed to play."""
