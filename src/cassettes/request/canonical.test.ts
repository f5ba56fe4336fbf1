import { expect, test } from 'vitest';
import { isSameRequest } from '../match/same-request.ts';
import { canonicalRequest, type CanonicalRequest, type GivenRequest } from './canonical.ts';

const ID = '3f2b8c1e-6a4d-4a53-9d0c-1b2c3d4e5f60';
const OTHER = '9e107d9d-372b-4b6a-8f1d-5a5e3c0b7a11';

interface Sent {
  readonly path?: string;
  readonly type?: string;
  readonly headers?: GivenRequest['headers'];
  readonly body?: unknown;
}

function canonical({
  path = '/items',
  type = 'application/json',
  headers = [],
  body = '',
}: Sent): CanonicalRequest {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const given = {
    method: 'POST',
    target: { scheme: 'https', host: 'api.test', port: 443 },
    path,
    headers: [['Content-Type', type], ...headers],
    body: Buffer.from(text),
  } as const;
  return canonicalRequest(given, { isAnswered: (found) => found === ID, ignored: new Set(['shift']) });
}

const chat = (...messages: readonly unknown[]): Sent => ({
  path: '/v1/chat/completions',
  body: { model: 'm', messages },
});
const rpc = (id: number, params: object): Sent => ({
  body: { jsonrpc: '2.0', id, method: 'tools/call', params },
});
const form = (body: string): Sent => ({ type: 'application/x-www-form-urlencoded', body });
const parts = (boundary: string, name: string): Sent => ({
  type: `multipart/form-data; boundary=${boundary}`,
  body: `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nx\r\n--${boundary}--\r\n`,
});
const toolResult = (id: string, other = id): Sent =>
  chat(
    { role: 'assistant', tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: other, content: 'x' },
  );

test.each<[string, Sent, Sent]>([
  ['the order of keys', { body: { a: 1, b: { c: 2, d: 3 } } }, { body: { b: { d: 3, c: 2 }, a: 1 } }],
  ['the order of parameters', { path: '/items?a=1&b=2' }, { path: '/items?b=2&a=1' }],
  ['what is against caches', { path: '/items?_=1&ts=3' }, { path: '/items?_=2' }],
  ['a name that is ignored', { body: { shift: 1 } }, { body: { shift: 2 } }],
  ['idempotency keys', { body: { idempotency_key: 'a' } }, { body: { idempotency_key: 'b' } }],
  ['ids that the client makes', { body: { id: OTHER } }, { body: { id: OTHER.replace('9e', '7a') } }],
  ['times', { body: { at: '2026-01-01T10:00:00.5Z' } }, { body: { at: '2027-02-03T11:12:13Z' } }],
  ['who asks', { headers: [['Authorization', 'Bearer a']] }, { headers: [['Authorization', 'Bearer b']] }],
  [
    'what the day is, in a prompt',
    chat({ content: 'It is 2026-11-28.' }),
    chat({ content: 'It is 2027-01-02.' }),
  ],
  [
    'the day in words',
    chat({ content: 'Today is Saturday, November 28, 2026' }),
    chat({ content: 'Today is Sunday, January 3, 2027' }),
  ],
  ['ids of tool calls', toolResult('call_1'), toolResult('call_2')],
  [
    'ids of JSON-RPC and of progress',
    rpc(1, { name: 'f', _meta: { progressToken: 1 } }),
    rpc(7, { name: 'f' }),
  ],
  ['fields of a form', form('a=1&b=2'), form('b=2&a=1')],
  ['boundaries', parts('----1', 'a'), parts('----abc', 'a')],
])('%s may differ', (_, recorded, asked) => {
  expect(canonical(asked).key).toBe(canonical(recorded).key);
});

test.each<[string, Sent, Sent]>([
  ['paths', { path: '/items/1' }, { path: '/items/2' }],
  ['ids in paths', { path: `/items/${ID}` }, { path: `/items/${OTHER}` }],
  ['parameters', { path: '/items?from=2026-01-01' }, { path: '/items?from=2026-01-02' }],
  ['an id that an answer gave', { body: { id: ID } }, { body: { id: OTHER } }],
  ['which ids are equal', { body: [OTHER, OTHER] }, { body: [OTHER, OTHER.replace('9e', '7a')] }],
  ['dates outside of prompts', { body: { from: '2026-01-01' } }, { body: { from: '2026-01-02' } }],
  ['prompts', chat({ content: 'a' }), chat({ content: 'b' })],
  [
    'the order of messages',
    chat({ content: 'a' }, { content: 'b' }),
    chat({ content: 'b' }, { content: 'a' }),
  ],
  ['the call that a result is of', toolResult('call_1'), toolResult('call_1', 'call_2')],
  ['ranges', { headers: [['Range', 'bytes=0-1']] }, { headers: [['Range', 'bytes=2-3']] }],
  ['arguments of tools', rpc(1, { arguments: { a: 1 } }), rpc(1, { arguments: { a: 2 } })],
  ['parts', parts('----1', 'a'), parts('----1', 'b')],
  ['bytes', { type: 'image/png', body: '\0\u0001' }, { type: 'image/png', body: '\0\u0002' }],
])('%s count', (_, recorded, asked) => {
  expect(canonical(asked).key).not.toBe(canonical(recorded).key);
});

test('where a secret was, any text may stand, and nothing else', () => {
  const recorded = canonical({ path: '/items?key=[redacted]&a=1', body: { token: '[redacted]', b: 2 } });
  const asked = (key: string, b: number): CanonicalRequest =>
    canonical({ path: `/items?key=${key}&a=1`, body: { token: 'tok', b } });
  expect(isSameRequest(recorded, asked('AIza', 2))).toBe(true);
  expect(isSameRequest(recorded, asked('AIza', 3))).toBe(false);
  expect(isSameRequest(recorded, asked('', 2))).toBe(false);
});
