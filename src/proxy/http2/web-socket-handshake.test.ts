import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import { handshake } from './web-socket-handshake.ts';

const REQUEST: UpstreamRequest = {
  method: 'CONNECT',
  scheme: 'https',
  authority: 'a.test',
  path: '/socket',
  fields: [
    'sec-websocket-version',
    '13',
    'sec-websocket-protocol',
    'chat',
    'content-length',
    '5',
    'expect',
    '100-continue',
  ],
  contentLength: -1,
  hasBody: true,
};

const acceptanceOf = (key: string): string =>
  createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');

test('the server gets a GET with a key of the proxy, and nothing that announces a body', () => {
  const { head, lines } = handshake(REQUEST);
  expect(head).toMatch(/^GET \/socket HTTP\/1\.1\r\nHost: a\.test\r\n/i);
  const names = lines.map(([name]) => name.toLowerCase());
  expect(names).toEqual(
    expect.arrayContaining(['upgrade', 'connection', 'sec-websocket-key', 'sec-websocket-protocol']),
  );
  expect(names).not.toContain('content-length');
  expect(names).not.toContain('expect');
});

test('only the acceptance of that key is one', () => {
  const offer = handshake(REQUEST);
  const key = offer.lines.find(([name]) => name.toLowerCase() === 'sec-websocket-key')?.[1] ?? '';
  expect(offer.accepts(['sec-websocket-accept', acceptanceOf(key)])).toBe(true);
  expect(offer.accepts(['sec-websocket-accept', acceptanceOf('another')])).toBe(false);
  expect(offer.accepts([])).toBe(false);
});

test('the client gets no acceptance, unless it sent a key of its own', () => {
  const response = ['sec-websocket-accept', 'x', 'sec-websocket-protocol', 'chat'];
  expect(handshake(REQUEST).forClient(response)).toEqual(['sec-websocket-protocol', 'chat']);
  const withKey = { ...REQUEST, fields: [...REQUEST.fields, 'sec-websocket-key', 'own'] };
  expect(handshake(withKey).forClient(response)).toEqual([
    'sec-websocket-protocol',
    'chat',
    'sec-websocket-accept',
    acceptanceOf('own'),
  ]);
});
