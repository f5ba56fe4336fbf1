"""Nothing here knows of the proxy. Requests, HTTPX and aiohttp need nothing either."""
import json
import os
from urllib.error import HTTPError
from urllib.request import urlopen

SHOP = os.environ["SHOP_URL"]


def test_lists_the_orders():
    with urlopen(f"{SHOP}/orders") as response:
        assert json.load(response) == [{"id": 7}]
    # The test passes without the stock. A check of the run sees that the request has failed.
    try:
        urlopen(f"{SHOP}/stock").close()
    except HTTPError:
        pass
