"""The project's own tools: speed, soaks, pictures, pages and maps. Nothing here is needed to play."""
