"""A picture of the gallery can be taken."""

from playwright.sync_api import Browser
from tests.browser.seats import Site

from bocage.tools import gallery


def test_a_picture_is_taken(site: Site, browser: Browser) -> None:
    [picture] = gallery.chosen(["battle-tinybeach"])
    taken = gallery.shoot(browser, site.address, picture)
    assert taken[:4] == b"RIFF"
    assert taken[8:12] == b"WEBP"
    assert len(taken) > 20_000
