"""Which names on a map touch each other."""

from bocage.draw.labels import Labels, overlap


def collisions(labels: Labels) -> list[tuple[str, str, float]]:
    """Pairs of names that touch, with the share of the smaller one that is covered."""
    found = []
    for n, one in enumerate(labels.placed):
        for two in labels.placed[:n]:
            area = overlap(one.frame, two.frame, 0.0)
            if area:
                least = min(one.frame.width * one.frame.height, two.frame.width * two.frame.height)
                found.append((one.label.words, two.label.words, area / least))
    return found
