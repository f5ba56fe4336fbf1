// Peers that do much of what is allowed once, for good reasons.
import { expect, test } from 'vitest';
import { memoryEndpoint } from '../../../test/helpers/http2-endpoint.ts';
import { frame, headers, PREFACE, rstStream, settings, TYPE } from '../../../test/helpers/http2-frames.ts';

test('a PING for each of 9,000 round trips is answered, and a flood ends the connection', () => {
  const server = memoryEndpoint(true, {});
  server.endpoint.receive(Buffer.concat([PREFACE, settings()]));
  const ping = frame(TYPE.ping, 0, 0, 'pingpong');
  server.sent();
  for (let at = 0; at < 9000; at += 1) server.endpoint.receive(ping);
  expect(server.over).toBe(undefined);
  expect(server.sent().length).toBeGreaterThanOrEqual(9000 * ping.length);
  for (let at = 0; at < 1_000_000 && server.over === undefined; at += 1) server.endpoint.receive(ping);
  expect(server.over?.reason).toContain('too much');
});

test('a server may reset each of 5,000 streams that it was asked on', () => {
  const client = memoryEndpoint(false, {});
  client.endpoint.receive(settings());
  for (let at = 0; at < 5000; at += 1) {
    const stream = client.endpoint.open();
    stream.sendHead([':method', 'POST', ':scheme', 'https', ':authority', 'a.test', ':path', '/'], [], false);
    client.endpoint.receive(rstStream(stream.id, 0));
    client.sent();
  }
  expect(client.over).toBe(undefined);
});

test('a client may reset each of 100,000 streams that have ended, and no more than those', () => {
  const request = [
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', 'a.test'],
    [':path', '/'],
  ] as const;
  const server = memoryEndpoint(true, {
    request: (stream) => stream.sendHead([':status', '204'], [], true),
  });
  server.endpoint.receive(Buffer.concat([PREFACE, settings()]));
  for (let id = 1; id < 200_000; id += 2) {
    server.endpoint.receive(headers(id, request));
    server.endpoint.receive(rstStream(id, 0));
    server.sent();
  }
  expect(server.over).toBe(undefined);
  for (let at = 0; at < 5000 && server.over === undefined; at += 1) server.endpoint.receive(rstStream(1, 0));
  expect(server.over?.reason).toContain('too much');
});
