// Names below localhost, which are loopback for curl and browsers (RFC 6761) and unknown to many name servers.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authWith } from '../helpers/authorization.ts';
import { clientOf } from '../helpers/authorized-exchange.ts';
import { ask, askThroughTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { connectRaw } from '../helpers/raw.ts';

let origin: Origin;
let proxy: TestEngine;
beforeAll(async () => {
  origin = await startOrigin();
  proxy = await startTestEngine({ insecureUpstreamHosts: ['*.localhost'] });
});
afterAll(async () => {
  await proxy.close();
  await origin.close();
});

test('are reached in plain HTTP and inside TLS', async () => {
  const plain = await ask(`http://app.localhost:${origin.httpPort}/plain`, { via: proxy.engine.port });
  expect([plain.status, plain.text]).toEqual([200, 'GET /plain\n']);
  const url = `https://shop.app.localhost:${origin.httpsPort}/secured`;
  expect((await askThroughTunnel(proxy.engine.port, url, proxy.engine.ca.certPem)).text).toBe(
    'GET /secured\n',
  );
  expect(proxy.engine.flows.list().map(({ target }) => target.host)).toEqual([
    'app.localhost',
    'shop.app.localhost',
  ]);
});

test('are reached through tunnels that pass on', async () => {
  await using raw = await connectRaw(proxy.engine.port);
  raw.write(`CONNECT db.localhost:${origin.httpPort} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(await raw.head()).toMatch(/^HTTP\/1\.1 200 /);
});

test('are this proxy itself on its port, whose API is not called so', async () => {
  const response = await ask(`http://any.localhost:${proxy.engine.port}/api/status`, {
    via: proxy.engine.port,
    headers: { 'X-Proxy-Token': proxy.token },
  });
  expect(response.status).toBe(403);
});

test('are reached by the API client', async () => {
  using client = clientOf();
  const { response } = await client.send(authWith('none'), `http://api.localhost:${origin.httpPort}/client`);
  expect([response.status, response.body.toString()]).toEqual([200, 'GET /client\n']);
});
