// Sample traffic of many kinds, sent through the app to a real server.
import { aiBodies } from './ai-bodies.ts';
import type { TestApp } from './app.ts';
import { startOrigin, type Origin } from './origin.ts';

const ORDER = {
  id: 'ch_7TnB4xWq',
  status: 'requires_action',
  amount: { currency: 'EUR', subtotal: 184.5, shipping: 12.9, tax: 31.49, total: 228.89 },
  items: [
    { sku: 'TOTE-NVY', title: 'Canvas tote, navy', qty: 1, unitPrice: 64.5 },
    { sku: 'MUG-02', title: 'Stoneware mug', qty: 2, unitPrice: 60 },
  ],
};

/** Answers as an online shop would. */
export function startShop(): Promise<Origin> {
  return startOrigin((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://shop');
    const json = (status: number, value: unknown): void => {
      response
        .writeHead(status, { 'Content-Type': 'application/json', 'Set-Cookie': 'session=9f0c2b7e; HttpOnly' })
        .end(JSON.stringify(value));
    };
    if (pathname === '/v1/checkout') json(200, ORDER);
    else if (pathname.startsWith('/v1/stores')) json(404, { error: 'not found' });
    else if (pathname === '/v1/shipping/rates') json(503, { error: 'unavailable' });
    else if (pathname === '/logo.svg')
      response
        .writeHead(200, { 'Content-Type': 'image/svg+xml' })
        .end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    else if (pathname === '/') response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Shop</h1>');
    else if (pathname === '/events')
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).end('data: {"a":1}\n\ndata: two\n\n');
    else if (pathname === '/v1/chat/completions')
      response
        .writeHead(200, { 'Content-Type': aiBodies.chatStream.contentType })
        .end(aiBodies.chatStream.body);
    else if (pathname === '/authorize') response.writeHead(302, { Location: '/' }).end();
    else json(200, { path: pathname, ok: true });
  });
}

const REQUESTS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/'],
  ['GET', '/logo.svg'],
  ['GET', '/v1/session'],
  ['GET', '/v1/orders?status=open&limit=50'],
  ['POST', '/v1/orders/search'],
  ['GET', '/events'],
  ['GET', '/v1/stores/nearby?lat=52.5200&lng=13.4050'],
  ['PATCH', '/v1/carts/c_8Fq2LmZr/items/3'],
  ['DELETE', '/v1/carts/c_8Fq2LmZr/coupons/AUTUMN10'],
  ['GET', '/authorize?client_id=harbor-ios&scope=openid'],
  ['GET', '/v1/shipping/rates?to=DE-10115&weight=980'],
  ['PUT', '/v1/addresses/adr_51'],
  ['POST', '/v1/checkout'],
];

/** Sends the requests; resolves when all have been answered. */
export async function sendDemoTraffic(app: TestApp, shop: Origin, rounds = 1): Promise<void> {
  const body = JSON.stringify({ cartId: 'c_8Fq2LmZr', email: 'ida.lund@harbor.test', insured: true });
  for (let round = 0; round < rounds; round += 1) {
    for (const [method, path] of REQUESTS) {
      const hasBody = method !== 'GET' && method !== 'DELETE';
      await app.via(shop.http + path, {
        method,
        headers: { Cookie: 'session=1; theme=dark', ...(hasBody && { 'Content-Type': 'application/json' }) },
        ...(hasBody && { body }),
      });
    }
  }
}
