// Captured requests become requests of a collection, over RPC and by the files that are written.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { z } from 'zod';
import type { planFromTraffic } from '../../src/session/methods/client/from-traffic.ts';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { settled } from '../helpers/settled.ts';

const TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiI0MiIsIm5hbWUiOiJJZGEifQ.c2lnbmF0dXJlLW9mLXRoZS10b2tlbg';
const KEY = 'sk_live_51Hc0x2eZvKYlo2C0aBcDeFgHiJkLmNoPq';

const origin = await startOrigin((request, response) => {
  const { pathname } = new URL(request.url ?? '/', 'http://shop');
  const status = pathname.endsWith('ord_4Tz0Lp') ? 404 : pathname.startsWith('/v1/down') ? 503 : 200;
  response
    .writeHead(status, { 'Content-Type': 'application/json', 'Set-Cookie': 'sid=4fd8a1c0' })
    .end(JSON.stringify({ path: pathname, access_token: TOKEN }));
});
let workspace: TemporaryHome;
let running: TestApp;
let ids: number[];

beforeAll(() => () => origin.close());

beforeEach(async () => {
  workspace = temporaryHome();
  running = await startTestApp({ workspaceFolder: workspace.path });
  const headers = {
    Authorization: `Bearer ${TOKEN}`,
    'X-Client': 'ios',
    'User-Agent': 'test',
    Cookie: 'sid=4fd8a1c0; cart=1',
  };
  const get = (path: string) => running.via(`${origin.http}${path}`, { headers });
  await get('/v1/orders/ord_4Tz0Lp');
  await get('/v1/orders/ord_5Zk1Qa');
  await get(`/v1/rates?to=DE&api_key=${KEY}`);
  await get('/v1/down');
  await running.via(`${origin.http}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ query: 'query Cart { cart { id } }', operationName: 'Cart' }),
  });
  await settled(running.app.engine.flows);
  ids = running.app.traffic
    .newest()
    .map(({ id }) => id)
    .sort((a, b) => a - b);
  return async () => {
    await running.close();
    workspace.remove();
  };
});

const planned = (params: object): Promise<z.output<(typeof planFromTraffic)['result']>> =>
  running.result('client.plan_from_traffic', params);

/** Returns the text of all shared files. */
function files(): string {
  const names = readdirSync(workspace.path, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(?:ya?ml|json)$/.test(name) && !name.startsWith('.local'))
    .map((name) => readFileSync(join(workspace.path, name), 'utf8'))
    .join('\n');
}

test('exchanges of one endpoint are one request, without hosts, secrets, cookies and automatic headers', async () => {
  await running.result('save_environment', { name: 'Staging', variables: [] });
  await running.result('set_active_environment', { environment: 'Staging' });
  const plan = await planned({ ids });
  expect(plan.requests.map(({ method, url, existing }) => [method, url, existing])).toEqual([
    ['GET', '{{baseUrl}}/v1/orders/:orderId', null],
    ['GET', '{{baseUrl}}/v1/rates', null],
    ['GET', '{{baseUrl}}/v1/down', null],
    ['POST', '{{baseUrl}}/graphql', null],
  ]);
  expect(plan.requests[0]!.path).toEqual([{ name: 'orderId', value: 'ord_5Zk1Qa' }]);
  expect(plan.requests[0]!.exchanges).toMatchObject([
    { status: 404, isSource: false, isExample: true },
    { status: 200, isSource: true, isExample: true },
  ]);
  expect(plan.requests[2]!.exchanges).toMatchObject([{ status: 503, isSource: true, isExample: false }]);
  expect(plan.requests[3]!.name).toBe('Cart');
  expect(plan.takenOut.map(({ kind, variable, isNew }) => [kind, variable, isNew])).toEqual([
    ['secret', 'token', true],
    ['headers', null, false],
    ['cookies', null, false],
    ['host', 'baseUrl', true],
    ['secret', 'apiKey', true],
  ]);
  expect(files()).not.toContain('orders');

  const saved = await running.result('client.save_from_traffic', { ids, newCollection: 'Shop' });
  expect(saved.variables).toEqual(['token', 'baseUrl', 'apiKey']);
  const text = files();
  for (const secret of [TOKEN, KEY, '4fd8a1c0']) expect(text).not.toContain(secret);
  expect(text).toContain('Bearer {{token}}');
  expect(text).toContain('X-Client');
  expect(text).not.toMatch(/User-Agent/i);

  // What was saved is sent as it was captured, from the values on this machine.
  const before = origin.received.length;
  await running.result('send_request', { collection: 'Shop', request: saved.requests[1]!.id });
  expect(origin.received.slice(before)).toMatchObject([
    {
      url: `/v1/rates?to=DE&api_key=${KEY}`,
      headers: { authorization: `Bearer ${TOKEN}`, 'x-client': 'ios' },
    },
  ]);
});

test('what the collection has gets the response as an example, and its host is the variable that has it', async () => {
  await running.result('save_environment', {
    name: 'Local',
    variables: [{ name: 'shopUrl', value: origin.http }],
  });
  await running.result('create_collection', { name: 'Shop' });
  await running.result('update_collection', {
    collection: 'Shop',
    changes: { auth: { type: 'bearer', token: 'of the collection' } },
  });
  const { id } = await running.result('create_request', {
    collection: 'Shop',
    name: 'Order',
    url: '{{shopUrl}}/v1/orders/:id',
  });
  const plan = await planned({ ids: ids.slice(0, 2), collection: 'Shop' });
  expect(plan.requests).toMatchObject([{ url: '{{shopUrl}}/v1/orders/:orderId', existing: id }]);
  expect(plan.takenOut.map(({ kind, variable, isNew }) => [kind, variable, isNew])).toEqual([
    ['authorization', null, false],
    ['headers', null, false],
    ['cookies', null, false],
    ['host', 'shopUrl', false],
  ]);
  const saved = await running.result('client.save_from_traffic', {
    ids: ids.slice(0, 2),
    collection: 'Shop',
  });
  expect(saved).toMatchObject({ requests: [{ id, isNew: false }], variables: [] });
  const request = await running.result('get_saved_request', { collection: 'Shop', request: id });
  expect(request).toMatchObject({
    name: 'Order',
    examples: [
      { name: '404 Not Found', status: 404 },
      { name: '200 OK', status: 200 },
    ],
  });
  const { filter } = await running.result('client.traffic_filter', { collection: 'Shop', request: id });
  // The variable has a value in no active environment.
  expect(filter).toBe('method:GET url:*/v1/orders/*,*/v1/orders/*?*');
  await running.result('set_active_environment', { environment: 'Local' });
  const found = await running.result('client.traffic_filter', { collection: 'Shop', request: id });
  const { text } = await running.api(`/api/flows?filter=${encodeURIComponent(found.filter)}`);
  const listed = JSON.parse(text) as readonly { readonly id: number }[];
  expect(listed.map((each) => each.id).sort()).toEqual(ids.slice(0, 2));
});

test('choices: names, another source, no examples, a copy, kept as sent, left out', async () => {
  const plan = await planned({ ids });
  const [orders, rates, down, cart] = plan.requests.map(({ key }) => key);
  const saved = await running.result('client.save_from_traffic', {
    ids,
    newCollection: 'Mine',
    keep: plan.takenOut.filter(({ kind }) => kind === 'host' || kind === 'cookies').map(({ id }) => id),
    requests: [
      { key: orders, name: 'Missing order', source: ids[0], examples: [] },
      { key: rates, isLeftOut: true },
      { key: down, isLeftOut: true },
      { key: cart, isLeftOut: true },
    ],
  });
  expect(saved.requests).toHaveLength(1);
  expect(saved.variables).toEqual(['token']);
  const request = await running.result('get_saved_request', {
    collection: 'Mine',
    request: saved.requests[0]!.id,
  });
  expect(request).toMatchObject({
    name: 'Missing order',
    url: `${origin.http}/v1/orders/:orderId`,
    path: [{ name: 'orderId', value: 'ord_4Tz0Lp' }],
    examples: [],
  });
  expect(files()).toContain('sid=4fd8a1c0');
});

test('what is gone, is no request, or names what is not there', async () => {
  const error = (params: object) => running.rpc('client.save_from_traffic', params);
  expect(await error({ ids: [99_999] })).toMatchObject({ field: 'ids' });
  expect(await error({ ids, collection: 'None' })).toMatchObject({ field: 'collection' });
  expect(await error({ ids: [] })).toMatchObject({ field: 'ids' });
  expect(files()).toBe('');
});

test('what an assistant saves is joined, without secrets and hosts, and its response is the example', async () => {
  const { result } = running;
  await result('create_collection', { name: 'Shop' });
  const [unknown, known, rates] = ids as [number, number, number];
  const saved = await result('save_captured_request', { id: known, collection: 'Shop' });
  expect(saved).toMatchObject({
    name: 'GET /v1/orders/:orderId',
    url: '{{baseUrl}}/v1/orders/:orderId',
    path: [{ name: 'orderId', value: 'ord_5Zk1Qa' }],
    examples: [{ status: 200 }],
  });
  expect(saved.headers).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'Authorization', value: 'Bearer {{token}}' })]),
  );
  const joined = await result('save_captured_request', { id: unknown, collection: 'Shop' });
  expect(joined).toMatchObject({ id: saved.id, examples: [{ status: 200 }, { status: 404 }] });
  const named = await result('save_captured_request', { id: unknown, collection: 'Shop', name: 'Lost' });
  expect(named).toMatchObject({ name: 'Lost', examples: [{ status: 404 }] });
  expect(named.id).not.toBe(saved.id);
  await result('save_captured_request', { id: rates, collection: 'Shop' });
  const text = files();
  for (const secret of [TOKEN, KEY, '4fd8a1c0']) expect(text).not.toContain(secret);

  const before = origin.received.length;
  await result('send_request', { collection: 'Shop', request: saved.id });
  expect(origin.received.slice(before)).toMatchObject([
    { url: '/v1/orders/ord_5Zk1Qa', headers: { authorization: `Bearer ${TOKEN}`, 'x-client': 'ios' } },
  ]);
});
