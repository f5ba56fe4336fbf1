// Nothing here knows of the proxy: the environment of `proxyctl run` is enough for fetch, and for most libraries.
import { expect, test } from 'vitest';

const shop = process.env.SHOP_URL;

test('lists the orders', async () => {
  const response = await fetch(`${shop}/orders`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual([{ id: 7 }]);
  // The test passes without the stock. A check of the run sees that the request has failed.
  await fetch(`${shop}/stock`);
});
