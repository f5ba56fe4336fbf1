import { expect, test } from 'vitest';
import type { SyntheticResponse } from '../hooks.ts';
import { prebuiltResponse, syntheticHead } from './prebuilt-response.ts';

const RESPONSE: SyntheticResponse = {
  status: 201,
  reason: '',
  fields: [
    ['Content-Type', 'text/plain'],
    ['Content-Length', '999'],
  ],
  body: Buffer.from('made'),
};

test('a response with a whole body is built once', () => {
  const built = prebuiltResponse(RESPONSE, 'GET');
  expect(built?.head).toBe('HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\n');
  expect(built?.response).toMatchObject({ status: 201, reason: 'Created', body: 4 });
  expect(prebuiltResponse(RESPONSE, 'POST')).toBe(built);
  expect(prebuiltResponse(RESPONSE, 'HEAD')).toBeNull();
});

test.each<[string, Partial<SyntheticResponse>]>([
  ['no body', { body: Buffer.alloc(0) }],
  ['no content', { status: 204 }],
  ['not modified', { status: 304 }],
  ['an interim status', { status: 103 }],
  ['an event stream', { fields: [['content-type', 'Text/Event-Stream; charset=utf-8']] }],
  ['an offer of HTTP/3', { fields: [['Alt-Svc', 'h3=":443"']] }],
])('%s takes the usual way', (_, change) => {
  expect(prebuiltResponse({ ...RESPONSE, ...change }, 'GET')).toBeNull();
});

test('a head cannot end early', () => {
  const fields: SyntheticResponse['fields'] = [
    ['X-A', 'b\r\nX-Evil: 1'],
    ['Bad Name', 'c'],
    ['X-Good', 'd'],
  ];
  const head = syntheticHead(
    { ...RESPONSE, reason: 'fine\r\nX-Evil: 2', fields },
    { type: 'none', announced: 'kept' },
  );
  expect(head).toBe('HTTP/1.1 201 fine  X-Evil: 2\r\nX-Good: d\r\n\r\n');
});
